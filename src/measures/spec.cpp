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

bool of_labels(const Measure& measure) {
  return measure.cell != nullptr || measure.scored != nullptr;
}

std::optional<Problem> set_param(Request& request, std::string_view key, std::string_view value) {
  const Measure& measure = *request.measure;
  const auto wrong = [&](const std::string& allowed) {
    return Problem{
        "parameter " + std::string(key) + " of " + quoted(measure.name) + " is " + quoted(value),
        "it takes " + allowed};
  };
  if (key == "label" && of_labels(measure)) {
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
    if (of_labels(measure)) known += known.empty() ? "label" : ", label";
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
    if (!request.measure->leveled && !request.measure->cut) {
      return Problem{"measure " + quoted(request.measure->name) + " takes no @",
                     "ask for " + quoted(name)};
    }
    if (level.empty() || error != std::errc{} || end != level.data() + level.size() || k == 0) {
      return Problem{
          "measure " + quoted(request.measure->name) + " needs a " +
              (request.measure->group != "hierarchical" || request.measure->scores != nullptr
                   ? "number of labels, 1 or more"
                   : "level") +
              ", not " + quoted(level),
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
  const auto sets = [&keys](std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  if (request.measure->trained != nullptr && sets("beta")) {  // of the score that has one
    if (!sets("score")) request.params.score = "fbeta";
    if (request.params.score != "fbeta") {
      return Problem{quoted(text) + " sets beta, but its score is " + request.params.score,
                     "say score=fbeta, or leave out beta"};
    }
  }
  if (request.params.label && request.average) {
    return Problem{quoted(text) + " asks for one label and for an average of labels",
                   "leave one of them out"};
  }
  return {};
}

bool plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

}  // namespace

std::string Spec::name() const {
  std::string out(measure->name);
  const bool averaged = scope == Scope::average || scope == Scope::closed || scope == Scope::scored;
  if (averaged || (scope == Scope::ranked && average != Average::none)) {
    out += '_' + std::string(average_name(average));
  }
  if (measure->leveled || params.k) out += '@' + std::to_string(params.k.value_or(1));
  std::string list;
  const auto param = [&list](std::string_view key, const std::string& value) {
    list += list.empty() ? ':' : ',';
    list.append(key).append("=").append(value);
  };
  for (const ParamInfo& info : measure->params) {
    const bool idle = info.name == "beta" && measure->trained != nullptr && params.score != "fbeta";
    if (idle) continue;
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
      const bool after_label = !requests.empty() && requests.back().params.label;
      if (after_label && request.measure == nullptr && part.find(':') == std::string_view::npos) {
        problem->hint.append(", and a label with a comma stands in quotes: ")
            .append("'")
            .append(requests.back().measure->name)
            .append(":label=\"")
            .append(*requests.back().params.label)
            .append(",")
            .append(part)
            .append("\"'");
      }
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

namespace {

/// What a measure asked for by its name looks at.
ScoreNeed need_of(const Request& request) {
  const Measure& measure = *request.measure;
  if (request.params.closes) return ScoreNeed::scores;
  const bool of_scores =
      measure.scores != nullptr && (measure.scorer == nullptr || request.params.k);
  if (measure.scored != nullptr || of_scores) {
    if (measure.true_ranks) return ScoreNeed::true_ranks;
    const bool ranks = measure.ranked != nullptr && request.average == Average::samples;
    return ranks ? ScoreNeed::ranks : ScoreNeed::scores;
  }
  if (measure.ranked == nullptr) return ScoreNeed::none;
  if (measure.cell == nullptr) return ScoreNeed::ranks;
  if (!request.params.k) return ScoreNeed::none;
  const bool mean = !request.average || request.average == Average::samples;
  return mean && !request.params.label ? ScoreNeed::ranks : ScoreNeed::scores;
}

}  // namespace

ScoreNeed needed_scores(const std::vector<Request>& requests) {
  ScoreNeed need = ScoreNeed::none;
  for (const Request& request : requests) {
    if (request.measure != nullptr) need = std::max(need, need_of(request));
    if (request.group == "ranking") need = std::max(need, ScoreNeed::ranks);
    if (request.group == "probabilistic" || request.group == "extreme" ||
        request.group == "protein-function") {
      need = std::max(need, ScoreNeed::scores);
    }
  }
  return need;
}

ScoreNeed welcome_scores(const std::vector<Request>& requests) {
  ScoreNeed need = needed_scores(requests);
  for (const Request& request : requests) {
    if (request.group == "standard") need = std::max(need, ScoreNeed::ranks);
    if (request.group == "all") need = std::max(need, ScoreNeed::scores);
  }
  return need;
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

bool intervals_want_sets(const std::vector<Request>& requests) {
  return std::any_of(requests.begin(), requests.end(), [](const Request& request) {
    if (request.measure == nullptr) return true;
    const Measure& measure = *request.measure;
    if (measure.whole != nullptr) return measure.sets || measure.labels;
    if (measure.cell == nullptr) {
      return measure.trained != nullptr || measure.space != nullptr || measure.closed != nullptr;
    }
    const bool sizes = request.average == Average::micro || request.average == Average::samples;
    return !sizes && !request.params.label;
  });
}

}  // namespace tallystick
