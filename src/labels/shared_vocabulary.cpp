#include "tallystick/labels/shared_vocabulary.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "base/spin.hpp"

namespace tallystick {

namespace {

constexpr std::size_t kMaxProbes = 64;   // beyond this the table is left to Vocabulary::intern
constexpr std::size_t kAhead = 16;       // how far ahead slots are fetched
constexpr std::size_t kTogether = 1024;  // so few that their slots stay in the cache

/// The parts of a slot that another thread may be filling. The size is written last: who sees it
/// sees all of the slot and its name.
template <typename T>
std::atomic_ref<T> shared(const T& part) {
  return std::atomic_ref<T>(const_cast<T&>(part));
}

}  // namespace

bool SharedVocabulary::named(LabelId id, const Token& token) const noexcept {
  return vocabulary_.name(id) == token.text();
}

/// kNoLabel: not there yet, as far as one can see.
inline LabelId SharedVocabulary::find(const Token& token, const Table& table) const {
  std::size_t position = (token.slot ^ table.seed) & table.mask;
  for (std::size_t probe = 0; probe < kMaxProbes; ++probe) {
    const Slot& slot = table.slots[position];
    const std::uint32_t size = shared(slot.size).load(std::memory_order_acquire);
    if (size == token.size && shared(slot.key).load(std::memory_order_relaxed) == token.key) {
      const LabelId id = shared(slot.id).load(std::memory_order_relaxed);
      if (size <= 8 || named(id, token)) return id;
    }
    if (size == 0) break;
    position = (position + 1) & table.mask;
  }
  return kNoLabel;
}

/// Nothing: tables must grow first.
std::optional<LabelId> SharedVocabulary::add(const Token& token) {
  const std::size_t n = vocabulary_.names_.size();
  if (n == vocabulary_.names_.capacity() || 4 * (n + 1) > 3 * vocabulary_.slots_.size()) return {};
  std::size_t position = (token.slot ^ vocabulary_.seed_) & vocabulary_.mask_;
  for (std::size_t probe = 0; probe < kMaxProbes; ++probe) {
    Slot& slot = vocabulary_.slots_[position];
    if (slot.size == 0) {
      const LabelId id = vocabulary_.add_name(token);
      shared(slot.key).store(token.key, std::memory_order_relaxed);
      shared(slot.id).store(id, std::memory_order_relaxed);
      shared(slot.size).store(token.size, std::memory_order_release);
      return id;
    }
    if (vocabulary_.same(slot, token)) return slot.id;
    position = (position + 1) & vocabulary_.mask_;
  }
  return {};
}

void SharedVocabulary::intern(std::span<const Token> tokens, LabelId* ids) {
  for (std::size_t first = 0; first < tokens.size(); first += kTogether) {
    intern_some(tokens.subspan(first, std::min(kTogether, tokens.size() - first)), ids + first);
  }
}

void SharedVocabulary::intern_some(std::span<const Token> tokens, LabelId* ids) {
  std::array<std::uint32_t, kTogether> fresh;
  std::size_t n_fresh = 0;
  {
    const auto lock = together();
    const Table table{vocabulary_.slots_.begin(), vocabulary_.mask_, vocabulary_.seed_};
    const auto prefetch = [table](const Token& token) {
      __builtin_prefetch(&table.slots[(token.slot ^ table.seed) & table.mask]);
    };
    for (std::size_t i = 0; i < std::min(tokens.size(), kAhead); ++i) prefetch(tokens[i]);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (i + kAhead < tokens.size()) prefetch(tokens[i + kAhead]);
      ids[i] = find(tokens[i], table);
      fresh[n_fresh] = static_cast<std::uint32_t>(i);
      n_fresh += ids[i] == kNoLabel ? 1 : 0;
    }
  }
  for (std::size_t next = 0; next < n_fresh;) {
    {
      const auto lock = together();
      const auto one = detail::lock_soon(adding_);
      for (; next < n_fresh; ++next) {
        const auto id = add(tokens[fresh[next]]);
        if (!id) break;
        ids[fresh[next]] = *id;
      }
    }
    if (next == n_fresh) return;
    const auto growing = alone();
    ids[fresh[next]] = vocabulary_.intern(tokens[fresh[next]]);  // grows what is full
    ++next;
  }
}

}  // namespace tallystick
