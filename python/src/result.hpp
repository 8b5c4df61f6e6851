// What an evaluation leaves: its counts, its options, and the figures made of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tallystick/evaluate.hpp"
#include "tallystick/groups.hpp"

namespace tallystick::python {

class Result {
 public:
  Result(Tallied tallied, EvaluateOptions options)
      : tallied_(std::make_shared<const Tallied>(std::move(tallied))),
        options_(std::move(options)) {
    hand_over(*tallied_, options_);
    report_ = made(options_);
  }

  [[nodiscard]] const Tallied& tallied() const noexcept { return *tallied_; }
  [[nodiscard]] const EvaluateOptions& options() const noexcept { return options_; }
  [[nodiscard]] const Report& report() const noexcept { return report_; }
  /// The same with a table of all labels.
  [[nodiscard]] Report with_labels() const {
    EvaluateOptions wanted = options_;
    wanted.per_label = true;
    return made(wanted);
  }
  /// Other figures of the same counts.
  [[nodiscard]] Result with_measures(const std::string& measures) const {
    Result other = *this;
    other.options_.measures = measures;
    other.report_ = made(other.options_);
    return other;
  }

 private:
  [[nodiscard]] Report made(const EvaluateOptions& options) const {
    Report report = make_report(tallied_->tally, tallied_->summary, options);
    add_groups(report, *tallied_, options);
    return report;
  }

  std::shared_ptr<const Tallied> tallied_;
  EvaluateOptions options_;
  Report report_;
};

}  // namespace tallystick::python
