#include "readers/weight_file.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "readers/chunk.hpp"
#include "readers/rows.hpp"
#include "readers/sample.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/readers/read_weights.hpp"

namespace tallystick {

namespace detail {

namespace {

/// What separates the two cells of the first line that has any text.
char separator_of(std::string_view head) {
  const std::size_t start = head.find_first_not_of("\r\n");
  if (start == std::string_view::npos) return '\t';
  const std::string_view line = head.substr(start, head.find_first_of("\r\n", start) - start);
  for (const char c : {'\t', ',', ';', ' '}) {
    if (line.find(c) != std::string_view::npos) return c;
  }
  return '\t';
}

class WeightFile {
 public:
  WeightFile(const Input& input, const Taxonomy& taxonomy)
      : input_(input),
        taxonomy_(taxonomy),
        weights_(taxonomy.size(), 0),
        lines_(taxonomy.size(), 0) {}

  std::vector<double> read() {
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
               "double the quotes that belong to a code, or close the cell");
        }
        take(chunk, record, next, cutter.delimiter);
        line_ += static_cast<std::uint64_t>(std::count(record, next, '\n'));
        record = next;
      }
    }
    check_complete();
    return std::move(weights_);
  }

 private:
  void take(const Chunk& chunk, const char* start, const char* end, char separator) {
    const std::string_view record(start, static_cast<std::size_t>(end - start));
    const auto records = sample_records(record, separator, true, 1);
    if (records.empty()) return;
    std::vector<std::string> cells;
    for (const std::string& cell : records[0]) {
      cells.emplace_back(maker_.trimmed(cell));
      if (separator == ' ' && cells.back().empty()) cells.pop_back();  // blanks may be repeated
    }
    if (cells.empty() || (cells.size() == 1 && cells[0].empty())) return;
    const bool first = !std::exchange(begun_, true);
    if (cells.size() != 2) {
      fail(ErrorCode::bad_format, chunk.place(start),
           "this line has " + counted(cells.size(), "cell") +
               ", where a code and its weight are expected",
           "write a code, a tab and a number on each line");
    }
    const auto weight = number_from(cells[1]);
    const auto node = taxonomy_.find(cells[0]);
    if (first && !weight && !node) return;  // a header
    if (!node) unknown(chunk, start, cells[0]);
    const auto place = [&] {
      const std::size_t last = std::min(record.rfind(separator), record.size() - 1);
      return chunk.place(start + last + 1);
    };
    if (!weight || !(*weight >= 0) || *weight >= 0x1p63) {
      fail(ErrorCode::bad_weight, place(), "weight " + quoted(cells[1]) + " is not allowed",
           "weights are finite numbers of 0 or more, below 2^63");
    }
    if (lines_[*node] != 0) {
      fail(ErrorCode::bad_weight, place(),
           "class " + quoted(taxonomy_.code(*node)) + " has a weight here and on line " +
               std::to_string(lines_[*node]),
           "keep one line for each class");
    }
    lines_[*node] = line_;
    weights_[*node] = *weight + 0.0;  // no negative zero
  }

  [[noreturn]] void unknown(const Chunk& chunk, const char* at, const std::string& code) const {
    std::vector<std::string_view> codes(taxonomy_.size());
    for (NodeId node = 0; node < codes.size(); ++node) codes[node] = taxonomy_.code(node);
    const auto near = nearest(code, codes);
    fail(ErrorCode::unknown_label, chunk.place(at),
         "code " + quoted(code) + " is not among the " + std::to_string(codes.size()) +
             " classes of " + taxonomy_.origin(),
         near.empty() ? "remove the line, or correct the code"
                      : "did you mean " + quoted(near[0]) + "?");
  }

  void check_complete() const {
    std::uint64_t n_lacking = 0;
    std::optional<NodeId> lacking;
    for (NodeId node = 0; node < lines_.size(); ++node) {
      if (lines_[node] != 0 || taxonomy_.root() == node) continue;
      ++n_lacking;
      if (!lacking) lacking = node;
    }
    if (!lacking) return;
    fail(ErrorCode::bad_weight, {input_.name()},
         "gives no weight to " + std::to_string(n_lacking) + " of the " +
             std::to_string(lines_.size()) + " classes of " + taxonomy_.origin() + ", such as " +
             quoted(taxonomy_.code(*lacking)),
         "write a line for each class; a weight of 0 leaves a class out");
  }

  const Input& input_;
  const Taxonomy& taxonomy_;
  std::vector<double> weights_;
  std::vector<std::uint64_t> lines_;  // where each node got its weight; 0: nowhere yet
  const ReadOptions options_{};
  const LabelMaker maker_{options_};
  std::uint64_t line_ = 1;  // of the record at hand
  bool begun_ = false;
};

}  // namespace

std::vector<double> node_weights_from(const Input& input, const Taxonomy& taxonomy) {
  return WeightFile(input, taxonomy).read();
}

}  // namespace detail

std::vector<double> read_node_weights(const std::string& path, const Taxonomy& taxonomy) {
  return detail::node_weights_from(detail::Input::file(path), taxonomy);
}

}  // namespace tallystick
