#include "tallystick/base/error.hpp"

#include <utility>

namespace tallystick {

namespace {

std::string first_line(ErrorCode code, const Place& place, const std::string& fact) {
  std::string text;
  if (!place.file.empty()) {
    text += place.file;
    if (place.line != 0) text += ':' + std::to_string(place.line);
    if (place.line != 0 && place.column != 0) text += ':' + std::to_string(place.column);
  } else {
    text += "tallystick";
  }
  text += ": error [";
  text += error_name(code);
  text += "]: ";
  text += fact;
  return text;
}

}  // namespace

std::string_view error_name(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::wrong_usage: return "wrong-usage";
    case ErrorCode::unknown_measure: return "unknown-measure";
    case ErrorCode::unknown_label: return "unknown-label";
    case ErrorCode::unknown_column: return "unknown-column";
    case ErrorCode::bad_format: return "bad-format";
    case ErrorCode::bad_encoding: return "bad-encoding";
    case ErrorCode::bad_number: return "bad-number";
    case ErrorCode::bad_weight: return "bad-weight";
    case ErrorCode::duplicate_id: return "duplicate-id";
    case ErrorCode::duplicate_score: return "duplicate-score";
    case ErrorCode::no_scores: return "no-scores";
    case ErrorCode::missing_prediction: return "missing-prediction";
    case ErrorCode::extra_prediction: return "extra-prediction";
    case ErrorCode::row_mismatch: return "row-mismatch";
    case ErrorCode::no_examples: return "no-examples";
    case ErrorCode::no_such_file: return "no-such-file";
    case ErrorCode::cannot_read: return "cannot-read";
    case ErrorCode::cannot_write: return "cannot-write";
    case ErrorCode::line_too_long: return "line-too-long";
    case ErrorCode::too_large: return "too-large";
    case ErrorCode::count_overflow: return "count-overflow";
    case ErrorCode::bad_state: return "bad-state";
    case ErrorCode::incompatible_states: return "incompatible-states";
    case ErrorCode::positive_label: return "positive-label";
    case ErrorCode::not_single_label: return "not-single-label";
    case ErrorCode::not_available: return "not-available";
    case ErrorCode::bad_taxonomy: return "bad-taxonomy";
    case ErrorCode::taxonomy_cycle: return "taxonomy-cycle";
    case ErrorCode::internal: return "internal";
  }
  return "internal";
}

int exit_status(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::wrong_usage:
    case ErrorCode::unknown_measure: return 2;
    case ErrorCode::internal: return 4;
    default: return 3;
  }
}

Error::Error(ErrorCode code, Place place, std::string fact, std::string hint)
    : std::runtime_error(first_line(code, place, fact)),
      code_(code),
      place_(std::move(place)),
      fact_(std::move(fact)),
      hint_(std::move(hint)) {}

void fail(ErrorCode code, Place place, std::string fact, std::string hint) {
  throw Error(code, std::move(place), std::move(fact), std::move(hint));
}

}  // namespace tallystick
