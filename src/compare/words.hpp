// What was compared as plain tables and sentences, whatever the markup.
#pragma once

#include <string>
#include <vector>

#include "tallystick/compare.hpp"

namespace tallystick::detail {

struct PlainTable {
  std::string title;
  std::string alignment;                       // 'l' or 'r' for each column
  std::vector<std::vector<std::string>> rows;  // printable; the first is the header
  bool of_measures = false;                    // the first column holds names of measures
  std::string after = {};                      // a sentence below; may be empty
};

/// `whole`: every label and branch, not only those that move most.
[[nodiscard]] std::vector<PlainTable> tables_of(const Comparing& comparing, int digits, bool whole);
[[nodiscard]] std::string caption_of(const Comparing& comparing);
[[nodiscard]] std::vector<std::string> remarks_of(const Comparing& comparing);

}  // namespace tallystick::detail
