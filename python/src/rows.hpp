// Where the examples of one argument come from, whatever it is; and their reading by blocks.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/labels/vocabulary.hpp"
#include "texts.hpp"

namespace tallystick::python {

/// Rows of labels, and of scores where it has them.
class Rows {
 public:
  virtual ~Rows() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// Appends the labels of rows [first, last), and where each row ends. `scores`: null, or gets one
  /// a label.
  virtual void read(std::size_t first, std::size_t last, std::vector<LabelId>& labels,
                    std::vector<std::uint32_t>& end, std::vector<double>* scores) = 0;
  /// Whether reading touches Python objects.
  [[nodiscard]] virtual bool needs_gil() const { return false; }
  /// Of matrices: the number of columns, each of which is a label; else 0.
  [[nodiscard]] virtual std::size_t n_columns() const { return 0; }
  /// Where the row stands in what was handed over, for messages.
  [[nodiscard]] virtual std::size_t origin(std::size_t row) const { return row; }
  /// At most so many labels can a row have, for the size of blocks.
  [[nodiscard]] virtual std::size_t widest() const { return 64; }
};

/// What the columns of matrices are called.
struct ColumnNames {
  const std::vector<std::string>* names = nullptr;  // null: 0, 1, 2 ...
  bool integers = false;
};

/// Makes of an argument, as python/tallystick/_inputs.py hands it over, its rows. `scores`: labels
/// with scores are expected. `side` names the argument in messages.
[[nodiscard]] std::unique_ptr<Rows> rows_of(nb::handle argument, std::string_view side, bool scores,
                                            const ColumnNames& names, Texts& texts);

// The kinds, each in a file of its own. `grades`: numbers from 0 up are allowed where else only 0
// and 1 are.
[[nodiscard]] std::unique_ptr<Rows> list_rows(nb::handle list, std::string_view side, bool scores,
                                              Texts& texts);
[[nodiscard]] std::unique_ptr<Rows> label_rows(nb::ndarray<nb::ro> array, std::string_view side,
                                               Texts& texts);
[[nodiscard]] std::unique_ptr<Rows> matrix_rows(nb::ndarray<nb::ro> array, std::string_view side,
                                                bool scores, std::vector<LabelId> columns);
[[nodiscard]] std::unique_ptr<Rows> sparse_rows(nb::handle sparse, std::string_view side,
                                                bool scores, const ColumnNames& names,
                                                Texts& texts);

/// A column that was exported through Arrow, to be read as often as one likes.
class ArrowColumn {
 public:
  struct Data;
  explicit ArrowColumn(nb::handle column);
  [[nodiscard]] const std::shared_ptr<const Data>& data() const noexcept { return data_; }
  /// Whether it holds lists of scores alone, whose labels stand in another column.
  [[nodiscard]] bool bare_scores() const;

 private:
  std::shared_ptr<const Data> data_;
};
[[nodiscard]] std::unique_ptr<Rows> arrow_rows(const ArrowColumn& column, std::string_view side,
                                               bool scores, Texts& texts);
/// Labels of one, and their scores of a column of bare scores.
[[nodiscard]] std::unique_ptr<Rows> parallel_rows(std::unique_ptr<Rows> labels,
                                                  const ArrowColumn& scores, std::string_view side);

/// Places of rows: example i is row order[i], or has no labels where that is -1.
using Order = nb::ndarray<const std::int64_t, nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
[[nodiscard]] std::unique_ptr<Rows> ordered_rows(std::unique_ptr<Rows> rows, Order order);

}  // namespace tallystick::python
