// Small data sets for tests, and a seeded source of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tallystick/states/tally.hpp"

namespace tallystick::test {

struct Row {
  std::vector<std::string> truth, predicted;
  Amount weight = kOne;
};

/// "a b" -> a, b
inline std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end != 0) out.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

inline std::string numbered(std::string_view word, std::size_t number) {
  return std::string(word).append(std::to_string(number));
}

/// "a b > b; > c; d >": truth before the arrow, prediction behind it, one example between
/// semicolons.
inline std::vector<Row> rows(std::string_view text) {
  std::vector<Row> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view one = text.substr(0, end);
    const std::size_t arrow = one.find('>');
    out.push_back({words(one.substr(0, arrow)), words(one.substr(arrow + 1))});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

inline Vocabulary declared(std::span<const std::string> labels) {
  Vocabulary vocabulary;
  for (const std::string& label : labels) vocabulary.intern(label);
  vocabulary.declare();
  return vocabulary;
}

inline void add_rows(Tally& tally, std::span<const Row> data) {
  Batch batch;
  for (const Row& row : data) {
    for (const std::string& label : row.truth) {
      batch.truth.push_back(tally.vocabulary().intern(label));
    }
    for (const std::string& label : row.predicted) {
      batch.predicted.push_back(tally.vocabulary().intern(label));
    }
    batch.truth_end.push_back(static_cast<std::uint32_t>(batch.truth.size()));
    batch.predicted_end.push_back(static_cast<std::uint32_t>(batch.predicted.size()));
    batch.weights.push_back(row.weight);
  }
  tally.update(batch);
}

inline Tally tally_of(std::span<const Row> data, Vocabulary vocabulary = {}) {
  Tally tally(std::move(vocabulary));
  add_rows(tally, data);
  return tally;
}
inline Tally tally_of(std::string_view text, std::string_view labels = {}) {
  return tally_of(rows(text), labels.empty() ? Vocabulary{} : declared(words(labels)));
}

/// The pairs in an order of their own: theirs is none.
inline std::vector<ConfusionCounts::Entry> sorted_pairs(const Tally& tally) {
  auto pairs = tally.pairs().entries();
  std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return std::pair(a.truth, a.predicted) < std::pair(b.truth, b.predicted);
  });
  return pairs;
}

/// Data of a seed: few labels, so that every kind of coincidence comes up; empty sets, repeats,
/// weights (none, whole, or with fractions by turns).
class Source {
 public:
  explicit Source(std::uint64_t seed) : seed_(seed), random_(seed) {}

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  std::vector<Row> data(bool single_label) {
    const std::size_t n_labels = 1 + below(6);
    std::vector<Row> out(1 + below(20));
    for (Row& row : out) {
      const std::size_t n_true = single_label ? 1 : below(4);
      const std::size_t n_predicted = single_label ? (below(8) == 0 ? 0 : 1) : below(4);
      for (std::size_t i = 0; i < n_true; ++i) row.truth.push_back(label(below(n_labels)));
      for (std::size_t i = 0; i < n_predicted; ++i) row.predicted.push_back(label(below(n_labels)));
      if (below(3) == 0) row.predicted = row.truth;
      row.weight = weight();
    }
    return out;
  }

  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  static std::string label(std::size_t i) {
    return std::string("label ") + static_cast<char>('a' + i);
  }
  Amount weight() {
    switch (seed_ % 3) {
      case 0: return kOne;
      case 1: return {1 + below(4), 0};
      default: return amount_from(0.1 * static_cast<double>(1 + below(30)));
    }
  }

  std::uint64_t seed_;
  std::mt19937_64 random_;
};

}  // namespace tallystick::test
