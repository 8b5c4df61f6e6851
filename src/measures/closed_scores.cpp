#include "measures/closed_scores.hpp"

#include "measures/term_space.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick::detail {

namespace {

class Closing {
 public:
  Closing(const Tally& tally, Propagation rule, Root root)
      : table_(tally.scores()), taxonomy_(*tally.taxonomy()), reach_(taxonomy_, rule) {
    fills_ = rule == Propagation::fill;
    Vocabulary classes;
    for (NodeId node = 0; node < taxonomy_.size(); ++node) {
      const bool counts = root != Root::out || taxonomy_.root() != node;
      label_of_.push_back(counts ? classes.intern(taxonomy_.code(node)) : kNoLabel);
    }
    const Vocabulary& labels = tally.vocabulary();
    for (LabelId label = 0; label < labels.size(); ++label) {
      const auto node = taxonomy_.find(labels.name(label));
      node_of_.push_back(node.value_or(kNoNode));
      alone_.push_back(node ? kNoLabel : classes.intern(labels.name(label)));
    }
    classes.declare();
    out_ = Tally(std::move(classes));
    out_.keep_scores(tally.ties());
    out_.rules() = tally.rules();
  }

  Tally all() && {
    // Ends of rows are 32-bit: a block must stay below, however long its rows are.
    constexpr std::size_t kRows = 1 << 10, kLabels = 1 << 22;
    for (std::size_t i = 0; i < table_.size(); ++i) {
      add(table_.example(i));
      const std::size_t n = batch_.truth.size() + batch_.scored.size();
      if (batch_.size() == kRows || n > kLabels) flush();
    }
    flush();
    return std::move(out_);
  }

 private:
  void flush() {
    batch_.has_scores = true;
    if (batch_.size() != 0) out_.update(batch_);
    batch_.clear();
  }

  void add_truth(LabelId label) {
    if (node_of_[label] == kNoNode) return batch_.truth.push_back(alone_[label]);
    reach_.up_from_true(node_of_[label], [this](NodeId node) {
      if (label_of_[node] != kNoLabel) batch_.truth.push_back(label_of_[node]);
    });
  }

  void add_score(LabelId label, double score) {
    const auto scored = [&](LabelId one) {
      batch_.scored.push_back(one);
      batch_.scores.push_back(score);
    };
    if (node_of_[label] == kNoNode) return scored(alone_[label]);
    reach_.up_from_scored(node_of_[label], [&](NodeId node) {
      if (label_of_[node] != kNoLabel) scored(label_of_[node]);
    });
  }

  void add(const ScoreTable::Example& example) {
    reach_.next_example();
    for (const ScoredLabel& label : example.labels) {
      if (label.is_true()) add_truth(label.label());
      if (fills_ && node_of_[label.label()] != kNoNode) reach_.score(node_of_[label.label()]);
    }
    for (const LabelId label : example.unscored) add_truth(label);
    for (std::size_t i = 0; i < example.labels.size(); ++i) {
      add_score(example.labels[i].label(), example.scores[i]);
    }
    const auto end = [](const auto& items) { return static_cast<std::uint32_t>(items.size()); };
    batch_.truth_end.push_back(end(batch_.truth));
    batch_.predicted_end.push_back(0);
    batch_.scored_end.push_back(end(batch_.scored));
    batch_.weights.push_back(example.weight);
  }

  const ScoreTable& table_;
  const Taxonomy& taxonomy_;
  ScoreReach reach_;
  bool fills_ = false;
  std::vector<LabelId> label_of_;  // of each class
  std::vector<NodeId> node_of_;    // of each label of the given tally
  std::vector<LabelId> alone_;     // of those that the hierarchy lacks
  Batch batch_;
  Tally out_;
};

}  // namespace

Tally closed_scores(const Tally& tally, Propagation rule, Root root) {
  if (tally.taxonomy() == nullptr) {
    fail(ErrorCode::wrong_usage, "scores are carried up in a hierarchy, and there is none",
         "name it with --taxonomy isco08, or a file");
  }
  return Closing(tally, rule, root).all();
}

}  // namespace tallystick::detail
