#include "evidence.hpp"

#include <algorithm>

#include "bias_figures.hpp"
#include "figures.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/readers/read_train.hpp"
#include "tallystick/readers/read_weights.hpp"
#include "terms_of_interest.hpp"
#include "training.hpp"

namespace tallystick::detail {

namespace {

template <typename Condition>
bool any(std::span<const Spec> specs, Condition condition) {
  return std::any_of(specs.begin(), specs.end(), condition);
}

bool in_hierarchy(const Spec& spec) {
  return spec.scope == Scope::closed || spec.scope == Scope::hierarchy;
}
bool looks_at_scores(const Spec& spec) {
  return spec.scope == Scope::scored || spec.scope == Scope::scored_label ||
         spec.scope == Scope::scores;
}

std::vector<double> node_weights_of(const Tally& tally, const EvaluateOptions& options) {
  if (options.ia_file.empty()) return {};
  return read_node_weights(options.ia_file, *tally.taxonomy());
}

}  // namespace

Beside beside(const Tally& tally, std::span<const Spec> specs, const EvaluateOptions& options) {
  Beside out;
  out.propensity = options.propensity;
  if (any(specs, in_hierarchy) || any(specs, looks_at_scores)) {
    out.node_weights = node_weights_of(tally, options);
  }
  if (has_training(options) &&
      any(specs, [](const Spec& spec) { return spec.measure->training; })) {
    out.folds = has_folds(options);
    const TrainCounts counts = read_training(options, tally.taxonomy().get());
    out.training = training_of(tally, counts);
    out.training_note = "label frequencies are of " + counted(counts.examples, "training example");
    if (!options.train.empty()) out.training_note += " in " + options.train;
  }
  if (!has_training(options) && has_folds(options) &&
      any(specs, [](const Spec& spec) { return spec.measure->training; })) {
    const auto other = std::find_if(specs.begin(), specs.end(), [](const Spec& spec) {
      return spec.measure->training && spec.scope != Scope::trained;
    });
    if (other != specs.end()) {
      fail(ErrorCode::wrong_usage,
           other->name() + " needs the training labels, and --fold tells those of each fold alone",
           "name them with --train FILE");
    }
    out.folds = out.other_folds = true;
    out.training = training_of_truth(tally);
    out.training_note = "label frequencies of each fold are of the examples in the other folds";
  }
  if (any(specs, looks_at_scores)) out.terms = terms_of_interest(tally, options);
  return out;
}

Evidence::Evidence(const Whole& whole, std::span<const Spec> specs, const Beside& beside,
                   const Convention& convention, bool hierarchy) {
  findings_.whole = &whole;
  if (any(specs, [](const Spec& spec) { return spec.scope == Scope::multiclass; })) {
    findings_.multiclass = &classes_.emplace(whole.multiclass());
  }
  if (hierarchy || any(specs, in_hierarchy)) {
    findings_.hierarchy = &hierarchy_.emplace(whole, beside.node_weights);
  }
  const bool ranks = any(specs, [](const Spec& spec) {
    return spec.scope == Scope::ranked || spec.measure->group == "extreme";
  });
  if (ranks) findings_.rankings = &rankings_.emplace(whole);
  if (any(specs, [](const Spec& spec) { return spec.scope == Scope::space; })) {
    findings_.space = &space_.emplace(whole);
  }
  if (beside.training) findings_.training = &*beside.training;
  if (any(specs, looks_at_scores)) {
    scores_.emplace(whole, beside.node_weights, findings_.training, beside.propensity,
                    convention.ties_in_lists);
    scores_->restrict_to(beside.terms);
    findings_.scores = &*scores_;
  }
}

}  // namespace tallystick::detail
