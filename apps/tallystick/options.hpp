// The command line's options: one table, from which parsing and help come.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/compare.hpp"
#include "tallystick/curves.hpp"
#include "tallystick/describe.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/tune.hpp"

namespace tallystick::app {

enum class Output : std::uint8_t { text, json, csv, markdown, latex, html, stats_table };

/// What 'plot' writes.
enum class PlotFormat : std::uint8_t { csv, json, svg, png, pdf, vega_lite };

/// Everything that was said on the command line, checked but not yet acted on.
struct Options {
  std::string command;  // "evaluate", "reconcile", "taxonomy", ..., or empty
  std::vector<std::string> operands;
  EvaluateOptions evaluate;
  TuneOptions tune;
  CompareOptions compare;
  DescribeOptions describe;
  Output output = Output::text;
  std::string out;  // empty: standard output
  int digits = -1;  // -1: the output's own default
  std::string save_state, save_thresholds;
  bool per_label = false;
  std::string per_label_file;
  std::string per_example_file;
  std::string cafa_out;  // a folder
  std::string junit;
  std::string flips_file;
  std::string interval_option;  // one given that is about intervals alone; empty: none
  std::optional<std::array<std::uint64_t, 4>> cells;
  bool verbose = false, quiet = false, no_color = false;
  bool partial = false;  // merge: though shards are missing
  bool help = false, full_help = false, version = false;
  CurveOptions curve;                     // of 'plot'
  std::optional<PlotFormat> plot_format;  // of 'plot'; none: not said
  std::string convert_to;  // of 'taxonomy convert': "edges", "paths"; empty: not said
  bool convention_given = false, threads_given = false, threshold_given = false,
       measures_given = false;
};

/// One option. `value` is empty for a flag. A bit per command tells where it is allowed.
struct Option {
  std::string_view name;   // "--measures"
  std::string_view brief;  // "-m" or empty
  std::string_view value;  // "LIST"
  std::string_view group;  // heading in the help
  std::string_view help;
  unsigned commands;
  bool common;  // on the one-screen help, not only on the full one
  void (*set)(Options&, const std::string&);
};

inline constexpr unsigned kEvaluate = 1, kReconcile = 2, kMeasures = 4, kMerge = 8,
                          kCompletion = 16, kTaxonomy = 32, kPlot = 64, kTune = 128,
                          kDescribe = 256, kCompare = 512;

struct Command {
  std::string_view name, usage, summary, examples;
  unsigned bit;
};

[[nodiscard]] std::span<const Command> commands() noexcept;
[[nodiscard]] std::span<const Option> options() noexcept;
/// The headings of options, in the order of the help.
[[nodiscard]] std::span<const std::string_view> option_groups() noexcept;

/// Errors: wrong_usage, naming the option and the nearest known one.
[[nodiscard]] Options parse(int argc, const char* const* argv);

/// One screen of a command's common options, or all of them.
[[nodiscard]] std::string help_text(std::string_view command, bool full);
[[nodiscard]] std::string version_text();

}  // namespace tallystick::app
