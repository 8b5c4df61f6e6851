#include "report/page.hpp"

#include <algorithm>

#include "report/charts.hpp"
#include "report/html_style.hpp"
#include "report/svg_text.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick::detail {

namespace {

constexpr std::size_t kPlotRows = 200;     // most rows in the table of a picture
constexpr std::size_t kCsvBytes = 200000;  // of one picture, to be saved from the page
constexpr std::size_t kCellColumns = 500;  // of a label, which may be as long as a book

/// Bytes for a script to read back, with every line end and control character.
std::string kept_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\r')
      out += "&#13;";
    else
      out += c;
  }
  return out;
}

std::string table_of(const PageRows& rows, const PageTable& table) {
  std::string out = "<table";
  if (!table.id.empty()) out.append(" id=\"").append(table.id).append("\"");
  out += table.sorts ? " class=\"sorts\">" : ">";
  if (!table.caption.empty()) {
    out.append("<caption>").append(xml_text(table.caption)).append("</caption>");
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (r == 0) out += "<thead>";
    if (r == 1) out += "<tbody>";
    out += "<tr>";
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const bool right = table.alignment[std::min(c, table.alignment.size() - 1)] == 'r';
      const std::string_view tag = r == 0 && !rows[r][c].empty() ? "th" : "td";
      out.append("<").append(tag).append(tag == "th" ? " scope=\"col\"" : "");
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

}  // namespace

std::string page_table(const PageRows& rows, const PageTable& table) {
  return std::string("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"")
      .append(xml_text(table.name))
      .append("\">")
      .append(table_of(rows, table))
      .append("</div>\n");
}

std::string paragraph(std::string_view text, std::string_view kind) {
  std::string out = "<p";
  if (!kind.empty()) out.append(" class=\"").append(kind).append("\"");
  return out.append(">").append(xml_text(text)).append("</p>\n");
}

std::string bullets(std::span<const std::string> texts) {
  if (texts.empty()) return {};
  std::string out = "<ul>";
  for (const std::string& text : texts) out.append("<li>").append(xml_text(text)).append("</li>");
  return out + "</ul>\n";
}

std::string search_box(std::string_view table, std::string_view what) {
  return std::string("<p class=\"script\"><label>Search ")
      .append(what)
      .append(" <input type=\"search\" data-table=\"")
      .append(table)
      .append("\"></label> <span id=\"")
      .append(table)
      .append("-count\" role=\"status\"></span></p>\n");
}

std::string definitions(std::span<const std::string> figures, const std::string& convention,
                        const std::string& source) {
  std::vector<const Measure*> known;
  for (const std::string& figure : figures) {
    const std::string name = figure.substr(0, figure.find_first_of(":@"));
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
      paragraph("Convention " + convention + (source.empty() ? "." : " (" + source + ").") +
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

std::string figure_of(const Plot& plot, int digits) {
  // Numbers that a script reads back, to be saved and to be drawn; of huge pictures the drawing is
  // all there is.
  std::string csv = to_csv(plot);
  if (csv.size() > kCsvBytes) csv.clear();
  std::string out = "<figure data-name=\"";
  out.append(plot.kind).append("\"");
  if (!csv.empty() && knows_charts()) {
    out.append(" data-plot=\"").append(kept_text(chart_spec(plot))).append("\"");
  }
  out.append("><figcaption><strong>").append(xml_text(plot.finding));
  out.append("</strong></figcaption><div class=\"scroll\" tabindex=\"0\" role=\"group\" ");
  out.append("aria-label=\"picture: ").append(xml_text(plot.kind)).append("\">");
  out.append(to_svg(plot, {.standalone = false})).append("</div>");
  out.append(paragraph(plot.caption, "facts"));
  out += "<details><summary>Numbers of this picture</summary>";
  if (plot.n_rows() > kPlotRows) {
    out += paragraph("The first " + std::to_string(kPlotRows) + " of " +
                     counted(plot.n_rows(), "row") + "; all of them: tallystick plot " + plot.kind +
                     ".");
  }
  const std::string name = plot.kind + " in numbers";
  out.append(page_table(plot_table(plot, digits, kPlotRows), {.alignment = "lr", .name = name}));
  out += "</details>";
  if (!csv.empty()) out.append("<pre hidden>").append(kept_text(csv)).append("</pre>");
  return out + "</figure>\n";
}

std::string fragment(const std::string& body) {
  return "<div class=\"tallystick\" style=\"background:#fff;color:#1c2430;padding:.5em\">\n" +
         body + "</div>\n";
}

std::string Pictures::of(std::initializer_list<std::string_view> kinds) const {
  std::string out;
  for (const std::string_view kind : kinds) {
    for (const Plot& plot : plots_) {
      if (plot.kind == kind && !plot.empty()) out += figure_of(plot, digits_);
    }
  }
  return out;
}

void Page::section(std::string_view id, std::string_view title, const std::string& body) {
  if (body.empty()) return;
  links_.append("<li><a href=\"#").append(id).append("\">").append(title).append("</a></li>");
  body_.append("<section id=\"").append(id).append("\"><h2>").append(title).append("</h2>\n");
  body_.append(body).append("</section>\n");
}

std::string Page::done(std::string_view title, const std::string& head) const {
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; img-src data:; script-src '";
  // Only the attribute itself has a bare quote.
  const bool any = body_.find(" data-plot=\"") != std::string::npos;
  const ChartsScript charts = any ? charts_script() : ChartsScript{};
  out.append(kScriptHash);
  if (!charts.packed.empty()) out.append("' '").append(charts.hash);
  out += "'; base-uri 'none'; form-action 'none'\"><title>";
  out.append(xml_text(title)).append("</title><style>");
  out.append(kPageStyle)
      .append(plot_style())
      .append("</style></head>\n<body><main>\n")
      .append(head);
  out.append("<nav aria-label=\"sections\"><ul>").append(links_).append("</ul></nav>\n");
  out.append(body_).append("</main>");
  if (!charts.packed.empty()) {
    out += "<template id=\"charts\">";
    for (const std::string_view piece : charts.packed) out += piece;
    out += "</template>";
  }
  out.append("<script>").append(kPageScript);
  return out + "</script></body></html>\n";
}

}  // namespace tallystick::detail
