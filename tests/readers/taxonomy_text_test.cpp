#include <gtest/gtest.h>

#include <string>

#include "readers/read_form.hpp"
#include "tallystick/readers/write_taxonomy.hpp"

namespace tallystick {
namespace {

ReadForm text(std::string_view bytes, TaxonomyFormat format = TaxonomyFormat::automatic) {
  TaxonomyOptions options;
  options.format = format;
  return read_form(detail::read_text_taxonomy, bytes, options);
}

std::string fault(std::string_view bytes, TaxonomyFormat format = TaxonomyFormat::automatic) {
  TaxonomyOptions options;
  options.format = format;
  return fault_of(detail::read_text_taxonomy, bytes, options);
}

bool says(const std::string& message, std::string_view part) {
  return message.find(part) != std::string::npos;
}

// ---- Codes that nest

TEST(TaxonomyPrefix, LeadingZerosAreParts) {
  for (const char* header : {"code\n", ""}) {
    const ReadForm read = text(std::string(header) + "0\n01\n011\n0110\n1\n11\n111\n1111\n");
    EXPECT_EQ(read.facts.format, "prefix");
    EXPECT_EQ(read.facts.detail, "codes of 1, 2, 3, 4 characters");
    EXPECT_EQ(read.taxonomy.size(), 8u);
    EXPECT_EQ(read.parents("0110"), Strings{"011"});
    EXPECT_EQ(read.parents("011"), Strings{"01"});
    EXPECT_EQ(read.parents("11"), Strings{"1"});
    EXPECT_FALSE(read.taxonomy.find("110"));
    EXPECT_FALSE(read.taxonomy.root());
    EXPECT_FALSE(read.findings.faulty());
  }
  EXPECT_EQ(text("code\n0\n01\n011\n0110\n").taxonomy.n_levels(), 4u);
}

TEST(TaxonomyPrefix, TitlesComeInAnyTable) {
  for (const char* bytes :
       {"code\ttitle\n1\tManagers\n11\tChief executives\n", "1,Managers\n11,Chief executives\n",
        "Label;Code\nManagers;1\n\"Chief executives\";\"11\"\n",
        "ISCO 08 Code,Title EN\n1,Managers\n11,Chief executives\n",
        "1 Managers\n11 Chief executives\n", "ISCO08,title\r\n1,Managers\r\n11,Chief executives"}) {
    const ReadForm read = text(bytes);
    EXPECT_EQ(read.codes(), (Strings{"1", "11"})) << bytes;
    EXPECT_EQ(read.title("11"), "Chief executives") << bytes;
    EXPECT_EQ(read.parents("11"), Strings{"1"}) << bytes;
  }
}

TEST(TaxonomyPrefix, ColumnsBeyondTheTitleAreNotRead) {
  const ReadForm read = text("00-0000\tAll\t134\n11-0000\tManagers\t6\n11-1011\tChiefs\t29\n");
  EXPECT_EQ(read.title("11-1011"), "Chiefs");
  EXPECT_EQ(read.parents("11-1011"), Strings{"11-0000"});
  EXPECT_EQ(read.parents("11-0000"), Strings{"00-0000"});
  EXPECT_EQ(read.facts.notes, Strings{"columns after the second are not read"});
}

TEST(TaxonomyPrefix, SeparatorsJoinSegments) {
  const ReadForm mesh = text("C04\nC04.557\nC04.557.337\nC04.588\n");
  EXPECT_EQ(mesh.parents("C04.557.337"), Strings{"C04.557"});
  const ReadForm nace = text("01\n01.1\n01.11\n02\n02.1\n02.10\n02.2\n02.20\n");
  EXPECT_EQ(nace.parents("01.11"), Strings{"01.1"});
  EXPECT_EQ(nace.parents("02.10"), Strings{"02.1"});
  EXPECT_EQ(nace.facts.detail, "by prefix, as '01.11' below '01.1'");
  const ReadForm esco = text("2\n21\n216\n2166\n2166.1\n2166.1.2\n");
  EXPECT_EQ(esco.parents("2166.1.2"), Strings{"2166.1"});
  EXPECT_EQ(esco.parents("2166.1"), Strings{"2166"});
  EXPECT_EQ(esco.parents("2166"), Strings{"216"});
}

TEST(TaxonomyPrefix, CountingIsNoNesting) {
  const ReadForm outline =
      text("1\n1.1\n1.2\n1.3\n1.4\n1.5\n1.6\n1.7\n1.8\n1.9\n1.10\n1.11\n1.11.1\n2\n");
  EXPECT_EQ(outline.parents("1.10"), Strings{"1"});
  EXPECT_EQ(outline.parents("1.11.1"), Strings{"1.11"});
  const std::string numbers = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n";
  EXPECT_TRUE(says(fault(numbers), "h: error [bad-taxonomy]: nothing in its 11 codes shows"));
  EXPECT_EQ(text(numbers, TaxonomyFormat::prefix).parents("10"), Strings{"1"});
}

TEST(TaxonomyPrefix, WhatIsImpliedIsCounted) {
  const ReadForm icd = text("A00\nA00.1\nB36.2\nB36.20\n");
  EXPECT_EQ(icd.parents("B36.2"), Strings{"B36"});
  EXPECT_EQ(icd.findings.unknown_parents, Strings{"B36"});
  ASSERT_EQ(icd.facts.notes.size(), 1u);
  EXPECT_EQ(icd.facts.notes[0], "1 code is not listed but implied, as 'B36' by 'B36.2'");
  const ReadForm isco = text("1\n11\n1111\n2\n211\n");
  EXPECT_EQ(isco.parents("1111"), Strings{"11"});
  EXPECT_EQ(isco.parents("211"), Strings{"2"});
  EXPECT_TRUE(says(isco.facts.notes.at(0), "2 codes without the code of the next shorter length"));
}

TEST(TaxonomyPrefix, ZerosPadCodesOfOneLength) {
  const ReadForm soc =
      text("11-0000\n11-1000\n11-1010\n11-1011\n15-0000\n15-1200\n15-1210\n15-1211\n");
  EXPECT_EQ(soc.parents("11-1011"), Strings{"11-1010"});
  EXPECT_EQ(soc.parents("11-1010"), Strings{"11-1000"});
  EXPECT_EQ(soc.parents("11-1000"), Strings{"11-0000"});
  EXPECT_EQ(soc.parents("15-1200"), Strings{"15-0000"});
  EXPECT_TRUE(soc.parents("15-0000").empty());
  EXPECT_EQ(soc.taxonomy.n_levels(), 4u);
  EXPECT_FALSE(soc.taxonomy.root());

  const ReadForm isco = text("0000\n0100\n0110\n1000\n1100\n1110\n1111\n1200\n");
  EXPECT_EQ(isco.parents("0110"), Strings{"0100"});
  EXPECT_EQ(isco.parents("0100"), Strings{"0000"});
  EXPECT_EQ(isco.parents("1111"), Strings{"1110"});
  EXPECT_TRUE(isco.parents("1000").empty());

  const ReadForm total = text("00-0000\n11-0000\n11-1000\n13-0000\n13-1000\n");
  EXPECT_EQ(total.parents("13-0000"), Strings{"00-0000"});
  EXPECT_EQ(total.taxonomy.root(), std::optional<NodeId>(0));

  const ReadForm dewey = text("500\n510\n512\n512.1\n");
  EXPECT_EQ(dewey.parents("512.1"), Strings{"512"});
  EXPECT_EQ(dewey.parents("512"), Strings{"510"});
}

TEST(TaxonomyPrefix, PairsOfDigitsStandBesideEachOther) {
  const ReadForm goods =
      text("10000000\n10100000\n10101500\n10101501\n11000000\n11100000\n11101500\n11101501\n");
  EXPECT_TRUE(goods.parents("11000000").empty());
  EXPECT_EQ(goods.parents("11101501"), Strings{"11101500"});
  EXPECT_EQ(goods.parents("10100000"), Strings{"10000000"});
}

TEST(TaxonomyPrefix, RangesHoldTheCodesBetweenTheirEnds) {
  const ReadForm icd =
      text("A00-B99\nA00-A09\nA00\nA00.1\nA01\nA15-A19\nA15\nB35\nC00-D49\nC00\nD48\n");
  EXPECT_EQ(icd.parents("A00.1"), Strings{"A00"});
  EXPECT_EQ(icd.parents("A00"), Strings{"A00-A09"});
  EXPECT_EQ(icd.parents("A00-A09"), Strings{"A00-B99"});
  EXPECT_EQ(icd.parents("A15"), Strings{"A15-A19"});
  EXPECT_EQ(icd.parents("B35"), Strings{"A00-B99"});
  EXPECT_EQ(icd.parents("D48"), Strings{"C00-D49"});
  EXPECT_TRUE(icd.parents("C00-D49").empty());
  const ReadForm naics = text("11\n111\n31-33\n311\n3111\n321\n44-45\n459\n");
  EXPECT_EQ(naics.parents("321"), Strings{"31-33"});
  EXPECT_EQ(naics.parents("3111"), Strings{"311"});
  EXPECT_EQ(naics.parents("459"), Strings{"44-45"});
  // Not ranges: one of them would run backwards.
  EXPECT_EQ(text("11\n11-12\n11-13\n12\n12-11\n").parents("12-11"), Strings{"12"});
}

TEST(TaxonomyPrefix, TwoTitlesForOneCodeAreAnError) {
  EXPECT_EQ(fault("code\ttitle\n1\tManagers\n11\tChiefs\n1\tDirectors\n"),
            "h:4: error [bad-taxonomy]: code '1' has the title 'Directors' here and 'Managers' on "
            "line 2");
  const ReadForm twice = text("code,title\n1,Managers\n11,Chiefs\n1,Managers\n");
  EXPECT_EQ(twice.taxonomy.size(), 2u);
  EXPECT_EQ(twice.facts.notes.at(0), "1 line with a code that an earlier line has");
}

TEST(TaxonomyPrefix, AStatedSeparatorIsTheOnlyOne) {
  TaxonomyOptions options;
  options.format = TaxonomyFormat::prefix;
  options.separator = "::";
  const ReadForm read = read_form(detail::read_text_taxonomy, "a\na::b.c\na::b.c::d\n", options);
  EXPECT_EQ(read.parents("a::b.c::d"), Strings{"a::b.c"});
  EXPECT_EQ(read.parents("a::b.c"), Strings{"a"});
}

// ---- Edges

TEST(TaxonomyEdges, AHeaderSaysWhichColumnIsWhich) {
  for (const char* bytes :
       {"parent,child\na,b\na,c\nb,d\nc,d\n", "child\tparent\nb\ta\nc\ta\nd\tb\nd\tc\n",
        "Broader;Narrower\na;b\na;c\nb;d\nc;d\n", "parent child\na b\na c\nb d\nc d\n",
        "source,target\na,b\na,c\na,x\nb,d\nc,d\nx,d\n"}) {
    const ReadForm read = text(bytes);
    EXPECT_EQ(read.facts.format, "edges") << bytes;
    EXPECT_EQ(read.parents("b"), Strings{"a"}) << bytes;
    EXPECT_GE(read.parents("d").size(), 2u) << bytes;
    EXPECT_FALSE(read.taxonomy.is_tree());
    EXPECT_EQ(read.taxonomy.depth(*read.taxonomy.find("d")), 2u);
    EXPECT_TRUE(read.taxonomy.root());
  }
}

TEST(TaxonomyEdges, WithoutAHeaderTheOrientationIsFound) {
  const std::string down = "n1 n2\nn1 n3\nn2 n4\nn2 n5\n", up = "n2 n1\nn3 n1\nn4 n2\nn5 n2\n";
  EXPECT_EQ(text(down).facts.detail, "parent first");
  EXPECT_EQ(text(up).facts.detail, "child first");
  EXPECT_EQ(text(down).taxonomy.fingerprint(), text(up).taxonomy.fingerprint());
  EXPECT_EQ(text("1\t11\n11\t111\n").facts.detail, "parent first");   // codes begin alike
  EXPECT_EQ(text("11\t1\n111\t11\n").parents("111"), Strings{"11"});  // a chain
  const ReadForm diamond = text("a,b\na,c\nb,d\nc,d\n");              // the same upside down
  EXPECT_EQ(diamond.facts.detail, "parent first, assumed");
  EXPECT_EQ(diamond.facts.notes.size(), 1u);
}

TEST(TaxonomyEdges, ACycleIsFoundAtOnce) {
  EXPECT_EQ(fault("parent,child\na,b\nb,c\nc,a\nr,d\n"),
            "h: error [taxonomy-cycle]: the hierarchy has a cycle: 'a' > 'b' > 'c' > 'a'");
  EXPECT_EQ(fault("parent,child\na,a\n"),
            "h:2: error [taxonomy-cycle]: class 'a' is its own parent");
}

TEST(TaxonomyEdges, NodeListsHaveTitlesAndNoParentAbove) {
  const ReadForm read = text("code,parent,title\n1,,Things\n2,1,Animals\n3,2,\"Dogs, cats\"\n");
  EXPECT_EQ(read.title("3"), "Dogs, cats");
  EXPECT_EQ(read.parents("3"), Strings{"2"});
  EXPECT_FALSE(read.findings.faulty());
  EXPECT_EQ(text("1,,Things\n2,1,Animals\n3,2,Dogs\n").title("2"), "Animals");
  const ReadForm root = text("id\tparent\n2\t0\n3\t0\n4\t3\n");
  EXPECT_EQ(root.facts.notes.at(0), "'0' is named as a parent only: it is taken as the root");
  EXPECT_TRUE(root.taxonomy.root());
  const ReadForm lost = text("id\tparent\n2\t0\n3\t7\n4\t3\n");
  EXPECT_EQ(lost.findings.unknown_parents, (Strings{"0", "7"}));
  EXPECT_EQ(text("id\tparents\n1\t\n2\t\n3\t1;2\n").parents("3"), (Strings{"1", "2"}));
}

TEST(TaxonomyEdges, AParentMayHaveAllItsChildrenOnOneLine) {
  const ReadForm read = text("Root\tA\tB\nA\ta1\ta2\ta3\nB\tb1\n");
  EXPECT_EQ(read.parents("a3"), Strings{"A"});
  EXPECT_EQ(read.parents("B"), Strings{"Root"});
  EXPECT_EQ(read.taxonomy.code(*read.taxonomy.root()), "Root");
  EXPECT_EQ(text("parent\tchildren\nRoot\tA\tB\nA\ta1\n").parents("B"), Strings{"Root"});
}

TEST(TaxonomyEdges, FewTopsAndManyLeavesTellParentsFromChildren) {
  // A graph in which most classes are parents: 7 children and 6 parents, one top and two leaves.
  const std::string up = "b\ta\nc\tb\nd\tc\ne\td\nf\td\ng\te\nf\te\ng\tf\nh\te\nh\td\n";
  EXPECT_EQ(text(up).facts.detail, "child first");
  EXPECT_EQ(text(up).parents("c"), Strings{"b"});
}

TEST(TaxonomyEdges, WhatCannotBeToldIsAnError) {
  EXPECT_TRUE(says(fault("a\tb\nc\td\n"), "a code and its title or a parent and its child"));
  EXPECT_TRUE(says(fault("1,0,Things\n2,1,Animals\n3,2,Dogs\n"), "a code, its parent and its"));
  EXPECT_TRUE(says(fault("a,b,c\nd,e,f\n"), "nothing shows"));
  EXPECT_EQ(text("a\tb\nc\td\n", TaxonomyFormat::edges).parents("d"), Strings{"c"});
  EXPECT_EQ(text("a\tb\nc\td\n", TaxonomyFormat::prefix).title("c"), "d");
  EXPECT_TRUE(says(fault("a\nb\n", TaxonomyFormat::edges), "no line holds a parent and a child"));
  EXPECT_EQ(fault("parent,child\na,b,c\n"),
            "h:2: error [bad-format]: expected 2 cells, as in the header, found 3");
}

TEST(TaxonomyEdges, CellsMayBeQuoted) {
  const ReadForm read = text("parent,child\n\"a, x\",b\nb,\"c \"\"q\"\"\"\n");
  EXPECT_EQ(read.parents("b"), Strings{"a, x"});
  EXPECT_EQ(read.parents("c \"q\""), Strings{"b"});
  EXPECT_EQ(fault("parent,child\na,b\n\"a, x,b\n"),
            "h:3:1: error [bad-format]: the quote that opens here is never closed");
  EXPECT_EQ(fault("parent,child\na,\"b\"x\n"),
            "h:2:6: error [bad-format]: text follows the quote that closes a cell");
}

// ---- Paths and levels

TEST(TaxonomyPaths, CodesArePathsAndLastNamesStandForThem) {
  const ReadForm read = text("Food > Fruit > Apple\nFood > Fruit > Pear\nToys > Balls\n");
  EXPECT_EQ(read.facts.format, "paths");
  EXPECT_EQ(read.taxonomy.size(), 6u);
  EXPECT_EQ(read.parents("Food > Fruit > Pear"), Strings{"Food > Fruit"});
  EXPECT_EQ(read.found("Pear"), "Food > Fruit > Pear");
  EXPECT_EQ(read.found("Food"), "Food");
  EXPECT_FALSE(read.taxonomy.root());
}

TEST(TaxonomyPaths, AnySeparatorIsFound) {
  for (const std::string between : {" > ", "/", " / ", "::", ";", "|", ">", " -> ", "\\", " » "}) {
    const ReadForm read = text("Food" + between + "Fruit" + between + "Apple\nFood" + between +
                               "Bread\nToys" + between + "Balls\nToys\n");
    EXPECT_EQ(read.facts.format, "paths") << between;
    EXPECT_EQ(read.taxonomy.size(), 6u) << between;
    EXPECT_EQ(read.found("Apple"), "Food" + between + "Fruit" + between + "Apple");
  }
}

TEST(TaxonomyPaths, IdsStandInFrontOrBeside) {
  const ReadForm read = text(
      "# Version: 2021-09-21\n1 - Animals & Pets\n3237 - Animals & Pets > Live Animals\n"
      "2 - Animals & Pets > Supplies\n4 - Arts, Crafts\n5 - Arts, Crafts > Supplies\n");
  EXPECT_EQ(read.taxonomy.size(), 5u);
  EXPECT_EQ(read.found("3237"), "Animals & Pets > Live Animals");
  EXPECT_EQ(read.found("Live Animals"), "Animals & Pets > Live Animals");
  EXPECT_EQ(read.found("Supplies"), "no such code");  // at two places
  EXPECT_EQ(read.findings.same_names, Strings{"Supplies"});
  const ReadForm beside = text("id,path\n7,A > B\n8,A > C\n");
  EXPECT_EQ(beside.found("8"), "A > C");
}

TEST(TaxonomyPaths, DepthHasALimit) {
  std::string path = "a";
  for (int i = 1; i < 257; ++i) path += " > a";
  EXPECT_TRUE(says(fault(path + "\n"), "h:1: error [too-large]: the path has 257 levels"));
}

TEST(TaxonomyLevels, EmptyCellsAreNoClasses) {
  const ReadForm read = text("level1,level2,level3\nA,B,\nC,D,\nC,D,\"E, x\"\n");
  EXPECT_EQ(read.facts.format, "levels");
  EXPECT_EQ(read.codes(), (Strings{"A", "C", "A > B", "C > D", "C > D > E, x"}));
  EXPECT_EQ(read.found("E, x"), "C > D > E, x");
  EXPECT_EQ(text("id,L2,L1\n1,B,A\n2,C,A\n").parents("A > C"), Strings{"A"});
  const ReadForm gap = text("L1\tL2\tL3\nA\t\tC\n");
  EXPECT_EQ(gap.parents("A > C"), Strings{"A"});
  EXPECT_TRUE(says(gap.facts.notes.at(0), "1 row with an empty cell before a filled one"));
  EXPECT_TRUE(says(fault("L1,L2\nA > B,C\n"), "which joins levels"));
}

// ---- Bytes

TEST(TaxonomyText, NothingIsAClearError) {
  for (const char* bytes : {"", "\n\n", "# only a comment\n", "  \t \n"}) {
    EXPECT_TRUE(says(fault(bytes), "h: error [bad-taxonomy]: holds no line with a class")) << bytes;
  }
  EXPECT_TRUE(says(fault("code\n"), "has no classes"));
  EXPECT_TRUE(says(fault("parent,child\n"), "has no classes"));
  EXPECT_EQ(fault("code,title\n,x\n"), "h:2: error [bad-taxonomy]: the code is empty");
}

TEST(TaxonomyText, LinesMayBeMarkedButCodesWithASignAreKept) {
  EXPECT_EQ(text("#parent\tchild\n#a\t#b\n# a remark\n#a\t#c\n").codes(),
            (Strings{"#a", "#b", "#c"}));
}

TEST(TaxonomyText, TheOrderOfLinesNeverMatters) {
  const ReadForm one = text("11-0000\n11-1000\n11-1010\n11-1011\n13-0000\n13-1011\n");
  const ReadForm other = text("13-1011\n11-1011\n11-1010\n13-0000\n11-1000\n11-0000\n");
  EXPECT_EQ(one.taxonomy.fingerprint(), other.taxonomy.fingerprint());
  EXPECT_EQ(one.facts.notes, other.facts.notes);
}

// ---- And back

TEST(TaxonomyWriting, EdgesReadBackAreTheSame) {
  const Taxonomy isco = read_taxonomy("isco08", {});
  EXPECT_EQ(text(taxonomy_to_edges(isco)).taxonomy.fingerprint(), isco.fingerprint());
  for (const char* bytes :
       {"parent,child\na,b\na,c\nb,d\nc,d\n", "parent,child\nr,s\n,lonely\n",
        "Food > Fruit > Apple\nFood > Bread\n", "L1,L2\nA,\"B\tC\"\nA,\"#x\"\nA,\"\"\"q\"\n",
        "11-0000\n11-1000\n11-1010\n11-1011\n", "parent,child\n\"# x\",y\n\"\"\"z\",w\n",
        "code\n1\n2\n", "code\nx\n"}) {
    const ReadForm read = text(bytes);
    const std::string edges = taxonomy_to_edges(read.taxonomy);
    EXPECT_EQ(text(edges).taxonomy.fingerprint(), read.taxonomy.fingerprint()) << edges;
  }
  EXPECT_EQ(taxonomy_to_edges(text("parent,child\na,b\n,c\n").taxonomy),
            "parent\tchild\n\tc\na\tb\n");
  // A single top that is a class: its depth says so.
  EXPECT_EQ(taxonomy_to_edges(text("11-0000\n11-1000\n").taxonomy),
            "parent\tchild\tdepth\n\t11-0000\t1\n11-0000\t11-1000\t2\n");
}

TEST(TaxonomyWriting, PathsAreOneForEveryWay) {
  const ReadForm dag = text("parent,child\na,b\na,c\nb,d\nc,d\n");
  EXPECT_EQ(taxonomy_to_paths(dag.taxonomy, false),
            "path\na\na > b\na > b > d\na > c\na > c > d\n");
  const ReadForm paths = text("Food/Fruit/Apple\nFood/Bread\n");
  const std::string written = taxonomy_to_paths(paths.taxonomy, true);
  EXPECT_EQ(text(written).taxonomy.fingerprint(), paths.taxonomy.fingerprint());
  EXPECT_THROW(static_cast<void>(taxonomy_to_paths(text("A > B\n").taxonomy, false)), Error);
}

TEST(TaxonomyWriting, ALatticeHasTooManyPathsAndAChainTooManyBytes) {
  const auto name = [](int i) { return std::string("n").append(std::to_string(i)); };
  std::string lattice = "parent,child\n", chain = lattice;
  for (int i = 0; i < 80; ++i) {  // 2^80 ways
    const std::string above = name(i), below = name(i + 1);
    lattice += above + "," + above + "l\n" + above + "," + above + "r\n";
    lattice += above + "l," + below + "\n" + above + "r," + below + "\n";
  }
  const ReadForm dag = text(lattice);
  try {
    static_cast<void>(taxonomy_to_paths(dag.taxonomy, false));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::too_large);
    EXPECT_TRUE(says(error.fact(), "more than 2^64 paths")) << error.fact();
  }
  for (int i = 0; i < 100'000; ++i) {
    chain += name(i) + ',' + name(i + 1) + '\n';
  }
  const ReadForm deep = text(chain);
  EXPECT_EQ(deep.taxonomy.n_levels(), 100'000u);
  EXPECT_EQ(text(taxonomy_to_edges(deep.taxonomy)).taxonomy.fingerprint(),
            deep.taxonomy.fingerprint());
  EXPECT_THROW(static_cast<void>(taxonomy_to_paths(deep.taxonomy, false)), Error);
}

}  // namespace
}  // namespace tallystick
