// A report as plain tables and sentences: what Markdown and LaTeX differ in is only the markup.
#pragma once

#include <string>
#include <vector>

#include "tallystick/report/write.hpp"

namespace tallystick {

struct Sheet {
  std::string title;                           // may be empty
  std::string alignment;                       // 'l' or 'r' for each column
  std::vector<std::vector<std::string>> rows;  // printable, without markup; the first is the header
  bool of_measures = false;                    // the first column holds names of measures
};

/// Figures, hierarchy, requirements, labels and confusion, in this order, those that the report
/// has. Numbers stand right-aligned: "-" for NaN, '*' behind a figure with undefined terms.
[[nodiscard]] std::vector<Sheet> sheets_of(const Report& report, const TextOptions& options);

/// The first of these sheets alone: measures with several averages in a grid, the rest one by one.
[[nodiscard]] std::vector<Sheet> figure_sheets(const Report& report, int digits);
/// The last of them: a matrix where labels are few, else the pairs confused most often.
[[nodiscard]] Sheet confusion_sheet(const ConfusionTable& table, int digits);

/// The sheet as GitHub shows it, a blank line before it.
void append_markdown(std::string& out, const Sheet& sheet);
/// Text without meaning to Markdown.
[[nodiscard]] std::string escaped_markdown(std::string_view text);

/// Sheets as tabulars of booktabs, and sentences in small print below.
[[nodiscard]] std::string latex_of(const std::vector<Sheet>& sheets,
                                   const std::vector<std::string>& below);

/// Levels, kinds of errors and branches, in this order.
[[nodiscard]] std::vector<Sheet> hierarchy_sheets(const HierarchyTables& tables, int digits);

/// Measures by groups, or groups by measures where groups are many.
[[nodiscard]] Sheet group_sheet(const Report& report, int digits);

/// What is known of a gate's figure: "0.79", "0.7, was 0.72: a drop of 0.02".
[[nodiscard]] std::string gate_details(const Gate& gate);

/// "tallystick 0.1.0, convention ...: 4 examples, ..."
[[nodiscard]] std::string caption_of(const Report& report);

/// What stands below the figures, a sentence each; undefined terms begin with "* ".
[[nodiscard]] std::vector<std::string> remarks_on(const Report& report, const TextOptions& options);

}  // namespace tallystick
