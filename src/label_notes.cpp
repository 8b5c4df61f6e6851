#include "tallystick/label_notes.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "tallystick/base/text.hpp"
#include "tallystick/labels/normalize.hpp"

namespace tallystick {

namespace {

constexpr std::size_t kMostLabels = 300'000;
constexpr std::size_t kLongestLabel = 1000;  // bytes; longer text is no label that a person typed

std::string without_blanks(std::string_view label) {
  const std::size_t first = label.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(label.substr(first, label.find_last_not_of(" \t") + 1 - first));
}

std::string without_zeros(std::string_view label) {
  const bool digits =
      std::all_of(label.begin(), label.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || label.empty()) return std::string(label);
  const std::size_t first = std::min(label.find_first_not_of('0'), label.size() - 1);
  return std::string(label.substr(first));
}

struct Form {
  std::string (*of)(std::string_view);
  std::string_view difference, remedy;
};

/// A form for comparison only: what this build cannot fold stays as it is.
std::string folded(std::string_view label) {
  return has_unicode_forms() ? fold_case(label) : std::string(label);
}
std::string composed(std::string_view label) {
  return has_unicode_forms() ? nfc(label) : std::string(label);
}

constexpr Form kForms[] = {
    {folded, "case", "--fold-case unites them"},
    {without_blanks, "blanks", "leave out --no-trim to unite them"},
    {composed, "Unicode form", "--normalize nfc unites them"},
    {without_zeros, "leading zeros",
     "codes are text: check which file lost its zeros (a spreadsheet does that)"},
};

}  // namespace

std::vector<std::string> label_notes(const Whole& whole) {
  std::vector<std::string> notes;
  if (whole.all_cells().predicted() == 0) {
    notes.emplace_back("no labels are predicted for any example: precision is 0/0");
  }
  if (whole.all_cells().truth() == 0) {
    notes.emplace_back("no example has a true label: recall is 0/0");
  }
  // Only labels without a single hit are suspicious; without any there is nothing to search.
  const bool any_unhit =
      std::any_of(whole.labels().begin(), whole.labels().end(), [](const LabelGroup& group) {
        return group.cell.tp == 0 && group.cell.fp + group.cell.fn != 0;
      });
  if (!any_unhit) return notes;
  if (whole.n_labels() > kMostLabels) {
    notes.push_back(
        "labels that differ only in case, blanks, Unicode form or leading zeros were "
        "not searched for among " +
        counted(whole.n_labels(), "label"));
    return notes;
  }
  const Vocabulary& vocabulary = whole.tally().vocabulary();
  std::vector<LabelId> suspects;
  std::vector<LabelId> present;
  for (LabelId id = 0; id < vocabulary.size(); ++id) {
    const Cell cell = whole.cell(id);
    if ((cell.tp | cell.fp | cell.fn) == 0 || vocabulary.name(id).size() > kLongestLabel) continue;
    present.push_back(id);
    if (cell.tp == 0) suspects.push_back(id);
  }
  for (const Form& form : kForms) {
    std::unordered_map<std::string, std::vector<LabelId>> alike;
    for (const LabelId id : suspects) alike[form.of(vocabulary.name(id))];
    for (const LabelId id : present) {
      const auto found = alike.find(form.of(vocabulary.name(id)));
      if (found != alike.end()) found->second.push_back(id);
    }
    std::vector<std::string_view> first;
    std::size_t n = 0;
    for (auto& [key, ids] : alike) {
      if (ids.size() < 2) continue;
      n += ids.size();
      std::vector<std::string_view> names;
      for (const LabelId id : ids) names.push_back(vocabulary.name(id));
      std::sort(names.begin(), names.end());
      if (first.empty() || names < first) first = names;
    }
    if (n == 0) continue;
    notes.push_back(counted(n, "label") + " differ only in " + std::string(form.difference) +
                    ", for example " + quoted(first[0]) + " and " + quoted(first[1]) + "; " +
                    std::string(form.remedy));
  }
  return notes;
}

}  // namespace tallystick
