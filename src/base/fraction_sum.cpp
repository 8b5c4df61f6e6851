#include "base/fraction_sum.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

namespace tallystick::detail {

namespace {

/// A number that is not negative: 64 bits a limb, the lowest first, of which `places` are below 1.
class Fixed {
 public:
  explicit Fixed(std::size_t places) : places_(places), limbs_(places + 3) {}

  /// Digits beyond the last place are cut off.
  void add(u128 above, std::uint64_t below) {
    const u128 whole = above / below;
    add_at(places_, static_cast<std::uint64_t>(whole));
    add_at(places_ + 1, static_cast<std::uint64_t>(whole >> 64));
    u128 rest = above % below;
    for (std::size_t place = places_; place-- > 0 && rest != 0;) {
      rest <<= 64;
      add_at(place, static_cast<std::uint64_t>(rest / below));
      rest %= below;
    }
  }

  /// Whether a - b, of as many places, is at least n of the last place.
  [[nodiscard]] static bool above(const Fixed& a, const Fixed& b, std::uint64_t n) {
    std::uint64_t borrow = 0, first = 0;
    bool more = false;
    for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
      const u128 taken = u128{b.limbs_[i]} + borrow;
      const auto limb = static_cast<std::uint64_t>(a.limbs_[i] - taken);
      borrow = a.limbs_[i] < taken ? 1 : 0;
      if (i == 0) first = limb;
      more |= i != 0 && limb != 0;
    }
    return borrow == 0 && (more || first >= n);
  }

 private:
  void add_at(std::size_t place, std::uint64_t digit) {
    for (; digit != 0; ++place) {
      limbs_[place] += digit;
      digit = limbs_[place] < digit ? 1 : 0;
    }
  }

  std::size_t places_;
  std::vector<std::uint64_t> limbs_;
};

u128 size_of(i128 value) { return static_cast<u128>(value < 0 ? -value : value); }

}  // namespace

void FractionSum::add(u128 above, std::uint64_t below, bool minus) {
  if (above == 0) return;
  const std::uint64_t rest = static_cast<std::uint64_t>(above % below);
  const std::uint64_t common = std::gcd(rest, below);
  const i128 reduced = static_cast<i128>(above / common);
  terms_.push_back({below / common, minus ? -reduced : reduced});
}

/// Each denominator once, without those that cancel out.
std::vector<FractionSum::Term> FractionSum::united() const {
  std::vector<Term> sorted = terms_;
  std::sort(sorted.begin(), sorted.end(),
            [](const Term& a, const Term& b) { return a.below < b.below; });
  std::vector<Term> out;
  for (const Term& term : sorted) {
    if (!out.empty() && out.back().below == term.below) {
      out.back().above += term.above;
    } else {
      out.push_back(term);
    }
  }
  std::erase_if(out, [](const Term& term) { return term.above == 0; });
  return out;
}

int FractionSum::sign() const {
  const std::vector<Term> terms = united();
  std::uint64_t digits = 0, largest = 1, n_below = 0;
  for (const Term& term : terms) {
    digits += static_cast<std::uint64_t>(std::bit_width(term.below));
    largest = std::max(largest, term.below);
    n_below += term.above < 0 ? 1 : 0;
  }
  if (terms.empty()) return 0;
  if (n_below == 0) return 1;
  if (n_below == terms.size()) return -1;
  // All are multiples of one over the least common multiple L of the denominators, which is at most
  // their product, and at most that of all numbers up to the largest, below 2^(3/2 largest)
  // (Rosser and Schoenfeld 1962). So a sum nearer to 0 than 1 / L is 0.
  if (largest < digits) digits = std::min(digits, largest + largest / 2 + 1);
  const std::uint64_t n = terms.size();
  const std::size_t all = (digits + static_cast<std::size_t>(std::bit_width(2 * n))) / 64 + 1;
  constexpr std::size_t kFew = 2;
  for (const std::size_t places : {std::min(kFew, all), all}) {
    Fixed plus(places), minus(places);
    for (const Term& term : terms) {
      (term.above < 0 ? minus : plus).add(size_of(term.above), term.below);
    }
    // What was cut off is less than one of the last place for each term.
    if (Fixed::above(plus, minus, n)) return 1;
    if (Fixed::above(minus, plus, n)) return -1;
  }
  return 0;
}

}  // namespace tallystick::detail
