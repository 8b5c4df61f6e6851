// The numbers of Contingency: ratios of one table, their means, and the printed table.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>

#include "tallystick/base/error.hpp"
#include "tallystick/base/exact_sum.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/base/wide.hpp"
#include "tallystick/contingency.hpp"

namespace tallystick {

namespace {

constexpr int kDefaultFigures = 3;
constexpr int kMostFigures = 1000;

/// x / (x + y), formed as the module forms it. The two ways differ in the last bit, and a mean on
/// the border between two printed digits falls on the side that this bit decides.
double share(double x, double y) {
  if (y == 0) return 1;
  if (x == 0) return 0;
  return 1 / (1 + y / x);
}

/// Refuses a table whose total does not fit, so that the sums below cannot wrap.
u128 checked_total(const ContingencyCells& cells) {
  const u128 total = static_cast<u128>(cells.a) + cells.b + cells.c + cells.d;
  if (total > UINT64_MAX) {
    fail(ErrorCode::count_overflow,
         "the entries " + std::to_string(cells.a) + ", " + std::to_string(cells.b) + ", " +
             std::to_string(cells.c) + " and " + std::to_string(cells.d) +
             " are more than 18446744073709551615 decisions together",
         "split the data and look at each part by itself");
  }
  return total;
}

/// Digits after the point: figures less the whole part of the decimal logarithm. Taken through
/// natural logarithms in doubles, as in the module, because just below a power of ten that
/// quotient decides (0.001 has a logarithm of -2.9999999999999996 there).
int decimals(double number, int figures) {
  if (number == 0) return figures;
  return figures - static_cast<int>(std::log(number) / std::numbers::ln10);
}

std::string fixed_text(double number, int figures) {
  if (!(number >= 0 && number <= 1)) {
    fail(ErrorCode::wrong_usage,
         "a number of the stats table is " + number_text(number) + ", outside 0 to 1",
         "give the ratios, not percentages");
  }
  // The smallest double has its first digit at place 324.
  std::array<char, kMostFigures + 400> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(number),
                                 std::chars_format::fixed, decimals(number, figures))
                       .ptr;
  return {buffer.data(), end};
}

}  // namespace

ContingencyRatios contingency_ratios(const ContingencyCells& cells) {
  const u128 total = checked_total(cells);
  const auto a = static_cast<double>(cells.a);
  const auto b = static_cast<double>(cells.b);
  const auto c = static_cast<double>(cells.c);
  ContingencyRatios ratios;
  ratios.precision = cells.c > 0 && cells.a == 0 && cells.b == 0 ? 0 : share(a, b);
  ratios.recall = share(a, c);
  ratios.f1 = share(2 * a, static_cast<double>(cells.b + cells.c));
  if (total == 0) return ratios;
  ratios.accuracy = ratio(static_cast<u128>(cells.a) + cells.d, total);
  ratios.error = ratio(static_cast<u128>(cells.b) + cells.c, total);
  return ratios;
}

ContingencyRatios Contingency::macro_ratios() const {
  need_categories();
  ExactSum precision, recall, f1;
  u128 n_right = 0, n_wrong = 0;
  for (std::size_t category = 0; category < counts_.size(); ++category) {
    const ContingencyCells table = cells(category);
    const ContingencyRatios ratios = contingency_ratios(table);
    precision.add(ratios.precision);
    recall.add(ratios.recall);
    f1.add(ratios.f1);
    n_right += static_cast<u128>(table.a) + table.d;
    n_wrong += static_cast<u128>(table.b) + table.c;
  }
  const auto n = static_cast<double>(counts_.size());
  ContingencyRatios means{precision.value() / n, recall.value() / n, f1.value() / n, 1, 0};
  if (n_hypotheses_ == 0) return means;
  // All categories have the same total, so the mean of the ratios is the ratio of the sums; that
  // makes macro accuracy and micro accuracy equal to the bit.
  means.accuracy = ratio(n_right, n_right + n_wrong);
  means.error = ratio(n_wrong, n_right + n_wrong);
  return means;
}

std::vector<CategoryStats> Contingency::category_stats() const {
  need_categories();
  std::vector<CategoryStats> stats;
  stats.reserve(counts_.size());
  const auto add = [&](std::size_t category) {
    const ContingencyCells table = cells(category);
    stats.push_back({std::string(name(category)), table, contingency_ratios(table)});
  };
  if (counts_.size() > vocabulary_.size()) add(vocabulary_.size());  // "" is before all names
  for (const LabelId id : vocabulary_.sorted()) add(id);
  return stats;
}

CategoryStats Contingency::category_stats(std::string_view category) const {
  const std::size_t found = find(category);
  if (found == counts_.size()) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < vocabulary_.size(); ++i) names.push_back(name(i));
    const std::vector<std::string> near = nearest(category, names);
    fail(
        ErrorCode::unknown_label,
        quoted(category) + " is not among the " + counted(counts_.size(), "category", "categories"),
        near.empty() ? "ask for one of the categories given to the constructor"
                     : "did you mean " + quoted(near.front()) + "?");
  }
  const ContingencyCells table = cells(found);
  return {std::string(category), table, contingency_ratios(table)};
}

void Contingency::need_categories() const {
  if (!counts_.empty()) return;
  fail(ErrorCode::wrong_usage,
       "there are 0 categories, so there is no mean over categories and no table",
       "give the categories when the object is made");
}

ContingencyFigures Contingency::figures() const {
  const ContingencyRatios macro = macro_ratios();
  const ContingencyRatios micro = micro_ratios();
  return {macro.recall,    macro.precision, macro.f1,   micro.recall,
          micro.precision, micro.f1,        micro.error};
}

std::string Contingency::stats_table(int n_figures) const {
  return tallystick::stats_table(figures(), n_figures);
}

std::string stats_table(const ContingencyFigures& numbers, int figures) {
  if (figures < 0 || figures > kMostFigures) {
    fail(ErrorCode::wrong_usage,
         "a stats table with " + std::to_string(figures) + " figures was asked for, of 0 to " +
             std::to_string(kMostFigures),
         "ask for 1 to " + std::to_string(kMostFigures) + " figures; 0 means 3");
  }
  const std::array<double, 7> order{numbers.macro_recall, numbers.macro_precision, numbers.macro_f1,
                                    numbers.micro_recall, numbers.micro_precision, numbers.micro_f1,
                                    numbers.micro_error};
  std::array<std::string, 7> texts;
  std::size_t width = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    texts[i] = fixed_text(order[i], figures == 0 ? kDefaultFigures : figures);
    width = std::max(width, texts[i].size());
  }

  // With one figure the numbers are narrower than their titles and the title row sticks out: so it
  // does in the module, whose bytes are promised.
  const std::string pad(width > 4 ? width - 4 : 0, ' ');
  const std::string border = '+' + std::string(10 + 7 * width, '-') + "+\n";
  std::string out = border;
  out += "| " + pad + " maR " + pad + " maP" + pad + " maF1  " + pad + " miR " + pad + " miP" +
         pad + " miF1  " + pad + " Err |\n|";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    out += i == 3 || i == 6 ? "  " : " ";
    out.append(width - texts[i].size(), ' ') += texts[i];
  }
  return out + " |\n" + border;
}

}  // namespace tallystick
