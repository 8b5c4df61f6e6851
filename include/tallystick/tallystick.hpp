// All public headers of the library.
#pragma once

#include "tallystick/contingency.hpp"
#include "tallystick/describe.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/reconcile.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"
