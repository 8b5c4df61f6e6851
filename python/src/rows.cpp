#include "rows.hpp"

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::python {

std::unique_ptr<Rows> rows_of(nb::handle argument, std::string_view side, bool scores,
                              const ColumnNames& names, Texts& texts) {
  if (PyList_Check(argument.ptr()) || PyTuple_Check(argument.ptr())) {
    return list_rows(argument, side, scores, texts);
  }
  if (nb::hasattr(argument, "indptr")) return sparse_rows(argument, side, scores, names, texts);
  if (nb::hasattr(argument, "__arrow_c_stream__") || nb::hasattr(argument, "__arrow_c_array__")) {
    return arrow_rows(argument, side, scores, texts);
  }
  nb::ndarray<nb::ro> array;
  if (!nb::try_cast(argument, array)) {
    fail(ErrorCode::bad_format,
         std::string(side) + " is a " + nb::type_name(argument.type()).c_str() +
             ", in which no labels are found",
         "give label lists, an array, a sparse matrix, or a column");
  }
  if (array.device_type() != nb::device::cpu::value) {
    fail(ErrorCode::not_available, std::string(side) + " is a tensor that is not in main memory",
         "move it there, with .cpu()");
  }
  if (array.ndim() == 1 && !scores) return label_rows(std::move(array), side, texts);
  if (array.ndim() != 2) {
    fail(ErrorCode::bad_format, std::string(side) + " has " + counted(array.ndim(), "dimension"),
         scores ? "scores have one row an example and one column a label"
                : "labels have one dimension, or one row an example and one column a label");
  }
  std::vector<LabelId> columns = texts.columns(array.shape(1), names.names, names.integers, side);
  return matrix_rows(std::move(array), side, scores, std::move(columns));
}

}  // namespace tallystick::python
