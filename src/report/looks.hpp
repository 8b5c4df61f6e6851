// How marks look: no two series differ by colour alone, and no shade is told by colour alone.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace tallystick::detail {

enum class Symbol { circle, square, triangle, diamond, plus, down };

/// Contrast with white is at least 4.5 : 1; colours stay apart for colour-blind readers.
struct Look {
  std::string_view colour;
  std::string_view dashes;  // empty: solid
  Symbol symbol;
};

inline constexpr std::array<Look, 6> kLooks = {{{"#0b5cad", "", Symbol::circle},
                                                {"#b34700", "7 3", Symbol::square},
                                                {"#00695c", "2 3", Symbol::triangle},
                                                {"#7b3294", "8 3 2 3", Symbol::diamond},
                                                {"#6b4e16", "12 4", Symbol::plus},
                                                {"#444f5a", "4 2 1 2", Symbol::down}}};

inline constexpr std::string_view kInk = "#1c2430", kSoft = "#51606f", kRule = "#d5dbe1",
                                  kAxisColour = "#7a8794", kPaper = "#ffffff", kNone = "#e3e6ea";

/// A fill, and the ink that is readable on it.
struct Shade {
  std::string_view fill, ink;
};

inline constexpr std::size_t kShades = 5;
inline constexpr std::array<Shade, kShades> kDiverging = {{{"#a84a00", "#ffffff"},
                                                           {"#f5b26b", "#1c2430"},
                                                           {"#f2f2ee", "#1c2430"},
                                                           {"#92c5de", "#1c2430"},
                                                           {"#0b5cad", "#ffffff"}}};
inline constexpr std::array<Shade, kShades> kSequential = {{{"#f4f8fc", "#1c2430"},
                                                            {"#cfe1f2", "#1c2430"},
                                                            {"#93c3df", "#1c2430"},
                                                            {"#3472ab", "#ffffff"},
                                                            {"#08407a", "#ffffff"}}};

/// Of a value of 0 to 1; kShades for NaN.
[[nodiscard]] inline std::size_t shade_of(double value) noexcept {
  if (!(value >= 0)) return kShades;
  const double step = std::floor(value * kShades);
  return step >= kShades ? kShades - 1 : static_cast<std::size_t>(step);
}

}  // namespace tallystick::detail
