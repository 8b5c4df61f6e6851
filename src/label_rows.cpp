#include "tallystick/label_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <unordered_map>

#include "bias_figures.hpp"
#include "tallystick/base/mix.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/label_space.hpp"
#include "tallystick/report/write.hpp"
#include "training.hpp"

namespace tallystick {

namespace {

/// Labels of a long tail share their cells, and so all their figures.
using CellKey = std::tuple<u128, u128, u128>;

CellKey key_of(const Cell& cell) { return {cell.tp, cell.fp, cell.fn}; }

struct CellHash {
  std::size_t operator()(const CellKey& key) const noexcept {
    const auto fold = [](u128 x) {
      return detail::mix(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(x >> 64));
    };
    const auto& [tp, fp, fn] = key;
    return static_cast<std::size_t>(detail::mix(detail::mix(fold(tp), fold(fp)), fold(fn)));
  }
};

LabelRow row_of(const Whole& whole, const Cell& cell, const std::vector<LabelColumn>& columns,
                const Convention& convention) {
  LabelRow row{.label = {},
               .tp = whole.amount(cell.tp),
               .fp = whole.amount(cell.fp),
               .fn = whole.amount(cell.fn),
               .tn = whole.amount(cell.tn),
               .support = whole.amount(cell.truth()),
               .values = {}};
  row.values.reserve(columns.size());
  for (const LabelColumn& column : columns) {
    bool undefined = false;
    row.values.push_back(label_value(*column.measure, column.params, cell, convention, &undefined));
    if (undefined) row.undefined.push_back(row.values.size() - 1);
  }
  return row;
}

}  // namespace

std::vector<LabelColumn> label_columns(const std::vector<Request>& requests,
                                       const std::vector<Spec>& specs) {
  const auto named = [&requests](const Measure* measure) {
    return std::any_of(requests.begin(), requests.end(),
                       [measure](const Request& r) { return r.measure == measure; });
  };
  const auto about_labels = [](const Request& r) {
    return r.measure != nullptr && r.measure->cell != nullptr;
  };
  const bool all =
      std::none_of(requests.begin(), requests.end(), about_labels) ||
      std::any_of(requests.begin(), requests.end(), [](const Request& r) { return !r.measure; });
  std::vector<LabelColumn> columns;
  for (const Measure* measure : catalogue()) {
    if (measure->cell == nullptr || measure->name == "fbeta") continue;
    if (!all && !named(measure)) continue;
    columns.push_back({measure, Params{}, std::string(measure->name)});
  }
  for (const Spec& spec : specs) {  // fbeta and powers are columns only where they were asked for
    if (spec.measure->cell == nullptr || spec.measure->params.empty()) continue;
    if (spec.params.adjusted || spec.params.weights != "none") continue;  // of single-label data
    Params params;
    params.beta = spec.params.beta;
    params.alpha = spec.params.alpha;
    const std::string name =
        Spec{.measure = spec.measure, .scope = Scope::multiclass, .params = params}.name();
    const bool known = std::any_of(columns.begin(), columns.end(),
                                   [&](const LabelColumn& c) { return c.name == name; });
    if (!known) columns.push_back({spec.measure, params, name});
  }
  return columns;
}

LabelTable label_table(const Whole& whole, const Convention& convention,
                       const std::vector<Request>& requests, const std::vector<Spec>& specs) {
  const std::vector<LabelColumn> columns = label_columns(requests, specs);
  LabelTable table;
  for (const LabelColumn& column : columns) table.measures.push_back(column.name);
  const std::vector<LabelId> labels = whole.sorted_labels();
  table.rows.reserve(labels.size());
  std::unordered_map<CellKey, std::size_t, CellHash> first;  // the row of a cell
  for (const LabelId id : labels) {
    const Cell cell = whole.cell(id);
    const auto [known, fresh] = first.try_emplace(key_of(cell), table.rows.size());
    table.rows.push_back(fresh ? row_of(whole, cell, columns, convention)
                               : LabelRow(table.rows[known->second]));
    table.rows.back().label = whole.tally().vocabulary().name(id);
  }
  return table;
}

void write_label_rows(const std::string& path, const Tally& tally, const EvaluateOptions& options) {
  constexpr std::size_t kBlockBytes = 1 << 20;
  const char delimiter = path.ends_with(".tsv") ? '\t' : ',';
  const Convention convention = convention_of(options);
  const Whole whole(tally, universe_of(tally, options));
  const DataKind kind{.single_label = whole.single_label(),
                      .sets = whole.knows_sets(),
                      .true_sets = LabelSpace::knows_sets(tally),
                      .positive = options.positive,
                      .hierarchical = tally.taxonomy() != nullptr,
                      .training = detail::has_training(options)};
  const std::vector<Request> requests = parse_measures(options.measures);
  const std::vector<Spec> specs = expand(requests, convention, kind);
  const auto columns = label_columns(requests, specs);
  const detail::BiasCells bias(specs, whole, options, delimiter);
  const std::vector<LabelId> labels = whole.sorted_labels();

  std::unordered_map<CellKey, std::string, CellHash> figures;  // equal cells are equal text
  std::vector<std::string> names;
  for (const LabelColumn& column : columns) names.push_back(column.name);
  std::string block = labels_header(names, delimiter);
  block.insert(block.size() - 1, bias.header());
  std::size_t next = 0;
  bool delivered = false;
  write_blocks(path, [&]() -> std::string_view {
    if (delivered) block.clear();
    for (; next < labels.size() && block.size() < kBlockBytes; ++next) {
      const Cell cell = whole.cell(labels[next]);
      std::string& text = figures[key_of(cell)];
      if (text.empty()) {
        text = label_figures(row_of(whole, cell, columns, convention), names, delimiter);
      }
      block += csv_field(tally.vocabulary().name(labels[next]), delimiter);
      block += text;
      block.insert(block.size() - 1, bias.cells(labels[next]));
    }
    delivered = true;
    return block;
  });
}

}  // namespace tallystick
