// What the command line does with files; tables of conventions, and tuned thresholds.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>

#include "bind.hpp"
#include "options.hpp"
#include "result.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/reconcile.hpp"
#include "tallystick/tune.hpp"

namespace tallystick::python {

namespace nb = nanobind;

namespace {

using Paths = std::vector<std::string>;

Result evaluate(const Paths& paths, const nb::dict& keywords, bool keep_examples) {
  EvaluateOptions options = options_of(keywords);
  const nb::gil_scoped_release released;
  Tallied tallied = tally_files(paths, options, keep_examples);
  return {std::move(tallied), std::move(options)};
}

Result merge(const Paths& paths, const nb::dict& keywords) {
  EvaluateOptions options = options_of(keywords);
  const bool convention_given = keywords.contains("convention");
  const nb::gil_scoped_release released;
  Tallied tallied;
  tallied.tally = merge_states(paths, options, &tallied.summary);
  const auto& rules = tallied.tally.rules();
  if (!convention_given && rules.contains("convention")) {
    options.convention = rules.at("convention");
  }
  return {std::move(tallied), std::move(options)};
}

Reconciliation reconcile(const Paths& paths, const nb::dict& keywords) {
  const EvaluateOptions options = options_of(keywords);
  const nb::gil_scoped_release released;
  return reconcile_files(paths, options);
}

Tuning tune(const Paths& paths, const nb::dict& keywords, const std::string& measure,
            const std::vector<std::string>& strategies, unsigned folds) {
  const EvaluateOptions options = options_of(keywords);
  const TuneOptions wanted = tune_options_of(measure, strategies, folds);
  const nb::gil_scoped_release released;
  return tune_files(paths, options, wanted);
}

}  // namespace

void bind_files(nb::module_& module) {
  nb::class_<Reconciliation>(module, "Reconciliation", "One data set under every convention.")
      .def("json", [](const Reconciliation& table) { return to_json(table); })
      .def(
          "text", [](const Reconciliation& table, int digits) { return to_text(table, digits); },
          nb::arg("digits") = 4)
      .def(
          "markdown",
          [](const Reconciliation& table, int digits) { return to_markdown(table, digits); },
          nb::arg("digits") = 4)
      .def(
          "latex", [](const Reconciliation& table, int digits) { return to_latex(table, digits); },
          nb::arg("digits") = 4)
      .def("csv", [](const Reconciliation& table) { return to_csv(table); });
  nb::class_<Selection>(module, "Selection", "A rule that makes label sets of scores.")
      .def("text", &thresholds_text)
      .def_prop_ro("rule",
                   [](const Selection& selection) {
                     return selection.rule == Selection::Rule::threshold ? "threshold"
                            : selection.rule == Selection::Rule::top_k   ? "top-k"
                                                                         : "relative";
                   })
      .def_ro("threshold", &Selection::threshold)
      .def_ro("k", &Selection::k)
      .def("by_label", [](const Selection& selection) {
        nb::dict out;
        for (const LabelId id : selection.labels.sorted()) {
          const std::string_view name = selection.labels.name(id);
          out[nb::str(name.data(), name.size())] = selection.thresholds[id];
        }
        return out;
      });
  module.def("make_selection", [](double threshold, const nb::dict& by_label) {
    Selection selection;
    selection.threshold = threshold;
    for (const auto& [label, value] : by_label) {
      selection.labels.intern(nb::cast<std::string>(nb::str(label)));
      selection.thresholds.push_back(nb::cast<double>(value));
    }
    return selection;
  });
  nb::class_<Tuning>(module, "Tuning", "The best selections for a measure.")
      .def("json", [](const Tuning& tuning) { return to_json(tuning); })
      .def(
          "text", [](const Tuning& tuning, int digits) { return to_text(tuning, digits); },
          nb::arg("digits") = 4)
      .def("selection",
           [](const Tuning& tuning, std::size_t i) { return tuning.strategies.at(i).selection; })
      .def_prop_ro("best",
                   [](const Tuning& tuning) -> std::optional<std::size_t> { return tuning.best; });
  module.def("evaluate_files", &evaluate, nb::arg("paths"), nb::arg("options"),
             nb::arg("keep_examples") = false);
  module.def("merge_files", &merge, nb::arg("paths"), nb::arg("options"));
  module.def("reconcile_files", &reconcile, nb::arg("paths"), nb::arg("options"));
  module.def("tune_files", &tune, nb::arg("paths"), nb::arg("options"), nb::arg("measure"),
             nb::arg("strategies"), nb::arg("folds"));
}

}  // namespace tallystick::python
