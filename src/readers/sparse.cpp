// Text of extreme classification, paired by position: labels before features, as in libsvm's
// files for several labels, and sparse rows of label:score. Labels are numbers from 0.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "readers/layout.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

bool blank(char c) noexcept { return c == ' ' || c == '\t'; }
bool digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// The text from `at` up to a blank.
std::string_view word(const char* at, const char* last) noexcept {
  const char* const end = std::find_if(at, last, blank);
  return {at, static_cast<std::size_t>(end - at)};
}

/// What is read of one line.
struct Line {
  const Chunk& chunk;
  const char* at;
  const char* last;
};

class SparseParser final : public Parser {
 public:
  explicit SparseParser(const Layout& layout) : layout_(layout) {}

  void parse(const Chunk& chunk, Rows& rows) const override;

 private:
  void take_labels(Line line, LabelColumn& column) const;
  void take_pairs(Line line, LabelColumn& column) const;
  const char* take_label(const Line& line, const char* at, LabelColumn& column) const;
  [[nodiscard]] bool beyond_header(const Chunk& chunk, std::uint32_t line) const noexcept {
    return layout_.stated_rows &&
           chunk.first_line + line - layout_.data_line >= *layout_.stated_rows;
  }

  const Layout& layout_;
};

void SparseParser::parse(const Chunk& chunk, Rows& rows) const {
  LabelColumn& column = layout_.part == Part::truth ? rows.truth : rows.predicted;
  const char* at = chunk.text.data();
  const char* const end = at + chunk.text.size();
  for (std::uint32_t number = 0; at != end; ++number) {
    const auto* const newline =
        static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    const char* const last = newline != at && newline[-1] == '\r' ? newline - 1 : newline;
    const Line line{chunk, std::exchange(at, newline + 1), last};
    if (chunk.first_line + number < layout_.data_line) continue;  // the header
    if (beyond_header(chunk, number)) {
      if (std::all_of(line.at, last, blank)) continue;  // at the end of the file
      fail(ErrorCode::row_mismatch, chunk.place(line.at),
           "the header states " + counted(*layout_.stated_rows, "example") + ", here is one more",
           "write the number of examples first in the header");
    }
    if (layout_.scored) {
      take_pairs(line, column);
    } else {
      take_labels(line, column);
    }
    rows.lines.push_back(number);
    column.end.push_back(static_cast<std::uint32_t>(column.tokens.size()));
  }
}

/// Adds the label at `at`; gives its end.
const char* SparseParser::take_label(const Line& line, const char* at, LabelColumn& column) const {
  const char* start = at;
  std::uint64_t value = 0;
  constexpr std::uint64_t kHuge = UINT64_MAX / 16;
  for (; at != line.last && digit(*at); ++at) {
    value = std::min(value * 10 + static_cast<std::uint64_t>(*at - '0'), kHuge);
  }
  if (at == start || (at != line.last && !blank(*at) && *at != ',' && *at != ':')) {
    const std::string_view text = word(start, line.last);
    fail(ErrorCode::bad_format, line.chunk.place(start),
         "label " + quoted(text.substr(0, text.find_first_of(",:"))) +
             " is not a whole number of 0 or more",
         "labels of this format are numbers, from 0 on");
  }
  if (layout_.stated_rows && value >= layout_.stated_labels) {
    fail(ErrorCode::bad_format, line.chunk.place(start),
         "label " + std::string(start, at) + " is not below " +
             std::to_string(layout_.stated_labels) + ", the number of labels in the header",
         "labels count from 0; check the header, and whether labels of this file count from 1");
  }
  while (start + 1 != at && *start == '0') ++start;  // one number, one label
  column.tokens.push_back(Token::of_padded({start, static_cast<std::size_t>(at - start)}));
  return at;
}

void SparseParser::take_labels(Line line, LabelColumn& column) const {
  const char* at = line.at;
  if (at != line.last && !blank(*at)) {
    for (;;) {
      const char* const start = at;
      at = take_label(line, at, column);
      if (at != line.last && *at == ':') {
        fail(ErrorCode::bad_format, line.chunk.place(start),
             "expected labels before the first blank, found " + quoted(word(start, line.last)),
             "a line without labels begins with a blank; a file of label:score pairs begins with "
             "a header of two numbers, examples and labels");
      }
      if (at == line.last || blank(*at)) break;
      ++at;  // a comma
    }
  }
  while (at != line.last && blank(*at)) ++at;
  const std::string_view feature = word(at, line.last);
  if (feature.empty() || feature.find(':') != std::string_view::npos || feature[0] == '#') return;
  fail(ErrorCode::bad_format, line.chunk.place(at),
       "expected feature:value, found " + quoted(feature),
       "separate labels by commas, without blanks");
}

void SparseParser::take_pairs(Line line, LabelColumn& column) const {
  const char* at = line.at;
  for (;;) {
    while (at != line.last && blank(*at)) ++at;
    if (at == line.last) return;
    const char* const start = at;
    at = take_label(line, at, column);
    if (at == line.last || *at != ':') {
      fail(ErrorCode::bad_format, line.chunk.place(start),
           "expected label:score, found " + quoted(word(start, line.last)),
           "write pairs without blanks in them, as in 3:0.93 17:0.5");
    }
    const std::string_view score = word(++at, line.last);
    column.scores.push_back(score_from(line.chunk, at, score));
    at += score.size();
  }
}

/// The whole numbers that a line is made of; none if it holds anything else.
std::vector<std::uint64_t> numbers_in(std::string_view line) {
  std::vector<std::uint64_t> numbers;
  const char* at = line.data();
  const char* const last = at + line.size();
  for (;;) {
    while (at != last && (blank(*at) || *at == '\r')) ++at;
    if (at == last) return numbers;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(at, last, value);
    if (error != std::errc() || (end != last && !blank(*end) && *end != '\r')) return {};
    numbers.push_back(value);
    at = end;
  }
}

void find_header(std::string_view sample, const Input& input, const ReadOptions& options,
                 const ReadLimits& limits, Layout& layout) {
  if (options.header == Header::no) return;
  const auto numbers = numbers_in(sample.substr(0, sample.find('\n')));
  layout.header = numbers.size() == 2 || numbers.size() == 3;
  if (layout.header) {
    layout.data_line = 2;
    layout.stated_rows = numbers.front();
    layout.stated_labels = numbers.back();
    layout.scored = numbers.size() == 2;
    if (layout.stated_labels > limits.labels) {
      fail(ErrorCode::too_large, {input.name(), 1},
           "the header states " + std::to_string(layout.stated_labels) + " labels, more than " +
               std::to_string(limits.labels),
           "leave the header out: then the labels that occur are the label set");
    }
  } else if (options.header == Header::yes) {
    fail(ErrorCode::bad_format, {input.name(), 1},
         "the first line is no header of two or three whole numbers",
         "write 'examples features labels' or 'examples labels' first, or leave --header out");
  }
}

}  // namespace

void find_sparse_layout(std::string_view sample, const Input& input, const ReadOptions& options,
                        const ReadLimits& limits, Layout& layout, InputFacts& facts) {
  layout.shape = Shape::words;
  facts.layout = "lines by position";
  if (layout.part == Part::both) {
    fail(ErrorCode::wrong_usage, {input.name()},
         "format xmc pairs the lines of two files; one file was given",
         "name the file of true labels and the file of predictions");
  }
  find_header(sample, input, options, limits, layout);
  if (!layout.header && layout.part == Part::predictions) {  // labels, or pairs?
    const std::size_t start = std::min(sample.size(), sample.find_first_not_of(" \t\r\n"));
    const char* const last = sample.data() + sample.size();
    const std::string_view first = word(sample.data() + start, last);
    layout.scored = first.substr(0, first.find('\n')).find(':') != std::string_view::npos;
  }
  layout.graded = layout.scored && layout.part == Part::truth;
  facts.header = layout.header;
  facts.label_separator = layout.scored ? "blanks" : ",";
  if (layout.header && layout.stated_labels != 0) {
    facts.columns.push_back("labels=0 to " + std::to_string(layout.stated_labels - 1));
  }
  if (layout.scored) facts.columns.emplace_back("score=the number after a label");
}

std::unique_ptr<Parser> make_sparse_parser(const Layout& layout) {
  return std::make_unique<SparseParser>(layout);
}

}  // namespace tallystick::detail
