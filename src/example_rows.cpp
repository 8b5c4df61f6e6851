#include <cmath>

#include "tallystick/base/text.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/measures/average.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/measures/whole.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

namespace {

/// The same rules as in the samples mean: a one-example mean of the convention.
double example_value(const Spec& spec, const Cell& cell, const Convention& convention) {
  Convention rules = convention;
  rules.jaccard = convention.samples_jaccard;  // the example's rule, not the label's
  return label_value(*spec.measure, spec.params, cell, rules);
}

}  // namespace

std::string examples_to_csv(const Tallied& tallied, const EvaluateOptions& options,
                            char delimiter) {
  const Convention convention = convention_of(options);
  const Whole whole(tallied.tally, LabelUniverse::seen);
  std::vector<Spec> columns =
      expand(parse_measures("jaccard_samples,precision_samples,recall_samples,f1_samples"),
             convention, {});
  const DataKind kind{.single_label = whole.single_label(), .positive = {}};
  for (const Spec& spec : expand(parse_measures(options.measures), convention, kind)) {
    if (spec.scope != Scope::average || spec.average != Average::samples) continue;
    bool known = false;
    for (const Spec& column : columns) known |= column.name() == spec.name();
    if (!known) columns.push_back(spec);
  }
  std::string out = "id";
  for (const char* name : {"n_true", "n_pred", "n_common", "n_union", "jaccard", "precision",
                           "recall", "f1", "subset_accuracy", "hamming_loss"}) {
    out += delimiter;
    out += name;
  }
  for (std::size_t i = 4; i < columns.size(); ++i) {
    std::string name(columns[i].name());
    name.erase(name.find("_samples"), 8);
    out += delimiter;
    out += csv_field(name, delimiter);
  }
  out += '\n';
  const auto number = [&](double value) {
    out += delimiter;
    if (!std::isnan(value)) out += number_text(value);
  };
  for (const ExampleRow& row : tallied.examples) {
    const ExampleGroup group{row.n_common, row.n_true, row.n_pred, 1};
    const Cell cell = whole.cell(group);
    out += csv_field(row.id, delimiter);
    for (const std::uint32_t n :
         {row.n_true, row.n_pred, row.n_common, row.n_true + row.n_pred - row.n_common}) {
      out += delimiter;
      out += std::to_string(n);
    }
    for (std::size_t i = 0; i < 4; ++i) number(example_value(columns[i], cell, convention));
    number(row.n_common == row.n_true && row.n_common == row.n_pred ? 1 : 0);
    number(ratio(cell.fp + cell.fn, cell.total()));
    for (std::size_t i = 4; i < columns.size(); ++i) {
      number(example_value(columns[i], cell, convention));
    }
    out += '\n';
  }
  return out;
}

}  // namespace tallystick
