#include "compare/flips.hpp"

#include <algorithm>

#include "compare/decisions.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

namespace {

/// Which labels of one example turned.
class Turning {
 public:
  explicit Turning(std::size_t n_labels) : decisions_(n_labels) {}

  std::vector<LabelId> fixed, broken;
  int change = 0;  // of the example as a whole: 1 wrong to right, -1 right to wrong

  void see(std::span<const LabelId> truth_a, std::span<const LabelId> a,
           std::span<const LabelId> truth_b, std::span<const LabelId> b) {
    fixed.clear(), broken.clear();
    bool all_a = true, all_b = true;
    decisions_.see(truth_a, a, truth_b, b, [&](LabelId label, bool right_a, bool right_b) {
      all_a &= right_a;
      all_b &= right_b;
      if (right_a != right_b) (right_b ? fixed : broken).push_back(label);
    });
    change = (all_b ? 1 : 0) - (all_a ? 1 : 0);
  }
  [[nodiscard]] bool turned() const noexcept { return !fixed.empty() || !broken.empty(); }

 private:
  detail::LabelDecisions decisions_;
};

std::vector<std::string> names_of(const std::vector<LabelId>& ids, const Vocabulary& labels) {
  std::vector<std::string> out;
  for (const LabelId id : ids) out.emplace_back(labels.name(id));
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

void detail::add_flips(const Aligned& aligned, std::size_t a, std::size_t b, std::size_t most,
                       Pairing& out) {
  const Vocabulary& labels = aligned.none.vocabulary();
  const KeptRows& rows_a = aligned.systems[a].rows;
  const KeptRows& rows_b = aligned.systems[b].rows;
  Turning turning(labels.size());
  const auto see = [&](std::size_t i) {
    const std::uint32_t row_a = aligned.row_of[a][i], row_b = aligned.row_of[b][i];
    turning.see(rows_a.batch.truth_of(row_a), rows_a.batch.predicted_of(row_a),
                rows_b.batch.truth_of(row_b), rows_b.batch.predicted_of(row_b));
  };
  std::vector<std::uint32_t> flipped;
  for (std::uint32_t i = 0; i < aligned.size(); ++i) {
    see(i);
    if (turning.turned()) flipped.push_back(i);
  }
  out.n_flips = flipped.size();
  const auto id_of = [&](std::uint32_t i) { return rows_a.id(aligned.row_of[a][i]); };
  const auto middle = flipped.begin() + static_cast<std::ptrdiff_t>(std::min(most, flipped.size()));
  std::partial_sort(flipped.begin(), middle, flipped.end(),
                    [&](std::uint32_t x, std::uint32_t y) { return id_of(x) < id_of(y); });
  flipped.erase(middle, flipped.end());
  for (const std::uint32_t i : flipped) {
    see(i);
    out.flips.push_back({std::string(id_of(i)), turning.change, names_of(turning.fixed, labels),
                         names_of(turning.broken, labels)});
  }
}

std::string flips_to_csv(const Comparing& comparing, char delimiter) {
  const std::string d(1, delimiter);
  std::string out = "a" + d + "b" + d + "id" + d + "label" + d + "from" + d + "to\n";
  for (const Pairing& pairing : comparing.pairings) {
    const std::string pair = csv_field(comparing.systems[pairing.a], delimiter) + d +
                             csv_field(comparing.systems[pairing.b], delimiter) + d;
    for (const ExampleFlip& flip : pairing.flips) {
      const std::string start = pair + csv_field(flip.id, delimiter) + d;
      const auto add = [&](std::string_view label, bool fixed) {
        out.append(start).append(csv_field(label, delimiter)).append(d);
        out.append(fixed ? "wrong" : "right").append(d).append(fixed ? "right\n" : "wrong\n");
      };
      if (flip.change != 0) add("", flip.change > 0);
      for (const std::string& label : flip.fixed) add(label, true);
      for (const std::string& label : flip.broken) add(label, false);
    }
  }
  return out;
}

}  // namespace tallystick
