#include "readers/taxonomy_rows.hpp"

#include <algorithm>
#include <cstring>

#include "readers/chunk.hpp"
#include "readers/rows.hpp"

namespace tallystick::detail {

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && LabelMaker::blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && LabelMaker::blank(text.back())) text.remove_suffix(1);
  return text;
}

void TaxonomyRows::refuse(const char* at, const char* fact) const {
  const char* start = at;
  std::uint64_t line = line_;
  for (const char* p = row_; p != at; ++p) line += *p == '\n' ? 1 : 0;
  while (start != row_ && start[-1] != '\n') --start;
  fail(ErrorCode::bad_format, Place{*file_, line, static_cast<std::uint64_t>(at - start) + 1}, fact,
       "double the quotes that belong to a text, or close the cell");
}

bool TaxonomyRows::comment() const noexcept {
  return *at_ == '#' && (at_ + 1 == end_ || LabelMaker::blank(at_[1]));
}

bool TaxonomyRows::next() {
  while (at_ != end_) {
    row_ = at_;
    line_ = next_line_;
    cells_.clear();
    if (!mended_.empty()) mended_.clear();
    if (comment()) {
      at_ = std::find(at_, end_, '\n');
      if (at_ != end_) ++at_;
      ++next_line_;
      ++n_comments_;
      continue;
    }
    if (delimiter_ == ' ') {
      split_blanks();
    } else {
      split_cells();
    }
    if (std::any_of(cells_.begin(), cells_.end(), [](auto cell) { return !cell.empty(); })) {
      return true;
    }
  }
  cells_.clear();
  return false;
}

void TaxonomyRows::split_blanks() {
  while (at_ != end_ && *at_ != '\n') {
    if (LabelMaker::blank(*at_)) {
      ++at_;
      continue;
    }
    const char* const start = at_;
    while (at_ != end_ && !LabelMaker::blank(*at_)) ++at_;
    cells_.emplace_back(start, static_cast<std::size_t>(at_ - start));
  }
  if (at_ != end_) ++at_;
  ++next_line_;
}

/// Where nothing separates cells, quotes are a text's own unless they hold the whole line.
bool TaxonomyRows::quoted_line() const noexcept {
  const char* last = std::find(at_, end_, '\n');
  while (LabelMaker::blank(last[-1])) --last;
  return closing_quote(at_, last) == last - 1;
}

void TaxonomyRows::quoted_cell() {
  const char* const open = at_;
  const char* const close = closing_quote(at_, end_);
  if (close == nullptr) refuse(open, "the quote that opens here is never closed");
  std::string_view text(open + 1, static_cast<std::size_t>(close - open) - 1);
  next_line_ += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  if (text.find('"') != std::string_view::npos) {
    std::string& plain = mended_.emplace_back();
    for (std::size_t i = 0; i < text.size(); ++i) {
      plain += text[i];
      if (text[i] == '"') ++i;  // a doubled quote stands for one
    }
    text = plain;
  }
  cells_.push_back(trimmed(text));
  at_ = close + 1;
  while (at_ != end_ && *at_ != delimiter_ && *at_ != '\n' && LabelMaker::blank(*at_)) ++at_;
  if (at_ != end_ && *at_ != delimiter_ && *at_ != '\n') {
    refuse(at_, "text follows the quote that closes a cell");
  }
}

void TaxonomyRows::split_cells() {
  for (;;) {
    if (at_ != end_ && *at_ == '"' && (delimiter_ != '\n' || quoted_line())) {
      quoted_cell();
    } else {
      const char* const start = at_;
      while (at_ != end_ && *at_ != delimiter_ && *at_ != '\n') ++at_;
      cells_.push_back(trimmed({start, static_cast<std::size_t>(at_ - start)}));
    }
    if (at_ == end_ || *at_ == '\n') break;
    ++at_;  // the delimiter; another cell follows, be it empty
  }
  if (at_ != end_) ++at_;
  ++next_line_;
}

}  // namespace tallystick::detail
