// Statistics::Contingency as a class.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/contingency.hpp"

namespace tallystick::python {

namespace nb = nanobind;

namespace {

/// A list, a set, a mapping (its true entries count) or one text.
std::vector<std::string> labels_of(nb::handle given) {
  std::string one;
  if (nb::try_cast(given, one)) return {one};
  std::vector<std::string> out;
  const auto add = [&](nb::handle label) {
    std::string name;
    if (!nb::try_cast(label, name)) {
      fail(ErrorCode::bad_format,
           "a label is " + nb::cast<std::string>(nb::repr(label)) + ", which is no text",
           "categories are texts");
    }
    out.push_back(name);
  };
  if (nb::hasattr(given, "items")) {
    for (nb::handle pair : given.attr("items")()) {
      if (nb::cast<bool>(
              nb::borrow(PyObject_IsTrue(nb::object(pair[1]).ptr()) == 1 ? Py_True : Py_False))) {
        add(nb::object(pair[0]));
      }
    }
    return out;
  }
  for (nb::handle label : given) add(label);
  return out;
}

std::vector<std::string_view> views(const std::vector<std::string>& labels) {
  return {labels.begin(), labels.end()};
}

nb::dict stats(const CategoryStats& of) {
  nb::dict out;
  out["a"] = of.cells.a;
  out["b"] = of.cells.b;
  out["c"] = of.cells.c;
  out["d"] = of.cells.d;
  out["precision"] = of.ratios.precision;
  out["recall"] = of.ratios.recall;
  out["F1"] = of.ratios.f1;
  out["accuracy"] = of.ratios.accuracy;
  out["error"] = of.ratios.error;
  return out;
}

}  // namespace

void bind_contingency(nb::module_& module) {
  nb::class_<Contingency>(module, "Contingency", R"(Counts assigned against correct labels.

The class of Perl's Statistics::Contingency 0.09: the same numbers, the same table. Categories are
given up front; add_result takes a list, a set, a mapping whose true entries count, or one text on
either side.)")
      .def(
          "__init__",
          [](Contingency* self, nb::handle categories) {
            const std::vector<std::string> names = labels_of(categories);
            new (self) Contingency(std::span<const std::string_view>(views(names)));
          },
          nb::kw_only(), nb::arg("categories"))
      .def(
          "add_result",
          [](Contingency& self, nb::handle assigned, nb::handle correct, const std::string& name) {
            const auto a = labels_of(assigned), c = labels_of(correct);
            self.add_result(views(a), views(c), name);
          },
          nb::arg("assigned"), nb::arg("correct"), nb::arg("name") = "", "Adds one example.")
      .def("set_entries", &Contingency::set_entries, nb::arg("a"), nb::arg("b") = 0,
           nb::arg("c") = 0, nb::arg("d") = 0,
           "Replaces the micro table and nothing else: macro figures stay those of the categories.")
      .def("merge", &Contingency::merge, nb::arg("other"), "Adds the counts of another object.")
      .def("stats_table", &Contingency::stats_table, nb::arg("figures") = 3,
           "The table as the module prints it.")
      .def_prop_ro("micro_accuracy", [](const Contingency& c) { return c.micro_accuracy(); })
      .def_prop_ro("micro_error", [](const Contingency& c) { return c.micro_error(); })
      .def_prop_ro("micro_precision", [](const Contingency& c) { return c.micro_precision(); })
      .def_prop_ro("micro_recall", [](const Contingency& c) { return c.micro_recall(); })
      .def_prop_ro("micro_F1", [](const Contingency& c) { return c.micro_f1(); })
      .def_prop_ro("macro_accuracy", [](const Contingency& c) { return c.macro_accuracy(); })
      .def_prop_ro("macro_error", [](const Contingency& c) { return c.macro_error(); })
      .def_prop_ro("macro_precision", [](const Contingency& c) { return c.macro_precision(); })
      .def_prop_ro("macro_recall", [](const Contingency& c) { return c.macro_recall(); })
      .def_prop_ro("macro_F1", [](const Contingency& c) { return c.macro_f1(); })
      .def_prop_ro("category_stats",
                   [](const Contingency& c) {
                     nb::dict out;
                     for (const CategoryStats& one : c.category_stats()) {
                       out[nb::str(one.name.c_str(), one.name.size())] = stats(one);
                     }
                     return out;
                   })
      .def_prop_ro("entries",
                   [](const Contingency& c) {
                     const ContingencyCells& cells = c.entries();
                     return nb::make_tuple(cells.a, cells.b, cells.c, cells.d);
                   })
      .def_prop_ro("n_hypotheses", &Contingency::n_hypotheses)
      .def_prop_ro("n_unknown_assigned", &Contingency::n_unknown_assigned)
      .def_prop_ro("n_unknown_correct", &Contingency::n_unknown_correct)
      .def("__eq__", [](const Contingency& self, nb::handle other) {
        return nb::isinstance<Contingency>(other) && self == nb::cast<const Contingency&>(other);
      });
}

}  // namespace tallystick::python
