// What was compared as plain tables and sentences, whatever the markup.
#pragma once

#include <cstddef>
#include <cstdint>
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

/// How much of what is long is told.
struct TableSizes {
  std::size_t moves = SIZE_MAX;  // rows of labels, and of branches
  std::size_t flips = 10;        // rows of examples
  std::size_t columns = 32;      // of a name
};

/// What two systems do differently. Tables that would be empty have no rows but the head.
struct PairTables {
  PlainTable figures, flips, moves, examples, branches;
};
[[nodiscard]] PairTables pair_tables(const Comparing& comparing, const Pairing& pairing, int digits,
                                     const TableSizes& sizes);
[[nodiscard]] PlainTable rank_table(const Comparing& comparing, const SystemRanks& found,
                                    int digits);
/// How many labels have another F1 or other decisions.
[[nodiscard]] std::size_t n_moved(const Pairing& pairing);

/// `whole`: every label and branch, not only those that move most.
[[nodiscard]] std::vector<PlainTable> tables_of(const Comparing& comparing, int digits, bool whole);
[[nodiscard]] std::string caption_of(const Comparing& comparing);
[[nodiscard]] std::vector<std::string> remarks_of(const Comparing& comparing);

}  // namespace tallystick::detail
