#include "tallystick/states/clusters.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "tallystick/base/text.hpp"

namespace tallystick {

namespace {

// What is told of each example beside its label sets.
constexpr std::uint8_t kWeights = 1, kScores = 2, kGrades = 4, kJudged = 8, kKnown = 16;

std::uint8_t told(const Batch& rows) {
  const auto other_than = [](const auto& items, const auto& one) {
    return std::any_of(items.begin(), items.end(), [&](const auto& item) { return item != one; });
  };
  const int weights = other_than(rows.weights, kOne) ? kWeights : 0;
  if (!rows.has_scores) return static_cast<std::uint8_t>(weights);  // the rest is about rankings
  return static_cast<std::uint8_t>(
      weights | kScores | (other_than(rows.grades, 1.0) ? kGrades : 0) |
      (rows.judged.empty() ? 0 : kJudged) | (rows.known.empty() ? 0 : kKnown));
}

std::uint64_t bits_of(double number) { return std::bit_cast<std::uint64_t>(number + 0.0); }

void put_labels(ByteWriter& out, std::span<const LabelId> labels, std::span<const LabelId> rank) {
  std::vector<LabelId> sorted;
  for (const LabelId label : labels) sorted.push_back(rank[label]);
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  out.u32(static_cast<std::uint32_t>(sorted.size()));
  for (const LabelId label : sorted) out.u32(label);
}

/// Labels in ascending order, each once, with what belongs to each.
void put_numbers(ByteWriter& out, std::span<const LabelId> labels, std::span<const double> numbers,
                 std::span<const LabelId> rank) {
  std::vector<std::pair<LabelId, std::uint64_t>> sorted;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    sorted.emplace_back(rank[labels[i]], bits_of(numbers[i]));
  }
  std::sort(sorted.begin(), sorted.end());
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), same), sorted.end());
  out.u32(static_cast<std::uint32_t>(sorted.size()));
  for (const auto& [label, number] : sorted) out.u32(label), out.u64(number);
}

std::string bytes_of(const Batch& rows, std::size_t row, std::uint8_t what,
                     std::span<const LabelId> rank) {
  ByteWriter out;
  if ((what & kGrades) != 0) {
    put_numbers(out, rows.truth_of(row), rows.grades_of(row), rank);
  } else {
    put_labels(out, rows.truth_of(row), rank);
  }
  put_labels(out, rows.predicted_of(row), rank);
  if ((what & kWeights) != 0) out.amount(rows.weights[row]);
  if ((what & kScores) != 0) put_numbers(out, rows.scored_of(row), rows.scores_of(row), rank);
  if ((what & kJudged) != 0) put_labels(out, rows.judged_of(row), rank);
  if ((what & kKnown) != 0) put_labels(out, rows.known_of(row), rank);
  return std::move(out).take();
}

/// Of one row; returns where it ends.
std::uint32_t take_labels(ByteReader& in, std::size_t n_labels, std::vector<LabelId>& labels,
                          std::vector<double>* numbers = nullptr) {
  const std::uint32_t n = in.u32();
  if (n > in.left() / 4) in.refuse("an example of a cluster is cut off");
  for (std::uint32_t i = 0; i < n; ++i) {
    const LabelId label = in.u32();
    if (label >= n_labels) {
      in.refuse("an example of a cluster names label " + std::to_string(label) + " of " +
                std::to_string(n_labels));
    }
    if (i != 0 && label <= labels.back()) {
      in.refuse("the labels of an example of a cluster are not in ascending order");
    }
    labels.push_back(label);
    if (numbers == nullptr) continue;
    numbers->push_back(std::bit_cast<double>(in.u64()));
    if (!std::isfinite(numbers->back())) in.refuse("a score in a cluster is no number");
  }
  return static_cast<std::uint32_t>(labels.size());
}

void take_row(ByteReader& in, std::size_t n_labels, std::uint8_t what, Batch& rows) {
  rows.truth_end.push_back(
      take_labels(in, n_labels, rows.truth, (what & kGrades) != 0 ? &rows.grades : nullptr));
  rows.predicted_end.push_back(take_labels(in, n_labels, rows.predicted));
  if ((what & kWeights) != 0) {
    rows.weights.push_back(in.amount());
    if (rows.weights.back() == Amount{}) in.refuse("an example of a cluster weighs nothing");
  }
  if ((what & kScores) != 0) {
    rows.scored_end.push_back(take_labels(in, n_labels, rows.scored, &rows.scores));
  }
  if ((what & kJudged) != 0) rows.judged_end.push_back(take_labels(in, n_labels, rows.judged));
  if ((what & kKnown) != 0) rows.known_end.push_back(take_labels(in, n_labels, rows.known));
}

}  // namespace

void Clusters::merge(const Clusters& other, std::span<const LabelId> remap) {
  std::map<std::string_view, std::uint32_t> places;
  for (std::uint32_t i = 0; i < names.size(); ++i) places.emplace(names[i], i);
  std::vector<std::uint32_t> place;
  std::vector<std::string> fresh;  // names must not move while they are looked up
  for (const std::string& name : other.names) {
    const auto next = static_cast<std::uint32_t>(names.size() + fresh.size());
    const auto [found, is_new] = places.emplace(name, next);
    place.push_back(found->second);
    if (is_new) fresh.push_back(name);
  }
  names.insert(names.end(), fresh.begin(), fresh.end());
  Batch renamed = other.rows;
  for (std::vector<LabelId>* const labels :
       {&renamed.truth, &renamed.predicted, &renamed.scored, &renamed.judged, &renamed.known}) {
    for (LabelId& label : *labels) label = remap[label];
  }
  for (std::size_t row = 0; row < renamed.size(); ++row) {
    append_row(renamed, row, rows);
    of_row.push_back(place[other.of_row[row]]);
  }
}

void Clusters::save(ByteWriter& out, std::span<const LabelId> rank) const {
  const std::uint8_t what = told(rows);
  std::map<std::string_view, std::vector<std::string>> examples;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    examples[names[of_row[row]]].push_back(bytes_of(rows, row, what, rank));
  }
  out.u8(what);
  out.u64(examples.size());
  for (auto& [name, of_cluster] : examples) {
    std::sort(of_cluster.begin(), of_cluster.end());
    out.text(name);
    out.u64(of_cluster.size());
    for (const std::string& bytes : of_cluster) out.raw(bytes);
  }
}

void Clusters::load(ByteReader& in, std::size_t n_labels) {
  *this = Clusters{};
  const std::uint8_t what = in.u8();
  if (what >= 2 * kKnown) in.refuse("it is not said what is told of the examples of clusters");
  rows.has_scores = (what & kScores) != 0;
  const std::uint64_t n_clusters = in.count(16);
  for (std::uint64_t i = 0; i < n_clusters; ++i) {
    names.emplace_back(in.text());
    if (names.back().empty() || utf8_fault(names.back()) != names.back().size()) {
      in.refuse("the name of a cluster is empty or not UTF-8");
    }
    const std::uint64_t n = in.count(8);
    if (n == 0) in.refuse("cluster " + quoted(names.back()) + " has no examples");
    for (std::uint64_t row = 0; row < n; ++row) {
      take_row(in, n_labels, what, rows);
      of_row.push_back(static_cast<std::uint32_t>(i));
    }
  }
}

}  // namespace tallystick
