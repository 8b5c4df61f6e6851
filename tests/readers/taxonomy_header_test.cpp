#include <gtest/gtest.h>

#include <string>

#include "readers/read_form.hpp"

namespace tallystick {
namespace {

ReadForm text(std::string_view bytes, TaxonomyFormat format = TaxonomyFormat::automatic) {
  TaxonomyOptions options;
  options.format = format;
  return read_form(detail::read_text_taxonomy, bytes, options);
}

// Each table says: 1 above 2, 2 above 3.
TEST(TaxonomyHeader, AWordForParentsWithinANameSettlesTheColumns) {
  for (const std::string header :
       {"category_id,parent_category_id,category_name", "categoryId,parentId,name",
        "CategoryID,ParentID,Title", "ID,ParentCategoryId,Label", "code,parent code,label",
        "Category,Parent Category,Description", "product_type,parent_type,remark", "id,pid,name",
        "uid,parent_uid,name", "term,broader term,label", "skill,parent skill id,x",
        "ISCO08,parent_isco08,title", "concept,Broader_Concept,prefLabel", "node,superClass,title",
        "slug,parent-slug,title", "key,parentKey,name", "skill,parent,name",
        "id,PARENT_ID,has_child", "my thing,parent thing,name"}) {
    const ReadForm read = text(header + "\n1,,one\n2,1,two\n3,2,three\n");
    EXPECT_EQ(read.facts.format, "edges") << header;
    EXPECT_EQ(read.codes(), (Strings{"1", "2", "3"})) << header;
    EXPECT_EQ(read.parents("3"), Strings{"2"}) << header;
    EXPECT_EQ(read.parents("2"), Strings{"1"}) << header;
    EXPECT_FALSE(read.findings.faulty()) << header;
  }
  EXPECT_EQ(text("category_id,parent_category_id,category_name\n1,,one\n2,1,two\n").title("2"),
            "two");
}

TEST(TaxonomyHeader, ColumnsMayComeInAnyOrder) {
  for (const char* bytes :
       {"parent_category,size,category\n,7,a\na,8,b\n", "parentId\tchildId\na\tb\n",
        "Sub Category;Parent Category\nb;a\n", "parent_name,id,name,parent_id\n,a,x,\nx,b,y,a\n",
        "id,name,parent_name\n1,a,\n2,b,a\n", "parent_code child_code\na b\n",
        "n_children,parent_id,id\n1,,a\n0,a,b\n", "Category|Parent\na|\nb|a\n",
        "child_name,parent_name,child_id,parent_id\ny,x,b,a\n"}) {
    const ReadForm read = text(bytes);
    EXPECT_EQ(read.codes(), (Strings{"a", "b"})) << bytes;
    EXPECT_EQ(read.parents("b"), Strings{"a"}) << bytes;
  }
}

TEST(TaxonomyHeader, ParentsMayBeNamesWhereTheNameIsNotTheCode) {
  const ReadForm read = text("id,name,parent\n1,Food,\n2,Fruit,Food\n3,Apple,Fruit\n");
  EXPECT_EQ(read.codes(), (Strings{"Food", "Fruit", "Apple"}));
  EXPECT_EQ(read.parents("Apple"), Strings{"Fruit"});
  EXPECT_EQ(read.facts.notes.back(), "parents are values of column 'name', which is the code");
}

TEST(TaxonomyHeader, ALineOfDataIsNoHeader) {
  EXPECT_TRUE(text("Firms,Parent firms\nFirms,Subsidiaries\n", TaxonomyFormat::edges)
                  .taxonomy.find("Parent firms"));
  EXPECT_EQ(text("7,Care\n70,Parent classes\n701,Parent guides\n").title("70"), "Parent classes");
  EXPECT_EQ(text("70,Parent classes\n7,Care\n701,Parent guides\n").title("70"), "Parent classes");
}

TEST(TaxonomyHeader, NamesOfLevelsAreNoClasses) {
  for (const std::string header :
       {"Department,Category,Subcategory", "Section,Division,Group", "Segment,Family,Class",
        "Major Group,Sub-major group,Minor Group", "Category,Sub-Category,sub sub category",
        "Category Name,Subcategory Name,Type"}) {
    const ReadForm read = text(header + "\nFood,Fruit,Apple\nFood,Bread,\nToys,Balls,\n");
    EXPECT_EQ(read.facts.format, "levels") << header;
    EXPECT_EQ(read.taxonomy.size(), 6u) << header;
    EXPECT_EQ(read.found("Apple"), "Food > Fruit > Apple") << header;
  }
  EXPECT_EQ(text("Subcategory,Category\nFruit,Food\nBread,Food\n").codes(),
            (Strings{"Food", "Food > Bread", "Food > Fruit"}));
  // Edges, where most of the first column is in the second.
  EXPECT_EQ(text("Category,Subcategory\nFood,Fruit\nFruit,Apple\n").codes(),
            (Strings{"Food", "Fruit", "Apple"}));
  EXPECT_EQ(text("Subgroup,Group\nB,A\nC,A\n", TaxonomyFormat::edges).parents("C"), Strings{"A"});
  // A class that is called so stands there again.
  EXPECT_EQ(text("Group,Class\nGroup,Type\n", TaxonomyFormat::levels).codes(),
            (Strings{"Group", "Group > Class", "Group > Type"}));
}

TEST(TaxonomyHeader, AFirstLineThatLooksLikeNamesIsRemarked) {
  const auto notes = [](std::string_view bytes) {
    std::string all;
    for (const std::string& note : text(bytes).facts.notes) all += note + '\n';
    return all;
  };
  EXPECT_NE(notes("lower,upper\n2,1\n3,1\n4,2\n").find("the first line, 'lower,upper', is read as"),
            std::string::npos);
  EXPECT_NE(notes("gruppe\n1\n11\n").find("the first line, 'gruppe', is read"), std::string::npos);
  EXPECT_NE(notes("taxonomy\nA > B\nA > C\n").find("the first line, 'taxonomy', is read"),
            std::string::npos);
  EXPECT_EQ(notes("A\nA > B\nA > C\n").find("the first line"), std::string::npos);
  EXPECT_EQ(notes("A,Farming\n01,Crops\n011,Wheat\n").find("the first line"), std::string::npos);
  EXPECT_EQ(notes("all,1\n1,11\n1,12\n").find("the first line"), std::string::npos);
}

}  // namespace
}  // namespace tallystick
