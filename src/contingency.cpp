#include "tallystick/contingency.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/base/wide.hpp"

namespace tallystick {

namespace {

constexpr std::size_t kLongestName = UINT32_MAX;  // what the vocabulary holds

std::uint64_t checked_sum(std::uint64_t x, std::uint64_t y, std::string_view what) {
  if (x > UINT64_MAX - y) {
    fail(ErrorCode::count_overflow,
         std::to_string(x) + " and " + std::to_string(y) + ' ' + std::string(what) +
             " are more than 18446744073709551615 together",
         "split the data and look at each part by itself");
  }
  return x + y;
}

std::uint64_t total(const ContingencyCells& cells) {
  constexpr std::string_view kWhat = "decisions (label-example pairs)";
  return checked_sum(checked_sum(cells.a, cells.b, kWhat), checked_sum(cells.c, cells.d, kWhat),
                     kWhat);
}

/// The first bytes of a long label, cut before a character and not inside one.
std::string_view head(std::string_view label) {
  std::size_t size = std::min(label.size(), Contingency::kUnknownNameBytes);
  while (size > 0 && size < label.size() &&
         (static_cast<unsigned char>(label[size]) & 0xC0) == 0x80) {
    --size;
  }
  return label.substr(0, size);
}

void write_list(std::ostream& out, const std::vector<std::string_view>& labels) {
  std::string_view separator;
  for (const std::string_view label : labels) {
    out << separator << label;
    separator = " ";
  }
}

}  // namespace

const std::vector<std::string_view>& LabelList::sorted() {
  std::sort(labels_.begin(), labels_.end());
  labels_.erase(std::unique(labels_.begin(), labels_.end()), labels_.end());
  return labels_;
}

Contingency::Contingency(std::span<const std::string_view> categories) {
  bool has_empty = false;  // a category in the module, but no word of a vocabulary
  for (const std::string_view category : categories) {
    if (category.size() > kLongestName) {
      fail(ErrorCode::too_large,
           "a category's name has " + counted(category.size(), "byte") + "; 4294967295 are allowed",
           "give short names");
    }
    if (category.empty()) {
      has_empty = true;
    } else {
      vocabulary_.intern(category);
    }
  }
  vocabulary_.declare();
  counts_.resize(vocabulary_.size() + (has_empty ? 1 : 0));
}

Contingency::Contingency(std::initializer_list<std::string_view> categories)
    : Contingency(std::span<const std::string_view>(categories.begin(), categories.size())) {}

Contingency Contingency::from_counts(std::span<const std::string_view> names,
                                     std::span<const std::uint64_t> tp,
                                     std::span<const std::uint64_t> fp,
                                     std::span<const std::uint64_t> fn, std::uint64_t n_examples) {
  if (tp.size() != names.size() || fp.size() != names.size() || fn.size() != names.size()) {
    fail(ErrorCode::wrong_usage,
         counted(names.size(), "category", "categories") + " but " + std::to_string(tp.size()) +
             " tp, " + std::to_string(fp.size()) + " fp and " + std::to_string(fn.size()) +
             " fn counts",
         "give one count of each kind a category");
  }
  if (static_cast<u128>(names.size()) * n_examples > UINT64_MAX) {
    fail(ErrorCode::count_overflow,
         counted(n_examples, "example") + " times " +
             counted(names.size(), "category", "categories") +
             " are more than 18446744073709551615 decisions",
         "split the data and look at each part by itself");
  }
  Contingency result(names);
  result.n_hypotheses_ = n_examples;
  std::vector<bool> seen(result.counts_.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t category = result.find(names[i]);
    if (seen[category]) {
      fail(ErrorCode::wrong_usage, "the counts name category " + quoted(names[i]) + " twice",
           "add its counts up and give them once");
    }
    seen[category] = true;
    if (static_cast<u128>(tp[i]) + fp[i] + fn[i] > n_examples) {
      fail(ErrorCode::wrong_usage,
           "category " + quoted(names[i]) + " has tp " + std::to_string(tp[i]) + ", fp " +
               std::to_string(fp[i]) + " and fn " + std::to_string(fn[i]) + ", more than the " +
               counted(n_examples, "example") + " there are",
           "give the counts and the number of examples of the same data");
    }
    result.counts_[category] = {tp[i], fp[i], fn[i]};
    const ContingencyCells cells = result.cells(category);
    result.micro_ = {result.micro_.a + cells.a, result.micro_.b + cells.b,
                     result.micro_.c + cells.c, result.micro_.d + cells.d};
  }
  return result;
}

void Contingency::add_result(LabelList assigned, LabelList correct, std::string_view name) {
  const std::vector<std::string_view>& given = assigned.sorted();
  const std::vector<std::string_view>& right = correct.sorted();
  // Everything that can be refused is looked at before anything changes.
  checked_sum(total(micro_), counts_.size(), "decisions (label-example pairs)");
  checked_sum(n_hypotheses_, 1, "examples");
  checked_sum(n_unknown_assigned_, given.size(), "labels that are no category");
  checked_sum(n_unknown_correct_, right.size(), "labels that are no category");

  ++n_hypotheses_;
  micro_.d += counts_.size();  // count() takes back those that are not in d
  auto g = given.begin();
  auto r = right.begin();
  while (g != given.end() || r != right.end()) {
    const bool in_given = r == right.end() || (g != given.end() && *g <= *r);
    const bool in_right = g == given.end() || (r != right.end() && *r <= *g);
    count(in_given ? *g : *r, in_given, in_right);
    if (in_given) ++g;
    if (in_right) ++r;
  }

  if (verbose_ == nullptr) return;
  *verbose_ << name << ": assigned=(";
  write_list(*verbose_, given);
  *verbose_ << ") correct=(";
  write_list(*verbose_, right);
  *verbose_ << ")\n";
}

void Contingency::count(std::string_view label, bool assigned, bool correct) {
  const std::size_t category = find(label);
  if (category == counts_.size()) {
    n_unknown_assigned_ += assigned ? 1 : 0;
    n_unknown_correct_ += correct ? 1 : 0;
    note_unknown(head(label));
    return;
  }
  Counts& counts = counts_[category];
  --micro_.d;
  if (assigned && correct) {
    ++counts.tp;
    ++micro_.a;
  } else if (assigned) {
    ++counts.fp;
    ++micro_.b;
  } else {
    ++counts.fn;
    ++micro_.c;
  }
}

void Contingency::set_entries(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
  const ContingencyCells cells{a, b, c, d};
  total(cells);
  micro_ = cells;
}

void Contingency::merge(const Contingency& other) {
  check_same_categories(other);
  const std::uint64_t n_hypotheses = checked_sum(n_hypotheses_, other.n_hypotheses_, "examples");
  const std::uint64_t n_unknown_assigned = checked_sum(
      n_unknown_assigned_, other.n_unknown_assigned_, "assigned labels that are no category");
  const std::uint64_t n_unknown_correct = checked_sum(n_unknown_correct_, other.n_unknown_correct_,
                                                      "correct labels that are no category");
  checked_sum(total(micro_), total(other.micro_), "decisions (label-example pairs)");

  n_hypotheses_ = n_hypotheses;
  n_unknown_assigned_ = n_unknown_assigned;
  n_unknown_correct_ = n_unknown_correct;
  micro_ = {micro_.a + other.micro_.a, micro_.b + other.micro_.b, micro_.c + other.micro_.c,
            micro_.d + other.micro_.d};
  for (std::size_t category = 0; category < counts_.size(); ++category) {
    const Counts theirs = other.counts_[other.find(name(category))];
    Counts& ours = counts_[category];
    ours = {ours.tp + theirs.tp, ours.fp + theirs.fp, ours.fn + theirs.fn};
  }
  if (&other == this) return;
  for (const std::string& label : other.unknown_) note_unknown(label);
}

bool operator==(const Contingency& x, const Contingency& y) {
  if (x.counts_.size() != y.counts_.size() || x.micro_ != y.micro_ ||
      x.n_hypotheses_ != y.n_hypotheses_ || x.n_unknown_assigned_ != y.n_unknown_assigned_ ||
      x.n_unknown_correct_ != y.n_unknown_correct_ || x.unknown_ != y.unknown_) {
    return false;
  }
  for (std::size_t category = 0; category < x.counts_.size(); ++category) {
    const std::size_t other = y.find(x.name(category));
    if (other == y.counts_.size() || x.counts_[category] != y.counts_[other]) return false;
  }
  return true;
}

std::size_t Contingency::find(std::string_view label) const {
  const std::size_t none = counts_.size();
  if (label.empty()) return none > vocabulary_.size() ? vocabulary_.size() : none;
  if (label.size() > kLongestName) return none;
  const auto id = vocabulary_.find(label);
  return id ? *id : none;
}

std::string_view Contingency::name(std::size_t category) const noexcept {
  return category < vocabulary_.size() ? vocabulary_.name(static_cast<LabelId>(category))
                                       : std::string_view{};
}

ContingencyCells Contingency::cells(std::size_t category) const noexcept {
  const Counts& counts = counts_[category];
  return {counts.tp, counts.fp, counts.fn, n_hypotheses_ - counts.tp - counts.fp - counts.fn};
}

void Contingency::note_unknown(std::string_view label) {
  // Keeping the first by bytes, not the first seen, makes the set independent of the order.
  if (unknown_.size() == kUnknownNamesKept && label >= *unknown_.rbegin()) return;
  unknown_.emplace(label);
  if (unknown_.size() > kUnknownNamesKept) unknown_.erase(std::prev(unknown_.end()));
}

void Contingency::check_same_categories(const Contingency& other) const {
  for (std::size_t category = 0; category < counts_.size(); ++category) {
    if (other.find(name(category)) != other.counts_.size()) continue;
    fail(ErrorCode::incompatible_states,
         "category " + quoted(name(category)) + " is among the " + std::to_string(counts_.size()) +
             " categories here but not among the " + std::to_string(other.counts_.size()) +
             " to be merged",
         "give the same categories to both");
  }
  for (std::size_t category = 0; category < other.counts_.size(); ++category) {
    if (find(other.name(category)) != counts_.size()) continue;
    fail(ErrorCode::incompatible_states,
         "category " + quoted(other.name(category)) + " is among the " +
             std::to_string(other.counts_.size()) + " categories to be merged but not among the " +
             std::to_string(counts_.size()) + " here",
         "give the same categories to both");
  }
}

}  // namespace tallystick
