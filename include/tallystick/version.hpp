// The one place that states the version; CMake reads it from here.
#pragma once

#define TALLYSTICK_VERSION_MAJOR 0
#define TALLYSTICK_VERSION_MINOR 1
#define TALLYSTICK_VERSION_PATCH 0
#define TALLYSTICK_VERSION "0.1.0"
