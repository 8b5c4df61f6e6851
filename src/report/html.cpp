// The page that a person opens: everything in one file, without a request to any network.
#include <algorithm>
#include <cmath>
#include <span>

#include "report/charts.hpp"
#include "report/label_order.hpp"
#include "report/outline.hpp"
#include "report/page.hpp"
#include "report/report_page.hpp"
#include "report/sheet.hpp"
#include "report/svg_text.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/fragment.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/report_plots.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"

namespace tallystick {
namespace {

using namespace detail;

/// The figures that a reader asks for first, in a sentence.
std::string headline(const Report& report, int digits) {
  std::vector<const Score*> scores;
  for (const std::string_view name : kHeadlines) {
    for (const Score& score : report.measures) {
      if (score.name == name && !std::isnan(score.value)) scores.push_back(&score);
    }
  }
  for (const Score& score : report.measures) {
    const bool known = std::find(scores.begin(), scores.end(), &score) != scores.end();
    if (!known && !std::isnan(score.value)) scores.push_back(&score);
  }
  constexpr std::size_t kShown = 3;
  std::string out;
  for (std::size_t i = 0; i < std::min(kShown, scores.size()); ++i) {
    out += (i == 0 ? "" : "; ") + scores[i]->name + " is " + fixed_text(scores[i]->value, digits);
    const std::string interval = interval_text(*scores[i], digits);
    if (!interval.empty()) out += ' ' + interval;
  }
  return out.empty() ? "No figure has a value." : out + '.';
}

std::string gates_of(const Report& report) {
  if (report.gates.empty()) return {};
  std::string out = "<ul>";
  for (const Gate& gate : report.gates) {
    out.append("<li><span class=\"").append(gate.passed ? "pass\">" : "fail\">");
    out.append(gate_verdict(gate)).append("</span> ").append(xml_text(gate_sentence(gate)));
    out += "</li>";
  }
  return out + "</ul>\n";
}

std::string labels_of(const Report& report, const PageExtras& extras, int digits) {
  if (!report.labels) return {};
  const LabelTable& labels = *report.labels;
  const std::vector<const LabelRow*> rows = by_support(labels, kPageLabels);
  std::string out;
  if (rows.size() < labels.rows.size()) {
    out +=
        paragraph("The " + std::to_string(kPageLabels) + " labels that are true most often, of " +
                  std::to_string(labels.rows.size()) + "; all of them: --per-label=FILE.");
  }
  PageRows cells{{"label", "support", "tp", "fp", "fn"}};
  const bool intervals = !extras.f1_intervals.empty();
  for (const std::string& measure : labels.measures) {
    cells[0].push_back(measure);
    if (intervals && measure == "f1") cells[0].insert(cells[0].end(), {"f1 low", "f1 high"});
  }
  bool any_undefined = false;
  for (const LabelRow* row : rows) {
    auto& line = cells.emplace_back(
        std::vector<std::string>{row->label, amount_text(row->support), amount_text(row->tp),
                                 amount_text(row->fp), amount_text(row->fn)});
    for (std::size_t i = 0; i < row->values.size(); ++i) {
      any_undefined = any_undefined || is_undefined(*row, i);
      line.push_back(fixed_text(row->values[i], digits) + (is_undefined(*row, i) ? "*" : ""));
      if (!intervals || labels.measures[i] != "f1") continue;
      const auto found = extras.f1_intervals.find(row->label);
      const bool known = found != extras.f1_intervals.end();
      line.push_back(known ? fixed_text(found->second.first, digits) : "-");
      line.push_back(known ? fixed_text(found->second.second, digits) : "-");
    }
  }
  out += search_box("labels-table", "labels");
  out +=
      page_table(cells, {.alignment = "lr", .name = "labels", .id = "labels-table", .sorts = true});
  if (intervals) out += paragraph("f1 low, f1 high: " + interval_sentence(report) + '.', "facts");
  if (any_undefined) {
    out += paragraph("* 0/0 for that label; it counts as the convention says.", "facts");
  }
  return out;
}

std::string sheet_table(const Sheet& sheet, std::string_view name, bool sorts) {
  return page_table(
      sheet.rows,
      {.alignment = sheet.alignment, .name = name, .caption = sheet.title, .sorts = sorts});
}

/// The figures as tables: pictures show those between 0 and 1.
std::string figures_of(const Report& report, int digits) {
  std::string out;
  for (const Sheet& sheet : figure_sheets(report, digits)) {
    out += sheet_table(sheet, sheet.title.empty() ? "figures" : sheet.title, true);
  }
  return out;
}

std::string confusion_of(const Report& report, int digits) {
  const bool matrix = report.confusion && report.confusion->labels.size() <= kMatrixLabels;
  return matrix ? sheet_table(confusion_sheet(*report.confusion, digits), "confusion", false)
                : std::string();
}

std::string groups_of(const Report& report, const TextOptions& options) {
  if (report.by.empty()) return {};
  const Sheet sheet = group_sheet(report, options.digits);
  return sheet_table(sheet, sheet.title, true);
}

std::string hierarchy_of(const Report& report, int digits) {
  if (!report.hierarchy) return {};
  std::string out;
  for (const Sheet& sheet : hierarchy_sheets(*report.hierarchy, digits)) {
    out += sheet_table(sheet, sheet.title, true);
  }
  return out;
}

std::string head_of(const Report& report, int digits) {
  std::string out = paragraph(headline(report, digits), "lead");
  out += paragraph(data_sentence(report) + "; " + rules_sentence(report) + ".", "facts");
  if (report.interval) out += paragraph(interval_sentence(report) + '.', "facts");
  return out;
}

std::vector<std::string> names_of(const Report& report) {
  std::vector<std::string> out;
  for (const Score& score : report.measures) out.push_back(score.name);
  return out;
}

}  // namespace

bool knows_charts() noexcept { return !charts_script().packed.empty(); }

std::string to_html(const Report& report, const TextOptions& options) {
  const Plot plots[] = {figures_plot(report),  bias_plot(report),   distribution_plot(report),
                        labels_plot(report),   ladder_plot(report), errors_plot(report),
                        confusion_plot(report)};
  return to_html(report, options, plots);
}

std::string to_html(const Report& report, const TextOptions& options, std::span<const Plot> plots) {
  return report_page(report, options, plots, {});
}

std::string detail::report_page(const Report& report, const TextOptions& options,
                                std::span<const Plot> plots, const PageExtras& extras) {
  const int digits = options.digits;
  const Pictures pictures(plots, digits);
  std::string head = "<h1>How well labels are predicted</h1>\n" + head_of(report, digits);
  Page page;
  page.section("gates", "Requirements", gates_of(report));
  page.section("figures", "Figures", pictures.of({"figures"}) + figures_of(report, digits));
  page.section("remarks", "What to know about them", bullets(remarks_on(report, options)));
  page.section("groups", "Group by group", groups_of(report, options));
  page.section("hierarchy", "Level by level",
               pictures.of({"ladder", "treemap", "errors"}) + hierarchy_of(report, digits));
  page.section("spread", "Good for which labels", pictures.of({"distribution", "labels", "bias"}));
  page.section("scores", "Scores and thresholds",
               pictures.of({"pr", "roc", "thresholds", "at-k", "reliability"}));
  page.section("confusion", "What is taken for what",
               pictures.of({"confusion"}) + confusion_of(report, digits));
  page.section("labels", "Label by label", labels_of(report, extras, digits));
  for (const PageSection& section : extras.sections) {
    page.section(section.id, section.title, section.body);
  }
  page.section("definitions", "Definitions",
               definitions(names_of(report), report.convention, report.convention_source));
  head += paragraph("Made by tallystick " TALLYSTICK_VERSION ".", "facts");
  return page.done("tallystick report", head);
}

std::string to_html_fragment(const Report& report, const TextOptions& options) {
  std::string out = head_of(report, options.digits);
  const Plot figures = figures_plot(report);
  if (!figures.empty()) out += to_svg(figures, {.standalone = false});
  for (const Sheet& sheet : figure_sheets(report, options.digits)) {
    out += sheet_table(sheet, "figures", false);
  }
  const std::vector<std::string> remarks = remarks_on(report, options);
  if (!remarks.empty()) {
    out.append("<details><summary>").append(counted(remarks.size(), "remark"));
    out.append("</summary>").append(bullets(remarks)).append("</details>\n");
  }
  return fragment(out);
}

}  // namespace tallystick
