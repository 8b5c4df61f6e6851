#include "tune/search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace tallystick::detail {

namespace {

/// Ascends where scores descend; 0 and -0 are one.
std::uint64_t key_of(double score) noexcept {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);
  return (bits & kSign) != 0 ? bits : ~(bits | kSign);
}

double score_of(std::uint64_t key) noexcept {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  return std::bit_cast<double>((key & kSign) != 0 ? key : ~(key | kSign));
}

/// Stable, by key; digits that all keys share cost one look.
void sort_by_key(RankedCells& cells) {
  constexpr unsigned kBits = 11;
  constexpr std::size_t kDigits = std::size_t{1} << kBits;
  constexpr unsigned kPasses = (64 + kBits - 1) / kBits;
  std::vector<std::array<std::size_t, kDigits>> counts(kPasses);
  for (const RankedCell& cell : cells) {
    for (unsigned pass = 0; pass < kPasses; ++pass) {
      ++counts[pass][(cell.key >> (pass * kBits)) & (kDigits - 1)];
    }
  }
  RankedCells other(cells.size());
  for (unsigned pass = 0; pass < kPasses; ++pass) {
    auto& places = counts[pass];
    if (std::find(places.begin(), places.end(), cells.size()) != places.end()) continue;
    std::size_t next = 0;
    for (std::size_t& place : places) next += std::exchange(place, next);
    for (const RankedCell& cell : cells) {
      other[places[(cell.key >> (pass * kBits)) & (kDigits - 1)]++] = cell;
    }
    cells.swap(other);
  }
}

}  // namespace

RankedCells ranked_cells(const TuneData& data, Strategy strategy) {
  const ScoreTable& table = data.table();
  RankedCells cells(table.n_scores());
  std::size_t next = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example one = table.example(i);
    for (std::size_t j = 0; j < one.labels.size(); ++j) {
      const double best = one.scores[0];
      const std::uint64_t key = strategy == Strategy::top_k ? j
                                : strategy == Strategy::relative
                                    ? key_of(best == 0 ? 1 : one.scores[j] / best)
                                    : key_of(one.scores[j]);
      cells[next++] = {key, static_cast<std::uint32_t>(i), one.labels[j]};
    }
  }
  sort_by_key(cells);
  return cells;
}

RankedCells by_label(const RankedCells& cells, std::size_t n_labels) {
  std::vector<std::size_t> places(n_labels + 1);
  for (const RankedCell& cell : cells) ++places[cell.label.label() + 1];
  for (std::size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
  RankedCells out(cells.size());
  for (const RankedCell& cell : cells) out[places[cell.label.label()]++] = cell;
  return out;
}

Cut best_cut(const RankedCells& cells, const TuneData& data, const Goal& goal,
             std::uint32_t held_out, bool nothing) {
  constexpr std::size_t kAhead = 16;
  Objective objective(data, goal);
  objective.restart(held_out);
  Cut best{std::nullopt, objective.goodness()};
  bool first = !nothing;
  for (std::size_t i = 0; i < cells.size();) {
    const std::uint64_t key = cells[i].key;
    bool any = false;
    for (; i < cells.size() && cells[i].key == key; ++i) {
      if (i + kAhead < cells.size()) {
        objective.prefetch(cells[i + kAhead].example, cells[i + kAhead].label);
      }
      if (data.in_part(cells[i].example, held_out)) continue;
      objective.add(cells[i].example, cells[i].label);
      any = true;
    }
    if (!any) continue;
    const double goodness = objective.goodness();
    if (goodness > best.goodness + kRounding || first) best = {key, goodness};
    first = false;
  }
  return best;
}

double threshold_at(std::optional<std::uint64_t> key, bool strictly_above) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!key) return kInfinity;
  const double score = score_of(*key);
  return strictly_above ? std::nextafter(score, -kInfinity) : score;
}

}  // namespace tallystick::detail
