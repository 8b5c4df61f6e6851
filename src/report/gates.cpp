// Verdicts of gates in words, and for build servers.
#include <algorithm>
#include <cmath>

#include "report/sheet.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"

namespace tallystick {

namespace {

/// Every digit: 0.79999 must not read as 0.8000 beside >=0.8.
std::string every_digit(double value) {
  return std::isnan(value) ? "no value" : number_text(value);
}

/// Text between tags or quotes. What XML 1.0 has no way to say is shown as in a terminal.
std::string xml(std::string_view text) {
  std::string shown = printable(text);
  // Two characters that Unicode has and XML has not.
  for (const auto& [bytes, word] :
       {std::pair{"\xEF\xBF\xBE", "\\ufffe"}, std::pair{"\xEF\xBF\xBF", "\\uffff"}}) {
    for (std::size_t at = shown.find(bytes); at != std::string::npos; at = shown.find(bytes)) {
      shown.replace(at, 3, word);
    }
  }
  std::string out;
  for (const char c : shown) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace

std::string_view gate_verdict(const Gate& gate) noexcept {
  return gate.inconclusive ? "INCONCLUSIVE" : gate.passed ? "PASS" : "FAIL";
}

std::string gate_details(const Gate& gate) {
  std::string out = every_digit(gate.value);
  if (gate.baseline) out += ", was " + every_digit(*gate.baseline);
  if (gate.drop && !std::isnan(*gate.drop)) {
    out += *gate.drop > 0   ? ": worse by " + number_text(*gate.drop)
           : *gate.drop < 0 ? ": better by " + number_text(-*gate.drop)
                            : ": no change";
  }
  if (gate.low && gate.high) {
    out += ", a drop between " + number_text(*gate.low) + " and " + number_text(*gate.high);
  }
  if (gate.inconclusive && gate.passed) out += "; --inconclusive=pass lets it pass";
  return out;
}

std::string gate_sentence(const Gate& gate) {
  return gate.requirement + ": it is " + gate_details(gate);
}

std::string to_junit(const Report& report) {
  const auto count = [&report](auto condition) {
    return std::to_string(std::count_if(report.gates.begin(), report.gates.end(), condition));
  };
  const std::string n = std::to_string(report.gates.size());
  const std::string failed = count([](const Gate& gate) { return !gate.passed; });
  const std::string skipped =
      count([](const Gate& gate) { return gate.passed && gate.inconclusive; });
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  out += "  <testsuite name=\"tallystick " TALLYSTICK_VERSION "\" tests=\"" + n + "\" failures=\"" +
         failed + "\" errors=\"0\" skipped=\"" + skipped + "\">\n";
  for (const Gate& gate : report.gates) {
    out += "    <testcase classname=\"tallystick.gates\" name=\"" + xml(gate.requirement) + '"';
    const std::string message = " message=\"" + xml(gate_sentence(gate)) + '"';
    if (gate.passed && !gate.inconclusive) {
      out += "/>\n";
    } else if (gate.passed) {
      out += ">\n      <skipped" + message + "/>\n    </testcase>\n";
    } else {
      out += ">\n      <failure type=\"" +
             std::string(gate.inconclusive ? "inconclusive" : "failed") + '"' + message +
             "/>\n    </testcase>\n";
    }
  }
  return out += "  </testsuite>\n</testsuites>\n";
}

}  // namespace tallystick
