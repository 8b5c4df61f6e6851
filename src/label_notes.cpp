#include "tallystick/label_notes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "tallystick/base/mix.hpp"
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

/// A hash that labels share when any of the forms unites them.
std::uint64_t rough_hash(std::string_view label) {
  const bool ascii = std::all_of(label.begin(), label.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!ascii) {
    const std::string rough = without_zeros(without_blanks(composed(folded(label))));
    return detail::hash_bytes(rough.data(), rough.size());
  }
  std::array<char, kLongestLabel> lower;  // the same without a string of its own
  std::size_t first = 0, last = label.size();
  while (first < last && (label[first] == ' ' || label[first] == '\t')) ++first;
  while (first < last && (label[last - 1] == ' ' || label[last - 1] == '\t')) --last;
  bool digits = true;
  for (std::size_t i = first; i < last; ++i) {
    const char c = label[i];
    lower[i] = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    digits = digits && c >= '0' && c <= '9';
  }
  if (digits) {
    while (first + 1 < last && lower[first] == '0') ++first;
  }
  return detail::hash_bytes(lower.data() + first, last - first);
}

/// Leaves only labels that share a rough hash with another: on most data sets none.
void keep_alike(const Vocabulary& vocabulary, std::vector<LabelId>& present,
                std::vector<LabelId>& suspects) {
  std::vector<std::pair<std::uint64_t, LabelId>> hashes;
  hashes.reserve(present.size());
  // Whose place no other hash falls on is like no other: few are left to be sorted.
  std::vector<std::uint8_t> met(std::bit_ceil(8 * present.size() + 1));
  const auto times = [&met](std::uint64_t hash) -> std::uint8_t& {
    return met[hash & (met.size() - 1)];
  };
  for (const LabelId id : present) {
    const std::uint64_t hash = rough_hash(vocabulary.name(id));
    hashes.emplace_back(hash, id);
    times(hash) = times(hash) == 0 ? 1 : 2;
  }
  std::erase_if(hashes, [&times](const auto& one) { return times(one.first) == 1; });
  std::sort(hashes.begin(), hashes.end());
  std::vector<char> alike(vocabulary.size(), 0);
  for (std::size_t i = 1; i < hashes.size(); ++i) {
    if (hashes[i].first != hashes[i - 1].first) continue;
    alike[hashes[i].second] = alike[hashes[i - 1].second] = 1;
  }
  const auto alone = [&alike](LabelId id) { return alike[id] == 0; };
  std::erase_if(present, alone);
  std::erase_if(suspects, alone);
}

/// Words for no and yes. Only a few: a wrong guess would mislead.
constexpr std::pair<std::string_view, std::string_view> kNoYes[] = {
    {"0", "1"}, {"false", "true"}, {"no", "yes"}};

std::string lower(std::string_view label) {
  std::string out(label);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace

std::optional<std::string> binary_note(const Whole& whole) {
  if (whole.n_labels() != 2) return std::nullopt;
  const std::vector<LabelId> labels = whole.sorted_labels();
  if (labels.size() != 2) return std::nullopt;
  const Vocabulary& vocabulary = whole.tally().vocabulary();
  const std::string_view no = vocabulary.name(labels[0]), yes = vocabulary.name(labels[1]);
  if (std::none_of(std::begin(kNoYes), std::end(kNoYes), [&](const auto& pair) {
        return lower(no) == pair.first && lower(yes) == pair.second;
      })) {
    return std::nullopt;
  }
  return "the only labels are " + quoted(no) + " and " + quoted(yes) +
         ", and each counts as a class of its own; if " + quoted(yes) +
         " is what is looked for, --positive " + std::string(yes) + " scores it alone";
}

std::vector<std::string> label_notes(const Whole& whole) {
  std::vector<std::string> notes;
  if (whole.all_cells().predicted() == 0) {
    notes.emplace_back(kNothingPredicted);
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
  keep_alike(vocabulary, present, suspects);
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
