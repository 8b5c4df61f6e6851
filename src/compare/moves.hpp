// Which labels and branches move from one system to another.
#pragma once

#include "compare/paired.hpp"
#include "tallystick/compare.hpp"

namespace tallystick::detail {

/// Decisions about labels, and each label's F1 under both systems: the largest moves first.
void add_label_moves(const Aligned& aligned, std::size_t a, std::size_t b, const Tally& of_a,
                     const Tally& of_b, LabelUniverse universe, const Convention& convention,
                     Pairing& out);
/// The branches of the reports' hierarchies, the same way.
void add_branch_moves(const Report& of_a, const Report& of_b, Pairing& out);

}  // namespace tallystick::detail
