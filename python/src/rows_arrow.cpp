// Columns of labels or of label lists through the Arrow C stream interface; whoever exports them.
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "arrow_abi.hpp"
#include "rows.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::python {

namespace {

/// Calls release when it goes.
template <class T>
struct Owned {
  T value{};
  Owned() = default;
  Owned(Owned&& other) noexcept : value(std::exchange(other.value, T{})) {}
  Owned& operator=(Owned&&) = delete;
  ~Owned() {
    if (value.release != nullptr) value.release(&value);
  }
};

bool valid(const ArrowArray& array, std::int64_t i) {
  if (array.null_count == 0 || array.n_buffers == 0 || array.buffers[0] == nullptr) return true;
  const auto* const bits = static_cast<const std::uint8_t*>(array.buffers[0]);
  const std::int64_t at = i + array.offset;
  return (bits[at / 8] >> (at % 8) & 1) != 0;
}

template <class T>
T element(const ArrowArray& array, std::size_t buffer, std::int64_t i) {
  return static_cast<const T*>(array.buffers[buffer])[i + array.offset];
}

/// First and last of a list, in its child.
struct Bounds {
  std::int64_t first = 0, last = 0;
};

bool is_list(std::string_view format) {
  return format == "+l" || format == "+L" || format == "+vl" || format == "+vL" || format == "+m" ||
         format.starts_with("+w:");
}

Bounds bounds_of(std::string_view format, const ArrowArray& array, std::int64_t i) {
  if (format == "+l" || format == "+m") {
    return {element<std::int32_t>(array, 1, i), element<std::int32_t>(array, 1, i + 1)};
  }
  if (format == "+L") {
    return {element<std::int64_t>(array, 1, i), element<std::int64_t>(array, 1, i + 1)};
  }
  if (format == "+vl") {
    const std::int64_t first = element<std::int32_t>(array, 1, i);
    return {first, first + element<std::int32_t>(array, 2, i)};
  }
  if (format == "+vL") {
    const std::int64_t first = element<std::int64_t>(array, 1, i);
    return {first, first + element<std::int64_t>(array, 2, i)};
  }
  const std::int64_t width = std::stoll(std::string(format.substr(3)));
  return {(i + array.offset) * width, (i + array.offset + 1) * width};
}

bool is_score(std::string_view format) { return format == "f" || format == "g"; }

std::string row_of(std::size_t row, std::string_view side) {
  return "row " + std::to_string(row) + " of " + std::string(side);
}

double score_of(const ArrowSchema& schema, const ArrowArray& array, std::int64_t i, std::size_t row,
                std::string_view side) {
  if (!valid(array, i)) {
    fail(ErrorCode::bad_number, row_of(row, side) + " holds a null in place of a score",
         "scores are finite numbers");
  }
  const double score =
      schema.format[0] == 'f' ? double{element<float>(array, 1, i)} : element<double>(array, 1, i);
  if (!std::isfinite(score)) {
    fail(ErrorCode::bad_number,
         row_of(row, side) + " holds the score " + (std::isnan(score) ? "NaN" : number_text(score)),
         "scores are finite numbers");
  }
  return score;
}

}  // namespace

struct ArrowColumn::Data {
  Owned<ArrowSchema> schema;
  std::vector<Owned<ArrowArray>> arrays;
  std::vector<std::size_t> starts;
  std::size_t size = 0;

  void add(Owned<ArrowArray> array) {
    starts.push_back(size);
    size += static_cast<std::size_t>(array.value.length);
    arrays.push_back(std::move(array));
  }
};

namespace {

template <class T>
T* pointer(nb::handle capsule, const char* name) {
  auto* const found = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (found == nullptr) throw nb::python_error();
  return found;
}

void check(ArrowArrayStream& stream, int status) {
  if (status == 0) return;
  const char* const why = stream.get_last_error(&stream);
  fail(ErrorCode::cannot_read,
       std::string("a column could not be read: ") + (why == nullptr ? "no reason is given" : why),
       "see what makes the column");
}

void take_stream(nb::handle column, ArrowColumn::Data& out) {
  const nb::object capsule = column.attr("__arrow_c_stream__")();
  auto* const stream = pointer<ArrowArrayStream>(capsule, "arrow_array_stream");
  check(*stream, stream->get_schema(stream, &out.schema.value));
  for (;;) {
    Owned<ArrowArray> array;
    check(*stream, stream->get_next(stream, &array.value));
    if (array.value.release == nullptr) return;
    out.add(std::move(array));
  }
}

/// One array, which moves here: its capsule is left with nothing to release.
void take_array(nb::handle column, ArrowColumn::Data& out) {
  const nb::object capsules = column.attr("__arrow_c_array__")();
  auto* const schema = pointer<ArrowSchema>(nb::object(capsules[0]), "arrow_schema");
  auto* const array = pointer<ArrowArray>(nb::object(capsules[1]), "arrow_array");
  out.schema.value = std::exchange(*schema, ArrowSchema{});
  Owned<ArrowArray> owned;
  owned.value = std::exchange(*array, ArrowArray{});
  out.add(std::move(owned));
}

/// Which of the two fields of a struct is the label and which its score: told by the name "score"
/// or "value", else by the order.
struct Fields {
  std::int64_t label = 0, score = 1;
};

Fields fields_of(const ArrowSchema& schema) {
  for (const std::string_view name : {"score", "value", "probability"}) {
    if (schema.children[0]->name != nullptr && schema.children[0]->name == name) return {1, 0};
  }
  return {};
}

class ArrowRows : public Rows {
 public:
  ArrowRows(std::shared_ptr<const ArrowColumn::Data> data, std::string_view side, bool scores,
            Texts& texts)
      : side_(side), texts_(&texts), data_(std::move(data)) {
    const ArrowSchema& schema = data_->schema.value;
    list_ = is_list(schema.format);
    if (scores) {
      const ArrowSchema* const item = list_ ? schema.children[0] : nullptr;
      if (item == nullptr || std::string_view(item->format) != "+s" || item->n_children != 2) {
        fail(ErrorCode::bad_format,
             side_ + " is a column of Arrow type " + quoted(schema.format) +
                 " that holds no lists of (label, score)",
             "give lists of structs of label and score, maps, {label: score}, or an array");
      }
      fields_ = fields_of(*item);
      check_labels(*item->children[fields_->label]);
      if (!is_score(item->children[fields_->score]->format)) {
        fail(ErrorCode::bad_format, side_ + " has scores that are no float32 or float64",
             "convert them");
      }
      return;
    }
    check_labels(list_ ? *schema.children[0] : schema);
  }
  [[nodiscard]] std::size_t size() const override { return data_->size; }

  void read(std::size_t first, std::size_t last, std::vector<LabelId>& labels,
            std::vector<std::uint32_t>& end, std::vector<double>* scores) override {
    const ArrowSchema& schema = data_->schema.value;
    std::size_t at = 0;
    const auto& starts = data_->starts;
    while (at + 1 < starts.size() && starts[at + 1] <= first) ++at;
    for (std::size_t row = first; row < last; ++row) {
      while (at + 1 < starts.size() && starts[at + 1] <= row) ++at;
      const ArrowArray& array = data_->arrays[at].value;
      const auto i = static_cast<std::int64_t>(row - starts[at]);
      if (!list_) {
        add(schema, array, i, row, labels);
      } else {
        if (!valid(array, i)) refuse_null(row);
        const Bounds bounds = bounds_of(schema.format, array, i);
        for (std::int64_t item = bounds.first; item < bounds.last; ++item) {
          if (fields_) {
            add_scored(*schema.children[0], *array.children[0], item, row, labels, *scores);
          } else {
            add(*schema.children[0], *array.children[0], item, row, labels);
          }
        }
      }
      end.push_back(static_cast<std::uint32_t>(labels.size()));
    }
  }

 private:
  void add_scored(const ArrowSchema& schema, const ArrowArray& array, std::int64_t i,
                  std::size_t row, std::vector<LabelId>& labels, std::vector<double>& scores) {
    if (!valid(array, i)) refuse_null(row);
    const std::int64_t at = i + array.offset;  // in the fields
    const std::size_t before = labels.size();
    add(*schema.children[fields_->label], *array.children[fields_->label], at, row, labels);
    if (labels.size() == before) return;
    scores.push_back(score_of(*schema.children[fields_->score], *array.children[fields_->score], at,
                              row, side_));
  }

  void check_labels(const ArrowSchema& schema) const {
    const std::string_view format = schema.format;
    const bool known = format == "u" || format == "U" || format == "vu" ||
                       (format.size() == 1 &&
                        std::string_view("bcCsSiIlL").find(format[0]) != std::string_view::npos);
    if (schema.dictionary != nullptr) return check_labels(*schema.dictionary);
    if (known) return;
    fail(ErrorCode::bad_format,
         side_ + " is a column of Arrow type " + quoted(format) + ", in which no labels are found",
         "labels are texts or whole numbers, or lists of them");
  }

  [[noreturn]] void refuse_null(std::size_t row) const {
    fail(ErrorCode::bad_format, "row " + std::to_string(row) + " of " + side_ + " holds a null",
         "an example without labels is an empty list");
  }

  void add(const ArrowSchema& schema, const ArrowArray& array, std::int64_t i, std::size_t row,
           std::vector<LabelId>& labels) {
    if (!valid(array, i)) refuse_null(row);
    if (schema.dictionary != nullptr) {
      return add(*schema.dictionary, *array.dictionary, integer(schema, array, i, row), row,
                 labels);
    }
    const std::string_view format = schema.format;
    const bool text = format == "u" || format == "U" || format == "vu";
    const LabelId id = text ? texts_->of(text_of(format, array, i), {side_, row})
                            : texts_->of(integer(schema, array, i, row), {side_, row});
    if (id != kNoLabel) labels.push_back(id);
  }

  static std::string_view text_of(std::string_view format, const ArrowArray& array,
                                  std::int64_t i) {
    if (format == "vu") return view_of(array, i);
    Bounds bounds;
    if (format == "u") {
      bounds = {element<std::int32_t>(array, 1, i), element<std::int32_t>(array, 1, i + 1)};
    } else {
      bounds = {element<std::int64_t>(array, 1, i), element<std::int64_t>(array, 1, i + 1)};
    }
    return {static_cast<const char*>(array.buffers[2]) + bounds.first,
            static_cast<std::size_t>(bounds.last - bounds.first)};
  }

  /// Texts of up to 12 bytes stand in the view itself, others in one of many buffers.
  static std::string_view view_of(const ArrowArray& array, std::int64_t i) {
    const char* const view = static_cast<const char*>(array.buffers[1]) + 16 * (i + array.offset);
    std::int32_t parts[4];
    std::memcpy(parts, view, sizeof parts);
    const auto size = static_cast<std::size_t>(parts[0]);
    if (size <= 12) return {view + 4, size};
    return {static_cast<const char*>(array.buffers[2 + parts[2]]) + parts[3], size};
  }

  std::int64_t integer(const ArrowSchema& schema, const ArrowArray& array, std::int64_t i,
                       std::size_t row) const {
    switch (schema.format[0]) {
      case 'b': {
        const auto* const bits = static_cast<const std::uint8_t*>(array.buffers[1]);
        const std::int64_t at = i + array.offset;
        return bits[at / 8] >> (at % 8) & 1;
      }
      case 'c': return element<std::int8_t>(array, 1, i);
      case 'C': return element<std::uint8_t>(array, 1, i);
      case 's': return element<std::int16_t>(array, 1, i);
      case 'S': return element<std::uint16_t>(array, 1, i);
      case 'i': return element<std::int32_t>(array, 1, i);
      case 'I': return element<std::uint32_t>(array, 1, i);
      case 'l': return element<std::int64_t>(array, 1, i);
      default: break;
    }
    const std::uint64_t value = element<std::uint64_t>(array, 1, i);
    if (value > INT64_MAX) {
      fail(ErrorCode::too_large,
           "row " + std::to_string(row) + " of " + side_ + " holds " + std::to_string(value),
           "give such labels as texts");
    }
    return static_cast<std::int64_t>(value);
  }

  std::string side_;
  Texts* texts_;
  std::shared_ptr<const ArrowColumn::Data> data_;
  bool list_ = false;
  std::optional<Fields> fields_;
};

class ParallelRows : public Rows {
 public:
  ParallelRows(std::unique_ptr<Rows> labels, std::shared_ptr<const ArrowColumn::Data> scores,
               std::string_view side)
      : labels_(std::move(labels)), scores_(std::move(scores)), side_(side) {
    if (labels_->size() == scores_->size) return;
    fail(ErrorCode::row_mismatch,
         "y_pred has " + counted(labels_->size(), "example") + ", but " + side_ + " has " +
             std::to_string(scores_->size),
         "give both for the same examples, in the same order");
  }
  [[nodiscard]] std::size_t size() const override { return labels_->size(); }
  [[nodiscard]] bool needs_gil() const override { return labels_->needs_gil(); }

  void read(std::size_t first, std::size_t last, std::vector<LabelId>& labels,
            std::vector<std::uint32_t>& end, std::vector<double>* scores) override {
    const ArrowSchema& schema = scores_->schema.value;
    std::size_t at = 0;
    while (at + 1 < scores_->starts.size() && scores_->starts[at + 1] <= first) ++at;
    for (std::size_t row = first; row < last; ++row) {
      while (at + 1 < scores_->starts.size() && scores_->starts[at + 1] <= row) ++at;
      const ArrowArray& array = scores_->arrays[at].value;
      const auto i = static_cast<std::int64_t>(row - scores_->starts[at]);
      const std::size_t before = labels.size();
      labels_->read(row, row + 1, labels, end, nullptr);
      const Bounds bounds = valid(array, i) ? bounds_of(schema.format, array, i) : Bounds{};
      const auto n = static_cast<std::size_t>(bounds.last - bounds.first);
      if (labels.size() - before != n) {
        fail(ErrorCode::row_mismatch,
             "row " + std::to_string(row) + " of y_pred has " +
                 counted(labels.size() - before, "label") + ", but that of " + side_ + " has " +
                 counted(n, "score"),
             "give each predicted label its score");
      }
      for (std::int64_t item = bounds.first; item < bounds.last; ++item) {
        scores->push_back(score_of(*schema.children[0], *array.children[0], item, row, side_));
      }
    }
  }

 private:
  std::unique_ptr<Rows> labels_;
  std::shared_ptr<const ArrowColumn::Data> scores_;
  std::string side_;
};

}  // namespace

ArrowColumn::ArrowColumn(nb::handle column) {
  auto data = std::make_shared<Data>();
  if (nb::hasattr(column, "__arrow_c_stream__")) {
    take_stream(column, *data);
  } else {
    take_array(column, *data);
  }
  data_ = std::move(data);
}

bool ArrowColumn::bare_scores() const {
  const ArrowSchema& schema = data_->schema.value;
  return is_list(schema.format) && is_score(schema.children[0]->format);
}

std::unique_ptr<Rows> arrow_rows(const ArrowColumn& column, std::string_view side, bool scores,
                                 Texts& texts) {
  return std::make_unique<ArrowRows>(column.data(), side, scores, texts);
}

std::unique_ptr<Rows> parallel_rows(std::unique_ptr<Rows> labels, const ArrowColumn& scores,
                                    std::string_view side) {
  return std::make_unique<ParallelRows>(std::move(labels), scores.data(), side);
}

}  // namespace tallystick::python
