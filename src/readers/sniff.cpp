#include "readers/sniff.hpp"

#include <algorithm>
#include <charconv>

#include "readers/sample.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

/// The lines of a sample that are whole, without blank ones; not very many.
std::vector<std::string_view> lines_of(std::string_view sample, bool whole) {
  constexpr std::size_t kLook = 1000;
  std::vector<std::string_view> lines;
  while (!sample.empty() && lines.size() < kLook) {
    const std::size_t end = sample.find('\n');
    if (end == std::string_view::npos && !whole) break;
    std::string_view line = sample.substr(0, end);
    sample.remove_prefix(std::min(sample.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") != std::string_view::npos) lines.push_back(line);
  }
  return lines;
}

/// The words of a line between blanks; `apart` by tabs alone, one each.
std::vector<std::string_view> words_of(std::string_view line, bool tabs) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.size(), line.find_first_of(tabs ? "\t" : " ", at));
    if (end != at || tabs) words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

bool whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool qrels_line(const std::vector<std::string_view>& words) {
  return words.size() == 4 && !words[0].empty() && whole_number(words[1]) && !words[2].empty() &&
         whole_number(words[3]);
}

bool run_line(const std::vector<std::string_view>& words) {
  return words.size() == 6 && !words[0].empty() && (words[1] == "Q0" || words[1] == "q0") &&
         !words[2].empty() && whole_number(words[3]);  // the score is checked where it is read
}

/// Every line is one of TREC's, with blanks between columns or tabs, but not both: a cell of a
/// table may hold blanks.
bool is_trec(const std::vector<std::string_view>& lines, Part part) {
  if (lines.empty() || part == Part::both) return false;
  const bool tabs = lines[0].find('\t') != std::string_view::npos;
  return std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
    if (line.find(tabs ? ' ' : '\t') != std::string_view::npos) return false;
    const auto words = words_of(line, tabs);
    return part == Part::truth ? qrels_line(words) : run_line(words);
  });
}

/// The name says qrels or run, and the first line has as many columns.
bool named_trec(std::string_view path, const std::vector<std::string_view>& lines, Part part) {
  const std::string name = unpacked_name(path);
  if (lines.empty() || part == Part::both) return false;
  if (!name.ends_with(part == Part::truth ? ".qrels" : ".run")) return false;
  std::string line(lines[0]);
  std::replace(line.begin(), line.end(), '\t', ' ');
  return words_of(line, false).size() == (part == Part::truth ? 4 : 6);
}

/// Labels with commas between them, or a pair of a number and whatever.
bool xmc_word(std::string_view word) {
  const std::size_t end = std::min(word.size(), word.find_first_not_of("0123456789,"));
  return end != 0 && (end == word.size() || word[end] == ':');
}

/// A header of two or three whole numbers, then labels, and pairs somewhere.
bool is_xmc(std::string_view sample, const std::vector<std::string_view>& lines, Part part) {
  if (lines.size() < 2 || part == Part::both || lines[0].data() != sample.data()) return false;
  const auto header = words_of(lines[0], false);
  if ((header.size() != 2 && header.size() != 3) ||
      !std::all_of(header.begin(), header.end(), whole_number)) {
    return false;
  }
  const auto words = [&](std::string_view line) {
    const auto all = words_of(line, false);
    return std::all_of(all.begin(), all.end(), xmc_word);
  };
  const auto pairs = [](std::string_view line) { return line.find(':') != std::string_view::npos; };
  return std::all_of(lines.begin() + 1, lines.end(), words) &&
         std::any_of(lines.begin() + 1, lines.end(), pairs);
}

/// Is the layout of a table stated, at least in part?
bool table_stated(const ReadOptions& options) {
  return options.header != Header::automatic || !options.label_separator.empty() ||
         !options.id.empty() || !options.truth.empty() || !options.pred.empty() ||
         !options.score.empty() || !options.weight.empty();
}

}  // namespace

Format sniff(std::string_view sample, bool whole, Part part, const ReadOptions& options,
             const std::string& name) {
  const std::size_t start = sample.find_first_not_of(" \t\r\n");
  const std::string_view rest = sample.substr(std::min(sample.size(), start));
  if (rest.starts_with('{')) return Format::jsonl;
  if (rest.starts_with("[{") || rest == "[" || rest.starts_with("[\n")) {
    fail(ErrorCode::bad_format, {name, 1}, "is a JSON array, not one JSON object a line",
         "write one object a line, for example with jq -c '.[]'");
  }
  if (rest.starts_with("__label__")) return Format::fasttext;
  if (table_stated(options)) return Format::automatic;
  const auto lines = lines_of(sample, whole);
  if (is_trec(lines, part) || named_trec(name, lines, part)) return Format::trec;
  if (is_xmc(sample, lines, part)) return Format::xmc;
  if (lines.size() > 1 && lines[0].starts_with("AUTHOR") && lines[1].starts_with("MODEL")) {
    fail(ErrorCode::bad_format, {name, 1}, "begins as a submission to CAFA does",
         "say --format=cafa");
  }
  return Format::automatic;
}

}  // namespace tallystick::detail
