// Deciding what stands where in a table: delimiter, header, columns, label separator.
#include <algorithm>
#include <charconv>
#include <optional>

#include "readers/layout.hpp"
#include "readers/matrix.hpp"
#include "readers/sample.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

using Names = std::initializer_list<std::string_view>;

constexpr std::size_t kSampleRecords = 4096;

std::string_view delimiter_name(char delimiter) {
  return delimiter == '\t' ? "tab" : delimiter == ',' ? "," : ";";
}

/// Everything that is known while the columns of one table are chosen.
class TableFinder {
 public:
  TableFinder(const Input& input, const ReadOptions& options, Layout& layout, InputFacts& facts)
      : input_(input), options_(options), layout_(layout), facts_(facts) {}

  void find(std::string_view sample, bool whole) {
    choose_delimiter(sample, whole);
    records_ = sample_records(sample, layout_.delimiter, whole, kSampleRecords);
    if (records_.empty()) fail_record(sample, layout_.delimiter, input_.name());
    const Matrix matrix = find_matrix(without_groups(), layout_.part, options_);
    choose_header(sample, matrix != Matrix::none);
    if (matrix != Matrix::none) return take_matrix(matrix, whole);
    if (layout_.part == Part::both) {
      choose_both();
    } else {
      choose_one();
    }
    choose_separator();
    tell();
  }

 private:
  void choose_delimiter(std::string_view sample, bool whole);
  void choose_header(std::string_view sample, bool matrix);
  void take_matrix(Matrix matrix, bool whole);
  void choose_cells(Matrix matrix, bool whole);
  void refuse_unknown_header() const;
  void choose_both();
  void choose_one();
  void choose_scores(bool list);
  void choose_weight();
  void choose_group();
  [[nodiscard]] std::vector<std::vector<std::string>> without_groups() const;
  void choose_separator();
  void tell();

  [[nodiscard]] bool free(std::size_t column) const {
    return column < layout_.roles.size() && layout_.roles[column] == Role::skip;
  }
  [[nodiscard]] std::optional<std::size_t> named(Names names) const;
  [[nodiscard]] std::size_t stated(const std::string& option) const;
  [[nodiscard]] std::optional<std::size_t> only_free(Names besides) const;
  [[nodiscard]] bool names_column(const std::string& option) const;
  std::optional<std::size_t> choose(Role role, const std::string& option, Names names);
  [[nodiscard]] std::string columns_text() const;
  [[noreturn]] void no_column(const std::string& what, const std::string& option) const;

  const Input& input_;
  const ReadOptions& options_;
  Layout& layout_;
  InputFacts& facts_;
  std::vector<std::vector<std::string>> records_;
};

void TableFinder::choose_delimiter(std::string_view sample, bool whole) {
  layout_.delimiter = find_delimiter(sample, whole, layout_.format, input_.name());
  if (layout_.format == Format::automatic) {
    layout_.format = layout_.delimiter == '\t' ? Format::tsv : Format::csv;
  }
  facts_.delimiter = delimiter_name(layout_.delimiter);
  if (layout_.separator_stated && layout_.separator == layout_.delimiter) {
    fail(ErrorCode::wrong_usage, {input_.name()},
         "the label separator is also the delimiter of cells (" + facts_.delimiter + ")",
         "choose another label separator, like ; or |");
  }
}

bool TableFinder::names_column(const std::string& option) const {
  return !option.empty() &&
         std::any_of(records_[0].begin(), records_[0].end(),
                     [&](const auto& cell) { return plain_name(cell) == plain_name(option); });
}

void TableFinder::choose_header(std::string_view sample, bool matrix) {
  const auto names_any = [this] {
    return names_column(options_.id) || names_column(options_.truth) ||
           names_column(options_.pred) || names_column(options_.score) ||
           names_column(options_.weight) || names_column(options_.by);
  };
  if (matrix && options_.header == Header::no) {
    fail(ErrorCode::wrong_usage, {input_.name(), 1},
         "an indicator matrix without a header has no labels", "leave out --header=no");
  }
  layout_.header =
      matrix || options_.header == Header::yes ||
      (options_.header == Header::automatic && (any_known(records_[0]) || names_any()));
  if (!layout_.header && options_.header == Header::automatic) refuse_unknown_header();
  std::size_t width = records_[0].size();
  if (!layout_.header && layout_.part != Part::both) {  // an id alone may come first
    for (const auto& cells : records_) width = std::max(width, cells.size());
  }
  layout_.roles.assign(width, Role::skip);
  if (layout_.header) {
    const char* at = sample.data();
    const char* const end = at + sample.size();
    const Cutter cutter{true, false, layout_.delimiter, 0};
    while (at != end && (*at == '\n' || *at == '\r')) layout_.data_line += *at++ == '\n' ? 1 : 0;
    std::string_view id;
    const char* const next = record_end(at, end, cutter, id);
    layout_.data_line +=
        static_cast<std::uint64_t>(std::count(at, next == nullptr ? end : next, '\n'));
    if (next == nullptr) ++layout_.data_line;
    for (const std::string& cell : records_[0]) {
      layout_.names.emplace_back(LabelMaker(ReadOptions{}).trimmed(cell));
    }
  }
  facts_.header = layout_.header;
}

/// Names that are none of the known ones would be counted as an example, and nobody would see it:
/// a first "id" without a digit above ids that all have one is a name.
void TableFinder::refuse_unknown_header() const {
  const auto has_digit = [](const std::string& cell) {
    return std::any_of(cell.begin(), cell.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  const bool elsewhere = !options_.id.empty() && options_.id != "1";
  if (elsewhere || records_.size() < 2 || records_[0].size() < 2 || has_digit(records_[0][0]))
    return;
  if (!std::all_of(records_.begin() + 1, records_.end(),
                   [&](const auto& cells) { return has_digit(cells[0]); })) {
    return;
  }
  fail(ErrorCode::unknown_column, {input_.name(), 1},
       "the first line looks like a header, but none of its names is known: " +
           quoted(records_[0][0]) + ", " + quoted(records_[0][1]) +
           (records_[0].size() > 2 ? ", ..." : ""),
       "name its columns with --id, --truth and --pred, or say --header no");
}

void TableFinder::take_matrix(Matrix matrix, bool whole) {
  if (layout_.part == Part::both) {
    fail(ErrorCode::wrong_usage, {input_.name()},
         "format indicator pairs two files; one file was given",
         "name the file of true labels and the file of predictions");
  }
  layout_.shape = Shape::indicator;
  layout_.format = Format::indicator;
  if (!choose(Role::id, options_.id, {"id", "example", "doc"})) layout_.roles[0] = Role::id;
  choose_weight();
  choose_group();
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < layout_.roles.size(); ++i) {
    if (!free(i)) continue;
    layout_.roles[i] = Role::indicator;
    labels.push_back(layout_.names[i]);
    if (layout_.names[i].empty()) {
      fail(ErrorCode::bad_format, {input_.name(), 1},
           "column " + std::to_string(i + 1) + " has no label in the header", "name every column");
    }
  }
  std::sort(labels.begin(), labels.end());
  if (const auto twice = std::adjacent_find(labels.begin(), labels.end()); twice != labels.end()) {
    fail(ErrorCode::bad_format, {input_.name(), 1}, "two columns are named " + quoted(*twice),
         "give each label one column");
  }
  if (layout_.part == Part::predictions) choose_cells(matrix, whole);
  facts_.layout = layout_.scored ? "columns of scores" : "columns of 0/1";
  tell();
  facts_.columns.push_back((layout_.scored ? "scores=" : "labels=") +
                           counted(labels.size(), "column"));
}

/// Are the cells of predictions label sets or scores?
void TableFinder::choose_cells(Matrix matrix, bool whole) {
  layout_.scored = matrix == Matrix::scores || (!whole && scores_follow(input_, layout_));
  if (layout_.scored || options_.scores != ScoreUse::required) return;
  layout_.scored = true;
  layout_.notes.push_back(input_.name() +
                          ": cells are 0 and 1 only; as scores they leave most labels tied");
}

std::optional<std::size_t> TableFinder::named(Names names) const {
  for (const std::string_view name : names) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < layout_.names.size(); ++i) {
      if (plain_name(layout_.names[i]) != name) continue;
      if (found) {
        fail(ErrorCode::bad_format, {input_.name(), 1},
             "two columns are named " + quoted(name) + ": " + std::to_string(*found + 1) + " and " +
                 std::to_string(i + 1),
             "rename one of them, or choose by number");
      }
      found = i;
    }
    if (found) return found;
  }
  return std::nullopt;
}

std::size_t TableFinder::stated(const std::string& option) const {
  if (const auto column = named({plain_name(option)})) return *column;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(option.data(), option.data() + option.size(), number);
  const bool whole = error == std::errc() && end == option.data() + option.size();
  if (whole && number >= 1 && number <= layout_.roles.size()) return number - 1;
  no_column("column " + quoted(option), option);
}

std::optional<std::size_t> TableFinder::choose(Role role, const std::string& option, Names names) {
  const auto column = option.empty() ? named(names) : std::optional(stated(option));
  if (!column) return std::nullopt;
  if (!free(*column)) {
    fail(ErrorCode::wrong_usage, {input_.name(), 1},
         "column " + std::to_string(*column + 1) + " is asked for two purposes",
         "give --id, --truth, --pred, --score, --weight, --by, --cluster, --stratum and --fold "
         "columns of their own");
  }
  layout_.roles[*column] = role;
  return column;
}

/// The one column that nothing claims, when there is exactly one.
std::optional<std::size_t> TableFinder::only_free(Names besides) const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < layout_.names.size(); ++i) {
    const std::string name = plain_name(layout_.names[i]);
    if (!free(i) || std::find(besides.begin(), besides.end(), name) != besides.end()) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

void TableFinder::choose_both() {
  if (!layout_.header && (options_.truth.empty() || options_.pred.empty())) {
    fail(ErrorCode::bad_format, {input_.name(), 1},
         "one file holds truth and predictions, but its first line names no columns",
         "name them by number, for example --id 1 --truth 2 --pred 3");
  }
  layout_.shape = Shape::list_rows;
  facts_.layout = "one row an example";
  choose_group();
  if (!choose(Role::truth, options_.truth, {"true", "truth"}))
    no_column("a column of true labels", "truth");
  if (!choose(Role::predicted, options_.pred, {"pred", "prediction"}))
    no_column("a column of predictions", "pred");
  choose_weight();
  if (!choose(Role::id, options_.id, {"id", "example", "doc"})) {
    const auto id = only_free({"label", "labels", "score"});
    if (layout_.header ? id.has_value() : free(0)) layout_.roles[id.value_or(0)] = Role::id;
  }
  choose_scores(true);
}

void TableFinder::choose_one() {
  const bool truth = layout_.part == Part::truth;
  const Role role = truth ? Role::truth : Role::predicted;
  const std::string& option = truth ? options_.truth : options_.pred;
  choose_group();
  auto label = truth ? choose(role, option, {"true", "truth", "labels", "label"})
                     : choose(role, option, {"pred", "prediction", "labels", "label"});
  if (truth) choose_weight();
  auto id = choose(Role::id, options_.id, {"id", "example", "doc"});
  const bool plain = !layout_.header && !label && !id;
  if (plain && layout_.roles.size() > 3) {
    fail(ErrorCode::bad_format, {input_.name(), 1},
         "rows have " + counted(layout_.roles.size(), "cell") + ", but no header names them",
         std::string("name the columns, for example --id 1 ") + (truth ? "--truth 2" : "--pred 2"));
  }
  if (!layout_.header && layout_.roles.size() < 2) layout_.roles.resize(2, Role::skip);
  if (!id)
    id = layout_.header ? (label ? only_free({"score", "weight", "true", "truth", "pred",
                                              "prediction", "labels", "label"})
                                 : std::nullopt)
                        : std::optional<std::size_t>(free(0) ? 0 : 1);
  if (!id || (!free(*id) && layout_.roles[*id] != Role::id)) no_column("a column of ids", "id");
  layout_.roles[*id] = Role::id;
  if (!label) {
    label = layout_.header ? (truth ? only_free({"score", "weight", "pred", "prediction"})
                                    : only_free({"score", "weight", "true", "truth"}))
                           : std::optional<std::size_t>(free(1) ? 1 : 0);
    if (!label || !free(*label)) {
      no_column(truth ? "a column of true labels" : "a column of predicted labels",
                truth ? "truth" : "pred");
    }
    layout_.roles[*label] = role;
  }
  const std::string name = layout_.header ? plain_name(layout_.names[*label]) : std::string();
  const bool list = layout_.separator_stated || name == "labels" || name == "true" ||
                    name == "truth" || name == "pred" || name == "prediction";
  layout_.shape = list ? Shape::list_rows : Shape::long_rows;
  facts_.layout = list ? "one row an example" : "one row a label";
  choose_scores(list);
}

void TableFinder::choose_scores(bool list) {
  const bool stated_here =
      !options_.score.empty() && (layout_.part != Part::truth || names_column(options_.score));
  if (list) {
    if (stated_here) {
      fail(ErrorCode::wrong_usage, {input_.name(), 1},
           "scores need one row a label, but this file has one row an example",
           "write one row a label (id, label, score), or leave out --score");
    }
    if (named({"score"})) {
      layout_.notes.push_back(input_.name() +
                              ": column 'score' is not used, because rows hold lists of labels");
    }
    return;
  }
  std::optional<std::size_t> score;
  if (stated_here) {
    score = stated(options_.score);
  } else if (layout_.header) {
    score = named({"score"});
  } else if (layout_.roles.size() == 3 && free(2)) {
    score = 2;
  }
  if (!score) return;
  if (!free(*score)) {
    fail(ErrorCode::wrong_usage, {input_.name(), 1},
         "column " + std::to_string(*score + 1) + " is asked for two purposes",
         "give --id, --truth, --pred, --score, --weight, --by, --cluster, --stratum and --fold "
         "columns of their own");
  }
  layout_.roles[*score] = Role::score;
  layout_.scored = true;
  if (layout_.part == Part::truth) {
    layout_.notes.push_back(input_.name() +
                            ": the truth has scores; labels that pass the threshold are true");
  }
}

void TableFinder::choose_weight() {
  if (layout_.part == Part::predictions) return;
  layout_.weighted = choose(Role::weight, options_.weight, {"weight"}).has_value();
}

void TableFinder::choose_group() {
  if (layout_.part == Part::predictions || options_.by.empty()) return;
  choose(Role::group, options_.by, {});
}

/// The records without the column that examples are grouped by: it is no label of a matrix.
std::vector<std::vector<std::string>> TableFinder::without_groups() const {
  auto out = records_;
  if (layout_.part == Part::predictions || !names_column(options_.by)) return out;
  const auto& names = records_[0];
  const auto named = std::find_if(names.begin(), names.end(), [this](const std::string& cell) {
    return plain_name(cell) == plain_name(options_.by);
  });
  const auto column = named - names.begin();
  for (auto& cells : out) {
    if (column < std::ssize(cells)) cells.erase(cells.begin() + column);
  }
  return out;
}

void TableFinder::choose_separator() {
  if (layout_.shape != Shape::list_rows) return;
  bool semicolon = false, bar = false;
  for (std::size_t i = layout_.header ? 1 : 0; i < records_.size(); ++i) {
    for (std::size_t k = 0; k < std::min(records_[i].size(), layout_.roles.size()); ++k) {
      if (layout_.roles[k] != Role::truth && layout_.roles[k] != Role::predicted) continue;
      semicolon |= records_[i][k].find(';') != std::string::npos;
      bar |= records_[i][k].find('|') != std::string::npos;
    }
  }
  if (!layout_.separator_stated) {
    if (layout_.delimiter == ';') {
      layout_.separator = '|';
      layout_.separator_seen = true;
    } else {
      layout_.separator = semicolon || !bar ? ';' : '|';
      layout_.other_separator = layout_.separator == ';' ? '|' : ';';
      layout_.separator_seen = semicolon || bar;
    }
  } else {
    layout_.separator_seen = true;
  }
  facts_.label_separator = std::string(1, layout_.separator);
}

std::string TableFinder::columns_text() const {
  std::string text;
  for (std::size_t i = 0; i < layout_.names.size() && i < 20; ++i) {
    text += (i == 0 ? "" : ", ") + layout_.names[i];
  }
  return layout_.names.size() > 20 ? text + ", ..." : text;
}

void TableFinder::no_column(const std::string& what, const std::string& option) const {
  const std::vector<std::string_view> names(layout_.names.begin(), layout_.names.end());
  const auto near = nearest(option, names);
  std::string fact = what + " is not among the ";
  fact += layout_.header ? "columns: " + columns_text()
                         : counted(layout_.roles.size(), "column") + " of a file without a header";
  std::string hint = near.empty() ? "name one of the file's columns, or give its number from 1"
                                  : "did you mean " + quoted(near[0]) + "?";
  fail(ErrorCode::unknown_column, {input_.name(), 1}, std::move(fact), std::move(hint));
}

void TableFinder::tell() {
  for (std::size_t i = 0; i < layout_.roles.size(); ++i) {
    const Role role = layout_.roles[i];
    const std::string_view key = role == Role::id          ? "id="
                                 : role == Role::truth     ? "truth="
                                 : role == Role::predicted ? "pred="
                                 : role == Role::score     ? "score="
                                 : role == Role::weight    ? "weight="
                                 : role == Role::group     ? "by="
                                                           : "";
    if (key.empty()) continue;
    facts_.columns.push_back(std::string(key) +
                             (layout_.header ? layout_.names[i] : std::to_string(i + 1)));
  }
}

}  // namespace

void find_table_layout(std::string_view sample, bool whole, const Input& input,
                       const ReadOptions& options, Layout& layout, InputFacts& facts) {
  TableFinder(input, options, layout, facts).find(sample, whole);
}

}  // namespace tallystick::detail
