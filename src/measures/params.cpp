#include "measures/params.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "measures/threshold_grid.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

constexpr std::uint32_t kMostBins = 1'000'000;

bool set_number(double& to, std::string_view text, bool zero) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  if (!(value >= 0) || std::isinf(value) || (value == 0 && !zero)) return false;
  to = value;
  return true;
}

/// A number in (0, most].
bool set_share(double& to, std::string_view text, double most) {
  double value = 0;
  if (!set_number(value, text, false) || value > most) return false;
  to = value;
  return true;
}

template <typename To>
bool set_whole(To& to, std::string_view text, std::uint32_t least) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least) return false;
  to = value;
  return true;
}

std::string whole_text(const std::optional<std::uint32_t>& value) {
  return value ? std::to_string(*value) : std::string();
}

/// A word, or nothing where it is the default.
std::string other_than(std::string_view initial, const std::string& value) {
  return value == initial ? std::string() : value;
}

bool set_step(Params& params, std::string_view text) {
  if (text != "exact" && !ThresholdGrid::parse(text)) return false;
  params.step = text;
  return true;
}

bool set_space(Params& params, std::string_view text) {
  if (text.empty() || text.find_first_of(",\"") != std::string_view::npos) return false;
  params.space = text;
  return true;
}

struct Field {
  std::string_view name;
  bool (*set)(Params&, std::string_view);
  std::string (*text)(const Params&);
};

// Values that are one of a few words are checked against ParamInfo::values before they come here.
constexpr Field kFields[] = {
    {"beta", [](Params& p, std::string_view v) { return set_number(p.beta, v, true); },
     [](const Params& p) { return number_text(p.beta); }},
    {"alpha", [](Params& p, std::string_view v) { return set_number(p.alpha, v, false); },
     [](const Params& p) { return p.alpha == 1 ? std::string() : number_text(p.alpha); }},
    {"adjusted", [](Params& p, std::string_view v) { return p.adjusted = v == "true", true; },
     [](const Params& p) { return std::string(p.adjusted ? "true" : ""); }},
    {"weights", [](Params& p, std::string_view v) { return p.weights = v, true; },
     [](const Params& p) { return other_than("none", p.weights); }},
    {"normalize", [](Params& p, std::string_view v) { return p.normalize = v, true; },
     [](const Params& p) { return other_than("none", p.normalize); }},
    {"root",
     [](Params& p, std::string_view v) {
       p.root = v == "out" ? Root::out : v == "in" ? Root::in : Root::above;
       return true;
     },
     [](const Params& p) {
       return std::string(!p.root                ? ""
                          : *p.root == Root::out ? "out"
                          : *p.root == Root::in  ? "in"
                                                 : "virtual");
     }},
    {"edges", [](Params& p, std::string_view v) { return set_whole(p.edges, v, 0); },
     [](const Params& p) { return whole_text(p.edges); }},
    {"level", [](Params& p, std::string_view v) { return set_whole(p.level, v, 1); },
     [](const Params& p) { return whole_text(p.level); }},
    {"counts", [](Params& p, std::string_view v) { return p.counts_labels = v == "labels", true; },
     [](const Params& p) { return std::string(p.counts_labels ? "labels" : ""); }},
    {"node_weights", [](Params& p, std::string_view v) { return p.node_weights = v, true; },
     [](const Params& p) { return other_than("none", p.node_weights); }},
    {"ways", [](Params& p, std::string_view v) { return p.undirected = v == "any", true; },
     [](const Params& p) { return std::string(p.undirected ? "any" : ""); }},
    {"costs", [](Params& p, std::string_view v) { return p.costs = v, true; },
     [](const Params& p) { return other_than("sibling", p.costs); }},
    {"over", [](Params& p, std::string_view v) { return p.over = v, true; },
     [](const Params& p) { return other_than("all", p.over); }},
    {"root_depth", [](Params& p, std::string_view v) { return set_whole(p.root_depth, v, 0); },
     [](const Params& p) { return std::string(p.root_depth == 1 ? "" : "0"); }},
    {"from", [](Params& p, std::string_view v) { return set_whole(p.first_rank, v, 0); },
     [](const Params& p) { return whole_text(p.first_rank); }},
    {"gain", [](Params& p, std::string_view v) { return p.gain = v, true; },
     [](const Params& p) { return other_than("linear", p.gain); }},
    {"p",
     [](Params& p, std::string_view v) {
       return set_number(p.patience, v, false) && p.patience < 1;
     },
     [](const Params& p) { return p.patience == 0.8 ? std::string() : number_text(p.patience); }},
    {"recall",
     [](Params& p, std::string_view v) { return set_number(p.recall, v, true) && p.recall <= 1; },
     [](const Params& p) { return p.recall == 0 ? std::string() : number_text(p.recall); }},
    {"normalized", [](Params& p, std::string_view v) { return p.normalized = v == "true", true; },
     [](const Params& p) { return std::string(p.normalized ? "" : "false"); }},
    {"score", [](Params& p, std::string_view v) { return p.score = v, true; },
     [](const Params& p) { return other_than("f1", p.score); }},
    {"labels", [](Params& p, std::string_view v) { return p.labels = v, true; },
     [](const Params& p) { return other_than("both", p.labels); }},
    {"absent", [](Params& p, std::string_view v) { return p.absent = v, true; },
     [](const Params& p) { return p.absent; }},
    {"ddof", [](Params& p, std::string_view v) { return set_whole(p.ddof, v, 0); },
     [](const Params& p) { return std::string(p.ddof == 1 ? "" : "0"); }},
    {"inputs", [](Params& p, std::string_view v) { return set_whole(p.inputs, v, 1); },
     [](const Params& p) { return p.inputs == 1 ? std::string() : std::to_string(p.inputs); }},
    {"propagation", [](Params& p, std::string_view v) { return p.propagation = v, true; },
     [](const Params& p) { return other_than("max", p.propagation); }},
    {"normalization", [](Params& p, std::string_view v) { return p.normalization = v, true; },
     [](const Params& p) { return other_than("cafa", p.normalization); }},
    {"step", set_step, [](const Params& p) { return p.step; }},
    {"orphans", [](Params& p, std::string_view v) { return p.orphans = v == "in", true; },
     [](const Params& p) { return std::string(p.orphans ? "" : "out"); }},
    {"namespace", set_space, [](const Params& p) { return other_than("each", p.space); }},
    {"ia", [](Params& p, std::string_view v) { return p.ia = v, true; },
     [](const Params& p) { return other_than("file", p.ia); }},
    {"hierarchy", [](Params& p, std::string_view v) { return p.closes = v == "closed", true; },
     [](const Params& p) { return std::string(p.closes ? "closed" : ""); }},
    {"take", [](Params& p, std::string_view v) { return p.best = v == "best", true; },
     [](const Params& p) { return std::string(p.best ? "best" : ""); }},
    {"max_error", [](Params& p, std::string_view v) { return set_whole(p.max_error, v, 1); },
     [](const Params& p) {
       return p.max_error == 5 ? std::string() : std::to_string(p.max_error);
     }},
    {"max_fpr", [](Params& p, std::string_view v) { return set_share(p.max_fpr, v, 1); },
     [](const Params& p) { return p.max_fpr == 1 ? std::string() : number_text(p.max_fpr); }},
    {"eps", [](Params& p, std::string_view v) { return set_share(p.eps, v, 0.5); },
     [](const Params& p) { return p.eps == Params{}.eps ? std::string() : number_text(p.eps); }},
    {"bins",
     [](Params& p, std::string_view v) { return set_whole(p.bins, v, 1) && p.bins <= kMostBins; },
     [](const Params& p) { return p.bins == 15 ? std::string() : std::to_string(p.bins); }},
    {"norm", [](Params& p, std::string_view v) { return p.norm = v, true; },
     [](const Params& p) { return other_than("l1", p.norm); }},
    {"closed", [](Params& p, std::string_view v) { return p.closed = v, true; },
     [](const Params& p) { return other_than("right", p.closed); }},
    {"binning", [](Params& p, std::string_view v) { return p.binning = v, true; },
     [](const Params& p) { return other_than("width", p.binning); }},
    {"levels",
     [](Params& p, std::string_view v) {
       return set_whole(p.levels, v, 2) && p.levels <= kMostBins;
     },
     [](const Params& p) { return p.levels == 11 ? std::string() : std::to_string(p.levels); }},
};

const Field& field_of(std::string_view name) {
  const auto* const field = std::find_if(std::begin(kFields), std::end(kFields),
                                         [name](const Field& f) { return f.name == name; });
  if (field == std::end(kFields)) {
    fail(ErrorCode::internal, "parameter " + quoted(name) + " is not known");
  }
  return *field;
}

}  // namespace

bool set_param(Params& params, const ParamInfo& info, std::string_view value) {
  if (info.values.find('|') != std::string_view::npos) {
    const std::string choices = '|' + std::string(info.values) + '|';
    const bool known = !value.empty() && value.find('|') == std::string_view::npos &&
                       choices.find('|' + std::string(value) + '|') != std::string::npos;
    if (!known) return false;
  }
  return field_of(info.name).set(params, value);
}

std::string param_text(const Params& params, std::string_view name) {
  return field_of(name).text(params);
}

}  // namespace tallystick::detail
