#include "tallystick/groups.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "tallystick/base/error.hpp"

namespace tallystick {
namespace {

/// A file of the test's own, gone afterwards.
class TextFile {
 public:
  TextFile(const std::string& name, const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + name)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

EvaluateOptions by(const std::string& column) {
  EvaluateOptions options;
  options.read.by = column;
  return options;
}

Tallied tallied(std::vector<std::string> paths, const EvaluateOptions& options) {
  return tally_files(paths, options);
}

const char* const kOne = "id,true,pred,lang\n1,a;b,a,en\n2,b,b,en\n3,c,,fr\n4,a,b,fr\n5,b;c,b;c,\n";

TEST(Groups, FiguresOfEachValueByName) {
  const TextFile file(".csv", kOne);
  EvaluateOptions options = by("lang");
  options.measures = "f1_micro,subset_accuracy";
  const Tallied counts = tallied({file.path()}, options);
  Report report = make_report(counts.tally, counts.summary, options);
  add_groups(report, counts, options);
  EXPECT_EQ(report.by, "lang");
  ASSERT_EQ(report.groups.size(), 3u);
  EXPECT_EQ(report.groups[0].name, "(empty)");
  EXPECT_EQ(report.groups[1].name, "en");
  EXPECT_EQ(report.groups[1].n_examples, 2u);
  EXPECT_EQ(report.groups[1].measures[0].value, 0.8);  // tp 2, fp 0, fn 1
  EXPECT_EQ(report.groups[1].measures[1].value, 0.5);
  EXPECT_EQ(report.groups[2].name, "fr");
  EXPECT_EQ(report.groups[2].measures[0].value, 0);
}

/// What one value's counts are, taken from a file of its rows alone.
Tally of_rows(const std::string& rows) {
  const TextFile file("-part.csv", "id,true,pred,lang\n" + rows);
  return tallied({file.path()}, by("lang")).tally;
}

TEST(Groups, AreTheCountsOfTheirRowsAlone) {
  const TextFile file(".csv", kOne);
  const Tallied all = tallied({file.path()}, by("lang"));
  Report alone = make_report(of_rows("1,a;b,a,en\n2,b,b,en\n"), {}, by("lang"));
  const Report group = make_report(all.groups.at("en"), {}, by("lang"));
  ASSERT_EQ(group.measures.size(), alone.measures.size());
  EXPECT_EQ(group.n_labels, alone.n_labels);
  for (std::size_t i = 0; i < alone.measures.size(); ++i) {
    EXPECT_EQ(group.measures[i].value, alone.measures[i].value) << alone.measures[i].name;
  }
}

TEST(Groups, ComeFromEveryLayoutThatHasColumns) {
  const std::string predictions = "id,labels\n1,a\n2,b\n3,\n4,b\n";
  const TextFile pred("-pred.csv", predictions);
  const std::vector<std::pair<std::string, std::string>> truths = {
      {".csv", "lang,id,labels\nen,1,a;b\nen,2,b\nfr,3,c\nfr,4,a\n"},
      {".tsv", "id\tlabel\tlang\n1\ta\ten\n1\tb\ten\n2\tb\ten\n3\tc\tfr\n4\ta\tfr\n"},
      {"-apart.tsv", "id\tlabel\tlang\n1\ta\ten\n2\tb\ten\n3\tc\tfr\n4\ta\tfr\n1\tb\ten\n"},
      {"-quoted.csv", "id,labels,lang\n1,\"a;b\",\"en\"\n2,b,en\n3,c,fr\n4,a,fr\n"},
      {"-matrix.csv", "id,a,b,c,lang\n1,1,1,0,en\n2,0,1,0,en\n3,0,0,1,fr\n4,1,0,0,fr\n"},
      {".jsonl",
       "{\"id\":\"1\",\"true\":[\"a\",\"b\"],\"lang\":\"en\"}\n{\"id\":\"2\",\"true\":[\"b\"],"
       "\"lang\":\"en\"}\n{\"id\":\"3\",\"true\":[\"c\"],\"lang\":\"fr\"}\n"
       "{\"id\":\"4\",\"true\":[\"a\"],\"lang\":\"fr\"}\n"}};
  for (const auto& [name, text] : truths) {
    const TextFile truth(name, text);
    // Predictions in other orders too: what is joined by a table of ids keeps its groups.
    const TextFile shuffled("-shuffled.csv", "id,labels\n4,b\n1,a\n3,\n2,b\n");
    for (const std::string& path : {pred.path(), shuffled.path()}) {
      const Tallied found = tallied({truth.path(), path}, by("lang"));
      ASSERT_EQ(found.groups.size(), 2u) << name;
      EXPECT_EQ(found.groups.at("en").n_examples(), 2u) << name;
      const Report report = make_report(found.groups.at("en"), {}, [] {
        EvaluateOptions options;
        options.measures = "f1_micro";
        return options;
      }());
      EXPECT_EQ(report.measures[0].value, 0.8) << name << ' ' << path;
    }
  }
}

TEST(Groups, NumbersAndTruthValuesOfJsonAreTheirText) {
  const TextFile file(".jsonl",
                      "{\"id\":\"1\",\"true\":[\"a\"],\"pred\":[],\"year\":2021}\n"
                      "{\"id\":\"2\",\"true\":[\"a\"],\"pred\":[],\"year\":true}\n"
                      "{\"id\":\"3\",\"true\":[\"a\"],\"pred\":[],\"year\":null}\n");
  const Tallied found = tallied({file.path()}, by("year"));
  std::string names;
  for (const auto& [name, tally] : found.groups) names.append(name).append(" ");
  EXPECT_EQ(names, "(empty) 2021 true ");
}

std::string fault(const std::vector<std::string>& paths, const EvaluateOptions& options) {
  try {
    static_cast<void>(tallied(paths, options));
  } catch (const Error& error) {
    return error.fact();
  }
  return "nothing was refused";
}

TEST(Groups, RefuseWhatNamesNoGroup) {
  const TextFile one(".csv", kOne);
  EXPECT_EQ(fault({one.path()}, by("land")),
            "column 'land' is not among the columns: id, true, pred, lang");
  EXPECT_NE(fault({one.path()}, by("true")).find("asked for two purposes"), std::string::npos);
  const TextFile objects(".jsonl", "{\"id\":\"1\",\"true\":[\"a\"],\"pred\":[],\"lang\":[]}\n");
  EXPECT_NE(fault({objects.path()}, by("lang")).find("neither a text nor a number"),
            std::string::npos);
  EXPECT_NE(fault({objects.path()}, by("year")).find("'year' is not among the keys"),
            std::string::npos);
  const TextFile lines(".txt", "a b\nb\n");
  EvaluateOptions by_position = by("lang");
  by_position.read.format = Format::lines;
  EXPECT_NE(fault({lines.path(), lines.path()}, by_position).find("has none beside ids"),
            std::string::npos);
}

TEST(Groups, OneIdBelongsToOneGroup) {
  const TextFile pred("-pred.csv", "id,label\n1,a\n2,b\n");
  const TextFile near(".tsv", "id\tlabel\tlang\n1\ta\ten\n1\tb\tfr\n2\tb\ten\n");
  EXPECT_EQ(fault({near.path(), pred.path()}, by("lang")),
            "id '1' belongs to 'fr' here, but to 'en' on an earlier line");
  const TextFile apart("-apart.tsv", "id\tlabel\tlang\n1\ta\ten\n2\tb\ten\n1\tb\tfr\n");
  EXPECT_EQ(fault({apart.path(), pred.path()}, by("lang")),
            "id '1' belongs to 'fr' here, but to 'en' on an earlier line");
}

TEST(Groups, RefuseAColumnOfNames) {
  std::string text = "id,true,pred,name\n";
  for (int i = 0; i < 1001; ++i) {
    const std::string n = std::to_string(i);
    text.append(n).append(",a,a,n").append(n).append("\n");
  }
  const TextFile file(".csv", text);
  EXPECT_NE(fault({file.path()}, by("name")).find("more than 1000 values"), std::string::npos);
}

/// Rows in a random order, with sets of up to three of six labels.
std::string random_rows(std::uint32_t seed, bool shuffled) {
  std::mt19937 random(seed);
  std::vector<std::string> rows;
  for (int id = 0; id < 400; ++id) {
    std::string row = std::to_string(1000 + id);
    for (int side = 0; side < 2; ++side) {
      row += ',';
      for (unsigned i = random() % 4; i > 0; --i) {
        row += std::string(1, static_cast<char>('a' + random() % 6)) + (i > 1 ? ";" : "");
      }
    }
    rows.push_back(row.append(",g").append(std::to_string(random() % 5)).append("\n"));
  }
  if (shuffled) std::shuffle(rows.begin(), rows.end(), random);
  std::string text = "id,true,pred,part\n";
  for (const std::string& row : rows) text += row;
  return text;
}

TEST(GroupsLaws, GroupsAddUpToTheWholeOnAnyNumberOfThreads) {
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    const TextFile file(".csv", random_rows(seed, false));
    const TextFile shuffled("-shuffled.csv", random_rows(seed, true));
    EvaluateOptions options = by("part");
    const Tallied one = tallied({file.path()}, options);
    Tally sum;
    bool first = true;
    for (const auto& [name, tally] : one.groups) {
      if (first) {
        sum = tally;
      } else {
        sum.merge(tally);
      }
      first = false;
    }
    EXPECT_TRUE(sum == one.tally) << "seed " << seed;
    options.threads = 3;
    for (const std::string& path : {file.path(), shuffled.path()}) {
      const Tallied other = tallied({path}, options);
      ASSERT_EQ(other.groups.size(), one.groups.size());
      for (const auto& [name, tally] : one.groups) {
        EXPECT_TRUE(other.groups.at(name) == tally) << "seed " << seed << ", group " << name;
      }
    }
  }
}

}  // namespace
}  // namespace tallystick
