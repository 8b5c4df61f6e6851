// Branches of a hierarchy as areas: how many examples lie there, and how good their figures are.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "report/plot_words.hpp"
#include "tallystick/measures/hierarchy.hpp"
#include "tallystick/plots.hpp"

namespace tallystick {

namespace {

using namespace detail;

constexpr double kAspect = 1.5;  // of the whole picture, width by height
constexpr double kHead = 0.042;  // of its height, for the name of a branch

struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
};

/// Squarified: rows of tiles along the shorter side, as long as that makes them less oblong.
/// `areas` descend and sum to at most the rectangle's.
std::vector<Rect> squarified(const std::vector<double>& areas, Rect room) {
  std::vector<Rect> out;
  for (std::size_t first = 0; first < areas.size();) {
    const double side = std::min(room.width, room.height);
    double sum = 0, worst = 0;
    std::size_t last = first;
    for (; last < areas.size(); ++last) {
      const double with = sum + areas[last];
      // The most oblong of the row: the first, or the one that is new.
      const double deep = with / side;
      const double ratio = std::max(areas[first] / (deep * deep), deep * deep / areas[last]);
      if (last > first && ratio > worst) break;
      worst = ratio;
      sum = with;
    }
    const double depth = side > 0 ? sum / side : 0;
    double along = 0;
    for (; first < last; ++first) {
      const double length = depth > 0 ? areas[first] / depth : 0;
      if (room.width >= room.height)
        out.push_back({room.x, room.y + along, depth, length});
      else
        out.push_back({room.x + along, room.y, length, depth});
      along += length;
    }
    if (room.width >= room.height)
      room.x += depth, room.width -= depth;
    else
      room.y += depth, room.height -= depth;
    room.width = std::max(0.0, room.width), room.height = std::max(0.0, room.height);
  }
  return out;
}

struct Tile {
  std::string name;
  const ClassRow* row = nullptr;  // null: what is left of a branch
  double n = 0;
  std::size_t classes = 1;
};

std::string name_of(const ClassRow& row) {
  return row.title.empty() ? row.code : row.code + " " + row.title;
}

/// Largest first; of equally large ones the order is that of the rows, which is of their codes.
std::vector<Tile> tiles_of(const std::vector<const ClassRow*>& rows, std::size_t most) {
  std::vector<Tile> out;
  for (const ClassRow* row : rows) out.push_back({name_of(*row), row, as_double(row->n), 1});
  std::stable_sort(out.begin(), out.end(), [](const Tile& a, const Tile& b) { return a.n > b.n; });
  if (out.size() <= most) return out;
  Tile rest;
  rest.classes = 0;
  for (std::size_t i = most - 1; i < out.size(); ++i) rest.n += out[i].n, ++rest.classes;
  out.resize(most - 1);
  rest.name = std::to_string(rest.classes) + " smaller ones";
  out.push_back(std::move(rest));
  return out;
}

std::vector<double> areas_of(const std::vector<Tile>& tiles, double whole, double area) {
  double sum = 0;
  for (const Tile& tile : tiles) sum += tile.n;
  std::vector<double> out;
  for (const Tile& tile : tiles) out.push_back(tile.n / std::max(whole, sum) * area);
  return out;
}

enum Column {
  kCode,
  kTitle,
  kLevel,
  kN,
  kAccuracy,
  kPrecision,
  kRecall,
  kF1,
  kX,
  kY,
  kX2,
  kY2,
  kFrameX,
  kFrameY,
  kFrameX2,
  kFrameY2,
  kName,
  kColumns
};

void add_row(Plot& plot, const Tile& tile, std::uint32_t level, const Rect& at, bool frame) {
  const double none = std::nan("");
  const auto number = [&](Column column, double value) {
    plot.columns[column].numbers.push_back(value);
  };
  plot.columns[kCode].words.push_back(tile.row != nullptr ? tile.row->code : "");
  plot.columns[kTitle].words.push_back(tile.row != nullptr ? tile.row->title : "");
  plot.columns[kName].words.push_back(tile.name);
  number(kLevel, level);
  number(kN, tile.n);
  number(kAccuracy, tile.row != nullptr ? tile.row->accuracy : none);
  number(kPrecision, tile.row != nullptr ? tile.row->precision : none);
  number(kRecall, tile.row != nullptr ? tile.row->recall : none);
  number(kF1, tile.row != nullptr ? tile.row->f1 : none);
  const std::array<double, 4> box = {at.x / kAspect, at.y, (at.x + at.width) / kAspect,
                                     at.y + at.height};
  for (std::size_t i = 0; i < 4; ++i) {
    // Sums of sides miss the edge by a rounding.
    const double place = std::clamp(std::round(box[i] * 1e6) / 1e6, 0.0, 1.0);
    number(static_cast<Column>(kX + i), frame ? none : place);
    number(static_cast<Column>(kFrameX + i), frame ? place : none);
  }
}

/// The weakest and the strongest of the branches that hold a twentieth of the examples.
std::string treemap_finding(const std::vector<Tile>& branches) {
  double all = 0;
  for (const Tile& tile : branches) all += tile.n;
  const ClassRow* worst = nullptr;
  const ClassRow* best = nullptr;
  for (const Tile& tile : branches) {
    if (tile.row == nullptr || tile.n < all / 20) continue;
    if (worst == nullptr || tile.row->f1 < worst->f1) worst = tile.row;
    if (best == nullptr || tile.row->f1 > best->f1) best = tile.row;
  }
  if (worst == nullptr) return "No branch holds a twentieth of the examples.";
  const auto words = [](const ClassRow& row) {
    return label_in_words(name_of(row)) + " (hierarchical F1 " + figure_text(row.f1) + ", " +
           fixed_text(as_double(row.n), row.n.fraction == 0 ? 0 : 1) + " examples)";
  };
  if (worst == best) return "The branch with most examples is " + words(*best) + ".";
  return "Of large branches the weakest is " + words(*worst) + ", the strongest " + words(*best) +
         ".";
}

/// The top classes, and the classes below each.
class Branches {
 public:
  explicit Branches(const std::vector<ClassRow>& classes)
      : below_(classes.size()), first_(classes.data()) {
    for (const ClassRow& row : classes) {
      if (row.level == 1) tops.push_back(&row);
      if (row.level != 1 && row.parent >= 0) {
        below_[static_cast<std::size_t>(row.parent)].push_back(&row);
      }
    }
  }
  [[nodiscard]] std::vector<const ClassRow*> below_of(const Tile& branch) const {
    if (branch.row == nullptr) return {};
    return below_[static_cast<std::size_t>(branch.row - first_)];
  }

  std::vector<const ClassRow*> tops;

 private:
  std::vector<std::vector<const ClassRow*>> below_;
  const ClassRow* first_;
};

/// A frame with tiles, or a tile. Returns how many classes are folded into tiles without a figure.
std::size_t add_branch(Plot& plot, const Tile& branch, const std::vector<const ClassRow*>& below,
                       Rect room, std::size_t most) {
  std::size_t folded = branch.row == nullptr ? branch.classes : 0;
  add_row(plot, branch, 1, room, !below.empty());
  if (below.empty()) return folded;
  // Each branch may have tiles as it has area.
  const double share = room.width * room.height / kAspect;
  const auto few = static_cast<std::size_t>(share * static_cast<double>(most));
  const std::vector<Tile> tiles = tiles_of(below, std::max<std::size_t>(few, 2));
  if (room.height > 2.5 * kHead) room.y += kHead, room.height -= kHead;
  const std::vector<Rect> inner =
      squarified(areas_of(tiles, branch.n, room.width * room.height), room);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (tiles[i].row == nullptr) folded += tiles[i].classes;
    add_row(plot, tiles[i], 2, inner[i], false);
  }
  return folded;
}

}  // namespace

std::vector<ClassRow> class_rows(const Tally& tally, const EvaluateOptions& options,
                                 std::uint32_t deepest) {
  if (tally.taxonomy() == nullptr || tally.n_examples() == 0) return {};
  const Whole whole(tally, universe_of(tally, options));
  const Hierarchy hierarchy(whole);
  const Taxonomy& taxonomy = hierarchy.taxonomy();
  struct Sums {
    u128 n = 0, exact = 0;                      // examples
    u128 common = 0, truth = 0, predicted = 0;  // classes
  };
  const NodeId end = taxonomy.level(std::min(deepest, taxonomy.n_levels())).second;
  std::vector<Sums> sums(end);
  std::vector<NodeId> met;
  Closure of_truth(taxonomy), of_predicted(taxonomy);
  for (const Hierarchy::Example& example : hierarchy.examples()) {
    met.clear();
    u128 truth = 0, predicted = 0, common = 0;
    const auto below = of_predicted.of(example.predicted);
    for (const NodeId node : below) predicted += node == taxonomy.root() ? 0 : 1;
    for (const NodeId node : of_truth.of(example.truth)) {
      if (node == taxonomy.root()) continue;
      ++truth;
      common += of_predicted.contains(node) ? 1 : 0;
      if (node < end) met.push_back(node);
    }
    const bool exact =
        example.truth.size() == example.predicted.size() &&
        std::is_permutation(example.truth.begin(), example.truth.end(), example.predicted.begin());
    for (const NodeId node : met) {
      Sums& at = sums[node];
      at.n += example.amount;
      at.exact += exact ? example.amount : 0;
      at.common += common * example.amount;
      at.truth += truth * example.amount;
      at.predicted += predicted * example.amount;
    }
  }
  std::vector<ClassRow> out;
  std::vector<std::int64_t> place(end, -1);
  for (NodeId node = 0; node < end; ++node) {
    const Sums& at = sums[node];
    if (at.n == 0 || hierarchy.only_wrong(node)) continue;
    ClassRow& row = out.emplace_back();
    place[node] = static_cast<std::int64_t>(out.size()) - 1;
    row.code = taxonomy.code(node);
    row.title = taxonomy.title(node);
    row.level = taxonomy.depth(node);
    for (const NodeId parent : taxonomy.parents(node)) {
      if (taxonomy.depth(parent) + 1 != row.level || row.parent >= 0) continue;
      row.parent = place[parent];
    }
    row.n = whole.amount(at.n);
    row.accuracy = ratio(at.exact, at.n);
    row.precision = ratio(at.common, at.predicted);
    row.recall = ratio(at.common, at.truth);
    row.f1 = ratio(2 * at.common, at.truth + at.predicted);
  }
  return out;
}

Plot treemap_plot(const std::vector<ClassRow>& classes, std::uint64_t n_examples,
                  std::size_t most) {
  const std::string data = counted(n_examples, "example") + ".";
  if (classes.empty()) {
    return nothing_plot("treemap", "No example has a true label in a hierarchy.", data);
  }
  Plot plot;
  plot.kind = "treemap";
  for (const char* name :
       {"code", "title", "level", "examples", "accuracy", "precision", "recall", "f1", "x", "y",
        "x2", "y2", "frame_x", "frame_y", "frame_x2", "frame_y2", "name"}) {
    plot.columns.push_back({.name = name});
  }
  const Branches found(classes);
  const std::vector<Tile> branches = tiles_of(found.tops, std::max<std::size_t>(most / 4, 2));
  const std::vector<Rect> rooms = squarified(areas_of(branches, 0, kAspect), {0, 0, kAspect, 1});
  std::size_t folded = 0;
  for (std::size_t b = 0; b < branches.size(); ++b) {
    folded += add_branch(plot, branches[b], found.below_of(branches[b]), rooms[b], most);
  }
  plot.x.kind = plot.y.kind = AxisKind::none;
  plot.shade = PlotShade{"hierarchical F1", true};
  plot.layers = {{.mark = PlotMark::boxes,
                  .x = kX,
                  .y = kY,
                  .x2 = kX2,
                  .y2 = kY2,
                  .shade = kF1,
                  .words = {kName, kF1}},
                 {.mark = PlotMark::boxes,
                  .x = kFrameX,
                  .y = kFrameY,
                  .x2 = kFrameX2,
                  .y2 = kFrameY2,
                  .words = {kName}}};
  plot.finding = treemap_finding(branches);
  plot.caption =
      "Areas are examples whose truth lies at or below a class, in frames of the top "
      "classes; what is empty in a frame ends at its class. ";
  if (folded != 0) {
    plot.caption += counted(folded, "class", "classes") +
                    " with few examples are folded into "
                    "tiles without a figure. ";
  }
  plot.caption += data;
  return plot;
}

}  // namespace tallystick
