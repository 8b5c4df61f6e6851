// Rows of columns between blanks, one row a label: TREC's qrels and runs, CAFA's targets and terms.
#include "readers/columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "readers/layout.hpp"
#include "readers/sample.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

/// The words of one line. More are counted than are kept.
struct Words {
  std::array<std::string_view, 8> word;
  std::size_t count = 0;

  void add(const char* first, const char* last) noexcept {
    if (count < word.size()) word[count] = {first, static_cast<std::size_t>(last - first)};
    ++count;
  }
};

/// Cuts the line at `at`, which ends at one of the marks; gives the start of the next line.
const char* split(Marks<char, char, char>& marks, const char* at, Words& words) noexcept {
  words.count = 0;
  for (;;) {
    const char* const mark = marks.next();
    const char* last = mark;
    if (*mark == '\n' && last != at && last[-1] == '\r') --last;
    if (last != at) words.add(at, last);
    at = mark + 1;
    if (*mark == '\n') return at;
  }
}

Words words_of(std::string_view line) {
  Words words;
  std::size_t at = 0;
  while ((at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos) {
    const std::size_t end = std::min(line.size(), line.find_first_of(" \t\r", at));
    words.add(line.data() + at, line.data() + end);
    at = end;
  }
  return words;
}

bool is_header(const Words& words, Header header) {
  if (header != Header::automatic || words.count < 2) return header == Header::yes;
  const std::string name = plain_name(words.word[1]);
  return name == "term" || name == "term_id" || name == "go_term" || name == "label";
}

/// A line that a CAFA submission holds beside its predictions, with the words of one.
bool is_frame(const Words& words) {
  const std::string_view first = words.word[0];
  if (first == "END") return words.count == 1;
  if (first != "AUTHOR" && first != "MODEL" && first != "KEYWORDS" && first != "ACCURACY") {
    return false;
  }
  return words.count != 3 || !number_from(words.word[2]);  // else a target of that name
}

class ColumnParser final : public Parser {
 public:
  ColumnParser(const Layout& layout, const ReadOptions& options)
      : layout_(layout),
        maker_(options),
        header_(layout.format == Format::cafa || options.header == Header::yes ? options.header
                                                                               : Header::no),
        label_(column_of(layout.part == Part::truth ? Role::truth : Role::predicted)),
        score_(column_of(Role::score)),
        framed_(layout.format == Format::cafa && layout.part == Part::predictions) {}

  void parse(const Chunk& chunk, Rows& rows) const override;

 private:
  [[nodiscard]] std::size_t column_of(Role role) const noexcept {
    const auto at = std::find(layout_.roles.begin(), layout_.roles.end(), role);
    return static_cast<std::size_t>(at - layout_.roles.begin());
  }
  void take(const Chunk& chunk, std::uint32_t line, const Words& words, Rows& rows) const;
  [[nodiscard]] static double grade_from(const Chunk& chunk, std::string_view text);
  [[noreturn]] void ragged(const Chunk& chunk, const Words& words, bool first) const;

  const Layout& layout_;
  LabelMaker maker_;
  Header header_;
  std::size_t label_, score_;
  bool framed_;
};

void ColumnParser::parse(const Chunk& chunk, Rows& rows) const {
  const char* at = chunk.text.data();
  const char* const end = at + chunk.text.size();
  Marks marks(at, ' ', '\t', '\n');
  Words words;
  for (std::uint32_t line = 0; at != end; ++line) {
    at = split(marks, at, words);
    if (words.count == 0) continue;
    if (chunk.first_line + line == 1 && is_header(words, header_)) continue;
    if (framed_ && is_frame(words)) continue;
    take(chunk, line, words, rows);
  }
}

void ColumnParser::take(const Chunk& chunk, std::uint32_t line, const Words& words,
                        Rows& rows) const {
  if (words.count != layout_.roles.size())
    ragged(chunk, words, chunk.first_line == 1 && rows.ids.empty());
  LabelColumn& column = layout_.part == Part::truth ? rows.truth : rows.predicted;
  const std::string_view id = words.word[0], label = words.word[label_];
  if (rows.ids.empty() || rows.ids.back() != id) {
    rows.ids.push_back(id);
    rows.lines.push_back(line);
    column.end.push_back(0);
  }
  maker_.add(rows, column, label.data(), label.data() + label.size());
  column.end.back() = static_cast<std::uint32_t>(column.tokens.size());
  if (!layout_.scored) return;
  const std::string_view score = words.word[score_];
  column.scores.push_back(layout_.graded ? grade_from(chunk, score)
                                         : score_from(chunk, score.data(), score));
}

double ColumnParser::grade_from(const Chunk& chunk, std::string_view text) {
  std::int32_t grade = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), grade);
  if (error == std::errc() && end == text.data() + text.size()) return grade;
  fail(ErrorCode::bad_number, chunk.place(text.data()),
       error == std::errc::result_out_of_range
           ? "grade " + quoted(text) + " does not fit in 32 bits"
           : "grade " + quoted(text) + " is not a whole number",
       "grades are whole numbers; 1 and more is relevant, 0 and less is not");
}

std::string_view columns_of(const Layout& layout) {
  const bool truth = layout.part == Part::truth;
  if (layout.format == Format::trec)
    return truth ? "qid iter docid rel" : "qid Q0 docid rank score tag";
  return truth ? "target term" : "target term score";
}

void ColumnParser::ragged(const Chunk& chunk, const Words& words, bool first) const {
  const std::size_t expected = layout_.roles.size();
  const std::size_t last = std::min(words.count, words.word.size()) - 1;
  const char* const at =
      words.count < expected
          ? words.word[last].data() + (last + 1 == words.count ? words.word[last].size() : 0)
          : words.word[std::min(last, expected)].data();
  const bool truth = layout_.part == Part::truth;
  std::string hint = "separate columns by blanks or tabs; ids and labels hold none";
  if (layout_.format == Format::trec && first && words.count == (truth ? 6 : 4)) {
    hint = truth ? "the truth is a qrels file and comes first, the run second"
                 : "the predictions are a run and come second, the qrels file first";
  } else if (layout_.format == Format::cafa && truth) {
    hint = "give all lines as many columns as the first";
  }
  fail(ErrorCode::bad_format, chunk.place(at),
       "expected " + counted(expected, "column") + " (" + std::string(columns_of(layout_)) +
           (truth && layout_.format == Format::cafa && expected > 2 ? " ..." : "") + "), found " +
           std::to_string(words.count),
       std::move(hint));
}

/// Columns of the truth of format cafa: two count, the first line says how many there are.
std::size_t truth_width(std::string_view sample, Header header) {
  bool first = true;
  while (!sample.empty()) {
    const std::string_view line = sample.substr(0, sample.find('\n'));
    sample.remove_prefix(std::min(sample.size(), line.size() + 1));
    const Words words = words_of(line);
    const bool names = first && is_header(words, header);
    first = false;
    if (words.count != 0 && !names) return std::max<std::size_t>(words.count, 2);
  }
  return 2;
}

void refuse_columns(const ReadOptions& options, const Input& input, const std::string& format) {
  const std::pair<const char*, const std::string*> named[] = {{"--id", &options.id},
                                                              {"--truth", &options.truth},
                                                              {"--pred", &options.pred},
                                                              {"--score", &options.score},
                                                              {"--weight", &options.weight}};
  for (const auto& [option, column] : named) {
    if (column->empty()) continue;
    fail(ErrorCode::wrong_usage, {input.name()},
         std::string(option) + " names a column, but those of format " + format + " are fixed",
         "leave it out, or read the file with --format=tsv");
  }
}

}  // namespace

bool is_header(std::string_view line, Header header) { return is_header(words_of(line), header); }

void find_column_layout(std::string_view sample, const Input& input, const ReadOptions& options,
                        Layout& layout, InputFacts& facts) {
  if (layout.part == Part::both) {
    fail(ErrorCode::wrong_usage, {input.name()},
         "format " + facts.format + " pairs two files; one file was given",
         "name the file of true labels and the file of predictions");
  }
  refuse_columns(options, input, facts.format);
  layout.shape = Shape::long_rows;
  layout.blanks = true;
  const bool truth = layout.part == Part::truth;
  if (layout.format == Format::trec) {
    layout.roles = truth ? std::vector{Role::id, Role::skip, Role::truth, Role::score}
                         : std::vector{Role::id,   Role::skip,  Role::predicted,
                                       Role::skip, Role::score, Role::skip};
  } else if (truth) {
    layout.roles.assign(truth_width(sample, options.header), Role::skip);
    layout.roles[0] = Role::id;
    layout.roles[1] = Role::truth;
    if (layout.roles.size() > 2) {
      layout.notes.push_back(input.name() + ": columns after the second are not used");
    }
  } else {
    layout.roles = {Role::id, Role::predicted, Role::score};
  }
  layout.graded = layout.format == Format::trec && truth;
  layout.scored =
      std::find(layout.roles.begin(), layout.roles.end(), Role::score) != layout.roles.end();
  facts.header = layout.format == Format::cafa
                     ? is_header(sample.substr(0, sample.find('\n')), options.header)
                     : options.header == Header::yes;
  facts.layout = "one row a label";
  if (input.n_parts() > 1) facts.layout += " in " + counted(input.n_parts(), "file");
  facts.delimiter = "blanks";
  const std::pair<Role, const char*> names[] = {{Role::id, "id="},
                                                {Role::truth, "truth="},
                                                {Role::predicted, "pred="},
                                                {Role::score, "score="}};
  for (std::size_t i = 0; i < layout.roles.size(); ++i) {
    for (const auto& [role, name] : names) {
      if (layout.roles[i] == role) facts.columns.push_back(name + std::to_string(i + 1));
    }
  }
}

std::unique_ptr<Parser> make_column_parser(const Layout& layout, const ReadOptions& options) {
  return std::make_unique<ColumnParser>(layout, options);
}

}  // namespace tallystick::detail
