#include "tallystick/interval/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "tallystick/base/exact_sum.hpp"
#include "tallystick/interval/quantiles.hpp"
#include "tallystick/interval/resample.hpp"
#include "tallystick/interval/special.hpp"

namespace tallystick {

std::string_view interval_name(IntervalMethod method) noexcept {
  for (const auto& [word, one] : kIntervalMethods) {
    if (one == method) return word;
  }
  return "none";
}

namespace {

constexpr std::string_view kNoShare = "not a share of examples, which this method is for";
constexpr std::string_view kUnknown =
    "this method does not know how single examples change it; bootstrap does not need to";
constexpr std::string_view kNoValue = "undefined";
constexpr std::string_view kFew = "an interval needs two examples or more";

/// The place of a share of n sorted values: the first value that so many lie at or below.
std::size_t place(double share, std::size_t n) {
  // A product such as 1000 * 0.025 must not pass a whole number by its rounding.
  const double at = std::ceil(share * static_cast<double>(n) * (1 - 1e-12)) - 1;
  return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(n - 1)));
}

Interval around(const Estimate& figure, double error, double level) {
  const double half = normal_quantile(0.5 + level / 2) * error;
  return {std::max(figure.low, figure.value - half), std::min(figure.high, figure.value + half)};
}

/// Calls visit(first, last) for the kinds of each stratum.
template <typename Visit>
void for_each_stratum(const Population& population, Visit visit) {
  if (population.stratum_ends().empty()) return visit(std::size_t{0}, population.counts().size());
  std::size_t first = 0;
  for (const std::size_t last : population.stratum_ends()) {
    visit(first, last);
    first = last;
  }
}

/// Less their mean in each stratum, which does not vary, since the sizes of strata do not.
void centre(const Population& population, std::vector<double>& values) {
  if (population.stratum_ends().size() < 2) return;  // then it is 0
  for_each_stratum(population, [&](std::size_t first, std::size_t last) {
    ExactSum sum;
    std::uint64_t n = 0;
    for (std::size_t kind = first; kind < last; ++kind) {
      sum.add(values[kind], population.counts()[kind]);
      n += population.counts()[kind];
    }
    const double mean = sum.value() / static_cast<double>(n);
    for (std::size_t kind = first; kind < last; ++kind) values[kind] -= mean;
  });
}

/// sum of count * term(kind), exact before it is rounded.
template <typename Term>
double sum_over(const Population& population, Term term) {
  ExactSum sum;
  for (std::size_t kind = 0; kind < population.counts().size(); ++kind) {
    sum.add(term(kind), population.counts()[kind]);
  }
  return sum.value();
}

Estimated of_share(const Population& population, std::size_t figure, const IntervalRule& rule) {
  const std::optional<Share> share = population.share(figure);
  if (!share) return {{}, kNoShare};
  switch (rule.method) {
    case IntervalMethod::wilson: return {wilson(share->k, share->n, rule.level)};
    case IntervalMethod::clopper_pearson: return {clopper_pearson(share->k, share->n, rule.level)};
    case IntervalMethod::agresti_coull: return {agresti_coull(share->k, share->n, rule.level)};
    default: return {jeffreys(share->k, share->n, rule.level)};
  }
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

Estimated by_delta(const Population& population, std::size_t figure, const Estimate& estimate,
                   double level) {
  std::vector<double> influence = population.influences(figure);
  if (influence.empty() || !all_finite(influence)) return {{}, kUnknown};
  centre(population, influence);
  const double n = static_cast<double>(population.n_examples());
  const double squares =
      sum_over(population, [&](std::size_t kind) { return influence[kind] * influence[kind]; });
  return {around(estimate, std::sqrt(squares) / n, level)};
}

Estimated by_jackknife(const Population& population, std::size_t figure, const Estimate& estimate,
                       double level) {
  const std::vector<double> values = population.without_one(figure);
  if (values.empty() || !all_finite(values)) return {{}, kUnknown};
  double variance = 0;
  for_each_stratum(population, [&](std::size_t first, std::size_t last) {
    ExactSum sum, squares;
    std::uint64_t size = 0;
    for (std::size_t kind = first; kind < last; ++kind) {
      sum.add(values[kind], population.counts()[kind]);
      size += population.counts()[kind];
    }
    const double n = static_cast<double>(size), mean = sum.value() / n;
    for (std::size_t kind = first; kind < last; ++kind) {
      squares.add((values[kind] - mean) * (values[kind] - mean), population.counts()[kind]);
    }
    variance += (n - 1) / n * squares.value();
  });
  return {around(estimate, std::sqrt(variance), level)};
}

/// Of each figure, its values in the resamples.
std::vector<std::vector<double>> replicates(const Population& population, const IntervalRule& rule,
                                            std::uint32_t use, unsigned threads) {
  const std::size_t n_figures = population.n_figures();
  std::vector<std::vector<double>> out(n_figures, std::vector<double>(rule.resamples));
  struct Part {
    Resampler resampler;
    std::size_t first, n;
  };
  std::vector<Part> parts;
  for_each_stratum(population, [&](std::size_t first, std::size_t last) {
    const auto counts = std::span(population.counts()).subspan(first, last - first);
    parts.push_back({Resampler(counts), first, last - first});
  });
  const bool by_example =
      std::ranges::all_of(parts, [](const Part& part) { return part.resampler.by_example(); });
  const auto keep = [&](std::size_t r, std::span<const double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      out[i % n_figures][r + i / n_figures] = values[i];
    }
  };
  const auto draws_of = [&](std::size_t r) {
    return Draws(rule.seed, static_cast<std::uint32_t>(r), use);
  };
  const auto one_by_one = [&](std::size_t first, std::size_t last) {
    const Population::Evaluator evaluate = population.evaluator();
    std::vector<std::uint64_t> amounts(population.counts().size());
    std::vector<double> values(n_figures);
    Resampler::Hits hits;
    for (std::size_t r = first; r < last; ++r) {
      Draws draws = draws_of(r);
      for (const Part& part : parts) {
        part.resampler.draw(draws, hits, std::span(amounts).subspan(part.first, part.n));
      }
      evaluate(amounts, values);
      keep(r, values);
    }
  };
  const auto many = [&](std::size_t first, std::size_t last) {
    constexpr std::size_t kMany = Population::kMany;
    const Population::ManyEvaluator evaluate = by_example && last - first >= kMany
                                                   ? population.evaluator_of_many()
                                                   : Population::ManyEvaluator{};
    if (!evaluate) return one_by_one(first, last);
    Population::Hits hits;
    for (std::vector<std::uint8_t>& one : hits) one.resize(population.n_examples() + kMany);
    std::vector<double> values(kMany * n_figures);
    for (; last - first >= kMany; first += kMany) {
      for (std::size_t i = 0; i < kMany; ++i) {
        Draws draws = draws_of(first + i);
        std::size_t at = 0;
        for (const Part& part : parts) {
          const std::size_t n = part.resampler.n_examples();
          part.resampler.draw_examples(draws, std::span(hits[i]).subspan(at, n));
          at += n;
        }
      }
      evaluate(hits, values);
      keep(first, values);
    }
    if (first != last) one_by_one(first, last);
  };
  detail::in_parts(threads, rule.resamples, many, 1);
  return out;
}

/// Efron's correction: the percentiles to take instead of those of the level.
std::optional<Interval> corrected(std::vector<double>& values, const Estimate& figure,
                                  double acceleration, double level) {
  const double n = static_cast<double>(values.size());
  double below = 0;
  for (const double value : values) {
    below += value < figure.value ? 1 : value == figure.value ? 0.5 : 0;
  }
  const double bias = normal_quantile(std::clamp(below / n, 0.5 / n, 1 - 0.5 / n));
  const auto share = [&](double p) {
    const double z = bias + normal_quantile(p);
    return normal_tail(-(bias + z / (1 - acceleration * z)));
  };
  std::sort(values.begin(), values.end());
  const double tail = (1 - level) / 2;
  const double low = share(tail), high = share(1 - tail);
  if (std::isnan(low) || std::isnan(high)) return {};
  const std::size_t n_values = values.size();
  return Interval{values[place(low, n_values)], values[n_values - 1 - place(1 - high, n_values)]};
}

/// Of each kind, how much it matters: its influence, or what leaving one example out changes.
std::vector<double> weights_of(const Population& population, std::size_t figure) {
  std::vector<double> out = population.influences(figure);
  if (!out.empty()) return out;
  out = population.without_one(figure);
  if (out.empty() || !all_finite(out)) return {};
  const double n = static_cast<double>(population.n_examples());
  const double mean = sum_over(population, [&](std::size_t kind) { return out[kind]; }) / n;
  for (double& value : out) value = mean - value;
  return out;
}

Estimated by_bca(const Population& population, std::size_t figure, const Estimate& estimate,
                 std::vector<double>& values, double level) {
  std::vector<double> influence = weights_of(population, figure);
  if (influence.empty() || !all_finite(influence)) return {{}, kUnknown};
  centre(population, influence);
  const double squares =
      sum_over(population, [&](std::size_t kind) { return influence[kind] * influence[kind]; });
  const double cubes = sum_over(population, [&](std::size_t kind) {
    return influence[kind] * influence[kind] * influence[kind];
  });
  // Where no example matters there is nothing to correct.
  const double acceleration = squares == 0 ? 0 : cubes / (6 * squares * std::sqrt(squares));
  const auto found = corrected(values, estimate, acceleration, level);
  return found ? Estimated{*found} : Estimated{{}, kUnknown};
}

Estimated by_resampling(const Population& population, std::size_t figure, const Estimate& estimate,
                        std::vector<double>& values, const IntervalRule& rule) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.empty()) return {{}, kNoValue};
  if (rule.method == IntervalMethod::bca) {
    return by_bca(population, figure, estimate, values, rule.level);
  }
  const Interval middle = percentiles(values, rule.level);
  if (rule.method == IntervalMethod::bootstrap) return {middle};
  const auto mirrored = [&estimate](double end) {
    return std::clamp(2 * estimate.value - end, estimate.low, estimate.high);
  };
  return {Interval{mirrored(middle.high), mirrored(middle.low)}};
}

}  // namespace

Interval percentiles(std::vector<double>& values, double level) {
  const std::size_t tail = place((1 - level) / 2, values.size());
  std::sort(values.begin(), values.end());
  return {values[tail], values[values.size() - 1 - tail]};
}

std::vector<Estimated> intervals_of(const Population& population, std::span<const Estimate> figures,
                                    const IntervalRule& rule, std::uint32_t use, unsigned threads) {
  std::vector<Estimated> out(figures.size());
  std::vector<std::vector<double>> values;
  if (resamples(rule.method) && population.n_examples() > 1) {
    values = replicates(population, rule, use, threads);
  }
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Estimate& figure = figures[i];
    if (!std::isfinite(figure.value)) {
      out[i].why = kNoValue;
    } else if (of_shares(rule.method)) {
      out[i] = of_share(population, i, rule);
    } else if (population.n_examples() < 2) {
      out[i].why = kFew;
    } else if (rule.method == IntervalMethod::delta) {
      out[i] = by_delta(population, i, figure, rule.level);
    } else if (rule.method == IntervalMethod::jackknife) {
      out[i] = by_jackknife(population, i, figure, rule.level);
    } else {
      out[i] = by_resampling(population, i, figure, values[i], rule);
    }
  }
  return out;
}

}  // namespace tallystick
