#include "readers/rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "readers/short_number.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/labels/normalize.hpp"

#ifdef TALLYSTICK_HAS_FAST_FLOAT
#include <fast_float/fast_float.h>
#endif

namespace tallystick::detail {

std::string_view Arena::store(std::string_view text, const char* origin) {
  constexpr std::size_t kBlockBytes = 1 << 16;
  constexpr std::size_t kSlack = 8;  // tokens are made with whole words
  const std::size_t need = text.size() + kSlack;
  if (need > left_) {
    left_ = std::max(kBlockBytes, need);
    blocks_.push_back(std::make_unique<char[]>(left_));
    next_ = blocks_.back().get();
  }
  if (!text.empty()) std::memcpy(next_, text.data(), text.size());
  const std::string_view kept(next_, text.size());
  next_ += need;
  left_ -= need;
  pieces_.push_back({kept, origin});
  return kept;
}

void Arena::clear() noexcept {
  pieces_.clear();
  blocks_.clear();
  next_ = nullptr;
  left_ = 0;
}

const char* Arena::origin(const char* at) const noexcept {
  for (std::size_t i = pieces_.size(); i-- > 0;) {
    const Piece& piece = pieces_[i];
    if (at >= piece.text.data() && at <= piece.text.data() + piece.text.size()) return piece.origin;
  }
  return nullptr;
}

void Rows::clear() noexcept {
  ids.clear();
  lines.clear();
  truth.clear();
  predicted.clear();
  weights.clear();
  groups.clear();
  other_separators = 0;
  if (!arena.empty()) arena.clear();
}

void Rows::reserve(std::size_t rows) {
  ids.reserve(rows);
  lines.reserve(rows);
  truth.end.reserve(rows);
  predicted.end.reserve(rows);
}

std::string_view LabelMaker::trimmed(std::string_view text) const noexcept {
  if (!trim_) return text;
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string LabelMaker::text_of(std::string_view label) const {
  std::string text(trimmed(label));
  if (nfc_) text = nfc(text);
  if (fold_) text = fold_case(text);
  return text;
}

std::string_view LabelMaker::normalized(Rows& rows, std::string_view text) const {
  std::string changed(text);
  if (nfc_) changed = nfc(changed);
  if (fold_) changed = fold_case(changed);
  return changed == text ? text : rows.arena.store(changed, text.data());
}

std::optional<double> number_from(std::string_view text) noexcept {
  const char* const end = text.data() + text.size();
  double quick = 0;
  if (!text.empty() && text.size() <= 8 &&
      short_number(small_bytes(text.data(), text.size()), text.size(), quick)) {
    return quick;
  }
#ifdef TALLYSTICK_HAS_FAST_FLOAT
  double value = 0;
  const auto [rest, error] = fast_float::from_chars(text.data(), end, value);
#else
  long double value = 0;  // its range is wider, so that tiny numbers become 0
  const auto [rest, error] = std::from_chars(text.data(), end, value);
#endif
  if (rest != end || error == std::errc::invalid_argument) return std::nullopt;
  const auto number = static_cast<double>(value);
  if (!std::isfinite(number)) return std::nullopt;
  return number;
}

std::string score_hint(std::string_view text) {
  if (text.find(',') != std::string_view::npos) return "write decimal points, not commas";
  if (text.ends_with('%')) return "write scores as decimal numbers: 0.25, not 25%";
  return "write scores as decimal numbers, like 0.25";
}

double score_from(const Chunk& chunk, const char* at, std::string_view text) {
  if (const auto score = number_from(text)) return *score;
  fail(ErrorCode::bad_number, chunk.place(at),
       text.empty() ? "the score is empty" : "score " + quoted(text) + " is not a finite number",
       score_hint(text));
}

Amount weight_from(const Chunk& chunk, const char* at, std::string_view text) {
  constexpr const char* kHint = "weights are finite numbers of 0 or more, below 2^63";
  const auto weight = number_from(text);
  if (!weight || !(*weight >= 0) || *weight >= 0x1p63) {
    fail(ErrorCode::bad_weight, chunk.place(at),
         text.empty() ? "the weight is empty" : "weight " + quoted(text) + " is not allowed",
         kHint);
  }
  if (*weight > 0 && *weight < 0x1p-40) {
    fail(ErrorCode::bad_weight, chunk.place(at),
         "weight " + quoted(text) + " is smaller than 2^-40",
         "multiply all weights by one large number, which changes no measure");
  }
  return amount_from(*weight);
}

std::string groups_differ(std::string_view id, std::string_view group, std::string_view before) {
  return "id " + quoted(id) + " belongs to " + quoted(group) + " here, but to " + quoted(before) +
         " on an earlier line";
}

Place place_of(const Chunk& chunk, const Rows& rows, const char* at) {
  while (at != nullptr && !chunk.holds(at)) at = rows.arena.origin(at);
  return at == nullptr ? Place{*chunk.file} : chunk.place(at);
}

}  // namespace tallystick::detail
