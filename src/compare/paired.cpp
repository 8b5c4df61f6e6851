#include "compare/paired.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

/// Gives the labels of a batch other ids.
void renumber(Batch& batch, const std::vector<LabelId>& ids) {
  for (std::vector<LabelId>* labels :
       {&batch.truth, &batch.predicted, &batch.scored, &batch.judged}) {
    for (LabelId& label : *labels) label = ids[label];
  }
}

/// Places of the rows by id, where systems do not have the same ids in the same order.
std::unordered_map<std::string_view, std::uint32_t> places(const KeptRows& rows) {
  std::unordered_map<std::string_view, std::uint32_t> out;
  out.reserve(rows.size());
  for (std::uint32_t row = 0; row < rows.size(); ++row) out.emplace(rows.id(row), row);
  return out;
}

bool same_ids(const KeptRows& a, const KeptRows& b) {
  return a.id_ends == b.id_ends && a.ids == b.ids;
}

/// Two hashes of one content: one is for tables, both together tell contents apart.
struct ContentHash {
  std::uint64_t first = 0, second = 0;
  friend auto operator<=>(const ContentHash&, const ContentHash&) = default;
};

/// Hashes rows by the names of their labels, whatever their order.
class RowHasher {
 public:
  explicit RowHasher(const Vocabulary& labels) {
    for (LabelId label = 0; label < labels.size(); ++label) {
      const std::string_view name = labels.name(label);
      names_.push_back(hash_bytes(name.data(), name.size()));
    }
  }

  [[nodiscard]] ContentHash operator()(const Batch& batch, std::size_t row) const {
    ContentHash out;
    add(out, 1, batch.truth_of(row), batch.grades_of(row));
    add(out, 2, batch.predicted_of(row), {});
    if (batch.has_scores) add(out, 3, batch.scored_of(row), batch.scores_of(row));
    add(out, 4, batch.judged_of(row), {});
    return out;
  }

 private:
  void add(ContentHash& to, std::uint64_t part, std::span<const LabelId> labels,
           std::span<const double> numbers) const {
    ContentHash sum{labels.size(), part};
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const std::uint64_t number =
          numbers.empty() ? 0 : std::bit_cast<std::uint64_t>(numbers[i] + 0.0);
      sum.first += mix(names_[labels[i]] + part, number);
      sum.second += mix(~names_[labels[i]], number ^ 0x9E3779B97F4A7C15ull);
    }
    to.first = mix(to.first ^ sum.first, part);
    to.second = mix(to.second + sum.second, ~part);
  }

  std::vector<std::uint64_t> names_;
};

struct HashOfContent {
  std::size_t operator()(const ContentHash& hash) const noexcept {
    return static_cast<std::size_t>(hash.first);
  }
};

}  // namespace

Aligned align(std::vector<SystemRows> systems) {
  Aligned out;
  out.none = systems[0].tallied.tally;
  for (std::size_t s = 1; s < systems.size(); ++s) {
    Tally other = systems[s].tallied.tally;
    other.rules() = out.none.rules();  // one may have been given scores, the other label sets
    out.none.merge(other);
  }
  const bool ranks = out.none.keeps_ranks();
  out.none = out.none.emptied(out.none.keeps_sets(), out.none.keeps_scores());
  if (ranks && !out.none.keeps_ranks()) out.none.keep_ranks(out.none.ties());
  for (SystemRows& system : systems) {
    std::vector<LabelId> ids;
    const Vocabulary& own = system.tallied.tally.vocabulary();
    for (LabelId label = 0; label < own.size(); ++label) {
      ids.push_back(out.none.vocabulary().intern(own.name(label)));
    }
    renumber(system.rows.batch, ids);
  }
  const KeptRows& base = systems[0].rows;
  const bool alike = std::all_of(systems.begin() + 1, systems.end(), [&](const SystemRows& system) {
    return same_ids(base, system.rows);
  });
  out.row_of.resize(systems.size());
  if (alike) {
    for (auto& rows : out.row_of) {
      for (std::uint32_t row = 0; row < base.size(); ++row) rows.push_back(row);
    }
  } else {
    std::vector<std::unordered_map<std::string_view, std::uint32_t>> where(systems.size());
    for (std::size_t s = 1; s < systems.size(); ++s) where[s] = places(systems[s].rows);
    std::unordered_set<std::string_view> all;
    for (const SystemRows& system : systems) {
      for (std::size_t row = 0; row < system.rows.size(); ++row) all.insert(system.rows.id(row));
    }
    for (std::uint32_t row = 0; row < base.size(); ++row) {
      std::vector<std::uint32_t> rows{row};
      for (std::size_t s = 1; s < systems.size(); ++s) {
        const auto found = where[s].find(base.id(row));
        if (found != where[s].end()) rows.push_back(found->second);
      }
      if (rows.size() != systems.size()) continue;
      for (std::size_t s = 0; s < systems.size(); ++s) out.row_of[s].push_back(rows[s]);
    }
    out.n_left_out = all.size() - out.row_of[0].size();
  }
  if (out.row_of[0].empty()) {
    fail(ErrorCode::no_examples, "the systems share no example",
         "check that all predictions are of the same data set");
  }
  out.systems = std::move(systems);
  return out;
}

PairedRows paired_rows(const Aligned& aligned, std::size_t a, std::size_t b,
                       std::span<const std::uint64_t> weights) {
  const RowHasher hash(aligned.none.vocabulary());
  PairedRows out;
  const Batch* batches[] = {&aligned.systems[a].rows.batch, &aligned.systems[b].rows.batch};
  const std::vector<std::uint32_t>* rows[] = {&aligned.row_of[a], &aligned.row_of[b]};
  std::vector<ContentHash> hashes;  // of contents
  std::unordered_map<ContentHash, std::uint32_t, HashOfContent> index;
  std::vector<std::uint32_t> content[2];
  std::uint64_t print[2] = {0, 0};  // of what each system predicts
  for (int side = 0; side < 2; ++side) {
    for (const std::uint32_t row : *rows[side]) {
      const ContentHash one = hash(*batches[side], row);
      print[side] += mix(one.first, one.second);
      const auto [at, fresh] = index.try_emplace(one, static_cast<std::uint32_t>(hashes.size()));
      if (fresh) {
        hashes.push_back(one);
        append_row(*batches[side], row, out.contents);
      }
      content[side].push_back(at->second);
    }
  }
  out.swapped = print[0] > print[1];
  if (out.swapped) std::swap(content[0], content[1]);
  out.contents.weights.clear();
  std::unordered_map<std::uint64_t, std::map<std::uint64_t, std::uint64_t>> counts;
  for (std::size_t i = 0; i < content[0].size(); ++i) {
    ++counts[std::uint64_t{content[0][i]} << 32 | content[1][i]][weights.empty() ? 1 : weights[i]];
  }
  for (const auto& [pair, of_weights] : counts) {
    for (const auto& [weight, count] : of_weights) {
      out.kinds.push_back({static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair),
                           count, weight});
    }
  }
  std::sort(out.kinds.begin(), out.kinds.end(), [&](const PairedKind& x, const PairedKind& y) {
    return std::tie(hashes[x.a], hashes[x.b], x.weight) <
           std::tie(hashes[y.a], hashes[y.b], y.weight);
  });
  return out;
}

}  // namespace tallystick::detail
