// The tables that a hierarchy adds to a report: level by level, kinds of errors, branches.
#pragma once

#include "tallystick/measures/hierarchy.hpp"
#include "tallystick/report/report.hpp"

namespace tallystick::detail {

/// `branch_level`: the depth of the classes that get a row each.
[[nodiscard]] HierarchyTables hierarchy_tables(const Hierarchy& hierarchy, unsigned branch_level);

}  // namespace tallystick::detail
