// Lists of label lists (or sets, tuples, arrays), of single labels, and of {label: score}.
#include <cmath>

#include "rows.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::python {

namespace {

std::string place(std::string_view side, std::size_t row) {
  return "row " + std::to_string(row) + " of " + std::string(side);
}

bool single(PyObject* item) {
  return PyUnicode_Check(item) || PyLong_Check(item) || PyFloat_Check(item) || item == Py_None ||
         PyBytes_Check(item) || (PyIndex_Check(item) && !PySequence_Check(item));
}

class ListRows : public Rows {
 public:
  ListRows(nb::handle list, std::string_view side, bool scores, Texts& texts)
      : list_(nb::borrow(list)),
        side_(side),
        scores_(scores),
        is_list_(PyList_Check(list.ptr())),
        size_(nb::len(list)),
        texts_(&texts) {
    if (size_ != 0) single_ = single(at(0));
  }

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] bool needs_gil() const override { return true; }

  void read(std::size_t first, std::size_t last, std::vector<LabelId>& labels,
            std::vector<std::uint32_t>& end, std::vector<double>* scores) override {
    if (nb::len(list_) != size_) {
      fail(ErrorCode::bad_format, side_ + " changed while it was read", "leave it alone meanwhile");
    }
    Seen seen{side_, first};
    for (std::size_t row = first; row < last; ++row) {
      fetch_ahead(row, last);
      seen.row = row;
      PyObject* const item = at(row);
      if (single_ && !scores_ && PyUnicode_Check(item)) {
        const LabelId id = texts_->of_text(item, seen);
        if (id != kNoLabel) labels.push_back(id);
      } else if (scores_) {
        read_scores(item, row, labels, *scores);
      } else if (single_ != single(item) || item == Py_None) {
        ragged(item, row);
      } else if (single_) {
        add_single(item, row, labels);
      } else {
        read_row(item, row, labels);
      }
      end.push_back(static_cast<std::uint32_t>(labels.size()));
    }
    texts_->forget_objects();
  }

 private:
  [[nodiscard]] PyObject* at(std::size_t row) const {
    const auto i = static_cast<Py_ssize_t>(row);
    return is_list_ ? PyList_GetItem(list_.ptr(), i) : PyTuple_GetItem(list_.ptr(), i);
  }

  /// Objects lie about in memory: those of later rows are asked for in time.
  void fetch_ahead(std::size_t row, std::size_t last) const {
    constexpr std::size_t kRows = 16, kLabels = 8;
    if (row + kRows < last) __builtin_prefetch(at(row + kRows));
    if (single_ || row + kLabels >= last) return;
    PyObject* const later = at(row + kLabels);
    if (PyList_Check(later) && PyList_Size(later) > 0) __builtin_prefetch(PyList_GetItem(later, 0));
  }

  [[noreturn]] void ragged(PyObject* item, std::size_t row) const {
    if (item == Py_None) {
      fail(ErrorCode::bad_format, place(side_, row) + " is None",
           "an example without labels is an empty list");
    }
    fail(ErrorCode::bad_format,
         place(side_, row) + " is a " + nb::type_name(nb::handle(item).type()).c_str() +
             ", but row 0 is a " + nb::type_name(nb::handle(at(0)).type()).c_str(),
         "give one label for each example, or a list of labels for each");
  }

  void add(PyObject* label, const Seen& seen, std::vector<LabelId>& labels) {
    const LabelId id = texts_->of(label, seen);
    if (id != kNoLabel) labels.push_back(id);
  }

  void add_single(PyObject* label, std::size_t row, std::vector<LabelId>& labels) {
    if (PyBool_Check(label)) {  // of a binary task
      labels.push_back(texts_->of(std::int64_t{label == Py_True}, {side_, row}));
    } else {
      add(label, {side_, row}, labels);
    }
  }

  void read_row(PyObject* item, std::size_t row, std::vector<LabelId>& labels) {
    const Seen seen{side_, row};
    if (PyList_Check(item)) {
      for (Py_ssize_t i = 0; i < PyList_Size(item); ++i) add(PyList_GetItem(item, i), seen, labels);
      return;
    }
    if (PyTuple_Check(item)) {
      const Py_ssize_t n = PyTuple_Size(item);
      for (Py_ssize_t i = 0; i < n; ++i) add(PyTuple_GetItem(item, i), seen, labels);
      return;
    }
    if (PyDict_Check(item)) {
      fail(ErrorCode::bad_format, place(side_, row) + " is a dict",
           "give scored labels as y_score, and label sets as lists or sets");
    }
    if (!PySet_Check(item) && !PyFrozenSet_Check(item)) return read_made(item, row, labels);
    const nb::object iterator = nb::steal(PyObject_GetIter(item));
    while (const nb::object label = nb::steal(PyIter_Next(iterator.ptr()))) {
      add(label.ptr(), seen, labels);
    }
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
  }

  /// Of arrays and what else can be walked: the labels are made for us, and die with the list.
  void read_made(PyObject* item, std::size_t row, std::vector<LabelId>& labels) {
    const nb::object walked = nb::borrow(item);
    nb::object list;
    if (nb::hasattr(walked, "tolist")) {
      list = walked.attr("tolist")();
    } else {
      list = nb::steal(PySequence_List(item));
    }
    if (!list.is_valid() || !PyList_Check(list.ptr())) {
      PyErr_Clear();
      ragged(item, row);
    }
    read_row(list.ptr(), row, labels);
    texts_->forget_objects();
  }

  double score(PyObject* value, std::size_t row) const {
    const double out = PyFloat_AsDouble(value);
    if (out == -1.0 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      fail(ErrorCode::bad_number,
           place(side_, row) + " holds a score that is a " +
               nb::type_name(nb::handle(value).type()).c_str(),
           "scores are numbers");
    }
    if (!std::isfinite(out)) {
      fail(ErrorCode::bad_number,
           place(side_, row) + " holds the score " + (std::isnan(out) ? "NaN" : number_text(out)),
           "scores are finite numbers");
    }
    return out;
  }

  /// {label: score}, or pairs of label and score.
  void read_scores(PyObject* item, std::size_t row, std::vector<LabelId>& labels,
                   std::vector<double>& scores) {
    nb::object pairs = nb::borrow(item);
    if (PyDict_Check(item)) pairs = nb::steal(PyDict_Items(item));
    if (!PyList_Check(pairs.ptr()) && !PyTuple_Check(pairs.ptr())) {
      fail(ErrorCode::bad_format,
           place(side_, row) + " is a " + nb::type_name(nb::handle(item).type()).c_str(),
           "give each example's scores as {label: score}, or an array of one column a label");
    }
    for (nb::handle pair : pairs) {
      nb::object label, value;
      if ((!PyTuple_Check(pair.ptr()) && !PyList_Check(pair.ptr())) || nb::len(pair) != 2) {
        fail(ErrorCode::bad_format, place(side_, row) + " holds what is no pair of label and score",
             "give each example's scores as {label: score}, or an array of one column a label");
      }
      label = pair[0];
      value = pair[1];
      const LabelId id = texts_->of(label.ptr(), {side_, row});
      if (id == kNoLabel) continue;
      labels.push_back(id);
      scores.push_back(score(value.ptr(), row));
    }
  }

  nb::object list_;
  std::string side_;
  bool scores_, is_list_, single_ = false;
  std::size_t size_;
  Texts* texts_;
};

}  // namespace

std::unique_ptr<Rows> list_rows(nb::handle list, std::string_view side, bool scores, Texts& texts) {
  return std::make_unique<ListRows>(list, side, scores, texts);
}

}  // namespace tallystick::python
