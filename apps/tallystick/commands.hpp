// One function a command; each returns the exit status.
#pragma once

#include "options.hpp"

namespace tallystick::app {

int evaluate(const Options& options);
int compare(const Options& options);
int reconcile(const Options& options);
int describe(const Options& options);
int plot(const Options& options);
int tune(const Options& options);
int taxonomy(const Options& options);
int measures(const Options& options);
int merge(const Options& options);
int completion(const Options& options);

// Steps that commands share.

/// An output must not replace an input, nor another output. States may be merged into one of
/// themselves: they are read in full before.
void check_outputs(const Options& options);
/// As many threads as the machine has, unless a number is given.
[[nodiscard]] Options with_threads(Options options);

}  // namespace tallystick::app
