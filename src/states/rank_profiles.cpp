#include "tallystick/states/rank_profiles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick {

namespace {

constexpr std::size_t kFirstSlots = 1024;

// A profile as words: n_scored, n_true, n_judged, flags; pairs in ties, two words, where there are
// any; then each group as one word (a true label
// that shares its score with none, which most are) or four; then grades, two words each.
enum : std::uint32_t { kFirstIsTrue = 1, kGraded = 2, kTied = 4 };
constexpr std::uint32_t kMany = 1;  // the lowest bit of a group's first word: three more follow

void put(std::vector<std::uint32_t>& words, std::uint64_t value) {
  words.push_back(static_cast<std::uint32_t>(value));
  words.push_back(static_cast<std::uint32_t>(value >> 32));
}

std::uint64_t pair_at(std::span<const std::uint32_t> words, std::size_t i) {
  return words[i] | (static_cast<std::uint64_t>(words[i + 1]) << 32);
}

void encode(const RankProfile& profile, std::vector<std::uint32_t>& words) {
  words.clear();
  words.push_back(profile.n_scored);
  words.push_back(profile.n_true);
  words.push_back(profile.n_judged);
  words.push_back((profile.first_is_true ? kFirstIsTrue : 0u) |
                  (profile.grades.empty() ? 0u : kGraded) | (profile.tied_pairs == 0 ? 0u : kTied));
  if (profile.tied_pairs != 0) put(words, profile.tied_pairs);
  for (const RankGroup& group : profile.groups) {
    const bool one = group.size == 1 && group.hits == 1;
    words.push_back((group.before << 1) | (one ? 0 : kMany));
    if (!one) words.insert(words.end(), {group.size, group.hits, group.judged});
  }
  for (const double grade : profile.grades) put(words, std::bit_cast<std::uint64_t>(grade));
}

void decode(std::span<const std::uint32_t> words, RankProfile& out) {
  out.clear();
  out.n_scored = words[0];
  out.n_true = words[1];
  out.n_judged = words[2];
  out.first_is_true = (words[3] & kFirstIsTrue) != 0;
  const bool graded = (words[3] & kGraded) != 0, tied = (words[3] & kTied) != 0;
  if (tied) out.tied_pairs = pair_at(words, 4);
  const std::size_t end = words.size() - (graded ? 2 * std::size_t{out.n_true} : 0);
  for (std::size_t i = tied ? 6 : 4; i < end;) {
    const std::uint32_t before = words[i] >> 1;
    if ((words[i] & kMany) == 0) {
      out.groups.push_back({before, 1, 1, 0});
      ++i;
    } else {
      out.groups.push_back({before, words[i + 1], words[i + 2], words[i + 3]});
      i += 4;
    }
  }
  for (std::size_t i = end; i < words.size(); i += 2) {
    out.grades.push_back(std::bit_cast<double>(pair_at(words, i)));
  }
}

/// Whether words are what encode() makes of some example; else what is wrong.
std::string_view fault_of(std::span<const std::uint32_t> words) {
  const std::uint64_t n_scored = words[0], n_true = words[1], n_judged = words[2];
  if (n_scored > UINT32_MAX / 2 || words[3] > (kFirstIsTrue | kGraded | kTied))
    return "has no such form";
  const bool graded = (words[3] & kGraded) != 0, tied = (words[3] & kTied) != 0;
  const std::size_t begin = tied ? 6 : 4;
  if (words.size() < begin) return "is cut off";
  if (tied && (pair_at(words, 4) == 0 || pair_at(words, 4) > n_true * n_scored)) {
    return "has ties that cannot be";
  }
  if (graded && (n_true == 0 || words.size() < begin + 2 * n_true)) return "has too few grades";
  const std::size_t end = words.size() - (graded ? 2 * static_cast<std::size_t>(n_true) : 0);
  std::uint64_t next = 0, hits = 0, judged = 0;
  for (std::size_t i = begin; i < end;) {
    const std::uint64_t before = words[i] >> 1;
    const bool many = (words[i] & kMany) != 0;
    if (many && i + 4 > end) return "is cut off";
    const std::uint64_t size = many ? words[i + 1] : 1, true_ones = many ? words[i + 2] : 1;
    const std::uint64_t out = many ? words[i + 3] : 0;
    if (before < next || true_ones + out > size || true_ones + out == 0 ||
        before + size > n_scored || (many && size == 1 && true_ones == 1)) {
      return "has a group that cannot be";
    }
    next = before + size;
    hits += true_ones;
    judged += out;
    i += many ? 4 : 1;
  }
  if (hits > n_true || judged > n_judged) return "has more marked labels than it says";
  if ((words[3] & kFirstIsTrue) != 0 && hits == 0) return "begins with a true label it lacks";
  for (std::size_t i = end; i < words.size(); i += 2) {
    const auto grade = std::bit_cast<double>(pair_at(words, i));
    if (!std::isfinite(grade) || grade <= 0) return "has a grade that is not above 0";
  }
  return {};
}

}  // namespace

std::uint32_t RankProfile::n_hits() const noexcept {
  std::uint32_t n = 0;
  for (const RankGroup& group : groups) n += group.hits;
  return n;
}

void RankProfile::clear() noexcept {
  n_scored = n_true = n_judged = 0;
  first_is_true = false;
  tied_pairs = 0;
  groups.clear();
  grades.clear();
}

RankProfiles::RankProfiles() : slots_(kFirstSlots) {}

void RankProfiles::update(const RankProfile& profile, Amount weight) {
  encode(profile, encoded_);
  add(encoded_, weight);
}

void RankProfiles::merge(const RankProfiles& other) {
  for (const Row& row : other.rows_) add(other.words_of(row), row.amount);
}

namespace {

std::uint64_t hash_of(std::span<const std::uint32_t> words) {
  return detail::hash_bytes(reinterpret_cast<const char*>(words.data()), words.size_bytes());
}

}  // namespace

void RankProfiles::add(std::span<const std::uint32_t> words, Amount weight) {
  std::size_t position = hash_of(words) & (slots_.size() - 1);
  for (; slots_[position] != 0; position = (position + 1) & (slots_.size() - 1)) {
    Row& row = rows_[slots_[position] - 1];
    if (!std::ranges::equal(words_of(row), words)) continue;
    if (!tallystick::add(row.amount, weight)) {
      fail(ErrorCode::count_overflow, "more than 2^64 - 1 examples",
           "evaluate in parts, or use smaller weights");
    }
    return;
  }
  if (rows_.size() == std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorCode::too_large, "more than 2^32 - 1 different rankings", "evaluate in parts");
  }
  rows_.push_back({words_.size(), static_cast<std::uint32_t>(words.size()), weight});
  words_.insert(words_.end(), words.begin(), words.end());
  slots_[position] = static_cast<std::uint32_t>(rows_.size());
  if (rows_.size() * 2 > slots_.size()) grow();
}

void RankProfiles::grow() {
  slots_.assign(slots_.size() * 4, 0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::size_t position = hash_of(words_of(rows_[i])) & (slots_.size() - 1);
    while (slots_[position] != 0) position = (position + 1) & (slots_.size() - 1);
    slots_[position] = static_cast<std::uint32_t>(i + 1);
  }
}

Amount RankProfiles::profile(std::size_t i, RankProfile& out) const {
  decode(words_of(rows_[i]), out);
  return rows_[i].amount;
}

void RankProfiles::save(ByteWriter& out) const {
  std::vector<std::uint32_t> order(rows_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    const auto x = words_of(rows_[a]), y = words_of(rows_[b]);
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  });
  out.u64(order.size());
  for (const std::uint32_t i : order) {
    const auto words = words_of(rows_[i]);
    out.u32(static_cast<std::uint32_t>(words.size()));
    for (const std::uint32_t word : words) out.u32(word);
    out.amount(rows_[i].amount);
  }
}

void RankProfiles::load(ByteReader& in) {
  *this = RankProfiles{};
  const std::uint64_t n = in.count(36);
  std::vector<std::uint32_t> words, last;
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint32_t size = in.u32();
    if (size < 4 || size > in.left() / 4) in.refuse("a ranking is cut off");
    words.clear();
    for (std::uint32_t j = 0; j < size; ++j) words.push_back(in.u32());
    if (const std::string_view fault = fault_of(words); !fault.empty()) {
      in.refuse("a ranking " + std::string(fault));
    }
    const Amount amount = in.amount();
    if (amount == Amount{}) in.refuse("a ranking has no examples");
    if (i != 0 &&
        !std::lexicographical_compare(last.begin(), last.end(), words.begin(), words.end())) {
      in.refuse("the rankings are not in ascending order");
    }
    add(words, amount);
    last = words;
  }
}

}  // namespace tallystick
