// Examples that went right to wrong, or back.
#pragma once

#include "compare/paired.hpp"
#include "tallystick/compare.hpp"

namespace tallystick::detail {

/// Lists the first `most` of them, by their ids, and counts all.
void add_flips(const Aligned& aligned, std::size_t a, std::size_t b, std::size_t most,
               Pairing& out);

}  // namespace tallystick::detail
