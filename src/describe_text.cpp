// The writers of descriptions.
#include <cmath>
#include <functional>

#include "report/outline.hpp"
#include "report/sheet.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/describe.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/version.hpp"

namespace tallystick {

namespace {

constexpr std::size_t kListed = 10;  // labels of a list in words, and of the shift
constexpr std::size_t kRows = 50;    // labels of the table in text
constexpr std::size_t kColumns = 32;

std::string percent(double share) { return fixed_text(100 * share, 1) + " %"; }

/// "a, b and 3 others"
std::string listed(std::size_t n, const std::function<std::string(std::size_t)>& name) {
  std::string out;
  for (std::size_t i = 0; i < std::min(n, kListed); ++i) {
    out.append(i == 0 ? "" : ", ").append(fitted(printable(name(i)), kColumns));
  }
  if (n > kListed) out.append(" and ").append(counted(n - kListed, "other"));
  return out;
}

std::string examples(const Amount& n) {
  return amount_text(n) + (n == kOne ? " example" : " examples");
}

Sheet facts_sheet(const Description& d) {
  Sheet sheet{"", "ll", {{"what", "how much"}}};
  const auto row = [&](std::string what, std::string much) {
    sheet.rows.push_back({std::move(what), std::move(much)});
  };
  row("labels that an example has",
      std::to_string(d.n_used) + " of " + std::to_string(d.report.n_labels));
  row("true labels in all", amount_text(d.assignments));
  row("examples without labels", amount_text(d.empty));
  row("most labels of an example", std::to_string(d.largest));
  row("most frequent label set", d.most_frequent_set.empty()
                                     ? "none, of " + examples(d.most_frequent)
                                     : examples(d.most_frequent) + ": " +
                                           listed(d.most_frequent_set.size(), [&](std::size_t i) {
                                             return d.most_frequent_set[i];
                                           }));
  return sheet;
}

Sheet measures_sheet(const Description& d, int digits) {
  Sheet sheet{"", "lr", {{"measure", "value"}}};
  sheet.of_measures = true;
  for (const Score& score : d.report.measures) {
    const bool counts = score.name.ends_with("_labelsets");
    sheet.rows.push_back(
        {score.name, fixed_text(score.value, counts ? 0 : digits) + (is_marked(score) ? "*" : "")});
  }
  return sheet;
}

Sheet bands_sheet(const Description& d) {
  const auto count = [](std::uint64_t n) { return std::to_string(n); };
  Sheet sheet{
      "label frequencies, head above " + count(d.high) + " examples, tail below " + count(d.low),
      "lrrr",
      {{"part", "labels", "true labels", "share"}}};
  for (const Band& band : d.bands) {
    sheet.rows.push_back({std::string(band.name), count(band.n_labels),
                          amount_text(band.assignments), percent(band.share)});
  }
  return sheet;
}

Sheet pairs_sheet(const Description& d, int digits) {
  const bool all = d.pairs_among == d.n_used;
  Sheet sheet{
      "labels that go together, " +
          (d.pairs.size() < d.n_pairs ? std::to_string(d.pairs.size()) + " of " : "") +
          counted(d.n_pairs, "pair") + " by phi" +
          (all ? "" : ", among the " + std::to_string(d.pairs_among) + " most frequent labels"),
      "llrr",
      {{"label", "label", "examples", "phi"}}};
  for (const LabelPair& pair : d.pairs) {
    sheet.rows.push_back({fitted(printable(pair.a), kColumns), fitted(printable(pair.b), kColumns),
                          amount_text(pair.both), fixed_text(pair.phi, digits)});
  }
  return sheet;
}

Sheet shift_sheet(const Shift& shift, int digits) {
  Sheet sheet{"frequency here against training, the largest differences first",
              "lrrr",
              {{"label", "here", "training", "ratio"}}};
  for (std::size_t i = 0; i < std::min(shift.ratios.size(), kListed); ++i) {
    const LabelFacts& facts = shift.ratios[i];
    sheet.rows.push_back({fitted(printable(facts.label), kColumns), percent(facts.frequency),
                          percent(facts.train_frequency), fixed_text(facts.ratio, digits)});
  }
  return sheet;
}

Sheet labels_sheet(const Description& d, int digits, std::size_t most) {
  Sheet sheet{"labels", "lrrrrrl", {}};
  sheet.rows = {{"label", "examples", "share", "IRLbl", "ImR", "SCUMBLE", "part"}};
  for (std::size_t i = 0; i < std::min(d.labels.size(), most); ++i) {
    const LabelFacts& facts = d.labels[i];
    sheet.rows.push_back({fitted(printable(facts.label), kColumns), amount_text(facts.count),
                          percent(facts.frequency), fixed_text(facts.ir, digits),
                          std::isinf(facts.imr) ? "inf" : fixed_text(facts.imr, digits),
                          fixed_text(facts.scumble, digits), std::string(facts.band)});
  }
  return sheet;
}

std::vector<Sheet> sheets(const Description& d, int digits, std::size_t most_labels) {
  std::vector<Sheet> out{facts_sheet(d), measures_sheet(d, digits), bands_sheet(d)};
  if (!d.pairs.empty()) out.push_back(pairs_sheet(d, digits));
  if (d.shift && !d.shift->ratios.empty()) out.push_back(shift_sheet(*d.shift, digits));
  if (most_labels != 0) out.push_back(labels_sheet(d, digits, most_labels));
  return out;
}

std::string one_sided(const OneSided& side, const std::string& where, const std::string& of) {
  if (side.n_labels == 0) return "no label is " + where;
  return counted(side.n_labels, "label") + (side.n_labels == 1 ? " is " : " are ") + where + " (" +
         percent(side.share) + " of " + of +
         "): " + listed(side.n_labels, [&](std::size_t i) { return side.labels[i].first; });
}

std::vector<std::string> remarks(const Description& d, const TextOptions& options) {
  std::vector<std::string> out;
  if (!d.unused.empty()) {
    out.push_back(counted(d.unused.size(), "declared label") + " that no example has: " +
                  listed(d.unused.size(), [&](std::size_t i) { return d.unused[i]; }));
  }
  if (d.shift) {
    const Shift& s = *d.shift;
    out.push_back("training: " + counted(s.n_train_examples, "example") + " in " +
                  printable(s.path) + ", " + counted(s.n_shared, "label") + " in both");
    out.push_back(one_sided(s.only_here, "here alone", "the true labels here"));
    out.push_back(one_sided(s.only_train, "in training alone", "the labels there"));
  }
  if (d.inputs == 1 && d.report.n_labels != 0) {
    out.emplace_back(
        "tcs: of 1 input, since labels do not tell how many attributes an example has; --inputs "
        "says");
  }
  for (std::string& line : remarks_on(d.report, options)) out.push_back(std::move(line));
  return out;
}

std::string json_number(double value) {
  if (std::isnan(value)) return "null";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  return number_text(value);
}

template <typename Items, typename Write>
std::string json_list(const Items& items, Write write) {
  std::string out = "[";
  for (const auto& item : items) out.append(out.size() == 1 ? "" : ", ").append(write(item));
  return out + "]";
}

std::string json_band(const Band& band) {
  std::string out = json_string(band.name);
  out.append(": {\"labels\": ").append(std::to_string(band.n_labels));
  out.append(", \"assignments\": ").append(amount_text(band.assignments));
  return out.append(", \"share\": ").append(json_number(band.share)).append("}");
}

std::string json_pair(const LabelPair& pair) {
  std::string out = "{\"a\": ";
  out.append(json_string(pair.a)).append(", \"b\": ").append(json_string(pair.b));
  out.append(", \"examples\": ").append(amount_text(pair.both));
  return out.append(", \"phi\": ").append(json_number(pair.phi)).append("}");
}

std::string json_side(const OneSided& side) {
  std::string out = "{\"labels\": ";
  out.append(std::to_string(side.n_labels)).append(", \"assignments\": ");
  out.append(amount_text(side.assignments)).append(", \"share\": ").append(json_number(side.share));
  out.append(", \"counts\": {");
  for (std::size_t i = 0; i < side.labels.size(); ++i) {
    out.append(i == 0 ? "" : ", ").append(json_string(side.labels[i].first)).append(": ");
    out.append(amount_text(side.labels[i].second));
  }
  return out.append("}}");
}

std::string json_shift(const Shift& shift) {
  std::string out = "{\n    \"train\": {\"path\": ";
  out.append(json_string(shift.path)).append(", \"examples\": ");
  out.append(std::to_string(shift.n_train_examples)).append("},\n    \"shared_labels\": ");
  out.append(std::to_string(shift.n_shared)).append(",\n    \"only_here\": ");
  out.append(json_side(shift.only_here)).append(",\n    \"only_train\": ");
  out.append(json_side(shift.only_train)).append(",\n    \"ratios\": ");
  out.append(json_list(shift.ratios, [](const LabelFacts& facts) {
    std::string one = "{\"label\": ";
    one.append(json_string(facts.label)).append(", \"frequency\": ");
    one.append(json_number(facts.frequency)).append(", \"train_frequency\": ");
    one.append(json_number(facts.train_frequency)).append(", \"ratio\": ");
    return one.append(json_number(facts.ratio)).append("}");
  }));
  return out.append("\n  }");
}

std::string json_label(const LabelFacts& facts, bool trained) {
  std::string out = json_string(facts.label);
  const auto field = [&out](std::string_view key, const std::string& value) {
    out.append(", \"").append(key).append("\": ").append(value);
  };
  out.append(": {\"count\": ").append(amount_text(facts.count));
  field("frequency", json_number(facts.frequency));
  field("ir", json_number(facts.ir));
  field("imr", json_number(facts.imr));
  field("scumble", json_number(facts.scumble));
  field("scumble_cv", json_number(facts.scumble_cv));
  field("band", json_string(facts.band));
  if (trained) {
    field("train_count", std::to_string(facts.train_count));
    field("train_frequency", json_number(facts.train_frequency));
    field("ratio", json_number(facts.ratio));
  }
  return out.append("}");
}

}  // namespace

std::string to_text(const Description& d, const TextOptions& options, bool labels) {
  const Report& report = d.report;
  std::string out = wrapped("tallystick " TALLYSTICK_VERSION ", convention " +
                            printable(report.convention) + ", true labels alone");
  out += wrapped(data_sentence(report));
  for (const Sheet& sheet : sheets(d, options.digits, labels ? kRows : 0)) {
    std::vector<std::vector<std::string>> rows = sheet.rows;
    if (sheet.title.empty()) rows.erase(rows.begin());
    out += '\n';
    if (!sheet.title.empty()) out += wrapped(sheet.title);
    out += aligned(rows, sheet.alignment);
  }
  if (labels && d.labels.size() > kRows) {
    out += wrapped("... and " + counted(d.labels.size() - kRows, "other label") +
                   "; --per-label=FILE writes all");
  }
  const std::vector<std::string> below = remarks(d, options);
  if (!below.empty()) out += '\n';
  for (const std::string& line : below) out += wrapped(line);
  return out;
}

namespace {

std::string caption(const Description& d) {
  return "tallystick " TALLYSTICK_VERSION ", convention " + printable(d.report.convention) +
         ", true labels alone: " + data_sentence(d.report);
}

}  // namespace

std::string to_markdown(const Description& d, const TextOptions& options, bool labels) {
  std::string out = escaped_markdown(caption(d)) + '\n';
  for (const Sheet& sheet : sheets(d, options.digits, labels ? SIZE_MAX : 0)) {
    append_markdown(out, sheet);
  }
  const std::vector<std::string> below = remarks(d, options);
  if (!below.empty()) out += '\n';
  for (const std::string& line : below) out += "- " + escaped_markdown(line) + '\n';
  return out;
}

std::string to_latex(const Description& d, const TextOptions& options, bool labels) {
  std::vector<std::string> below = remarks(d, options);
  below.insert(below.begin(), caption(d));
  return latex_of(sheets(d, options.digits, labels ? SIZE_MAX : 0), below);
}

std::string to_json(const Description& d, bool labels) {
  const auto number = [](std::uint64_t n) { return std::to_string(n); };
  const auto text = [](const std::string& label) { return json_string(label); };
  std::vector<JsonMember> parts{
      {"n_labels_used", number(d.n_used)},
      {"n_assignments", amount_text(d.assignments)},
      {"sets", "{\"empty\": " + amount_text(d.empty) + ", \"largest\": " + number(d.largest) +
                   ", \"most_frequent\": {\"labels\": " + json_list(d.most_frequent_set, text) +
                   ", \"examples\": " + amount_text(d.most_frequent) + "}}"}};
  std::string bands = "{\"low\": " + number(d.low) + ", \"high\": " + number(d.high);
  for (const Band& band : d.bands) bands.append(", ").append(json_band(band));
  parts.push_back({"bands", bands + "}"});
  parts.push_back({"pairs", "{\"among\": " + number(d.pairs_among) +
                                ", \"n\": " + number(d.n_pairs) +
                                ", \"top\": " + json_list(d.pairs, json_pair) + "}"});
  parts.push_back({"unused", json_list(d.unused, text)});
  if (d.shift) parts.push_back({"shift", json_shift(*d.shift)});
  if (labels) {
    std::string rows = "{";
    for (const LabelFacts& facts : d.labels) {
      rows.append(rows.size() == 1 ? "\n    " : ",\n    ");
      rows.append(json_label(facts, d.shift.has_value()));
    }
    parts.push_back({"labels", rows + (d.labels.empty() ? "}" : "\n  }")});
  }
  return to_json(d.report, parts);
}

std::string to_csv(const Description& d) { return to_csv(d.report); }

std::string labels_to_csv(const Description& d, char delimiter) {
  const bool trained = d.shift.has_value();
  std::string out;
  const auto line = [&out, delimiter](const std::vector<std::string>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i != 0) out += delimiter;
      out += csv_field(fields[i], delimiter);
    }
    out += '\n';
  };
  const auto number = [](double value) {
    return std::isnan(value) ? std::string() : number_text(value);
  };
  std::vector<std::string> header{"label", "count",   "frequency",  "ir",
                                  "imr",   "scumble", "scumble_cv", "band"};
  for (const char* column : {"train_count", "train_frequency", "ratio"}) {
    if (trained) header.emplace_back(column);
  }
  line(header);
  for (const LabelFacts& facts : d.labels) {
    std::vector<std::string> fields{facts.label,
                                    amount_text(facts.count),
                                    number(facts.frequency),
                                    number(facts.ir),
                                    number(facts.imr),
                                    number(facts.scumble),
                                    number(facts.scumble_cv),
                                    std::string(facts.band)};
    if (trained) {
      fields.push_back(std::to_string(facts.train_count));
      fields.push_back(number(facts.train_frequency));
      fields.push_back(number(facts.ratio));
    }
    line(fields);
  }
  return out;
}

}  // namespace tallystick
