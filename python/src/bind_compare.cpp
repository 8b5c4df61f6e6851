// Two or more systems on the same examples, from files and from memory.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>

#include "bind.hpp"
#include "feeder.hpp"
#include "options.hpp"
#include "plot_object.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/compare.hpp"
#include "tallystick/compare_html.hpp"

namespace tallystick::python {

namespace nb = nanobind;

namespace {

template <class T, std::size_t N>
T word(std::string_view keyword, const std::string& value,
       const std::pair<std::string_view, T> (&choices)[N]) {
  std::string known;
  for (const auto& [name, meaning] : choices) {
    if (value == name) return meaning;
    known.append(known.empty() ? "" : ", ").append(quoted(name));
  }
  fail(ErrorCode::wrong_usage, std::string(keyword) + " has no value " + quoted(value),
       "it takes " + known);
}

/// `wanted`: names, all_pairs, test, adjust, margin, per_label.
CompareOptions wanted_of(const nb::dict& wanted, const nb::dict& keywords,
                         const EvaluateOptions& options) {
  CompareOptions out;
  out.names = nb::cast<std::vector<std::string>>(wanted["names"]);
  out.all_pairs = nb::cast<bool>(wanted["all_pairs"]);
  out.test = word<PairedTest>("test", nb::cast<std::string>(wanted["test"]),
                              {{"auto", PairedTest::automatic},
                               {"randomisation", PairedTest::randomisation},
                               {"mcnemar", PairedTest::mcnemar},
                               {"sign", PairedTest::sign}});
  out.adjust = word<Adjustment>("adjust", nb::cast<std::string>(wanted["adjust"]),
                                {{"holm", Adjustment::holm},
                                 {"bh", Adjustment::benjamini_hochberg},
                                 {"none", Adjustment::none}});
  if (!wanted["margin"].is_none()) out.margin = nb::cast<double>(wanted["margin"]);
  out.per_label = nb::cast<bool>(wanted["per_label"]);
  out.most_flips = SIZE_MAX;
  out.level = options.interval.level;
  out.seed = options.interval.seed;
  if (keywords.contains("resamples")) out.resamples = options.interval.resamples;
  return out;
}

Comparing of_files(const std::vector<std::string>& paths, const nb::dict& keywords,
                   const nb::dict& wanted) {
  const EvaluateOptions options = options_of(keywords);
  const CompareOptions with = wanted_of(wanted, keywords, options);
  const nb::gil_scoped_release released;
  return compare_files(paths, options, with);
}

/// `feeders`: one a system, in the order of the names, which hold all its examples.
Comparing of_feeders(const nb::list& feeders, const nb::dict& keywords, const nb::dict& wanted) {
  EvaluateOptions options = options_of(keywords);
  const CompareOptions with = wanted_of(wanted, keywords, options);
  std::vector<std::shared_ptr<detail::SystemRows>> systems;
  for (nb::handle given : feeders) {
    Feeder& feeder = nb::cast<Feeder&>(given);
    if (systems.empty()) options = feeder.options();
    const nb::gil_scoped_release released;
    systems.push_back(feeder.finish_system());
  }
  const nb::gil_scoped_release released;
  return compare_systems(std::move(systems), options, with);
}

}  // namespace

void bind_compare(nb::module_& module) {
  nb::class_<Comparing>(module, "Comparing", "Systems on the same examples, and their differences.")
      .def("json", [](const Comparing& found) { return to_json(found); })
      .def(
          "text", [](const Comparing& found, int digits) { return to_text(found, digits); },
          nb::arg("digits") = 4)
      .def(
          "markdown", [](const Comparing& found, int digits) { return to_markdown(found, digits); },
          nb::arg("digits") = 4)
      .def("csv", [](const Comparing& found) { return to_csv(found); })
      .def(
          "latex", [](const Comparing& found, int digits) { return to_latex(found, digits); },
          nb::arg("digits") = 4)
      .def(
          "page", [](const Comparing& found, int digits) { return to_html(found, digits); },
          nb::arg("digits") = 4)
      .def(
          "fragment",
          [](const Comparing& found, int digits) { return to_html_fragment(found, digits); },
          nb::arg("digits") = 4)
      .def("plot", [](const Comparing& found) { return plot_object(plot_of(found)); });
  module.def("compare_files", &of_files, nb::arg("paths"), nb::arg("options"), nb::arg("wanted"));
  module.def("compare", &of_feeders, nb::arg("feeders"), nb::arg("options"), nb::arg("wanted"));
}

}  // namespace tallystick::python
