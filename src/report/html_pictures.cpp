#include "report/html_pictures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "report/outline.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick::detail {

std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

namespace {

constexpr double kWidth = 640;
constexpr double kNames = 230;  // room for names to the left
constexpr double kRight = 60;   // room for numbers to the right
constexpr double kRow = 22;     // height of a row
constexpr double kAxis = 24;    // height of an axis below
constexpr std::size_t kNameColumns = 30;

/// Coordinates need no more than this.
std::string at(double x) { return number_text(std::round(x * 10) / 10); }

class Svg {
 public:
  Svg(double height, std::string_view title) {
    out_ = "<svg role=\"img\" viewBox=\"0 0 " + at(kWidth) + ' ' + at(height) +
           "\" xmlns=\"http://www.w3.org/2000/svg\"><title>";
    out_.append(html_text(title)).append("</title>");
  }
  void line(double x1, double y1, double x2, double y2, std::string_view kind) {
    out_.append("<line class=\"").append(kind).append("\" x1=\"").append(at(x1));
    out_.append("\" y1=\"").append(at(y1)).append("\" x2=\"").append(at(x2));
    out_.append("\" y2=\"").append(at(y2)).append("\"/>");
  }
  void bar(double x, double y, double width, double height, std::string_view kind = "bar") {
    out_.append("<rect class=\"").append(kind).append("\" x=\"").append(at(x));
    out_.append("\" y=\"").append(at(y)).append("\" width=\"").append(at(std::max(width, 0.5)));
    out_.append("\" height=\"").append(at(height)).append("\"/>");
  }
  void dot(double x, double y, double radius) {
    out_.append("<circle class=\"dot\" cx=\"").append(at(x)).append("\" cy=\"").append(at(y));
    out_.append("\" r=\"").append(at(radius)).append("\"/>");
  }
  /// `anchor`: start, middle or end.
  void text(double x, double y, std::string_view words, std::string_view anchor = "start",
            std::string_view kind = "") {
    out_.append("<text x=\"").append(at(x)).append("\" y=\"").append(at(y));
    out_.append("\" text-anchor=\"").append(anchor).append("\"");
    if (!kind.empty()) out_.append(" class=\"").append(kind).append("\"");
    out_.append(">").append(html_text(words)).append("</text>");
  }
  std::string done() {
    out_ += "</svg>";
    return std::move(out_);
  }

 private:
  std::string out_;
};

/// An axis of 0 to 1 below rows that end at `bottom`.
void unit_axis(Svg& svg, double left, double right, double bottom) {
  for (int tick = 0; tick <= 4; ++tick) {
    const double x = left + (right - left) * tick / 4;
    svg.line(x, 0, x, bottom, "rule");
    svg.text(x, bottom + 16, number_text(tick / 4.0), "middle", "soft");
  }
}

std::string named(std::string_view name) { return fitted(printable(name), kNameColumns); }

double as_double(const Amount& amount) {
  return static_cast<double>(amount.whole) + static_cast<double>(amount.fraction) * 0x1p-64;
}

/// The column of F1 in the table of labels, where it has one.
std::optional<std::size_t> f1_column(const Report& report) {
  if (!report.labels || report.labels->rows.empty()) return {};
  const auto& names = report.labels->measures;
  const auto found = std::find(names.begin(), names.end(), "f1");
  if (found == names.end()) return {};
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

std::optional<Picture> picture_of_figures(const Report& report, int digits) {
  std::vector<const Score*> shown;
  for (const Score& score : report.measures) {
    if (score.value >= 0 && score.value <= 1) shown.push_back(&score);
  }
  if (shown.empty()) return {};
  Picture out{"figures", "", "", {{"measure", "value"}}};
  if (report.interval) out.table[0].insert(out.table[0].end(), {"low", "high"});
  const double height = kRow * static_cast<double>(shown.size());
  const double left = kNames, right = kWidth - kRight;
  Svg svg(height + kAxis, "figures between 0 and 1");
  unit_axis(svg, left, right, height);
  const auto x = [&](double value) { return left + (right - left) * value; };
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Score& score = *shown[i];
    const double y = kRow * (static_cast<double>(i) + 0.5);
    svg.text(left - 8, y + 4, named(score.name), "end");
    if (score.low && score.high) {
      svg.line(x(std::max(0.0, *score.low)), y, x(std::min(1.0, *score.high)), y, "reach");
    } else if (!report.interval) {
      svg.line(x(0), y, x(score.value), y, "reach");
    }
    svg.dot(x(score.value), y, 5);
    svg.text(right + 10, y + 4, fixed_text(score.value, digits));
  }
  out.svg = svg.done();
  for (const Score& score : report.measures) {
    out.table.push_back(
        {score.name, fixed_text(score.value, digits) + (is_marked(score) ? "*" : "")});
    if (!report.interval) continue;
    out.table.back().push_back(score.low ? fixed_text(*score.low, digits) : "");
    out.table.back().push_back(score.high ? fixed_text(*score.high, digits) : "");
  }
  const auto [least, most] =
      std::minmax_element(shown.begin(), shown.end(),
                          [](const Score* a, const Score* b) { return a->value < b->value; });
  out.caption = "Figures run from " + fixed_text((*least)->value, digits) + " (" + (*least)->name +
                ") to " + fixed_text((*most)->value, digits) + " (" + (*most)->name + ")." +
                (report.interval ? " Lines are intervals." : "");
  return out;
}

std::optional<Picture> picture_of_label_spread(const Report& report, int digits) {
  const auto column = f1_column(report);
  if (!column) return {};
  constexpr std::size_t kBins = 10;
  std::array<std::size_t, kBins> bins{};
  std::size_t n = 0, below_half = 0, never = 0;
  for (const LabelRow& row : report.labels->rows) {
    const double f1 = row.values[*column];
    if (std::isnan(f1)) continue;
    ++n;
    below_half += f1 < 0.5 ? 1 : 0;
    never += f1 == 0 ? 1 : 0;
    ++bins[std::min(kBins - 1, static_cast<std::size_t>(f1 * kBins))];
  }
  if (n == 0) return {};
  Picture out{"spread", "", "", {{"F1 from", "to", "labels"}}};
  const double most = static_cast<double>(*std::max_element(bins.begin(), bins.end()));
  constexpr double kHeight = 180, kLeft = 20, kTop = 20;
  const double step = (kWidth - 2 * kLeft) / kBins;
  Svg svg(kTop + kHeight + kAxis, "labels by F1");
  for (std::size_t i = 0; i < kBins; ++i) {
    const double x = kLeft + step * static_cast<double>(i);
    const double height = kHeight * static_cast<double>(bins[i]) / most;
    if (bins[i] != 0) svg.bar(x + 2, kTop + kHeight - height, step - 4, height);
    svg.text(x + step / 2, kTop + kHeight - height - 4, std::to_string(bins[i]), "middle");
    svg.text(x, kTop + kHeight + 16, number_text(static_cast<double>(i) / kBins), "middle", "soft");
    out.table.push_back({number_text(static_cast<double>(i) / kBins),
                         number_text(static_cast<double>(i + 1) / kBins), std::to_string(bins[i])});
  }
  svg.text(kWidth - kLeft, kTop + kHeight + 16, "1", "middle", "soft");
  svg.line(kLeft, kTop + kHeight, kWidth - kLeft, kTop + kHeight, "rule");
  out.svg = svg.done();
  static_cast<void>(digits);
  out.caption = std::to_string(below_half) + " of " + counted(n, "label") +
                " have an F1 below 0.5" +
                (never == 0 ? "." : "; of " + std::to_string(never) + " it is 0.");
  return out;
}

std::optional<Picture> picture_of_support(const Report& report, int digits) {
  const auto column = f1_column(report);
  if (!column) return {};
  std::vector<const LabelRow*> rows;
  for (const LabelRow& row : report.labels->rows) {
    if (as_double(row.support) > 0 && !std::isnan(row.values[*column])) rows.push_back(&row);
  }
  if (rows.size() < 3) return {};
  std::stable_sort(rows.begin(), rows.end(), [](const LabelRow* a, const LabelRow* b) {
    return as_double(b->support) < as_double(a->support);
  });
  const auto mean = [&](std::size_t first, std::size_t last) {
    double sum = 0;
    for (std::size_t i = first; i < last; ++i) sum += rows[i]->values[*column];
    return sum / static_cast<double>(last - first);
  };
  const std::size_t half = rows.size() / 2;
  Picture out{"support", "", "", {{"label", "support", "F1"}}};
  out.caption =
      "The " + std::to_string(half) + " labels that are true most often have a mean F1 of " +
      fixed_text(mean(0, half), digits) + ", the other " + std::to_string(rows.size() - half) +
      " of " + fixed_text(mean(half, rows.size()), digits) + ".";
  // Evenly chosen along the order of support, the first and the last among them.
  constexpr std::size_t kMost = 1000;
  const std::size_t shown = std::min(rows.size(), kMost);
  if (shown < rows.size()) {
    out.caption += " Shown are " + std::to_string(shown) + " of " + std::to_string(rows.size()) +
                   " labels, evenly chosen by support.";
  }
  constexpr double kHeight = 240, kLeft = 44, kTop = 10;
  const double high = std::log10(std::max(10.0, as_double(rows.front()->support)));
  const double low = std::log10(as_double(rows.back()->support));
  const auto x = [&](double support) {
    return kLeft + (kWidth - kLeft - 20) * (std::log10(support) - low) / std::max(high - low, 1e-9);
  };
  const auto y = [&](double value) { return kTop + kHeight * (1 - value); };
  Svg svg(kTop + kHeight + kAxis + 16, "F1 of labels against their support");
  for (int tick = 0; tick <= 4; ++tick) {
    svg.line(kLeft, y(tick / 4.0), kWidth - 20, y(tick / 4.0), "rule");
    svg.text(kLeft - 6, y(tick / 4.0) + 4, number_text(tick / 4.0), "end", "soft");
  }
  for (double power = std::ceil(low); power <= high; ++power) {
    svg.text(x(std::pow(10, power)), kTop + kHeight + 16, number_text(std::pow(10, power)),
             "middle", "soft");
  }
  svg.text(kWidth / 2, kTop + kHeight + 34, "support: examples that truly have the label", "middle",
           "soft");
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t place = shown == 1 ? 0 : i * (rows.size() - 1) / (shown - 1);
    const LabelRow& row = *rows[place];
    svg.dot(x(as_double(row.support)), y(row.values[*column]), 4);
    if (i < 200) {
      out.table.push_back(
          {row.label, amount_text(row.support), fixed_text(row.values[*column], digits)});
    }
  }
  out.svg = svg.done();
  return out;
}

std::optional<Picture> picture_of_levels(const Report& report, int digits) {
  if (!report.hierarchy || report.hierarchy->levels.empty()) return {};
  const std::vector<LevelRow>& all = report.hierarchy->levels;
  constexpr std::size_t kMost = 16;
  const std::size_t n = std::min(all.size(), kMost);
  Picture out{"levels", "", "", {{"level", "examples", "accuracy", "F1"}}};
  const double left = 90, right = kWidth - kRight;
  const double height = 2 * kRow * static_cast<double>(n);
  Svg svg(height + kAxis, "accuracy and F1 by level");
  unit_axis(svg, left, right, height);
  for (std::size_t i = 0; i < n; ++i) {
    const LevelRow& row = all[i];
    const double y = 2 * kRow * static_cast<double>(i);
    svg.text(left - 8, y + kRow + 4, "level " + std::to_string(row.level), "end");
    const auto bar = [&](double value, double from, std::string_view kind, std::string_view word) {
      if (std::isnan(value)) return;
      svg.bar(left, from, (right - left) * value, kRow - 8, kind);
      svg.text(left + (right - left) * value + 6, from + 11,
               std::string(word).append(" ").append(fixed_text(value, 2)));
    };
    bar(row.accuracy, y + 4, "bar", "acc");
    bar(row.f1, y + kRow + 2, "bar2", "F1");
    out.table.push_back({std::to_string(row.level), amount_text(row.n),
                         fixed_text(row.accuracy, digits), fixed_text(row.f1, digits)});
  }
  out.svg = svg.done();
  out.caption = "All classes of an example are right in " +
                fixed_text(100 * all.front().accuracy, 1) + " % of examples at the top level";
  out.caption += n < 2 ? "."
                       : ", and in " + fixed_text(100 * all[n - 1].accuracy, 1) + " % at level " +
                             std::to_string(all[n - 1].level) + ".";
  return out;
}

std::optional<Picture> picture_of_errors(const Report& report, int digits) {
  if (!report.hierarchy || report.hierarchy->errors.empty()) return {};
  const std::vector<ErrorRow>& rows = report.hierarchy->errors;
  Picture out{"errors", "", "", {{"kind", "labels", "share"}}};
  const double left = kNames, right = kWidth - kRight;
  const double height = kRow * static_cast<double>(rows.size());
  Svg svg(height + kAxis, "predicted labels by kind of error");
  unit_axis(svg, left, right, height);
  const ErrorRow* worst = nullptr;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = kRow * static_cast<double>(i);
    svg.text(left - 8, y + kRow / 2 + 4, rows[i].kind, "end");
    svg.bar(left, y + 4, (right - left) * rows[i].share, kRow - 8);
    svg.text(right + 10, y + kRow / 2 + 4, fixed_text(rows[i].share, digits));
    out.table.push_back(
        {std::string(rows[i].kind), amount_text(rows[i].n), fixed_text(rows[i].share, digits)});
    if (rows[i].kind == "exact") continue;
    if (worst == nullptr || rows[i].share > worst->share) worst = &rows[i];
  }
  out.svg = svg.done();
  out.caption = worst == nullptr || worst->share == 0
                    ? "No predicted label is wrong."
                    : "The most frequent kind of error is " + std::string(worst->kind) + ": " +
                          fixed_text(100 * worst->share, 1) + " % of the predicted labels.";
  return out;
}

std::optional<Picture> picture_of_confusions(const Report& report, int digits) {
  if (!report.confusion) return {};
  const auto pairs = largest_confusions(*report.confusion, kConfusedPairs);
  if (pairs.empty()) return {};
  const std::vector<std::string>& labels = report.confusion->labels;
  Picture out{"confusions", "", "", {{"true", "predicted", "count"}}};
  const double left = 330, right = kWidth - kRight;
  const double most = as_double(pairs.front()->count);
  Svg svg(kRow * static_cast<double>(pairs.size()), "pairs of labels that are confused");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ConfusionTable::Entry& pair = *pairs[i];
    const double y = kRow * static_cast<double>(i);
    svg.text(left - 8, y + kRow / 2 + 4,
             fitted(printable(labels[pair.truth]), 20) + " \u2192 " +
                 fitted(printable(labels[pair.predicted]), 20),
             "end");
    svg.bar(left, y + 4, (right - left) * as_double(pair.count) / most, kRow - 8);
    svg.text(right + 10, y + kRow / 2 + 4, amount_text(pair.count));
    out.table.push_back(
        {labels[pair.truth], labels[pair.predicted], entry_text(*report.confusion, pair, digits)});
  }
  out.svg = svg.done();
  const ConfusionTable::Entry& first = *pairs.front();
  out.caption = "Most often, " + amount_text(first.count) + " times, " +
                quoted(labels[first.truth]) + " is taken for " + quoted(labels[first.predicted]) +
                "; shown are " + pairs_phrase(pairs.size(), n_confusions(*report.confusion)) + ".";
  return out;
}

}  // namespace tallystick::detail
