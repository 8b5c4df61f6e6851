// Python's labels -> ids of distinct texts. Integers and texts do not mix.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tallystick/labels/vocabulary.hpp"

namespace tallystick::python {

namespace nb = nanobind;

/// Which argument a label comes from, and in which row.
struct Seen {
  std::string_view side = "y_true";
  std::uint64_t row = 0;
};

class Texts {
 public:
  enum class Kind : std::uint8_t { none, text, integer };

  explicit Texts(Vocabulary& vocabulary) : vocabulary_(&vocabulary) {}

  [[nodiscard]] Vocabulary& vocabulary() noexcept { return *vocabulary_; }
  [[nodiscard]] Kind kind() const noexcept { return kind_; }

  /// Id of a Python label; kNoLabel for "", which is no label. Errors: bad_format for what is no
  /// label or of another kind than those before, bad_encoding. Needs the GIL.
  LabelId of(PyObject* label, const Seen& seen);
  LabelId of(std::int64_t label, const Seen& seen);
  /// kNoLabel for "".
  LabelId of(std::string_view label, const Seen& seen);
  /// The ids of columns 0 to n - 1, under the given names or their numbers.
  std::vector<LabelId> columns(std::size_t n, const std::vector<std::string>* names, bool integers,
                               std::string_view side);
  /// The same of what is known to be a Python text.
  LabelId of_text(PyObject* label, const Seen& seen);
  /// Pointers of Python's texts are remembered while they are sure to live; then they must go.
  void forget_objects() noexcept {
    if (n_kept_ != 0) objects_ = {};
    n_looked_up_ = n_met_ = n_kept_ = 0;
  }

 private:
  struct Object {
    PyObject* object = nullptr;
    LabelId id = 0;
  };
  struct ShortText {  // of at most 8 bytes
    std::uint64_t bytes = 0;
    std::uint32_t size = 0;
    LabelId id = 0;
  };
  void check(Kind kind, const Seen& seen, std::string_view label);
  [[noreturn]] void refuse(PyObject* label, const Seen& seen) const;
  LabelId of_number(PyObject* label, const Seen& seen);
  LabelId of_short(std::string_view label, const Seen& seen);
  [[nodiscard]] bool met_again(PyObject* label, LabelId& id) noexcept;

  Vocabulary* vocabulary_;
  Kind kind_ = Kind::none;
  Seen first_;
  std::string first_label_;
  std::array<Object, 4096> objects_{};
  std::size_t n_looked_up_ = 0, n_met_ = 0, n_kept_ = 0;
  std::vector<ShortText> short_;
  std::size_t n_short_ = 0;
  std::vector<LabelId> small_;  // of the integers from 0 up, where they are known
  std::unordered_map<std::int64_t, LabelId> large_;
};

}  // namespace tallystick::python
