// Codes of one length, filled up with zeros: SOC 11-1011 below 11-1010, 11-1000 and 11-0000.
#include <algorithm>
#include <utility>

#include "readers/taxonomy_codes.hpp"

namespace tallystick::detail {

namespace {

constexpr std::size_t kLongest = 64;

bool separates(char c) noexcept { return c == '-' || c == '.' || c == '/' || c == ' '; }

/// Codes as a prefix of each length, where the lengths are levels.
class Padding {
 public:
  explicit Padding(const std::vector<std::string_view>& codes) : codes_(codes) {}

  /// False when the codes have no common length.
  bool measure();
  /// Decides which prefix lengths are levels.
  void find_levels();

  /// Bytes of a code that say something: up to the level that its zeros leave.
  [[nodiscard]] std::size_t significant(std::string_view code) const;
  [[nodiscard]] bool level(std::size_t length) const noexcept { return levels_[length] != 0; }
  [[nodiscard]] std::size_t length() const noexcept { return length_; }
  /// Has digits beyond the padded part: "512.1".
  [[nodiscard]] bool longer(std::string_view code) const noexcept { return code.size() > length_; }

 private:
  [[nodiscard]] std::size_t without_zeros(std::string_view code) const;
  [[nodiscard]] bool complete(std::size_t length) const;

  const std::vector<std::string_view>& codes_;
  std::size_t length_ = 0;
  std::size_t first_ = 0;  // where the first separator stands; 0: there is none
  std::vector<char> levels_;
};

bool Padding::measure() {
  if (codes_.size() < 2) return false;
  length_ = codes_[0].size();
  const auto all = [this](auto holds) { return std::all_of(codes_.begin(), codes_.end(), holds); };
  if (!all([](std::string_view code) { return code.size() <= kLongest; })) return false;
  if (!all([this](std::string_view code) { return code.size() == length_; })) {
    const auto whole_part = [](std::string_view code) { return code.substr(0, code.find('.')); };
    length_ = whole_part(codes_[0]).size();
    if (!all([&](std::string_view code) { return whole_part(code).size() == length_; })) {
      return false;
    }
  }
  if (length_ < 2) return false;
  const std::string_view model = codes_[0].substr(0, length_);
  const auto* const first = std::find_if(model.begin(), model.end(), separates);
  if (first != model.end()) first_ = static_cast<std::size_t>(first - model.begin());
  return all([&](std::string_view code) {
    for (std::size_t i = 0; i < length_; ++i) {
      if ((separates(code[i]) || separates(model[i])) && code[i] != model[i]) return false;
    }
    return true;
  });
}

std::size_t Padding::without_zeros(std::string_view code) const {
  if (longer(code)) return length_;
  std::size_t size = length_;
  while (size > 1 && (code[size - 1] == '0' || separates(code[size - 1]))) --size;
  return size;
}

/// Every code that goes on beyond this length has its padded ancestor of this length.
bool Padding::complete(std::size_t length) const {
  std::string ancestor;
  for (const std::string_view code : codes_) {
    if (without_zeros(code) <= length) continue;
    ancestor = code.substr(0, length_);
    for (std::size_t i = length; i < length_; ++i) {
      if (!separates(ancestor[i])) ancestor[i] = '0';
    }
    if (!std::binary_search(codes_.begin(), codes_.end(), std::string_view(ancestor))) return false;
  }
  return true;
}

void Padding::find_levels() {
  levels_.assign(length_ + 1, 1);
  const std::string_view model = codes_[0];
  for (std::size_t i = 1; i <= length_; ++i) {
    if (separates(model[i - 1]) || (i < first_ && !complete(i))) levels_[i] = 0;
  }
  levels_[length_] = 1;
  if (first_ != 0 || length_ % 2 != 0 || length_ < 4) return;
  // Pairs of digits, as in product codes: there "11" stands beside "10", not below it.
  bool every = true, pairs = true;
  for (std::size_t i = 1; i < length_; ++i) {
    const bool here = complete(i);
    every &= here;
    pairs &= here || i % 2 != 0;
  }
  if (every || !pairs) return;
  for (std::size_t i = 1; i < length_; i += 2) levels_[i] = 0;
}

std::size_t Padding::significant(std::string_view code) const {
  if (longer(code)) return code.size();
  std::size_t size = without_zeros(code);
  while (levels_[size] == 0) ++size;  // the full length is a level
  return size;
}

using Key = std::pair<std::string_view, std::uint32_t>;

/// The code with that significant part.
std::uint32_t find_key(const std::vector<Key>& keys, std::string_view wanted) {
  const auto at =
      std::lower_bound(keys.begin(), keys.end(), wanted,
                       [](const Key& key, std::string_view text) { return key.first < text; });
  return at == keys.end() || at->first != wanted ? Nesting::kNone : at->second;
}

std::uint32_t parent_of(std::string_view code, const Padding& padding, const std::vector<Key>& keys,
                        const std::vector<std::string_view>& sorted) {
  std::size_t length = padding.significant(code);
  if (padding.longer(code)) {
    while (--length > padding.length()) {
      const std::uint32_t found = find_key(keys, code.substr(0, length));
      if (found != Nesting::kNone) return found;
    }
    const std::string_view whole = code.substr(0, length);
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), whole);
    if (at != sorted.end() && *at == whole) return static_cast<std::uint32_t>(at - sorted.begin());
    ++length;
  }
  while (--length > 0) {
    if (!padding.level(length)) continue;
    const std::uint32_t found = find_key(keys, code.substr(0, length));
    if (found != Nesting::kNone) return found;
  }
  return Nesting::kNone;
}

/// "00-0000" above all others: nothing else begins with its zeros.
bool find_root(const Padding& padding, const std::vector<Key>& keys,
               const std::vector<std::string_view>& sorted, std::vector<std::uint32_t>& parents) {
  const std::string_view first = sorted.front();  // zeros come first in byte order
  const bool zeros =
      std::all_of(first.begin(), first.end(), [](char c) { return c == '0' || separates(c); });
  if (!zeros || padding.longer(first)) return false;
  const std::string_view top = first.substr(0, padding.significant(first));
  if (keys.size() < 2 || keys[1].first.starts_with(top)) return false;
  for (std::size_t i = 1; i < parents.size(); ++i) {
    if (parents[i] == Nesting::kNone) parents[i] = 0;
  }
  return true;
}

}  // namespace

bool nest_padded(Nesting& nesting, std::size_t plain) {
  Padding padding(nesting.codes);
  if (!padding.measure()) return false;
  padding.find_levels();
  std::vector<Key> keys;
  for (std::uint32_t i = 0; i < nesting.codes.size(); ++i) {
    keys.emplace_back(nesting.codes[i].substr(0, padding.significant(nesting.codes[i])), i);
  }
  std::sort(keys.begin(), keys.end());
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i].first == keys[i - 1].first) return false;  // zeros tell codes apart: no padding
  }
  std::vector<std::uint32_t> parents;
  for (const std::string_view code : nesting.codes) {
    parents.push_back(parent_of(code, padding, keys, nesting.codes));
  }
  const bool rooted = find_root(padding, keys, nesting.codes, parents);
  const auto tops =
      static_cast<std::size_t>(std::count(parents.begin(), parents.end(), Nesting::kNone));
  const std::size_t nested = parents.size() - tops;
  if (nested <= plain || nested < tops) return false;
  nesting.parent = std::move(parents);
  nesting.n_nested = nested;
  nesting.written_root = rooted;
  nesting.detail =
      "codes of " + std::to_string(padding.length()) + " characters, padded with zeros";
  return true;
}

}  // namespace tallystick::detail
