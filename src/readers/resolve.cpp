#include "readers/resolve.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

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

void ScoreFilter::apply(const Chunk& chunk, const Rows& rows, LabelColumn& column,
                        PolicyCounts& counts) {
  if (column.scores.empty()) return;
  std::vector<double>& scores = column.scores;
  std::size_t kept = 0, first = 0;
  for (std::uint32_t& row_end : column.end) {
    const std::size_t last = row_end;
    const std::size_t start = first;
    slots_.assign(std::bit_ceil(2 * (last - first) + 1), kFree);
    for (std::size_t i = start; i < last; ++i) {
      if (std::isnan(scores[i])) continue;  // assigned without a score
      const std::size_t before = earlier(column, start, i);
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
    for (std::size_t i = start; i < last; ++i) {
      if (std::isnan(scores[i]) || (passes(scores[i]) && scores[i] != -INFINITY)) {
        column.tokens[kept++] = column.tokens[i];
      }
    }
    first = last;
    row_end = static_cast<std::uint32_t>(kept);
  }
  column.tokens.resize(kept);
  scores.clear();
}

LabelResolver::LabelResolver(const ReadOptions& options, Vocabulary& vocabulary)
    : options_(options), vocabulary_(vocabulary) {
  const LabelMaker maker(options);
  for (const std::string& label : options.abstain) {
    const std::string text = maker.text_of(label);
    if (!text.empty()) abstain_.intern(text);
  }
}

void LabelResolver::intern(const std::vector<std::string>& labels) {
  if (vocabulary_.declared()) return;
  const LabelMaker maker(options_);
  for (const std::string& label : labels) {
    const std::string text = maker.text_of(label);
    if (!text.empty() && !abstain_.find(text)) vocabulary_.intern(text);
  }
}

void LabelResolver::resolve(const std::vector<Token>& tokens, std::vector<std::uint32_t>& end,
                            bool predicted, const PlaceOf& place, std::vector<LabelId>& ids) {
  ids.resize(tokens.size());
  if (abstain_.size() != 0 || vocabulary_.declared()) {
    resolve_each(tokens, end, predicted, place, ids);
  } else {
    vocabulary_.intern(tokens, ids.data());
  }
}

void LabelResolver::resolve_each(const std::vector<Token>& tokens, std::vector<std::uint32_t>& end,
                                 bool predicted, const PlaceOf& place, std::vector<LabelId>& ids) {
  std::size_t kept = 0, i = 0;
  for (std::uint32_t& row_end : end) {
    for (; i < row_end; ++i) {
      if (abstain_.size() != 0 && abstain_.find(tokens[i].text())) {
        ++(predicted ? counts.abstained : truth_abstained);
        continue;
      }
      const LabelId id = known(tokens[i], place);
      if (id != kNoLabel) ids[kept++] = id;
    }
    row_end = static_cast<std::uint32_t>(kept);
  }
  ids.resize(kept);
}

/// The label's id; kNoLabel when the policy drops it.
LabelId LabelResolver::known(const Token& token, const PlaceOf& place) {
  if (!vocabulary_.declared()) return vocabulary_.intern(token);
  const auto id = vocabulary_.find(token.text());
  if (id && *id < vocabulary_.n_declared()) return *id;
  ++counts.unknown_labels;
  if (options_.unknown_labels == UnknownLabels::error) unknown(token, place);
  if (options_.unknown_labels == UnknownLabels::drop) return kNoLabel;
  return vocabulary_.intern(token);
}

void LabelResolver::unknown(const Token& token, const PlaceOf& place) const {
  std::vector<std::string_view> names;
  for (LabelId id = 0; id < vocabulary_.n_declared(); ++id) names.push_back(vocabulary_.name(id));
  const auto near = nearest(token.text(), names);
  const std::string zero = "0" + std::string(token.text());
  std::string hint = "--unknown-labels=add accepts new labels";
  if (vocabulary_.find(zero)) {
    hint = "did you mean " + quoted(zero) + "? a leading zero is lost; " + hint;
  } else if (!near.empty()) {
    hint = "did you mean " + quoted(near[0]) + "? " + hint;
  }
  fail(ErrorCode::unknown_label, place(token),
       "label " + quoted(token.text()) + " is not among the " +
           (options_.declared_in.empty()
                ? counted(vocabulary_.n_declared(), "declared label")
                : counted(vocabulary_.n_declared(), "label") + " of " + options_.declared_in),
       std::move(hint));
}

}  // namespace tallystick::detail
