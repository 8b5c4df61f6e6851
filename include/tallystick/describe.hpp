// The front door of describing a data set: how its true labels are spread, whatever was predicted.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tallystick/evaluate.hpp"
#include "tallystick/report/report.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

struct DescribeOptions {
  std::uint32_t inputs = 1;  // attributes of an example, for TCS
  std::size_t n_pairs = 10;  // pairs of labels that are listed
  // Labels of fewer than `low` examples are the tail, of more than `high` the head. The default is
  // the few-, medium- and many-shot classes of Liu et al., Large-Scale Long-Tailed Recognition in
  // an Open World, CVPR 2019.
  std::uint64_t low = 20, high = 100;
};

/// How a label is spread over the examples.
struct LabelFacts {
  std::string label;
  Amount count;          // examples that have it
  double frequency = 0;  // their share
  double ir = 0;         // IRLbl; NaN (or 0, as the convention says) for a label without examples
  double imr = 0;        // ImR; infinite for a label that no example has, or every one
  double scumble = 0, scumble_cv = 0;
  std::string_view band;          // "head", "torso", "tail", "absent"
  std::uint64_t train_count = 0;  // with training labels, else 0
  double train_frequency = kUndefined;
  double ratio = kUndefined;  // frequency / train_frequency; NaN where training lacks the label
};

/// Labels of about the same number of examples.
struct Band {
  std::string_view name;  // "head", "torso", "tail"
  std::uint64_t n_labels = 0;
  Amount assignments;  // examples of these labels, added up
  double share = 0;    // of all assignments
};

/// Two labels that share examples.
struct LabelPair {
  std::string a, b;  // a before b in bytes
  Amount both;       // examples with both
  double phi = 0;    // correlation of having one and having the other
};

/// Labels that one of two data sets lacks.
struct OneSided {
  std::uint64_t n_labels = 0;
  Amount assignments;
  double share = 0;  // of all assignments of the data set that has them
  std::vector<std::pair<std::string, Amount>> labels;  // the most frequent first
};

/// How the labels differ from those of the training data.
struct Shift {
  std::string path;
  std::uint64_t n_train_examples = 0;
  std::uint64_t n_shared = 0;  // labels that both have
  OneSided only_here, only_train;
  // Shared labels by how many times more, or less, frequent they are here; the furthest first.
  std::vector<LabelFacts> ratios;
};

struct Description {
  Report report;                               // the figures, inputs, policies and notes
  std::uint32_t inputs = 1;                    // of an example, for TCS
  std::uint64_t n_used = 0;                    // labels that some example has
  Amount assignments;                          // true labels of all examples
  Amount empty;                                // examples without labels
  std::uint64_t largest = 0;                   // labels of the example with most
  Amount most_frequent;                        // examples with the most frequent label set
  std::vector<std::string> most_frequent_set;  // of several the first by the bytes of its labels
  std::uint64_t low = 0, high = 0;             // what divides the bands
  std::array<Band, 3> bands;                   // head, torso, tail
  std::uint64_t pairs_among = 0;               // the most frequent labels, whose pairs were counted
  std::uint64_t n_pairs = 0;                   // pairs of these that share an example
  std::vector<LabelPair> pairs;  // those with the highest phi; then the most examples; then names
  std::vector<std::string> unused;  // declared labels that no example has, by their bytes
  std::optional<Shift> shift;
  std::vector<LabelFacts> labels;  // all of the universe, by the bytes of their names
};

/// Pairs are counted among this many labels at most, the most frequent ones.
inline constexpr std::size_t kPairedLabels = 512;

/// Reads the true labels of a file ("-" is standard input) in one pass; the tally keeps label sets.
/// Errors: every bad input.
[[nodiscard]] Tallied tally_truth(const std::string& path, const EvaluateOptions& options);

/// Pure: the same tally and options give the same description; training labels are read from
/// options.train. The tally keeps sets, or has single labels alone. Errors: no_examples; those of
/// training labels.
[[nodiscard]] Description describe(const Tally& tally, const ReadSummary& summary,
                                   const EvaluateOptions& options, const DescribeOptions& wanted);

/// tally_truth and describe.
[[nodiscard]] Description describe_file(const std::string& path, const EvaluateOptions& options,
                                        const DescribeOptions& wanted = {});

/// `labels`: a table of the labels, too (in text the first 50).
[[nodiscard]] std::string to_text(const Description& description, const TextOptions& options,
                                  bool labels);
[[nodiscard]] std::string to_markdown(const Description& description, const TextOptions& options,
                                      bool labels);
[[nodiscard]] std::string to_latex(const Description& description, const TextOptions& options,
                                   bool labels);
[[nodiscard]] std::string to_json(const Description& description, bool labels);
/// The figures alone, as to_csv of a report writes them.
[[nodiscard]] std::string to_csv(const Description& description);
/// label,count,frequency,ir,imr,scumble,scumble_cv,band and, with training labels,
/// train_count,train_frequency,ratio.
[[nodiscard]] std::string labels_to_csv(const Description& description, char delimiter = ',');

}  // namespace tallystick
