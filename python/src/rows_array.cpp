// Arrays of labels, 0/1 matrices, matrices of scores; and the same as scipy's sparse matrices.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "rows.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::python {

namespace {

std::string place(std::string_view side, std::size_t row) {
  return "row " + std::to_string(row) + " of " + std::string(side);
}

/// Calls visit with a value of the array's element type.
template <class Visit>
void with_type(const nb::ndarray<nb::ro>& array, std::string_view side, Visit&& visit) {
  const nb::dlpack::dtype type = array.dtype();
  using Code = nb::dlpack::dtype_code;
  const auto code = static_cast<Code>(type.code);
  if (type.lanes == 1) {
    if (code == Code::Bool && type.bits == 8) return visit(std::uint8_t{});
    if (code == Code::Int && type.bits == 8) return visit(std::int8_t{});
    if (code == Code::Int && type.bits == 16) return visit(std::int16_t{});
    if (code == Code::Int && type.bits == 32) return visit(std::int32_t{});
    if (code == Code::Int && type.bits == 64) return visit(std::int64_t{});
    if (code == Code::UInt && type.bits == 8) return visit(std::uint8_t{});
    if (code == Code::UInt && type.bits == 16) return visit(std::uint16_t{});
    if (code == Code::UInt && type.bits == 32) return visit(std::uint32_t{});
    if (code == Code::UInt && type.bits == 64) return visit(std::uint64_t{});
    if (code == Code::Float && type.bits == 32) return visit(float{});
    if (code == Code::Float && type.bits == 64) return visit(double{});
  }
  fail(ErrorCode::bad_format,
       std::string(side) + " has elements of " + std::to_string(type.bits) +
           " bits that are neither whole numbers, booleans, float32 nor float64",
       "convert it, for example with .astype('float32')");
}

template <class T>
class LabelArray : public Rows {
 public:
  LabelArray(nb::ndarray<nb::ro> array, std::string_view side, Texts& texts)
      : array_(std::move(array)), side_(side), texts_(&texts) {}

  [[nodiscard]] std::size_t size() const override { return array_.shape(0); }

  void read(std::size_t first, std::size_t last, std::vector<LabelId>& labels,
            std::vector<std::uint32_t>& end, std::vector<double>*) override {
    const T* const data = static_cast<const T*>(array_.data());
    const std::int64_t stride = array_.stride(0);
    for (std::size_t row = first; row < last; ++row) {
      const T value = data[static_cast<std::int64_t>(row) * stride];
      labels.push_back(texts_->of(whole(value, row), {side_, row}));
      end.push_back(static_cast<std::uint32_t>(labels.size()));
    }
  }

 private:
  std::int64_t whole(T value, std::size_t row) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (!(value >= T{-0x1p62} && value <= T{0x1p62}) || std::trunc(value) != value) {
        fail(ErrorCode::bad_format,
             place(side_, row) + " holds " +
                 (std::isnan(value) ? "NaN" : number_text(double{value})) + ", which is no label",
             "labels are texts or whole numbers; scores are given as y_score");
      }
    }
    if constexpr (std::is_same_v<T, std::uint64_t>) {
      if (value > INT64_MAX) {
        fail(ErrorCode::too_large, place(side_, row) + " holds " + std::to_string(value),
             "give such labels as texts");
      }
    }
    return static_cast<std::int64_t>(value);
  }

  nb::ndarray<nb::ro> array_;
  std::string side_;
  Texts* texts_;
};

/// Looks at a matrix by blocks of rows, whatever its order.
template <class T>
class Matrix : public Rows {
 public:
  Matrix(nb::ndarray<nb::ro> array, std::string_view side, bool scores,
         std::vector<LabelId> columns)
      : array_(std::move(array)), side_(side), scores_(scores), columns_(std::move(columns)) {}

  [[nodiscard]] std::size_t size() const override { return array_.shape(0); }
  [[nodiscard]] std::size_t n_columns() const override { return columns_.size(); }
  [[nodiscard]] std::size_t widest() const override { return columns_.size(); }

  void read(std::size_t first, std::size_t last, std::vector<LabelId>& labels,
            std::vector<std::uint32_t>& end, std::vector<double>* scores) override {
    const T* const data = static_cast<const T*>(array_.data());
    const std::int64_t down = array_.stride(0), across = array_.stride(1);
    constexpr std::size_t kBlock = 64;
    for (std::size_t row = first; row < last; row += kBlock) {
      const std::size_t stop = std::min(last, row + kBlock);
      const T* rows = data + static_cast<std::int64_t>(row) * down;
      std::int64_t next = down;
      if (across != 1) {
        rows = gather(rows, stop - row, down, across);
        next = static_cast<std::int64_t>(columns_.size());
      }
      for (std::size_t i = row; i < stop; ++i, rows += next) {
        if (scores_) {
          read_scores(rows, i, labels, *scores);
        } else {
          read_labels(rows, i, labels);
        }
        end.push_back(static_cast<std::uint32_t>(labels.size()));
      }
    }
  }

 private:
  /// The rows side by side; column by column, as they lie in memory.
  const T* gather(const T* from, std::size_t n, std::int64_t down, std::int64_t across) {
    const std::size_t width = columns_.size();
    block_.resize(n * width);
    for (std::size_t column = 0; column < width; ++column) {
      const T* const top = from + static_cast<std::int64_t>(column) * across;
      for (std::size_t i = 0; i < n; ++i) {
        block_[i * width + column] = top[static_cast<std::int64_t>(i) * down];
      }
    }
    return block_.data();
  }

  void read_labels(const T* row, std::size_t number, std::vector<LabelId>& labels) const {
    const std::size_t width = columns_.size();
    constexpr std::size_t kAtOnce = 8 / sizeof(T);  // most cells are 0
    std::size_t i = 0;
    while (i < width) {
      if (i + kAtOnce <= width) {
        std::uint64_t some = 0;
        std::memcpy(&some, row + i, kAtOnce * sizeof(T));
        if (some == 0) {
          i += kAtOnce;
          continue;
        }
      }
      const std::size_t stop = std::min(width, i + kAtOnce);
      for (; i < stop; ++i) {
        if (row[i] == T{1}) {
          labels.push_back(columns_[i]);
        } else if (row[i] != T{0}) {
          refuse(row[i], number);
        }
      }
    }
  }

  [[noreturn]] void refuse(T value, std::size_t row) const {
    fail(ErrorCode::bad_format,
         place(side_, row) + " holds " +
             (value != value ? "NaN" : number_text(static_cast<double>(value))) +
             " in a matrix of 0 and 1",
         "scores are given as y_score, labels as one dimension or as lists");
  }

  void read_scores(const T* row, std::size_t number, std::vector<LabelId>& labels,
                   std::vector<double>& scores) const {
    labels.insert(labels.end(), columns_.begin(), columns_.end());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const double score = static_cast<double>(row[i]);
      if (!std::isfinite(score)) {
        fail(ErrorCode::bad_number,
             place(side_, number) + " holds the score " +
                 (std::isnan(score) ? "NaN" : number_text(score)),
             "scores are finite numbers");
      }
      scores.push_back(score);
    }
  }

  nb::ndarray<nb::ro> array_;
  std::string side_;
  bool scores_;
  std::vector<LabelId> columns_;
  std::vector<T> block_;
};

using Vector = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig>;

/// CSR. Of CSC the rows are laid out first, which takes as much memory as the matrix.
template <class Index, class T>
class Sparse : public Rows {
 public:
  Sparse(nb::object owner, Vector starts, Vector indices, Vector values, std::string_view side,
         bool scores, bool by_columns, std::size_t n_rows, std::vector<LabelId> columns)
      : owner_(std::move(owner)),
        starts_array_(std::move(starts)),
        indices_array_(std::move(indices)),
        values_array_(std::move(values)),
        side_(side),
        scores_(scores),
        n_rows_(n_rows),
        columns_(std::move(columns)),
        starts_(static_cast<const Index*>(starts_array_.data())),
        indices_(static_cast<const Index*>(indices_array_.data())),
        values_(static_cast<const T*>(values_array_.data())) {
    check(by_columns ? columns_.size() : n_rows_, by_columns ? n_rows_ : columns_.size());
    if (by_columns) turn();
  }

  [[nodiscard]] std::size_t size() const override { return n_rows_; }
  [[nodiscard]] std::size_t n_columns() const override { return columns_.size(); }

  void read(std::size_t first, std::size_t last, std::vector<LabelId>& labels,
            std::vector<std::uint32_t>& end, std::vector<double>* scores) override {
    if (!scores_ && all_ones(first, last)) return read_ones(first, last, labels, end);
    for (std::size_t row = first; row < last; ++row) {
      const auto stop = static_cast<std::size_t>(starts_[row + 1]);
      for (auto i = static_cast<std::size_t>(starts_[row]); i < stop; ++i) {
        const T value = values_[i];
        if (scores_) {
          add_score(value, row, *scores);
        } else if (value != T{1}) {
          if (value == T{0}) continue;  // written down all the same
          refuse(value, row);
        }
        labels.push_back(columns_[static_cast<std::size_t>(indices_[i])]);
      }
      end.push_back(static_cast<std::uint32_t>(labels.size()));
    }
  }

 private:
  void check(std::size_t n_lines, std::size_t n_across) const {
    const auto broken = [this](const std::string& what) {
      fail(ErrorCode::bad_format, side_ + " is a broken sparse matrix: " + what,
           "see its check_format()");
    };
    if (starts_array_.shape(0) != n_lines + 1) broken("indptr has a wrong length");
    const std::size_t n = indices_array_.shape(0);
    if (values_array_.shape(0) < n) broken("data is shorter than indices");
    if (starts_[0] != 0 || static_cast<std::uint64_t>(starts_[n_lines]) > n) {
      broken("indptr points outside");
    }
    for (std::size_t i = 0; i < n_lines; ++i) {
      if (starts_[i] > starts_[i + 1]) broken("indptr decreases");
    }
    const auto filled = static_cast<std::size_t>(starts_[n_lines]);
    std::make_unsigned_t<Index> furthest = 0;  // an index below 0 is the furthest of all
    for (std::size_t i = 0; i < filled; ++i) {
      furthest = std::max(furthest, static_cast<std::make_unsigned_t<Index>>(indices_[i]));
    }
    if (filled != 0 && furthest >= n_across) broken("an index is outside the matrix");
  }

  // Without a branch for each value, which is what takes the time.
  [[nodiscard]] bool all_ones(std::size_t first, std::size_t last) const {
    bool others = false;
    const auto stop = static_cast<std::size_t>(starts_[last]);
    for (auto i = static_cast<std::size_t>(starts_[first]); i < stop; ++i) {
      others |= values_[i] != T{1};
    }
    return !others;
  }
  void read_ones(std::size_t first, std::size_t last, std::vector<LabelId>& labels,
                 std::vector<std::uint32_t>& end) const {
    const auto from = static_cast<std::size_t>(starts_[first]);
    const auto n = static_cast<std::size_t>(starts_[last]) - from;
    const std::size_t before = labels.size(), rows_before = end.size();
    labels.resize(before + n);
    for (std::size_t i = 0; i < n; ++i) {
      labels[before + i] = columns_[static_cast<std::size_t>(indices_[from + i])];
    }
    end.resize(rows_before + last - first);
    for (std::size_t row = first; row < last; ++row) {
      end[rows_before + row - first] =
          static_cast<std::uint32_t>(before + static_cast<std::size_t>(starts_[row + 1]) - from);
    }
  }

  void turn() {
    const std::size_t n_lines = columns_.size();
    own_starts_.assign(n_rows_ + 1, 0);
    const auto filled = static_cast<std::size_t>(starts_[n_lines]);
    for (std::size_t i = 0; i < filled; ++i)
      ++own_starts_[static_cast<std::size_t>(indices_[i]) + 1];
    for (std::size_t row = 0; row < n_rows_; ++row) own_starts_[row + 1] += own_starts_[row];
    std::vector<Index> next(own_starts_.begin(), own_starts_.end() - 1);
    own_indices_.resize(filled);
    own_values_.resize(filled);
    for (std::size_t column = 0; column < n_lines; ++column) {
      for (auto i = static_cast<std::size_t>(starts_[column]);
           i < static_cast<std::size_t>(starts_[column + 1]); ++i) {
        const auto to = static_cast<std::size_t>(next[static_cast<std::size_t>(indices_[i])]++);
        own_indices_[to] = static_cast<Index>(column);
        own_values_[to] = values_[i];
      }
    }
    starts_ = own_starts_.data();
    indices_ = own_indices_.data();
    values_ = own_values_.data();
  }

  [[noreturn]] void refuse(T value, std::size_t row) const {
    fail(ErrorCode::bad_format,
         place(side_, row) + " holds " +
             (value != value ? "NaN" : number_text(static_cast<double>(value))) +
             " in a matrix of 0 and 1",
         "scores are given as y_score");
  }

  void add_score(T value, std::size_t row, std::vector<double>& scores) const {
    const double score = static_cast<double>(value);
    if (!std::isfinite(score)) {
      fail(ErrorCode::bad_number,
           place(side_, row) + " holds the score " +
               (std::isnan(score) ? "NaN" : number_text(score)),
           "scores are finite numbers");
    }
    scores.push_back(score);
  }

  nb::object owner_;
  Vector starts_array_, indices_array_, values_array_;
  std::string side_;
  bool scores_;
  std::size_t n_rows_;
  std::vector<LabelId> columns_;
  const Index* starts_;
  const Index* indices_;
  const T* values_;
  std::vector<Index> own_starts_, own_indices_;
  std::vector<T> own_values_;
};

}  // namespace

std::unique_ptr<Rows> label_rows(nb::ndarray<nb::ro> array, std::string_view side, Texts& texts) {
  std::unique_ptr<Rows> out;
  with_type(array, side, [&](auto value) {
    out = std::make_unique<LabelArray<decltype(value)>>(std::move(array), side, texts);
  });
  return out;
}

std::unique_ptr<Rows> matrix_rows(nb::ndarray<nb::ro> array, std::string_view side, bool scores,
                                  std::vector<LabelId> columns) {
  std::unique_ptr<Rows> out;
  with_type(array, side, [&](auto value) {
    out = std::make_unique<Matrix<decltype(value)>>(std::move(array), side, scores,
                                                    std::move(columns));
  });
  return out;
}

std::unique_ptr<Rows> sparse_rows(nb::handle sparse, std::string_view side, bool scores,
                                  const ColumnNames& names, Texts& texts) {
  const auto vector = [&](const char* name) {
    Vector out;
    if (!nb::try_cast(sparse.attr(name), out)) {
      fail(ErrorCode::bad_format,
           std::string(side) + "." + name + " is no array of numbers without gaps",
           "give a scipy CSR or CSC matrix");
    }
    return out;
  };
  const auto [n_rows, n_columns] =
      nb::cast<std::pair<std::size_t, std::size_t>>(sparse.attr("shape"));
  const bool by_columns = nb::cast<std::string>(sparse.attr("format")) == "csc";
  Vector starts = vector("indptr"), indices = vector("indices"), values = vector("data");
  std::vector<LabelId> columns = texts.columns(n_columns, names.names, names.integers, side);
  const bool wide = starts.dtype().bits == 64;
  const auto is_index = [&](const Vector& array) {
    return array.dtype().code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int) &&
           array.dtype().bits == (wide ? 64 : 32);
  };
  if (!is_index(starts) || !is_index(indices)) {
    fail(ErrorCode::bad_format,
         std::string(side) + ".indptr and .indices are not both int32 or int64",
         "convert them to one type");
  }
  std::unique_ptr<Rows> out;
  with_type(nb::ndarray<nb::ro>(values), side, [&](auto value) {
    using T = decltype(value);
    const auto make = [&]<class Index>(Index) {
      out = std::make_unique<Sparse<Index, T>>(nb::borrow(sparse), std::move(starts),
                                               std::move(indices), std::move(values), side, scores,
                                               by_columns, n_rows, std::move(columns));
    };
    if (wide) {
      make(std::int64_t{});
    } else {
      make(std::int32_t{});
    }
  });
  return out;
}

}  // namespace tallystick::python
