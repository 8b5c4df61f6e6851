// JSON lines: one object an example.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "readers/json_cursor.hpp"
#include "readers/layout.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

class ObjectParser final : public Parser {
 public:
  ObjectParser(const Layout& layout, const ReadOptions& options)
      : layout_(layout),
        maker_(options),
        score_key_(options.score.empty() ? "score" : options.score) {}

  void parse(const Chunk& chunk, Rows& rows) const override;

 private:
  /// What one object has shown so far.
  struct Record {
    const char* start;
    std::string_view id;
    std::string_view weight, group;
    bool has_id = false, has_truth = false, has_predicted = false, has_weight = false;
    bool has_group = false;
    std::vector<std::string_view> other_keys;
  };

  void parse_object(const Chunk& chunk, JsonCursor& json, std::uint32_t line, Rows& rows) const;
  void parse_member(const Chunk& chunk, JsonCursor& json, Rows& rows, Record& record) const;
  std::string_view parse_id(JsonCursor& json) const;
  std::string_view parse_group(JsonCursor& json) const;
  void parse_labels(const Chunk& chunk, JsonCursor& json, Rows& rows, LabelColumn& column) const;
  void parse_element(const Chunk& chunk, JsonCursor& json, Rows& rows, LabelColumn& column) const;
  void parse_scored(const Chunk& chunk, JsonCursor& json, Rows& rows, LabelColumn& column) const;
  void add(Rows& rows, LabelColumn& column, std::string_view label, double score) const;
  [[nodiscard]] double parse_score(const Chunk& chunk, JsonCursor& json, bool grade) const;
  void check_keys(const JsonCursor& json, Record& record) const;
  void finish(const Chunk& chunk, const JsonCursor& json, std::uint32_t line, const Record& record,
              Rows& rows) const;
  [[noreturn]] void not_labels(JsonCursor& json) const;

  const Layout& layout_;
  LabelMaker maker_;
  std::string score_key_;
};

void ObjectParser::parse(const Chunk& chunk, Rows& rows) const {
  const char* at = chunk.text.data();
  const char* const end = at + chunk.text.size();
  for (std::uint32_t line = 0; at != end; ++line) {
    const auto* const newline =
        static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    JsonCursor json(chunk, rows.arena, at, newline);
    if (json.peek() != '\n') {
      parse_object(chunk, json, line, rows);
      if (json.peek() != '\n') json.expected("the end of the line");
    }
    at = newline + 1;
  }
}

void ObjectParser::parse_object(const Chunk& chunk, JsonCursor& json, std::uint32_t line,
                                Rows& rows) const {
  json.expect('{', "'{'");
  Record record;
  record.start = json.at() - 1;
  if (!json.take('}')) {
    do parse_member(chunk, json, rows, record);
    while (json.another('}'));
  }
  check_keys(json, record);
  finish(chunk, json, line, record, rows);
}

void ObjectParser::parse_member(const Chunk& chunk, JsonCursor& json, Rows& rows,
                                Record& record) const {
  json.peek();
  const char* const key_at = json.at();
  const std::string_view key = json.string();
  json.expect(':', "':'");
  const auto first = [&](bool& seen) {
    if (seen)
      json.wrong(key_at, "key " + quoted(key) + " stands twice in one object", "keep one of them");
    seen = true;
  };
  if (key == layout_.keys.id && !key.empty()) {
    first(record.has_id);
    record.id = parse_id(json);
  } else if (key == layout_.keys.truth && !key.empty()) {
    first(record.has_truth);
    parse_labels(chunk, json, rows, rows.truth);
  } else if (key == layout_.keys.predicted && !key.empty()) {
    first(record.has_predicted);
    parse_labels(chunk, json, rows, rows.predicted);
  } else if (key == layout_.keys.weight && !key.empty()) {
    first(record.has_weight);
    const char c = json.peek();
    if (c != '-' && (c < '0' || c > '9')) {
      fail(ErrorCode::bad_weight, chunk.place(json.at()), "the weight is not a number",
           "weights are finite numbers of 0 or more, below 2^63");
    }
    record.weight = json.number();
  } else if (key == layout_.keys.group && !key.empty()) {
    first(record.has_group);
    record.group = parse_group(json);
  } else {
    record.other_keys.push_back(key);
    json.skip();
  }
}

std::string_view ObjectParser::parse_id(JsonCursor& json) const {
  const char c = json.peek();
  const char* const at = json.at();
  if (c == '"') {
    const std::string_view id = json.string();
    if (id.empty()) json.wrong(at, "the id is empty", "give every example an id");
    return id;
  }
  if (c == '-' || (c >= '0' && c <= '9')) {
    const std::string_view id = json.number();
    if (id.find_first_of(".eE") == std::string_view::npos) return id;
  }
  json.wrong(at, "the id is neither a string nor a whole number", "write ids as strings");
}

/// A string, or the text of a number, true, false; null is the empty text.
std::string_view ObjectParser::parse_group(JsonCursor& json) const {
  const char c = json.peek();
  const char* const at = json.at();
  if (c == '"') return maker_.trimmed(json.string());
  if (c == '-' || (c >= '0' && c <= '9')) return json.number();
  if (c != 't' && c != 'f' && c != 'n') {
    json.wrong(at, "what examples are grouped by is neither a text nor a number",
               "write a string, a number, true or false");
  }
  json.skip();
  return c == 'n' ? std::string_view{} : std::string_view(at, c == 't' ? 4 : 5);
}

void ObjectParser::parse_labels(const Chunk& chunk, JsonCursor& json, Rows& rows,
                                LabelColumn& column) const {
  switch (json.peek()) {
    case '"': add(rows, column, json.string(), kUnscored); return;
    case '[':
      json.take('[');
      if (json.take(']')) return;
      do parse_element(chunk, json, rows, column);
      while (json.another(']'));
      return;
    case '{':
      json.take('{');
      if (json.take('}')) return;
      do {
        json.peek();
        const std::string_view label = json.string();
        json.expect(':', "':'");
        add(rows, column, label, parse_score(chunk, json, &column == &rows.truth));
      } while (json.another('}'));
      return;
    default: not_labels(json);
  }
}

void ObjectParser::parse_element(const Chunk& chunk, JsonCursor& json, Rows& rows,
                                 LabelColumn& column) const {
  const char c = json.peek();
  if (c == '"') {
    add(rows, column, json.string(), kUnscored);
  } else if (c == '{') {
    parse_scored(chunk, json, rows, column);
  } else {
    not_labels(json);
  }
}

/// {"label": "a", "score": 0.9}, members in any order; others are passed over.
void ObjectParser::parse_scored(const Chunk& chunk, JsonCursor& json, Rows& rows,
                                LabelColumn& column) const {
  json.take('{');
  const char* const start = json.at() - 1;
  std::string_view label;
  double score = kUnscored;
  bool has_label = false;
  if (!json.take('}')) {
    do {
      json.peek();
      const char* const key_at = json.at();
      const std::string_view key = json.string();
      json.expect(':', "':'");
      const bool is_label = key == "label", is_score = key == score_key_;
      if ((is_label && has_label) || (is_score && !std::isnan(score))) {
        json.wrong(key_at, "key " + quoted(key) + " stands twice in one object",
                   "keep one of them");
      }
      if (is_label) {
        if (json.peek() != '"') not_labels(json);
        label = json.string();
        has_label = true;
      } else if (is_score) {
        score = parse_score(chunk, json, &column == &rows.truth);
      } else {
        json.skip();
      }
    } while (json.another('}'));
  }
  if (!has_label || std::isnan(score)) {
    json.wrong(start,
               has_label ? "an object of a label has no " + quoted(score_key_)
                         : std::string("an object of a label has no 'label'"),
               "write {\"label\": \"a\", \"score\": 0.9}");
  }
  add(rows, column, label, score);
}

void ObjectParser::add(Rows& rows, LabelColumn& column, std::string_view label,
                       double score) const {
  const std::size_t before = column.tokens.size();
  maker_.add(rows, column, label.data(), label.data() + label.size());
  if (column.tokens.size() == before) return;
  if (!std::isnan(score) && column.scores.empty()) column.scores.assign(before, kUnscored);
  if (!std::isnan(score) || !column.scores.empty()) column.scores.push_back(score);
}

/// A score, or the grade of a true label: soft truths have no meaning that all measures share.
double ObjectParser::parse_score(const Chunk& chunk, JsonCursor& json, bool grade) const {
  const char c = json.peek();
  const char* const at = json.at();
  if (c != '-' && (c < '0' || c > '9')) {
    fail(ErrorCode::bad_number, chunk.place(at), "the score is not a number",
         "write scores as decimal numbers, like 0.25");
  }
  const std::string_view text = json.number();
  const double score = score_from(chunk, at, text);
  if (grade && (score != std::floor(score) || std::abs(score) > INT32_MAX)) {
    fail(ErrorCode::bad_number, chunk.place(at),
         "grade " + quoted(text) + " of a true label is not a whole number of 32 bits",
         "grades are whole numbers, true above 0; or list the true labels alone");
  }
  return score;
}

void ObjectParser::check_keys(const JsonCursor& json, Record& record) const {
  std::vector<std::string_view>& keys = record.other_keys;
  if (keys.size() < 2) return;
  std::sort(keys.begin(), keys.end());
  const auto twice = std::adjacent_find(keys.begin(), keys.end());
  if (twice != keys.end()) {
    json.wrong(record.start, "key " + quoted(*twice) + " stands twice in one object",
               "keep one of them");
  }
}

void ObjectParser::finish(const Chunk& chunk, const JsonCursor& json, std::uint32_t line,
                          const Record& record, Rows& rows) const {
  const auto need = [&](bool has, const std::string& key) {
    if (!has && !key.empty()) {
      json.wrong(record.start, "the object has no key " + quoted(key),
                 "give every object this key; [] stands for no labels");
    }
  };
  need(record.has_id, layout_.keys.id);
  need(record.has_truth, layout_.keys.truth);
  need(record.has_predicted, layout_.keys.predicted);
  need(record.has_weight, layout_.keys.weight);
  need(record.has_group, layout_.keys.group);
  if (record.has_id) rows.ids.push_back(record.id);
  rows.lines.push_back(line);
  if (layout_.part != Part::predictions) {
    rows.truth.end.push_back(static_cast<std::uint32_t>(rows.truth.tokens.size()));
  }
  if (layout_.part != Part::truth) {
    rows.predicted.end.push_back(static_cast<std::uint32_t>(rows.predicted.tokens.size()));
  }
  if (record.has_weight) {
    rows.weights.push_back(weight_from(chunk, record.weight.data(), record.weight));
  }
  if (record.has_group) rows.groups.push_back(record.group);
}

void ObjectParser::not_labels(JsonCursor& json) const {
  const char c = json.peek();
  if (c == 'n') json.wrong(json.at(), "labels are null", "write [] for no labels");
  if (c == '-' || (c >= '0' && c <= '9')) {
    json.wrong(json.at(), "a label is a number", "quote labels: \"0110\" is text, 110 is not");
  }
  if (c == 't' || c == 'f') json.wrong(json.at(), "a label is true or false", "quote labels");
  json.expected("labels (a string, an array or an object)");
}

// ---- which key holds what, decided from the first object

/// The keys of the first object, in order.
std::vector<std::string> first_keys(std::string_view sample, const std::string& name) {
  const std::size_t start = std::min(sample.find_first_not_of(" \t\r\n"), sample.size());
  const std::size_t stop = std::min(sample.find('\n', start), sample.size());
  Chunk chunk;
  chunk.file = &name;
  chunk.reserve(stop + 1, 0);
  std::memcpy(chunk.buffer.get(), sample.data(), stop);
  std::memset(chunk.buffer.get() + stop, 0, kPadding + 1);
  chunk.buffer[stop] = '\n';
  chunk.text = {chunk.buffer.get(), stop + 1};
  Arena arena;
  JsonCursor json(chunk, arena, chunk.buffer.get() + start, chunk.buffer.get() + stop);
  std::vector<std::string> keys;
  json.expect('{', "'{'");
  if (json.take('}')) return keys;
  do {
    keys.emplace_back(json.string());
    json.expect(':', "':'");
    json.skip();
  } while (json.another('}'));
  return keys;
}

class KeyFinder {
 public:
  KeyFinder(std::vector<std::string> keys, const std::string& file)
      : keys_(std::move(keys)), file_(file) {}

  [[nodiscard]] std::string find(const std::string& option,
                                 std::initializer_list<std::string_view> names) const {
    if (!option.empty()) return has(option) ? option : missing("key " + quoted(option), option);
    for (const std::string_view name : names) {
      if (has(name)) return std::string(name);
    }
    return {};
  }
  [[nodiscard]] std::string need(const std::string& what, const std::string& option,
                                 std::initializer_list<std::string_view> names) const {
    std::string key = find(option, names);
    return key.empty() ? missing(what, std::string(*names.begin())) : key;
  }

 private:
  [[nodiscard]] bool has(std::string_view name) const {
    return std::find(keys_.begin(), keys_.end(), name) != keys_.end();
  }
  [[noreturn]] std::string missing(const std::string& what, const std::string& wanted) const {
    std::string all;
    for (std::size_t i = 0; i < keys_.size() && i < 20; ++i) all += (i == 0 ? "" : ", ") + keys_[i];
    const std::vector<std::string_view> names(keys_.begin(), keys_.end());
    const auto near = nearest(wanted, names);
    fail(ErrorCode::unknown_column, {file_, 1},
         what + " is not among the keys of the first object: " + (all.empty() ? "none" : all),
         near.empty() ? "name the key with --id, --truth or --pred"
                      : "did you mean " + quoted(near[0]) + "? --id, --truth and --pred name keys");
  }

  std::vector<std::string> keys_;
  const std::string& file_;
};

}  // namespace

void find_object_layout(std::string_view sample, const Input& input, const ReadOptions& options,
                        Layout& layout, InputFacts& facts) {
  layout.shape = Shape::objects;
  facts.layout = "one row an example";
  const KeyFinder finder(first_keys(sample, input.name()), input.name());
  Layout::Keys& keys = layout.keys;
  if (layout.part == Part::both) {
    keys.id = finder.find(options.id, {"id", "example", "doc"});
    keys.truth = finder.need("a key of true labels", options.truth, {"true", "truth"});
    keys.predicted =
        finder.need("a key of predictions", options.pred, {"pred", "prediction", "predictions"});
  } else {
    keys.id = finder.need("a key of ids", options.id, {"id", "example", "doc"});
    if (layout.part == Part::truth) {
      keys.truth =
          finder.need("a key of true labels", options.truth, {"true", "truth", "labels", "label"});
    } else {
      keys.predicted = finder.need("a key of predictions", options.pred,
                                   {"pred", "prediction", "predictions", "labels", "label"});
    }
  }
  layout.graded = layout.part != Part::predictions;  // where labels have numbers at all
  if (layout.part != Part::predictions) keys.weight = finder.find(options.weight, {"weight"});
  layout.weighted = !keys.weight.empty();
  if (layout.part != Part::predictions) keys.group = finder.find(options.by, {});
  const auto tell = [&facts](const char* role, const std::string& key) {
    if (!key.empty()) facts.columns.push_back(role + key);
  };
  tell("id=", keys.id);
  tell("truth=", keys.truth);
  tell("pred=", keys.predicted);
  tell("weight=", keys.weight);
  tell("by=", keys.group);
}

std::unique_ptr<Parser> make_object_parser(const Layout& layout, const ReadOptions& options) {
  return std::make_unique<ObjectParser>(layout, options);
}

}  // namespace tallystick::detail
