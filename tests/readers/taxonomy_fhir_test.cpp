#include "read_form.hpp"

namespace tallystick {
namespace {

ReadForm read(std::string_view text, std::string_view language = {}) {
  TaxonomyOptions options;
  options.language = language;
  return read_form(detail::read_fhir, text, options);
}
std::string fault(std::string_view text) { return fault_of(detail::read_fhir, text); }

/// A CodeSystem with these concepts on its third line.
std::string with(std::string_view concepts, std::string_view more = {}) {
  return "{\n\"resourceType\": \"CodeSystem\"," + std::string(more) +
         "\n\"concept\": " + std::string(concepts) + "\n}\n";
}

TEST(Fhir, NestedConceptsAreChildren) {
  const ReadForm h = read(
      "{\r\n  \"resourceType\" : \"CodeSystem\",\r\n  \"id\" : \"x\", \"text\": {\"div\": [1, "
      "null]},\r\n"
      "  \"hierarchyMeaning\" : \"is-a\", \"content\" : \"complete\", \"count\" : 5,\r\n"
      "  \"concept\" : [\r\n"
      "    {\"code\" : \"01\", \"display\" : \"Fr\\u00fcchte\",\r\n"
      "     \"concept\" : [{\"code\" : \"011\", \"definition\" : \"x\"},\r\n"
      "       {\"concept\" : [{\"code\" : \"0121\", \"concept\": []}], \"code\" : \"012\"}]},\r\n"
      "    {\"code\" : \"02\"}\r\n  ]\r\n}\r\n");
  EXPECT_EQ(h.codes(), (Strings{"01", "02", "011", "012", "0121"}));
  EXPECT_EQ(h.parents("011"), (Strings{"01"}));
  EXPECT_EQ(h.parents("0121"), (Strings{"012"}));  // its parent's code came after it
  EXPECT_EQ(h.parents("02"), (Strings{}));
  EXPECT_EQ(h.title("01"),
            "Fr\xC3\xBC"
            "chte");
  EXPECT_EQ(h.facts.format, "fhir");
  EXPECT_EQ(h.facts.detail, "CodeSystem, 'is-a'");
  EXPECT_TRUE(h.facts.notes.empty());
}

TEST(Fhir, PropertiesNameParentsAndChildren) {
  constexpr std::string_view kConcepts =
      "[{\"code\": \"a\", \"property\": [{\"code\": \"child\", \"valueCode\": \"b\"}],\n"
      "  \"concept\": [{\"code\": \"b\", \"property\": [{\"code\": \"parent\", \"valueCode\": "
      "\"a\"},\n"
      "    {\"code\": \"notSelectable\", \"valueBoolean\": true}]}]},\n"
      " {\"code\": \"c\", \"property\": [{\"code\": \"up\", \"valueCode\": \"b\"},\n"
      "    {\"code\": \"parent\", \"valueCode\": \"a\"}, {\"code\": \"like\", \"valueCode\": "
      "\"z\"}]}]";
  constexpr std::string_view kUp =
      "\"property\": [{\"code\": \"up\", "
      "\"uri\": \"http://hl7.org/fhir/concept-properties#parent\", \"type\": \"code\"}]";
  // What the names mean may be said after the concepts.
  const ReadForm h = read("{\"concept\": " + std::string(kConcepts) + ", " + std::string(kUp) +
                          ", \"resourceType\": \"CodeSystem\"}");
  EXPECT_EQ(h.parents("b"), (Strings{"a"}));
  EXPECT_EQ(h.parents("c"), (Strings{"a", "b"}));
  EXPECT_EQ(h.findings.duplicate_edges, 0u);  // one edge, said three ways
  const ReadForm other = read(with(kConcepts, "\"hierarchyMeaning\": \"classified-with\","));
  EXPECT_EQ(other.parents("b"), (Strings{"a"}));
  EXPECT_EQ(other.parents("c"), (Strings{}));
  EXPECT_EQ(other.facts.notes,
            (Strings{"3 properties name a parent or child and are not followed: the hierarchy's "
                     "meaning is 'classified-with'"}));
  EXPECT_EQ(read(with("[{\"code\": \"a\", \"property\": "
                      "[{\"code\": \"parent\", \"valueCode\": \"z\"}]}]"))
                .findings.unknown_parents,
            (Strings{"z"}));
}

TEST(Fhir, OneCodeMayStandBelowTwoParents) {
  const ReadForm h =
      read(with("[{\"code\": \"a\", \"concept\": [{\"code\": \"c\", \"display\": \"x\"}]},\n"
                " {\"code\": \"b\", \"concept\": [{\"code\": \"c\", \"display\": \"x\"}]}]"));
  EXPECT_EQ(h.parents("c"), (Strings{"a", "b"}));
  EXPECT_EQ(fault(with(
                "[{\"code\": \"c\", \"display\": \"x\"},\n{\"code\": \"c\", \"display\": \"y\"}]")),
            "h:4: error [bad-taxonomy]: code 'c' has the title 'y' here and 'x' on line 3");
}

TEST(Fhir, TitlesAreOfTheLanguageAskedFor) {
  const std::string text = with(
      "[{\"code\": \"a\", \"designation\": [{\"language\": \"de\", \"use\": {\"code\": \"s\"}, "
      "\"value\": "
      "\"Aal\"},\n {\"language\": \"de-CH\", \"value\": \"Chue\"}, {\"language\": \"DE\", "
      "\"value\": "
      "\"Kuh\"}, {\"language\": \"de\", \"value\": \"Rind\"}], \"display\": \"cow\"},\n"
      "{\"code\": \"b\", \"display\": \"hen\", \"designation\": [{\"value\": \"fowl\"}]}]");
  EXPECT_EQ(read(text).title("a"), "cow");
  EXPECT_EQ(read(text, "de").title("a"), "Kuh");
  EXPECT_EQ(read(text, "de").title("b"), "hen");
  EXPECT_EQ(read(text, "de-ch").title("a"), "Chue");
}

TEST(Fhir, IncompleteSystemsAreNotedAndEmptyOnesRefused) {
  EXPECT_EQ(
      read(with("[{\"code\": \"a\"}]", "\"content\": \"fragment\", \"count\": 20,")).facts.notes,
      (Strings{"the CodeSystem's content is 'fragment': codes may be missing",
               "the CodeSystem says that it has '20' concepts; it holds 1"}));
  EXPECT_EQ(
      fault("{\"resourceType\": \"CodeSystem\", \"content\": \"not-present\"}"),
      "h: error [bad-taxonomy]: the CodeSystem holds 0 concepts; its content is 'not-present'");
  EXPECT_EQ(fault(with("[]")), "h: error [bad-taxonomy]: the CodeSystem holds 0 concepts");
  EXPECT_EQ(fault("{\"resourceType\": \"Bundle\", \"entry\": [{\"resource\": {}}]}"),
            "h: error [bad-format]: is a FHIR 'Bundle', where a CodeSystem is needed");
  EXPECT_EQ(fault("{\"contained\": {\"resourceType\": \"CodeSystem\"}}"),
            "h: error [bad-format]: is a JSON object without a resourceType of its own");
}

TEST(Fhir, FaultsNameLineAndColumn) {
  EXPECT_EQ(fault(with("[{\"code\": 110}]")), "h:3:22: error [bad-format]: a code is not a string");
  EXPECT_EQ(fault(with("[{\"code\": \"\"}]")), "h:3:22: error [bad-format]: a code is empty");
  EXPECT_EQ(fault(with("[{\"code\": \"a\",\n\"code\": \"b\"}]")),
            "h:4:9: error [bad-format]: a second code in one concept");
  EXPECT_EQ(fault(with("[{\"code\": \"a\",\n \"display\": \"b\", \"display\": \"b\"}]")),
            "h:4:29: error [bad-format]: a second display in one concept");
  EXPECT_EQ(fault(with("[{\"code\": \"a\"},\n{\"display\": \"x\"},\n{}]")),
            "h:4: error [bad-format]: a concept has no code");
  EXPECT_EQ(fault(with("[{}]")), "h:3: error [bad-format]: a concept has no code");
  EXPECT_EQ(fault(with("[{\"code\": \"a\"}\n{\"code\": \"b\"}]")),
            "h:4:1: error [bad-format]: expected ',' or ']', but found '{'");
  EXPECT_EQ(fault(with("[{\"code\": \"a\nb\"}]")),
            "h:3:24: error [bad-format]: a string holds a control byte");
  EXPECT_EQ(fault("{\"resourceType\": \"CodeSystem\", \"concept\": [{\"code\": \"a\""),
            "h:1:56: error [bad-format]: expected ',' or '}', but the file ends");
  EXPECT_EQ(fault(with("[{\"code\": \"a\", \"concept\": [], \"concept\": []}]")),
            "h:3:53: error [bad-format]: a second 'concept' in one object");
  EXPECT_EQ(fault(with("[{\"code\": \"a\"}]") + "x"),
            "h:5:1: error [bad-format]: expected the end of the file, but found 'x'");
  EXPECT_EQ(fault(with("[{\"code\": \"a\", \"concept\": [{\"code\": \"a\"}]}]")),
            "h:3: error [taxonomy-cycle]: class 'a' is its own parent");
}

TEST(Fhir, ConceptsNestedAHundredThousandDeepAreRead) {
  std::string concepts, closing;
  constexpr int kDepth = 100000;
  for (int i = 0; i < kDepth; ++i) {
    concepts += "[{\"code\": \"" + std::to_string(i) + "\", \"concept\":\n";
    closing += "}]";
  }
  const ReadForm h = read(with(concepts + "[]" + closing));
  EXPECT_EQ(h.taxonomy.n_levels(), static_cast<std::uint32_t>(kDepth - 1));  // "0" is the root
  EXPECT_EQ(fault(with(concepts)).substr(0, 12), "h:100004:1: ");
}

// ---- each class with all its ancestors

TEST(Ancestors, ParentsAreTheAncestorsAboveNoOther) {
  const ReadForm h = read(
      "{\"364.11\": [\"364.1\", \"364\"], \"364.1\": [\"364\"], \"364\": [],\n"
      " \"d\": [\"b\", \"a\", \"c\"], \"b\": [\"a\"], \"c\": [\"a\"], \"a\": []}");
  EXPECT_EQ(h.parents("364.11"), (Strings{"364.1"}));
  EXPECT_EQ(h.parents("364.1"), (Strings{"364"}));
  EXPECT_EQ(h.parents("d"), (Strings{"b", "c"}));
  EXPECT_EQ(h.taxonomy.depth(*h.taxonomy.find("d")), 3u);
  EXPECT_EQ(h.facts.format, "ancestors");
  EXPECT_TRUE(h.facts.notes.empty());
}

TEST(Ancestors, ClassesWithoutAListFollowTheOrderOfTheOthers) {
  const Strings notes{
      "3 classes have no list of ancestors; the order of the other lists gives a parent to 2"};
  const ReadForm nearest_first = read(
      "{\"364.11\": [\"364.1\", \"364\"], \"364.12\": [\"364.1\", \"364\"], \"364.20\": "
      "[\"364.2\", \"364\"]}");
  const ReadForm nearest_last = read(
      "{\"364.11\": [\"364\", \"364.1\"], \"364.12\": [\"364\", \"364.1\"], \"364.20\": [\"364\", "
      "\"364.2\"]}");
  for (const ReadForm* const h : {&nearest_first, &nearest_last}) {
    EXPECT_EQ(h->parents("364.11"), (Strings{"364.1"}));
    EXPECT_EQ(h->parents("364.1"), (Strings{"364"}));
    EXPECT_EQ(h->parents("364.2"), (Strings{"364"}));
    EXPECT_EQ(h->facts.notes, notes);
  }
  // Lists in no order: nothing is guessed, all of them are parents.
  const ReadForm none = read(
      "{\"a\": [\"p\", \"r\"], \"b\": [\"r\", \"p\"], \"c\": [\"r\", \"q\"], \"d\": [\"q\", "
      "\"r\"]}");
  EXPECT_EQ(none.parents("a"), (Strings{"p", "r"}));
  EXPECT_EQ(none.parents("p"), (Strings{}));
}

TEST(Ancestors, FaultsAreNamed) {
  EXPECT_EQ(fault("{\"a\": [\"b\"],\n \"b\": [\"a\"]}"),
            "h: error [taxonomy-cycle]: the hierarchy has a cycle: 'a' > 'b' > 'a'");
  EXPECT_EQ(fault("{\"a\": [\"b\"],\n \"c\": [\"b\", \"c\"]}"),
            "h:2: error [taxonomy-cycle]: class 'c' is its own parent");
  EXPECT_EQ(fault("{\"a\": [\"b\"],\n \"a\": [\"c\"]}"),
            "h:2:7: error [bad-format]: a second list for 'a'");
  EXPECT_EQ(fault("{\"a\": \"b\"}"), "h:1:7: error [bad-format]: expected '[', but found '\"'");
  EXPECT_EQ(fault("{\"a\": [1]}"), "h:1:8: error [bad-format]: expected a string, but found '1'");
  EXPECT_EQ(fault("{}"), "h: error [bad-taxonomy]: the hierarchy has no classes");
  EXPECT_EQ(fault(""), "h:1:1: error [bad-format]: expected '{', but the file ends");
}

TEST(Ancestors, ALongListIsLinear) {
  std::string text = "{\"leaf\": [";
  for (int i = 0; i < 100000; ++i) text += (i == 0 ? "\"" : ", \"") + std::to_string(i) + "\"";
  const ReadForm h = read(text + "]}");
  EXPECT_EQ(h.taxonomy.n_levels(), 100000u);
  EXPECT_TRUE(h.taxonomy.is_tree());
}

}  // namespace
}  // namespace tallystick
