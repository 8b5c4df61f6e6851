// Evaluation of examples in memory.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "feeder.hpp"
#include "options.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/readers/read_taxonomy.hpp"
#include "tallystick/readers/read_train.hpp"
#include "tallystick/reconcile.hpp"
#include "tallystick/tune.hpp"
#include "taxonomy_object.hpp"

namespace tallystick::python {

namespace nb = nanobind;

FeederSetup setup_of(const nb::dict& given) {
  FeederSetup setup;
  for (const auto& [key, value] : given) {
    const std::string name = nb::cast<std::string>(key);
    if (value.is_none()) continue;
    if (name == "labels") {
      setup.labels = nb::cast<std::vector<std::string>>(value);
    } else if (name == "integer_labels") {
      setup.integer_labels = nb::cast<bool>(value);
    } else if (name == "taxonomy") {
      setup.taxonomy = nb::cast<const TaxonomyObject&>(value).taxonomy;
    } else if (name == "selection") {
      setup.selection = nb::cast<const Selection&>(value);
    } else if (name == "train") {
      setup.train = nb::cast<std::shared_ptr<TrainCounts>>(value);
    } else if (name == "scored") {
      setup.scored = nb::cast<bool>(value);
    } else if (name == "sets_given") {
      setup.sets_given = nb::cast<bool>(value);
    } else if (name == "graded") {
      setup.graded = nb::cast<bool>(value);
    } else if (name == "keep_examples") {
      setup.keep_examples = nb::cast<bool>(value);
    } else if (name == "keep_hashes") {
      setup.keep_hashes = nb::cast<bool>(value);
    } else if (name == "keep_rows") {
      setup.keep_rows = nb::cast<bool>(value);
    } else if (name == "scores_for") {
      setup.scores_for = nb::cast<std::string>(value);
    } else {
      fail(ErrorCode::internal, "a feeder has no setting " + quoted(name));
    }
  }
  return setup;
}

namespace {

/// How often labels occur in training examples of memory.
std::shared_ptr<TrainCounts> count_train(nb::handle examples) {
  auto counts = std::make_shared<TrainCounts>();
  Vocabulary& vocabulary = counts->labels;
  Texts texts(vocabulary);
  const std::unique_ptr<Rows> rows = rows_of(examples, "train", false, {}, texts);
  std::vector<LabelId> labels;
  std::vector<std::uint32_t> end;
  std::vector<std::uint64_t> last;  // of each label: 1 + the row that had it last
  for (std::size_t row = 0; row < rows->size(); ++row) {
    labels.clear();
    end.clear();
    rows->read(row, row + 1, labels, end, nullptr);
    counts->counts.resize(vocabulary.size(), 0);
    last.resize(vocabulary.size(), 0);
    for (const LabelId id : labels) {
      if (last[id] == row + 1) continue;
      last[id] = row + 1;
      ++counts->counts[id];
    }
  }
  counts->counts.resize(vocabulary.size(), 0);
  counts->examples = rows->size();
  if (counts->examples == 0) {
    fail(ErrorCode::no_examples, "train has no examples", "give the labels of training examples");
  }
  return counts;
}

Reconciliation reconcile_memory(const nb::dict& keywords, const nb::dict& setup, nb::handle truth,
                                nb::handle predicted, nb::handle scores, nb::handle weights) {
  return reconcile_counting(
      [&](const EvaluateOptions& options) {
        Feeder feeder(options, setup_of(setup));
        feeder.add(truth, predicted, scores, weights, nb::none(), nb::none(), nb::none());
        return feeder.finish_tallied();
      },
      options_of(keywords));
}

Tuning tune_memory(const nb::dict& keywords, const nb::dict& setup, const std::string& measure,
                   const std::vector<std::string>& strategies, unsigned folds, nb::handle truth,
                   nb::handle scores, nb::handle weights, nb::handle ids) {
  const TuneOptions wanted = tune_options_of(measure, strategies, folds);
  const EvaluateOptions options = options_of(keywords);
  FeederSetup with = setup_of(setup);
  with.scores_for = "tune";
  with.keep_hashes = folds != 0;
  Feeder feeder(options, with);
  feeder.add(truth, nb::none(), scores, weights, ids, nb::none(), nb::none());
  const nb::gil_scoped_release released;
  const Tallied tallied = feeder.finish_tallied();
  Tuning out = tune(tallied.tally, tallied.id_hashes, options, wanted);
  out.inputs = tallied.summary.inputs;
  out.notes.insert(out.notes.begin(), tallied.summary.notes.begin(), tallied.summary.notes.end());
  return out;
}

}  // namespace

void bind_feeder(nb::module_& module) {
  nb::class_<TrainCounts>(module, "TrainCounts", "How often labels occur in training data.")
      .def_prop_ro("examples", [](const TrainCounts& counts) { return counts.examples; });
  module.def("count_train", &count_train, nb::arg("examples"));
  nb::class_<ArrowColumn>(module, "ArrowColumn", "A column, through the Arrow C interface.")
      .def(nb::init<nb::handle>(), nb::arg("column"))
      .def_prop_ro("bare_scores", &ArrowColumn::bare_scores);
  nb::class_<Feeder>(module, "Feeder", "Counts examples in memory.")
      .def(
          "__init__",
          [](Feeder* self, const nb::dict& keywords, const nb::dict& setup) {
            new (self) Feeder(options_of(keywords), setup_of(setup));
          },
          nb::arg("options"), nb::arg("setup"))
      .def("add", &Feeder::add, nb::arg("y_true"), nb::arg("y_pred").none(),
           nb::arg("y_score").none(), nb::arg("weight").none(), nb::arg("id").none(),
           nb::arg("group").none() = nb::none(), nb::arg("order").none() = nb::none())
      .def("count_unpaired", &Feeder::count_unpaired, nb::arg("missing"), nb::arg("extra"))
      .def(
          "merge_state",
          [](Feeder& self, nb::bytes state, const std::string& origin) {
            Tally tally = Tally::load({state.c_str(), state.size()}, origin);
            self.merge(tally, origin);
          },
          nb::arg("state"), nb::arg("origin"))
      .def("state",
           [](const Feeder& self) {
             const std::string state = self.snapshot().tally.save();
             return nb::bytes(state.data(), state.size());
           })
      .def_prop_ro("n_examples", &Feeder::n_examples)
      .def_prop_ro("integers", &Feeder::integers)
      .def("result",
           [](const Feeder& self) {
             const nb::gil_scoped_release released;
             return self.result();
           })
      .def("finish", [](Feeder& self) {
        const nb::gil_scoped_release released;
        return self.finish();
      });
  module.def("reconcile", &reconcile_memory, nb::arg("options"), nb::arg("setup"),
             nb::arg("y_true"), nb::arg("y_pred").none(), nb::arg("y_score").none(),
             nb::arg("weight").none());
  module.def("tune", &tune_memory, nb::arg("options"), nb::arg("setup"), nb::arg("measure"),
             nb::arg("strategies"), nb::arg("folds"), nb::arg("y_true"), nb::arg("y_score"),
             nb::arg("weight").none(), nb::arg("id").none());
}

}  // namespace tallystick::python
