// The page that a person opens: everything in one file, without a request to any network.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>

#include "report/html_style.hpp"
#include "report/outline.hpp"
#include "report/sheet.hpp"
#include "report/svg_text.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/report_plots.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"

namespace tallystick {
namespace {

using detail::xml_text;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kLabelRows = 1000;   // most labels in the page's table
constexpr std::size_t kPlotRows = 200;     // most rows in the table of a picture
constexpr std::size_t kCsvBytes = 200000;  // of one picture, to be saved from the page
constexpr std::size_t kCellColumns = 500;  // of a label, which may be as long as a book

/// `alignment`: 'l' or 'r' for each column, the last letter for all that follow.
std::string table_of(const Rows& rows, std::string_view alignment, std::string_view id,
                     std::string_view caption, bool sorts) {
  std::string out = "<table";
  if (!id.empty()) out.append(" id=\"").append(id).append("\"");
  out += sorts ? " class=\"sorts\">" : ">";
  if (!caption.empty()) out.append("<caption>").append(xml_text(caption)).append("</caption>");
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (r == 0) out += "<thead>";
    if (r == 1) out += "<tbody>";
    out += "<tr>";
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const bool right = alignment[std::min(c, alignment.size() - 1)] == 'r';
      const std::string_view tag = r == 0 ? "th" : "td";
      out.append("<").append(tag).append(r == 0 ? " scope=\"col\"" : "");
      out.append(right ? " class=\"r\">" : " dir=\"auto\">");
      out.append(xml_text(fitted(printable(rows[r][c]), kCellColumns)))
          .append("</")
          .append(tag)
          .append(">");
    }
    out += r == 0 ? "</tr></thead>" : "</tr>";
  }
  return out + (rows.size() > 1 ? "</tbody></table>" : "</table>");
}

std::string scrolled(const std::string& table, std::string_view name) {
  return std::string("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
      .append(xml_text(name))
      .append("\">")
      .append(table)
      .append("</div>\n");
}

class Page {
 public:
  void section(std::string_view id, std::string_view title, const std::string& body) {
    if (body.empty()) return;
    links_.append("<li><a href=\"#").append(id).append("\">").append(title).append("</a></li>");
    body_.append("<section id=\"").append(id).append("\"><h2>").append(title).append("</h2>\n");
    body_.append(body).append("</section>\n");
  }
  [[nodiscard]] std::string done(const std::string& head) const {
    std::string out =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'; img-src data:; script-src '";
    out.append(detail::kScriptHash);
    out += "'; base-uri 'none'; form-action 'none'\"><title>tallystick report</title><style>";
    out.append(detail::kPageStyle)
        .append(plot_style())
        .append("</style></head>\n<body><main>\n")
        .append(head);
    out.append("<nav aria-label=\"sections\"><ul>").append(links_).append("</ul></nav>\n");
    out.append(body_).append("</main><script>").append(detail::kPageScript);
    return out + "</script></body></html>\n";
  }

 private:
  std::string links_, body_;
};

std::string paragraph(std::string_view text, std::string_view kind = "") {
  std::string out = "<p";
  if (!kind.empty()) out.append(" class=\"").append(kind).append("\"");
  return out.append(">").append(xml_text(text)).append("</p>\n");
}

/// The picture, what is to be seen in it, and its numbers in a table that opens. A script offers
/// both as files.
std::string shown(const Plot& plot, int digits) {
  std::string out = "<figure data-name=\"";
  out.append(plot.kind).append("\"><figcaption><strong>").append(xml_text(plot.finding));
  out.append("</strong></figcaption><div class=\"scroll\" tabindex=\"0\" role=\"region\" ");
  out.append("aria-label=\"picture: ").append(xml_text(plot.kind)).append("\">");
  out.append(to_svg(plot, {.standalone = false})).append("</div>");
  out.append(paragraph(plot.caption, "facts"));
  const auto table = plot_table(plot, digits, kPlotRows);
  out += "<details><summary>Numbers of this picture</summary>";
  if (plot.n_rows() > kPlotRows) {
    out += paragraph("The first " + std::to_string(kPlotRows) + " of " +
                     counted(plot.n_rows(), "row") + "; all of them: tallystick plot " + plot.kind +
                     ".");
  }
  out.append(scrolled(table_of(table, "lr", "", "", false), plot.kind + " in numbers"));
  out += "</details>";
  const std::string csv = to_csv(plot);
  if (csv.size() <= kCsvBytes) out.append("<pre hidden>").append(xml_text(csv)).append("</pre>");
  return out + "</figure>\n";
}

/// The pictures of those kinds, in that order.
class Pictures {
 public:
  Pictures(std::span<const Plot> plots, int digits) : plots_(plots), digits_(digits) {}

  [[nodiscard]] std::string of(std::initializer_list<std::string_view> kinds) const {
    std::string out;
    for (const std::string_view kind : kinds) {
      for (const Plot& plot : plots_) {
        if (plot.kind == kind && !plot.empty()) out += shown(plot, digits_);
      }
    }
    return out;
  }

 private:
  std::span<const Plot> plots_;
  int digits_;
};

/// The figures that a reader asks for first, in a sentence.
std::string headline(const Report& report, int digits) {
  constexpr std::string_view kFirst[] = {"accuracy", "hierarchical_f1_micro", "f1_micro",
                                         "f1_macro", "subset_accuracy",       "lrap"};
  std::vector<const Score*> scores;
  for (const std::string_view name : kFirst) {
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

std::string labels_of(const Report& report, int digits) {
  if (!report.labels) return {};
  const LabelTable& labels = *report.labels;
  std::vector<const LabelRow*> rows;
  for (const LabelRow& row : labels.rows) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(), [](const LabelRow* a, const LabelRow* b) {
    return std::pair(b->support.whole, b->support.fraction) <
           std::pair(a->support.whole, a->support.fraction);
  });
  std::string out;
  if (rows.size() > kLabelRows) {
    out += paragraph("The " + std::to_string(kLabelRows) + " labels that are true most often, of " +
                     std::to_string(rows.size()) + "; all of them: --per-label=FILE.");
    rows.resize(kLabelRows);
  }
  Rows cells{{"label", "support", "tp", "fp", "fn"}};
  cells[0].insert(cells[0].end(), labels.measures.begin(), labels.measures.end());
  bool any_undefined = false;
  for (const LabelRow* row : rows) {
    auto& line = cells.emplace_back(
        std::vector<std::string>{row->label, amount_text(row->support), amount_text(row->tp),
                                 amount_text(row->fp), amount_text(row->fn)});
    for (std::size_t i = 0; i < row->values.size(); ++i) {
      any_undefined = any_undefined || is_undefined(*row, i);
      line.push_back(fixed_text(row->values[i], digits) + (is_undefined(*row, i) ? "*" : ""));
    }
  }
  out +=
      "<p class=\"script\"><label>Search labels <input type=\"search\" data-table=\"labels-table\">"
      "</label> <span id=\"labels-table-count\" role=\"status\"></span></p>\n";
  out += scrolled(table_of(cells, "lr", "labels-table", "", true), "labels");
  if (any_undefined) {
    out += paragraph("* 0/0 for that label; it counts as the convention says.", "facts");
  }
  return out;
}

/// The figures as a table: pictures show those between 0 and 1.
std::string figures_of(const Report& report, const TextOptions& options) {
  std::string out;
  for (const Sheet& sheet : sheets_of(report, options)) {
    if (!sheet.of_measures || sheet.rows.size() < 2) continue;
    out += scrolled(table_of(sheet.rows, sheet.alignment, "", sheet.title, true), "figures");
    break;  // what follows are those of the hierarchy and of groups
  }
  return out;
}

std::string confusion_of(const Report& report, const TextOptions& options) {
  if (!report.confusion) return {};
  std::string out;
  for (const Sheet& sheet : sheets_of(report, options)) {
    const bool matrix =
        sheet.title.starts_with("confusion") && report.confusion->labels.size() <= kMatrixLabels;
    if (!matrix) continue;
    out += scrolled(table_of(sheet.rows, sheet.alignment, "", sheet.title, false), "confusion");
  }
  return out;
}

std::string groups_of(const Report& report, const TextOptions& options) {
  if (report.by.empty()) return {};
  const Sheet sheet = group_sheet(report, options.digits);
  return scrolled(table_of(sheet.rows, sheet.alignment, "", sheet.title, true), sheet.title);
}

std::string hierarchy_of(const Report& report, int digits) {
  if (!report.hierarchy) return {};
  std::string out;
  for (const Sheet& sheet : hierarchy_sheets(*report.hierarchy, digits)) {
    out += scrolled(table_of(sheet.rows, sheet.alignment, "", sheet.title, true), sheet.title);
  }
  return out;
}

/// What each figure is, from the catalogue: others can check it.
std::string definitions(const Report& report) {
  std::vector<const Measure*> known;
  for (const Score& score : report.measures) {
    std::string name = score.name.substr(0, score.name.find_first_of(":@"));
    const Measure* measure = find_measure(name);
    if (measure == nullptr && name.find('_') != std::string::npos) {
      measure = find_measure(name.substr(0, name.rfind('_')));
    }
    if (measure == nullptr || std::find(known.begin(), known.end(), measure) != known.end())
      continue;
    known.push_back(measure);
  }
  if (known.empty()) return {};
  std::string out =
      paragraph("Convention " + report.convention +
                (report.convention_source.empty() ? "." : " (" + report.convention_source + ").") +
                " Averages: micro adds all labels up, macro is the mean over labels, "
                "weighted that mean by support, samples the mean over examples.");
  out += "<dl>";
  for (const Measure* measure : known) {
    out.append("<dt>").append(xml_text(measure->name)).append("</dt><dd>");
    out.append(xml_text(measure->title)).append(": ").append(xml_text(measure->formula));
    if (!measure->source.empty()) {
      out.append(". Source: ").append(xml_text(measure->source));
    }
    out += "</dd>";
  }
  return out + "</dl>\n";
}

}  // namespace

std::string to_html(const Report& report, const TextOptions& options) {
  const Plot plots[] = {figures_plot(report),  bias_plot(report),   distribution_plot(report),
                        labels_plot(report),   ladder_plot(report), errors_plot(report),
                        confusion_plot(report)};
  return to_html(report, options, plots);
}

std::string to_html(const Report& report, const TextOptions& options, std::span<const Plot> plots) {
  const int digits = options.digits;
  const Pictures pictures(plots, digits);
  std::string head = "<h1>How well labels are predicted</h1>\n";
  head += paragraph(headline(report, digits), "lead");
  head += paragraph(data_sentence(report) + "; " + rules_sentence(report) + ".", "facts");
  if (report.interval) head += paragraph(interval_sentence(report) + '.', "facts");
  Page page;
  page.section("gates", "Requirements", gates_of(report));
  page.section("figures", "Figures", pictures.of({"figures"}) + figures_of(report, options));
  std::string remarks;
  for (const std::string& remark : remarks_on(report, options)) {
    remarks.append("<li>").append(xml_text(remark)).append("</li>");
  }
  if (!remarks.empty()) remarks = "<ul>" + remarks + "</ul>\n";
  page.section("remarks", "What to know about them", remarks);
  page.section("groups", "Group by group", groups_of(report, options));
  page.section("hierarchy", "Level by level",
               pictures.of({"ladder", "treemap", "errors"}) + hierarchy_of(report, digits));
  page.section("spread", "Good for which labels", pictures.of({"distribution", "labels", "bias"}));
  page.section("scores", "Scores and thresholds",
               pictures.of({"pr", "roc", "thresholds", "at-k", "reliability"}));
  page.section("confusion", "What is taken for what",
               pictures.of({"confusion"}) + confusion_of(report, options));
  page.section("labels", "Label by label", labels_of(report, digits));
  page.section("definitions", "Definitions", definitions(report));
  head += paragraph("Made by tallystick " TALLYSTICK_VERSION ".", "facts");
  return page.done(head);
}

}  // namespace tallystick
