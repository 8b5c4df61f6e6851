// What a parser makes of one side of a text, scores included.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gather.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::testing_readers {

/// "id: label=score label" of every row; the line's number where there are no ids.
inline std::vector<std::string> parsed(const detail::Input& input, detail::Part part,
                                       const ReadOptions& options,
                                       const detail::ReadLimits& limits = {}) {
  const detail::Table table(input, part, options, limits);
  detail::ChunkReader reader = table.reader();
  detail::Chunk chunk;
  detail::Rows rows;
  std::vector<std::string> texts;
  while (reader.next(chunk)) {
    rows.clear();
    table.parser->parse(chunk, rows);
    const detail::LabelColumn& column = part == detail::Part::truth ? rows.truth : rows.predicted;
    EXPECT_EQ(column.end.size(), rows.size());
    EXPECT_TRUE(column.scores.empty() || column.scores.size() == column.tokens.size());
    for (std::size_t row = 0, next = 0; row < rows.size(); ++row) {
      std::string text = rows.ids.empty() ? std::to_string(chunk.first_line + rows.lines[row])
                                          : std::string(rows.ids[row]);
      text += ':';
      for (; next < column.end[row]; ++next) {
        text.append(" ").append(column.tokens[next].text());
        if (!column.scores.empty()) text.append("=").append(number_text(column.scores[next]));
      }
      texts.push_back(text);
    }
  }
  return texts;
}

inline std::vector<std::string> parsed(std::string_view text, detail::Part part,
                                       const ReadOptions& options, const std::string& name = "file",
                                       const detail::ReadLimits& limits = {}) {
  return parsed(detail::Input::memory(name, text), part, options, limits);
}

}  // namespace tallystick::testing_readers
