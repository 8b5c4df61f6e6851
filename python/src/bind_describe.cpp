// Descriptions of true labels.
#include <nanobind/stl/string.h>

#include "bind.hpp"
#include "feeder.hpp"
#include "options.hpp"
#include "tallystick/describe.hpp"

namespace tallystick::python {

namespace nb = nanobind;

namespace {

Description of_memory(const nb::dict& keywords, nb::handle truth, FeederSetup setup,
                      const DescribeOptions& wanted) {
  EvaluateOptions options = options_of(keywords);
  options.train_counts = setup.train;
  EvaluateOptions counting = options;
  counting.measures = "scumble";  // keeps label sets
  Feeder feeder(counting, std::move(setup));
  feeder.add(truth, nb::none(), nb::none(), nb::none(), nb::none(), nb::none(), nb::none());
  const nb::gil_scoped_release released;
  Tallied tallied = feeder.finish_tallied();
  tallied.summary.inputs.pop_back();  // there are no predictions
  return describe(tallied.tally, tallied.summary, options, wanted);
}

DescribeOptions wanted_of(std::uint32_t inputs, std::size_t n_pairs, std::uint64_t low,
                          std::uint64_t high) {
  DescribeOptions wanted;
  wanted.inputs = inputs;
  wanted.n_pairs = n_pairs;
  wanted.low = low;
  wanted.high = high;
  return wanted;
}

}  // namespace

void bind_describe(nb::module_& module) {
  nb::class_<Description>(module, "Description", "How true labels are spread.")
      .def(
          "json", [](const Description& found, bool labels) { return to_json(found, labels); },
          nb::arg("labels") = false)
      .def(
          "text",
          [](const Description& found, int digits, bool labels) {
            TextOptions options;
            options.digits = digits;
            return to_text(found, options, labels);
          },
          nb::arg("digits") = 4, nb::arg("labels") = false)
      .def(
          "markdown",
          [](const Description& found, int digits, bool labels) {
            TextOptions options;
            options.digits = digits;
            return to_markdown(found, options, labels);
          },
          nb::arg("digits") = 4, nb::arg("labels") = false)
      .def(
          "latex",
          [](const Description& found, int digits, bool labels) {
            TextOptions options;
            options.digits = digits;
            return to_latex(found, options, labels);
          },
          nb::arg("digits") = 4, nb::arg("labels") = false)
      .def("csv", [](const Description& found) { return to_csv(found); })
      .def("labels_csv", [](const Description& found) { return labels_to_csv(found); });
  module.def(
      "describe",
      [](const nb::dict& keywords, nb::handle truth, const nb::dict& setup, std::uint32_t inputs,
         std::size_t n_pairs, std::uint64_t low, std::uint64_t high) {
        return of_memory(keywords, truth, setup_of(setup), wanted_of(inputs, n_pairs, low, high));
      },
      nb::arg("options"), nb::arg("y_true"), nb::arg("setup"), nb::arg("inputs"),
      nb::arg("n_pairs"), nb::arg("low"), nb::arg("high"));
  module.def(
      "describe_file",
      [](const std::string& path, const nb::dict& keywords, std::uint32_t inputs,
         std::size_t n_pairs, std::uint64_t low, std::uint64_t high) {
        const EvaluateOptions options = options_of(keywords);
        const DescribeOptions wanted = wanted_of(inputs, n_pairs, low, high);
        const nb::gil_scoped_release released;
        return describe_file(path, options, wanted);
      },
      nb::arg("path"), nb::arg("options"), nb::arg("inputs"), nb::arg("n_pairs"), nb::arg("low"),
      nb::arg("high"));
}

}  // namespace tallystick::python
