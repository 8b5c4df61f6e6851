// A hierarchy that Python holds.
#pragma once

#include <memory>

#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::python {

struct TaxonomyObject {
  std::shared_ptr<const Taxonomy> taxonomy;
};

}  // namespace tallystick::python
