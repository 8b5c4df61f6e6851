// How often each label is true in the training data, as measures see it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tallystick {

struct Training {
  std::vector<std::uint64_t> counts;           // of each label of the tally, by its id there
  std::vector<std::uint64_t> unseen;           // of each label that the tally does not have
  std::vector<std::string> unseen_names = {};  // theirs; may be empty
  std::uint64_t n_examples = 0;
};

}  // namespace tallystick
