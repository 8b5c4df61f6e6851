#include "tallystick/describe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gates.hpp"
#include "label_pairs.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/label_notes.hpp"
#include "tallystick/measures/label_space.hpp"
#include "tallystick/readers/read_truth.hpp"
#include "training.hpp"

namespace tallystick {

namespace {

constexpr std::string_view kMeasures =
    "cardinality,density,distinct_labelsets,diversity,single_labelsets,puniq,pmax,mean_ir,max_ir,"
    "min_ir,cvir,cvir:ddof=0,mean_imr,max_imr,min_imr,cvimr,npl,scumble,scumble_cv,lrid,tcs";

/// Keeps the truth in a tally without predictions.
class TruthConsumer final : public Consumer {
 public:
  explicit TruthConsumer(const Tally& empty) : empty_(&empty), tally_(empty) {}
  Vocabulary& vocabulary() override { return tally_.vocabulary(); }
  void consume(const Batch& batch) override { tally_.update(batch); }
  void restart() override { tally_ = *empty_; }
  Tally& tally() noexcept { return tally_; }

 private:
  const Tally* empty_;
  Tally tally_;
};

std::string_view band_of(Amount count, const DescribeOptions& wanted) {
  if (count == Amount{}) return "absent";
  if (count.whole < wanted.low) return "tail";
  const bool above =
      count.whole > wanted.high || (count.whole == wanted.high && count.fraction != 0);
  return above ? "head" : "torso";
}

double share_of(const Whole& whole, u128 part, u128 of) {
  return part == 0 && whole.n_examples() != 0 ? 0 : ratio(part, of);
}

std::vector<LabelFacts> facts_of_labels(const LabelSpace& space, bool absent_zero,
                                        const DescribeOptions& wanted) {
  const Whole& whole = space.whole();
  const std::vector<Scumble> scumbles = space.scumble_of_labels();
  std::vector<LabelFacts> out;
  for (const LabelId id : whole.sorted_labels()) {
    const u128 n = space.n_true(id), others = whole.n_examples() - n;
    LabelFacts facts;
    facts.label = whole.tally().vocabulary().name(id);
    facts.count = whole.amount(n);
    facts.frequency = ratio(n, whole.n_examples());
    facts.ir = n == 0 ? (absent_zero ? 0 : kUndefined) : ratio(space.most(), n);
    facts.imr = n == 0 || others == 0 ? std::numeric_limits<double>::infinity()
                                      : ratio(std::max(n, others), std::min(n, others));
    facts.scumble = scumbles[id].mean;
    facts.scumble_cv = scumbles[id].cv;
    facts.band = band_of(facts.count, wanted);
    out.push_back(std::move(facts));
  }
  return out;
}

void add_bands(Description& out, const Whole& whole) {
  out.bands[0].name = "head";
  out.bands[1].name = "torso";
  out.bands[2].name = "tail";
  u128 all = 0;
  for (const LabelFacts& facts : out.labels) {
    all += whole.unit(facts.count);
    for (Band& band : out.bands) {
      if (band.name != facts.band) continue;
      ++band.n_labels;
      static_cast<void>(add(band.assignments, facts.count));
    }
  }
  for (Band& band : out.bands) band.share = share_of(whole, whole.unit(band.assignments), all);
}

void add_sets(Description& out, const LabelSpace& space) {
  const Whole& whole = space.whole();
  u128 empty = 0, most = 0;
  for (const ExampleGroup& example : whole.examples()) {
    out.largest = std::max(out.largest, example.truth);
    if (example.truth == 0) empty += example.amount;
  }
  out.empty = whole.amount(empty);
  // Places in the order of names stand for the names.
  const std::vector<LabelId> sorted = whole.tally().vocabulary().sorted();
  std::vector<LabelId> place(sorted.size());
  for (LabelId i = 0; i < sorted.size(); ++i) place[sorted[i]] = i;
  std::vector<LabelId> best, one;
  for (std::size_t i = 0; i < space.n_sets(); ++i) {
    const SetPairs::Entry set = space.set(i);
    const u128 amount = whole.unit(set.amount);
    if (amount < most) continue;
    one.clear();
    for (const LabelId id : set.truth) one.push_back(place[id]);
    std::sort(one.begin(), one.end());
    if (amount == most && !(one < best)) continue;
    most = amount;
    best.swap(one);
  }
  for (const LabelId i : best) {
    out.most_frequent_set.emplace_back(whole.tally().vocabulary().name(sorted[i]));
  }
  out.most_frequent = whole.amount(most);
}

void sort_by_count(OneSided& side) {
  std::sort(side.labels.begin(), side.labels.end(), [](const auto& a, const auto& b) {
    const auto key = [](const Amount& n) { return std::pair(n.whole, n.fraction); };
    return a.second != b.second ? key(a.second) > key(b.second) : a.first < b.first;
  });
  side.n_labels = side.labels.size();
}

/// How many times more, or less, frequent: from 1 up, infinite where one side lacks the label.
double distance(const LabelFacts& facts) { return facts.ratio < 1 ? 1 / facts.ratio : facts.ratio; }

/// Completes the labels' facts, too.
Shift shift_of(Description& out, const Whole& whole, const TrainCounts& train) {
  Shift shift;
  shift.path = train.facts.path;
  shift.n_train_examples = train.examples;
  u128 all_here = 0, only_here = 0, all_train = 0, only_train = 0;
  for (LabelFacts& facts : out.labels) {
    const u128 n = whole.unit(facts.count);
    all_here += n;
    facts.train_count = train.count(facts.label);
    facts.train_frequency = ratio(facts.train_count, train.examples);
    if (facts.train_count == 0) {
      if (n == 0) continue;
      only_here += n;
      shift.only_here.labels.emplace_back(facts.label, facts.count);
      continue;
    }
    facts.ratio =
        ratio(multiply(n, train.examples), multiply(whole.n_examples(), facts.train_count));
    if (n == 0) continue;
    ++shift.n_shared;
    shift.ratios.push_back(facts);
  }
  const Vocabulary& known = whole.tally().vocabulary();
  for (LabelId id = 0; id < train.labels.size(); ++id) {
    all_train += train.counts[id];
    const auto here = known.find(train.labels.name(id));
    if (here && whole.cell(*here).truth() != 0) continue;
    only_train += train.counts[id];
    shift.only_train.labels.emplace_back(std::string(train.labels.name(id)),
                                         Amount{train.counts[id], 0});
  }
  shift.only_here.assignments = whole.amount(only_here);
  shift.only_here.share = share_of(whole, only_here, all_here);
  shift.only_train.assignments = {static_cast<std::uint64_t>(only_train), 0};
  shift.only_train.share = share_of(whole, only_train, all_train);
  sort_by_count(shift.only_here);
  sort_by_count(shift.only_train);
  std::stable_sort(
      shift.ratios.begin(), shift.ratios.end(),
      [](const LabelFacts& a, const LabelFacts& b) { return distance(a) > distance(b); });
  return shift;
}

}  // namespace

Tallied tally_truth(const std::string& path, const EvaluateOptions& options) {
  const Convention convention = convention_of(options);
  ReadOptions read = options.read;
  read.unknown_labels = options.unknown_labels.value_or(
      convention.drops_unknown_labels ? UnknownLabels::drop : UnknownLabels::error);
  Vocabulary declared;
  if (!options.labels_file.empty()) {
    read_labels(options.labels_file, read, declared);
    read.declared_in = options.labels_file;
  }
  Tally empty(declared);
  empty.keep_sets();
  TruthConsumer consumer(empty);
  Tallied out;
  out.summary = read_truth(path, read, consumer);
  out.tally = std::move(consumer.tally());
  out.tally.policies().merge(out.summary.policies);
  if (out.tally.vocabulary().declared()) {
    constexpr std::string_view kPolicies[] = {"error", "add", "drop", "wrong"};
    out.tally.rules()["unknown-labels"] = kPolicies[static_cast<std::size_t>(read.unknown_labels)];
  }
  return out;
}

namespace {

/// Figures of predictions would be of none.
void check_gates(const EvaluateOptions& options) {
  const std::vector<Request> figures = parse_measures(kMeasures);
  const auto known = [&figures](const Measure* measure) {
    return std::any_of(figures.begin(), figures.end(),
                       [measure](const Request& one) { return one.measure == measure; });
  };
  for (const std::string& gate : options.require) {
    const detail::Requirement requirement = detail::parse_requirement(gate);
    const std::vector<Request> requests =
        requirement.measure.empty() ? std::vector<Request>{} : parse_measures(requirement.measure);
    const bool of_truth =
        !requests.empty() && std::all_of(requests.begin(), requests.end(), [&](const Request& one) {
          return one.measure != nullptr && (one.measure->space != nullptr || known(one.measure));
        });
    if (of_truth) continue;
    fail(ErrorCode::wrong_usage,
         "--require " + quoted(gate) + " is not about the label space, which 'describe' is",
         "name one of its figures, mean_ir<=20, say, or gate 'evaluate'");
  }
}

}  // namespace

Description describe(const Tally& tally, const ReadSummary& summary, const EvaluateOptions& options,
                     const DescribeOptions& wanted) {
  check_gates(options);
  EvaluateOptions figures = options;
  figures.measures = kMeasures;
  if (wanted.inputs != 1) figures.measures += ":inputs=" + std::to_string(wanted.inputs);
  figures.task = Task::multi;  // the words of classes are of predictions
  Description out;
  out.report = make_report(tally, summary, figures);
  out.report.task.clear();
  std::erase(out.report.notes, kNothingPredicted);  // nothing was to be
  const Whole whole(tally, universe_of(tally, options));
  const LabelSpace space(whole);
  out.n_used = space.n_labels() - space.n_absent();
  out.assignments = whole.amount(whole.all_cells().truth());
  out.inputs = wanted.inputs;
  out.low = wanted.low;
  out.high = wanted.high;
  out.labels = facts_of_labels(space, convention_of(options).absent_labels_zero, wanted);
  add_bands(out, whole);
  add_sets(out, space);
  detail::add_label_pairs(out, space, wanted.n_pairs);
  if (tally.vocabulary().declared()) {
    for (const LabelFacts& facts : out.labels) {
      if (facts.count == Amount{}) out.unused.push_back(facts.label);
    }
  }
  if (detail::has_training(options)) {
    out.shift = shift_of(out, whole, detail::read_training(options, nullptr));
  }
  return out;
}

Description describe_file(const std::string& path, const EvaluateOptions& options,
                          const DescribeOptions& wanted) {
  const std::string named[] = {path, options.labels_file, options.train};
  if (std::count(std::begin(named), std::end(named), "-") > 1) {
    fail(ErrorCode::wrong_usage, "standard input is named for more than one input",
         "name files for the others");
  }
  const Tallied tallied = tally_truth(path, options);
  return describe(tallied.tally, tallied.summary, options, wanted);
}

}  // namespace tallystick
