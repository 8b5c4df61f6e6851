// JSON that maps each class to all its ancestors: {"364.11": ["364.1", "364"], "364.1": ["364"]}.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "readers/json_text.hpp"
#include "readers/json_walk.hpp"
#include "readers/taxonomy_forms.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick::detail {

namespace {

class AncestorLists {
 public:
  AncestorLists(std::string_view text, TaxonomyBuilder& draft)
      : json_(text, draft.origin()), draft_(draft) {}

  void read() {
    json_.read([this](JsonCursor& cursor) {
      for_members(cursor, [&](std::string_view name) { list(cursor, name); });
    });
  }
  void hand_over(TaxonomyFacts& facts);

 private:
  static constexpr LabelId kSeveral = kNoLabel - 1;
  enum class Order : std::uint8_t { none, nearest_first, nearest_last };

  struct List {
    LabelId of;
    std::size_t begin, end;  // in ancestors_
    std::uint64_t line;
  };

  void list(JsonCursor& cursor, std::string_view name);
  LabelId code(JsonCursor& cursor, std::string_view text);
  [[nodiscard]] Order order() const;
  void follow_order();
  void cover(LabelId ancestor, std::vector<std::size_t>& covered, std::size_t mark) const;
  void add_parents(const List& list, std::vector<std::size_t>& covered, std::size_t mark);

  JsonText json_;
  TaxonomyBuilder& draft_;
  Vocabulary codes_;
  std::vector<List> lists_;
  std::vector<LabelId> ancestors_;
  std::vector<std::size_t> list_of_;  // 1-based number of each class's list, 0: it has none
  std::vector<LabelId> next_;         // the parent of a class without a list, by the others' order
};

LabelId AncestorLists::code(JsonCursor& cursor, std::string_view text) {
  if (text.empty()) cursor.wrong(cursor.at(), "a code is empty", "write the code");
  const LabelId id = codes_.intern(text);
  if (id >= list_of_.size()) list_of_.resize(id + std::size_t{1});
  return id;
}

void AncestorLists::list(JsonCursor& cursor, std::string_view name) {
  cursor.peek();
  const char* const at = cursor.at();
  const LabelId of = code(cursor, name);
  if (list_of_[of] != 0) {
    cursor.wrong(at, "a second list for " + quoted(name), "keep one list for each class");
  }
  const std::size_t begin = ancestors_.size();
  const std::uint64_t line = json_.line(cursor);
  for_elements(cursor, [&] { ancestors_.push_back(code(cursor, cursor.string())); });
  lists_.push_back({of, begin, ancestors_.size(), line});
  list_of_[of] = lists_.size();
}

/// A class is in no more lists than its ancestors are, which tells the two orders apart.
AncestorLists::Order AncestorLists::order() const {
  std::vector<std::uint32_t> lists(codes_.size(), 0);
  for (const LabelId ancestor : ancestors_) ++lists[ancestor];
  bool rising = true, falling = true;
  for (const List& one : lists_) {
    for (std::size_t i = one.begin + 1; i < one.end; ++i) {
      rising &= lists[ancestors_[i - 1]] <= lists[ancestors_[i]];
      falling &= lists[ancestors_[i - 1]] >= lists[ancestors_[i]];
    }
  }
  return rising ? Order::nearest_first : falling ? Order::nearest_last : Order::none;
}

/// Finds parents of classes that have no list: what all the others' lists have next to them.
void AncestorLists::follow_order() {
  next_.assign(codes_.size(), kNoLabel);
  const Order found = order();
  if (found == Order::none) return;
  std::vector<char> ends(codes_.size(), 0);  // it is the last of some list
  for (const List& one : lists_) {
    for (std::size_t i = one.begin; i < one.end; ++i) {
      const LabelId at = ancestors_[i];
      const bool first = found == Order::nearest_last && i == one.begin;
      const bool last = found == Order::nearest_first && i + 1 == one.end;
      if (first || last) {
        ends[at] = 1;
        continue;
      }
      const LabelId next = ancestors_[found == Order::nearest_first ? i + 1 : i - 1];
      next_[at] = next_[at] == kNoLabel || next_[at] == next ? next : kSeveral;
    }
  }
  for (LabelId id = 0; id < next_.size(); ++id) {
    if (list_of_[id] != 0 || ends[id] != 0 || next_[id] == kSeveral) next_[id] = kNoLabel;
  }
}

/// Marks what is above an ancestor. What is marked has everything above it marked too.
void AncestorLists::cover(LabelId ancestor, std::vector<std::size_t>& covered,
                          std::size_t mark) const {
  const LabelId start = ancestor;
  while (list_of_[ancestor] == 0) {
    ancestor = next_[ancestor];
    if (ancestor == kNoLabel || ancestor == start || covered[ancestor] == mark) return;
    covered[ancestor] = mark;
  }
  const List& above = lists_[list_of_[ancestor] - 1];
  for (std::size_t i = above.begin; i < above.end; ++i) {
    if (ancestors_[i] != start) covered[ancestors_[i]] = mark;
  }
}

/// Parents are the ancestors that are above no other ancestor.
void AncestorLists::add_parents(const List& list, std::vector<std::size_t>& covered,
                                std::size_t mark) {
  for (std::size_t i = list.begin; i < list.end; ++i) {
    if (covered[ancestors_[i]] != mark) cover(ancestors_[i], covered, mark);
  }
  const auto child = draft_.node(codes_.name(list.of), list.line);
  for (std::size_t i = list.begin; i < list.end; ++i) {
    const LabelId parent = ancestors_[i];
    if (covered[parent] == mark && parent != list.of) continue;
    covered[parent] = mark;  // named twice, it is one edge
    draft_.edge(draft_.node(codes_.name(parent), list.line), child, list.line);
  }
}

void AncestorLists::hand_over(TaxonomyFacts& facts) {
  facts.format = "ancestors";
  facts.detail = "JSON, each class with all its ancestors";
  follow_order();
  std::vector<std::size_t> covered(codes_.size(), 0);
  for (std::size_t i = 0; i < lists_.size(); ++i) add_parents(lists_[i], covered, i + 1);
  std::uint64_t by_order = 0, unlisted = 0;
  for (LabelId id = 0; id < codes_.size(); ++id) {
    if (list_of_[id] != 0) continue;
    ++unlisted;
    const auto node = draft_.node(codes_.name(id));
    if (next_[id] == kNoLabel) continue;
    ++by_order;
    draft_.edge(draft_.node(codes_.name(next_[id])), node);
  }
  if (unlisted != 0) {
    facts.notes.push_back(counted(unlisted, "class has", "classes have") +
                          " no list of ancestors; the order of the other lists gives a parent to " +
                          std::to_string(by_order));
  }
}

}  // namespace

void read_ancestors(std::string_view bytes, TaxonomyBuilder& draft, TaxonomyFacts& facts) {
  AncestorLists lists(bytes, draft);
  lists.read();
  lists.hand_over(facts);
}

}  // namespace tallystick::detail
