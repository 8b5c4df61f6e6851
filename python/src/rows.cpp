#include "rows.hpp"

#include <algorithm>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::python {

namespace {

class OrderedRows : public Rows {
 public:
  OrderedRows(std::unique_ptr<Rows> rows, Order order)
      : rows_(std::move(rows)), order_(std::move(order)) {
    for (std::size_t i = 0; i < order_.shape(0); ++i) {
      if (order_.data()[i] < static_cast<std::int64_t>(rows_->size())) continue;
      fail(ErrorCode::internal, "an order names rows that do not exist");
    }
  }
  [[nodiscard]] std::size_t size() const override { return order_.shape(0); }
  [[nodiscard]] bool needs_gil() const override { return rows_->needs_gil(); }
  [[nodiscard]] std::size_t n_columns() const override { return rows_->n_columns(); }
  [[nodiscard]] std::size_t widest() const override { return rows_->widest(); }
  [[nodiscard]] std::size_t origin(std::size_t row) const override {
    return static_cast<std::size_t>(std::max<std::int64_t>(order_.data()[row], 0));
  }

  void read(std::size_t first, std::size_t last, std::vector<LabelId>& labels,
            std::vector<std::uint32_t>& end, std::vector<double>* scores) override {
    for (std::size_t row = first; row < last; ++row) {
      if (order_.data()[row] < 0) {
        end.push_back(static_cast<std::uint32_t>(labels.size()));
      } else {
        const std::size_t at = origin(row);
        rows_->read(at, at + 1, labels, end, scores);
      }
    }
  }

 private:
  std::unique_ptr<Rows> rows_;
  Order order_;
};

}  // namespace

std::unique_ptr<Rows> ordered_rows(std::unique_ptr<Rows> rows, Order order) {
  return std::make_unique<OrderedRows>(std::move(rows), std::move(order));
}

std::unique_ptr<Rows> rows_of(nb::handle argument, std::string_view side, bool scores,
                              const ColumnNames& names, Texts& texts) {
  if (PyList_Check(argument.ptr()) || PyTuple_Check(argument.ptr())) {
    return list_rows(argument, side, scores, texts);
  }
  if (nb::hasattr(argument, "indptr")) return sparse_rows(argument, side, scores, names, texts);
  if (nb::isinstance<ArrowColumn>(argument)) {
    return arrow_rows(nb::cast<const ArrowColumn&>(argument), side, scores, texts);
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
