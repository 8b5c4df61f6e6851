// The grammar of measure names: name[_average][@k][:param=value,...], and what a name stands for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/conventions/convention.hpp"
#include "tallystick/measures/average.hpp"

namespace tallystick {

/// A name as asked for, before the data decide what a bare name stands for.
struct Request {
  std::string text;             // as given, without blanks around it
  std::string_view group = {};  // set when a whole group is asked for
  const Measure* measure = nullptr;
  std::optional<Average> average;  // as given in the name
  Params params;
};

/// Parses a comma-separated list of measures and groups.
/// Errors: unknown_measure, all unknown names together, each with its nearest match.
[[nodiscard]] std::vector<Request> parse_measures(std::string_view list);

/// What the data are, as far as names depend on it.
struct DataKind {
  bool single_label = false;
  bool sets = true;                     // Whole::knows_sets()
  bool true_sets = true;                // LabelSpace::knows_sets()
  std::optional<std::string> positive;  // the positive label of a binary task
  bool hierarchical = false;            // labels are classes of a hierarchy
  bool tree = true;                     // which is a tree
  bool ranks = false;                   // every predicted label has a score, and ranks are kept
  bool true_ranks = false;              // and it is known which true label has which
  bool scores = false;                  // and so are the scores
  bool probabilities = false;           // which lie in [0, 1]
  bool training = false;                // training frequencies are known
  bool node_weights = false;            // a file has weights of the classes
};

/// What must be kept of scores; each says what those before it do, and more.
enum class ScoreNeed : std::uint8_t { none, ranks, true_ranks, scores };
/// Without which a figure asked for cannot be told.
[[nodiscard]] ScoreNeed needed_scores(const std::vector<Request>& requests);
/// With which all figures of the groups asked for can be told, where there are scores.
[[nodiscard]] ScoreNeed welcome_scores(const std::vector<Request>& requests);

/// Whether a request names a measure of whole label sets, or a group that has one.
[[nodiscard]] bool wants_sets(const std::vector<Request>& requests);

/// Whether intervals of the figures need whole label sets: those of figures that live on the sizes
/// of sets, on one label's cell, or on rankings and scores do not.
[[nodiscard]] bool intervals_want_sets(const std::vector<Request>& requests);

/// The figures that the requests stand for, each once, in order of first mention.
/// Errors: not_single_label when a multi-class figure is asked of other data; wrong_usage when a
/// measure of label sets is named and they were not kept, or one over a hierarchy of flat labels.
[[nodiscard]] std::vector<Spec> expand(const std::vector<Request>& requests,
                                       const Convention& convention, const DataKind& kind);

}  // namespace tallystick
