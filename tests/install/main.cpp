#include <cstdio>

#include "tallystick/labels/vocabulary.hpp"
#include "tallystick/version.hpp"

int main() {
  tallystick::Vocabulary labels;
  labels.intern("0110");
  labels.intern("110");
  labels.intern("0110");
  std::printf("tallystick %s: %d labels\n", TALLYSTICK_VERSION, static_cast<int>(labels.size()));
}
