#include <cmath>

#include "tallystick/base/text.hpp"
#include "tallystick/curves.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"

namespace tallystick {

std::string to_csv(const Curve& curve) {
  std::string out;
  for (std::size_t c = 0; c < curve.columns.size(); ++c) {
    out.append(c == 0 ? "" : ",").append(curve.columns[c]);
  }
  out += '\n';
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const auto row = curve.row(i);
    for (std::size_t c = 0; c < row.size(); ++c) {
      out.append(c == 0 ? "" : ",");
      if (!std::isnan(row[c])) out += number_text(row[c]);
    }
    out += '\n';
  }
  return out;
}

std::string to_json(const Curve& curve) {
  const auto list = [](std::span<const std::string> texts) {
    std::string out = "[";
    for (const std::string& text : texts) {
      out.append(out.size() == 1 ? "" : ", ").append(json_string(text));
    }
    return out + ']';
  };
  std::string out = "{\n  \"tallystick\": ";
  out.append(json_string(TALLYSTICK_VERSION));
  out.append(",\n  \"curve\": ").append(json_string(curve_name(curve.kind)));
  out.append(",\n  \"of\": ").append(json_string(curve.of));
  out.append(",\n  \"n_points\": ").append(std::to_string(curve.n_points));
  out.append(",\n  \"columns\": ").append(list(curve.columns));
  out.append(",\n  \"rows\": [");
  for (std::size_t i = 0; i < curve.size(); ++i) {
    out.append(i == 0 ? "\n    [" : ",\n    [");
    const auto row = curve.row(i);
    for (std::size_t c = 0; c < row.size(); ++c) {
      out.append(c == 0 ? "" : ", ");
      out.append(std::isnan(row[c]) ? std::string("null") : number_text(row[c]));
    }
    out += ']';
  }
  out.append("\n  ],\n  \"notes\": ").append(list(curve.notes));
  return out + "\n}\n";
}

}  // namespace tallystick
