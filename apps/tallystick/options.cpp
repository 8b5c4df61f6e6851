#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::app {

namespace {

[[noreturn]] void wrong_value(std::string_view option, const std::string& value,
                              const std::string& takes) {
  fail(ErrorCode::wrong_usage,
       "option " + std::string(option) + " has no value " + tallystick::quoted(value),
       "it takes " + takes);
}

/// One of a few words.
template <typename T, std::size_t N>
T choice(std::string_view option, const std::string& value,
         const std::pair<std::string_view, T> (&choices)[N]) {
  std::string known;
  for (const auto& [word, meaning] : choices) {
    if (value == word) return meaning;
    known += (known.empty() ? "" : ", ") + std::string(word);
  }
  wrong_value(option, value, known);
}

template <typename T>
T number(std::string_view option, const std::string& value, T low, T high,
         const std::string& takes) {
  T parsed{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), parsed);
  if (error != std::errc{} || end != value.data() + value.size() || !(parsed >= low) ||
      !(parsed <= high)) {
    wrong_value(option, value, takes);
  }
  return parsed;
}

std::vector<std::string> words(const std::string& list) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string word = list.substr(begin, end - begin);
    word.erase(0, word.find_first_not_of(' '));
    word.erase(word.find_last_not_of(' ') + 1);
    if (!word.empty()) out.push_back(std::move(word));
    begin = end + 1;
  }
  return out;
}

std::array<std::uint64_t, 4> parse_cells(const std::string& text) {
  constexpr std::string_view kTakes = "four counts TP,FP,FN,TN of 0 to 18446744073709551615";
  const std::vector<std::string> parts = words(text);
  const bool gap = std::count(text.begin(), text.end(), ',') != 3;  // words() skips empty ones
  if (parts.size() != 4 || gap) wrong_value("--cells", text, std::string(kTakes));
  std::array<std::uint64_t, 4> cells{};
  for (std::size_t i = 0; i < 4; ++i) {
    cells[i] = number<std::uint64_t>("--cells", parts[i], 0, UINT64_MAX, std::string(kTakes));
  }
  return cells;
}

Propensity propensity(const std::string& text) {
  constexpr std::string_view kTakes = "two numbers A,B, A from 0 and B above 0";
  const std::vector<std::string> parts = words(text);
  if (parts.size() != 2) wrong_value("--propensity", text, std::string(kTakes));
  Propensity out;
  double* const to[] = {&out.a, &out.b};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string& part = parts[i];
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), *to[i]);
    const bool whole = error == std::errc{} && end == part.data() + part.size();
    if (!whole || !(*to[i] >= 0) || std::isinf(*to[i])) {
      wrong_value("--propensity", text, std::string(kTakes));
    }
  }
  if (out.b == 0) wrong_value("--propensity", text, std::string(kTakes));
  return out;
}

constexpr unsigned kReads = kEvaluate | kReconcile | kPlot | kCompare;
constexpr unsigned kFiles = kReads | kTune;
constexpr unsigned kTruths = kFiles | kDescribe;
constexpr unsigned kReports = kEvaluate | kMerge | kReconcile | kCompare;

void set_output(Options& o, const std::string& v) {
  o.output = choice<Output>("--output", v,
                            {{"text", Output::text},
                             {"json", Output::json},
                             {"csv", Output::csv},
                             {"markdown", Output::markdown},
                             {"latex", Output::latex},
                             {"html", Output::html},
                             {"stats-table", Output::stats_table}});
}

void set_plot_format(Options& o, const std::string& v) {
  o.plot_format = choice<PlotFormat>("--output", v,
                                     {{"svg", PlotFormat::svg},
                                      {"png", PlotFormat::png},
                                      {"pdf", PlotFormat::pdf},
                                      {"vega-lite", PlotFormat::vega_lite},
                                      {"csv", PlotFormat::csv},
                                      {"json", PlotFormat::json}});
}

double level(const std::string& v) {
  return number<double>("--level", v, kLevelMargin, 1 - kLevelMargin,
                        "a number from 1e-9 to 1 - 1e-9");
}

void set_interval(Options& o, const std::string& v) {
  o.evaluate.interval.method = choice<IntervalMethod>("--interval", v, kIntervalMethods);
}

void set_taxonomy_format(Options& o, const std::string& v) {
  o.evaluate.taxonomy_options.format = choice<TaxonomyFormat>("--taxonomy-format", v,
                                                              {{"auto", TaxonomyFormat::automatic},
                                                               {"prefix", TaxonomyFormat::prefix},
                                                               {"edges", TaxonomyFormat::edges},
                                                               {"paths", TaxonomyFormat::paths},
                                                               {"levels", TaxonomyFormat::levels},
                                                               {"obo", TaxonomyFormat::obo},
                                                               {"skos", TaxonomyFormat::skos},
                                                               {"fhir", TaxonomyFormat::fhir}});
}

void set_taxonomy_separator(Options& o, const std::string& v) {
  if (v.empty()) wrong_value("--taxonomy-separator", v, "one character or more");
  o.evaluate.taxonomy_options.separator = v == "\\t" ? "\t" : v;
}

void set_strategies(Options& o, const std::string& v) {
  const std::vector<std::string> names = words(v);
  if (names.empty()) wrong_value("--strategy", v, "global, label, top-k, relative, all");
  o.tune.strategies.clear();
  for (const std::string& name : names) {
    const auto strategy = choice<std::optional<Strategy>>("--strategy", name,
                                                          {{"global", Strategy::global},
                                                           {"label", Strategy::label},
                                                           {"top-k", Strategy::top_k},
                                                           {"relative", Strategy::relative},
                                                           {"all", std::nullopt}});
    if (!strategy) {
      if (names.size() != 1) wrong_value("--strategy", v, "all, or some of the others");
      return;
    }
    o.tune.strategies.push_back(*strategy);
  }
}

void set_shard(Options& o, const std::string& v) {
  constexpr const char* kTakes = "I/N, whole numbers from 1, I not above N, as in 2/3";
  const std::size_t slash = v.find('/');
  const auto part = [&v](std::string_view text) {
    constexpr std::uint32_t kMost = 1'000'000;
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    if (!whole || value < 1 || value > kMost) wrong_value("--shard", v, kTakes);
    return value;
  };
  if (slash == std::string::npos) wrong_value("--shard", v, kTakes);
  const std::string_view text = v;
  const Shard shard{part(text.substr(0, slash)), part(text.substr(slash + 1))};
  if (shard.index > shard.count) wrong_value("--shard", v, kTakes);
  o.evaluate.read.shard = shard;
}

void set_bands(Options& o, const std::string& v) {
  constexpr std::string_view kTakes = "two whole numbers LOW,HIGH from 1, LOW not above HIGH";
  const std::vector<std::string> parts = words(v);
  if (parts.size() != 2) wrong_value("--bands", v, std::string(kTakes));
  std::uint64_t* const to[] = {&o.describe.low, &o.describe.high};
  for (std::size_t i = 0; i < 2; ++i) {
    *to[i] = number<std::uint64_t>("--bands", parts[i], 1, UINT64_MAX, std::string(kTakes));
  }
  if (o.describe.low > o.describe.high) wrong_value("--bands", v, std::string(kTakes));
}

const Option kOptions[] = {
    {"--measures", "-m", "LIST", "Measures",
     "measures or groups, see 'tallystick measures' [standard]", kReports, true,
     [](Options& o, const std::string& v) { o.evaluate.measures = v; }},
    {"--measures", "-m", "NAME", "Measures",
     "the measure to tune: an average such as f1_micro, subset_accuracy, hamming_loss [f1_macro]",
     kTune, true, [](Options& o, const std::string& v) { o.tune.measure = v; }},
    {"--measures", "-m", "LIST", "Measures", "of figures and forest [standard]", kPlot, true,
     [](Options& o, const std::string& v) {
       o.evaluate.measures = v;
       o.measures_given = true;
     }},
    {"--names", "", "LIST", "Comparison", "of the systems, with commas [their paths]",
     kCompare | kPlot, true,
     [](Options& o, const std::string& v) { o.compare.names = words(v); }},
    {"--pairs", "", "WHICH", "Comparison",
     "first: each system against the first; all: each against each [first]", kCompare | kPlot, false,
     [](Options& o, const std::string& v) {
       o.compare.all_pairs = choice<bool>("--pairs", v, {{"first", false}, {"all", true}});
     }},
    {"--test", "", "TEST", "Comparison",
     "auto, randomisation, mcnemar, sign [auto: McNemar for shares of right examples]", kCompare,
     true,
     [](Options& o, const std::string& v) {
       o.compare.test = choice<PairedTest>("--test", v,
                                           {{"auto", PairedTest::automatic},
                                            {"randomisation", PairedTest::randomisation},
                                            {"mcnemar", PairedTest::mcnemar},
                                            {"sign", PairedTest::sign}});
     }},
    {"--adjust", "", "WAY", "Comparison",
     "of p-values, for how many there are: holm, bh (Benjamini-Hochberg), none [holm]", kCompare,
     true,
     [](Options& o, const std::string& v) {
       o.compare.adjust = choice<Adjustment>("--adjust", v,
                                             {{"holm", Adjustment::holm},
                                              {"bh", Adjustment::benjamini_hochberg},
                                              {"none", Adjustment::none}});
     }},
    {"--margin", "", "X", "Comparison", "differences below X do not matter: tests equivalence too",
     kCompare | kPlot, false,
     [](Options& o, const std::string& v) {
       o.compare.margin = number<double>("--margin", v, std::numeric_limits<double>::min(),
                                         std::numeric_limits<double>::max(), "a number above 0");
     }},
    {"--level", "", "X", "Comparison", "of intervals; 1 - X is the largest p that counts [0.95]",
     kCompare, true,
     [](Options& o, const std::string& v) {
       o.compare.level = level(v);
     }},
    {"--resamples", "", "N", "Comparison",
     "of the examples [1000; of tests 10000 where sizes of label sets tell all]", kCompare, true,
     [](Options& o, const std::string& v) {
       o.compare.resamples = number<std::uint32_t>("--resamples", v, 1, 100'000'000,
                                                   "a whole number from 1");
     }},
    {"--seed", "", "N", "Comparison", "of resamples: the same seed draws the same ones [0]",
     kCompare, false,
     [](Options& o, const std::string& v) {
       o.compare.seed = number<std::uint64_t>("--seed", v, 0, UINT64_MAX,
                                              "a whole number of 0 to 2^64 - 1");
     }},
    {"--flips", "", "FILE", "Comparison",
     "one row an example or label that went right to wrong or back: a, b, id, label, from, to",
     kCompare, true, [](Options& o, const std::string& v) { o.flips_file = v; }},
    {"--strategy", "", "LIST", "Measures",
     "global, label (thresholds of labels), top-k, relative (to the best score), all [all]", kTune,
     true, set_strategies},
    {"--folds", "", "N", "Measures",
     "cross-validate: tune on all parts but one, which tells the worth; N parts by id", kTune, true,
     [](Options& o, const std::string& v) {
       o.tune.folds = number<unsigned>("--folds", v, 2, 1000, "a whole number of 2 to 1000");
     }},
    {"--save-thresholds", "", "FILE", "Output",
     "write the best strategy's thresholds, for 'evaluate --thresholds'", kTune, true,
     [](Options& o, const std::string& v) { o.save_thresholds = v; }},
    {"--per-label", "", "", "Measures", "each label's 2x2 cell and measures; =FILE writes a table",
     kEvaluate | kMerge, true, [](Options& o, const std::string&) { o.per_label = true; }},
    {"--per-label", "", "", "Measures",
     "each label's count, imbalance and SCUMBLE; =FILE writes a table", kDescribe, true,
     [](Options& o, const std::string&) { o.per_label = true; }},
    {"--inputs", "", "N", "Measures", "attributes of an example, for TCS [1]", kDescribe, true,
     [](Options& o, const std::string& v) {
       o.describe.inputs =
           number<std::uint32_t>("--inputs", v, 1, UINT32_MAX, "a whole number from 1");
     }},
    {"--bands", "", "LOW,HIGH", "Measures",
     "examples of a label below which it is tail, above which head [20,100]", kDescribe, true,
     set_bands},
    {"--pairs", "", "N", "Measures", "pairs of labels that go together [10]", kDescribe, true,
     [](Options& o, const std::string& v) {
       o.describe.n_pairs =
           number<std::size_t>("--pairs", v, 0, 100'000, "a whole number of 0 to 100000");
     }},
    {"--per-label-file", "", "FILE", "", "", kEvaluate | kMerge | kDescribe, false,
     [](Options& o, const std::string& v) { o.per_label_file = v; }},
    {"--per-example", "", "FILE", "Measures", "one row an example, in the order of the truth",
     kEvaluate, true, [](Options& o, const std::string& v) { o.per_example_file = v; }},
    {"--terms", "", "FILE", "Measures",
     "classes that measures of protein function count alone, one a line", kEvaluate | kMerge, false,
     [](Options& o, const std::string& v) { o.evaluate.terms_file = v; }},
    {"--known", "", "FILE", "Measures",
     "terms known before of each target, which measures of protein function leave out", kEvaluate,
     false, [](Options& o, const std::string& v) { o.evaluate.known_file = v; }},
    {"--cafa-out", "", "DIR", "Measures",
     "the files of CAFA-evaluator, by the rules of the first protein-function measure",
     kEvaluate | kMerge, false,
     [](Options& o, const std::string& v) {
       o.cafa_out = v;
       o.evaluate.keep_scores = true;
     }},
    {"--label", "", "LABEL", "Curve", "the cells of this label [of all labels, pooled]", kPlot, true,
     [](Options& o, const std::string& v) { o.curve.label = v; }},
    {"--every-point", "", "", "Curve", "also the points that no picture shows", kPlot, true,
     [](Options& o, const std::string&) { o.curve.every_point = true; }},
    {"--bins", "", "N", "Curve", "of reliability [15]", kPlot, true,
     [](Options& o, const std::string& v) {
       o.curve.bins =
           number<std::uint32_t>("--bins", v, 1, 1'000'000, "a whole number of 1 to 1000000");
     }},
    {"--binning", "", "WAY", "Curve", "bins of equal width, or of equal mass: as many cells [width]",
     kPlot, true,
     [](Options& o, const std::string& v) {
       o.curve.equal_mass = choice<bool>("--binning", v, {{"width", false}, {"mass", true}});
     }},
    {"--max-k", "", "K", "Curve", "where at-k ends [100]", kPlot, true,
     [](Options& o, const std::string& v) {
       o.curve.most_k =
           number<std::uint32_t>("--max-k", v, 1, 100'000, "a whole number of 1 to 100000");
     }},
    {"--convention", "", "NAME", "Rules",
     "sklearn, contingency, torchmetrics, mulan, meka, utiml, mldr, bioasq, hemkit, hiclass, cafa, "
     "isco-hf, trec, xmc, gatto [sklearn]",
     kEvaluate | kMerge | kTune | kPlot | kDescribe | kCompare, true,
     [](Options& o, const std::string& v) {
       o.evaluate.convention = find_convention(v).name;
       o.convention_given = true;
     }},
    {"--undefined", "", "RULE", "Rules", "what 0/0 counts as: zero, one, exclude [convention's]",
     kEvaluate | kMerge | kTune | kPlot | kCompare, true,
     [](Options& o, const std::string& v) {
       o.evaluate.undefined = choice<Undefined>(
           "--undefined", v,
           {{"zero", Undefined::zero}, {"one", Undefined::one}, {"exclude", Undefined::exclude}});
     }},
    {"--interval", "", "METHOD", "Intervals",
     "none, wilson, clopper-pearson, agresti-coull, jeffreys (for shares of examples), delta, "
     "jackknife, bootstrap, basic, bca [none]",
     kEvaluate | kMerge | kPlot, true, set_interval},
    {"--level", "", "X", "Intervals",
     "how often intervals are to hold the truth, from 1e-9 to 1 - 1e-9 [0.95]",
     kEvaluate | kMerge, false,
     [](Options& o, const std::string& v) {
       o.interval_option = "--level";
       o.evaluate.interval.level = level(v);
     }},
    {"--resamples", "", "N", "Intervals", "of the examples [1000]", kEvaluate | kMerge, false,
     [](Options& o, const std::string& v) {
       o.interval_option = "--resamples";
       o.evaluate.interval.resamples = number<std::uint32_t>("--resamples", v, 1, 100'000'000,
                                                             "a whole number from 1");
     }},
    {"--seed", "", "N", "Intervals", "of resamples: the same seed draws the same ones [0]",
     kEvaluate | kMerge, false,
     [](Options& o, const std::string& v) {
       o.interval_option = "--seed";
       o.evaluate.interval.seed = number<std::uint64_t>("--seed", v, 0, UINT64_MAX,
                                                        "a whole number of 0 to 2^64 - 1");
     }},
    {"--level", "", "X", "Intervals", "of figures and forest [0.95]", kPlot, false,
     [](Options& o, const std::string& v) {
       constexpr double kTiny = 1e-9;
       o.compare.level = o.evaluate.interval.level =
           number<double>("--level", v, kTiny, 1 - kTiny, "a number between 0 and 1");
     }},
    {"--resamples", "", "N", "Intervals", "of the examples [1000]", kPlot, false,
     [](Options& o, const std::string& v) {
       o.evaluate.interval.resamples = number<std::uint32_t>("--resamples", v, 1, 100'000'000,
                                                             "a whole number from 1");
       o.compare.resamples = o.evaluate.interval.resamples;
     }},
    {"--seed", "", "N", "Intervals", "of resamples: the same seed draws the same ones [0]", kPlot,
     false,
     [](Options& o, const std::string& v) {
       o.compare.seed = o.evaluate.interval.seed = number<std::uint64_t>(
           "--seed", v, 0, UINT64_MAX, "a whole number of 0 to 2^64 - 1");
     }},
    {"--train", "", "FILE", "Rules", "labels of the training examples, for bias", kPlot, true,
     [](Options& o, const std::string& v) { o.evaluate.train = v; }},
    {"--train", "", "FILE", "Rules",
     "labels of the training examples: adds pbc, and propensities", kEvaluate | kMerge | kCompare, true,
     [](Options& o, const std::string& v) { o.evaluate.train = v; }},
    {"--train", "", "FILE", "Input",
     "labels of the training examples: which differ, and how much", kDescribe, true,
     [](Options& o, const std::string& v) { o.evaluate.train = v; }},
    {"--propensity", "", "A,B", "Rules",
     "constants of psp, psndcg and psr: 0.5,0.4 of Wikipedia, 0.6,2.6 of Amazon [0.55,1.5]",
     kEvaluate | kMerge | kCompare, false,
     [](Options& o, const std::string& v) { o.evaluate.propensity = propensity(v); }},
    {"--ties", "", "RULE", "Rules",
     "labels that share a score: worst, first, last, average, trec [convention's]",
     kEvaluate | kMerge | kTune | kPlot | kCompare, true,
     [](Options& o, const std::string& v) {
       o.evaluate.ties = choice<Ties>("--ties", v,
                                      {{"worst", Ties::worst},
                                       {"first", Ties::first},
                                       {"last", Ties::last},
                                       {"average", Ties::average},
                                       {"trec", Ties::trec}});
     }},
    {"--labels", "", "SET", "Rules",
     "labels that enter macro means: declared, seen, truth [declared if there is a set, else seen]",
     kReports | kTune | kPlot, false,
     [](Options& o, const std::string& v) {
       o.evaluate.labels = choice<LabelUniverse>("--labels", v,
                                                 {{"declared", LabelUniverse::declared},
                                                  {"seen", LabelUniverse::seen},
                                                  {"truth", LabelUniverse::truth}});
     }},
    {"--task", "", "TASK", "Rules", "auto, single, multi, binary [auto]", kReports, false,
     [](Options& o, const std::string& v) {
       o.evaluate.task = choice<Task>("--task", v,
                                      {{"auto", Task::automatic},
                                       {"single", Task::single},
                                       {"multi", Task::multi},
                                       {"binary", Task::binary}});
     }},
    {"--positive", "", "LABEL", "Rules", "the positive label of a binary task", kReports, false,
     [](Options& o, const std::string& v) { o.evaluate.positive = v; }},
    {"--taxonomy", "", "NAME|FILE", "Hierarchy",
     "labels are classes of this hierarchy: isco08 (built in) or a file", kReports | kPlot, true,
     [](Options& o, const std::string& v) { o.evaluate.taxonomy = v; }},
    {"--taxonomy-format", "", "FORMAT", "Hierarchy",
     "auto, prefix, edges, paths, levels, obo, skos, fhir [auto: by content]", kReports | kPlot, false,
     set_taxonomy_format},
    {"--taxonomy-format", "", "FORMAT", "Input",
     "auto, prefix, edges, paths, levels, obo, skos, fhir [auto: by content]", kTaxonomy, true,
     set_taxonomy_format},
    {"--taxonomy-separator", "", "TEXT", "Hierarchy",
     "between the parts of its codes or paths [found out]", kReports | kPlot, false,
     set_taxonomy_separator},
    {"--taxonomy-separator", "", "TEXT", "Input", "between the parts of codes or paths [found out]",
     kTaxonomy, true, set_taxonomy_separator},
    {"--taxonomy-language", "", "LANG", "Input",
     "of titles, where there are several [English, else any]", kTaxonomy, false,
     [](Options& o, const std::string& v) { o.evaluate.taxonomy_options.language = v; }},
    {"--to", "", "FORM", "Output", "what convert writes: edges, paths [edges]", kTaxonomy, true,
     [](Options& o, const std::string& v) {
       o.convert_to = choice<std::string>("--to", v, {{"edges", "edges"}, {"paths", "paths"}});
     }},
    {"--accept", "", "WHICH", "Hierarchy",
     "of several true codes of an example, which are right: all, any [all]", kReads, true,
     [](Options& o, const std::string& v) {
       o.evaluate.accept =
           choice<Accept>("--accept", v, {{"all", Accept::all}, {"any", Accept::any}});
     }},
    {"--code-width", "", "N", "Hierarchy",
     "codes of fewer digits get leading zeros; 0: codes are what they say", kReads, false,
     [](Options& o, const std::string& v) {
       o.evaluate.code_width =
           number<unsigned>("--code-width", v, 0, 64, "a whole number of 0 to 64");
     }},
    {"--ia", "", "FILE", "Hierarchy", "a weight of each class, for node_weights=file", kReports,
     false, [](Options& o, const std::string& v) { o.evaluate.ia_file = v; }},
    {"--branch-level", "", "N", "Hierarchy", "level that confusion is folded to", kPlot, true,
     [](Options& o, const std::string& v) {
       o.evaluate.branch_level =
           number<unsigned>("--branch-level", v, 1, 1000, "a whole number from 1");
     }},
    {"--branch-level", "", "N", "Hierarchy", "level of the branches that get a row each [1]",
     kEvaluate | kMerge | kCompare, false,
     [](Options& o, const std::string& v) {
       o.evaluate.branch_level =
           number<unsigned>("--branch-level", v, 1, 1000, "a whole number from 1");
     }},
    {"--format", "", "FORMAT", "Input",
     "auto, tsv, csv, jsonl, lines, indicator, fasttext, trec, cafa, xmc [auto: by content]",
     kTruths, false,
     [](Options& o, const std::string& v) {
       o.evaluate.read.format = choice<Format>("--format", v,
                                               {{"auto", Format::automatic},
                                                {"tsv", Format::tsv},
                                                {"csv", Format::csv},
                                                {"jsonl", Format::jsonl},
                                                {"lines", Format::lines},
                                                {"indicator", Format::indicator},
                                                {"fasttext", Format::fasttext},
                                                {"trec", Format::trec},
                                                {"cafa", Format::cafa},
                                                {"xmc", Format::xmc}});
     }},
    {"--id", "", "COL", "Input", "column of the ids: a header name or a 1-based number", kTruths,
     true, [](Options& o, const std::string& v) { o.evaluate.read.id = v; }},
    {"--truth", "", "COL", "Input", "column of the true labels", kTruths, true,
     [](Options& o, const std::string& v) { o.evaluate.read.truth = v; }},
    {"--pred", "", "COL", "Input", "column of the predicted labels", kFiles, true,
     [](Options& o, const std::string& v) { o.evaluate.read.pred = v; }},
    {"--score", "", "COL", "Input", "column of the scores of predicted labels", kFiles, false,
     [](Options& o, const std::string& v) { o.evaluate.read.score = v; }},
    {"--weight", "", "COL", "Input", "column of the examples' weights", kTruths, false,
     [](Options& o, const std::string& v) { o.evaluate.read.weight = v; }},
    {"--cluster", "", "COL", "Intervals",
     "column of what examples belong to: intervals take the examples of one value as a whole",
     kEvaluate | kMerge, false,
     [](Options& o, const std::string& v) { o.evaluate.interval.cluster = v; }},
    {"--stratum", "", "COL", "Intervals",
     "column of groups of a set size: resamples keep how many examples each has",
     kEvaluate | kMerge, false,
     [](Options& o, const std::string& v) { o.evaluate.interval.stratum = v; }},
    {"--fold", "", "COL", "Rules",
     "column of the part each example was tested in: pbc is the mean over parts, trained on the "
     "others",
     kEvaluate | kMerge, false, [](Options& o, const std::string& v) { o.evaluate.fold = v; }},
    {"--by", "", "COL", "Measures",
     "the figures again for each value of a column",
     kEvaluate, true, [](Options& o, const std::string& v) { o.evaluate.read.by = v; }},
    {"--by", "", "COL", "Comparison",
     "rank the systems on each value of a column of the truth (Friedman, Nemenyi)", kCompare, true,
     [](Options& o, const std::string& v) { o.evaluate.read.by = v; }},
    {"--label-separator", "", "CHAR", "Input", "between labels in one cell [';', then '|']", kTruths,
     true,
     [](Options& o, const std::string& v) {
       if (v.empty()) wrong_value("--label-separator", v, "one character");
       o.evaluate.read.label_separator = v == "\\t" ? "\t" : v;
     }},
    {"--header", "", "WHEN", "Input", "auto, yes, no [auto]", kTruths, false,
     [](Options& o, const std::string& v) {
       o.evaluate.read.header = choice<Header>(
           "--header", v, {{"auto", Header::automatic}, {"yes", Header::yes}, {"no", Header::no}});
     }},
    {"--no-trim", "", "", "Input", "keep blanks around labels", kTruths, false,
     [](Options& o, const std::string&) { o.evaluate.read.trim = false; }},
    {"--normalize", "", "FORM", "Input",
     "unite labels that differ in Unicode form: nfc, none [none]", kTruths, false,
     [](Options& o, const std::string& v) {
       o.evaluate.read.nfc = choice<bool>("--normalize", v, {{"nfc", true}, {"none", false}});
     }},
    {"--fold-case", "", "", "Input", "unite labels that differ in case", kTruths, false,
     [](Options& o, const std::string&) { o.evaluate.read.fold_case = true; }},
    {"--threshold", "", "X", "Input", "a scored label is assigned from this score up [0.5]",
     kEvaluate | kReconcile | kTune | kCompare | kPlot,
     true,
     [](Options& o, const std::string& v) {
       o.threshold_given = true;
       o.evaluate.read.threshold =
           number<double>("--threshold", v, -std::numeric_limits<double>::max(),
                          std::numeric_limits<double>::max(), "a finite number");
     }},
    {"--thresholds", "", "FILE", "Input",
     "a threshold for each label, as 'tallystick tune' writes them",
     kEvaluate | kCompare | kPlot, true,
     [](Options& o, const std::string& v) { o.evaluate.thresholds = v; }},
    {"--top-k", "", "K", "Input", "the K labels with the highest scores are assigned",
     kEvaluate | kCompare | kPlot, true,
     [](Options& o, const std::string& v) {
       o.evaluate.top_k = number<std::uint32_t>("--top-k", v, 1, INT32_MAX,
                                                "a whole number of 1 to 2147483647");
     }},
    {"--labels-file", "", "FILE", "Policies", "the declared label set, one label a line", kTruths,
     true, [](Options& o, const std::string& v) { o.evaluate.labels_file = v; }},
    {"--missing", "", "POLICY", "Policies", "ids without prediction: error, empty, drop [error]",
     kFiles, true,
     [](Options& o, const std::string& v) {
       o.evaluate.read.missing = choice<Missing>(
           "--missing", v,
           {{"error", Missing::error}, {"empty", Missing::empty}, {"drop", Missing::drop}});
     }},
    {"--extra", "", "POLICY", "Policies", "ids only in the predictions: error, drop [error]",
     kFiles, false,
     [](Options& o, const std::string& v) {
       o.evaluate.read.extra =
           choice<Extra>("--extra", v, {{"error", Extra::error}, {"drop", Extra::drop}});
     }},
    {"--duplicates", "", "POLICY", "Policies",
     "a label scored twice for one id: error, max, min [error; max in format cafa]", kTruths, false,
     [](Options& o, const std::string& v) {
       o.evaluate.read.duplicates = choice<Duplicates>(
           "--duplicates", v,
           {{"error", Duplicates::error}, {"max", Duplicates::max}, {"min", Duplicates::min}});
     }},
    {"--unknown-labels", "", "POLICY", "Policies",
     "labels outside the declared set: error, add, drop, wrong [error]", kTruths, false,
     [](Options& o, const std::string& v) {
       o.evaluate.unknown_labels = choice<UnknownLabels>("--unknown-labels", v,
                                                         {{"error", UnknownLabels::error},
                                                          {"add", UnknownLabels::add},
                                                          {"drop", UnknownLabels::drop},
                                                          {"wrong", UnknownLabels::wrong}});
     }},
    {"--abstain", "", "LIST", "Policies", "labels that mean none, for example none,N/A,refused",
     kTruths, false,
     [](Options& o, const std::string& v) {
       o.evaluate.read.abstain = words(v);
       if (o.evaluate.read.abstain.empty()) wrong_value("--abstain", v, "labels, with commas");
     }},
    {"--cells", "", "A,B,C,D", "Input", "one 2x2 table as TP,FP,FN,TN instead of files", kEvaluate,
     false, [](Options& o, const std::string& v) { o.cells = parse_cells(v); }},
    {"--output", "-o", "FORMAT", "Output", "text, json, csv, markdown, latex, html, stats-table [text]",
     kEvaluate | kMerge, true, set_output},
    {"--output", "-o", "FORMAT", "Output", "text, json, csv, markdown, latex [text]",
     kReconcile | kDescribe, true, set_output},
    {"--output", "-o", "FORMAT", "Output", "text, json, csv, markdown, latex, html [text]", kCompare, true,
     set_output},
    {"--output", "-o", "FORMAT", "Output", "text, json [text]", kTune, true, set_output},
    {"--output", "-o", "FORMAT", "Output", "text, json, markdown [text]", kMeasures, true,
     set_output},
    {"--output", "-o", "FORMAT", "Output",
     "svg, png, pdf, vega-lite, csv, json [as FILE ends, else csv]", kPlot, true, set_plot_format},
    {"--output", "-o", "FORMAT", "Output", "of check and show: text, json [text]", kTaxonomy, true,
     set_output},
    {"--out", "", "FILE", "Output", "write the report there, whole or not at all",
     kReports | kTune | kTaxonomy | kDescribe, true,
     [](Options& o, const std::string& v) { o.out = v; }},
    {"--out", "", "FILE", "Output",
     "write the picture there, whole or not at all: .svg, .png, .pdf, .vl.json (Vega-Lite), .csv, "
     ".json", kPlot, true,
     [](Options& o, const std::string& v) { o.out = v; }},
    {"--digits", "", "N", "Output", "decimals of text (4), figures of stats-table (3)", kReports | kTune | kDescribe,
     false,
     [](Options& o, const std::string& v) {
       o.digits = number<int>("--digits", v, 0, 17, "a whole number of 0 to 17");
     }},
    {"--save-state", "", "FILE", "Output", "write the counts, for 'tallystick merge'",
     kEvaluate | kMerge, true, [](Options& o, const std::string& v) { o.save_state = v; }},
    {"--shard", "", "I/N", "Input",
     "count part I of N alone, from 1; with --save-state, for 'tallystick merge'", kEvaluate, false,
     set_shard},
    {"--partial", "", "", "Input", "of the shards there are, though some are missing", kMerge, true,
     [](Options& o, const std::string&) { o.partial = true; }},
    {"--require", "", "GATE", "Gates",
     "exit 1 unless it holds, for example 'f1_micro>=0.8'; repeatable",
     kEvaluate | kMerge | kDescribe, true,
     [](Options& o, const std::string& v) { o.evaluate.require.push_back(v); }},
    {"--baseline", "", "STATE", "Gates", "the counts of an earlier run, for --max-drop",
     kEvaluate | kMerge, false, [](Options& o, const std::string& v) { o.evaluate.baseline = v; }},
    {"--max-drop", "", "NAME=X", "Gates",
     "how much worse than the baseline a figure may be; repeatable", kEvaluate | kMerge, false,
     [](Options& o, const std::string& v) { o.evaluate.max_drop.push_back(v); }},
    {"--inconclusive", "", "VERDICT", "Gates",
     "of a drop whose interval holds the bound: fail, pass [fail]", kEvaluate | kMerge, false,
     [](Options& o, const std::string& v) {
       o.evaluate.inconclusive_passes =
           choice<bool>("--inconclusive", v, {{"fail", false}, {"pass", true}});
     }},
    {"--junit", "", "FILE", "Gates", "write the gates as JUnit XML", kEvaluate | kMerge | kDescribe, false,
     [](Options& o, const std::string& v) { o.junit = v; }},
    {"--threads", "", "N", "Other", "threads that read [all cores]; never changes a figure", kFiles,
     false,
     [](Options& o, const std::string& v) {
       o.evaluate.threads = number<unsigned>("--threads", v, 1, 256, "a whole number of 1 to 256");
       o.threads_given = true;
     }},
    {"--verbose", "", "", "Other", "also what was decided about the inputs",
     kEvaluate | kMerge | kReconcile, true,
     [](Options& o, const std::string&) { o.verbose = true; }},
    {"--quiet", "", "", "Other", "no remarks on standard error",
     kReports | kTune | kMeasures | kTaxonomy | kPlot | kDescribe,
     false, [](Options& o, const std::string&) { o.quiet = true; }},
    {"--no-color", "", "", "Other", "no colours (also the variable NO_COLOR)",
     kReports | kTune | kMeasures | kDescribe,
     false, [](Options& o, const std::string&) { o.no_color = true; }},
    {"--help", "-h", "", "Other", "this page",
     kReports | kTune | kMeasures | kTaxonomy | kPlot | kDescribe | kCompletion, true,
     [](Options& o, const std::string&) { o.help = true; }},
};

constexpr std::string_view kGroups[] = {"Measures",  "Comparison", "Curve", "Rules",
                                        "Intervals", "Hierarchy",  "Input", "Policies",
                                        "Output",    "Gates",      "Other"};

const Command kCommands[] = {
    {"evaluate", "tallystick evaluate [OPTIONS] TRUTH PREDICTIONS | FILE",
     "Score predicted labels against true labels, exactly, in one pass.",
     "  tallystick evaluate truth.tsv pred.tsv\n"
     "  tallystick evaluate -m f1_macro,hamming_loss --per-label -o json pairs.jsonl\n"
     "  tallystick evaluate --convention mulan --labels-file labels.txt t.csv p.csv\n"
     "  tallystick evaluate --require 'f1_micro>=0.8' truth.tsv pred.tsv.gz\n",
     kEvaluate},
    {"compare", "tallystick compare [OPTIONS] TRUTH PRED_A PRED_B [...]",
     "Is B better than A? Paired differences of systems, with intervals and tests.",
     "  tallystick compare truth.tsv old.tsv new.tsv\n"
     "  tallystick compare -m f1_micro --margin 0.01 truth.tsv old.tsv new.tsv\n"
     "  tallystick compare --pairs all --adjust bh -o json truth.tsv a.tsv b.tsv c.tsv\n"
     "  tallystick compare -m f1_macro --by language truth.tsv a.tsv b.tsv c.tsv\n",
     kCompare},
    {"reconcile", "tallystick reconcile [OPTIONS] TRUTH PREDICTIONS | FILE",
     "One data set under every convention, with the rule behind each difference.",
     "  tallystick reconcile truth.tsv pred.tsv\n"
     "  tallystick reconcile -m f1_macro -o markdown truth.tsv pred.tsv\n",
     kReconcile},
    {"describe", "tallystick describe [OPTIONS] TRUTH",
     "The label space: how many labels an example has, how unequal, in which sets.",
     "  tallystick describe truth.tsv\n"
     "  tallystick describe --labels-file labels.txt --per-label -o json truth.tsv\n"
     "  tallystick describe --train train.tsv test.tsv\n",
     kDescribe},
    {"plot",
     "tallystick plot KIND [OPTIONS] TRUTH PREDICTIONS | FILE\n"
     "       KIND: figures, labels, distribution, bias, confusion; of scores: pr, roc,\n"
     "       thresholds, at-k, reliability; of hierarchies: ladder, errors, treemap;\n"
     "       of several PREDICTIONS: forest",
     "A picture of labels, scores, hierarchies or comparisons, or its numbers.",
     "  tallystick plot labels --out labels.svg truth.tsv pred.tsv\n"
     "  tallystick plot roc --label spam --out roc.pdf truth.tsv scores.tsv\n"
     "  tallystick plot bias --train train.tsv --out bias.png truth.tsv pred.tsv\n"
     "  tallystick plot treemap --taxonomy isco08 -o vega-lite truth.tsv pred.tsv\n"
     "  tallystick plot forest --out forest.svg truth.tsv old.tsv new.tsv\n"
     "  tallystick plot pr truth.tsv scores.tsv > pr.csv\n",
     kPlot},
    {"tune", "tallystick tune [OPTIONS] TRUTH SCORES | FILE",
     "The thresholds, or the number of labels, with which a measure is best.",
     "  tallystick tune truth.tsv scores.tsv\n"
     "  tallystick tune -m f1_micro --folds 5 truth.tsv scores.tsv\n"
     "  tallystick tune --strategy label --save-thresholds t.tsv truth.tsv scores.tsv\n"
     "  tallystick evaluate --thresholds t.tsv truth.tsv scores.tsv\n",
     kTune},
    {"taxonomy", "tallystick taxonomy (check|show|convert) FILE|NAME [CODE]",
     "Read a hierarchy: find its faults, show its levels, write it as edges or paths.",
     "  tallystick taxonomy check mesh.tsv\n"
     "  tallystick taxonomy show isco08 2166\n"
     "  tallystick taxonomy convert --to paths go.obo --out go.txt\n",
     kTaxonomy},
    {"measures", "tallystick measures [NAME|GROUP]",
     "The catalogue: formula, range, undefined rule, source, and who calls it what.",
     "  tallystick measures\n  tallystick measures subset_accuracy\n"
     "  tallystick measures label -o json\n",
     kMeasures},
    {"merge", "tallystick merge [OPTIONS] STATE...",
     "One report from states that other processes wrote with --save-state.",
     "  tallystick merge part1.tally part2.tally\n"
     "  tallystick merge -o json --save-state all.tally part*.tally\n",
     kMerge},
    {"completion", "tallystick completion (bash|zsh|fish|man)",
     "Shell completion, and the man page, from the table of options.",
     "  eval \"$(tallystick completion bash)\"\n"
     "  tallystick completion fish > ~/.config/fish/completions/tallystick.fish\n"
     "  tallystick completion man | man -l -\n",
     kCompletion},
};

const Command& known_command(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Command& command : kCommands) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  const auto near = nearest(name, names);
  fail(ErrorCode::wrong_usage, "there is no command " + tallystick::quoted(name),
       near.empty() ? "see 'tallystick --help'"
                    : "did you mean " + tallystick::quoted(near[0]) + "?");
}

/// What the parser says, in our words.
[[noreturn]] void explain(const CLI::ParseError& error, const Command& command,
                          const std::vector<std::string>& extras) {
  for (const std::string& extra : extras) {
    if (!extra.starts_with('-') || extra == "-") continue;
    const std::string given = extra.substr(0, extra.find('='));
    std::vector<std::string_view> names;
    for (const Option& option : kOptions) {
      if ((option.commands & command.bit) != 0 && !option.help.empty())
        names.push_back(option.name);
    }
    const auto near = nearest(given, names);
    fail(
        ErrorCode::wrong_usage,
        "'tallystick " + std::string(command.name) + "' has no option " + tallystick::quoted(given),
        near.empty() ? "see 'tallystick " + std::string(command.name) + " --help'"
                     : "did you mean " + near[0] + "?");
  }
  // What is left is an option at the end of the line whose value is not there.
  const std::string what = error.what();
  for (const Option& option : kOptions) {
    if (!what.starts_with(option.name) || option.value.empty()) continue;
    fail(ErrorCode::wrong_usage, "option " + std::string(option.name) + " has no value",
         "it takes " + std::string(option.value));
  }
  fail(ErrorCode::wrong_usage, what, "see 'tallystick " + std::string(command.name) + " --help'");
}

/// An empty value is an unset variable of a script more often than a wish. To go on without the
/// option, or to take the next word for its value, would do what nobody asked.
[[noreturn]] void refuse_empty(const Option& option) {
  fail(ErrorCode::wrong_usage, "option " + std::string(option.name) + " has an empty value",
       option.value.empty() ? "leave out the '='"
                            : "it takes " + std::string(option.value) + "; or leave it out");
}

void refuse_bare_equals(std::string_view argument, const Command& command) {
  if (argument.find('=') + 1 != argument.size()) return;
  for (const Option& option : kOptions) {
    if ((option.commands & command.bit) == 0) continue;
    if (option.name == argument.substr(0, argument.size() - 1)) refuse_empty(option);
  }
}

void parse_command(Options& parsed, const Command& command, std::vector<std::string> arguments) {
  const auto rest = std::find(arguments.begin(), arguments.end(), "--");
  const std::vector<std::string> after(rest == arguments.end() ? rest : rest + 1, arguments.end());
  arguments.erase(rest, arguments.end());
  for (std::string& argument : arguments) {
    refuse_bare_equals(argument, command);
    // "--per-label=FILE" has a value only behind '=': a word after it is an operand.
    if (argument.starts_with("--per-label=")) argument.insert(11, "-file");
  }
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::map<const Option*, std::vector<std::string>> values;
  std::map<const Option*, bool> flags;
  for (const Option& option : kOptions) {
    if ((option.commands & command.bit) == 0) continue;
    const std::string names =
        (option.brief.empty() ? "" : std::string(option.brief) + ',') + std::string(option.name);
    if (option.value.empty()) {
      app.add_flag(names, flags[&option]);
    } else {
      app.add_option(names, values[&option])
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
  std::reverse(arguments.begin(), arguments.end());  // the parser takes them from the back
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    explain(error, command, app.remaining());
  }
  for (const std::string& extra : app.remaining()) {
    if (extra.starts_with('-') && extra != "-") {
      explain(CLI::ExtrasError({extra}), command, app.remaining());
    }
    parsed.operands.push_back(extra);
  }
  parsed.operands.insert(parsed.operands.end(), after.begin(), after.end());
  for (const Option& option : kOptions) {
    if (flags.contains(&option) && flags[&option]) option.set(parsed, "");
    const auto found = values.find(&option);
    if (found == values.end()) continue;
    const bool repeatable = option.name == "--require" || option.name == "--max-drop";
    if (found->second.size() > 1 && !repeatable) {
      fail(ErrorCode::wrong_usage,
           "option " + std::string(option.name) + " is given " +
               std::to_string(found->second.size()) + " times",
           "give it once");
    }
    for (const std::string& value : found->second) {
      const bool names = option.value == "COL" || option.value == "LABEL" ||
                         option.value == "STATE" ||
                         option.value.find("FILE") != std::string_view::npos;
      if (names && value.empty()) refuse_empty(option);
      option.set(parsed, value);
    }
  }
}

}  // namespace

std::span<const Command> commands() noexcept { return kCommands; }
std::span<const Option> options() noexcept { return kOptions; }
std::span<const std::string_view> option_groups() noexcept { return kGroups; }

Options parse(int argc, const char* const* argv) {
  Options parsed;
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h" ||
      arguments[0] == "help") {
    parsed.help = true;
    if (arguments.size() > 1 && arguments[0] == "help") {
      parsed.command = known_command(arguments[1]).name;
      parsed.full_help = true;
    }
    return parsed;
  }
  if (arguments[0] == "--version") {
    parsed.version = true;
    return parsed;
  }
  const Command& command = known_command(arguments[0]);
  parsed.command = command.name;
  arguments.erase(arguments.begin());
  parse_command(parsed, command, std::move(arguments));
  return parsed;
}

}  // namespace tallystick::app
