// Shards of any number hold every example once: merged, they are one run's counts to the byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/states/shards.hpp"

namespace tallystick {
namespace {

using Random = std::mt19937;

std::size_t below(Random& draw, std::size_t n) { return draw() % n; }

std::string labels(Random& draw, std::string_view separator) {
  std::string text;
  for (std::size_t n = below(draw, 4); n != 0; --n) {
    text.append(text.empty() ? "" : separator).append(1, static_cast<char>('a' + below(draw, 5)));
  }
  return text;
}

/// Files of one data set, gone afterwards.
class Files {
 public:
  explicit Files(std::vector<std::string> texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      paths.push_back(
          (std::filesystem::temp_directory_path() /
           (std::string("shard_law_") +
            testing::UnitTest::GetInstance()->current_test_info()->name() + std::to_string(i)))
              .string());
      std::ofstream(paths[i], std::ios::binary) << texts[i];
    }
  }
  ~Files() {
    for (const std::string& path : paths) std::filesystem::remove(path);
  }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  std::vector<std::string> paths;
};

/// Also tells that all ways of dividing were tried: small files in many shards, and few.
void check_law(const std::function<std::vector<std::string>(Random&, std::size_t rows)>& make,
               EvaluateOptions options) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    Random draw(seed);
    const std::size_t rows = 1 + below(draw, seed < 6 ? 12 : 4000);
    const Files files(make(draw, rows));
    options.read.shard = {};
    options.threads = 1 + seed % 2;
    const std::string whole = tally_files(files.paths, options).tally.save();
    const auto count = static_cast<std::uint32_t>(2 + below(draw, seed % 3 == 0 ? 40 : 5));
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) order[i] = i + 1;
    std::shuffle(order.begin(), order.end(), draw);
    Tally merged;
    std::uint64_t most = 0;
    for (const std::uint32_t index : order) {
      options.read.shard = {index, count};
      const Tallied part = tally_files(files.paths, options);
      most = std::max(most, part.tally.n_examples());
      ASSERT_TRUE(part.tally.rules().contains(kShardRule));
      if (index == order[0]) {
        merged = Tally::load(part.tally.save(), "part");
      } else {
        merged.merge(Tally::load(part.tally.save(), "part"), "part");
      }
    }
    EXPECT_EQ(merged.save(), whole) << rows << " rows, " << count << " shards, seed " << seed;
    if (rows > 3000) {
      EXPECT_LT(most, merged.n_examples());
    }
  }
}

TEST(ShardLaw, JsonLinesInOneFile) {
  const auto make = [](Random& draw, std::size_t rows) {
    std::string text;
    for (std::size_t i = 0; i < rows; ++i) {
      text += "{\"id\": " + std::to_string(draw() % 2 + 2 * i) + ", \"true\": [";
      const std::string t = labels(draw, "\", \""), p = labels(draw, "\", \"");
      if (!t.empty()) text += '"' + t + '"';
      text += "], \"pred\": [";
      if (!p.empty()) text += '"' + p + '"';
      text += i % 7 == 0 ? "]}\r\n" : i % 5 == 0 ? "]}\n\n" : "]}\n";
    }
    if (rows % 2 == 0) text.pop_back();
    return std::vector<std::string>{text};
  };
  check_law(make, {});
}

/// A label list, labels with numbers, or neither.
std::string some_numbers(Random& draw, std::string_view numbers, std::size_t kinds) {
  const std::size_t kind = below(draw, kinds);
  if (kind == 2) return "[]";
  std::string text;
  for (std::size_t n = below(draw, 4); n != 0; --n) {
    text += text.empty() ? "\"" : ", \"";
    text.append(1, static_cast<char>('a' + 2 * n + below(draw, 2))).append(1, '"');
    if (kind != 0) text.append(": ").append(1, numbers[below(draw, numbers.size())]);
  }
  return kind == 0 ? '[' + text + ']' : '{' + text + '}';
}

TEST(ShardLaw, JsonLinesOfWhichSomeHaveScoresOrGrades) {
  for (const bool two_files : {false, true}) {
    for (const bool all_scored : {false, true}) {
      const auto make = [=](Random& draw, std::size_t rows) {
        std::vector<std::string> texts(two_files ? 2 : 1);
        for (std::size_t i = 0; i < rows; ++i) {
          const std::string t = some_numbers(draw, "0123", 3), id = std::to_string(i);
          // In long stretches no label has a score, or all have one.
          const std::string scored = "{\"a\": 0." + std::to_string(below(draw, 9)) + '}';
          const std::string predicted =
              all_scored || i % 1000 < 500 ? scored : some_numbers(draw, "01", 3);
          texts[0] += "{\"id\": " + id + ", \"g\": \"" + id.back() + "\", \"true\": " + t;
          if (two_files) texts[1] += "{\"id\": " + id;
          texts.back() += ", \"pred\": " + predicted + "}\n";
          if (two_files) texts[0] += "}\n";
        }
        return texts;
      };
      EvaluateOptions options;
      if (all_scored) options.measures = "ndcg,f1_micro";
      check_law(make, options);
      options.interval.method = IntervalMethod::bootstrap;
      options.interval.cluster = "g";
      check_law(make, options);
    }
  }
}

TEST(ShardLaw, LinesByPosition) {
  const auto make = [](Random& draw, std::size_t rows) {
    std::vector<std::string> texts(2);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::string& text : texts) text += labels(draw, " ") + '\n';
    }
    return texts;
  };
  EvaluateOptions options;
  options.read.format = Format::lines;
  check_law(make, options);
}

TEST(ShardLaw, MarkedWordsWithScores) {
  const auto make = [](Random& draw, std::size_t rows) {
    std::vector<std::string> texts(2);
    for (std::size_t i = 0; i < rows; ++i) {
      texts[0] += "__label__a some text";
      texts[1] += "__label__a 0.9";
      for (std::size_t n = below(draw, 3); n != 0; --n) {
        texts[0] += " __label__" + std::to_string(n);
        texts[1] += " __label__" + std::to_string(n) + " 0." + std::to_string(below(draw, 9));
      }
      for (std::string& text : texts) text += i + 1 == rows && draw() % 2 == 0 ? "" : "\n";
    }
    return texts;
  };
  EvaluateOptions options;
  options.read.format = Format::fasttext;
  options.measures = "lrap,f1_micro";
  check_law(make, options);
}

TEST(ShardLaw, ASparseHeaderInOneOfTwoFiles) {
  const auto make = [](Random& draw, std::size_t rows) {
    std::vector<std::string> texts = {std::to_string(rows) + " 9 6\n", ""};
    for (std::size_t i = 0; i < rows; ++i) {
      texts[0] += std::to_string(below(draw, 6)) + " 7:0.5\n";
      texts[1] += std::to_string(below(draw, 6)) + ":0.5 9:0.25\n";
    }
    texts[1] = "";
    for (std::size_t i = 0; i < rows; ++i) texts[1] += std::to_string(below(draw, 6)) + ":0.5\n";
    return texts;
  };
  EvaluateOptions options;
  options.read.format = Format::xmc;
  options.measures = "precision@1";
  check_law(make, options);
}

/// Rows of two tables in different orders, with ids that one of them lacks.
std::vector<std::string> tables(Random& draw, std::size_t rows,
                                const std::function<std::string(std::size_t, Random&)>& row,
                                const std::vector<std::string>& headers) {
  std::vector<std::string> texts = headers;
  for (std::size_t file = 0; file < 2; ++file) {
    std::vector<std::size_t> ids(rows);
    for (std::size_t i = 0; i < rows; ++i) ids[i] = i + (rows > 20 ? 5 * file : 0);
    std::shuffle(ids.begin(), ids.end(), draw);
    for (const std::size_t id : ids) texts[file] += row(id, draw);
  }
  return texts;
}

TEST(ShardLaw, LongTablesThatLackIds) {
  const auto make = [](Random& draw, std::size_t rows) {
    const auto row = [](std::size_t id, Random& random) {
      std::string text;
      for (std::size_t n = below(random, 3) + 1; n != 0; --n) {
        text += "doc" + std::to_string(id) + '\t' + static_cast<char>('a' + n) + '\n';
      }
      return text;
    };
    return tables(draw, rows, row, {"id\tlabel\n", "id\tlabel\n"});
  };
  EvaluateOptions options;
  options.read.missing = Missing::empty;
  options.read.extra = Extra::drop;
  check_law(make, options);
}

TEST(ShardLaw, ScoresOfWhichTheHighestStays) {
  const auto make = [](Random& draw, std::size_t rows) {
    const auto row = [](std::size_t id, Random& random) {
      std::string text;
      for (std::size_t n = 0; n < 3; ++n) {
        text += 'd' + std::to_string(id) + '\t' + static_cast<char>('a' + below(random, 2)) +
                "\t0." + std::to_string(below(random, 9)) + '\n';
      }
      return text;
    };
    std::vector<std::string> texts =
        tables(draw, rows, row, {"id\tlabel\tscore\n", "id\tlabel\tscore\n"});
    texts[0] = "id\tlabel\n";
    for (std::size_t id = 0; id < rows + 10; ++id) texts[0] += 'd' + std::to_string(id) + "\ta\n";
    return texts;
  };
  EvaluateOptions options;
  options.read.duplicates = Duplicates::max;
  options.read.missing = Missing::drop;
  options.measures = "f1_micro,ndcg";
  check_law(make, options);
}

TEST(ShardLaw, QuotedCellsWithNewlines) {
  const auto make = [](Random& draw, std::size_t rows) {
    std::string text = "id,true,pred\n";
    for (std::size_t i = 0; i < rows; ++i) {
      text += "\"doc\n" + std::to_string(i) + "\",\"" + labels(draw, ";") + "\",";
      text += draw() % 2 == 0 ? "\"a\nb;c\"\n" : labels(draw, ";") + '\n';
    }
    return std::vector<std::string>{text};
  };
  check_law(make, {});
}

TEST(ShardLaw, TablesWithoutIds) {
  for (const bool quotes : {false, true}) {
    const auto make = [quotes](Random& draw, std::size_t rows) {
      std::string text = "true,pred\n";
      for (std::size_t i = 0; i < rows; ++i) {
        text += labels(draw, ";") + ',' + labels(draw, ";") + 'a' + '\n';
      }
      if (quotes) text += "\"a\nb\",\"a\nb\"\n";
      return std::vector<std::string>{text};
    };
    check_law(make, {});
  }
}

TEST(ShardLaw, ColumnsOfZeroAndOne) {
  const auto make = [](Random& draw, std::size_t rows) {
    const auto row = [](std::size_t id, Random& random) {
      std::string text = "doc" + std::to_string(id);
      for (int n = 0; n < 4; ++n) text += random() % 2 == 0 ? "\t0" : "\t1";
      return text + '\n';
    };
    return tables(draw, rows, row, {"id\tw\tx\ty\tz\n", "id\tw\tx\ty\tz\n"});
  };
  EvaluateOptions options;
  options.read.format = Format::indicator;
  options.read.missing = Missing::empty;
  options.read.extra = Extra::drop;
  check_law(make, options);
}

TEST(Shard, ARepeatedIdIsSeenWhereIdsAreHashed) {
  std::string text = "id,true,pred\n";
  for (int i = 0; i < 100; ++i) text += std::to_string((i * 37) % 99) + ",a,b\n";
  const Files files({text});
  int n_failed = 0;
  for (std::uint32_t index = 1; index <= 4; ++index) {
    EvaluateOptions options;
    options.read.shard = {index, 4};
    try {
      (void)tally_files(files.paths, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::duplicate_id);
      ++n_failed;
    }
  }
  EXPECT_EQ(n_failed, 1);
}

TEST(Shard, AFaultBehindTheFirstShardHasItsLine) {
  std::string text;
  for (int i = 1; i <= 100; ++i) {
    text += i == 90 ? "{\"true\": [\"a\"], \"pred\": 7x}\n" : "{\"true\": [\"a\"], \"pred\": []}\n";
  }
  const Files files({text});
  EvaluateOptions options;
  options.read.shard = {3, 3};
  try {
    (void)tally_files(files.paths, options);
    FAIL() << "line 90 is not JSON";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(":90:"), std::string::npos) << error.what();
  }
  options.read.shard = {1, 3};
  EXPECT_NO_THROW((void)tally_files(files.paths, options));
}

TEST(Shard, FilesOfDifferentLengthsFailInEveryShard) {
  const Files files({"a\nb\nc\nd\n", "a\nb\nc\n"});
  for (std::uint32_t index = 1; index <= 3; ++index) {
    EvaluateOptions options;
    options.read.format = Format::lines;
    options.read.shard = {index, 3};
    EXPECT_THROW((void)tally_files(files.paths, options), Error);
  }
}

TEST(Shard, TextsOfShardsAreAddedUp) {
  EXPECT_EQ(together("1/3 of x", "3/3 of x", {}), "1,3/3 of x");
  EXPECT_EQ(together("1,3/3 of x", "2/3 of x", {}), "");
  EXPECT_EQ(together("", "2/3 of x", {}), "2/3 of x");
  EXPECT_EQ(together("1/2 of y", "2/3 of x", {}), "2/3 of x\n1/2 of y");
  EXPECT_EQ(missing_shards("2,3/5 of x (7 bytes)"), "shards 1, 4 and 5 of 5 of x (7 bytes)");
  EXPECT_THROW((void)together("1/3 of x", "1/3 of x", {}), Error);
  EXPECT_THROW((void)together("1/3 of x", "2/4 of x", {}), Error);
  for (const char* const broken :
       {"1 of x", "0/3 of x", "4/3 of x", "1,1/3 of x", "/3 of x", "x"}) {
    EXPECT_THROW((void)together(broken, "", {}), Error) << broken;
  }
}

}  // namespace
}  // namespace tallystick
