// Tables: tsv, csv and 0/1 indicators.
#include <array>
#include <cstring>
#include <span>
#include <utility>

#include "readers/layout.hpp"
#include "readers/long_rows.hpp"
#include "readers/scan.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

constexpr std::size_t kNone = SIZE_MAX;

/// Where a cell stands in the chunk though it was rewritten; else where `other` stands.
const char* spot(const Chunk& chunk, const Rows& rows, const char* cell, const char* other) {
  for (const char* at : {cell, other}) {
    while (at != nullptr && !chunk.holds(at)) at = rows.arena.origin(at);
    if (at != nullptr) return at;
  }
  return chunk.text.data();
}

class TableParser final : public Parser {
 public:
  TableParser(const Layout& layout, const ReadOptions& options);

  void parse(const Chunk& chunk, Rows& rows) const override;

 private:
  using Cells = std::vector<std::string_view>;
  struct Line {  // one record being read
    const char* at;
    std::uint32_t number;  // from the chunk's first line
  };

  [[nodiscard]] std::size_t column_of(Role role) const noexcept;
  void parse_lists(const Chunk& chunk, Line line, Rows& rows) const;
  void parse_long(const Chunk& chunk, Line line, Rows& rows) const;
  template <class Split>
  void parse_cells(const Chunk& chunk, Line line, Rows& rows, Split split) const;
  template <class... Bytes>
  const char* split_plain(Marks<Bytes...>& marks, const char* at, Cells& cells) const;
  const char* split_quoted(const Chunk& chunk, const char* at, Rows& rows, Cells& cells) const;

  void take(const Chunk& chunk, Line line, const Cells& cells, Rows& rows) const;
  void take_long(const Chunk& chunk, Line line, const Cells& cells, Rows& rows) const;
  void take_list(const Chunk& chunk, const Cells& cells, Rows& rows) const;
  void take_indicators(const Chunk& chunk, const Cells& cells, Rows& rows) const;
  void take_scores(const Chunk& chunk, const Cells& cells, Rows& rows) const;
  void add_label(const Chunk& chunk, const Cells& cells, Rows& rows) const;
  [[gnu::always_inline]] void open_row(const Chunk& chunk, Line line, std::string_view id,
                                       std::string_view weight, std::string_view group,
                                       Rows& rows) const;
  [[gnu::always_inline]] void close_row(Rows& rows) const;

  [[nodiscard]] LabelColumn& side(Rows& rows) const noexcept {
    return layout_.part == Part::predictions ? rows.predicted : rows.truth;
  }
  /// The end of a cell: a carriage return before a newline is none of it.
  static const char* before_newline(const char* start, const char* at, char mark) noexcept {
    return mark == '\n' && at != start && at[-1] == '\r' ? at - 1 : at;
  }
  [[noreturn]] void ragged(const Chunk& chunk, const char* at, std::size_t found) const;

  const Layout& layout_;
  LabelMaker maker_;
  std::size_t id_, label_, score_, weight_, group_;
  std::vector<Token> indicators_;  // one a column; empty where the column is none
  std::vector<std::string> indicator_texts_;
};

TableParser::TableParser(const Layout& layout, const ReadOptions& options)
    : layout_(layout),
      maker_(options),
      id_(column_of(Role::id)),
      label_(column_of(layout.part == Part::predictions ? Role::predicted : Role::truth)),
      score_(column_of(Role::score)),
      weight_(column_of(Role::weight)),
      group_(column_of(Role::group)) {
  if (layout.shape != Shape::indicator) return;
  for (std::size_t i = 0; i < layout.roles.size(); ++i) {
    const bool label = layout.roles[i] == Role::indicator;
    indicator_texts_.push_back(label ? maker_.text_of(layout.names[i]) : std::string());
  }
  for (const std::string& text : indicator_texts_) indicators_.push_back(Token::of(text));
}

std::size_t TableParser::column_of(Role role) const noexcept {
  for (std::size_t i = 0; i < layout_.roles.size(); ++i) {
    if (layout_.roles[i] == role) return i;
  }
  return kNone;
}

void TableParser::parse(const Chunk& chunk, Rows& rows) const {
  Line line{chunk.text.data(), 0};
  const char* const end = line.at + chunk.text.size();
  while (chunk.first_line + line.number < layout_.data_line && line.at != end) {  // the header
    line.at = static_cast<const char*>(
                  std::memchr(line.at, '\n', static_cast<std::size_t>(end - line.at))) +
              1;
    ++line.number;
  }
  if (line.at == end) return;
  if (chunk.quotes) {
    parse_cells(chunk, line, rows,
                [&](const char* at, Cells& cells) { return split_quoted(chunk, at, rows, cells); });
  } else if (layout_.shape == Shape::list_rows) {
    parse_lists(chunk, line, rows);
  } else if (layout_.shape == Shape::long_rows && weight_ == kNone && group_ == kNone) {
    parse_long(chunk, line, rows);
  } else {
    Marks marks(line.at, layout_.delimiter, '\n');
    parse_cells(chunk, line, rows,
                [&](const char* at, Cells& cells) { return split_plain(marks, at, cells); });
  }
}

inline void TableParser::open_row(const Chunk& chunk, Line line, std::string_view id,
                                  std::string_view weight, std::string_view group,
                                  Rows& rows) const {
  if (id_ != kNone) {
    if (id.empty()) {
      fail(ErrorCode::bad_format, chunk.place(line.at), "the id is empty",
           "give every example an id");
    }
    rows.ids.push_back(id);
  }
  rows.lines.push_back(line.number);
  if (weight_ != kNone) {
    const char* const at = spot(chunk, rows, weight.data(), line.at);
    rows.weights.push_back(weight_from(chunk, at, maker_.trimmed(weight)));
  }
  if (group_ != kNone) rows.groups.push_back(maker_.trimmed(group));
}

inline void TableParser::close_row(Rows& rows) const {
  if (layout_.part != Part::predictions) {
    rows.truth.end.push_back(static_cast<std::uint32_t>(rows.truth.tokens.size()));
  }
  if (layout_.part != Part::truth) {
    rows.predicted.end.push_back(static_cast<std::uint32_t>(rows.predicted.tokens.size()));
  }
}

/// The hot loop: list rows without quotes, label by label from the chunk's marks.
void TableParser::parse_lists(const Chunk& chunk, Line line, Rows& rows) const {
  struct Column {
    LabelColumn* labels;     // where labels go, or
    std::string_view* text;  // where the cell goes
  };
  std::string_view id, weight, group, skipped;
  std::vector<Column> columns;
  for (const Role role : layout_.roles) {
    columns.push_back({role == Role::truth       ? &rows.truth
                       : role == Role::predicted ? &rows.predicted
                                                 : nullptr,
                       role == Role::id       ? &id
                       : role == Role::weight ? &weight
                       : role == Role::group  ? &group
                                              : &skipped});
  }
  const char* const end = chunk.text.data() + chunk.text.size();
  const char separator = layout_.separator, other = layout_.other_separator;
  const Column* const first = columns.data();
  const Column* const last_column = first + columns.size() - 1;
  const LabelMaker maker = maker_;
  Marks marks(line.at, separator, layout_.delimiter, '\n', other);
  rows.reserve(chunk.seen.newlines);
  const char* row = line.at;
  std::uint32_t number = line.number;
  for (; row != end; ++number) {
    const Column* column = first;
    const char* start = row;
    const char* at;
    for (;;) {
      at = marks.next();
      char mark = *at;
      if (LabelColumn* const labels = column->labels; labels != nullptr) {
        while (mark == separator || mark == other) {
          if (mark == separator) {
            maker.add(rows, *labels, start, at);
            start = at + 1;
          } else {
            rows.saw_other(at);
          }
          at = marks.next();
          mark = *at;
        }
        maker.add(rows, *labels, start, before_newline(start, at, mark));
      } else {
        while (mark == separator || mark == other) {
          at = marks.next();
          mark = *at;
        }
        *column->text = {start, static_cast<std::size_t>(before_newline(start, at, mark) - start)};
      }
      if (mark == '\n') break;
      start = at + 1;
      if (column++ == last_column) ragged(chunk, row, columns.size() + 1);
    }
    const char* const begin = std::exchange(row, at + 1);
    if (at == begin || (at == begin + 1 && *begin == '\r')) continue;  // a blank line
    if (column != last_column) ragged(chunk, begin, static_cast<std::size_t>(column - first) + 1);
    open_row(chunk, {begin, number}, id, weight, group, rows);
    close_row(rows);
  }
}

void TableParser::parse_long(const Chunk& chunk, Line line, Rows& rows) const {
  const LongRows lines(layout_, maker_, id_, label_,
                       layout_.scored ? std::optional(score_) : std::nullopt);
  Cells cells;
  lines.parse(
      chunk, line.at, line.number, rows, side(rows),
      [&](const char* at, std::uint32_t number, std::string_view id) {
        open_row(chunk, {at, number}, id, {}, {}, rows);
        close_row(rows);
      },
      [&](const char* at, std::uint32_t number) {
        Marks marks(at, layout_.delimiter, '\n');
        split_plain(marks, at, cells);
        if (cells.size() > 1 || !cells[0].empty()) take(chunk, {at, number}, cells, rows);
      });
}

template <class Split>
void TableParser::parse_cells(const Chunk& chunk, Line line, Rows& rows, Split split) const {
  const char* const end = chunk.text.data() + chunk.text.size();
  Cells cells;
  while (line.at != end) {
    const char* const next = split(line.at, cells);
    if (cells.size() > 1 || !cells[0].empty() || *line.at == '"') take(chunk, line, cells, rows);
    if (chunk.quotes) {
      line.number += static_cast<std::uint32_t>(
          glance(line.at, static_cast<std::size_t>(next - line.at)).newlines);
    } else {
      ++line.number;
    }
    line.at = next;
  }
}

template <class... Bytes>
const char* TableParser::split_plain(Marks<Bytes...>& marks, const char* at, Cells& cells) const {
  cells.clear();
  for (;;) {
    const char* const mark = marks.next();
    const char* last = mark;
    if (*mark == '\n' && last != at && last[-1] == '\r') --last;
    cells.emplace_back(at, static_cast<std::size_t>(last - at));
    at = mark + 1;
    if (*mark == '\n') return at;
  }
}

const char* TableParser::split_quoted(const Chunk& chunk, const char* at, Rows& rows,
                                      Cells& cells) const {
  const char* const end = chunk.text.data() + chunk.text.size();
  const auto ends_cell = [&](const char* p) { return *p == layout_.delimiter || *p == '\n'; };
  cells.clear();
  for (;; ++at) {
    const char* const start = at;
    if (*at == '"') {
      const char* const close = closing_quote(at, end);
      if (close == nullptr) {
        fail(ErrorCode::bad_format, chunk.place(at), "the quote that opens here is never closed",
             "double the quotes that belong to a text, or close the cell");
      }
      std::string_view text(start + 1, static_cast<std::size_t>(close - start) - 1);
      if (text.find('"') != std::string_view::npos) {
        std::string plain;
        for (std::size_t i = 0; i < text.size(); ++i) {
          plain += text[i];
          if (text[i] == '"') ++i;  // a doubled quote stands for one
        }
        text = rows.arena.store(plain, start + 1);
      }
      cells.push_back(text);
      at = close + 1;
      if (*at == '\r' && at[1] == '\n') ++at;
      if (!ends_cell(at)) {
        fail(ErrorCode::bad_format, chunk.place(at), "text follows the quote that closes a cell",
             "double the quotes that belong to a text");
      }
    } else {
      while (!ends_cell(at)) ++at;
      const char* last = at;
      if (*at == '\n' && last != start && last[-1] == '\r') --last;
      cells.emplace_back(start, static_cast<std::size_t>(last - start));
    }
    if (*at == '\n') return at + 1;
  }
}

void TableParser::take(const Chunk& chunk, Line line, const Cells& cells, Rows& rows) const {
  if (layout_.shape == Shape::long_rows) return take_long(chunk, line, cells, rows);
  if (cells.size() != layout_.roles.size()) ragged(chunk, line.at, cells.size());
  open_row(chunk, line, id_ == kNone ? std::string_view{} : cells[id_],
           weight_ == kNone ? std::string_view{} : cells[weight_],
           group_ == kNone ? std::string_view{} : cells[group_], rows);
  if (layout_.shape == Shape::list_rows) {
    take_list(chunk, cells, rows);
  } else if (layout_.scored) {
    take_scores(chunk, cells, rows);
  } else {
    take_indicators(chunk, cells, rows);
  }
  close_row(rows);
}

void TableParser::take_long(const Chunk& chunk, Line line, const Cells& cells, Rows& rows) const {
  const std::size_t columns = layout_.roles.size();
  if (cells.size() > columns) ragged(chunk, line.at, cells.size());
  for (std::size_t i = cells.size(); i < columns; ++i) {  // an id alone has no labels
    if (i != label_ && i != score_) ragged(chunk, line.at, cells.size());
  }
  const std::string_view id = cells[id_];
  const std::string_view weight =
      weight_ == kNone ? std::string_view{} : maker_.trimmed(cells[weight_]);
  const std::string_view group =
      group_ == kNone ? std::string_view{} : maker_.trimmed(cells[group_]);
  if (rows.ids.empty() || rows.ids.back() != id) {
    open_row(chunk, line, id, weight, group, rows);
    add_label(chunk, cells, rows);
    close_row(rows);
    return;
  }
  if (weight_ != kNone && weight_from(chunk, spot(chunk, rows, weight.data(), line.at), weight) !=
                              rows.weights.back()) {
    fail(ErrorCode::bad_weight, place_of(chunk, rows, weight.data()),
         "weight " + quoted(weight) + " of id " + quoted(id) + " differs from that on line " +
             std::to_string(chunk.first_line + rows.lines.back()),
         "give all lines of an id the same weight");
  }
  if (group_ != kNone && group != rows.groups.back()) {
    fail(ErrorCode::bad_format, {*chunk.file, chunk.first_line + line.number},
         groups_differ(id, group, rows.groups.back()), "give all lines of an id the same value");
  }
  add_label(chunk, cells, rows);
  side(rows).end.back() = static_cast<std::uint32_t>(side(rows).tokens.size());
}

void TableParser::add_label(const Chunk& chunk, const Cells& cells, Rows& rows) const {
  if (label_ >= cells.size()) return;
  LabelColumn& column = side(rows);
  const std::string_view label = cells[label_];
  const std::size_t before = column.tokens.size();
  maker_.add(rows, column, label.data(), label.data() + label.size());
  if (!layout_.scored || column.tokens.size() == before) return;
  const std::string_view score =
      score_ < cells.size() ? maker_.trimmed(cells[score_]) : std::string_view{label.data(), 0};
  const char* const at = spot(chunk, rows, score.data(), label.data());
  column.scores.push_back(score_from(chunk, at, score));
}

void TableParser::take_list(const Chunk&, const Cells& cells, Rows& rows) const {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Role role = layout_.roles[i];
    if (role != Role::truth && role != Role::predicted) continue;
    LabelColumn& column = role == Role::truth ? rows.truth : rows.predicted;
    const char* start = cells[i].data();
    const char* const last = start + cells[i].size();
    for (const char* at = start; at != last; ++at) {
      if (*at == layout_.separator) {
        maker_.add(rows, column, start, at);
        start = at + 1;
      } else if (*at == layout_.other_separator) {
        rows.saw_other(at);
      }
    }
    maker_.add(rows, column, start, last);
  }
}

void TableParser::take_indicators(const Chunk& chunk, const Cells& cells, Rows& rows) const {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (layout_.roles[i] != Role::indicator) continue;
    std::string_view cell = cells[i];
    if (cell.size() != 1) cell = maker_.trimmed(cell);
    if (cell == "1" || cell == "1.0") {
      side(rows).tokens.push_back(indicators_[i]);
    } else if (cell != "0" && cell != "0.0") {
      fail(ErrorCode::bad_format, place_of(chunk, rows, cells[i].data()),
           "cell " + quoted(cells[i]) + " of column " + quoted(layout_.names[i]) +
               " is neither 0 nor 1",
           "--format=csv or --format=tsv reads label lists instead of indicators");
    }
  }
}

void TableParser::take_scores(const Chunk& chunk, const Cells& cells, Rows& rows) const {
  LabelColumn& column = side(rows);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (layout_.roles[i] != Role::indicator) continue;
    const std::string_view cell = maker_.trimmed(cells[i]);
    const auto score = number_from(cell);
    if (!score) {
      const std::string of = " of column " + quoted(layout_.names[i]);
      fail(ErrorCode::bad_number, place_of(chunk, rows, cells[i].data()),
           cell.empty() ? "the score" + of + " is empty"
                        : "score " + quoted(cell) + of + " is not a finite number",
           score_hint(cell));
    }
    if (indicators_[i].size == 0) continue;  // a name of blanks, or an empty one once normalised
    column.tokens.push_back(indicators_[i]);
    column.scores.push_back(*score);
  }
}

void TableParser::ragged(const Chunk& chunk, const char* at, std::size_t found) const {
  std::size_t cells = found;  // the fast path stops at the first cell too many: count them all
  if (!chunk.quotes) {
    cells = 1;
    for (; *at != '\n'; ++at) cells += *at == layout_.delimiter ? 1 : 0;
    while (at != chunk.text.data() && at[-1] != '\n') --at;
  }
  std::string names;
  for (std::size_t i = 0; i < layout_.names.size() && i < 8; ++i) {
    names += (i == 0 ? "" : ", ") + layout_.names[i];
  }
  if (layout_.names.size() > 8) names += ", ...";
  Place place = chunk.place(at);
  place.column = 0;
  fail(ErrorCode::bad_format, std::move(place),
       "expected " + counted(layout_.roles.size(), "cell") +
           (names.empty() ? "" : " (" + names + ")") + ", found " + std::to_string(cells),
       "check the delimiter; quote cells that hold it");
}

}  // namespace

std::unique_ptr<Parser> make_table_parser(const Layout& layout, const ReadOptions& options) {
  return std::make_unique<TableParser>(layout, options);
}

}  // namespace tallystick::detail
