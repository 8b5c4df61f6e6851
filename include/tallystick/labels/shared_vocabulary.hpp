// One vocabulary that several threads add to.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>

#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// While threads intern through it, nobody may look at the vocabulary but under one of the locks.
/// Look-ups go on while one thread adds; all wait only while tables grow. Which thread comes first
/// decides the ids, and nothing else.
class SharedVocabulary {
 public:
  /// `vocabulary` must outlive this.
  explicit SharedVocabulary(Vocabulary& vocabulary) noexcept : vocabulary_(vocabulary) {}

  [[nodiscard]] Vocabulary& vocabulary() noexcept { return vocabulary_; }

  /// As Vocabulary::intern, from any thread. Blocks of thousands of tokens are worth the locks.
  void intern(std::span<const Token> tokens, LabelId* ids);

  /// While it lives the thread may look at names of labels that it interned.
  [[nodiscard]] std::shared_lock<std::shared_mutex> together() { return std::shared_lock(tables_); }
  /// No other thread interns while it lives.
  [[nodiscard]] std::unique_lock<std::shared_mutex> alone() { return std::unique_lock(tables_); }

 private:
  using Slot = Vocabulary::Slot;
  struct Table {  // as long as it does not grow
    const Slot* slots;
    std::size_t mask;
    std::uint64_t seed;
  };

  void intern_some(std::span<const Token> tokens, LabelId* ids);
  [[nodiscard]] LabelId find(const Token& token, const Table& table) const;
  [[nodiscard]] bool named(LabelId id, const Token& token) const noexcept;
  std::optional<LabelId> add(const Token& token);

  Vocabulary& vocabulary_;
  std::shared_mutex tables_;  // held alone where tables grow, else together
  std::mutex adding_;         // held, with tables_, by the one who fills slots
};

}  // namespace tallystick
