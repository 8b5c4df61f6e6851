// The catalogue of measures and the conventions, as plain Python data.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "bind.hpp"
#include "options.hpp"
#include "tallystick/conventions/convention.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/spec.hpp"

namespace tallystick::python {

namespace nb = nanobind;

namespace {

nb::str text(std::string_view view) { return nb::str(view.data(), view.size()); }

nb::list words(std::string_view list) {
  nb::list out;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (end != 0) out.append(text(list.substr(0, end)));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return out;
}

std::string_view direction(Direction direction) {
  switch (direction) {
    case Direction::higher_is_better: return "higher";
    case Direction::lower_is_better: return "lower";
    case Direction::neither: return "neither";
  }
  return "";
}

/// What a measure looks at, which is what its Python function must be given.
std::string_view needs(const Measure& measure) {
  const bool sets = measure.cell != nullptr || measure.multiclass != nullptr ||
                    measure.whole != nullptr || measure.closed != nullptr ||
                    measure.scorer != nullptr || measure.mean != nullptr ||
                    measure.paths != nullptr || measure.trained != nullptr;
  const bool scores =
      measure.ranked != nullptr || measure.scored != nullptr || measure.scores != nullptr;
  return scores && !sets ? "scores" : "sets";
}

bool hierarchical(const Measure& measure) {
  return measure.group == "hierarchical" || measure.group == "protein-function";
}

nb::dict entry(const Measure& measure) {
  nb::dict out;
  out["name"] = text(measure.name);
  out["title"] = text(measure.title);
  out["group"] = text(measure.group);
  out["formula"] = text(measure.formula);
  out["low"] = measure.low;
  out["high"] = measure.high;
  out["direction"] = text(direction(measure.direction));
  out["undefined"] = text(measure.undefined_when);
  out["source"] = text(measure.source);
  out["aliases"] = words(measure.aliases);
  out["elsewhere"] = text(measure.called);
  nb::list averages, params;
  for (const Average average : averages_of(measure)) averages.append(text(average_name(average)));
  for (const ParamInfo& info : measure.params) {
    nb::dict param;
    param["name"] = text(info.name);
    param["initial"] = text(info.initial);
    param["values"] = text(info.values);
    param["sentence"] = text(info.sentence);
    params.append(param);
  }
  out["averages"] = averages;
  out["params"] = params;
  out["needs"] = text(needs(measure));
  out["hierarchical"] = hierarchical(measure);
  out["training"] = measure.training;
  out["needs_k"] = measure.leveled;
  out["takes_k"] = measure.cut || measure.leveled;
  out["of_label"] = measure.cell != nullptr || measure.scored != nullptr;
  out["table"] = measure.table;
  return out;
}

}  // namespace

void bind_catalogue(nb::module_& module) {
  module.def("catalogue", [] {
    nb::list out;
    for (const Measure* measure : catalogue()) out.append(entry(*measure));
    return out;
  });
  module.def("groups", [] {
    nb::list out;
    for (const std::string_view group : measure_groups()) out.append(text(group));
    return out;
  });
  module.def("conventions", [] {
    nb::list out;
    for (const Convention& convention : conventions()) {
      nb::dict entry;
      entry["name"] = text(convention.name);
      entry["tool"] = text(convention.tool);
      entry["source"] = text(convention.source);
      out.append(entry);
    }
    return out;
  });
  module.def("option_keywords", &option_keywords);
  module.def("check_measures",
             [](const std::string& list) { static_cast<void>(parse_measures(list)); });
}

}  // namespace tallystick::python
