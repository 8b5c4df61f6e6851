// What two systems do differently, as pictures.
#pragma once

#include "tallystick/compare.hpp"
#include "tallystick/report/picture.hpp"

namespace tallystick::detail {

/// Examples that are right or wrong under each system.
[[nodiscard]] Plot flips_plot(const Comparing& comparing, const Pairing& pairing);
/// F1 under both systems of the labels that move most.
[[nodiscard]] Plot moves_plot(const Comparing& comparing, const Pairing& pairing);
/// The same of hierarchical F1 of branches.
[[nodiscard]] Plot branch_moves_plot(const Comparing& comparing, const Pairing& pairing);

}  // namespace tallystick::detail
