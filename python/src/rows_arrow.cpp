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

class ArrowRows : public Rows {
 public:
  ArrowRows(nb::handle column, std::string_view side, bool scores, Texts& texts)
      : side_(side), texts_(&texts) {
    if (nb::hasattr(column, "__arrow_c_stream__")) {
      take_stream(column);
    } else {
      take_array(column);
    }
    list_ = is_list(schema_.value.format);
    if (scores) {
      fail(ErrorCode::bad_format, side_ + " is a column, in which scores have no place yet",
           "give scores as an array of one column a label, or as {label: score}");
    }
    check_labels(list_ ? *schema_.value.children[0] : schema_.value);
  }
  [[nodiscard]] std::size_t size() const override { return size_; }

  void read(std::size_t first, std::size_t last, std::vector<LabelId>& labels,
            std::vector<std::uint32_t>& end, std::vector<double>*) override {
    std::size_t at = 0;
    while (at + 1 < arrays_.size() && starts_[at + 1] <= first) ++at;
    for (std::size_t row = first; row < last; ++row) {
      while (at + 1 < arrays_.size() && starts_[at + 1] <= row) ++at;
      const ArrowArray& array = arrays_[at].value;
      const auto i = static_cast<std::int64_t>(row - starts_[at]);
      if (!list_) {
        add(schema_.value, array, i, row, labels);
      } else {
        if (!valid(array, i)) refuse_null(row);
        const Bounds bounds = bounds_of(array, i);
        for (std::int64_t item = bounds.first; item < bounds.last; ++item) {
          add(*schema_.value.children[0], *array.children[0], item, row, labels);
        }
      }
      end.push_back(static_cast<std::uint32_t>(labels.size()));
    }
  }

 private:
  template <class T>
  static T* pointer(nb::handle capsule, const char* name) {
    auto* const found = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (found == nullptr) throw nb::python_error();
    return found;
  }

  void take_stream(nb::handle column) {
    const nb::object capsule = column.attr("__arrow_c_stream__")();
    auto* const stream = pointer<ArrowArrayStream>(capsule, "arrow_array_stream");
    check(*stream, stream->get_schema(stream, &schema_.value));
    for (;;) {
      Owned<ArrowArray> array;
      check(*stream, stream->get_next(stream, &array.value));
      if (array.value.release == nullptr) return;
      add(std::move(array));
    }
  }

  /// One array, which moves here: its capsule is left with nothing to release.
  void take_array(nb::handle column) {
    const nb::object capsules = column.attr("__arrow_c_array__")();
    auto* const schema = pointer<ArrowSchema>(nb::object(capsules[0]), "arrow_schema");
    auto* const array = pointer<ArrowArray>(nb::object(capsules[1]), "arrow_array");
    schema_.value = std::exchange(*schema, ArrowSchema{});
    Owned<ArrowArray> owned;
    owned.value = std::exchange(*array, ArrowArray{});
    add(std::move(owned));
  }

  void add(Owned<ArrowArray> array) {
    starts_.push_back(size_);
    size_ += static_cast<std::size_t>(array.value.length);
    arrays_.push_back(std::move(array));
  }

  void check(ArrowArrayStream& stream, int status) const {
    if (status == 0) return;
    const char* const why = stream.get_last_error(&stream);
    fail(ErrorCode::cannot_read,
         side_ + " could not be read: " + (why == nullptr ? "no reason is given" : why),
         "see what makes the column");
  }

  static bool is_list(std::string_view format) {
    return format == "+l" || format == "+L" || format == "+vl" || format == "+vL" ||
           format.starts_with("+w:");
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

  [[nodiscard]] Bounds bounds_of(const ArrowArray& array, std::int64_t i) const {
    const std::string_view format = schema_.value.format;
    if (format == "+l") {
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
  bool list_ = false;
  Owned<ArrowSchema> schema_;
  std::vector<Owned<ArrowArray>> arrays_;
  std::vector<std::size_t> starts_;
  std::size_t size_ = 0;
};

}  // namespace

std::unique_ptr<Rows> arrow_rows(nb::handle column, std::string_view side, bool scores,
                                 Texts& texts) {
  return std::make_unique<ArrowRows>(column, side, scores, texts);
}

}  // namespace tallystick::python
