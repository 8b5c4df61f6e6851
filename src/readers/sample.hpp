// Looking at the first bytes of a table: its records, its delimiter, the names in its header.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tallystick/readers/read.hpp"

namespace tallystick::detail {

/// Splits a sample into records of unquoted cells; the last, incomplete record is left out unless
/// the sample is the whole file.
[[nodiscard]] std::vector<std::vector<std::string>> sample_records(std::string_view sample,
                                                                   char delimiter, bool whole,
                                                                   std::size_t limit);

/// ASCII letters in lower case, blanks around cut off: how header names are compared.
[[nodiscard]] std::string plain_name(std::string_view name);

/// The name of a file without the suffix of a packing, in lower case.
[[nodiscard]] std::string unpacked_name(std::string_view path);

/// Is it a column name that needs no option (id, labels, score ...)? The name is a plain_name.
[[nodiscard]] bool known_name(std::string_view plain);
[[nodiscard]] bool any_known(const std::vector<std::string>& cells);

/// The delimiter of cells: as the format or the file's name says, or as the first lines do.
/// Errors: bad_format when nothing separates cells.
[[nodiscard]] char find_delimiter(std::string_view sample, bool whole, Format format,
                                  const std::string& name);

/// The first record cannot be told apart, because of its quotes: says where.
[[noreturn]] void fail_record(std::string_view sample, char delimiter, const std::string& name);

}  // namespace tallystick::detail
