// Label strings <-> dense ids. The hot half of every reader.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tallystick/base/large_array.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick {

using LabelId = std::uint32_t;
inline constexpr LabelId kNoLabel = UINT32_MAX;

/// A label as it stands in a reader's buffer, with its hash. Made by Token::of or of_padded.
struct Token {
  const char* data = nullptr;
  std::uint32_t size = 0;
  std::uint64_t key = 0;   // the bytes themselves when size <= 8, else a hash of them
  std::uint64_t slot = 0;  // where to look

  [[nodiscard]] static Token of(std::string_view label) noexcept {
    const std::size_t size = label.size();
    const std::uint64_t key = size <= 8 ? detail::small_bytes(label.data(), size)
                                        : detail::hash_bytes(label.data(), size);
    return {label.data(), static_cast<std::uint32_t>(size), key, detail::mix(key, size)};
  }
  /// The same without branches on the size of short labels: 8 bytes at data must be readable.
  [[nodiscard]] static Token of_padded(std::string_view label) noexcept {
    const std::size_t size = label.size();
    if (size == 0 || size > 8) return of(label);
    const std::uint64_t key = detail::first_bytes(label.data(), size);
    return {label.data(), static_cast<std::uint32_t>(size), key, detail::mix(key, size)};
  }
  [[nodiscard]] std::string_view text() const noexcept { return {data, size}; }
};

/// Interns label strings. Ids are dense, in order of first sight; names are any non-empty bytes.
/// Ids are an accident of reading order: whatever is printed or saved is ordered by name.
class Vocabulary {
 public:
  Vocabulary();
  Vocabulary(const Vocabulary& other);
  Vocabulary& operator=(const Vocabulary& other);
  Vocabulary(Vocabulary&&) noexcept = default;
  Vocabulary& operator=(Vocabulary&&) noexcept = default;
  ~Vocabulary() = default;

  /// Id of the label, which is added when new. Expected O(size of the label).
  LabelId intern(std::string_view label) { return intern(Token::of(label)); }
  LabelId intern(const Token& token);
  /// Interns a block of tokens; faster than one by one, because look-ups overlap.
  void intern(std::span<const Token> tokens, LabelId* ids);

  /// The ids here of other's labels, by their ids there. Labels that are new here are added.
  std::vector<LabelId> intern_all(const Vocabulary& other, unsigned threads = 1);

  [[nodiscard]] std::optional<LabelId> find(std::string_view label) const;
  [[nodiscard]] std::string_view name(LabelId id) const noexcept {
    return {names_[id].data, names_[id].size};
  }
  /// The first eight bytes of the name (zeros behind a shorter one) as a number that orders names
  /// as their bytes do; equal numbers need a look at the names.
  [[nodiscard]] std::uint64_t start(LabelId id) const noexcept {
    const Name& name = names_[id];
    const std::uint64_t bytes = detail::small_bytes(name.data, name.size < 8 ? name.size : 8);
    return std::endian::native == std::endian::little ? __builtin_bswap64(bytes) : bytes;
  }
  [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }

  /// Closes the declared set: the labels interned so far are the declared ones.
  void declare() noexcept { n_declared_ = names_.size(), declared_ = true; }
  [[nodiscard]] bool declared() const noexcept { return declared_; }
  /// Ids below this are declared labels. Meaningful when declared().
  [[nodiscard]] std::size_t n_declared() const noexcept { return n_declared_; }

  /// All ids in the order of their names' bytes.
  [[nodiscard]] std::vector<LabelId> sorted() const;

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t size = 0;  // 0: free
    LabelId id = 0;
  };
  struct Name {
    const char* data;
    std::uint32_t size;
  };

  friend class SharedVocabulary;

  [[nodiscard]] bool same(const Slot& slot, const Token& token) const noexcept;
  [[nodiscard]] LabelId like(const Slot& theirs) const noexcept;
  LabelId add(const Token& token, std::size_t position);
  LabelId add_name(const Token& token);
  void grow();
  const char* store(const Token& token);

  detail::LargeArray<Slot> slots_;  // power of two
  std::size_t mask_;
  detail::LargeArray<Name> names_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_left_ = 0;
  char* block_next_ = nullptr;
  std::size_t n_declared_ = 0;
  bool declared_ = false;
  std::uint64_t seed_ = 0;
};

}  // namespace tallystick
