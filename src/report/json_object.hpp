// JSON of pictures, piece by piece; values are JSON already.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/base/text.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick::detail {

/// An object written member by member.
class JsonObject {
 public:
  JsonObject& add(std::string_view key, const std::string& json) {
    out_.append(out_.size() == 1 ? "" : ", ").append(json_string(key)).append(": ").append(json);
    return *this;
  }
  JsonObject& text(std::string_view key, std::string_view value) {
    return add(key, json_string(value));
  }
  [[nodiscard]] std::string done() const { return out_ + '}'; }

 private:
  std::string out_ = "{";
};

[[nodiscard]] inline std::string json_list(const std::vector<std::string>& parts) {
  std::string out = "[";
  for (const std::string& part : parts) out.append(out.size() == 1 ? "" : ", ").append(part);
  return out + ']';
}

[[nodiscard]] inline std::string json_strings(const std::vector<std::string>& texts) {
  std::vector<std::string> parts;
  for (const std::string& text : texts) parts.push_back(json_string(text));
  return json_list(parts);
}

/// null for what is no number.
[[nodiscard]] inline std::string json_number(double value) {
  return std::isfinite(value) ? number_text(value) : std::string("null");
}

}  // namespace tallystick::detail
