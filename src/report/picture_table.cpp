// A plot's table as CSV, JSON and rows of text.
#include <algorithm>

#include "report/plot_cells.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"

namespace tallystick {

std::size_t Plot::n_rows() const noexcept {
  std::size_t n = 0;
  for (const PlotColumn& column : columns) {
    n = std::max({n, column.numbers.size(), column.words.size()});
  }
  return n;
}

std::string to_csv(const Plot& plot) {
  std::string out;
  for (const PlotColumn& column : plot.columns) {
    out.append(out.empty() ? "" : ",").append(column.name);
  }
  out += '\n';
  for (std::size_t row = 0; row < plot.n_rows(); ++row) {
    bool first = true;
    for (const PlotColumn& column : plot.columns) {
      out.append(first ? "" : ",");
      first = false;
      if (detail::is_words(column)) {
        out += csv_field(column.words[row], ',');
      } else if (!std::isnan(column.numbers[row])) {
        out += number_text(column.numbers[row]);
      }
    }
    out += '\n';
  }
  return out;
}

std::string to_json(const Plot& plot) {
  std::string out = "{\n  \"tallystick\": ";
  out.append(json_string(TALLYSTICK_VERSION));
  out.append(",\n  \"picture\": ").append(json_string(plot.kind));
  out.append(",\n  \"finding\": ").append(json_string(plot.finding));
  out.append(",\n  \"caption\": ").append(json_string(plot.caption));
  out += ",\n  \"columns\": [";
  for (const PlotColumn& column : plot.columns) {
    out.append(out.back() == '[' ? "" : ", ").append(json_string(column.name));
  }
  out += "],\n  \"rows\": [";
  for (std::size_t row = 0; row < plot.n_rows(); ++row) {
    out.append(row == 0 ? "\n    [" : ",\n    [");
    bool first = true;
    for (const PlotColumn& column : plot.columns) {
      out.append(first ? "" : ", ");
      first = false;
      if (detail::is_words(column)) {
        out += json_string(column.words[row]);
      } else if (std::isfinite(column.numbers[row])) {
        out += number_text(column.numbers[row]);
      } else {
        out += "null";
      }
    }
    out += ']';
  }
  out.append(plot.n_rows() == 0 ? "],\n  \"notes\": [" : "\n  ],\n  \"notes\": [");
  for (const std::string& note : plot.notes) {
    out.append(out.back() == '[' ? "" : ", ").append(json_string(note));
  }
  return out + "]\n}\n";
}

std::vector<std::vector<std::string>> plot_table(const Plot& plot, int digits,
                                                 std::size_t most_rows) {
  std::vector<std::vector<std::string>> out(1);
  for (const PlotColumn& column : plot.columns) out[0].push_back(column.name);
  const std::size_t n = std::min(plot.n_rows(), most_rows);
  for (std::size_t row = 0; row < n; ++row) out.emplace_back();
  for (const PlotColumn& column : plot.columns) {
    const bool whole = detail::all_whole(column);
    for (std::size_t row = 0; row < n; ++row) {
      if (detail::is_words(column)) {
        out[row + 1].push_back(column.words[row]);
      } else {
        const double value = column.numbers[row];
        out[row + 1].push_back(whole && !std::isnan(value) ? number_text(value)
                                                           : fixed_text(value, digits));
      }
    }
  }
  return out;
}

}  // namespace tallystick
