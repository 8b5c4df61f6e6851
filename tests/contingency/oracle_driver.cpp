// Runs tallystick::Contingency on the cases of standard input; see oracle.py for the two formats.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/contingency.hpp"

namespace {

using tallystick::Contingency;
using Fields = std::vector<std::string>;

Fields split(std::string_view text, char separator) {
  Fields fields(1);
  for (const char c : text) {
    if (c == separator) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      out += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string escape(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.') {
      out += c;
    } else {
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

/// Calls `use` with the labels in the very form that the case asks for.
template <class Use>
void with_labels(const std::string& text, const Use& use) {
  Fields labels = split(text, ':');
  const std::string kind = labels.front();
  labels.erase(labels.begin());
  for (std::string& label : labels) label = unescape(label);
  if (kind == "one") return use(labels.front());
  if (kind != "hash") return use(labels);
  std::map<std::string, bool> held;
  for (const std::string& label : labels) held[label.substr(1)] = label.front() == '1';
  use(held);
}

void show(std::string_view what, std::initializer_list<double> numbers) {
  std::cout << what;
  for (const double number : numbers) {
    char text[64];
    std::snprintf(text, sizeof text, "\t%.17g", number);
    std::cout << text;
  }
  std::cout << '\n';
}

std::string cells_text(const tallystick::ContingencyCells& cells) {
  std::ostringstream out;
  out << '\t' << cells.a << '\t' << cells.b << '\t' << cells.c << '\t' << cells.d;
  return out.str();
}

void ask(const Contingency& stats, int figures) {
  std::cout << "entries" << cells_text(stats.entries()) << "\nhypotheses\t" << stats.n_hypotheses()
            << '\n';
  show("micro", {stats.micro_accuracy(), stats.micro_error(), stats.micro_precision(),
                 stats.micro_recall(), stats.micro_f1()});
  std::string table;
  try {
    table = stats.stats_table(figures);
  } catch (const tallystick::Error&) {
    std::cout << "died\n";
    return;
  }
  show("macro", {stats.macro_accuracy(), stats.macro_error(), stats.macro_precision(),
                 stats.macro_recall(), stats.macro_f1()});
  std::cout << "table\t" << escape(table) << '\n';
  for (const tallystick::CategoryStats& one : stats.category_stats()) {
    std::cout << "category\t" << escape(one.name) << cells_text(one.cells);
    const tallystick::ContingencyRatios& r = one.ratios;
    show("", {r.accuracy, r.error, r.precision, r.recall, r.f1});
  }
}

void run_line(const Fields& fields, std::optional<Contingency>& stats, std::ostringstream& lines) {
  const std::string& what = fields[0];
  if (what == "categories") {
    with_labels(fields[1], [&](const auto& categories) {
      if constexpr (requires { Contingency(categories); }) {
        stats.emplace(categories);
        stats->set_verbose(lines);
      }
    });
  } else if (what == "add") {
    with_labels(fields[1], [&](const auto& assigned) {
      with_labels(fields[2], [&](const auto& correct) {
        stats->add_result(assigned, correct, unescape(fields[3]));
      });
    });
    std::cout << "line\t" << escape(lines.str()) << '\n';
    lines.str({});
  } else if (what == "set") {
    stats->set_entries(std::stoull(fields[1]), std::stoull(fields[2]), std::stoull(fields[3]),
                       std::stoull(fields[4]));
  } else {
    ask(*stats, std::stoi(fields[1]));
  }
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::optional<Contingency> stats;
  std::ostringstream lines;
  for (std::string line; std::getline(std::cin, line);) run_line(split(line, '\t'), stats, lines);
}
