#include "tallystick/labels/vocabulary.hpp"

#include <algorithm>
#include <cstring>

#include "base/parallel.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick {

namespace {

constexpr std::size_t kFirstSlots = 256;
constexpr std::size_t kBlockBytes = 1 << 16;
constexpr std::size_t kMaxProbes = 256;  // beyond this the keys were chosen to collide: reseed
constexpr std::size_t kAhead = 16;       // how far ahead a block's slots are fetched

}  // namespace

Vocabulary::Vocabulary() : slots_(kFirstSlots), mask_(kFirstSlots - 1) {}

Vocabulary::Vocabulary(const Vocabulary& other) : Vocabulary() {
  for (const Name& name : other.names_) intern(std::string_view{name.data, name.size});
  n_declared_ = other.n_declared_;
  declared_ = other.declared_;
}

Vocabulary& Vocabulary::operator=(const Vocabulary& other) {
  if (this != &other) *this = Vocabulary(other);
  return *this;
}

bool Vocabulary::same(const Slot& slot, const Token& token) const noexcept {
  return slot.key == token.key && slot.size == token.size &&
         (token.size <= 8 || std::memcmp(names_[slot.id].data, token.data, token.size) == 0);
}

LabelId Vocabulary::intern(const Token& token) {
  for (;;) {
    std::size_t position = (token.slot ^ seed_) & mask_;
    for (std::size_t probe = 0; probe < kMaxProbes; ++probe) {
      const Slot& slot = slots_[position];
      if (slot.size == 0) return add(token, position);
      if (same(slot, token)) return slot.id;
      position = (position + 1) & mask_;
    }
    grow();
  }
}

void Vocabulary::intern(std::span<const Token> tokens, LabelId* ids) {
  constexpr std::size_t kCachedSlots = 1 << 14;  // a table of this size stays in the cache
  const std::size_t n = tokens.size();
  const auto look_up = [this](const Token& token) {
    if (token.size > 8) return intern(token);
    std::size_t position = (token.slot ^ seed_) & mask_;
    for (std::size_t probe = 0; probe < kMaxProbes; ++probe) {
      const Slot& slot = slots_[position];
      if (slot.key == token.key && slot.size == token.size) return slot.id;
      if (slot.size == 0) break;
      position = (position + 1) & mask_;
    }
    return intern(token);
  };
  const auto prefetch = [this](const Token& token) {
    __builtin_prefetch(&slots_[(token.slot ^ seed_) & mask_]);
  };
  if (slots_.size() <= kCachedSlots) {
    for (std::size_t i = 0; i < n; ++i) ids[i] = look_up(tokens[i]);
    return;
  }
  for (std::size_t i = 0; i < std::min(n, kAhead); ++i) prefetch(tokens[i]);
  for (std::size_t i = 0; i < n; ++i) {
    if (i + kAhead < n) prefetch(tokens[i + kAhead]);
    ids[i] = look_up(tokens[i]);
  }
}

/// A label of the same key and size: the same label, most likely.
LabelId Vocabulary::like(const Slot& theirs) const noexcept {
  std::size_t position = (detail::mix(theirs.key, theirs.size) ^ seed_) & mask_;
  for (std::size_t probe = 0; probe < kMaxProbes; ++probe) {
    const Slot& slot = slots_[position];
    if (slot.size == 0) break;
    if (slot.key == theirs.key && slot.size == theirs.size) return slot.id;
    position = (position + 1) & mask_;
  }
  return kNoLabel;
}

std::vector<LabelId> Vocabulary::intern_all(const Vocabulary& other, unsigned threads) {
  std::vector<LabelId> ids(other.size(), kNoLabel);
  // Their slots stand in the order of the places to look at here: both tables are walked forward.
  // Nothing is added on the way, since adding in that order crowds a table that has yet to grow.
  detail::in_parts(threads, other.slots_.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Slot& theirs = other.slots_[i];
      if (theirs.size != 0) ids[theirs.id] = like(theirs);
    }
  });
  detail::in_parts(threads, ids.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t id = first; id < last; ++id) {  // the key of a long name only stands for it
      const Name& theirs = other.names_[id];
      if (theirs.size > 8 && ids[id] != kNoLabel &&
          std::memcmp(names_[ids[id]].data, theirs.data, theirs.size) != 0) {
        ids[id] = kNoLabel;
      }
    }
  });
  std::vector<Token> fresh;
  for (std::size_t id = 0; id < ids.size(); ++id) {
    if (ids[id] == kNoLabel) fresh.push_back(Token::of(other.name(static_cast<LabelId>(id))));
  }
  std::vector<LabelId> fresh_ids(fresh.size());
  intern(fresh, fresh_ids.data());
  auto next = fresh_ids.begin();
  for (LabelId& id : ids) {
    if (id == kNoLabel) id = *next++;
  }
  return ids;
}

std::optional<LabelId> Vocabulary::find(std::string_view label) const {
  if (label.empty()) return std::nullopt;
  const Token token = Token::of(label);
  std::size_t position = (token.slot ^ seed_) & mask_;
  for (std::size_t probe = 0; probe < kMaxProbes; ++probe) {
    const Slot& slot = slots_[position];
    if (slot.size == 0) return std::nullopt;
    if (same(slot, token)) return slot.id;
    position = (position + 1) & mask_;
  }
  return std::nullopt;
}

LabelId Vocabulary::add_name(const Token& token) {
  if (token.size == 0) fail(ErrorCode::internal, "an empty label reached the vocabulary");
  if (names_.size() >= kNoLabel - 1) {
    fail(ErrorCode::too_large, "more than 4294967294 distinct labels",
         "check that the label column holds labels, not ids or text");
  }
  const auto id = static_cast<LabelId>(names_.size());
  names_.push_back({store(token), token.size});
  return id;
}

LabelId Vocabulary::add(const Token& token, std::size_t position) {
  const LabelId id = add_name(token);
  slots_[position] = {token.key, token.size, id};
  if (names_.size() * 4 > slots_.size() * 3) grow();
  return id;
}

void Vocabulary::grow() {
  // A table that is far from full grows only because of crowded keys: another seed spreads them.
  const bool crowded = names_.size() * 4 <= slots_.size() * 3;
  detail::LargeArray<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  mask_ = slots_.size() - 1;
  if (crowded) seed_ = detail::mix(seed_ + 0x9E3779B97F4A7C15ull, names_.size());
  for (const Slot& slot : old) {
    if (slot.size == 0) continue;
    std::size_t position = (detail::mix(slot.key, slot.size) ^ seed_) & mask_;
    while (slots_[position].size != 0) position = (position + 1) & mask_;
    slots_[position] = slot;
  }
}

const char* Vocabulary::store(const Token& token) {
  if (token.size > block_left_) {
    const std::size_t bytes = std::max<std::size_t>(kBlockBytes, token.size);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    block_next_ = blocks_.back().get();
    block_left_ = bytes;
  }
  char* place = block_next_;
  std::memcpy(place, token.data, token.size);
  block_next_ += token.size;
  block_left_ -= token.size;
  return place;
}

std::vector<LabelId> Vocabulary::sorted() const {
  struct Entry {
    std::uint64_t start;  // settles most comparisons without a look at the names
    LabelId id;
  };
  std::vector<Entry> entries(names_.size());
  for (std::size_t i = 0; i < names_.size(); ++i) {
    entries[i] = {start(static_cast<LabelId>(i)), static_cast<LabelId>(i)};
  }
  std::sort(entries.begin(), entries.end(), [this](const Entry& a, const Entry& b) {
    return a.start != b.start ? a.start < b.start : name(a.id) < name(b.id);
  });
  std::vector<LabelId> ids(entries.size());
  std::transform(entries.begin(), entries.end(), ids.begin(), [](const Entry& e) { return e.id; });
  return ids;
}

}  // namespace tallystick
