#include "measures/edit_distance.hpp"

#include <algorithm>
#include <vector>

#include "tallystick/measures/whole.hpp"

namespace tallystick::detail {

namespace {

using Places = std::span<const std::uint32_t>;

/// Two strings and how far they agree from given places on.
class Strings {
 public:
  Strings(Places a, Places b, std::int64_t length) : a_(a), b_(b), length_(length) {}

  [[nodiscard]] std::int64_t length() const noexcept { return length_; }
  /// How many characters are the same from place i of a and place j of b.
  [[nodiscard]] std::int64_t common(std::int64_t i, std::int64_t j) const {
    auto next_a = std::lower_bound(a_.begin(), a_.end(), i);
    auto next_b = std::lower_bound(b_.begin(), b_.end(), j);
    const std::int64_t begin = i;
    for (;;) {
      const bool end_a = next_a == a_.end(), end_b = next_b == b_.end();
      const std::int64_t zeros_a = (end_a ? length_ : std::int64_t{*next_a}) - i;
      const std::int64_t zeros_b = (end_b ? length_ : std::int64_t{*next_b}) - j;
      if (zeros_a != zeros_b || end_a || end_b) return i - begin + std::min(zeros_a, zeros_b);
      i += zeros_a + 1, j += zeros_b + 1;
      ++next_a, ++next_b;
    }
  }

 private:
  Places a_, b_;
  std::int64_t length_;
};

/// The furthest place of a that each diagonal reaches with so many edits. Diagonal k pairs place i
/// of a with place i + k of b; the way back to diagonal 0 costs |k| edits, of `most` in all.
std::uint64_t by_diagonals(const Strings& strings, std::int64_t most) {
  constexpr std::int64_t kNever = -2;
  const std::int64_t length = strings.length(), widest = most / 2;
  const auto at = [widest](std::int64_t k) { return static_cast<std::size_t>(k + widest + 1); };
  std::vector<std::int64_t> reached(at(widest) + 2, kNever), before;
  for (std::int64_t edits = 0; edits < most; ++edits) {
    before = reached;
    const std::int64_t span = std::min(edits, most - edits);
    for (std::int64_t k = -std::min(span, widest); k <= std::min(span, widest); ++k) {
      std::int64_t i = edits == 0
                           ? 0
                           : std::max({before[at(k)] + 1, before[at(k - 1)],  // change, insert
                                       before[at(k + 1)] + 1});               // delete
      i = std::min({i, length, length - k});
      if (i < 0 || i + k < 0) continue;
      i += strings.common(i, i + k);
      if (k == 0 && i == length) return static_cast<std::uint64_t>(edits);
      reached[at(k)] = i;
    }
  }
  return static_cast<std::uint64_t>(most);
}

std::uint64_t common_places(Places a, Places b) {
  std::uint64_t n = 0;
  auto other = b.begin();
  for (const std::uint32_t place : a) {
    other = std::lower_bound(other, b.end(), place);
    if (other != b.end() && *other == place) ++n;
  }
  return n;
}

std::uint64_t differing(const ExampleGroup& example) {
  return example.truth + example.predicted - 2 * example.common;
}

/// Each label's place in a row: labels that occur or are declared, by the bytes of their names.
std::vector<std::uint32_t> places_of(const Whole& whole) {
  const Vocabulary& vocabulary = whole.tally().vocabulary();
  const std::size_t n_declared = vocabulary.declared() ? vocabulary.n_declared() : 0;
  std::vector<std::uint32_t> places(vocabulary.size());
  std::uint32_t next = 0;
  for (const LabelId id : vocabulary.sorted()) {
    const Cell cell = whole.cell(id);
    places[id] = next;
    if (id < n_declared || (cell.tp | cell.fp | cell.fn) != 0) ++next;
  }
  return places;
}

}  // namespace

std::uint64_t edit_distance(Places a, Places b, std::uint64_t length) {
  const std::uint64_t most = a.size() + b.size() - 2 * common_places(a, b);
  const std::uint64_t least = a.size() < b.size() ? b.size() - a.size() : a.size() - b.size();
  // An insertion needs a deletion: below three changed places nothing is gained by shifting.
  if (most == least || most < 3) return most;
  return by_diagonals({a, b, static_cast<std::int64_t>(length)}, static_cast<std::int64_t>(most));
}

double mean_edit_distance(const Whole& whole) {
  u128 edits = 0;
  for (const ExampleGroup& example : whole.examples()) {  // all that sizes alone can tell
    if (differing(example) < 3) edits += example.amount * differing(example);
  }
  const SetPairs& sets = whole.tally().sets();
  std::vector<std::uint32_t> places, truth, predicted;
  const auto place = [&places](std::span<const LabelId> labels, std::vector<std::uint32_t>& out) {
    out.clear();
    for (const LabelId label : labels) out.push_back(places[label]);
    std::sort(out.begin(), out.end());
  };
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (places.empty()) places = places_of(whole);
    const SetPairs::Entry entry = sets.entry(i);
    place(entry.truth, truth);
    place(entry.predicted, predicted);
    const std::uint64_t distance = edit_distance(truth, predicted, whole.n_labels());
    const ExampleGroup sizes{common_places(truth, predicted), truth.size(), predicted.size(), 0};
    if (differing(sizes) >= 3) edits += whole.unit(entry.amount) * distance;
  }
  return ratio(edits, whole.all_cells().total());
}

}  // namespace tallystick::detail
