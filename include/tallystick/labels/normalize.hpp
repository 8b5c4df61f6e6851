// Unicode forms of labels: composed letters, folded case.
#pragma once

#include <string>
#include <string_view>

namespace tallystick {

/// Whether this build can take nfc() and fold_case() of text beyond ASCII.
[[nodiscard]] bool has_unicode_forms() noexcept;

/// The text in Unicode normal form C ("e" + combining acute becomes one letter). `text` is UTF-8.
/// Errors: not_available in a build without utf8proc, unless the text is ASCII.
[[nodiscard]] std::string nfc(std::string_view text);

/// The text with its case folded (Unicode's full case folding; the German sharp s becomes "ss").
/// Errors: as nfc.
[[nodiscard]] std::string fold_case(std::string_view text);

}  // namespace tallystick
