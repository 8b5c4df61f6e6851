// What two columns of a table tell: which of them holds the parents, if any.
#include <algorithm>

#include "readers/taxonomy_codes.hpp"
#include "readers/taxonomy_layout.hpp"
#include "readers/taxonomy_rows.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick::detail {

namespace {

constexpr unsigned char kFirst = 1, kSecond = 2, kLater = 4;

/// Notes where each value stands.
class Values {
 public:
  LabelId add(std::string_view value, unsigned char place) {
    const LabelId id = values_.intern(value);
    if (id == places_.size()) places_.push_back(0);
    places_[id] |= place;
    return id;
  }
  [[nodiscard]] std::size_t count(unsigned char all, unsigned char any, unsigned char none) const {
    return static_cast<std::size_t>(
        std::count_if(places_.begin(), places_.end(), [=](unsigned char place) {
          return (place & all) == all && (any == 0 || (place & any) != 0) && (place & none) == 0;
        }));
  }
  [[nodiscard]] std::vector<std::string_view> at(unsigned char place) const {
    std::vector<std::string_view> found;
    for (LabelId id = 0; id < places_.size(); ++id) {
      if ((places_[id] & place) != 0) found.push_back(values_.name(id));
    }
    return found;
  }

 private:
  Vocabulary values_;
  std::vector<unsigned char> places_;
};

bool longer(std::string_view cell, std::string_view beginning) {
  return cell.size() > beginning.size() && cell.starts_with(beginning);
}

}  // namespace

ColumnFacts look_at_columns(std::string_view text, const TextLayout& layout, std::size_t first,
                            std::size_t second, const std::string& origin) {
  ColumnFacts facts;
  Values values;
  TaxonomyRows rows(text, layout.delimiter, origin);
  if (layout.header) rows.next();
  while (rows.next()) {
    const auto cells = rows.cells();
    std::size_t width = cells.size();
    while (cells[width - 1].empty()) --width;  // a row has some cell that is not empty
    ++facts.rows;
    facts.narrowest = std::min(facts.narrowest, cells.size());
    facts.widest = std::max(facts.widest, width);
    std::string_view a = rows.cell(first);
    const std::string_view b = rows.cell(second);
    if (layout.blank_title) a = a.substr(0, a.find_first_of(" \t"));
    if (!a.empty()) values.add(a, kFirst);
    if (!b.empty()) values.add(b, kSecond);
    facts.second_empty += b.empty() ? 1 : 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i != first && i != second && !cells[i].empty()) values.add(cells[i], kLater);
    }
    if (a.empty() || b.empty()) continue;
    ++facts.pairs;
    facts.longer_first += longer(a, b) ? 1 : 0;
    facts.longer_second += longer(b, a) ? 1 : 0;
  }
  facts.distinct_first = values.count(kFirst, 0, 0);
  facts.distinct_second = values.count(kSecond, 0, 0);
  facts.common = values.count(kFirst | kSecond, 0, 0);
  facts.common_any = values.count(kFirst, kSecond | kLater, 0);
  facts.later_common = values.count(kLater, kFirst | kSecond, 0) != 0;
  facts.only_second = values.count(kSecond, 0, kFirst);
  if (facts.distinct_first == facts.rows && facts.common * 10 < facts.rows) {
    NestingRules rules;
    rules.origin = origin;
    facts.nested = nest(values.at(kFirst), rules).n_nested;
  }
  return facts;
}

std::optional<bool> parent_first(const ColumnFacts& facts) {
  if (facts.longer_second != facts.longer_first) {
    const std::uint64_t most = std::max(facts.longer_first, facts.longer_second);
    if (most * 10 >= facts.pairs * 9) return facts.longer_second == most;
  }
  // A child has one parent more often than a parent has one child: children are more numerous.
  const std::size_t a = facts.distinct_first, b = facts.distinct_second;
  if (b == facts.pairs && a < b) return true;
  if (a == facts.pairs && b < a) return false;
  if (a * 5 <= b * 4) return true;
  if (b * 5 <= a * 4) return false;
  // Where most classes have children, tops still are few and leaves many.
  const std::size_t tops_first = a - facts.common, tops_second = b - facts.common;
  if (2 * tops_first <= tops_second) return true;
  if (2 * tops_second <= tops_first) return false;
  return {};
}

}  // namespace tallystick::detail
