// What a parser makes of one chunk: rows of labels that still lie in the chunk's buffer.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/chunk.hpp"
#include "tallystick/base/amount.hpp"
#include "tallystick/labels/vocabulary.hpp"
#include "tallystick/readers/read.hpp"

namespace tallystick::detail {

/// Text that had to be rewritten (unescaped, normalised). Remembers where it came from.
class Arena {
 public:
  /// A copy that lives until clear(). `origin` points into the chunk, or into this arena.
  std::string_view store(std::string_view text, const char* origin);
  void clear() noexcept;
  /// The place in the chunk that the text at `at` was made from.
  [[nodiscard]] const char* origin(const char* at) const noexcept;
  [[nodiscard]] bool empty() const noexcept { return pieces_.empty(); }

 private:
  struct Piece {
    std::string_view text;
    const char* origin;
  };
  std::vector<Piece> pieces_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

/// One side's labels of all rows, row after row.
struct LabelColumn {
  std::vector<Token> tokens;
  std::vector<double> scores;      // empty, or one a token; NaN: assigned without a score
  std::vector<std::uint32_t> end;  // of each row, in tokens

  void clear() noexcept { tokens.clear(), scores.clear(), end.clear(); }
};

/// The examples of one chunk.
struct Rows {
  std::vector<std::string_view> ids;     // empty for formats without ids
  std::vector<std::uint32_t> lines;      // of each row, counted from the chunk's first
  LabelColumn truth, predicted;          // the one that the file does not hold stays empty
  std::vector<Amount> weights;           // empty, or one a row
  std::vector<std::string_view> groups;  // empty, or one a row
  std::uint64_t other_separators = 0;    // occurrences in labels of the separator not chosen
  const char* first_other = nullptr;     // the first of them
  Arena arena;

  [[nodiscard]] std::size_t size() const noexcept { return lines.size(); }
  void clear() noexcept;
  void reserve(std::size_t rows);
  void saw_other(const char* at) noexcept {
    if (other_separators++ == 0) first_other = at;
  }
};

/// Makes tokens of label texts: trims and normalises as the options say.
class LabelMaker {
 public:
  explicit LabelMaker(const ReadOptions& options)
      : trim_(options.trim), nfc_(options.nfc), fold_(options.fold_case) {}

  /// Appends the label [first, last), unless it is empty. 8 bytes beyond `last` must be readable.
  [[gnu::always_inline]] void add(Rows& rows, LabelColumn& column, const char* first,
                                  const char* last) const {
    if (first == last) return;
    if (trim_ && (blank(*first) || blank(last[-1]))) {
      while (first != last && blank(*first)) ++first;
      while (first != last && blank(last[-1])) --last;
      if (first == last) return;
    }
    const std::string_view text(first, static_cast<std::size_t>(last - first));
    column.tokens.push_back(Token::of_padded(nfc_ || fold_ ? normalized(rows, text) : text));
  }
  [[nodiscard]] std::string_view trimmed(std::string_view text) const noexcept;
  /// The label as it is looked up: trimmed and normalised.
  [[nodiscard]] std::string text_of(std::string_view label) const;

  [[nodiscard]] static bool blank(char c) noexcept {
    return static_cast<unsigned char>(c) <= ' ' &&
           (c == ' ' || c == '\t' || c == '\n' || c == '\r');
  }

 private:
  [[nodiscard]] std::string_view normalized(Rows& rows, std::string_view text) const;

  bool trim_, nfc_, fold_;
};

/// Of a predicted label: assigned without a score.
inline constexpr double kUnscored = std::numeric_limits<double>::quiet_NaN();
/// Of a true label without a grade, where others have grades.
inline constexpr double kOnlyTrue = 1;

/// A finite decimal number, in full; nothing else.
[[nodiscard]] std::optional<double> number_from(std::string_view text) noexcept;

/// What to do about a score that is no number.
[[nodiscard]] std::string score_hint(std::string_view text);
/// Errors: bad_number at the place of the text.
[[nodiscard]] double score_from(const Chunk& chunk, const char* at, std::string_view text);
/// Errors: bad_weight at the place of the text.
[[nodiscard]] Amount weight_from(const Chunk& chunk, const char* at, std::string_view text);

/// What is wrong when lines of one id belong to different groups.
[[nodiscard]] std::string groups_differ(std::string_view id, std::string_view group,
                                        std::string_view before);

/// Where a text of the rows stands in the file, whether it was rewritten or not.
[[nodiscard]] Place place_of(const Chunk& chunk, const Rows& rows, const char* at);

/// Parses chunks of one file. Parsers keep no state between chunks, so that any may come first.
class Parser {
 public:
  virtual ~Parser() = default;
  virtual void parse(const Chunk& chunk, Rows& rows) const = 0;
};

}  // namespace tallystick::detail
