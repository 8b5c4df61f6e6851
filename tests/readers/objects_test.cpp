// JSON lines.
#include "gather.hpp"

namespace tallystick::testing_readers {
namespace {

Read read_json(const std::string& text, const ReadOptions& options = {},
               const detail::ReadLimits& limits = {}) {
  return read_one(text, options, "f.jsonl", limits);
}

TEST(Objects, ReadsArraysStringsObjectsAndPairs) {
  const std::string text =
      "{\"id\":\"r1\",\"true\":[\"a\",\"b\"],\"pred\":[\"b\"]}\r\n"
      "\n"
      " { \"pred\" : { \"a\" : 0.5 , \"b\" : 0.25 } , \"true\" : \"a\" , \"id\" : 17 } \n"
      "{\"id\":-3,\"true\":[],\"pred\":[{\"label\":\"x\",\"score\":1},{\"score\":0,\"label\":\"y\"}"
      "]}\n"
      "{\"id\":\"r4\",\"true\":[\" c "
      "\",\"\"],\"pred\":\"c\",\"more\":{\"deep\":[1,2.5e3,true,null]}}";
  const Rows expected{"r1: a b | b", "17: a | a", "-3: | x", "r4: c | c"};
  for (const std::size_t chunk : {1u, 50u, 1u << 17}) {
    EXPECT_EQ(read_json(text, {}, chunks_of(chunk)).rows, expected);
  }
  const Read read = read_json(text);
  EXPECT_EQ(read.summary.inputs[0].format, "jsonl");
  EXPECT_EQ(read.summary.inputs[0].columns, (Rows{"id=id", "truth=true", "pred=pred"}));
}

TEST(Objects, Escapes) {
  EXPECT_EQ(read_json("{\"id\":\"\\u0041\\n\",\"true\":[\"caf\\u00e9\",\"\\ud83d\\ude00\"],"
                      "\"pred\":[\"\\\"q\\\\\\/\"]}\n")
                .rows,
            (Rows{"A\n: caf\xC3\xA9 \xF0\x9F\x98\x80 | \"q\\/"}));
}

TEST(Objects, KeysByNameAndTwoFiles) {
  ReadOptions options;
  options.id = "key", options.truth = "gold", options.pred = "out", options.weight = "w";
  EXPECT_EQ(
      read_json("{\"key\":\"1\",\"gold\":\"a\",\"out\":\"b\",\"w\":1.5,\"true\":[3]}\n", options)
          .rows,
      (Rows{"1: a | b x1+8/16"}));
  EXPECT_EQ(
      read_both("{\"id\":1,\"labels\":[\"a\"]}\n{\"id\":2,\"labels\":[]}\n",
                "{\"id\":2,\"predictions\":{\"b\":0.9}}\n{\"id\":1,\"predictions\":{\"a\":0.1}}\n",
                {}, ".jsonl")
          .rows,
      (Rows{"1: a |", "2: | b"}));
  EXPECT_EQ(read_both("1\ta\n", "{\"id\":\"1\",\"label\":\"a\"}\n", {}, "").rows,
            (Rows{"1: a | a"}));
  EXPECT_EQ(read_json("{\"true\":\"a\",\"pred\":\"b\"}\n").rows, (Rows{"1: a | b"}));
}

TEST(Objects, ScoresMeetTheThreshold) {
  ReadOptions options;
  options.threshold = 0.25, options.strictly_above = true;
  EXPECT_EQ(read_json("{\"id\":1,\"true\":[],\"pred\":{\"a\":0.25,\"b\":2.6e-1}}\n", options).rows,
            (Rows{"1: | b"}));
  const std::string twice = "{\"id\":\"r1\",\"true\":[],\"pred\":{\"a\":0.25,\"a\":1}}\n";
  expect_error(ErrorCode::duplicate_score, "f.jsonl:1:40", "label 'a' of id 'r1' is scored twice",
               [&] { read_json(twice); });
  options.duplicates = Duplicates::max;
  EXPECT_EQ(read_json(twice, options).rows, (Rows{"r1: | a"}));
}

TEST(Objects, TruthMayHaveGrades) {
  ReadOptions options;
  options.threshold = 3;  // of predictions alone
  const std::string truth =
      "{\"id\":1,\"true\":{\"a\":2,\"b\":0,\"c\":-1,\"d\":1.0}}\n"
      "{\"id\":2,\"true\":[{\"label\":\"a\",\"score\":1}]}\n{\"id\":3,\"true\":{}}\n"
      "{\"id\":4,\"true\":[\"a\"]}\n";
  const std::string predictions =
      "{\"id\":1,\"pred\":{\"a\":2.5,\"b\":4}}\n{\"id\":2,\"pred\":{}}\n"
      "{\"id\":3,\"pred\":{\"a\":3}}\n{\"id\":4,\"pred\":[]}\n";
  EXPECT_EQ(read_both(truth, predictions, options, "").rows,
            (Rows{"1: a d | b", "2: a |", "3: | a", "4: a |"}));
  EXPECT_EQ(read_one("{\"id\":1,\"true\":{\"a\":1},\"pred\":{\"a\":2}}", options).rows,
            (Rows{"1: a |"}));
  for (const char* const grade : {"0.3", "4294967296", "1e300"}) {
    expect_error(ErrorCode::bad_number, "truth:1:21", std::string("grade '") + grade + "'", [&] {
      (void)read_both("{\"id\":1,\"true\":{\"a\":" + std::string(grade) + "}}", predictions, {},
                      "");
    });
  }
}

TEST(Objects, FaultsHaveLineAndColumn) {
  const std::string good = "{\"id\":1,\"true\":[],\"pred\":[]}\n";
  struct Case {
    const char* line;
    int column;
    const char* words;
  };
  const Case cases[] = {
      {"{\"id\":2,\"true\":[\"a\",],\"pred\":[]}", 21, "expected labels"},
      {"{\"id\":2,\"true\":[\"a\"", 20, "but the line ends"},
      {"{\"id\":2,\"true\":[\"a\"],\"pred\":[]} x", 33, "expected the end of the line"},
      {"{\"id\":2,\"true\":[\"a],\"pred\":[]}", 22, "expected ',' or ']'"},
      {"{\"id\":2,\"true\":null,\"pred\":[]}", 16, "write [] for no labels"},
      {"{\"id\":2,\"true\":[110],\"pred\":[]}", 17, "quote labels"},
      {"{\"id\":2,\"true\":0110,\"pred\":[]}", 16, "quote labels"},
      {"{\"id\":2,\"true\":[true],\"pred\":[]}", 17, "true or false"},
      {"{\"id\":2.5,\"true\":[],\"pred\":[]}", 7, "neither a string nor a whole number"},
      {"{\"id\":null,\"true\":[],\"pred\":[]}", 7, "neither a string nor a whole number"},
      {"{\"id\":\"\",\"true\":[],\"pred\":[]}", 7, "the id is empty"},
      {"{\"id\":2,\"true\":[],\"true\":[],\"pred\":[]}", 19, "stands twice"},
      {"{\"id\":2,\"x\":1,\"true\":[],\"x\":2,\"pred\":[]}", 1, "key 'x' stands twice"},
      {"{\"id\":2,\"true\":[]}", 1, "no key 'pred'"},
      {"{\"id\":2,\"true\":[\"\\x\"],\"pred\":[]}", 18, "unknown escape"},
      {"{\"id\":2,\"true\":[\"\\ud83d\"],\"pred\":[]}", 18, "surrogate"},
      {"{\"id\":2,\"true\":[\"\\u00g0\"],\"pred\":[]}", 20, "four hexadecimal"},
      {"{\"id\":2,\"true\":[\"\\u0000\"],\"pred\":[]}", 18, "zero byte"},
      {"{\"id\":2,\"true\":[\"a\tb\"],\"pred\":[]}", 19, "control byte"},
      {"{\"id\":2,\"true\":[],\"pred\":[],\"x\":tru}", 33, "expected a value"},
      {"{\"id\":2,\"true\":[],\"pred\":[],\"x\":1.}", 33, "malformed"},
      {"{\"id\":2,\"true\":[],\"pred\":[{\"label\":\"a\"}]}", 27, "no 'score'"},
      {"{\"id\":2,\"true\":[],\"pred\":[{\"score\":1}]}", 27, "no 'label'"},
      {"[1]", 1, "expected '{'"},
  };
  for (const Case& one : cases) {
    expect_error(ErrorCode::bad_format, "f.jsonl:2:" + std::to_string(one.column), one.words,
                 [&] { read_json(good + one.line + "\n"); });
  }
  for (const char* bad : {"\"0.5\"", "1e999", "null"}) {
    expect_error(ErrorCode::bad_number, "f.jsonl:2:31", "score", [&] {
      read_json(good + "{\"id\":2,\"true\":[],\"pred\":{\"a\":" + bad + "}}\n");
    });
  }
  expect_error(ErrorCode::bad_weight, "f.jsonl:1:38", "weight",
               [] { read_json("{\"id\":1,\"true\":[],\"pred\":[],\"weight\":-1}\n"); });
  const std::string deep(1000, '[');
  expect_error(ErrorCode::bad_format, "f.jsonl:2:234", "nested more than 200 deep",
               [&] { read_json(good + "{\"id\":2,\"true\":[],\"pred\":[],\"x\":" + deep + "\n"); });
}

TEST(Objects, KeysThatAreNotThereAreNamed) {
  expect_error(ErrorCode::unknown_column, "f.jsonl:1", "a key of predictions is not among the keys",
               [] { read_json("{\"id\":1,\"true\":[]}\n"); });
  ReadOptions options;
  options.pred = "guesses";
  expect_error(ErrorCode::unknown_column, "f.jsonl:1", "did you mean 'guess'?",
               [&] { read_json("{\"id\":1,\"true\":[],\"guess\":[]}\n", options); });
  expect_error(ErrorCode::bad_format, "f.json:1", "JSON array",
               [] { read_one("[{\"id\":1}]\n", {}, "f.json"); });
}

TEST(Objects, RepeatedIds) {
  expect_error(ErrorCode::duplicate_id, "f.jsonl:3", "on line 1 and again on line 3", [] {
    read_json(
        "{\"id\":\"1\",\"true\":[],\"pred\":[]}\n{\"id\":2,\"true\":[],\"pred\":[]}\n"
        "{\"id\":1,\"true\":[],\"pred\":[]}\n");
  });
}

}  // namespace
}  // namespace tallystick::testing_readers
