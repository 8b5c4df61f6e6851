// How the library fails: one exception type with a stable code, a place, a fact and a remedy.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tallystick {

/// Stable kinds of failure. Each has a kebab-case name, an exit status and one Python class.
enum class ErrorCode : std::uint8_t {
  wrong_usage,          // options that contradict each other or have no such value
  unknown_measure,      // a measure, group, average or parameter that the catalogue lacks
  unknown_label,        // a label outside the declared set
  unknown_column,       // a column named by an option is not in the file
  bad_format,           // the bytes do not follow the stated or sniffed format
  bad_encoding,         // not UTF-8
  bad_number,           // a score or weight that is not a finite number
  bad_weight,           // a weight that is negative, infinite or not a number
  duplicate_id,         // an example's id on two rows where one is allowed
  duplicate_score,      // one label scored twice for one example
  no_scores,            // a measure needs a score of each predicted label, and there is none
  missing_prediction,   // an id of the truth without a prediction
  extra_prediction,     // an id of the predictions that the truth lacks
  row_mismatch,         // files that pair by position have different numbers of rows
  no_examples,          // nothing to evaluate
  no_such_file,         // cannot be opened
  cannot_read,          // opened, but reading failed (a directory, an I/O fault, damaged gzip)
  cannot_write,         // the disk is full, no permission
  line_too_long,        // a record larger than the stated limit
  too_large,            // more labels, examples or bytes than the types hold
  count_overflow,       // a total beyond 2^64 - 1
  bad_state,            // bytes of a saved state that do not check out
  incompatible_states,  // merging tallies with different declared labels or rules
  positive_label,       // a positive label is needed or is not among the labels
  not_single_label,     // a multi-class measure on data with several labels an example
  not_available,        // a feature this build lacks
  bad_taxonomy,         // a hierarchy that contradicts itself, or has no nodes
  taxonomy_cycle,       // a class that is its own ancestor
  internal,             // a broken invariant: a defect of tallystick
};

/// The kebab-case name used in messages and JSON, for example "unknown-label".
[[nodiscard]] std::string_view error_name(ErrorCode code) noexcept;

/// Exit status of the command line: 2 wrong usage, 3 bad input, 4 internal.
[[nodiscard]] int exit_status(ErrorCode code) noexcept;

/// Where it happened. Empty file and zero numbers are left out of the message.
struct Place {
  std::string file;
  std::uint64_t line = 0;    // 1-based
  std::uint64_t column = 0;  // 1-based, in bytes
};

/// What the library throws; nothing else leaves it (but std::bad_alloc).
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, Place place, std::string fact, std::string hint = {});

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const Place& place() const noexcept { return place_; }
  /// The fact alone, without place and code.
  [[nodiscard]] const std::string& fact() const noexcept { return fact_; }
  /// One action that helps; may be empty.
  [[nodiscard]] const std::string& hint() const noexcept { return hint_; }

 private:
  ErrorCode code_;
  Place place_;
  std::string fact_;
  std::string hint_;
};

/// The only way the library fails. A build without exceptions replaces this one function.
[[noreturn]] void fail(ErrorCode code, Place place, std::string fact, std::string hint = {});
[[noreturn]] inline void fail(ErrorCode code, std::string fact, std::string hint = {}) {
  fail(code, Place{}, std::move(fact), std::move(hint));
}

}  // namespace tallystick
