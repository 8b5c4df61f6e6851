#include <algorithm>
#include <random>

#include "read_form.hpp"
#include "tallystick/readers/features.hpp"

namespace tallystick {
namespace {

bool readable() {
  const auto features = reader_features();
  return std::any_of(features.begin(), features.end(), [](const Feature& feature) {
    return feature.name == "SKOS" && feature.present;
  });
}

class Skos : public testing::Test {
 protected:
  void SetUp() override {
    // The library is optional; the set-up of `make test` installs it, so there nothing is skipped.
    if (!readable()) GTEST_SKIP() << "built without raptor2";
  }
};

constexpr std::string_view kPrefixes =
    "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix e: <http://e.org/> .\n";
constexpr std::string_view kXml =
    "<?xml version=\"1.0\"?>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"\n"
    "  xmlns:skos=\"http://www.w3.org/2004/02/skos/core#\">\n";

ReadForm read(std::string_view text, std::string_view language = {}) {
  TaxonomyOptions options;
  options.language = language;
  return read_form(detail::read_skos, text, options);
}
ReadForm turtle(std::string_view text, std::string_view language = {}) {
  return read(std::string(kPrefixes) + std::string(text), language);
}
std::string fault(std::string_view text) { return fault_of(detail::read_skos, text); }
std::string turtle_fault(std::string_view text) {
  return fault(std::string(kPrefixes) + std::string(text));
}

TEST_F(Skos, BroaderAndNarrowerAreOneRelationSeenFromBothEnds) {
  const ReadForm h = turtle(
      "e:food a skos:Concept ; skos:narrower e:fruit .\n"
      "e:fruit a skos:Concept ; skos:broader e:food , e:plant .\n"
      "e:plant a skos:Concept .\n"
      "e:apple a skos:Concept ; skos:broader e:fruit ; skos:related e:plant .\n");
  EXPECT_EQ(h.codes(), (Strings{"http://e.org/food", "http://e.org/plant", "http://e.org/fruit",
                                "http://e.org/apple"}));
  EXPECT_EQ(h.parents("http://e.org/fruit"), (Strings{"http://e.org/food", "http://e.org/plant"}));
  EXPECT_EQ(h.findings.duplicate_edges, 0u);
  EXPECT_FALSE(h.findings.faulty());
  EXPECT_EQ(h.facts.format, "skos");
  EXPECT_EQ(h.facts.detail, "Turtle; codes are IRIs");
}

TEST_F(Skos, TheThreeSyntaxesGiveOneTaxonomy) {
  const ReadForm first = turtle(
      "e:1 a skos:Concept ; skos:notation \"01\" ; skos:prefLabel \"one\"@en , \"eins\"@de .\n"
      "e:2 a skos:Concept ; skos:notation \"011\" ; skos:broader e:1 ; skos:prefLabel \"t\\u00fc\" "
      ".");
  const ReadForm triples = read(
      "# N-Triples\n"
      "<http://e.org/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
      "<http://www.w3.org/2004/02/skos/core#Concept> .\n"
      "<http://e.org/2> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
      "<http://www.w3.org/2004/02/skos/core#Concept> .\n"
      "<http://e.org/2> <http://www.w3.org/2004/02/skos/core#broader> <http://e.org/1> .\n"
      "<http://e.org/2> <http://www.w3.org/2004/02/skos/core#prefLabel> \"t\\u00FC\" .\n"
      "<http://e.org/1> <http://www.w3.org/2004/02/skos/core#prefLabel> \"one\"@en .\n"
      "<http://e.org/1> <http://www.w3.org/2004/02/skos/core#notation> \"01\" .\n"
      "<http://e.org/2> <http://www.w3.org/2004/02/skos/core#notation> \"011\" .\n");
  const ReadForm xml = read(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE rdf:RDF [\n"
      "  <!ENTITY e \"http://e.org/\">\n]>\n"
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"\n"
      "    xmlns:skos=\"http://www.w3.org/2004/02/skos/core#\">\n"
      "  <skos:Concept rdf:about=\"&e;1\" skos:notation=\"01\">\n"
      "    <skos:prefLabel xml:lang=\"en\">one</skos:prefLabel>\n"
      "    <skos:narrower><skos:Concept rdf:about=\"&e;2\">\n"
      "      <skos:notation>011</skos:notation><skos:prefLabel>t\xC3\xBC</skos:prefLabel>\n"
      "    </skos:Concept></skos:narrower>\n"
      "  </skos:Concept>\n</rdf:RDF>\n");
  EXPECT_EQ(first.facts.detail, "Turtle; codes are notations");
  EXPECT_EQ(xml.facts.detail, "RDF/XML; codes are notations");
  for (const ReadForm* const h : {&first, &triples, &xml}) {
    EXPECT_EQ(h->codes(), (Strings{"01", "011"}));
    EXPECT_EQ(h->parents("011"), (Strings{"01"}));
    EXPECT_EQ(h->title("01"), "one");
    EXPECT_EQ(h->title("011"), "t\xC3\xBC");
    EXPECT_EQ(h->found("http://e.org/2"), "011");
    EXPECT_EQ(h->taxonomy.fingerprint(), first.taxonomy.fingerprint());
  }
}

TEST_F(Skos, NotationsAreCodesOnlyIfEveryConceptHasOneOfItsOwn) {
  const ReadForm none = turtle(
      "e:a a skos:Concept ; skos:notation \"1\" .\n"
      "e:b a skos:Concept ; skos:broader e:a .\n");
  EXPECT_EQ(none.found("1"), "http://e.org/a");  // it still leads to the concept
  const ReadForm two = turtle(
      "e:a a skos:Concept ; skos:notation \"1\" , \"I\" .\n"
      "e:b a skos:Concept ; skos:broader e:a ; skos:notation \"2\" .\n");
  EXPECT_EQ(two.found("I"), "http://e.org/a");
  const ReadForm shared = turtle(
      "e:a a skos:Concept ; skos:notation \"1\" .\n"
      "e:b a skos:Concept ; skos:broader e:a ; skos:notation \"1\" .\n");
  EXPECT_EQ(shared.codes(), (Strings{"http://e.org/a", "http://e.org/b"}));
  EXPECT_EQ(shared.found("1"), "no such code");
  EXPECT_EQ(shared.facts.notes, (Strings{"1 notation stands for several concepts, so for none"}));
  const ReadForm typed = turtle(
      "e:a a skos:Concept ; skos:notation \" 1 \"^^e:code , \"1\" .\n"
      "e:b a skos:Concept ; skos:broader e:a ; skos:notation \"2\"^^e:code .\n");
  EXPECT_EQ(typed.codes(), (Strings{"1", "2"}));
}

TEST_F(Skos, TitlesAreOfTheLanguageAskedForThenEnglishThenAny) {
  constexpr std::string_view kLabels =
      "e:a a skos:Concept ; skos:prefLabel \"un\"@fr , \"uno\"@es , \"one\"@en-GB , \"eins\"@de-AT "
      ".\n"
      "e:b a skos:Concept ; skos:broader e:a ; skos:prefLabel \"deux\"@fr , \"dos\"@ES , \"2\" ;\n"
      "  skos:altLabel \"two\"@en .\n"
      "e:c a skos:Concept ; skos:broader e:a ; skos:prefLabel \"trois\"@fr , \"tres\"@es .\n"
      "e:d a skos:Concept ; skos:broader e:a ; skos:prefLabel \"zwei\"@de , \"four\"@en , "
      "\"for\"@en .\n";
  const auto titles = [&](std::string_view language) {
    const ReadForm h = turtle(kLabels, language);
    Strings out;
    for (const char* const name : {"a", "b", "c", "d"}) {
      out.push_back(h.title(std::string("http://e.org/") + name));
    }
    return out;
  };
  EXPECT_EQ(titles(""), (Strings{"one", "2", "tres", "for"}));
  EXPECT_EQ(titles("fr"), (Strings{"un", "deux", "trois", "for"}));
  EXPECT_EQ(titles("ES"), (Strings{"uno", "dos", "tres", "for"}));
  EXPECT_EQ(titles("de"), (Strings{"eins", "2", "tres", "zwei"}));
  EXPECT_EQ(
      turtle(kLabels, "fr").facts.notes,
      (Strings{"1 concept has several titles in one language; the first in the order of bytes "
               "is taken",
               "1 concept has no title in the language asked for"}));
}

TEST_F(Skos, TitlesOfSkosXlAreRead) {
  const ReadForm h = turtle(
      "@prefix x: <http://www.w3.org/2008/05/skos-xl#> .\n"
      "e:l x:literalForm \"food\"@en . e:m x:literalForm \"Essen\"@de .\n"
      "e:a a skos:Concept ; x:prefLabel e:l , e:m ; x:altLabel [ x:literalForm \"meal\"@en ] .\n"
      "e:b a skos:Concept ; skos:broader e:a ; x:prefLabel [ x:literalForm \"fruit\"@en ] .\n",
      "de");
  EXPECT_EQ(h.title("http://e.org/a"), "Essen");
  EXPECT_EQ(h.title("http://e.org/b"), "fruit");
  EXPECT_EQ(h.taxonomy.size(), 2u);
}

TEST_F(Skos, StatedTopsHaveTheSchemeAboveThemWhichIsNoClass) {
  constexpr std::string_view kOne =
      "e:a a skos:Concept . e:b a skos:Concept ; skos:broader e:a .\n";
  EXPECT_TRUE(turtle(kOne).taxonomy.root());
  for (const char* const top : {"e:s skos:hasTopConcept e:a .", "e:a skos:topConceptOf e:s .",
                                "e:s a skos:ConceptScheme . e:a skos:broader e:s ."}) {
    const ReadForm h = turtle(std::string(kOne) + top);
    EXPECT_FALSE(h.taxonomy.root()) << top;
    EXPECT_EQ(h.taxonomy.depth(0), 1u) << top;
    EXPECT_EQ(h.codes(), (Strings{"http://e.org/a", "http://e.org/b"})) << top;
  }
}

TEST_F(Skos, SeveralSchemesAreReadTogetherAndCounted) {
  const ReadForm h = turtle(
      "e:s skos:hasTopConcept e:a . e:a a skos:Concept ; skos:inScheme e:s ; skos:topConceptOf e:s "
      ".\n"
      "e:b a skos:Concept ; skos:inScheme e:s , e:t ; skos:broader e:a .\n");
  EXPECT_EQ(h.taxonomy.size(), 2u);
  EXPECT_EQ(h.facts.notes, (Strings{"concepts by scheme: 'http://e.org/s' 2, 'http://e.org/t' 1"}));
}

TEST_F(Skos, DeprecatedConceptsAreLeftOutAndTheirReplacementStandsForThem) {
  const ReadForm h = turtle(
      "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix d: <http://purl.org/dc/terms/> .\n"
      "e:a a skos:Concept ; skos:notation \"1\" .\n"
      "e:b a skos:Concept ; skos:notation \"2\" ; skos:broader e:a .\n"
      "e:o a skos:Concept ; skos:notation \"3\" ; owl:deprecated true ; d:isReplacedBy e:b .\n"
      "e:p a skos:Concept ; skos:notation \"1\" ; owl:deprecated true ; skos:broader e:o .\n"
      "e:q a skos:Concept ; owl:deprecated false ; skos:notation \"4\" ; skos:broader e:a .\n");
  EXPECT_EQ(h.codes(), (Strings{"1", "2", "4"}));
  EXPECT_EQ(h.found("3"), "2");
  EXPECT_EQ(h.found("http://e.org/o"), "2");
  EXPECT_EQ(h.found("http://e.org/p"), "no such code");
  EXPECT_EQ(h.facts.notes,
            (Strings{"2 deprecated concepts are left out",
                     "1 deprecated concept has one replacement, which stands for it"}));
}

TEST_F(Skos, AParentWithoutAnEntryIsAFinding) {
  const ReadForm h = turtle("e:b a skos:Concept ; skos:broader e:a .\n");
  EXPECT_EQ(h.findings.unknown_parents, (Strings{"http://e.org/a"}));
  // Unless the source has no entries at all, but relations only.
  EXPECT_FALSE(turtle("e:b skos:broader e:a . e:c skos:broader e:b .\n").findings.faulty());
}

TEST_F(Skos, TransitiveRelationsStandInForMissingOnes) {
  const ReadForm h =
      turtle("e:c skos:broaderTransitive e:b , e:a . e:a skos:narrowerTransitive e:b .");
  EXPECT_EQ(h.taxonomy.depth(*h.taxonomy.find("http://e.org/c")), 2u);
  EXPECT_EQ(turtle("e:c skos:broaderTransitive e:a ; skos:broader e:b . e:b skos:broader e:a .")
                .parents("http://e.org/c"),
            (Strings{"http://e.org/b"}));
}

TEST_F(Skos, RelativeNamesStayAsWritten) {
  const ReadForm h = turtle("<#b> skos:broader <a> . <c/d> skos:broader <#b> .\n");
  EXPECT_EQ(h.codes(), (Strings{"a", "#b", "c/d"}));
}

TEST_F(Skos, BlankNodesNeedNotations) {
  constexpr std::string_view kBlank =
      "_:x a skos:Concept ; skos:notation \"1\" ; skos:prefLabel \"one\" .\n"
      "[] a skos:Concept ; skos:notation \"2\" ; skos:broader _:x .\n";
  EXPECT_EQ(turtle(kBlank).parents("2"), (Strings{"1"}));
  EXPECT_EQ(
      turtle_fault(std::string(kBlank) + "e:c a skos:Concept .\n"),
      "h: error [bad-taxonomy]: a concept 'one' has no code: it is a blank node, and not every "
      "concept has a notation of its own");
}

TEST_F(Skos, SyntaxErrorsNameTheirLine) {
  EXPECT_EQ(turtle_fault("e:a a skos:Concept .\n\ne:b a skos:Concept ;\n  skos:broader ] .\n"),
            "h:6: error [bad-format]: is not Turtle: 'syntax error, unexpected ]'");
  EXPECT_EQ(turtle_fault("e:a a skos:Concept .\nf:b a skos:Concept .\n").substr(0, 40),
            "h:4: error [bad-format]: is not Turtle: ");
  EXPECT_EQ(
      fault("<http://a> <http://b> <http://c> .\n<http://a> <http://b> \"x .\n").substr(0, 40),
      "h:2: error [bad-format]: is not Turtle: ");
  // A carriage return alone ends no line here: the error is on the last of four.
  EXPECT_EQ(turtle_fault("e:a a\r\r\r\r\r\r ] .\n").substr(0, 40),
            "h:4: error [bad-format]: is not Turtle: ");
  EXPECT_EQ(turtle_fault("e:a a skos:Concept").substr(0, 40),
            "h:3: error [bad-format]: is not Turtle: ");
  EXPECT_EQ(fault(std::string(kXml) + "<skos:Concept>\n</rdf:RDF>\n").substr(0, 41),
            "h:5: error [bad-format]: is not RDF/XML: ");
  EXPECT_EQ(fault(std::string(kXml) + "<skos:Concept rdf:about='a'>x & y").substr(0, 41),
            "h:4: error [bad-format]: is not RDF/XML: ");
  EXPECT_EQ(
      turtle_fault("e:a skos:broader \"Food\" .\n"),
      "h: error [bad-format]: 'broader' of 'http://e.org/a' names no concept, but has the words "
      "'Food'");
}

TEST_F(Skos, FaultyTaxonomiesAreErrors) {
  EXPECT_EQ(fault(""), "h: error [bad-taxonomy]: holds 0 SKOS concepts");
  EXPECT_EQ(turtle_fault("e:a e:b e:c ."), "h: error [bad-taxonomy]: holds 0 SKOS concepts");
  EXPECT_EQ(fault(std::string(kXml) + "</rdf:RDF>"),
            "h: error [bad-taxonomy]: holds 0 SKOS concepts");
  EXPECT_EQ(turtle_fault("e:a skos:broader e:a ."),
            "h: error [taxonomy-cycle]: class 'http://e.org/a' is its own parent");
  EXPECT_EQ(turtle_fault("<a> skos:broader <b> . <b> skos:broader <a> ."),
            "h: error [taxonomy-cycle]: the hierarchy has a cycle: 'a' > 'b' > 'a'");
}

TEST_F(Skos, NothingOutsideTheTextIsReadAndEntitiesCannotExplode) {
  const ReadForm h = read(
      "<?xml version=\"1.0\"?>\n<!DOCTYPE rdf:RDF SYSTEM \"file:///dev/zero\" [\n"
      "<!ENTITY file SYSTEM \"file:///etc/passwd\">\n]>\n"
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"\n"
      " xmlns:skos=\"http://www.w3.org/2004/02/skos/core#\"><skos:Concept rdf:about=\"a\">"
      "<skos:prefLabel>x&file;y</skos:prefLabel></skos:Concept></rdf:RDF>");
  EXPECT_EQ(h.title("a"), "xy");
  std::string bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE rdf:RDF [\n<!ENTITY a0 \"lololololo\">\n";
  for (int i = 1; i < 10; ++i) {
    bomb += "<!ENTITY a" + std::to_string(i) + " \"";
    for (int k = 0; k < 10; ++k) bomb += "&a" + std::to_string(i - 1) + ";";
    bomb += "\">\n";
  }
  bomb +=
      "]>\n" + std::string(kXml.substr(kXml.find('\n'))) +
      "<skos:Concept rdf:about='a'><skos:prefLabel>&a9;</skos:prefLabel></skos:Concept></rdf:RDF>";
  EXPECT_EQ(fault(bomb).substr(0, 8), "h:17: er");
}

TEST_F(Skos, DeepNestingIsRefusedBeforeItCosts) {
  std::string open(kXml), close;
  for (int i = 0; i < 100000; ++i) open += "<skos:Concept><skos:broader>\n";
  EXPECT_EQ(fault(open), "h:503: error [bad-format]: elements are nested more than 1000 deep");
  std::string brackets(kPrefixes);
  brackets += "e:a skos:broader ";
  for (int i = 0; i < 100000; ++i) brackets += "[ skos:broader ";
  EXPECT_EQ(fault(brackets).substr(0, 40), "h:3: error [bad-format]: is not Turtle: ");
}

TEST_F(Skos, AChainOf100000ConceptsIsRead) {
  std::string text(kPrefixes);
  for (int i = 1; i < 100000; ++i) {
    text += "e:" + std::to_string(i) + " skos:broader e:" + std::to_string(i - 1) + " .\n";
  }
  EXPECT_EQ(read(text).taxonomy.n_levels(), 99999u);
}

TEST_F(Skos, TheOrderOfStatementsDoesNotMatter) {
  Strings statements;
  for (int i = 0; i < 40; ++i) {
    const std::string it = "e:" + std::to_string(i);
    statements.push_back(it + " a skos:Concept .\n");
    statements.push_back(it + " skos:broader e:" + std::to_string(i / 3) + "0 .\n");
    for (const char* const language : {"@en", "@en-US", "@fr", "", "@en"}) {
      statements.push_back(it + " skos:prefLabel \"t" + std::to_string(statements.size()) + "\"" +
                           language + " .\n");
    }
    statements.push_back(it + " skos:notation \"" + std::to_string(i / 2) + "\" .\n");
  }
  std::erase_if(statements, [](const std::string& line) {  // no concept is below itself
    return line.find("e:0 skos:broader") == 0 || line.find("e:30 skos:broader") == 0 ||
           line.find("e:10 skos:broader") == 0 || line.find("e:20 skos:broader") == 0;
  });
  const auto joined = [&] {
    std::string text(kPrefixes);
    for (const std::string& statement : statements) text += statement;
    return text;
  };
  const ReadForm first = read(joined());
  std::mt19937 random(3);
  for (int i = 0; i < 20; ++i) {
    std::shuffle(statements.begin(), statements.end(), random);
    const ReadForm again = read(joined());
    ASSERT_EQ(again.taxonomy.fingerprint(), first.taxonomy.fingerprint());
    ASSERT_EQ(again.taxonomy.alternatives(), first.taxonomy.alternatives());
    ASSERT_EQ(again.facts.notes, first.facts.notes);
    for (NodeId node = 0; node < first.taxonomy.size(); ++node) {
      ASSERT_EQ(again.taxonomy.title(node), first.taxonomy.title(node));
    }
  }
}

}  // namespace
}  // namespace tallystick
