// Hierarchies.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "options.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"
#include "tallystick/readers/read_taxonomy.hpp"
#include "tallystick/readers/write_taxonomy.hpp"
#include "tallystick/states/tally.hpp"
#include "taxonomy_object.hpp"

namespace tallystick::python {

namespace nb = nanobind;

namespace {

TaxonomyObject finished(TaxonomyBuilder&& builder) {
  return {std::make_shared<const Taxonomy>(std::move(builder).build())};
}

TaxonomyObject from_edges(const std::vector<std::tuple<std::string, std::string>>& edges,
                          bool written_root) {
  TaxonomyBuilder builder("edges");
  if (!written_root) builder.no_written_root();
  for (const auto& [parent, child] : edges) {
    if (parent.empty() || child.empty()) {
      fail(ErrorCode::bad_taxonomy, "an edge has an empty code", "give edges of two codes");
    }
    const auto from = builder.node(parent);
    builder.edge(from, builder.node(child));
  }
  return finished(std::move(builder));
}

TaxonomyObject from_paths(const std::vector<std::vector<std::string>>& paths,
                          const std::string& separator) {
  TaxonomyBuilder builder("paths");
  builder.no_written_root();
  for (const std::vector<std::string>& path : paths) {
    std::string code;
    TaxonomyBuilder::Draft above = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (path[i].empty()) fail(ErrorCode::bad_taxonomy, "a path has an empty part", "name all");
      code += (i == 0 ? "" : separator) + path[i];
      const auto node = builder.node(code);
      if (i != 0) builder.edge(above, node);
      above = node;
    }
  }
  return finished(std::move(builder));
}

/// A code's parent is the longest other code that it begins with.
TaxonomyObject from_prefixes(const std::vector<std::string>& codes) {
  TaxonomyBuilder builder("prefixes");
  builder.no_written_root();
  Vocabulary known;
  for (const std::string& code : codes) {
    if (code.empty()) fail(ErrorCode::bad_taxonomy, "a code is empty", "leave it out");
    known.intern(code);
  }
  for (const std::string& code : codes) {
    const auto node = builder.node(code);
    for (std::size_t length = code.size() - 1; length != 0; --length) {
      const std::string_view prefix = std::string_view(code).substr(0, length);
      if (!known.find(prefix)) continue;
      builder.edge(builder.node(prefix), node);
      break;
    }
  }
  return finished(std::move(builder));
}

NodeId node_of(const TaxonomyObject& self, const std::string& code) {
  if (const auto node = self.taxonomy->find(code)) return *node;
  std::vector<std::string_view> codes;
  for (NodeId node = 0; node < self.taxonomy->size(); ++node) {
    codes.push_back(self.taxonomy->code(node));
  }
  const auto near = nearest(code, codes);
  fail(ErrorCode::unknown_label,
       "code " + quoted(code) + " is not among the " +
           counted(self.taxonomy->size(), "class", "classes") + " of " + self.taxonomy->origin(),
       near.empty() ? "see its codes()" : "did you mean " + quoted(near[0]) + "?");
}

std::vector<std::string> names(const TaxonomyObject& self, std::span<const NodeId> nodes) {
  std::vector<std::string> out;
  for (const NodeId node : nodes) out.emplace_back(self.taxonomy->code(node));
  return out;
}

}  // namespace

void bind_taxonomy(nb::module_& module) {
  nb::class_<TaxonomyObject>(module, "Taxonomy", "A hierarchy of labels: a tree, or a graph.")
      .def_static(
          "read",
          [](const std::string& source, const nb::dict& keywords) {
            const EvaluateOptions options = options_of(keywords);
            const nb::gil_scoped_release released;
            return TaxonomyObject{
                std::make_shared<const Taxonomy>(read_taxonomy(source, options.taxonomy_options))};
          },
          nb::arg("source"), nb::arg("options"))
      .def_static("from_edges", &from_edges, nb::arg("edges"), nb::arg("written_root"))
      .def_static("from_paths", &from_paths, nb::arg("paths"), nb::arg("separator"))
      .def_static("from_prefixes", &from_prefixes, nb::arg("codes"))
      .def("__len__", [](const TaxonomyObject& self) { return self.taxonomy->size(); })
      .def("__contains__",
           [](const TaxonomyObject& self, const std::string& code) {
             return self.taxonomy->find(code).has_value();
           })
      .def("codes",
           [](const TaxonomyObject& self) {
             std::vector<std::string> out;
             for (NodeId node = 0; node < self.taxonomy->size(); ++node) {
               out.emplace_back(self.taxonomy->code(node));
             }
             return out;
           })
      .def("title",
           [](const TaxonomyObject& self, const std::string& code) {
             return std::string(self.taxonomy->title(node_of(self, code)));
           })
      .def("parents",
           [](const TaxonomyObject& self, const std::string& code) {
             return names(self, self.taxonomy->parents(node_of(self, code)));
           })
      .def("children",
           [](const TaxonomyObject& self, const std::string& code) {
             return names(self, self.taxonomy->children(node_of(self, code)));
           })
      .def("ancestors",
           [](const TaxonomyObject& self, const std::string& code) {
             const NodeId node = node_of(self, code);
             Closure closure(*self.taxonomy);
             std::vector<NodeId> above;
             for (const NodeId one : closure.of({&node, 1})) {
               if (one != node) above.push_back(one);
             }
             std::sort(above.begin(), above.end());
             return names(self, above);
           })
      .def("depth",
           [](const TaxonomyObject& self, const std::string& code) {
             return self.taxonomy->depth(node_of(self, code));
           })
      .def_prop_ro("n_levels", [](const TaxonomyObject& self) { return self.taxonomy->n_levels(); })
      .def_prop_ro("is_tree", [](const TaxonomyObject& self) { return self.taxonomy->is_tree(); })
      .def_prop_ro("origin", [](const TaxonomyObject& self) { return self.taxonomy->origin(); })
      .def("to_edges", [](const TaxonomyObject& self) { return taxonomy_to_edges(*self.taxonomy); })
      .def("print", [](const TaxonomyObject& self) { return taxonomy_print(*self.taxonomy); });
}

}  // namespace tallystick::python
