// What pages are made of: tables, sentences and pictures as HTML, in sections that links lead to.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/report/picture.hpp"

namespace tallystick::detail {

using PageRows = std::vector<std::vector<std::string>>;

/// Figures that a reader asks for first.
inline constexpr std::string_view kHeadlines[] = {"accuracy", "hierarchical_f1_micro", "f1_micro",
                                                  "f1_macro", "subset_accuracy",       "lrap"};

struct PageTable {
  std::string_view alignment = "l";  // 'l' or 'r' for each column, the last letter for what follows
  std::string_view name;             // for those who hear it instead of seeing it
  std::string_view id = {}, caption = {};
  bool sorts = false;  // by its heads
};

/// The first row is the head. It scrolls within the page.
[[nodiscard]] std::string page_table(const PageRows& rows, const PageTable& table);
[[nodiscard]] std::string paragraph(std::string_view text, std::string_view kind = "");
/// Nothing of no texts.
[[nodiscard]] std::string bullets(std::span<const std::string> texts);
/// What is typed there hides the rows of that table whose first cell does not hold it.
[[nodiscard]] std::string search_box(std::string_view table, std::string_view what);
/// What figures of these names are, from the catalogue: others can check them.
[[nodiscard]] std::string definitions(std::span<const std::string> figures,
                                      const std::string& convention, const std::string& source);
/// The picture, what is to be seen in it, and its numbers in a table that opens. A script offers
/// both as files.
[[nodiscard]] std::string figure_of(const Plot& plot, int digits);

/// For a page of others, which may be light or dark: an element with colours of its own.
[[nodiscard]] std::string fragment(const std::string& body);

/// The pictures of those kinds, in that order.
class Pictures {
 public:
  Pictures(std::span<const Plot> plots, int digits) : plots_(plots), digits_(digits) {}
  [[nodiscard]] std::string of(std::initializer_list<std::string_view> kinds) const;

 private:
  std::span<const Plot> plots_;
  int digits_;
};

class Page {
 public:
  /// A section without a body is left out.
  void section(std::string_view id, std::string_view title, const std::string& body);
  /// One file: `head`, links to the sections, sections.
  [[nodiscard]] std::string done(std::string_view title, const std::string& head) const;

 private:
  std::string links_, body_;
};

}  // namespace tallystick::detail
