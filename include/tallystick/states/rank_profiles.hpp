// Where each example's true labels rank, without their names: what ranking measures need.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tallystick/base/amount.hpp"
#include "tallystick/base/bytes.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// Labels of one example that share a score, where true or judged ones are among them.
struct RankGroup {
  std::uint32_t before = 0;  // labels with a higher score
  std::uint32_t size = 0;    // labels with this score
  std::uint32_t hits = 0;    // of these, the true ones
  std::uint32_t judged = 0;  // of these, those judged not relevant
};

/// One example as ranking measures see it.
struct RankProfile {
  std::uint32_t n_scored = 0;
  std::uint32_t n_true = 0;    // with a score or without
  std::uint32_t n_judged = 0;  // judged not relevant, with a score or without
  bool first_is_true = false;  // of the labels with the highest score, the first in label order
  // Pairs of a true label and another of its score that stands behind it by the rule of ties; 0
  // where the rule is no order of labels.
  std::uint64_t tied_pairs = 0;
  std::vector<RankGroup> groups;  // best first
  // Grades of relevance, empty when all are 1: of the hits, group by group (descending within
  // one), then of the true labels without a score (descending).
  std::vector<double> grades;

  /// True labels with a score.
  [[nodiscard]] std::uint32_t n_hits() const noexcept;
  void clear() noexcept;
};

/// The distinct profiles, each with how many examples have it. Whole numbers: any partition of the
/// data merges to the same state. Size: a few words a distinct profile, whatever the number of
/// scored labels. Kept on request only.
class RankProfiles {
 public:
  RankProfiles();

  void update(const RankProfile& profile, Amount weight);
  void merge(const RankProfiles& other);

  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
  [[nodiscard]] bool empty() const noexcept { return rows_.empty(); }
  /// In the order of first sight. The profile is written to `out`, whose memory is reused.
  [[nodiscard]] Amount profile(std::size_t i, RankProfile& out) const;

  void save(ByteWriter& out) const;
  void load(ByteReader& in);

 private:
  struct Row {
    std::uint64_t begin = 0;  // in words_
    std::uint32_t size = 0;
    Amount amount;
  };
  void add(std::span<const std::uint32_t> words, Amount weight);
  [[nodiscard]] std::span<const std::uint32_t> words_of(const Row& row) const noexcept {
    return {words_.data() + row.begin, row.size};
  }
  void grow();

  std::vector<std::uint32_t> words_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> slots_;    // index into rows_ + 1; 0 is free
  std::vector<std::uint32_t> encoded_;  // scratch of update
};

}  // namespace tallystick
