#include "texts.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::python {

namespace {

constexpr std::int64_t kSmall = 1 << 20;

std::string repr(PyObject* object) {
  constexpr std::size_t kMost = 60;
  const nb::object ascii = nb::steal(PyObject_ASCII(object));  // a text may hold what UTF-8 lacks
  if (!ascii.is_valid()) {
    PyErr_Clear();
    return "an object";
  }
  std::string text = nb::cast<std::string>(ascii);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

std::string place(const Seen& seen) {
  return "row " + std::to_string(seen.row) + " of " + std::string(seen.side);
}

}  // namespace

void Texts::check(Kind kind, const Seen& seen, std::string_view label) {
  if (kind_ == Kind::none) {
    kind_ = kind;
    first_ = seen;
    first_label_ = label;
    return;
  }
  const bool text = kind == Kind::text;
  fail(ErrorCode::bad_format,
       place(seen) + " holds the " +
           (text ? "text " + quoted(label) : "integer " + std::string(label)) + ", but " +
           place(first_) + " holds the " +
           (text ? "integer " + first_label_ : "text " + quoted(first_label_)),
       "make all labels texts, or all integers");
}

void Texts::refuse(PyObject* label, const Seen& seen) const {
  if (label == Py_None) {
    fail(ErrorCode::bad_format, place(seen) + " holds None",
         "an example without labels is an empty list");
  }
  if (PyFloat_Check(label)) {
    const double value = PyFloat_AsDouble(label);
    if (value != value) {
      fail(ErrorCode::bad_format, place(seen) + " holds NaN",
           "an example without labels is an empty list");
    }
  }
  fail(ErrorCode::bad_format, place(seen) + " holds " + repr(label) + ", which is no label",
       "labels are texts or whole numbers");
}

/// Whether the very object was met before. Where each label is an object of its own, looking is in
/// vain, and is given up for the rest of the block.
bool Texts::met_again(PyObject* label, LabelId& id) noexcept {
  constexpr std::size_t kTrial = 1024;
  if (n_looked_up_ >= kTrial && n_met_ * 4 < n_looked_up_) return false;
  ++n_looked_up_;
  const Object& known = objects_[(reinterpret_cast<std::uintptr_t>(label) >> 4) % objects_.size()];
  if (known.object != label) return false;
  ++n_met_;
  id = known.id;
  return true;
}

/// Codes and the like: compared as one number, before the vocabulary hashes them. Four places for
/// each hash, which share a line of the cache.
LabelId Texts::of_short(std::string_view label, const Seen& seen) {
  constexpr std::size_t kWays = 4, kMost = 1 << 15;
  if (short_.size() < kMost && short_.size() <= 2 * vocabulary_->size()) {
    short_.assign(std::max<std::size_t>(2 * short_.size(), 1 << 10), {});
  }
  const std::size_t size = label.size();
  std::uint64_t bytes = 0;
  if (size >= 4) {  // the first and the last four, which may overlap
    std::uint32_t first = 0, last = 0;
    std::memcpy(&first, label.data(), 4);
    std::memcpy(&last, label.data() + size - 4, 4);
    bytes = first | std::uint64_t{last} << 32;
  } else {
    for (const char c : label) bytes = bytes << 8 | static_cast<unsigned char>(c);
  }
  const std::uint64_t mixed = (bytes + size) * 0x9E3779B97F4A7C15U;
  ShortText* const ways = short_.data() + ((mixed >> 32) & (short_.size() / kWays - 1)) * kWays;
  for (std::size_t way = 0; way < kWays; ++way) {
    if (ways[way].bytes == bytes && ways[way].size == size) return ways[way].id;
  }
  const LabelId id = of(label, seen);
  ways[n_short_++ % kWays] = {bytes, static_cast<std::uint32_t>(size), id};
  return id;
}

LabelId Texts::of_text(PyObject* label, const Seen& seen) {
  LabelId id = kNoLabel;
  if (met_again(label, id)) return id;
  Py_ssize_t length = 0;
  const char* const data = PyUnicode_AsUTF8AndSize(label, &length);
  if (data == nullptr) {
    PyErr_Clear();
    fail(ErrorCode::bad_encoding, place(seen) + " holds a text that is not Unicode: " + repr(label),
         "decode it with errors='replace'");
  }
  const std::string_view text(data, static_cast<std::size_t>(length));
  id = !text.empty() && text.size() <= 8 ? of_short(text, seen) : of(text, seen);
  if (n_looked_up_ < 1024 || n_met_ * 4 >= n_looked_up_) {
    objects_[(reinterpret_cast<std::uintptr_t>(label) >> 4) % objects_.size()] = {label, id};
    ++n_kept_;
  }
  return id;
}

LabelId Texts::of_number(PyObject* label, const Seen& seen) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(label, &overflow);
  if (overflow == 0) return of(static_cast<std::int64_t>(value), seen);
  const std::string text = repr(label);
  if (kind_ != Kind::integer) check(Kind::integer, seen, text);
  return vocabulary_->intern(text);
}

LabelId Texts::of(PyObject* label, const Seen& seen) {
  if (PyUnicode_Check(label)) return of_text(label, seen);
  if (PyBool_Check(label)) refuse(label, seen);
  if (PyLong_Check(label)) return of_number(label, seen);
  if (!PyIndex_Check(label)) refuse(label, seen);
  const nb::object number = nb::steal(PyNumber_Index(label));  // numpy's integers
  if (!number.is_valid()) {
    PyErr_Clear();
    refuse(label, seen);
  }
  return of_number(number.ptr(), seen);
}

LabelId Texts::of(std::int64_t label, const Seen& seen) {
  const bool small = label >= 0 && label < kSmall;
  if (kind_ == Kind::integer) {
    if (small) {
      const auto at = static_cast<std::size_t>(label);
      if (at < small_.size() && small_[at] != kNoLabel) return small_[at];
    } else if (const auto found = large_.find(label); found != large_.end()) {
      return found->second;
    }
  }
  char text[24];
  const auto end = std::to_chars(text, text + sizeof text, label).ptr;
  const std::string_view name(text, static_cast<std::size_t>(end - text));
  if (kind_ != Kind::integer) check(Kind::integer, seen, name);
  const LabelId id = vocabulary_->intern(name);
  if (small) {
    const auto at = static_cast<std::size_t>(label);
    if (small_.size() <= at)
      small_.resize(std::max<std::size_t>(at + 1, 2 * small_.size()), kNoLabel);
    small_[at] = id;
  } else {
    large_.emplace(label, id);
  }
  return id;
}

LabelId Texts::of(std::string_view label, const Seen& seen) {
  if (label.empty()) return kNoLabel;
  if (kind_ != Kind::text) check(Kind::text, seen, label);
  return vocabulary_->intern(label);
}

std::vector<LabelId> Texts::columns(std::size_t n, const std::vector<std::string>* names,
                                    bool integers, std::string_view side) {
  std::vector<LabelId> out(n);
  if (names != nullptr && names->size() != n) {
    fail(ErrorCode::row_mismatch,
         std::string(side) + " has " + counted(n, "column") + ", but there are " +
             counted(names->size(), "label"),
         "name each column, in their order");
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (names == nullptr) {
      out[i] = of(static_cast<std::int64_t>(i), {side, 0});
    } else if (integers) {
      if (kind_ != Kind::integer) check(Kind::integer, {side, 0}, (*names)[i]);
      out[i] = vocabulary_->intern((*names)[i]);
    } else {
      out[i] = of(std::string_view((*names)[i]), {side, 0});
    }
  }
  return out;
}

}  // namespace tallystick::python
