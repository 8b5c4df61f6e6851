// What a tally knows of its examples by groups.
#include "tallystick/base/text.hpp"
#include "tallystick/states/tally.hpp"

namespace tallystick {

namespace {

using Parts = std::map<std::string, Tally>;

constexpr std::string_view kCluster = "cluster";

bool has_parts(const Grouped& grouped) { return grouped.as != kCluster; }

/// What can be added to, shared with no other tally.
template <typename T>
std::shared_ptr<T> own(std::shared_ptr<const T>& shared) {
  auto mine =
      shared.use_count() == 1 ? std::const_pointer_cast<T>(shared) : std::make_shared<T>(*shared);
  shared.reset();
  return mine;
}

}  // namespace

/// Before the other's counts are added.
void Tally::merge_grouped(const Tally& other, std::span<const LabelId> remap) {
  if (other.n_examples_ == 0) return;
  const Grouped& theirs = other.grouped_;
  if (n_examples_ != 0 && (grouped_.as != theirs.as || grouped_.column != theirs.column)) {
    grouped_ = {};
  }
  if (theirs.as.empty() || (n_examples_ != 0 && grouped_.as.empty())) return;
  if (n_examples_ == 0) grouped_ = {theirs.as, theirs.column, {}, {}};
  if (has_parts(theirs)) {
    const auto parts = grouped_.parts ? own(grouped_.parts) : std::make_shared<Parts>();
    for (const auto& [name, part] : *theirs.parts) {
      const auto [mine, fresh] = parts->try_emplace(name);
      if (fresh) {
        mine->second = part;
      } else {
        mine->second.add_all(part, mine->second.vocabulary_.intern_all(part.vocabulary_, 1), 1);
      }
    }
    grouped_.parts = parts;
    return;
  }
  const auto clusters = grouped_.clusters ? own(grouped_.clusters) : std::make_shared<Clusters>();
  clusters->merge(*theirs.clusters, remap);
  grouped_.clusters = clusters;
}

void Tally::save_grouped(ByteWriter& out, std::span<const LabelId> rank) const {
  out.text(grouped_.as);
  out.text(grouped_.column);
  if (!has_parts(grouped_)) return grouped_.clusters->save(out, rank);
  out.u64(grouped_.parts->size());
  for (const auto& [name, part] : *grouped_.parts) {
    out.text(name);
    part.save_counts(out);
  }
}

void Tally::load_grouped(ByteReader& in) {
  grouped_.as = in.text();
  grouped_.column = in.text();
  if (grouped_.as != "stratum" && grouped_.as != "fold" && grouped_.as != kCluster) {
    in.refuse("examples are grouped as " + quoted(grouped_.as));
  }
  if (has_parts(grouped_)) {
    const auto parts = std::make_shared<Parts>();
    const std::uint64_t n = in.count(8);
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::string_view name = in.text();
      if (name.empty() || utf8_fault(name) != name.size()) {
        in.refuse("the name of a " + grouped_.as + " is empty or not UTF-8");
      }
      const auto [part, fresh] = parts->try_emplace(std::string(name));
      if (!fresh) in.refuse(grouped_.as + " " + quoted(name) + " stands twice");
      part->second.load_counts(in);
    }
    grouped_.parts = parts;
  } else {
    const auto clusters = std::make_shared<Clusters>();
    clusters->load(in, vocabulary_.size());
    grouped_.clusters = clusters;
  }
  check_grouped(in);
}

/// The groups' examples are those that were counted.
void Tally::check_grouped(const ByteReader& in) const {
  Tally sum = *this;
  sum.clear_examples();
  if (has_parts(grouped_)) {
    for (const auto& [name, part] : *grouped_.parts) {
      const bool alike = part.keeps_sets_ == keeps_sets_ && part.keeps_ranks_ == keeps_ranks_ &&
                         part.keeps_scores_ == keeps_scores_ &&
                         part.keeps_true_ranks_ == keeps_true_ranks_ &&
                         part.keeps_known_ == keeps_known_ && part.ties_ == ties_;
      if (!alike)
        in.refuse(grouped_.as + " " + quoted(name) + " keeps other things than the whole");
      sum.add_all(part, sum.vocabulary_.intern_all(part.vocabulary_, 1), 1);
    }
  } else {
    sum.update(grouped_.clusters->rows);
    // Of these, examples of weight 0 and repeated labels tell too, which are gone.
    if (lacks_scores_) sum.drop_ranks();
    sum.lacks_scores_ = lacks_scores_;
    sum.scored_ = scored_;
  }
  Tally whole = *this;
  whole.grouped_ = {};
  sum.policies_ = policies_;
  if (sum.save() != whole.save())
    in.refuse("the examples of the groups are not those of the whole");
}

}  // namespace tallystick
