#include "tallystick/measures/scores.hpp"

#include <utility>

namespace tallystick {

Scores::Scores(const Whole& whole, std::vector<double> node_weights, const Training* training)
    : whole_(&whole), node_weights_(std::move(node_weights)), training_(training) {}

const ScoreTable& Scores::table() const noexcept { return whole_->tally().scores(); }

const Taxonomy* Scores::taxonomy() const noexcept { return whole_->tally().taxonomy().get(); }

}  // namespace tallystick
