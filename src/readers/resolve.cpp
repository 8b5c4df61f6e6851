#include "readers/resolve.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

#include "readers/sample.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

constexpr std::uint32_t kFree = UINT32_MAX;

std::uint32_t row_of(const LabelColumn& column, std::size_t token) {
  const auto row = std::upper_bound(column.end.begin(), column.end.end(), token);
  return static_cast<std::uint32_t>(row - column.end.begin());
}

}  // namespace

/// The index of the same label earlier in the row that starts at `first`; else `at`.
std::size_t ScoreFilter::earlier(const LabelColumn& column, std::size_t first, std::size_t at) {
  const Token& token = column.tokens[at];
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = token.slot & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == kFree) {
      slots_[slot] = static_cast<std::uint32_t>(at - first);
      return at;
    }
    const Token& other = column.tokens[first + slots_[slot]];
    if (other.key == token.key && other.text() == token.text()) return first + slots_[slot];
  }
}

/// Certainly no label of the row repeats. Most rows are settled by one look at each label.
bool ScoreFilter::all_differ(std::span<const Token> row) {
  constexpr std::size_t kPlaces = 1 << 12, kLongest = 256;  // longer rows collide anyhow
  if (row.size() > kLongest) return false;
  if (met_.empty()) met_.resize(kPlaces);
  if (++row_ == 0) {
    std::fill(met_.begin(), met_.end(), 0u);
    row_ = 1;
  }
  bool met = false;
  for (const Token& token : row) {
    std::uint32_t& last = met_[token.slot & (kPlaces - 1)];
    met |= last == row_;
    last = row_;
  }
  return !met;
}

/// Leaves one score of each label of the row; those of repeats become -INFINITY.
void ScoreFilter::unite(const Chunk& chunk, const Rows& rows, LabelColumn& column,
                        std::size_t first, std::size_t last, PolicyCounts& counts) {
  std::vector<double>& scores = column.scores;
  slots_.assign(std::bit_ceil(2 * (last - first) + 1), kFree);
  for (std::size_t i = first; i < last; ++i) {
    if (std::isnan(scores[i])) continue;  // assigned without a score
    const std::size_t before = earlier(column, first, i);
    if (before == i) continue;
    if (options_.duplicates == Duplicates::error) {
      const Place one = place_of(chunk, rows, column.tokens[before].data);
      const Place two = place_of(chunk, rows, column.tokens[i].data);
      const std::string id =
          rows.ids.empty() ? std::string() : " of id " + quoted(rows.ids[row_of(column, i)]);
      fail(ErrorCode::duplicate_score, two,
           "label " + quoted(column.tokens[i].text()) + id + " is scored twice: " +
               number_text(scores[before]) + " on line " + std::to_string(one.line) + " and " +
               number_text(scores[i]) + " on line " + std::to_string(two.line),
           "--duplicates=max (or min) keeps one of the scores");
    }
    ++counts.duplicate_scores;
    const bool max = options_.duplicates == Duplicates::max;
    scores[before] =
        max ? std::max(scores[before], scores[i]) : std::min(scores[before], scores[i]);
    scores[i] = -INFINITY;  // of no more use
  }
}

bool ScoreFilter::apply(const Chunk& chunk, const Rows& rows, LabelColumn& column,
                        PolicyCounts& counts) {
  if (part_ == Part::truth) {
    std::ranges::replace_if(
        column.scores, [](double grade) { return std::isnan(grade); }, kOnlyTrue);
  }
  const bool all = keeps_all(chunk, rows, column);
  if (column.scores.empty()) return all || !keeps_scores();
  std::vector<double>& scores = column.scores;
  std::size_t kept = 0, first = 0;
  for (std::uint32_t& row_end : column.end) {
    const std::size_t start = first, last = row_end;
    first = last;
    const bool differ = all_differ(std::span(column.tokens).subspan(start, last - start));
    if (differ && all && kept == start) {
      kept = last;
      continue;
    }
    if (!differ) unite(chunk, rows, column, start, last, counts);
    for (std::size_t i = start; i < last; ++i) {
      if (scores[i] == -INFINITY) continue;
      if (!all && !std::isnan(scores[i]) && !passes(scores[i])) continue;
      scores[kept] = scores[i];
      column.tokens[kept++] = column.tokens[i];
    }
    row_end = static_cast<std::uint32_t>(kept);
  }
  column.tokens.resize(kept);
  scores.resize(all ? kept : 0);
  return all || !keeps_scores();
}

bool ScoreFilter::keeps_all(const Chunk& chunk, const Rows& rows, const LabelColumn& column) const {
  if (!keeps_scores()) return false;
  std::size_t unscored = 0;
  while (unscored < column.scores.size() && !std::isnan(column.scores[unscored])) ++unscored;
  if (unscored == column.tokens.size()) return true;
  if (options_.scores == ScoreUse::required && part_ == Part::predictions) {
    const Token& token = column.tokens[unscored];
    const bool measured = options_.scores_for.empty();
    fail(ErrorCode::no_scores, place_of(chunk, rows, token.data),
         "predicted label " + quoted(token.text()) + " has no score, and " +
             (measured ? "a measure that is asked for ranks" : options_.scores_for + " chooses") +
             " labels by their scores",
         std::string("give each predicted label a score, in a column that --score names or as "
                     "{\"label\": score}") +
             (measured ? "; or leave the measure out" : ""));
  }
  return false;
}

LabelResolver::LabelResolver(const ReadOptions& options, Vocabulary& vocabulary,
                             SharedVocabulary* shared)
    : options_(options), vocabulary_(vocabulary), shared_(shared) {
  const LabelMaker maker(options);
  for (const std::string& label : options.abstain) {
    const std::string text = maker.text_of(label);
    if (!text.empty()) abstain_.intern(text);
  }
  if (options.taxonomy != nullptr && (options.nfc || options.fold_case)) fold_codes();
}

/// Labels are united by form or case before they are looked up: so must codes be.
void LabelResolver::fold_codes() {
  const LabelMaker maker(options_);
  const Taxonomy& taxonomy = *options_.taxonomy;
  const auto add = [&](std::string_view code, NodeId node) {
    const LabelId id = folded_.intern(maker.text_of(code));
    if (id == nodes_.size()) {
      nodes_.push_back(node);
    } else if (nodes_[id] != node) {
      fail(ErrorCode::bad_taxonomy, Place{taxonomy.origin()},
           "classes " + quoted(taxonomy.code(nodes_[id])) + " and " + quoted(taxonomy.code(node)) +
               " become one label",
           "leave out --fold-case and --normalize");
    }
  };
  for (NodeId node = 0; node < taxonomy.size(); ++node) add(taxonomy.code(node), node);
  for (const auto& [code, node] : taxonomy.alternatives()) {
    if (!folded_.find(maker.text_of(code))) add(code, node);
  }
}

std::optional<NodeId> LabelResolver::node_of(std::string_view code) const {
  if (nodes_.empty()) return options_.taxonomy->find(code);
  const auto id = folded_.find(code);
  return id ? std::optional(nodes_[*id]) : std::nullopt;
}

void LabelResolver::intern(const std::vector<std::string>& labels) {
  if (vocabulary_.declared()) return;
  const LabelMaker maker(options_);
  for (const std::string& label : labels) {
    const std::string text = maker.text_of(label);
    if (!text.empty() && !abstain_.find(text)) static_cast<void>(accept(text));
  }
}

void LabelResolver::resolve(const std::vector<Token>& tokens, std::vector<std::uint32_t>& end,
                            bool predicted, const PlaceOf& place, std::vector<LabelId>& ids,
                            std::vector<double>& scores) {
  ids.resize(tokens.size());
  const bool as_they_stand = abstain_.size() == 0 && !vocabulary_.declared() &&
                             options_.taxonomy == nullptr && options_.code_width == 0;
  if (as_they_stand) {
    return shared_ != nullptr ? shared_->intern(tokens, ids.data())
                              : vocabulary_.intern(tokens, ids.data());
  }
  text_.resize(tokens.size());
  texts_.intern(tokens, text_.data());
  fates_.resize(texts_.size());
  std::size_t kept = 0, i = 0;
  for (std::uint32_t& row_end : end) {
    const std::size_t first = kept;
    for (; i < row_end; ++i) {
      Fate& fate = fates_[text_[i]];
      if (!fate.decided) fate = decide(tokens[i].text(), place, tokens[i]);
      if (!fate.plain()) count(fate, predicted);
      if (fate.id == kNoLabel) continue;
      if (!scores.empty()) {
        if (kept_at_.size() <= fate.id) kept_at_.resize(std::size_t{fate.id} + 1);
        if (kept_at_[fate.id] != 0) {
          unite(scores[kept_at_[fate.id] - 1], scores[i], place, tokens[i]);
          continue;
        }
        kept_at_[fate.id] = static_cast<std::uint32_t>(kept + 1);
        scores[kept] = scores[i];
      }
      ids[kept++] = fate.id;
    }
    if (!scores.empty()) {
      for (std::size_t at = first; at < kept; ++at) kept_at_[ids[at]] = 0;
    }
    row_end = static_cast<std::uint32_t>(kept);
  }
  ids.resize(kept);
  if (!scores.empty()) scores.resize(kept);
}

/// Two codes of a row stand for one label.
void LabelResolver::unite(double& kept, double score, const PlaceOf& place, const Token& token) {
  if (options_.duplicates == Duplicates::error) {
    fail(ErrorCode::duplicate_score, place(token),
         "label " + quoted(token.text()) +
             " stands for a label that is scored in this example already: " + number_text(kept) +
             " and " + number_text(score),
         "--duplicates=max (or min) keeps one of the scores");
  }
  ++counts.duplicate_scores;
  kept = options_.duplicates == Duplicates::max ? std::max(kept, score) : std::min(kept, score);
}

void split_predicted(const ScoreFilter& filter, std::vector<double>& scores, bool all,
                     Batch& batch) {
  if (!filter.keeps_scores()) return;
  batch.has_scores = all && (!batch.predicted.empty() || filter.scored());
  if (!batch.has_scores) return;
  batch.scores.swap(scores);
  batch.scored = batch.predicted;
  batch.scored_end = batch.predicted_end;
  std::size_t kept = 0, i = 0;
  for (std::uint32_t& row_end : batch.predicted_end) {
    for (; i < row_end; ++i) {
      batch.predicted[kept] = batch.scored[i];
      kept += filter.passes(batch.scores[i]) ? 1 : 0;
    }
    row_end = static_cast<std::uint32_t>(kept);
  }
  batch.predicted.resize(kept);
}

void split_truth(const ScoreFilter& filter, std::vector<double>& grades, Batch& batch) {
  if (!filter.keeps_scores() || grades.empty()) return;
  std::size_t kept = 0, i = 0;
  for (std::uint32_t& row_end : batch.truth_end) {
    for (; i < row_end; ++i) {
      if (filter.passes(grades[i])) {
        grades[kept] = grades[i];
        batch.truth[kept++] = batch.truth[i];
      } else if (filter.judged_out(grades[i])) {
        batch.judged.push_back(batch.truth[i]);
      }
    }
    row_end = static_cast<std::uint32_t>(kept);
    batch.judged_end.push_back(static_cast<std::uint32_t>(batch.judged.size()));
  }
  batch.truth.resize(kept);
  grades.resize(kept);
  batch.grades.swap(grades);
}

void LabelResolver::count(const Fate& fate, bool predicted) {
  if (fate.abstention) ++(predicted ? counts.abstained : truth_abstained);
  counts.unknown_labels += fate.unknown ? 1 : 0;
  counts.padded_codes += fate.padded ? 1 : 0;
  counts.alternative_codes += fate.alternative ? 1 : 0;
}

/// The label that a code stands for, if it is one; new ones are made known where all may be.
LabelResolver::Fate LabelResolver::accept(std::string_view code) {
  Fate fate{.decided = true};
  const bool declared = vocabulary_.declared();
  if (options_.taxonomy != nullptr) {
    const auto node = node_of(code);
    if (!node) return fate;
    // What folding alone changed is no other code.
    fate.alternative = nodes_.empty()
                           ? options_.taxonomy->code(*node) != code
                           : LabelMaker(options_).text_of(options_.taxonomy->code(*node)) != code;
    code = options_.taxonomy->code(*node);
  }
  if (!declared) {
    fate.id = vocabulary_.intern(code);
  } else if (const auto id = vocabulary_.find(code); id && *id < vocabulary_.n_declared()) {
    fate.id = *id;
  }
  return fate;
}

LabelResolver::Fate LabelResolver::decide(std::string_view text, const PlaceOf& place,
                                          const Token& token) {
  if (abstain_.size() != 0 && abstain_.find(text)) return {.decided = true, .abstention = true};
  const bool grows = !vocabulary_.declared() || (options_.unknown_labels != UnknownLabels::error &&
                                                 options_.unknown_labels != UnknownLabels::drop);
  const auto lock =
      shared_ != nullptr && grows ? shared_->alone() : std::unique_lock<std::shared_mutex>();
  std::string padded;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.size() < options_.code_width && std::all_of(text.begin(), text.end(), digit)) {
    padded = std::string(options_.code_width - text.size(), '0').append(text);
    Fate fate = accept(padded);
    fate.padded = true;
    if (fate.id != kNoLabel) return fate;  // else it may be a code of a higher level
  }
  Fate fate = accept(text);
  if (fate.id != kNoLabel) return fate;
  if (options_.unknown_labels == UnknownLabels::error) unknown(token, place);
  fate = {.decided = true, .unknown = true};
  if (options_.unknown_labels != UnknownLabels::drop) fate.id = vocabulary_.intern(text);
  return fate;
}

namespace {

/// What an unknown label is in a hierarchy, if not a code: a title, or a name at several places.
std::string meaning(const Taxonomy& taxonomy, std::string_view text) {
  const std::string plain = plain_name(text);
  NodeId place = kNoLabel;
  std::size_t n_places = 0;
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    const std::string_view title = taxonomy.title(node), code = taxonomy.code(node);
    if (!title.empty() && plain_name(title) == plain) {
      return "did you mean " + quoted(code) + ", whose title is " + quoted(title) +
             "? labels are codes; ";
    }
    if (!code.ends_with(text)) continue;
    // In paths a parent's code and a separator come first.
    std::string_view between = code.substr(0, code.size() - text.size());
    const auto parents = taxonomy.parents(node);
    if (parents.size() > 1) continue;
    if (parents.size() == 1) {
      const std::string_view parent = taxonomy.code(parents[0]);
      if (!between.starts_with(parent) || between.size() == parent.size()) continue;
      between.remove_prefix(parent.size());
    }
    const bool last = std::none_of(between.begin(), between.end(), [](char c) {
      return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
    });
    if (last && n_places++ == 0) place = node;
  }
  if (n_places < 2) return {};
  return quoted(text) + " is the name of " + std::to_string(n_places) + " classes, among them " +
         quoted(taxonomy.code(place)) + ": use the whole path; ";
}

}  // namespace

void LabelResolver::unknown(const Token& token, const PlaceOf& place) const {
  std::vector<std::string_view> names;
  const Taxonomy* const taxonomy = vocabulary_.declared() ? nullptr : options_.taxonomy;
  const std::size_t n = taxonomy != nullptr ? taxonomy->size() : vocabulary_.n_declared();
  for (std::uint32_t id = 0; id < n; ++id) {
    names.push_back(taxonomy != nullptr ? taxonomy->code(id) : vocabulary_.name(id));
  }
  const auto near = nearest(token.text(), names);
  std::string hint = "--unknown-labels=add accepts new labels";
  const std::string zero = "0" + std::string(token.text());
  const std::string meant = taxonomy == nullptr ? "" : meaning(*taxonomy, token.text());
  if (!meant.empty()) {
    hint = meant + hint;
  } else if (std::find(names.begin(), names.end(), zero) != names.end()) {
    hint = "did you mean " + quoted(zero) + "? a leading zero is lost, as when codes are read as " +
           "numbers: write them as text, or restore zeros with --code-width=" +
           std::to_string(zero.size()) + "; " + hint;
  } else if (!near.empty()) {
    hint = "did you mean " + quoted(near[0]) + "? " + hint;
  }
  const std::string of = options_.declared_in.empty() ? "" : " of " + options_.declared_in;
  fail(ErrorCode::unknown_label, place(token),
       "label " + quoted(token.text()) + " is not among the " +
           (taxonomy != nullptr ? counted(n, "class", "classes")
            : of.empty()        ? counted(n, "declared label")
                                : counted(n, "label")) +
           of,
       std::move(hint));
}

}  // namespace tallystick::detail
