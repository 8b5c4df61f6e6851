// The bytes of a saved tally.
#include <algorithm>
#include <bit>
#include <cmath>

#include "tallystick/base/mix.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/states/tally.hpp"

namespace tallystick {

namespace {

constexpr std::uint32_t kVersion = 3;
constexpr std::uint32_t kGrouped = 4;  // the same, with the examples by groups behind the counts
// What a state says of the label sets it keeps.
constexpr std::uint8_t kSets = 1, kWeighed = 2, kHidden = 4;

}  // namespace

/// Declared labels first, each part in the order of names: a loaded state can close the set again.
std::vector<LabelId> Tally::saved_order() const {
  const std::size_t n_declared = vocabulary_.declared() ? vocabulary_.n_declared() : 0;
  std::vector<char> used = scored_;
  used.resize(vocabulary_.size());
  std::fill_n(used.begin(), n_declared, char{1});
  mark_used(used);
  for (std::size_t i = 0; keeps_known_ && i < scores_.size(); ++i) {
    for (const LabelId label : scores_.example(i).known) used[label] = 1;
  }
  std::vector<LabelId> order = vocabulary_.sorted();
  std::erase_if(order, [&](LabelId id) { return used[id] == 0; });
  std::stable_partition(order.begin(), order.end(), [&](LabelId id) { return id < n_declared; });
  return order;
}

std::string Tally::save() const {
  ByteWriter out;
  for (const char c : kMagic) out.u8(static_cast<std::uint8_t>(c));
  out.u32(grouped_.as.empty() ? kVersion : kGrouped);
  out.u64(rules_.size());
  for (const auto& [rule, value] : rules_) {
    out.text(rule);
    out.text(value);
  }
  save_counts(out);
  const std::string& bytes = out.bytes();
  out.u64(detail::hash_bytes(bytes.data(), bytes.size()));
  return std::move(out).take();
}

void Tally::save_counts(ByteWriter& out) const {
  const std::vector<LabelId> order = saved_order();
  std::vector<LabelId> rank(vocabulary_.size(), kNoLabel);
  for (LabelId i = 0; i < order.size(); ++i) rank[order[i]] = i;
  out.u8(vocabulary_.declared() ? 1 : 0);
  out.u64(vocabulary_.declared() ? vocabulary_.n_declared() : 0);
  out.u64(order.size());
  for (const LabelId id : order) out.text(vocabulary_.name(id));
  label_counts_.save(out, order);
  overlaps_.save(out);
  pairs_.save(out, rank);
  // Weights that sum to the number of examples must be told, since the sum does not tell them.
  const bool weighed = has_weights_ && !weighed_.empty();
  const bool hidden = has_weights_ && !weighed && total_ == Amount{n_examples_, 0};
  out.u8(static_cast<std::uint8_t>((keeps_sets_ ? kSets : 0) | (weighed ? kWeighed : 0) |
                                   (hidden ? kHidden : 0)));
  sets_.save(out, rank);
  if (weighed) weighed_.save(out, rank);
  save_ranks(out, order, rank);
  for (const std::uint64_t count :
       {policies_.missing, policies_.extra, policies_.unknown_labels, policies_.repeated_labels,
        policies_.abstained, policies_.duplicate_scores, policies_.padded_codes,
        policies_.alternative_codes, policies_.accepted_other, n_examples_}) {
    out.u64(count);
  }
  out.amount(total_);
  if (!grouped_.as.empty()) save_grouped(out, rank);
}

Tally Tally::load(std::string_view bytes, const std::string& origin) {
  ByteReader in(bytes, origin);
  for (const char c : kMagic) {
    if (in.left() == 0 || in.u8() != static_cast<std::uint8_t>(c)) {
      in.refuse("these bytes are not a saved state of tallystick");
    }
  }
  const std::uint32_t version = in.u32();
  if (version != kVersion && version != kGrouped) {
    in.refuse("the state has format version " + std::to_string(version) + ", this build reads " +
              std::to_string(kVersion) + " and " + std::to_string(kGrouped));
  }
  if (bytes.size() < 20) in.refuse("the state ends after its version");
  const std::string_view body = bytes.substr(0, bytes.size() - 8);
  ByteReader tail(bytes.substr(bytes.size() - 8), origin);
  if (tail.u64() != detail::hash_bytes(body.data(), body.size())) {
    in.refuse("the checksum does not match: the bytes were cut or changed");
  }

  Tally tally;
  const std::uint64_t n_rules = in.count(16);
  for (std::uint64_t i = 0; i < n_rules; ++i) {
    std::string rule(in.text());
    if (!tally.rules_.emplace(std::move(rule), in.text()).second) in.refuse("a rule stands twice");
  }
  tally.load_counts(in);
  if (version == kGrouped) tally.load_grouped(in);
  if (in.left() != 8) in.refuse("bytes follow the end of the state");
  if (tally.save() != bytes) in.refuse("the state is not in its canonical form");
  return tally;
}

void Tally::load_counts(ByteReader& in) {
  const std::uint8_t declared = in.u8();
  const std::uint64_t n_declared = in.u64();
  const std::uint64_t n_labels = in.count(8);
  if (declared > 1 || n_declared > n_labels || (declared == 0 && n_declared != 0)) {
    in.refuse("the number of declared labels does not fit the labels");
  }
  for (std::uint64_t i = 0; i < n_labels; ++i) {
    const std::string_view name = in.text();
    if (name.empty() || utf8_fault(name) != name.size()) in.refuse("a label is empty or not UTF-8");
    if (vocabulary_.intern(name) != i) in.refuse("label " + quoted(name) + " stands twice");
    if (declared == 1 && i + 1 == n_declared) vocabulary_.declare();
  }
  if (declared == 1 && n_declared == 0) in.refuse("a declared label set is empty");
  if (n_labels > in.left() / 48) in.refuse("the label counts are cut off");
  label_counts_.load(in, n_labels);
  overlaps_.load(in);
  pairs_.load(in, n_labels);
  const std::uint8_t keeps_sets = in.u8();
  if (keeps_sets > (kSets | kHidden)) in.refuse("it is not said whether label sets are kept");
  keeps_sets_ = (keeps_sets & kSets) != 0;
  sets_.load(in, n_labels);
  if ((keeps_sets & kWeighed) != 0) {
    weighed_.load(in, n_labels);
    if (weighed_.empty()) in.refuse("weighted label sets are told of, but there are none");
  }
  has_weights_ = (keeps_sets & (kWeighed | kHidden)) != 0;
  load_ranks(in, n_labels);
  PolicyCounts& p = policies_;
  for (std::uint64_t* count : {&p.missing, &p.extra, &p.unknown_labels, &p.repeated_labels,
                               &p.abstained, &p.duplicate_scores, &p.padded_codes,
                               &p.alternative_codes, &p.accepted_other, &n_examples_}) {
    *count = in.u64();
  }
  total_ = in.amount();
  check_totals(in);
  check_sets(in);
  check_weights(in);
  keeps_weights_ = !weighed_.empty();
  check_ranks(in);
}

void Tally::save_ranks(ByteWriter& out, std::span<const LabelId> order,
                       std::span<const LabelId> rank) const {
  out.u8(keeps_known_ ? 4 : keeps_scores_ ? 2 : keeps_true_ranks_ ? 3 : keeps_ranks_ ? 1 : 0);
  if (!keeps_ranks_) return;
  out.u8(static_cast<std::uint8_t>(ties_));
  for (const LabelId id : order) out.u8(id < scored_.size() && scored_[id] != 0 ? 1 : 0);
  ranks_.save(out);
  scores_.save(out, rank, keeps_known_);
  if (keeps_true_ranks_) true_ranks_.save(out, rank);
  out.u64(std::bit_cast<std::uint64_t>(lowest_score_ + 0.0));
  out.u64(std::bit_cast<std::uint64_t>(highest_score_ + 0.0));
  out.u64(lacks_scores_ ? 1 : 0);
  out.u64(n_ties_decided_);
}

void Tally::load_ranks(ByteReader& in, std::size_t n_labels) {
  const std::uint8_t keeps = in.u8();
  if (keeps > 4) in.refuse("it is not said whether scores are kept");
  keeps_ranks_ = keeps != 0;
  keeps_scores_ = keeps == 2 || keeps == 4;
  keeps_true_ranks_ = keeps == 3;
  keeps_known_ = keeps == 4;
  if (!keeps_ranks_) return;
  const std::uint8_t ties = in.u8();
  if (ties > static_cast<std::uint8_t>(Ties::trec)) in.refuse("the rule of ties is not known");
  ties_ = static_cast<Ties>(ties);
  if (n_labels > in.left()) in.refuse("the scored labels are cut off");
  for (std::size_t i = 0; i < n_labels; ++i) {
    scored_.push_back(static_cast<char>(in.u8()));
    if (scored_.back() != 0 && scored_.back() != 1) in.refuse("a label is neither scored nor not");
  }
  ranks_.load(in);
  scores_.load(in, n_labels, keeps_known_);
  if (keeps_true_ranks_) true_ranks_.load(in, n_labels);
  lowest_score_ = std::bit_cast<double>(in.u64());
  highest_score_ = std::bit_cast<double>(in.u64());
  if (std::isnan(lowest_score_) || std::isnan(highest_score_)) in.refuse("a score is no number");
  lacks_scores_ = in.u64() != 0;
  n_ties_decided_ = in.u64();
}

}  // namespace tallystick
