// Python's examples -> a tally, block by block.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "result.hpp"
#include "rows.hpp"
#include "tallystick/evaluate_batches.hpp"

namespace tallystick::python {

/// What a feeder is made with, beside options that are texts.
struct FeederSetup {
  std::optional<std::vector<std::string>> labels;
  bool integer_labels = false;
  std::shared_ptr<const Taxonomy> taxonomy;
  std::optional<Selection> selection;
  std::shared_ptr<const TrainCounts> train;
  bool scored = false, sets_given = false;
  bool graded = false;  // the truth is a matrix of grades of relevance
  bool keep_examples = false, keep_hashes = false, keep_rows = false;
  std::string scores_for;
};

/// Of a dictionary of the fields' names. None stands for their defaults.
[[nodiscard]] FeederSetup setup_of(const nb::dict& given);

class Feeder {
 public:
  Feeder(EvaluateOptions options, FeederSetup setup);

  /// Adds examples. All but the truth may be None. `order`: rows of the truth and, of the same
  /// examples, of the others; see Order. `groups`: a value each of what the options group them by.
  void add(nb::handle truth, nb::handle predicted, nb::handle scores, nb::handle weights,
           nb::handle ids, nb::handle groups, nb::handle order);
  void count_unpaired(std::uint64_t missing, std::uint64_t extra) {
    tally_->count_unpaired(missing, extra);
  }
  void merge(const Tally& other, const std::string& origin) { tally_->merge(other, origin); }

  [[nodiscard]] std::uint64_t n_examples() const noexcept { return n_examples_; }
  [[nodiscard]] Result result() const { return {tally_->snapshot(), tally_->options()}; }
  [[nodiscard]] Result finish() {
    EvaluateOptions options = tally_->options();
    return {std::move(*tally_).finish(), std::move(options)};
  }
  [[nodiscard]] Tallied finish_tallied() { return std::move(*tally_).finish(); }
  [[nodiscard]] std::shared_ptr<detail::SystemRows> finish_system() {
    return std::move(*tally_).finish_system();
  }
  [[nodiscard]] const EvaluateOptions& options() const { return tally_->options(); }
  [[nodiscard]] Tallied snapshot() const { return tally_->snapshot(); }
  [[nodiscard]] bool integers() const noexcept { return texts_.kind() == Texts::Kind::integer; }

 private:
  struct Sources;
  void check(const Sources& sources) const;
  void fill(Sources& sources, std::size_t first, std::size_t last);
  void fill_graded(Rows& truth, std::size_t first, std::size_t last);

  FeederSetup setup_;
  std::string scores_for_;
  std::string_view grouping_;  // the option that names what examples are grouped by
  std::unique_ptr<BatchTally> tally_;
  Texts texts_;
  Batch batch_;
  std::vector<std::string> ids_, groups_;
  std::uint64_t n_examples_ = 0;
};

}  // namespace tallystick::python
