#include "readers/matrix.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "readers/sample.hpp"

namespace tallystick::detail {

namespace {

using Records = std::vector<std::vector<std::string>>;

/// A number, or what is written where one is missing: that is worth an error about numbers. The
/// cell is a plain_name.
bool meant_as_score(std::string_view cell) {
  constexpr std::array<std::string_view, 8> kNone = {"",    "nan",  "na",       "null",
                                                     "inf", "-inf", "infinity", "-infinity"};
  if (std::find(kNone.begin(), kNone.end(), cell) != kNone.end()) return true;
  if (cell.ends_with('%')) cell.remove_suffix(1);
  return cell.find_first_of("0123456789") != std::string_view::npos &&
         cell.find_first_not_of("0123456789.e+-") == std::string_view::npos;
}

/// Has every row as many cells as the header?
bool rectangular(const Records& records) {
  return std::all_of(records.begin() + 1, records.end(),
                     [&](const auto& cells) { return cells.size() == records[0].size(); });
}

/// Calls `see` with every cell below the header but those of the first column, without blanks
/// around; stops when it is false.
template <class See>
bool all_cells(const Records& records, See see) {
  return std::all_of(records.begin() + 1, records.end(), [&](const auto& cells) {
    return std::all_of(cells.begin() + 1, cells.end(),
                       [&](const std::string& cell) { return see(plain_name(cell)); });
  });
}

/// Names of labels, and no first row of something else.
bool names_labels(const std::vector<std::string>& header) {
  const std::string first = plain_name(header[0]);
  const bool surely_names = first == "id" || first == "example" || first == "doc";
  return std::all_of(header.begin() + 1, header.end(), [&](const std::string& cell) {
    const std::string name = plain_name(cell);
    if (name.empty() || known_name(name)) return false;
    return (surely_names && header.size() > 2) || !number_from(name);
  });
}

bool columns_stated(const ReadOptions& options) {
  return options.header == Header::no || !options.label_separator.empty() ||
         !options.truth.empty() || !options.pred.empty() || !options.score.empty() ||
         !options.weight.empty();
}

/// The cells of one line: are any of them scores?
bool scores_in(const char* at, const char* last, const Layout& layout) {
  for (const Role role : layout.roles) {
    if (at > last) return false;
    const bool short_cell =
        last - at == 1 || (last - at > 1 && at[1] == layout.delimiter && at[0] != '"');
    if (short_cell && (role != Role::indicator || *at == '0' || *at == '1')) {
      at += 2;
      continue;
    }
    const char* end = at;
    if (end != last && *end == '"') {
      end = closing_quote(end, last);
      if (end == nullptr) return false;  // the parser says where
    }
    end = std::find(end, last, layout.delimiter);
    const std::string_view cell(at, static_cast<std::size_t>(end - at));
    if (role == Role::indicator && !zero_or_one(cell)) {
      const std::string plain = plain_name(cell);
      if (!zero_or_one(plain) && meant_as_score(plain)) return true;
    }
    at = end + 1;
  }
  return false;
}

}  // namespace

Matrix find_matrix(const Records& records, Part part, const ReadOptions& options) {
  const bool stated = options.format == Format::indicator;
  const bool possible = part != Part::both && records.size() > 1 && records[0].size() > 1 &&
                        !columns_stated(options) && names_labels(records[0]) &&
                        rectangular(records);
  if (!stated && !possible) return Matrix::none;
  const bool zeros_and_ones = all_cells(records, zero_or_one);
  if (zeros_and_ones || part != Part::predictions) {
    return stated || zeros_and_ones ? Matrix::indicators : Matrix::none;
  }
  bool fraction = false, code = false;
  const bool scores = all_cells(records, [&](std::string_view cell) {
    fraction = fraction || cell.find_first_of(".e%") != std::string_view::npos;
    code = code || (cell.size() > 1 && cell[0] == '0' && cell[1] >= '0' && cell[1] <= '9');
    return meant_as_score(cell);
  });
  // Numbers may be codes of labels as well: one column of them, whole ones, leading zeros.
  if (scores && (stated || (records[0].size() > 2 && fraction && !code))) return Matrix::scores;
  return stated ? Matrix::indicators : Matrix::none;
}

bool scores_follow(const Input& input, const Layout& layout) {
  const Cutter cutter = layout.cutter();
  ChunkReader reader(input, cutter, {});
  Chunk chunk;
  while (reader.next(chunk)) {
    const char* at = chunk.text.data();
    const char* const end = at + chunk.text.size();
    for (std::uint64_t line = chunk.first_line; at != end;) {
      std::string_view id;
      const char* const next = chunk.quotes ? record_end(at, end, cutter, id)
                                            : static_cast<const char*>(std::memchr(
                                                  at, '\n', static_cast<std::size_t>(end - at))) +
                                                  1;
      if (next == nullptr) return false;  // the parser says where
      const char* const last = next - (next - at > 1 && next[-2] == '\r' ? 2 : 1);
      if (line >= layout.data_line && scores_in(at, last, layout)) return true;
      line += chunk.quotes ? static_cast<std::uint64_t>(std::count(at, next, '\n')) : 1;
      at = next;
    }
  }
  return false;
}

}  // namespace tallystick::detail
