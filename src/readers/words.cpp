// Text of one example a line, paired by position: lines of labels, and __label__ words.
#include <algorithm>
#include <cstring>

#include "readers/layout.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

constexpr std::string_view kPrefix = "__label__";

class WordParser final : public Parser {
 public:
  WordParser(const Layout& layout, const ReadOptions& options) : layout_(layout), maker_(options) {}

  void parse(const Chunk& chunk, Rows& rows) const override {
    LabelColumn& column = layout_.part == Part::truth ? rows.truth : rows.predicted;
    const char* at = chunk.text.data();
    const char* const end = at + chunk.text.size();
    for (std::uint32_t line = 0; at != end; ++line) {
      const auto* const newline =
          static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      const char* const last = newline != at && newline[-1] == '\r' ? newline - 1 : newline;
      if (layout_.format == Format::fasttext) {
        parse_marked(chunk, at, last, rows, column);
      } else {
        parse_line(at, last, rows, column);
      }
      rows.lines.push_back(line);
      column.end.push_back(static_cast<std::uint32_t>(column.tokens.size()));
      at = newline + 1;
    }
  }

 private:
  [[nodiscard]] bool separates(char c) const noexcept {
    return layout_.separator == '\0' ? c == ' ' || c == '\t' : c == layout_.separator;
  }

  void parse_line(const char* at, const char* last, Rows& rows, LabelColumn& column) const {
    const char* start = at;
    for (; at != last; ++at) {
      if (!separates(*at)) continue;
      maker_.add(rows, column, start, at);
      start = at + 1;
    }
    maker_.add(rows, column, start, last);
  }

  /// The next word of a line; empty at its end.
  static std::string_view word(const char*& at, const char* last) noexcept {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (at != last && blank(*at)) ++at;
    const char* const start = at;
    while (at != last && !blank(*at)) ++at;
    return {start, static_cast<std::size_t>(at - start)};
  }

  void parse_marked(const Chunk& chunk, const char* at, const char* last, Rows& rows,
                    LabelColumn& column) const {
    for (;;) {
      const std::string_view found = word(at, last);
      if (found.empty()) return;
      if (!found.starts_with(kPrefix)) {
        if (!layout_.scored) continue;  // the text that the labels belong to
        fail(ErrorCode::bad_format, chunk.place(found.data()),
             "expected __label__ and its score, found " + quoted(found),
             "write pairs, as in __label__a 0.93 __label__b 0.02");
      }
      const std::size_t before = column.tokens.size();
      maker_.add(rows, column, found.data() + kPrefix.size(), found.data() + found.size());
      if (!layout_.scored) continue;
      const char* const score_at = at;
      const std::string_view text = word(at, last);
      const double score = score_from(chunk, text.empty() ? score_at : text.data(), text);
      if (column.tokens.size() != before) column.scores.push_back(score);
    }
  }

  const Layout& layout_;
  LabelMaker maker_;
};

}  // namespace

std::unique_ptr<Parser> make_word_parser(const Layout& layout, const ReadOptions& options) {
  return std::make_unique<WordParser>(layout, options);
}

}  // namespace tallystick::detail
