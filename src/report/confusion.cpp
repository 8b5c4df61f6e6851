#include <algorithm>
#include <tuple>

#include "report/outline.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

std::size_t n_confusions(const ConfusionTable& table) {
  return static_cast<std::size_t>(
      std::count_if(table.entries.begin(), table.entries.end(),
                    [](const ConfusionTable::Entry& e) { return e.truth != e.predicted; }));
}

std::vector<const ConfusionTable::Entry*> largest_confusions(const ConfusionTable& table,
                                                             std::size_t limit) {
  std::vector<const ConfusionTable::Entry*> out;
  for (const ConfusionTable::Entry& entry : table.entries) {
    if (entry.truth != entry.predicted) out.push_back(&entry);
  }
  const auto before = [](const ConfusionTable::Entry* a, const ConfusionTable::Entry* b) {
    return std::tie(b->count.whole, b->count.fraction, a->truth, a->predicted) <
           std::tie(a->count.whole, a->count.fraction, b->truth, b->predicted);
  };
  const auto shown = std::min(limit, out.size());
  std::partial_sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(shown), out.end(),
                    before);
  out.resize(shown);
  return out;
}

std::string pairs_phrase(std::size_t shown, std::size_t all) {
  if (all == 0) return "no pairs of different labels";
  const std::string pairs = counted(all, "pair") + " of different labels";
  return shown < all ? "the " + std::to_string(shown) + " largest of " + pairs : pairs;
}

std::string entry_text(const ConfusionTable& table, const ConfusionTable::Entry& entry,
                       int digits) {
  return table.normalize == "none" ? amount_text(entry.count) : fixed_text(entry.value, digits);
}

std::vector<std::vector<std::string>> confusion_cells(const ConfusionTable& table, int digits) {
  const std::size_t n = table.labels.size();
  std::vector<std::vector<std::string>> cells(n, std::vector<std::string>(n, "0"));
  for (const ConfusionTable::Entry& entry : table.entries) {
    cells[entry.truth][entry.predicted] = entry_text(table, entry, digits);
  }
  return cells;
}

std::string confusion_title(const ConfusionTable& table) {
  if (table.normalize == "true") return "confusion, shares of each true label";
  if (table.normalize == "pred") return "confusion, shares of each predicted label";
  if (table.normalize == "all") return "confusion, shares of all examples";
  return "confusion";
}

}  // namespace tallystick
