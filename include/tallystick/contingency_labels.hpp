// The label lists that Contingency takes: a list, a set, a mapping or one label.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <ranges>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tallystick {

namespace detail {

template <class T>
concept LabelText = std::convertible_to<const T&, std::string_view>;

/// A reference that points to text which outlives the step of the iterator.
template <class T>
concept StableText = LabelText<std::remove_cvref_t<T>> &&
                     (std::is_lvalue_reference_v<T> || std::is_same_v<T, std::string_view> ||
                      std::is_same_v<T, const char*>);

/// A vector, set, array, span ... of labels.
template <class R>
concept LabelRange = std::ranges::input_range<const R> && !LabelText<R> &&
                     StableText<std::ranges::range_reference_t<const R>>;

/// A map from label to something true or false.
template <class R>
concept LabelMap = std::ranges::input_range<const R> && !LabelText<R> &&
                   std::is_lvalue_reference_v<std::ranges::range_reference_t<const R>> &&
                   requires(std::ranges::range_reference_t<const R> entry) {
                     requires LabelText<std::remove_cvref_t<decltype(entry.first)>>;
                     static_cast<bool>(entry.second);
                   };

template <LabelRange R>
[[nodiscard]] std::vector<std::string_view> views_of(const R& labels) {
  std::vector<std::string_view> views;
  if constexpr (std::ranges::sized_range<const R>) views.reserve(std::ranges::size(labels));
  for (auto&& label : labels) views.emplace_back(static_cast<std::string_view>(label));
  return views;
}

}  // namespace detail

/// The labels of one side of one example, made for an argument: it refers to its text and does not
/// keep it. Converts from one label, {"a", "b"}, any range of labels, and any map whose values say
/// whether the label is held (only true ones are), written out {{"a", true}, {"b", false}} too.
class LabelList {
 public:
  struct Item {
    template <detail::LabelText T>
    Item(const T& label, bool is_held = true) : text(label), held(is_held) {}  // NOLINT: implicit
    std::string_view text;
    bool held;
  };

  LabelList() = default;
  LabelList(std::nullptr_t) = delete;
  LabelList(std::initializer_list<Item> items) {
    for (const Item& item : items) {
      if (item.held) labels_.push_back(item.text);
    }
  }
  template <detail::LabelText T>
  LabelList(const T& label) : labels_{std::string_view(label)} {}  // NOLINT: implicit
  template <detail::LabelRange R>
  LabelList(const R& labels) : labels_(detail::views_of(labels)) {}  // NOLINT: implicit
  template <detail::LabelMap R>
  LabelList(const R& labels) {  // NOLINT: implicit
    for (const auto& [label, held] : labels) {
      if (static_cast<bool>(held)) labels_.emplace_back(label);
    }
  }

  /// Sorts by bytes and drops repeats.
  [[nodiscard]] const std::vector<std::string_view>& sorted();

 private:
  std::vector<std::string_view> labels_;
};

}  // namespace tallystick
