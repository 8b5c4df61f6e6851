// Formulas over the confusion counts of single-label data.
#pragma once

#include "tallystick/measures/whole.hpp"

namespace tallystick::detail {

double multiclass_accuracy(const Multiclass& m, const Params& p);
double multiclass_balanced_accuracy(const Multiclass& m, const Params& p);
double multiclass_mcc(const Multiclass& m, const Params& p);
double multiclass_kappa(const Multiclass& m, const Params& p);

}  // namespace tallystick::detail
