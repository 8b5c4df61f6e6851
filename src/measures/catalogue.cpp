#include "tallystick/measures/catalogue.hpp"

#include <array>

namespace tallystick {

namespace {

constexpr std::array<std::string_view, 12> kGroups = {
    "standard", "label",       "example", "multi-class",  "ranking",          "probabilistic",
    "extreme",  "label-space", "bias",    "hierarchical", "protein-function", "all"};

std::vector<const Measure*> join() {
  std::vector<const Measure*> all;
  for (const std::span<const Measure> family :
       {detail::label_based(), detail::example_based(), detail::multi_class(), detail::ranking(),
        detail::score_based(), detail::extreme(), detail::label_space(), detail::bias(),
        detail::hierarchical(), detail::hierarchical_scores(), detail::protein_function()}) {
    for (const Measure& measure : family) all.push_back(&measure);
  }
  return all;
}

template <typename Visit>
void for_each_word(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end != 0) visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

std::span<const Measure* const> catalogue() {
  static const std::vector<const Measure*> all = join();
  return all;
}

const Measure* find_measure(std::string_view name) {
  for (const Measure* measure : catalogue()) {
    bool found = measure->name == name;
    for_each_word(measure->aliases, [&](std::string_view alias) { found |= alias == name; });
    if (found) return measure;
  }
  return nullptr;
}

std::vector<Average> averages_of(const Measure& measure) {
  std::vector<Average> out;
  if (measure.cell != nullptr || measure.scored != nullptr) {
    out = {Average::micro, Average::macro, Average::weighted, Average::samples};
  } else if (measure.closed != nullptr) {
    out = {Average::micro, Average::macro, Average::samples};
  } else {
    return out;
  }
  if (measure.kind == UndefinedKind::fscore) out.push_back(Average::means);
  if (measure.closed != nullptr) out.push_back(Average::union_of_sets);
  return out;
}

std::vector<std::string_view> measure_names() {
  std::vector<std::string_view> names;
  for (const Measure* measure : catalogue()) {
    names.push_back(measure->name);
    for_each_word(measure->aliases, [&](std::string_view alias) { names.push_back(alias); });
  }
  return names;
}

std::span<const std::string_view> measure_groups() noexcept { return kGroups; }

}  // namespace tallystick
