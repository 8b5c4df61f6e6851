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

}  // namespace tallystick::app
