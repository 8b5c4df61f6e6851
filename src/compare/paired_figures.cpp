#include "compare/paired_figures.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.hpp"
#include "tallystick/base/philox.hpp"
#include "tallystick/interval/estimate.hpp"
#include "tallystick/interval/resample.hpp"

namespace tallystick::detail {

namespace {

// Differences that are nearer than this are compared as fractions; where these are not known they
// count as equal. Single examples' values that differ at all differ by more.
constexpr double kRounding = 1e-12;
constexpr std::uint32_t kPairedUse = 0x50414952;  // keeps these draws apart from others of a seed

/// The amounts of contents under each system.
struct Sides {
  std::vector<std::uint64_t> a, b;
  std::vector<double> of_a, of_b;  // the figures

  Sides(std::size_t n_contents, std::size_t n_figures)
      : a(n_contents), b(n_contents), of_a(n_figures), of_b(n_figures) {}

  void clear() {
    std::fill(a.begin(), a.end(), 0);
    std::fill(b.begin(), b.end(), 0);
  }
  void evaluate(const Population::Evaluator& evaluator) {
    evaluator(a, of_a);
    evaluator(b, of_b);
  }
};

/// Decides where doubles are too near to each other, of the figures that are known as fractions.
class Exact {
 public:
  Exact(const PairedBlock& block, const Sides& observed) : block_(block), seen_(observed) {
    if (!block.exact) return;
    for (std::size_t k = 0; k < block.which.size(); ++k) {
      std::optional<Pair>& pair = observed_.emplace_back();
      const auto a = block.exact(k, observed.a), b = block.exact(k, observed.b);
      // A convention may have its own rules: then the values differ.
      if (a && b && near(a->value(), observed.of_a[k]) && near(b->value(), observed.of_b[k])) {
        pair = {*a, *b};
      }
    }
  }

  /// Whether the systems are at least as far apart with these amounts; not told of other figures.
  [[nodiscard]] std::optional<bool> as_extreme(std::size_t k, const Sides& now) const {
    if ((now.a == seen_.a && now.b == seen_.b) || (now.a == seen_.b && now.b == seen_.a)) {
      return true;
    }
    if (k >= observed_.size() || !observed_[k]) return {};
    const auto a = block_.exact(k, now.a), b = block_.exact(k, now.b);
    if (!a || !b) return {};
    return as_far_apart(*a, *b, observed_[k]->a, observed_[k]->b);
  }

 private:
  struct Pair {
    ExactFigure a, b;
  };
  [[nodiscard]] static bool near(double a, double b) { return std::abs(a - b) <= kRounding; }

  const PairedBlock& block_;
  const Sides& seen_;
  std::vector<std::optional<Pair>> observed_;
};

}  // namespace

PairedFigures::PairedFigures(const Aligned& aligned, std::size_t a, std::size_t b,
                             std::vector<Spec> specs, const PairedRules& rules)
    : specs_(std::move(specs)),
      rules_(rules),
      rows_(paired_rows(aligned, a, b, rules.weights)),
      counts_(rows_.contents.size()),
      both_(aligned.none) {
  for (const PairedKind& kind : rows_.kinds) {
    counts_[kind.a] += kind.count * kind.weight;
    counts_[kind.b] += kind.count * kind.weight;
  }
  Batch weighted = rows_.contents;
  for (const std::uint64_t count : counts_) weighted.weights.push_back({count, 0});
  both_.update(weighted);
  whole_.emplace(both_, rules.universe);
  evidence_.emplace(*whole_, specs_, rules.beside, rules.convention);
  LabelCounts scratch;
  scratch.resize(both_.vocabulary().size());
  for (std::size_t row = 0; row < rows_.contents.size(); ++row) {
    const Overlap overlap =
        scratch.update(rows_.contents.truth_of(row), rows_.contents.predicted_of(row), kOne);
    sizes_.push_back({overlap.common, overlap.truth, overlap.predicted, counts_[row]});
  }
  same_labels_ = same_labels();
  make_blocks();
}

bool PairedFigures::same_labels() const {
  std::vector<char> seen(both_.vocabulary().size());  // under which systems
  const auto see = [&](std::uint32_t content, char side) {
    for (const auto labels :
         {rows_.contents.truth_of(content), rows_.contents.predicted_of(content)}) {
      for (const LabelId label : labels) seen[label] = static_cast<char>(seen[label] | side);
    }
  };
  for (const PairedKind& kind : rows_.kinds) {
    see(kind.a, 1);
    see(kind.b, 2);
  }
  return std::all_of(seen.begin(), seen.end(), [](char sides) { return sides == 0 || sides == 3; });
}

std::vector<Spec> PairedFigures::chosen(const std::vector<std::size_t>& which) const {
  std::vector<Spec> out;
  for (const std::size_t i : which) out.push_back(specs_[i]);
  return out;
}

namespace {

/// Draws that are done in seconds, unless told.
std::uint32_t n_draws(const PairedBlock& block, const std::optional<std::uint32_t>& asked,
                      std::uint32_t quick) {
  constexpr std::uint32_t kSlow = 1000;
  return asked.value_or(block.quick ? quick : kSlow);
}

}  // namespace

void PairedFigures::resample(const PairedBlock& block, std::vector<PairedFinding>& out) const {
  const std::size_t n_contents = block.population->counts().size();
  const std::size_t n_figures = block.which.size();
  const std::uint32_t n = n_draws(block, rules_.resamples, 1000);
  std::vector<std::uint64_t> counts;
  for (const PairedKind& kind : block.kinds) counts.push_back(kind.count);
  const Resampler resampler(counts);
  std::vector<std::vector<double>> differences(n_figures, std::vector<double>(n));
  const auto work = [&](std::size_t first, std::size_t last) {
    const Population::Evaluator evaluator = block.population->evaluator();
    Sides sides(n_contents, n_figures);
    Resampler::Hits hits;
    std::vector<std::uint64_t> drawn(counts.size());
    for (std::size_t r = first; r < last; ++r) {
      Draws draws(rules_.seed, static_cast<std::uint32_t>(r), kPairedUse + block.use);
      resampler.draw(draws, hits, drawn);
      sides.clear();
      for (std::size_t i = 0; i < drawn.size(); ++i) {
        const PairedKind& kind = block.kinds[i];
        sides.a[kind.a] += drawn[i] * kind.weight;
        sides.b[kind.b] += drawn[i] * kind.weight;
      }
      sides.evaluate(evaluator);
      for (std::size_t k = 0; k < n_figures; ++k) {
        differences[k][r] =
            rows_.swapped ? sides.of_a[k] - sides.of_b[k] : sides.of_b[k] - sides.of_a[k];
      }
    }
  };
  in_parts(rules_.threads, n, work, 16);
  std::uint64_t n_examples = 0;
  for (const std::uint64_t count : counts) n_examples += count;
  for (std::size_t k = 0; k < n_figures; ++k) {
    PairedFinding& finding = out[block.which[k]];
    std::erase_if(differences[k], [](double value) { return std::isnan(value); });
    finding.replicates = std::move(differences[k]);
    if (finding.replicates.empty() || n_examples < 2) continue;
    const Interval interval = percentiles(finding.replicates, rules_.level);
    finding.low = interval.low;
    finding.high = interval.high;
  }
}

void PairedFigures::randomise(const PairedBlock& block, const std::vector<char>& wanted,
                              std::vector<PairedFinding>& out) const {
  const std::size_t n_contents = block.population->counts().size();
  const std::size_t n_figures = block.which.size();
  Sides alike(n_contents, n_figures);  // examples that swapping does not change
  std::vector<PairedKind> kinds;
  std::vector<std::uint64_t> times;
  for (const PairedKind& kind : block.kinds) {
    if (kind.a == kind.b) {
      alike.a[kind.a] += kind.count * kind.weight;
      alike.b[kind.b] += kind.count * kind.weight;
    } else {
      kinds.push_back(kind);
      times.push_back(kind.count);
    }
  }
  const auto set = [&](Sides& sides, std::span<const std::uint64_t> swapped) {
    sides.a = alike.a;
    sides.b = alike.b;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const PairedKind& kind = kinds[i];
      const std::uint64_t stay = (kind.count - swapped[i]) * kind.weight;
      const std::uint64_t change = swapped[i] * kind.weight;
      sides.a[kind.a] += stay;
      sides.b[kind.b] += stay;
      sides.a[kind.b] += change;
      sides.b[kind.a] += change;
    }
  };
  Sides observed(n_contents, n_figures);
  set(observed, std::vector<std::uint64_t>(kinds.size()));
  observed.evaluate(block.population->evaluator());
  for (std::size_t k = 0; k < n_figures; ++k) {
    PairedFinding& finding = out[block.which[k]];
    finding.a = rows_.swapped ? observed.of_b[k] : observed.of_a[k];
    finding.b = rows_.swapped ? observed.of_a[k] : observed.of_b[k];
  }
  if (std::none_of(block.which.begin(), block.which.end(),
                   [&wanted](std::size_t i) { return wanted[i] != 0; })) {
    return;
  }
  const Exact exact(block, observed);
  const auto make = [&] {
    return [&, sides = Sides(n_contents, n_figures), evaluator = block.population->evaluator()](
               std::span<const std::uint64_t> swapped, std::span<char> extreme) mutable {
      set(sides, swapped);
      sides.evaluate(evaluator);
      for (std::size_t k = 0; k < n_figures; ++k) {
        const double seen = std::abs(observed.of_b[k] - observed.of_a[k]);
        const double size = std::max(std::abs(observed.of_a[k]), std::abs(observed.of_b[k]));
        const double gap = std::abs(sides.of_b[k] - sides.of_a[k]) - seen;
        const double room = kRounding * std::max(1.0, size);
        const bool near = std::abs(gap) <= room;
        extreme[k] = (near ? exact.as_extreme(k, sides).value_or(true) : !(gap < 0)) ? 1 : 0;
      }
    };
  };
  const auto found =
      tallystick::randomise(times, make, n_figures, n_draws(block, rules_.resamples, 10'000),
                            rules_.seed + block.use, rules_.threads);
  for (std::size_t k = 0; k < n_figures; ++k) out[block.which[k]].randomisation = found[k];
}

std::vector<PairedFinding> PairedFigures::run(const std::vector<char>& wants_test) {
  std::vector<PairedFinding> out(specs_.size());
  for (const PairedBlock& block : blocks_) {
    randomise(block, wants_test, out);
    resample(block, out);
  }
  return out;
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> PairedFigures::wins(std::size_t figure) {
  for (const PairedBlock& block : blocks_) {
    const auto at = std::find(block.which.begin(), block.which.end(), figure);
    if (at == block.which.end() || !block.quick) continue;
    const auto k = static_cast<std::size_t>(at - block.which.begin());
    const std::size_t n_contents = block.population->counts().size();
    const Population::Evaluator evaluator = block.population->evaluator();
    std::vector<std::uint64_t> one(n_contents);
    std::vector<double> values(block.which.size()), of(n_contents);
    for (std::size_t content = 0; content < n_contents; ++content) {
      one[content] = 1;
      evaluator(one, values);
      one[content] = 0;
      of[content] = values[k];
    }
    std::uint64_t a = 0, b = 0;
    for (const PairedKind& kind : block.kinds) {
      const double difference = of[kind.b] - of[kind.a];
      if (difference < -kRounding) a += kind.count;
      if (difference > kRounding) b += kind.count;
    }
    if (rows_.swapped) std::swap(a, b);
    return std::pair(a, b);
  }
  return {};
}

Flips PairedFigures::example_flips() const {
  const auto right = [this](std::uint32_t content) {
    const ExampleGroup& size = sizes_[content];
    return size.common == size.truth && size.common == size.predicted;
  };
  Flips out;
  for (const PairedKind& kind : rows_.kinds) {
    const bool a = right(kind.a), b = right(kind.b);
    const bool first = rows_.swapped ? b : a, second = rows_.swapped ? a : b;
    (first    ? (second ? out.both_right : out.broken)
     : second ? out.fixed
              : out.both_wrong) += kind.count;
  }
  return out;
}

}  // namespace tallystick::detail
