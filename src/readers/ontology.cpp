#include "readers/ontology.hpp"

namespace tallystick::detail {

std::string listed(const Counts& counts) {
  constexpr std::size_t kShown = 10;
  std::string text;
  std::size_t shown = 0;
  for (const auto& [name, n] : counts) {
    if (shown++ == kShown) break;
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(n);
  }
  if (counts.size() > kShown) text += " and " + std::to_string(counts.size() - kShown) + " more";
  return text;
}

std::vector<LabelId> stand_ins(std::span<const Standing> classes) {
  constexpr LabelId kOpen = kNoLabel - 1;
  std::vector<LabelId> meant(classes.size(), kOpen);
  std::vector<LabelId> way;
  for (LabelId start = 0; start < classes.size(); ++start) {
    LabelId id = start;
    way.clear();
    while (meant[id] == kOpen && classes[id].withdrawn && classes[id].replacement() != kNoLabel) {
      meant[id] = kNoLabel;  // until the end is known: a circle of replacements has none
      way.push_back(id);
      id = classes[id].replacement();
    }
    if (meant[id] == kOpen) meant[id] = classes[id].usable() ? id : kNoLabel;
    for (const LabelId step : way) meant[step] = meant[id];
  }
  return meant;
}

}  // namespace tallystick::detail
