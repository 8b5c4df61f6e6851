#include "tallystick/measures/spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "measures/params.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick {

namespace {

constexpr std::array kAverages{Average::micro, Average::macro, Average::weighted, Average::samples};
constexpr std::array kNamedAverages{Average::micro,   Average::macro, Average::weighted,
                                    Average::samples, Average::means, Average::union_of_sets};

/// What is wrong with the average that a name asks for; empty when nothing is.
std::string average_problem(const Measure& measure, Average average) {
  const std::vector<Average> known = averages_of(measure);
  if (known.empty()) return "has no averages";
  const bool exists = std::find(known.begin(), known.end(), average) != known.end();
  return exists ? "" : "has no average " + quoted(average_name(average));
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// True when "key=" starts here: a comma before it continues a list of parameters.
bool starts_param(std::string_view text) {
  text = trimmed(text);
  std::size_t i = 0;
  while (i < text.size() && ((text[i] >= 'a' && text[i] <= 'z') || text[i] == '_')) ++i;
  return i > 0 && i < text.size() && text[i] == '=';
}

/// Splits at commas that separate measures: not within quotes, not before another "key=".
std::vector<std::string_view> split_list(std::string_view list) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  bool in_quotes = false, in_params = false;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (i < list.size() && c == '"') in_quotes = !in_quotes;
    if (i < list.size() && in_quotes) continue;
    if (c == ':') in_params = true;
    if (c != ',' || (i < list.size() && in_params && starts_param(list.substr(i + 1)))) continue;
    const std::string_view part = trimmed(list.substr(begin, i - begin));
    if (!part.empty()) parts.push_back(part);
    begin = i + 1;
    in_params = false;
  }
  return parts;
}

std::string unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
  std::string out;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    out += text[i];
    if (text[i] == '"' && text[i + 1] == '"' && i + 2 < text.size()) ++i;
  }
  return out;
}

struct Problem {
  std::string fact, hint;
};

std::optional<Problem> set_param(Request& request, std::string_view key, std::string_view value) {
  const Measure& measure = *request.measure;
  const auto wrong = [&](const std::string& allowed) {
    return Problem{
        "parameter " + std::string(key) + " of " + quoted(measure.name) + " is " + quoted(value),
        "it takes " + allowed};
  };
  if (key == "label" && measure.cell != nullptr) {
    if (value.starts_with('"') && (value.size() < 2 || !value.ends_with('"'))) {
      return Problem{
          "the quote in " + std::string(value) + " of " + quoted(measure.name) + " is not closed",
          "write label=\"...\", with quotes inside it doubled"};
    }
    request.params.label = unquoted(value);
    return {};
  }
  const auto info = std::find_if(measure.params.begin(), measure.params.end(),
                                 [&](const ParamInfo& p) { return p.name == key; });
  if (info == measure.params.end()) {
    std::string known;
    for (const ParamInfo& p : measure.params)
      known += (known.empty() ? "" : ", ") + std::string(p.name);
    if (measure.cell != nullptr) known += known.empty() ? "label" : ", label";
    return Problem{
        "measure " + quoted(measure.name) + " has no parameter " + quoted(key),
        known.empty()
            ? "it has none"
            : (key == "beta" ? "use fbeta for another beta; it has: " : "it has: ") + known};
  }
  if (!detail::set_param(request.params, *info, value)) {
    const bool range = info->values.starts_with('[') || info->values.starts_with('(');
    return wrong((range ? "a number in " : "") + std::string(info->values));
  }
  return {};
}

/// Finds the measure and the average in "f1_macro", "macro_f1", "accuracy".
bool find_name(std::string_view name, Request& request) {
  if (const Measure* measure = find_measure(name)) {
    request.measure = measure;
    return true;
  }
  for (const Average average : kNamedAverages) {
    const std::string word(average_name(average));
    std::string_view rest;
    if (name.size() > word.size() + 1 && name.ends_with('_' + word)) {
      rest = name.substr(0, name.size() - word.size() - 1);
    } else if (name.size() > word.size() + 1 && name.starts_with(word + '_')) {
      rest = name.substr(word.size() + 1);
    } else {
      continue;
    }
    if (const Measure* measure = find_measure(rest)) {
      request.measure = measure;
      request.average = average;
      return true;
    }
  }
  return false;
}

std::vector<std::string> spellings() {
  std::vector<std::string> all;
  for (const std::string_view group : measure_groups()) all.emplace_back(group);
  for (const std::string_view name : measure_names()) {
    all.emplace_back(name);
    for (const Average average : kNamedAverages) {
      if (!average_problem(*find_measure(name), average).empty()) continue;
      all.push_back(std::string(name) + '_' + std::string(average_name(average)));
    }
  }
  return all;
}

std::optional<Problem> parse_one(std::string_view text, Request& request) {
  request.text = text;
  const std::size_t colon = text.find(':');
  std::string_view name = text.substr(0, colon);
  const std::size_t at = name.find('@');
  const std::string_view level = at == std::string_view::npos ? "" : name.substr(at + 1);
  name = name.substr(0, at);
  const auto group = std::find(measure_groups().begin(), measure_groups().end(), name);
  if (group != measure_groups().end() && colon == std::string_view::npos &&
      at == std::string_view::npos) {
    request.group = *group;
    return {};
  }
  if (!find_name(name, request)) {
    const std::vector<std::string> all = spellings();
    const std::vector<std::string_view> views(all.begin(), all.end());
    const auto near = nearest(name, views);
    return Problem{"there is no measure " + quoted(name),
                   near.empty() ? "'tallystick measures' lists them"
                                : "did you mean " + quoted(near[0]) + "?"};
  }
  if (request.average) {
    const std::string problem = average_problem(*request.measure, *request.average);
    if (!problem.empty()) {
      return Problem{"measure " + quoted(request.measure->name) + ' ' + problem,
                     request.average == Average::means
                         ? "f1_means and fbeta_means are the F of mean precision and mean recall"
                         : "ask for " + quoted(request.measure->name)};
    }
  }
  if (at != std::string_view::npos || request.measure->leveled) {
    std::uint32_t k = 0;
    const auto [end, error] = std::from_chars(level.data(), level.data() + level.size(), k);
    if (!request.measure->leveled) {
      return Problem{"measure " + quoted(request.measure->name) + " takes no @",
                     "ask for " + quoted(name)};
    }
    if (level.empty() || error != std::errc{} || end != level.data() + level.size() || k == 0) {
      return Problem{
          "measure " + quoted(request.measure->name) + " needs a level, not " + quoted(level),
          "write for example " + quoted(std::string(name) + "@1")};
    }
    request.params.k = k;
  }
  if (colon == std::string_view::npos) return {};
  std::vector<std::string_view> keys;
  for (std::string_view rest = text.substr(colon + 1); !rest.empty();) {
    std::size_t end = 0;
    for (bool in_quotes = false; end < rest.size(); ++end) {
      if (rest[end] == '"') in_quotes = !in_quotes;
      if (rest[end] == ',' && !in_quotes && starts_param(rest.substr(end + 1))) break;
    }
    const std::string_view param = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t equals = param.find('=');
    if (equals == std::string_view::npos) {
      return Problem{quoted(param) + " in " + quoted(text) + " is no parameter",
                     "write name:param=value"};
    }
    const std::string_view key = param.substr(0, equals);
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) {
      return Problem{quoted(text) + " sets " + std::string(key) + " twice",
                     "name the measure once for each value"};
    }
    keys.push_back(key);
    if (auto problem = set_param(request, key, param.substr(equals + 1))) {
      return problem;
    }
  }
  if (request.params.counts_labels &&
      (request.params.edges || request.params.node_weights != "none")) {
    return Problem{quoted(text) + " counts labels, which goes with neither edges nor node_weights",
                   "leave one of them out"};
  }
  if (request.params.node_weights != "none" && request.average == Average::macro) {
    return Problem{quoted(text) + " weighs classes in a mean over classes",
                   "ask for another average, or leave out node_weights"};
  }
  if (request.params.label && request.average) {
    return Problem{quoted(text) + " asks for one label and for an average of labels",
                   "leave one of them out"};
  }
  return {};
}

/// Collects specs, each once.
class Collector {
 public:
  Collector(const Convention& convention, const DataKind& kind) : rules_(convention), kind_(kind) {}

  void average(const Measure& measure, Average average, const Params& params = {}) {
    add({.measure = &measure, .scope = Scope::average, .average = average, .params = params});
  }
  void averages(const Measure& measure, const Params& params = {}) {
    for (const Average each : kAverages) average(measure, each, params);
  }
  void whole(const Measure& measure, const Params& params = {}) {
    if (measure.sets && !kind_.sets) {
      fail(ErrorCode::wrong_usage,
           "measure " + quoted(measure.name) +
               " looks at the label sets of every example, and these counts were made without them",
           "name the measure in -m when the state is written, too");
    }
    add({.measure = &measure, .scope = Scope::whole, .params = params});
  }
  void multiclass(const Measure& measure, const Params& params = {}) {
    if (!kind_.single_label) {
      fail(ErrorCode::not_single_label,
           "measure " + quoted(measure.name) +
               " without an average needs one true label and at most one predicted label in every "
               "example",
           "ask for " + quoted(std::string(measure.name) + "_macro") +
               " or another average of the labels");
    }
    add({.measure = &measure, .scope = Scope::multiclass, .params = params});
  }
  void table(const Measure& measure, const Params& params) {
    if (!kind_.single_label) {
      fail(ErrorCode::not_single_label,
           "measure " + quoted(measure.name) +
               " needs one true label and at most one predicted label in every example",
           "--per-label gives each label's 2x2 cell");
    }
    add({.measure = &measure, .scope = Scope::multiclass, .params = params});
  }
  void need_hierarchy(const Measure& measure) const {
    if (kind_.hierarchical) return;
    fail(ErrorCode::wrong_usage,
         "measure " + quoted(measure.name) + " needs a hierarchy of the labels",
         "name it with --taxonomy isco08, or a file");
  }
  void closed(const Measure& measure, Average average, const Params& params = {}) {
    need_hierarchy(measure);
    // Precision and recall have no F to take of means: what is meant is their mean.
    const bool of_means = average == Average::means && measure.kind != UndefinedKind::fscore;
    add({.measure = &measure,
         .scope = Scope::closed,
         .average = of_means ? Average::samples : average,
         .params = params});
  }
  void hierarchy(const Measure& measure, const Params& params = {}) {
    need_hierarchy(measure);
    add({.measure = &measure, .scope = Scope::hierarchy, .params = params});
  }
  void label(const Measure& measure, Params params, const std::string& name) {
    params.label = name;
    add({.measure = &measure, .scope = Scope::label, .params = std::move(params)});
  }

  void request(const Request& request);
  void group(std::string_view name);
  std::vector<Spec> take() && { return std::move(specs_); }

 private:
  void add(Spec spec) {
    const std::string name = spec.name();
    const bool known = std::any_of(specs_.begin(), specs_.end(),
                                   [&](const Spec& other) { return other.name() == name; });
    if (!known) specs_.push_back(std::move(spec));
  }
  void bare(const Measure& measure, const Params& params);
  [[nodiscard]] Average closed_average() const;
  void standard();

  const Convention& rules_;
  const DataKind& kind_;
  std::vector<Spec> specs_;
};

const Measure& known(std::string_view name) { return *find_measure(name); }

void Collector::standard() {
  for (const std::string_view name : {"precision", "recall", "f1"}) averages(known(name));
  for (const Average each : {Average::micro, Average::macro, Average::samples}) {
    average(known("jaccard"), each);
  }
  for (const std::string_view name : {"hamming_loss", "subset_accuracy", "zero_one_loss"}) {
    whole(known(name));
  }
  if (kind_.single_label) {
    for (const std::string_view name : {"accuracy", "balanced_accuracy", "mcc", "cohen_kappa"}) {
      multiclass(known(name));
    }
  }
  if (kind_.hierarchical) {
    for (const std::string_view name :
         {"hierarchical_precision", "hierarchical_recall", "hierarchical_f1"}) {
      closed(known(name), closed_average());
    }
  }
  if (kind_.positive) {
    for (const std::string_view name : {"precision", "recall", "specificity", "f1", "mcc"}) {
      label(known(name), {}, *kind_.positive);
    }
  }
}

void Collector::group(std::string_view name) {
  if (name == "standard") return standard();
  if (name == "all") standard();
  for (const Measure* measure : catalogue()) {
    const bool all = name == "all";
    if (measure->table || (measure->sets && !kind_.sets)) continue;
    if (measure->whole != nullptr && (all || measure->group == name)) whole(*measure);
    if (measure->cell != nullptr && (all || name == "label")) {
      for (const Average each : averages_of(*measure)) average(*measure, each);
    }
    if (measure->cell != nullptr && name == "example") average(*measure, Average::samples);
    if (name == "hierarchical" || (all && kind_.hierarchical)) {
      if (measure->closed != nullptr) {
        for (const Average each : averages_of(*measure)) closed(*measure, each);
      }
      // In a graph the best ways of every pair of labels are sought: only where asked for by name.
      const bool figure = measure->scorer != nullptr || (measure->paths != nullptr && kind_.tree);
      if (figure && !measure->leveled) hierarchy(*measure);
    }
    const bool multi = name == "multi-class" || (all && kind_.single_label);
    if (measure->multiclass != nullptr && multi) multiclass(*measure);
  }
}

Average Collector::closed_average() const {
  switch (rules_.hierarchical_average) {
    case BareAverage::macro: return Average::macro;
    case BareAverage::samples: return Average::samples;
    case BareAverage::means: return Average::means;
    case BareAverage::union_of_sets: return Average::union_of_sets;
    case BareAverage::all:
    case BareAverage::micro: return Average::micro;
  }
  return Average::micro;
}

/// A name without an average: what it stands for is the convention's and the data's to say.
void Collector::bare(const Measure& measure, const Params& params) {
  if (measure.table) return table(measure, params);
  if (measure.whole != nullptr) return whole(measure, params);
  if (measure.closed != nullptr) return closed(measure, closed_average(), params);
  if (measure.scorer != nullptr || measure.paths != nullptr) return hierarchy(measure, params);
  if (kind_.positive && measure.multiclass == nullptr) {
    return label(measure, params, *kind_.positive);
  }
  if (measure.multiclass != nullptr &&
      (kind_.single_label || params.adjusted || params.weights != "none")) {
    return multiclass(measure, params);
  }
  if (measure.name == "accuracy") {
    for (const Request& each : parse_measures(rules_.accuracy)) request(each);
    return;
  }
  if (measure.name == "mcc" && rules_.pooled_mcc) return average(measure, Average::micro, params);
  switch (rules_.bare) {
    case BareAverage::all: return averages(measure, params);
    case BareAverage::micro: return average(measure, Average::micro, params);
    case BareAverage::macro: return average(measure, Average::macro, params);
    case BareAverage::samples: return average(measure, Average::samples, params);
    case BareAverage::means:
    case BareAverage::union_of_sets: break;  // of hierarchies alone
  }
}

void Collector::request(const Request& request) {
  if (!request.group.empty()) return group(request.group);
  const Measure& measure = *request.measure;
  if (request.params.label) return label(measure, request.params, *request.params.label);
  if (request.average) {
    return measure.closed != nullptr ? closed(measure, *request.average, request.params)
                                     : average(measure, *request.average, request.params);
  }
  bare(measure, request.params);
}

bool plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

}  // namespace

std::string Spec::name() const {
  std::string out(measure->name);
  if (scope == Scope::average || scope == Scope::closed)
    out += '_' + std::string(average_name(average));
  if (measure->leveled) out += '@' + std::to_string(params.k.value_or(1));
  std::string list;
  const auto param = [&list](std::string_view key, const std::string& value) {
    list += (list.empty() ? ":" : ",") + std::string(key) + '=' + value;
  };
  for (const ParamInfo& info : measure->params) {
    const std::string value = detail::param_text(params, info.name);
    if (!value.empty()) param(info.name, value);
  }
  if (params.label) {
    const std::string& label = *params.label;
    if (!label.empty() && std::all_of(label.begin(), label.end(), plain)) {
      param("label", label);
    } else {
      std::string value = "\"";
      for (const char c : label) value += c == '"' ? std::string("\"\"") : std::string(1, c);
      param("label", value + '"');
    }
  }
  return out + list;
}

std::vector<Request> parse_measures(std::string_view list) {
  std::vector<Request> requests;
  std::vector<Problem> problems;
  for (const std::string_view part : split_list(list)) {
    Request request;
    if (auto problem = parse_one(part, request)) {
      problems.push_back(std::move(*problem));
    } else {
      requests.push_back(std::move(request));
    }
  }
  if (!problems.empty()) {
    std::string fact, hint;
    for (const Problem& problem : problems) {
      fact += (fact.empty() ? "" : "; ") + problem.fact;
      hint += (hint.empty() ? "" : "; ") + problem.hint;
    }
    fail(ErrorCode::unknown_measure, fact, hint);
  }
  if (requests.empty()) {
    fail(ErrorCode::unknown_measure, "the list of measures " + quoted(list) + " is empty",
         "'tallystick measures' lists them");
  }
  return requests;
}

bool wants_sets(const std::vector<Request>& requests) {
  const auto wants = [](const Request& request) {
    if (request.measure != nullptr) return request.measure->sets;
    return std::any_of(catalogue().begin(), catalogue().end(), [&request](const Measure* measure) {
      return measure->sets && (request.group == "all" || request.group == measure->group);
    });
  };
  return std::any_of(requests.begin(), requests.end(), wants);
}

std::vector<Spec> expand(const std::vector<Request>& requests, const Convention& convention,
                         const DataKind& kind) {
  Collector collector(convention, kind);
  for (const Request& request : requests) collector.request(request);
  return std::move(collector).take();
}

}  // namespace tallystick
