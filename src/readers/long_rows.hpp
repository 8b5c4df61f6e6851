// One label a line, many lines an example: the hot loop of long tables without quotes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "readers/layout.hpp"
#include "readers/scan.hpp"
#include "readers/short_number.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick::detail {

/// Equality of texts in padded buffers: 8 bytes of each may be read.
[[nodiscard]] inline bool same_padded(std::string_view a, std::string_view b) noexcept {
  const std::size_t size = a.size();
  if (size != b.size()) return false;
  if (size == 0 || size > 16) return a == b;
  if (size <= 8) return first_bytes(a.data(), size) == first_bytes(b.data(), size);
  return load64(a.data()) == load64(b.data()) &&
         load64(a.data() + size - 8) == load64(b.data() + size - 8);
}

/// Reads lines that have every cell; examples without weights.
class LongRows {
 public:
  /// Columns are 0-based; `score`: none where labels have no scores.
  LongRows(const Layout& layout, const LabelMaker& maker, std::size_t id, std::size_t label,
           std::optional<std::size_t> score)
      : delimiter_(layout.delimiter),
        n_columns_(layout.roles.size()),
        maker_(maker),
        id_(id),
        label_(label),
        score_(score) {}

  /// Reads the lines from `at` on, of which the first is `number`, into rows and `column`, the side
  /// of rows that the table holds. open(at, number, id) begins an example, without labels as yet;
  /// other(at, number) takes a whole line, where cells are too many or too few, or there is no id.
  template <class Open, class Other>
  void parse(const Chunk& chunk, const char* at, std::uint32_t number, Rows& rows,
             LabelColumn& column, Open open, Other other) const {
    const char* const end = chunk.text.data() + chunk.text.size();
    std::vector<std::string_view> cells(n_columns_);
    Marks marks(at, delimiter_, '\n');
    for (; at != end; ++number) {
      const char* const line = at;
      std::size_t n_cells = 0;
      for (bool last = false; !last; ++n_cells) {
        const char* const mark = marks.next();
        last = *mark == '\n';
        const char* const cell_end = last && mark != at && mark[-1] == '\r' ? mark - 1 : mark;
        if (n_cells < n_columns_) {
          cells[n_cells] = {at, static_cast<std::size_t>(cell_end - at)};
        }
        at = mark + 1;
      }
      const std::string_view id = cells[id_];
      if (n_cells != n_columns_ || id.empty()) {
        other(line, number);
        continue;
      }
      if (rows.ids.empty() || !same_padded(rows.ids.back(), id)) open(line, number, id);
      add_label(chunk, cells, rows, column);
      column.end.back() = static_cast<std::uint32_t>(column.tokens.size());
    }
  }

 private:
  void add_label(const Chunk& chunk, const std::vector<std::string_view>& cells, Rows& rows,
                 LabelColumn& column) const {
    const std::string_view label = cells[label_];
    const std::size_t before = column.tokens.size();
    maker_.add(rows, column, label.data(), label.data() + label.size());
    if (!score_ || column.tokens.size() == before) return;
    const std::string_view text = cells[*score_];
    double score = 0;
    if (text.empty() || text.size() > 8 ||
        !short_number(first_bytes(text.data(), text.size()), text.size(), score)) {
      const std::string_view plain = maker_.trimmed(text);
      score = score_from(chunk, plain.data(), plain);
    }
    column.scores.push_back(score);
  }

  char delimiter_;
  std::size_t n_columns_;
  LabelMaker maker_;
  std::size_t id_, label_;
  std::optional<std::size_t> score_;
};

}  // namespace tallystick::detail
