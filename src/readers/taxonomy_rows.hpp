// The lines of a hierarchy in text form, cut into cells.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/base/error.hpp"

namespace tallystick::detail {

/// Blanks at both ends cut off.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// Rows of a text in memory. A cell in double quotes may hold the delimiter, newlines and doubled
/// quotes. Blank lines are skipped, and lines that begin with '#' and a blank: comments.
class TaxonomyRows {
 public:
  /// Between cells: tab, comma, semicolon or bar; ' ' is any run of blanks; '\n' is nothing.
  TaxonomyRows(std::string_view text, char delimiter, const std::string& file)
      : at_(text.data()), end_(at_ + text.size()), delimiter_(delimiter), file_(&file) {}

  /// False at the end. Errors: bad_format when a quote is never closed, or text follows it.
  bool next();
  /// Trimmed. Valid until next().
  [[nodiscard]] std::span<const std::string_view> cells() const noexcept { return cells_; }
  /// Empty when the row has no such cell.
  [[nodiscard]] std::string_view cell(std::size_t i) const noexcept {
    return i < cells_.size() ? cells_[i] : std::string_view{};
  }
  /// 1-based; of the row's first line.
  [[nodiscard]] std::uint64_t line() const noexcept { return line_; }
  [[nodiscard]] std::uint64_t n_comments() const noexcept { return n_comments_; }

 private:
  [[nodiscard]] bool comment() const noexcept;
  [[nodiscard]] bool quoted_line() const noexcept;
  void split_blanks();
  void split_cells();
  void quoted_cell();
  [[noreturn]] void refuse(const char* at, const char* fact) const;

  const char* at_;
  const char* end_;
  char delimiter_;
  const std::string* file_;
  std::vector<std::string_view> cells_;
  std::deque<std::string> mended_;  // cells with doubled quotes
  const char* row_ = nullptr;
  std::uint64_t line_ = 0;
  std::uint64_t next_line_ = 1;
  std::uint64_t n_comments_ = 0;
};

}  // namespace tallystick::detail
