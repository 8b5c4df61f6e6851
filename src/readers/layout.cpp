#include "readers/layout.hpp"

#include <algorithm>

#include "readers/sniff.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

std::string_view format_name(Format format) {
  switch (format) {
    case Format::automatic: return "auto";
    case Format::tsv: return "tsv";
    case Format::csv: return "csv";
    case Format::jsonl: return "jsonl";
    case Format::lines: return "lines";
    case Format::indicator: return "indicator";
    case Format::fasttext: return "fasttext";
    case Format::trec: return "trec";
    case Format::cafa: return "cafa";
    case Format::xmc: return "xmc";
  }
  return "auto";
}

/// How many whole lines with something on them the text holds, quotes closed; 2 for more.
int whole_records(std::string_view text) {
  bool something = false, inside = false;
  int records = 0;
  for (const char c : text) {
    if (c == '"') inside = !inside;
    if (c == '\n' && something && !inside) {
      if (++records == 2) return records;
      something = false;
    }
    something |= c != '\n' && c != '\r';
  }
  return records;
}

/// Enough for a header and a row, however wide they are.
std::string take_sample(const Input& input, const ReadLimits& limits, bool& whole) {
  for (std::size_t size = limits.sample;; size *= 4) {
    const std::size_t bytes = std::min(size, limits.record);
    std::string text = input.head(bytes);
    whole = text.size() < bytes;
    const int records = whole ? 2 : whole_records(text);
    if (records == 2 || (records == 1 && bytes == limits.record)) return text;
    if (bytes == limits.record) {
      fail(ErrorCode::line_too_long, {input.name(), 1},
           "the first record is longer than " + counted(limits.record, "byte"),
           "check that this is a text file with one record a line");
    }
  }
}

/// Says early, and in the right words, that the file is not text.
void check_sample(std::string_view sample, bool whole, const std::string& name) {
  constexpr std::size_t kLongestTail = 3;  // of a character that the sample's end cuts
  Chunk chunk;
  chunk.file = &name;
  chunk.text =
      whole ? sample : sample.substr(0, sample.size() - std::min(sample.size(), kLongestTail));
  while (!whole && !chunk.text.empty() &&
         (static_cast<unsigned char>(chunk.text.back()) & 0x80) != 0) {
    chunk.text.remove_suffix(1);
  }
  chunk.seen = glance(chunk.text.data(), chunk.text.size());
  chunk.check_encoding();
  if (chunk.text.find('\n') == std::string_view::npos &&
      chunk.text.substr(0, chunk.text.find_last_not_of('\r') + 1).find('\r') !=
          std::string_view::npos) {
    fail(ErrorCode::bad_format, {name, 1}, "lines end in a carriage return alone",
         "end lines with a line feed, for example with tr '\\r' '\\n'");
  }
}

std::string_view first_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

char stated_separator(const ReadOptions& options) {
  const std::string& text = options.label_separator;
  if (text.empty()) return '\0';
  if (text == "\\t" || text == "tab") return '\t';
  const bool usable = text.size() == 1 && text[0] != '"' && text[0] != '\n' && text[0] != '\r' &&
                      text[0] != '\0' && (static_cast<unsigned char>(text[0]) & 0x80) == 0;
  if (!usable) {
    fail(ErrorCode::wrong_usage, "label separator " + quoted(text) + " is not one ASCII character",
         "choose one character that no label holds, like ; or |");
  }
  return text[0];
}

void find_word_layout(std::string_view text, const Input& input, Layout& layout,
                      InputFacts& facts) {
  layout.shape = Shape::words;
  facts.layout = "lines by position";
  if (layout.part == Part::both) {
    fail(ErrorCode::wrong_usage, {input.name()},
         "format " + facts.format + " pairs the lines of two files; one file was given",
         "name the file of true labels and the file of predictions");
  }
  if (layout.format == Format::lines) {
    facts.label_separator = layout.separator == '\0' ? "blanks" : std::string(1, layout.separator);
    return;
  }
  if (layout.part != Part::predictions) return;
  // Pairs of label and number: what fastText prints with probabilities.
  const std::size_t marked = text.find("__label__");
  if (marked == std::string_view::npos) return;
  const std::string_view line = first_line(text.substr(marked));
  const std::size_t gap = line.find_first_of(" \t");
  if (gap == std::string_view::npos) return;
  const std::string_view rest =
      line.substr(std::min(line.size(), line.find_first_not_of(" \t", gap)));
  layout.scored = number_from(rest.substr(0, rest.find_first_of(" \t"))).has_value();
  if (layout.scored) facts.columns.emplace_back("score=the number after a label");
}

/// Whether the objects of a sample score what they predict; so too if they predict nothing.
bool objects_scored(std::string_view sample, bool whole, const Layout& layout,
                    const ReadOptions& options) {
  if (layout.part == Part::truth) return false;
  std::string text(whole ? sample : sample.substr(0, sample.rfind('\n') + 1));
  if (!text.ends_with('\n')) text += '\n';
  const std::size_t size = text.size();
  text.append(kPadding, '\0');
  const std::string name;
  Chunk chunk;
  chunk.file = &name;
  chunk.text = std::string_view(text).substr(0, size);
  chunk.seen = glance(text.data(), size);
  Rows rows;
  try {
    make_object_parser(layout, options)->parse(chunk, rows);
  } catch (const Error&) {  // reading comes upon it again, and says where
  }
  return rows.predicted.tokens.empty() || !rows.predicted.scores.empty();
}

/// Errors: wrong_usage for a format that has nothing beside ids and labels.
void refuse_groups(Format format, const std::string& name) {
  const bool has_columns = format == Format::automatic || format == Format::tsv ||
                           format == Format::csv || format == Format::jsonl ||
                           format == Format::indicator;
  if (has_columns) return;
  fail(ErrorCode::wrong_usage, {name},
       "--by names a column, but format " + std::string(format_name(format)) +
           " has none beside ids and labels",
       "write the truth as a table or as JSON lines, with that column");
}

}  // namespace

bool Layout::has_ids() const noexcept {
  if (shape == Shape::words) return false;
  if (shape == Shape::objects) return !keys.id.empty();
  return std::find(roles.begin(), roles.end(), Role::id) != roles.end();
}

Cutter Layout::cutter() const noexcept {
  Cutter cutter;
  if (shape == Shape::words || shape == Shape::objects) return cutter;
  cutter.quoted = !blanks;
  cutter.blanks = blanks;
  cutter.delimiter = delimiter;
  cutter.grouped = shape == Shape::long_rows;
  const auto id = std::find(roles.begin(), roles.end(), Role::id);
  cutter.id_column = static_cast<std::size_t>(id - roles.begin());
  return cutter;
}

Layout find_layout(const Input& input, Part part, const ReadOptions& options,
                   const ReadLimits& limits, InputFacts& facts) {
  Layout layout;
  layout.part = part;
  layout.separator = stated_separator(options);
  layout.separator_stated = layout.separator != '\0';
  layout.format = options.format;
  facts.path = input.name();
  if (input.compression() == Compression::gzip) facts.compression = "gzip";
  if (input.compression() == Compression::zstd) facts.compression = "zstd";

  bool whole = false;
  const std::string sample = take_sample(input, limits, whole);
  check_sample(sample, whole, input.name());
  std::string_view text = sample;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const bool blank = text.find_first_not_of(" \t\r\n") == std::string_view::npos;
  const bool blank_examples = options.format == Format::lines ||
                              options.format == Format::fasttext || options.format == Format::xmc;
  if (blank && !blank_examples) {
    fail(ErrorCode::no_examples, {input.name()}, "holds 0 rows",
         "check that the step which writes this file ran");
  }
  if (layout.format == Format::automatic) {
    layout.format = sniff(text, whole, part, options, input.name());
  }
  facts.format = format_name(layout.format);
  if (!options.by.empty() && part != Part::predictions) refuse_groups(layout.format, input.name());
  switch (layout.format) {
    case Format::jsonl: find_object_layout(text, input, options, layout, facts); break;
    case Format::lines:
    case Format::fasttext: find_word_layout(text, input, layout, facts); break;
    case Format::trec:
    case Format::cafa: find_column_layout(text, input, options, layout, facts); break;
    case Format::xmc: find_sparse_layout(text, input, options, limits, layout, facts); break;
    default:
      find_table_layout(text, whole, input, options, layout, facts);
      facts.format = format_name(layout.format);
  }
  layout.empty_scored =
      layout.scored || options.scores == ScoreUse::required ||
      (layout.shape == Shape::objects && objects_scored(text, whole, layout, options));
  return layout;
}

std::unique_ptr<Parser> make_parser(const Layout& layout, const ReadOptions& options) {
  if (layout.shape == Shape::objects) return make_object_parser(layout, options);
  if (layout.format == Format::xmc) return make_sparse_parser(layout);
  if (layout.shape == Shape::words) return make_word_parser(layout, options);
  if (layout.blanks) return make_column_parser(layout, options);
  return make_table_parser(layout, options);
}

}  // namespace tallystick::detail
