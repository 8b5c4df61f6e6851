#include "readers/threshold_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "readers/chunk.hpp"
#include "readers/rows.hpp"
#include "readers/sample.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/readers/read_thresholds.hpp"

namespace tallystick {

namespace detail {

namespace {

char separator_of(std::string_view head) {
  const std::size_t start = head.find_first_not_of("\r\n");
  if (start == std::string_view::npos) return '\t';
  const std::string_view line = head.substr(start, head.find_first_of("\r\n", start) - start);
  for (const char c : {'\t', ',', ';'}) {
    if (line.find(c) != std::string_view::npos) return c;
  }
  return '\t';
}

std::optional<double> bound_from(std::string_view text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::string plain = plain_name(text);
  if (plain == "inf" || plain == "+inf") return kInfinity;
  if (plain == "-inf") return -kInfinity;
  const auto number = number_from(text);
  return number ? std::optional(*number + 0.0) : std::nullopt;  // no negative zero
}

class ThresholdFile {
 public:
  ThresholdFile(const Input& input, const ReadOptions& options) : input_(input), maker_(options) {
    out_.threshold = options.threshold;
    out_.strictly_above = options.strictly_above;
  }

  Selection read() {
    constexpr std::size_t kSample = 1 << 16;
    const Cutter cutter{true, false, separator_of(input_.head(kSample)), 0};
    ChunkReader reader(input_, cutter, {});
    Chunk chunk;
    while (reader.next(chunk)) {
      chunk.check_encoding();
      const char* record = chunk.text.data();
      const char* const end = record + chunk.text.size();
      while (record != end) {
        std::string_view id;
        const char* const next = record_end(record, end, cutter, id);
        if (next == nullptr) {
          fail(ErrorCode::bad_format, chunk.place(record), "a quote in this line is never closed",
               "double the quotes that belong to a label, or close the cell");
        }
        take(chunk, record, next, cutter.delimiter);
        line_ += static_cast<std::uint64_t>(std::count(record, next, '\n'));
        record = next;
      }
    }
    if (lines_.empty() && others_line_ == 0) {
      fail(ErrorCode::bad_format, Place{input_.name()}, "holds no threshold",
           "write a label, a tab and a number on each line");
    }
    return std::move(out_);
  }

 private:
  void take(const Chunk& chunk, const char* start, const char* end, char separator) {
    const std::string_view record(start, static_cast<std::size_t>(end - start));
    const auto records = sample_records(record, separator, true, 1);
    if (records.empty()) return;
    const auto& cells = records[0];
    if (cells.empty() || (cells.size() == 1 && maker_.trimmed(cells[0]).empty())) return;
    const bool first = !std::exchange(begun_, true);
    if (cells.size() != 2) {
      fail(ErrorCode::bad_format, chunk.place(start),
           "this line has " + counted(cells.size(), "cell") +
               ", where a label and its threshold are expected",
           "write a label, a tab and a number on each line");
    }
    const LabelMaker trimming{ReadOptions{}};
    const std::string_view number = trimming.trimmed(cells[1]);
    const auto bound = bound_from(number);
    if (first && !bound) {  // a header
      by_rule_ = plain_name(cells[0]) == "rule";
      return;
    }
    const std::size_t last = std::min(record.rfind(separator), record.size() - 1);
    const Place at_number = chunk.place(start + last + 1);
    if (!bound) {
      fail(ErrorCode::bad_number, at_number,
           number.empty() ? "the threshold is empty"
                          : "threshold " + quoted(number) + " is no number",
           "write a decimal number, or inf for a label that is never assigned");
    }
    if (by_rule_) return take_rule(chunk.place(start), at_number, plain_name(cells[0]), *bound);
    take_label(chunk.place(start), maker_.text_of(cells[0]), *bound);
  }

  void take_label(const Place& place, const std::string& label, double threshold) {
    if (label.empty()) {
      fail(ErrorCode::bad_format, place, "the label is empty", "name a label, or * for all others");
    }
    const auto twice = [&](std::uint64_t line) {
      fail(ErrorCode::bad_format, place,
           "label " + quoted(label) + " has a threshold here and on line " + std::to_string(line),
           "keep one line for each label");
    };
    if (label == "*") {
      if (others_line_ != 0) twice(others_line_);
      others_line_ = line_;
      out_.threshold = threshold;
      return;
    }
    const LabelId id = out_.labels.intern(label);
    if (id < lines_.size()) twice(lines_[id]);
    lines_.push_back(line_);
    out_.thresholds.push_back(threshold);
  }

  void take_rule(const Place& place, const Place& at_number, const std::string& rule,
                 double value) {
    if (others_line_ != 0) {
      fail(ErrorCode::bad_format, place,
           "a rule stands here and on line " + std::to_string(others_line_), "keep one of them");
    }
    others_line_ = line_;
    if (rule == "relative") {
      out_.rule = Selection::Rule::relative;
      out_.threshold = value;
      return;
    }
    if (rule != "top-k") {
      fail(ErrorCode::bad_format, place, "there is no rule " + quoted(rule),
           "the rules are top-k and relative");
    }
    if (!(value >= 1 && value <= 0x1p31) || value != std::floor(value)) {
      fail(ErrorCode::bad_number, at_number,
           "the first " + number_text(value) + " labels cannot be taken",
           "write a whole number from 1");
    }
    out_.rule = Selection::Rule::top_k;
    out_.k = static_cast<std::uint32_t>(value);
  }

  const Input& input_;
  const LabelMaker maker_;
  Selection out_;
  std::vector<std::uint64_t> lines_;  // where each label got its threshold
  std::uint64_t others_line_ = 0;     // of *, or of the rule; 0: nowhere yet
  std::uint64_t line_ = 1;            // of the record at hand
  bool begun_ = false, by_rule_ = false;
};

}  // namespace

Selection thresholds_from(const Input& input, const ReadOptions& options) {
  return ThresholdFile(input, options).read();
}

}  // namespace detail

Selection read_thresholds(const std::string& path, const ReadOptions& options) {
  return detail::thresholds_from(detail::Input::file(path), options);
}

}  // namespace tallystick
