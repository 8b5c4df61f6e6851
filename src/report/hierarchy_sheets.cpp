#include <algorithm>

#include "report/sheet.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"

namespace tallystick {
namespace {

constexpr std::size_t kLevels = 12;    // levels shown, from the top
constexpr std::size_t kBranches = 10;  // branches shown, the worst
constexpr std::size_t kTitleColumns = 40;

std::string title_of(const HierarchyTables& tables) {
  return "hierarchy " + printable(tables.taxonomy) + " (" +
         counted(tables.n_classes, "class", "classes") + ", " + counted(tables.n_levels, "level") +
         (tables.tree ? ")" : ", not a tree)");
}

Sheet level_sheet(const HierarchyTables& tables, int digits) {
  Sheet sheet{title_of(tables) + ", level by level",
              "rrrrrr",
              {{"level", "examples", "accuracy", "precision", "recall", "f1"}}};
  const std::size_t n = std::min(tables.levels.size(), kLevels);
  for (const LevelRow& row : std::span(tables.levels).first(n)) {
    sheet.rows.push_back({std::to_string(row.level), amount_text(row.n),
                          fixed_text(row.accuracy, digits), fixed_text(row.precision, digits),
                          fixed_text(row.recall, digits), fixed_text(row.f1, digits)});
  }
  if (n < tables.levels.size()) {
    sheet.title += ", the first " + std::to_string(n) + " of " +
                   std::to_string(tables.levels.size()) + " (all: -o json)";
  }
  return sheet;
}

Sheet error_sheet(const HierarchyTables& tables, int digits) {
  Sheet sheet{"predicted labels by kind of error", "lrr", {{"kind", "labels", "share"}}};
  for (const ErrorRow& row : tables.errors) {
    sheet.rows.push_back(
        {std::string(row.kind), amount_text(row.n), fixed_text(row.share, digits)});
  }
  return sheet;
}

Sheet branch_sheet(const HierarchyTables& tables, int digits) {
  std::vector<const BranchRow*> worst;
  for (const BranchRow& row : tables.branches) worst.push_back(&row);
  std::stable_sort(worst.begin(), worst.end(),
                   [](const BranchRow* a, const BranchRow* b) { return a->f1 < b->f1; });
  const std::size_t n = std::min(worst.size(), kBranches);
  Sheet sheet{n == worst.size()
                  ? "branches at level " + std::to_string(tables.branch_level) + ", worst first"
                  : "the " + std::to_string(n) + " worst of " +
                        counted(worst.size(), "branch", "branches") + " at level " +
                        std::to_string(tables.branch_level) + " (all: -o json)",
              "lrrrrr",
              {{"branch", "examples", "accuracy", "hP", "hR", "hF"}}};
  for (std::size_t i = 0; i < n; ++i) {
    const BranchRow& row = *worst[i];
    std::string name = printable(row.code);
    if (!row.title.empty()) name += ' ' + printable(row.title);
    sheet.rows.push_back({fitted(name, kTitleColumns), amount_text(row.n),
                          fixed_text(row.accuracy, digits), fixed_text(row.precision, digits),
                          fixed_text(row.recall, digits), fixed_text(row.f1, digits)});
  }
  return sheet;
}

}  // namespace

std::vector<Sheet> hierarchy_sheets(const HierarchyTables& tables, int digits) {
  std::vector<Sheet> sheets;
  if (!tables.levels.empty()) sheets.push_back(level_sheet(tables, digits));
  if (!tables.errors.empty()) sheets.push_back(error_sheet(tables, digits));
  if (!tables.branches.empty()) sheets.push_back(branch_sheet(tables, digits));
  return sheets;
}

}  // namespace tallystick
