#include <algorithm>
#include <random>

#include "read_form.hpp"

namespace tallystick {
namespace {

ReadForm read(std::string_view text) { return read_form(detail::read_obo, text); }
std::string fault(std::string_view text) { return fault_of(detail::read_obo, text); }

TEST(Obo, EveryRelationshipLineIsAnEdgeAndOnlyPartOfIsFollowed) {
  const ReadForm h = read(
      "format-version: 1.4\nontology: t\n\n[Term]\nid: T:1\n\n[Term]\nid: T:2\n\n[Term]\nid: T:3\n"
      "relationship: part_of T:1\nrelationship: part_of T:2\nrelationship: has_part T:9\n");
  EXPECT_EQ(h.parents("T:3"), (Strings{"T:1", "T:2"}));
  EXPECT_EQ(h.codes(), (Strings{"T:1", "T:2", "T:3"}));
  EXPECT_FALSE(h.findings.faulty());  // T:9 is no class, and no error
  EXPECT_EQ(h.facts.notes, (Strings{"relations not followed: 'has_part' 1"}));
}

TEST(Obo, TheDefaultNamespaceOfTheHeaderHoldsForEveryTerm) {
  const ReadForm h = read(
      "format-version: 1.2\ndefault-namespace: pheno\n\n[Term]\nid: T:1\n\n[Term]\nid: T:2\n"
      "is_a: T:1\n\n[Typedef]\nid: part_of\nname: part of\n");
  EXPECT_EQ(h.codes(), (Strings{"T:1", "T:2"}));  // the Typedef is no term
  EXPECT_EQ(h.facts.notes, (Strings{"terms by namespace: 'pheno' 2"}));
  EXPECT_EQ(h.facts.format, "obo");
}

TEST(Obo, EdgesBetweenNamespacesAreFollowedAndCounted) {
  const ReadForm h = read(
      "default-namespace: process\n[Term]\nid: T:1\n[Term]\nid: T:2\nnamespace: function\n"
      "relationship: part_of T:1 ! a process\n[Term]\nid: T:3\nis_a: T:1\n");
  EXPECT_EQ(h.parents("T:2"), (Strings{"T:1"}));
  EXPECT_EQ(h.facts.notes,
            (Strings{"terms by namespace: 'function' 1, 'process' 2",
                     "1 edge leads from one namespace to another, followed like the others"}));
}

TEST(Obo, TermsKeepTheirNamespaces) {
  const ReadForm h = read(
      "default-namespace: process\n[Term]\nid: T:1\n[Term]\nid: T:2\nnamespace: function\n"
      "[Term]\nid: T:3\nis_a: T:1\n[Term]\nid: T:4\nnamespace: gone\nis_obsolete: true\n");
  EXPECT_EQ(h.taxonomy.spaces(), (Strings{"function", "process"}));
  EXPECT_EQ(h.taxonomy.space(*h.taxonomy.find("T:1")), 1U);
  EXPECT_EQ(h.taxonomy.space(*h.taxonomy.find("T:2")), 0U);
  EXPECT_EQ(h.taxonomy.space(*h.taxonomy.find("T:3")), 1U);
  const ReadForm none = read("[Term]\nid: T:1\n");
  EXPECT_TRUE(none.taxonomy.spaces().empty());
  EXPECT_EQ(none.taxonomy.space(0), std::nullopt);
}

TEST(Obo, CommentsModifiersAndEscapesAreNotPartOfValues) {
  const ReadForm h = read(
      "! a comment\n"
      "[Term] ! a stanza\n"
      "id: T:1 {source=\"a \\\"}\\\" ! b\"} ! the top\n"
      "name: 3\\,5-x\\:y \\{z\\} \\(w\\)\\! \\[v\\]\\Wq\\tr\\\\ ! not a name\n"
      "\n"
      "[Term]\n"
      "   id :  T:2\t\n"
      "name: x{2} {3}\n"
      "is_a: T:1 {is_inferred=\"true\", xref=\"A:1\"} ! 3,5-x:y\n"
      "[Term]\nid: T:3\nname: 5\" pipe ! a wide one\nis_a:T:1!x\n"
      "[Term]\nid: T:1!x\nname: a ! b \"! c\" d\n");
  EXPECT_EQ(h.codes(), (Strings{"T:1", "T:1!x", "T:2", "T:3"}));
  EXPECT_EQ(h.title("T:1"), "3,5-x:y {z} (w)! [v] q\tr\\");
  EXPECT_EQ(h.title("T:2"), "x{2} {3}");  // braces without '=' are words
  EXPECT_EQ(h.title("T:3"), "5\" pipe");
  EXPECT_EQ(h.title("T:1!x"), "a");
  EXPECT_EQ(h.parents("T:2"), (Strings{"T:1"}));
  EXPECT_EQ(h.parents("T:3"), (Strings{"T:1!x"}));  // a comment begins after a blank
}

TEST(Obo, LinesMayContinueAndEndInCrlf) {
  const ReadForm h = read(
      "format-version: 1.2\r\n\r\n[Term]\r\nid: T:1\r\nname: one \\\r\nline\\\\\r\n[Term]\r\n"
      "id: T:2\r\nis_a: T:\\\r\n1\r\nname: cut \\");
  EXPECT_EQ(h.title("T:1"), "one line\\");
  EXPECT_EQ(h.title("T:2"), "cut");
  EXPECT_EQ(h.parents("T:2"), (Strings{"T:1"}));
  // Lines are still counted as they stand.
  EXPECT_EQ(fault("[Term]\nid: T:1\nname: a\\\nb\\\nc\nnonsense\n"),
            "h:6: error [bad-format]: expected 'tag: value', but found 'nonsense'");
}

TEST(Obo, ObsoleteTermsAreLeftOutAndTheirOnlyReplacementStandsForThem) {
  const ReadForm h = read(
      "[Term]\nid: T:1\nalt_id: T:01\nalt_id: T:001\n"
      "[Term]\nid: T:5\nis_obsolete: true\nreplaced_by: T:4\nalt_id: T:05\n"
      "[Term]\nid: T:4\nis_obsolete: true\nreplaced_by: T:1\n"
      "[Term]\nid: T:6\nis_obsolete: true\nreplaced_by: T:1\nreplaced_by: T:2\n"
      "[Term]\nid: T:7\nis_obsolete: true\nconsider: T:1\n"
      "[Term]\nid: T:8\nis_obsolete: true\nreplaced_by: T:9\n"
      "[Term]\nid: T:9\nis_obsolete: true\nreplaced_by: T:8\n"
      "[Term]\nid: T:2\nis_a: T:1\nis_obsolete: false\n");
  EXPECT_EQ(h.codes(), (Strings{"T:1", "T:2"}));
  for (const char* const other : {"T:01", "T:001", "T:4", "T:5", "T:05"}) {
    EXPECT_EQ(h.found(other), "T:1") << other;
  }
  // Two replacements, a suggestion, a circle: nothing stands for these.
  for (const char* const gone : {"T:6", "T:7", "T:8", "T:9"}) {
    EXPECT_EQ(h.found(gone), "no such code") << gone;
  }
  EXPECT_EQ(h.facts.notes, (Strings{"6 obsolete terms are left out",
                                    "2 obsolete terms have one replacement, which stands for it"}));
}

TEST(Obo, AnEdgeToAnObsoleteOrUnwrittenTermIsAFinding) {
  const ReadForm h =
      read("[Term]\nid: T:1\nis_obsolete: true\n[Term]\nid: T:2\nis_a: T:1\nis_a: T:3\n");
  EXPECT_EQ(h.findings.unknown_parents, (Strings{"T:1", "T:3"}));
  EXPECT_EQ(h.facts.notes,
            (Strings{"1 obsolete term is left out", "1 edge leads to an obsolete term"}));
}

TEST(Obo, StanzasWithOneIdAreOneTerm) {
  const ReadForm h = read(
      "[Term]\nid: T:1\n[Term]\nid: T:2\nname: two\nis_a: T:1\n[Term]\nid: T:3\n"
      "[Term]\nid: T:2\nname: two\nnamespace: n\nis_a: T:1\nis_a: T:3\nalt_id: T:20\n");
  EXPECT_EQ(h.parents("T:20"), (Strings{"T:1", "T:3"}));
  EXPECT_EQ(h.findings.duplicate_edges, 1u);
  EXPECT_EQ(fault("[Term]\nid: T:2\nname: two\n[Term]\nid: T:2\nname: II\n"),
            "h:6: error [bad-taxonomy]: code 'T:2' has the title 'II' here and 'two' on line 3");
  EXPECT_EQ(fault("[Term]\nid: T:2\nnamespace: a\n[Term]\nid: T:2\nnamespace: b\n"),
            "h:4: error [bad-format]: term 'T:2' is of namespace 'b' here, but of 'a' on line 1");
}

TEST(Obo, FaultsNameTheirLine) {
  EXPECT_EQ(fault("[Term]\nid: T:1\n\n[Term]\nname: x\n\n[Term]\nid: T:3\n"),
            "h:4: error [bad-format]: this [Term] has no id");
  EXPECT_EQ(fault("[Term]\nid: T:1\n[Term]\n"), "h:3: error [bad-format]: this [Term] has no id");
  EXPECT_EQ(fault("[Term]\nid: ! none\n"), "h:2: error [bad-format]: the tag has no value");
  EXPECT_EQ(fault("[Term]\nid: T:1\nid: T:2\n"),
            "h:3: error [bad-format]: a second id of the term 'T:1': 'T:2'");
  EXPECT_EQ(fault("[Term]\nid: T:1\nrelationship: part_of\n"),
            "h:3: error [bad-format]: expected a relation and a term, but found 'part_of'");
  EXPECT_EQ(fault("[Term\nid: T:1\n"),
            "h:1: error [bad-format]: a stanza's name is not closed: '[Term'");
  EXPECT_EQ(fault("a,b\n"),
            "h:1: error [bad-format]: expected 'tag: value' or '[Term]', but found 'a,b'");
  EXPECT_EQ(fault("[Term]\nid: T:1\nis_a: T:1\n"),
            "h:3: error [taxonomy-cycle]: class 'T:1' is its own parent");
  EXPECT_EQ(fault("[Term]\nid: T:1\nis_a: T:2\n[Term]\nid: T:2\nis_a: T:1\n"),
            "h: error [taxonomy-cycle]: the hierarchy has a cycle: 'T:1' > 'T:2' > 'T:1'");
}

TEST(Obo, NoTermsAreAnError) {
  EXPECT_EQ(fault(""), "h: error [bad-taxonomy]: holds 0 terms");
  EXPECT_EQ(fault("format-version: 1.2\n[Typedef]\nid: part_of\n[Instance]\nid: i\n"),
            "h: error [bad-taxonomy]: holds 0 terms");
  EXPECT_EQ(fault("[Term]\nid: T:1\nis_obsolete: true\n"),
            "h: error [bad-taxonomy]: the only term is obsolete");
}

TEST(OboLaw, TheOrderOfStanzasDoesNotMatter) {
  std::vector<std::string> stanzas;
  for (int i = 0; i < 40; ++i) {
    const std::string id = std::to_string(i);
    std::string stanza = "[Term]\nid: T:" + id + "\nname: n" + id + "\nalt_id: A:" + id + "\n";
    for (int parent = i / 3; parent < i && parent < i / 3 + 2; ++parent) {
      stanza += "is_a: T:" + std::to_string(parent) + "\n";
    }
    stanzas.push_back(stanza);
    stanzas.push_back("[Term]\nid: O:" + id + "\nis_obsolete: true\nreplaced_by: " +
                      (i % 4 == 0 ? "T:" + id : "O:" + std::to_string(i / 2)) + "\n");
  }
  const auto joined = [&] {
    std::string text;
    for (const std::string& stanza : stanzas) text += stanza;
    return text;
  };
  const ReadForm first = read(joined());
  std::mt19937 random(3);
  for (int i = 0; i < 20; ++i) {
    std::shuffle(stanzas.begin(), stanzas.end(), random);
    const ReadForm again = read(joined());
    ASSERT_EQ(again.taxonomy.fingerprint(), first.taxonomy.fingerprint());
    ASSERT_EQ(again.taxonomy.alternatives(), first.taxonomy.alternatives());
    ASSERT_EQ(again.facts.notes, first.facts.notes);
  }
}

TEST(Obo, AChainOf100000TermsOrReplacementsIsRead) {
  std::string text = "[Term]\nid: T:0\n";
  constexpr int kLength = 100000;
  for (int i = 1; i < kLength; ++i) {
    text += "[Term]\nid: T:" + std::to_string(i) + "\nis_a: T:" + std::to_string(i - 1) + "\n";
    text += "[Term]\nid: O:" + std::to_string(i) + "\nis_obsolete: true\nreplaced_by: " +
            (i == kLength - 1 ? "T:7" : "O:" + std::to_string(i + 1)) + "\n";
  }
  const ReadForm h = read(text);
  EXPECT_EQ(h.taxonomy.depth(*h.taxonomy.find("T:99999")), 99999u);
  EXPECT_EQ(h.found("O:1"), "T:7");
}

}  // namespace
}  // namespace tallystick
