#include "compare/moves.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "compare/decisions.hpp"
#include "tallystick/interval/paired_tests.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick::detail {

namespace {

/// Of one label, decisions that are right under one system alone.
struct Turned {
  std::uint64_t fixed = 0, broken = 0;
};

/// A value that a label has under neither system sorts last.
double size_of(double difference) { return std::isnan(difference) ? -1 : std::abs(difference); }

class Decisions {
 public:
  Decisions(std::size_t n_labels, Flips& flips)
      : decisions_(n_labels), turned_(n_labels), flips_(flips) {}

  void see(std::span<const LabelId> truth_a, std::span<const LabelId> a,
           std::span<const LabelId> truth_b, std::span<const LabelId> b) {
    decisions_.see(truth_a, a, truth_b, b, [this](LabelId label, bool right_a, bool right_b) {
      if (right_a && right_b) ++flips_.both_right;
      if (right_a && !right_b) ++flips_.broken, ++turned_[label].broken;
      if (!right_a && right_b) ++flips_.fixed, ++turned_[label].fixed;
      if (!right_a && !right_b) ++flips_.both_wrong;
    });
  }
  [[nodiscard]] const Turned& of(LabelId label) const { return turned_[label]; }

 private:
  LabelDecisions decisions_;
  std::vector<Turned> turned_;
  Flips& flips_;
};

}  // namespace

void add_label_moves(const Aligned& aligned, std::size_t a, std::size_t b, const Tally& of_a,
                     const Tally& of_b, LabelUniverse universe, const Convention& convention,
                     Pairing& out) {
  const Vocabulary& labels = aligned.none.vocabulary();
  Decisions decisions(labels.size(), out.labels);
  const Batch& rows_a = aligned.systems[a].rows.batch;
  const Batch& rows_b = aligned.systems[b].rows.batch;
  for (std::size_t i = 0; i < aligned.size(); ++i) {
    const std::uint32_t row_a = aligned.row_of[a][i], row_b = aligned.row_of[b][i];
    decisions.see(rows_a.truth_of(row_a), rows_a.predicted_of(row_a), rows_b.truth_of(row_b),
                  rows_b.predicted_of(row_b));
  }
  const Whole whole_a(of_a, universe), whole_b(of_b, universe);
  const Measure& f1 = *find_measure("f1");
  const auto cell_of = [](const Whole& whole, std::string_view name) {
    const auto label = whole.tally().vocabulary().find(name);
    Cell none;
    none.tn = whole.n_examples();
    return label ? whole.cell(*label) : none;
  };
  std::vector<double> p_values;
  for (const LabelId label : labels.sorted()) {
    const std::string_view name = labels.name(label);
    const Cell cell_a = cell_of(whole_a, name), cell_b = cell_of(whole_b, name);
    const bool occurs = (cell_a.tp | cell_a.fp | cell_a.fn | cell_b.fp) != 0;
    if (!occurs && !(labels.declared() && label < labels.n_declared())) continue;
    LabelMove& move = out.moves.emplace_back();
    move.label = name;
    move.support = whole_a.amount(cell_a.truth());
    move.a_f1 = label_value(f1, {}, cell_a, convention);
    move.b_f1 = label_value(f1, {}, cell_b, convention);
    move.difference = move.b_f1 - move.a_f1;
    move.fixed = decisions.of(label).fixed;
    move.broken = decisions.of(label).broken;
    move.p_value = mcnemar(move.broken, move.fixed).p_exact;
    p_values.push_back(move.p_value);
  }
  const std::vector<double> adjusted = holm(p_values);
  for (std::size_t i = 0; i < adjusted.size(); ++i) out.moves[i].p_adjusted = adjusted[i];
  std::stable_sort(out.moves.begin(), out.moves.end(), [](const LabelMove& x, const LabelMove& y) {
    return size_of(x.difference) > size_of(y.difference);
  });
}

void add_branch_moves(const Report& of_a, const Report& of_b, Pairing& out) {
  if (!of_a.hierarchy || !of_b.hierarchy) return;
  std::map<std::string_view, const BranchRow*> other;
  for (const BranchRow& row : of_b.hierarchy->branches) other.emplace(row.code, &row);
  for (const BranchRow& row : of_a.hierarchy->branches) {
    const auto found = other.find(row.code);
    if (found == other.end()) continue;
    out.branches.push_back(
        {row.code, row.title, row.n, row.f1, found->second->f1, found->second->f1 - row.f1});
  }
  std::stable_sort(out.branches.begin(), out.branches.end(),
                   [](const BranchMove& x, const BranchMove& y) {
                     return size_of(x.difference) > size_of(y.difference);
                   });
}

}  // namespace tallystick::detail
