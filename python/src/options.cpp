#include "options.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::python {

namespace nb = nanobind;

namespace {

[[noreturn]] void wrong_value(std::string_view keyword, nb::handle value,
                              const std::string& takes) {
  fail(ErrorCode::wrong_usage,
       std::string(keyword) + " has no value " + nb::cast<std::string>(nb::repr(value)),
       "it takes " + takes);
}

std::string text(std::string_view keyword, nb::handle value) {
  nb::object given = nb::borrow(value);
  if (nb::hasattr(given, "__fspath__")) given = given.attr("__fspath__")();
  std::string out;
  if (!nb::try_cast(given, out)) wrong_value(keyword, value, "a text");
  return out;
}

template <typename T, std::size_t N>
T choice(std::string_view keyword, nb::handle value,
         const std::pair<std::string_view, T> (&choices)[N]) {
  std::string given, known;
  const bool is_text = nb::try_cast(value, given);
  for (const auto& [word, meaning] : choices) {
    if (is_text && given == word) return meaning;
    known.append(known.empty() ? "" : ", ").append("'").append(word).append("'");
  }
  wrong_value(keyword, value, known);
}

bool flag(std::string_view keyword, nb::handle value) {
  if (value.ptr() != Py_True && value.ptr() != Py_False) wrong_value(keyword, value, "True, False");
  return value.ptr() == Py_True;
}

std::uint32_t whole(std::string_view keyword, nb::handle value, std::uint32_t low,
                    std::uint32_t high) {
  std::int64_t out = 0;
  if (PyBool_Check(value.ptr()) || !nb::try_cast(value, out) || out < low || out > high) {
    wrong_value(keyword, value,
                "a whole number of " + std::to_string(low) + " to " + std::to_string(high));
  }
  return static_cast<std::uint32_t>(out);
}

std::uint64_t seed(nb::handle value) {
  std::uint64_t out = 0;
  if (PyBool_Check(value.ptr()) || !nb::try_cast(value, out)) {
    wrong_value("seed", value, "a whole number of 0 to 18446744073709551615");
  }
  return out;
}

double number(std::string_view keyword, nb::handle value) {
  double out = 0;
  if (!nb::try_cast(value, out) || !std::isfinite(out)) {
    wrong_value(keyword, value, "a finite number");
  }
  return out;
}

std::vector<std::string> words(std::string_view keyword, nb::handle value) {
  std::vector<std::string> out;
  std::string one;
  if (nb::try_cast(value, one)) return {one};
  if (!nb::try_cast(value, out)) wrong_value(keyword, value, "a list of texts");
  return out;
}

/// A list of measures, or one text with commas.
std::string measure_list(nb::handle value) {
  std::string out;
  for (const std::string& word : words("measures", value)) out += (out.empty() ? "" : ",") + word;
  return out;
}

Propensity propensity(nb::handle value) {
  std::vector<double> ab;
  const bool pair = nb::try_cast(value, ab) && ab.size() == 2;
  if (!pair || !(ab[0] >= 0) || !(ab[1] > 0) || std::isinf(ab[0]) || std::isinf(ab[1])) {
    wrong_value("propensity", value, "two numbers (a, b), a from 0 and b above 0");
  }
  return {ab[0], ab[1]};
}

struct Keyword {
  std::string_view name;
  void (*set)(EvaluateOptions&, nb::handle);
};

using Options = EvaluateOptions;
using Value = nb::handle;

const Keyword kKeywords[] = {
    {"measures", [](Options& o, Value v) { o.measures = measure_list(v); }},
    {"convention",
     [](Options& o, Value v) {
       o.convention = std::string(find_convention(text("convention", v)).name);
     }},
    {"undefined",
     [](Options& o, Value v) {
       o.undefined = choice<Undefined>(
           "undefined", v,
           {{"zero", Undefined::zero}, {"one", Undefined::one}, {"exclude", Undefined::exclude}});
     }},
    {"ties",
     [](Options& o, Value v) {
       o.ties = choice<Ties>("ties", v,
                             {{"worst", Ties::worst},
                              {"first", Ties::first},
                              {"last", Ties::last},
                              {"average", Ties::average},
                              {"trec", Ties::trec}});
     }},
    {"universe",
     [](Options& o, Value v) {
       o.labels = choice<LabelUniverse>("universe", v,
                                        {{"declared", LabelUniverse::declared},
                                         {"seen", LabelUniverse::seen},
                                         {"truth", LabelUniverse::truth}});
     }},
    {"task",
     [](Options& o, Value v) {
       o.task = choice<Task>("task", v,
                             {{"auto", Task::automatic},
                              {"single", Task::single},
                              {"multi", Task::multi},
                              {"binary", Task::binary}});
     }},
    {"positive", [](Options& o, Value v) { o.positive = nb::cast<std::string>(nb::str(v)); }},
    {"labels_file", [](Options& o, Value v) { o.labels_file = text("labels_file", v); }},
    {"unknown_labels",
     [](Options& o, Value v) {
       o.unknown_labels = choice<UnknownLabels>("unknown_labels", v,
                                                {{"error", UnknownLabels::error},
                                                 {"add", UnknownLabels::add},
                                                 {"drop", UnknownLabels::drop},
                                                 {"wrong", UnknownLabels::wrong}});
     }},
    {"taxonomy", [](Options& o, Value v) { o.taxonomy = text("taxonomy", v); }},
    {"taxonomy_format",
     [](Options& o, Value v) {
       o.taxonomy_options.format = choice<TaxonomyFormat>("taxonomy_format", v,
                                                          {{"auto", TaxonomyFormat::automatic},
                                                           {"prefix", TaxonomyFormat::prefix},
                                                           {"edges", TaxonomyFormat::edges},
                                                           {"paths", TaxonomyFormat::paths},
                                                           {"levels", TaxonomyFormat::levels},
                                                           {"obo", TaxonomyFormat::obo},
                                                           {"skos", TaxonomyFormat::skos},
                                                           {"fhir", TaxonomyFormat::fhir}});
     }},
    {"taxonomy_separator",
     [](Options& o, Value v) { o.taxonomy_options.separator = text("taxonomy_separator", v); }},
    {"accept",
     [](Options& o, Value v) {
       o.accept = choice<Accept>("accept", v, {{"all", Accept::all}, {"any", Accept::any}});
     }},
    {"code_width", [](Options& o, Value v) { o.code_width = whole("code_width", v, 0, 64); }},
    {"ia", [](Options& o, Value v) { o.ia_file = text("ia", v); }},
    {"terms", [](Options& o, Value v) { o.terms_file = text("terms", v); }},
    {"interval",
     [](Options& o, Value v) {
       o.interval.method = choice<IntervalMethod>("interval", v, kIntervalMethods);
     }},
    {"level",
     [](Options& o, Value v) {
       o.interval.level = number("level", v);
       if (o.interval.level < kLevelMargin || o.interval.level > 1 - kLevelMargin) {
         wrong_value("level", v, "a number from 1e-9 to 1 - 1e-9");
       }
     }},
    {"resamples",
     [](Options& o, Value v) { o.interval.resamples = whole("resamples", v, 1, 100'000'000); }},
    {"seed", [](Options& o, Value v) { o.interval.seed = seed(v); }},
    {"cluster",
     [](Options& o, Value v) { o.interval.cluster = nb::cast<std::string>(nb::str(v)); }},
    {"stratum",
     [](Options& o, Value v) { o.interval.stratum = nb::cast<std::string>(nb::str(v)); }},
    {"fold", [](Options& o, Value v) { o.fold = nb::cast<std::string>(nb::str(v)); }},
    {"keep_scores", [](Options& o, Value v) { o.keep_scores = flag("keep_scores", v); }},
    {"by", [](Options& o, Value v) { o.read.by = nb::cast<std::string>(nb::str(v)); }},
    {"train", [](Options& o, Value v) { o.train = text("train", v); }},
    {"propensity", [](Options& o, Value v) { o.propensity = propensity(v); }},
    {"thresholds", [](Options& o, Value v) { o.thresholds = text("thresholds", v); }},
    {"threshold", [](Options& o, Value v) { o.read.threshold = number("threshold", v); }},
    {"top_k", [](Options& o, Value v) { o.top_k = whole("top_k", v, 1, INT32_MAX); }},
    {"branch_level",
     [](Options& o, Value v) { o.branch_level = whole("branch_level", v, 1, 1000); }},
    {"require", [](Options& o, Value v) { o.require = words("require", v); }},
    {"per_label", [](Options& o, Value v) { o.per_label = flag("per_label", v); }},
    {"threads", [](Options& o, Value v) { o.threads = whole("threads", v, 1, 256); }},
    {"trim", [](Options& o, Value v) { o.read.trim = flag("trim", v); }},
    {"normalize",
     [](Options& o, Value v) {
       o.read.nfc = choice<bool>("normalize", v, {{"nfc", true}, {"none", false}});
     }},
    {"fold_case", [](Options& o, Value v) { o.read.fold_case = flag("fold_case", v); }},
    {"abstain", [](Options& o, Value v) { o.read.abstain = words("abstain", v); }},
    {"missing",
     [](Options& o, Value v) {
       o.read.missing = choice<Missing>(
           "missing", v,
           {{"error", Missing::error}, {"empty", Missing::empty}, {"drop", Missing::drop}});
     }},
    {"extra",
     [](Options& o, Value v) {
       o.read.extra = choice<Extra>("extra", v, {{"error", Extra::error}, {"drop", Extra::drop}});
     }},
    {"duplicates",
     [](Options& o, Value v) {
       o.read.duplicates = choice<Duplicates>(
           "duplicates", v,
           {{"error", Duplicates::error}, {"max", Duplicates::max}, {"min", Duplicates::min}});
     }},
    {"format",
     [](Options& o, Value v) {
       o.read.format = choice<Format>("format", v,
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
    {"header",
     [](Options& o, Value v) {
       o.read.header = choice<Header>(
           "header", v, {{"auto", Header::automatic}, {"yes", Header::yes}, {"no", Header::no}});
     }},
    {"label_separator",
     [](Options& o, Value v) { o.read.label_separator = text("label_separator", v); }},
    {"id", [](Options& o, Value v) { o.read.id = nb::cast<std::string>(nb::str(v)); }},
    {"truth", [](Options& o, Value v) { o.read.truth = nb::cast<std::string>(nb::str(v)); }},
    {"pred", [](Options& o, Value v) { o.read.pred = nb::cast<std::string>(nb::str(v)); }},
    {"score", [](Options& o, Value v) { o.read.score = nb::cast<std::string>(nb::str(v)); }},
    {"weight", [](Options& o, Value v) { o.read.weight = nb::cast<std::string>(nb::str(v)); }},
};

}  // namespace

std::vector<std::string> option_keywords() {
  std::vector<std::string> out;
  for (const Keyword& keyword : kKeywords) out.emplace_back(keyword.name);
  return out;
}

EvaluateOptions options_of(const nb::dict& keywords) {
  EvaluateOptions options;
  for (const auto& [key, value] : keywords) {
    const std::string name = nb::cast<std::string>(key);
    const Keyword* found = nullptr;
    std::vector<std::string_view> names;
    for (const Keyword& keyword : kKeywords) {
      names.push_back(keyword.name);
      if (keyword.name == name) found = &keyword;
    }
    if (found == nullptr) {
      const auto near = nearest(name, names);
      fail(ErrorCode::wrong_usage, "there is no option " + quoted(name),
           near.empty() ? "see help(tallystick.evaluate)"
                        : "did you mean " + std::string(near[0]) + "?");
    }
    if (!value.is_none()) found->set(options, value);
  }
  check_measures(options);
  return options;
}

TuneOptions tune_options_of(const std::string& measure, const std::vector<std::string>& strategies,
                            unsigned folds) {
  TuneOptions out;
  out.measure = measure;
  out.folds = folds;
  for (const std::string& name : strategies) {
    bool found = false;
    for (const Strategy strategy :
         {Strategy::global, Strategy::label, Strategy::top_k, Strategy::relative}) {
      if (strategy_name(strategy) == name) out.strategies.push_back(strategy), found = true;
    }
    if (!found) {
      fail(ErrorCode::wrong_usage, "there is no strategy " + quoted(name),
           "it takes 'global', 'label', 'top-k', 'relative'");
    }
  }
  return out;
}

}  // namespace tallystick::python
