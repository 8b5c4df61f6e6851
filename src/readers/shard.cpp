#include "readers/shard.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "readers/id_order.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/base/wide.hpp"

namespace tallystick::detail {

namespace {

/// Walks the bytes [begin, end) of a file in blocks until `see` returns false.
template <class See>
void walk(const Input& input, std::uint64_t begin, std::uint64_t end, See see) {
  constexpr std::uint64_t kBlock = 1 << 18;
  const auto source = input.open_at(begin);
  std::vector<char> block(kBlock);
  while (begin < end) {
    const auto most = static_cast<std::size_t>(std::min(kBlock, end - begin));
    const std::size_t got = source->read(block.data(), most);
    if (got == 0 || !see(std::string_view(block.data(), got), begin)) return;
    begin += got;
  }
}

std::uint64_t count_newlines(const Input& input, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t n = 0;
  walk(input, begin, end, [&n](std::string_view text, std::uint64_t) {
    n += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    return true;
  });
  return n;
}

/// One past the n-th newline from `begin` on [from 1]; `end` if there are fewer.
std::uint64_t after_newline(const Input& input, std::uint64_t begin, std::uint64_t end,
                            std::uint64_t n) {
  std::uint64_t found = end;
  walk(input, begin, end, [&](std::string_view text, std::uint64_t at) {
    const auto here = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    if (here < n) {
      n -= here;
      return true;
    }
    std::size_t newline = std::string_view::npos;
    for (; n != 0; --n) newline = text.find('\n', newline + 1);
    found = at + newline + 1;
    return false;
  });
  return found;
}

bool holds_quote(const Input& input, std::uint64_t size) {
  bool found = false;
  walk(input, 0, size, [&found](std::string_view text, std::uint64_t) {
    found = text.find('"') != std::string_view::npos;
    return !found;
  });
  return found;
}

/// Where shard number `index` [from 0] of `count` starts: at a line's start.
std::uint64_t shard_start(const Input& input, std::uint64_t size, std::uint32_t index,
                          std::uint32_t count) {
  const auto at = static_cast<std::uint64_t>(static_cast<u128>(size) * index / count);
  return at == 0 || index == count ? at : after_newline(input, at - 1, size, 1);
}

LineRange shard_range(const Input& input, std::uint64_t size, const Shard& shard) {
  return {shard_start(input, size, shard.index - 1, shard.count),
          shard_start(input, size, shard.index, shard.count), 0};
}

/// Lines of a file, the last of which need not end in a newline.
std::uint64_t count_lines(const Input& input, std::uint64_t size) {
  if (size == 0) return 0;
  const bool open_end = count_newlines(input, size - 1, size) == 0;
  return count_newlines(input, 0, size) + (open_end ? 1 : 0);
}

/// Rows of a file whose lines are rows, or nothing where a header states another number.
std::optional<std::uint64_t> count_rows(const Table& table, std::uint64_t size) {
  const std::uint64_t lines = count_lines(table.input, size);
  const std::uint64_t rows = lines - std::min(lines, table.layout.data_line - 1);
  const auto& stated = table.layout.stated_rows;
  if (stated && *stated != rows) return std::nullopt;
  return rows;
}

void use_range(Table& table, LineRange range) {
  table.range = range;
  table.shard = {};  // of its rows all are taken
}

/// By the id, or by blocks of lines where there is none.
bool own(const Table& table, const Chunk& chunk, const Rows& rows, std::size_t row) {
  constexpr std::uint64_t kBlock = 1024;  // lines
  const std::uint64_t line = chunk.first_line + rows.lines[row] - table.layout.data_line;
  const std::uint64_t number = rows.ids.empty() ? line / kBlock : id_hash(rows.ids[row]);
  return number % table.shard.count == table.shard.index - 1;
}

void keep(LabelColumn& column, const std::vector<char>& wanted) {
  if (column.end.empty()) return;
  const bool scored = !column.scores.empty();
  std::uint32_t from = 0, to = 0;
  std::size_t kept = 0;
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    const std::uint32_t end = column.end[row];
    if (wanted[row] == 0) {
      from = end;
      continue;
    }
    for (; from < end; ++from, ++to) {
      column.tokens[to] = column.tokens[from];
      if (scored) column.scores[to] = column.scores[from];
    }
    column.end[kept++] = to;
  }
  column.tokens.resize(to);
  if (scored) column.scores.resize(to);
  column.end.resize(kept);
}

template <class T>
void keep(std::vector<T>& values, const std::vector<char>& wanted) {
  if (values.empty()) return;
  std::size_t kept = 0;
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    if (wanted[row] != 0) values[kept++] = values[row];
  }
  values.resize(kept);
}

std::string base_name(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (const std::size_t slash = path.rfind('/'); slash != std::string::npos && path.size() > 1) {
    path.erase(0, slash + 1);
  }
  for (char& c : path) {
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  }
  return path;
}

std::string source_text(const Input& input) {
  std::string text = base_name(input.name());
  if (const auto size = input.size()) text += " (" + counted(*size, "byte") + ')';
  return text;
}

}  // namespace

void take_shard(Table& table) {
  table.shard = table.options.shard;
  if (table.shard.count < 2) return;
  const auto size = table.input.size();
  const Cutter cutter = table.layout.cutter();
  // Of ids that stand on one line alone every shard sees all, so that it sees repeated ones.
  const bool by_id = table.layout.shape != Shape::objects && table.layout.has_ids();
  if (!size || table.input.compression() != Compression::none || cutter.grouped || by_id) return;
  if (cutter.quoted && holds_quote(table.input, *size)) return;
  use_range(table, shard_range(table.input, *size, table.shard));
  const bool numbered = table.options.want_ids && !table.layout.has_ids();
  if (numbered || table.layout.data_line > 2) number_lines(table);
}

void take_shard(Table& truth, Table& predictions) {
  const Shard shard = truth.options.shard;
  truth.shard = predictions.shard = shard;
  const auto t_size = truth.input.size(), p_size = predictions.input.size();
  const bool plain = truth.input.compression() == Compression::none &&
                     predictions.input.compression() == Compression::none;
  const bool by_lines = truth.layout.positional() && predictions.layout.positional();
  if (shard.count < 2 || !by_lines || !plain || !t_size || !p_size) return;
  const auto rows = count_rows(truth, *t_size);
  if (!rows || rows != count_rows(predictions, *p_size))
    return;  // reading the rows says what is wrong
  LineRange t = shard_range(truth.input, *t_size, shard);
  t.first_line = count_newlines(truth.input, 0, t.begin) + 1;
  const auto line_in_predictions = [&](std::uint64_t line) {  // with the same row
    return line - std::min(line, truth.layout.data_line) + predictions.layout.data_line;
  };
  const auto start = [&](std::uint64_t line, std::uint64_t offset, std::uint64_t size) {
    if (offset == 0) return std::uint64_t{0};
    if (offset == size) return *p_size;
    return after_newline(predictions.input, 0, *p_size, line_in_predictions(line) - 1);
  };
  LineRange p;
  p.begin = start(t.first_line, t.begin, *t_size);
  const std::uint64_t past = t.first_line + count_newlines(truth.input, t.begin, t.end);
  p.end = start(past, t.end, *t_size);
  p.first_line = p.begin == 0 ? 1 : line_in_predictions(t.first_line);
  use_range(truth, t);
  use_range(predictions, p);
}

bool number_lines(Table& table) {
  if (!table.range || table.range->first_line != 0) return false;
  table.range->first_line = count_newlines(table.input, 0, table.range->begin) + 1;
  return true;
}

void keep_own_rows(const Table& table, const Chunk& chunk, Rows& rows) {
  std::vector<char> wanted(rows.size());
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    wanted[row] = own(table, chunk, rows, row) ? 1 : 0;
  }
  keep(rows.truth, wanted);
  keep(rows.predicted, wanted);
  keep(rows.ids, wanted);
  keep(rows.weights, wanted);
  keep(rows.groups, wanted);
  keep(rows.lines, wanted);
}

bool any_row(const Table& table) {
  ChunkReader reader(table.input, table.layout.cutter(), table.limits);
  Chunk chunk;
  Rows rows;
  while (rows.size() == 0 && reader.next(chunk)) {
    rows.clear();
    table.parser->parse(chunk, rows);
  }
  return rows.size() != 0;
}

std::string shard_text(const Table& truth, const Table* predictions) {
  const Shard& shard = truth.options.shard;
  if (shard.count < 2) return {};
  std::string text = std::to_string(shard.index) + '/' + std::to_string(shard.count) + " of " +
                     source_text(truth.input);
  if (predictions != nullptr) text += " and " + source_text(predictions->input);
  return text;
}

}  // namespace tallystick::detail
