// The order of labels that does not depend on the order of reading, and who ranks first in a tie.
#pragma once

#include <cstdint>

#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// How labels that share a score rank.
enum class Ties : std::uint8_t {
  worst,    // all false ones before the true ones
  average,  // in every order, of which the mean is taken
  first,    // the label that is declared first, or whose name comes first in bytes
  last,     // the reverse of first
  trec,     // the label whose name comes last in bytes, as trec_eval has it
};

/// Declared labels as they were declared, then all others by the bytes of their names.
class LabelOrder {
 public:
  LabelOrder(const Vocabulary& vocabulary, Ties ties) noexcept
      : vocabulary_(&vocabulary), ties_(ties) {}

  /// Whether a ranks before b when they share a score; `worst` and `average` do not say, and take
  /// the order of `first`.
  [[nodiscard]] bool operator()(LabelId a, LabelId b) const {
    if (ties_ == Ties::trec) return by_name(b, a);
    return ties_ == Ties::last ? in_order(b, a) : in_order(a, b);
  }

 private:
  [[nodiscard]] bool by_name(LabelId a, LabelId b) const {
    const std::uint64_t x = vocabulary_->start(a), y = vocabulary_->start(b);
    return x != y ? x < y : vocabulary_->name(a) < vocabulary_->name(b);
  }
  [[nodiscard]] bool in_order(LabelId a, LabelId b) const {
    const std::size_t n = vocabulary_->declared() ? vocabulary_->n_declared() : 0;
    if (a < n || b < n) return a < b;
    return by_name(a, b);
  }

  const Vocabulary* vocabulary_;
  Ties ties_;
};

/// The rule decides between labels by their names or places, not by whether they are true.
[[nodiscard]] constexpr bool orders_labels(Ties ties) noexcept {
  return ties == Ties::first || ties == Ties::last || ties == Ties::trec;
}

}  // namespace tallystick
