// Results: figures as bytes of every output, and per label.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "bind.hpp"
#include "result.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/evaluate_html.hpp"
#include "tallystick/measures/average.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/measures/whole.hpp"
#include "tallystick/report/fragment.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick::python {

namespace nb = nanobind;

namespace {

nb::bytes bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

double count(const Whole& whole, u128 cell) {
  const Amount amount = whole.amount(cell);
  return static_cast<double>(amount.whole) + static_cast<double>(amount.fraction) * 0x1p-64;
}

Cell cell_of(const Whole& whole, const std::string& label) {
  if (const auto id = whole.tally().vocabulary().find(label)) return whole.cell(*id);
  Cell cell;
  cell.tn = whole.n_examples();
  return cell;
}

/// tp, fp, fn, tn of each label, row after row.
std::vector<double> cells(const Result& result, const std::vector<std::string>& labels) {
  const nb::gil_scoped_release released;
  const Whole whole(result.tallied().tally, universe_of(result.tallied().tally, result.options()));
  std::vector<double> out;
  for (const std::string& label : labels) {
    const Cell cell = cell_of(whole, label);
    for (const u128 part : {cell.tp, cell.fp, cell.fn, cell.tn}) out.push_back(count(whole, part));
  }
  return out;
}

/// The figure of each label. NaN: 0/0 that is left out.
std::vector<double> label_figures(const Result& result, const std::string& measure,
                                  const std::vector<std::string>& labels) {
  const nb::gil_scoped_release released;
  const std::vector<Request> requests = parse_measures(measure);
  if (requests.size() != 1 || requests[0].measure == nullptr ||
      requests[0].measure->cell == nullptr) {
    fail(ErrorCode::unknown_measure, quoted(measure) + " is no measure of one label's cell",
         "see tallystick.measures('label')");
  }
  const Tally& tally = result.tallied().tally;
  const Whole whole(tally, universe_of(tally, result.options()));
  const Convention convention = convention_of(result.options());
  std::vector<double> out;
  for (const std::string& label : labels) {
    out.push_back(
        label_value(*requests[0].measure, requests[0].params, cell_of(whole, label), convention));
  }
  return out;
}

std::vector<std::string> labels(const Result& result) {
  const Tally& tally = result.tallied().tally;
  std::vector<std::string> out;
  if (tally.vocabulary().declared()) {
    for (LabelId id = 0; id < tally.vocabulary().n_declared(); ++id) {
      out.emplace_back(tally.vocabulary().name(id));
    }
    return out;
  }
  const Whole whole(tally, universe_of(tally, result.options()));
  for (const LabelId id : whole.sorted_labels()) out.emplace_back(tally.vocabulary().name(id));
  return out;
}

/// (name, value, n_undefined) of each figure.
std::vector<nb::tuple> figures(const Result& result) {
  std::vector<nb::tuple> out;
  for (const Score& score : result.report().measures) {
    out.push_back(nb::make_tuple(score.name, score.value, score.n_undefined));
  }
  return out;
}

TextOptions text_options(int digits) {
  TextOptions options;
  options.digits = digits;
  return options;
}

std::string page(const Result& result, int digits) {
  const nb::gil_scoped_release released;
  const Tallied& tallied = result.tallied();
  const EvaluateOptions options = options_for_page(tallied.tally, result.options());
  const Report report = make_report(tallied.tally, tallied.summary, options);
  return page_of(tallied, report, options, text_options(digits));
}

std::string in_latex(const Result& result, int digits) {
  return to_latex(result.report(), text_options(digits));
}

}  // namespace

void bind_report(nb::module_& module) {
  nb::class_<Result>(module, "Result", "Counts of an evaluation, and the figures made of them.")
      .def("figures", &figures)
      .def(
          "json",
          [](const Result& result, bool per_label) {
            const nb::gil_scoped_release released;
            return to_json(per_label ? result.with_labels() : result.report());
          },
          nb::arg("per_label") = false)
      .def(
          "text",
          [](const Result& result, int digits, bool verbose) {
            TextOptions options = text_options(digits);
            options.verbose = verbose;
            return to_text(result.report(), options);
          },
          nb::arg("digits") = 4, nb::arg("verbose") = false)
      .def(
          "markdown",
          [](const Result& result, int digits) {
            return to_markdown(result.report(), text_options(digits));
          },
          nb::arg("digits") = 4)
      .def("latex", &in_latex, nb::arg("digits") = 4)
      .def("page", &page, nb::arg("digits") = 4)
      .def(
          "fragment",
          [](const Result& result, int digits) {
            return to_html_fragment(result.report(), text_options(digits));
          },
          nb::arg("digits") = 4)
      .def("csv", [](const Result& result) { return to_csv(result.report()); })
      .def("examples_csv",
           [](const Result& result) { return examples_to_csv(result.tallied(), result.options()); })
      .def("with_measures", &Result::with_measures, nb::arg("measures"))
      .def("state", [](const Result& result) { return bytes(result.tallied().tally.save()); })
      .def("cells", &cells, nb::arg("labels"))
      .def("label_figures", &label_figures, nb::arg("measure"), nb::arg("labels"))
      .def("labels", &labels)
      .def("single_label",
           [](const Result& result) { return result.tallied().tally.single_label(); })
      .def("n_examples", [](const Result& result) { return result.tallied().tally.n_examples(); })
      .def("has_examples", [](const Result& result) { return !result.tallied().examples.empty(); });
}

}  // namespace tallystick::python
