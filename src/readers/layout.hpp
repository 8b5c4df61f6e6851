// What stands where in one file: decided from its first bytes and the options, before any row is
// read.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "readers/chunk.hpp"
#include "readers/rows.hpp"
#include "readers/source.hpp"
#include "tallystick/readers/read.hpp"

namespace tallystick::detail {

/// Which part of the data a file holds.
enum class Part : std::uint8_t { truth, predictions, both };

enum class Shape : std::uint8_t {
  long_rows,  // one row a label; ids repeat
  list_rows,  // one row an example; cells hold lists of labels
  indicator,  // one row an example; one column of 0/1 a label
  objects,    // JSON lines
  words,      // one line an example, paired by position
};

/// What a column of a table holds.
enum class Role : std::uint8_t { skip, id, truth, predicted, score, weight, group, indicator };

struct Layout {
  Part part = Part::both;
  Format format = Format::tsv;
  Shape shape = Shape::list_rows;
  bool blanks = false;  // runs of blanks and tabs separate columns
  char delimiter = '\0';
  char separator = '\0';        // between labels in a cell; 0: a cell is one label, or blanks
  char other_separator = '\0';  // the likely separator that was not chosen; 0: none
  bool separator_stated = false;
  bool separator_seen = false;  // in the sample
  bool header = false;
  std::uint64_t data_line = 1;  // the first line after the header
  bool scored = false;          // a score column, or label-score pairs
  bool empty_scored = false;    // examples without labels, too, are those of a file of scores
  bool graded = false;          // of a truth: scores are grades of relevance, true above 0
  bool weighted = false;
  std::vector<Role> roles;         // of each column of a table
  std::vector<std::string> names;  // of each column of a table, or of indicator labels
  // What the header of a sparse file states; labels are 0 up to that number.
  std::optional<std::uint64_t> stated_rows;
  std::uint64_t stated_labels = 0;
  struct Keys {
    std::string id, truth, predicted, score, weight, group;  // of JSON objects; empty: not there
  } keys;
  std::vector<std::string> notes;  // sentences for the report

  [[nodiscard]] bool positional() const noexcept { return shape == Shape::words; }
  [[nodiscard]] bool has_ids() const noexcept;
  [[nodiscard]] Cutter cutter() const noexcept;
};

/// Decides the layout and notes every decision in `facts`.
/// Errors: no_examples, unknown_column, bad_format, wrong_usage, and those of reading.
[[nodiscard]] Layout find_layout(const Input& input, Part part, const ReadOptions& options,
                                 const ReadLimits& limits, InputFacts& facts);

/// The parser of a layout, which must outlive it.
[[nodiscard]] std::unique_ptr<Parser> make_parser(const Layout& layout, const ReadOptions& options);

// The steps of find_layout and the kinds of parsers; each in its own file.
void find_table_layout(std::string_view sample, bool whole, const Input& input,
                       const ReadOptions& options, Layout& layout, InputFacts& facts);
void find_object_layout(std::string_view sample, const Input& input, const ReadOptions& options,
                        Layout& layout, InputFacts& facts);
void find_column_layout(std::string_view sample, const Input& input, const ReadOptions& options,
                        Layout& layout, InputFacts& facts);
void find_sparse_layout(std::string_view sample, const Input& input, const ReadOptions& options,
                        const ReadLimits& limits, Layout& layout, InputFacts& facts);
[[nodiscard]] std::unique_ptr<Parser> make_table_parser(const Layout& layout,
                                                        const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Parser> make_column_parser(const Layout& layout,
                                                         const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Parser> make_object_parser(const Layout& layout,
                                                         const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Parser> make_sparse_parser(const Layout& layout);
[[nodiscard]] std::unique_ptr<Parser> make_word_parser(const Layout& layout,
                                                       const ReadOptions& options);

}  // namespace tallystick::detail
