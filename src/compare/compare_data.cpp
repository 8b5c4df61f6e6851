// What was compared, for programs: JSON, CSV, Markdown.
#include <cmath>

#include "compare/words.hpp"
#include "report/sheet.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"

namespace tallystick {

namespace {

std::string number(double value) {
  if (std::isnan(value)) return "null";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  return number_text(value);
}

/// Members of an object, one after another.
class Object {
 public:
  Object& add(std::string_view key, const std::string& json) {
    text_ += (text_.empty() ? "" : ", ") + json_string(key) + ": " + json;
    return *this;
  }
  Object& add(std::string_view key, std::uint64_t value) { return add(key, std::to_string(value)); }
  [[nodiscard]] std::string text() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

/// One item a line, indented.
template <typename Items, typename Write>
std::string list(const Items& items, const std::string& indent, Write write) {
  std::string out;
  for (const auto& item : items) {
    out += (out.empty() ? "\n" : ",\n") + indent + "  " + write(item);
  }
  return out.empty() ? "[]" : "[" + out + "\n" + indent + "]";
}

std::string strings(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + json_string(text);
  return "[" + out + "]";
}

std::string numbers(const std::vector<double>& values) {
  std::string out;
  for (const double value : values) out += (out.empty() ? "" : ", ") + number(value);
  return "[" + out + "]";
}

std::string json_of(const Comparison& one, const Comparing& comparing) {
  Object out;
  out.add("measure", json_string(one.measure))
      .add("a", json_string(comparing.systems[one.a]))
      .add("b", json_string(comparing.systems[one.b]))
      .add("a_value", number(one.a_value))
      .add("b_value", number(one.b_value))
      .add("difference", number(one.difference))
      .add("low", one.low ? number(*one.low) : "null")
      .add("high", one.high ? number(*one.high) : "null")
      .add("test", one.test.empty() ? "null" : json_string(one.test))
      .add("exact", one.exact ? "true" : "false")
      .add("p_value", number(one.p_value))
      .add("p_adjusted", number(one.p_adjusted));
  if (one.p_equivalence) out.add("p_equivalence", number(*one.p_equivalence));
  if (one.effect) out.add("cohens_g", number(*one.effect));
  out.add("verdict", json_string(verdict_name(one.verdict)))
      .add("sentence", json_string(verdict_sentence(one, comparing, 4)));
  return out.text();
}

std::string json_of(const Flips& flips) {
  Object out;
  out.add("right_in_both", flips.both_right)
      .add("wrong_to_right", flips.fixed)
      .add("right_to_wrong", flips.broken)
      .add("wrong_in_both", flips.both_wrong);
  return out.text();
}

std::string json_of(const LabelMove& move) {
  Object out;
  out.add("label", json_string(move.label))
      .add("support", amount_text(move.support))
      .add("a_f1", number(move.a_f1))
      .add("b_f1", number(move.b_f1))
      .add("difference", number(move.difference))
      .add("wrong_to_right", move.fixed)
      .add("right_to_wrong", move.broken)
      .add("p_value", number(move.p_value))
      .add("p_adjusted", number(move.p_adjusted));
  return out.text();
}

std::string json_of(const BranchMove& move) {
  Object out;
  out.add("code", json_string(move.code));
  if (!move.title.empty()) out.add("title", json_string(move.title));
  out.add("n", amount_text(move.n))
      .add("a_hierarchical_f1", number(move.a_f1))
      .add("b_hierarchical_f1", number(move.b_f1))
      .add("difference", number(move.difference));
  return out.text();
}

std::string json_of(const ExampleFlip& flip) {
  const auto words = [](const std::vector<std::string>& labels) {
    std::string out;
    for (const std::string& label : labels) {
      out.append(out.empty() ? "" : ", ").append(json_string(label));
    }
    return "[" + out + "]";
  };
  Object out;
  out.add("id", json_string(flip.id))
      .add("example", flip.change > 0   ? "\"fixed\""
                      : flip.change < 0 ? "\"broken\""
                                        : "null")
      .add("fixed", words(flip.fixed))
      .add("broken", words(flip.broken));
  return out.text();
}

std::string json_of(const Pairing& pairing, const Comparing& comparing) {
  std::string out = "{\n      \"a\": " + json_string(comparing.systems[pairing.a]) +
                    ", \"b\": " + json_string(comparing.systems[pairing.b]) +
                    ",\n      \"examples\": " + json_of(pairing.examples) +
                    ",\n      \"decisions\": " + json_of(pairing.labels) + ",\n      \"labels\": " +
                    list(pairing.moves, "      ", [](const LabelMove& m) { return json_of(m); });
  if (!pairing.branches.empty()) {
    out += ",\n      \"branches\": " +
           list(pairing.branches, "      ", [](const BranchMove& m) { return json_of(m); });
  }
  out += ",\n      \"n_flips\": " + std::to_string(pairing.n_flips) + ",\n      \"flips\": " +
         list(pairing.flips, "      ", [](const ExampleFlip& f) { return json_of(f); });
  return out + "\n    }";
}

std::string json_of(const SystemRanks& ranks) {
  std::string values;
  for (std::size_t i = 0; i < ranks.sets.size(); ++i) {
    values += (i == 0 ? "" : ", ") + json_string(ranks.sets[i]) + ": " + numbers(ranks.values[i]);
  }
  std::string p;
  for (const auto& row : ranks.friedman.p) p += (p.empty() ? "" : ", ") + numbers(row);
  const Friedman& f = ranks.friedman;
  Object out;
  out.add("measure", json_string(ranks.measure))
      .add("values", "{" + values + "}")
      .add("mean_ranks", numbers(f.mean_ranks))
      .add("chi_square", number(f.chi_square))
      .add("p_chi_square", number(f.p_chi_square))
      .add("f", number(f.f))
      .add("p_f", number(f.p_f))
      .add("critical_difference", number(f.critical_difference))
      .add("nemenyi_p", "[" + p + "]");
  return out.text();
}

std::string_view adjust_name(Adjustment adjust) {
  return adjust == Adjustment::holm                 ? "holm"
         : adjust == Adjustment::benjamini_hochberg ? "bh"
                                                    : "none";
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<>|~#&$").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string to_json(const Comparing& comparing) {
  std::string out = "{\n  \"tallystick\": \"" TALLYSTICK_VERSION "\",\n  \"convention\": " +
                    json_string(comparing.convention) +
                    ",\n  \"n_examples\": " + std::to_string(comparing.n_examples) +
                    ",\n  \"n_left_out\": " + std::to_string(comparing.n_left_out) +
                    ",\n  \"systems\": " + strings(comparing.systems) +
                    ",\n  \"level\": " + number(comparing.level) +
                    ",\n  \"seed\": " + std::to_string(comparing.seed) +
                    ",\n  \"adjust\": " + json_string(adjust_name(comparing.adjust));
  if (comparing.margin) out += ",\n  \"margin\": " + number(*comparing.margin);
  out += ",\n  \"comparisons\": " + list(comparing.comparisons, "  ", [&](const Comparison& one) {
           return json_of(one, comparing);
         });
  out += ",\n  \"pairs\": " + list(comparing.pairings, "  ",
                                   [&](const Pairing& one) { return json_of(one, comparing); });
  if (!comparing.by.empty()) {
    out += ",\n  \"by\": " + json_string(comparing.by) + ",\n  \"ranks\": " +
           list(comparing.ranks, "  ", [](const SystemRanks& one) { return json_of(one); });
  }
  out +=
      ",\n  \"inputs\": " + list(comparing.inputs, "  ", [](const InputFacts& input) {
        return Object().add("path", json_string(input.path)).add("examples", input.examples).text();
      });
  return out + ",\n  \"notes\": " +
         list(comparing.notes, "  ", [](const std::string& note) { return json_string(note); }) +
         "\n}\n";
}

std::string to_csv(const Comparing& comparing) {
  std::string out =
      "measure,a,b,a_value,b_value,difference,low,high,test,p_value,p_adjusted,verdict\n";
  const auto text = [](double value) { return std::isnan(value) ? "" : number_text(value); };
  for (const Comparison& one : comparing.comparisons) {
    const std::string fields[] = {one.measure,
                                  comparing.systems[one.a],
                                  comparing.systems[one.b],
                                  text(one.a_value),
                                  text(one.b_value),
                                  text(one.difference),
                                  one.low ? text(*one.low) : "",
                                  one.high ? text(*one.high) : "",
                                  one.test,
                                  text(one.p_value),
                                  text(one.p_adjusted),
                                  std::string(verdict_name(one.verdict))};
    bool first = true;
    for (const std::string& field : fields) {
      if (!std::exchange(first, false)) out += ',';
      out += csv_field(field, ',');
    }
    out += '\n';
  }
  return out;
}

std::string to_markdown(const Comparing& comparing, int digits) {
  std::string out = escaped(detail::caption_of(comparing)) + '\n';
  for (const detail::PlainTable& table : detail::tables_of(comparing, digits, true)) {
    out += '\n' + escaped(table.title) + ":\n\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      out += '|';
      for (const std::string& cell : table.rows[r]) out += ' ' + escaped(cell) + " |";
      out += '\n';
      if (r > 0) continue;
      out += '|';
      for (const char side : table.alignment) out += side == 'r' ? "---:|" : ":---|";
      out += '\n';
    }
    if (!table.after.empty()) out += '\n' + escaped(table.after) + '\n';
  }
  out += '\n';
  for (const Comparison& one : comparing.comparisons) {
    out += "- " + escaped(verdict_sentence(one, comparing, digits)) + '\n';
  }
  for (const std::string& remark : detail::remarks_of(comparing))
    out += "- " + escaped(remark) + '\n';
  return out;
}

std::string to_latex(const Comparing& comparing, int digits) {
  std::vector<Sheet> sheets;
  std::vector<std::string> below{detail::caption_of(comparing)};
  for (const detail::PlainTable& table : detail::tables_of(comparing, digits, true)) {
    sheets.push_back({table.title, table.alignment, table.rows});
    if (!table.after.empty()) below.push_back(table.after);
  }
  for (const Comparison& one : comparing.comparisons) {
    below.push_back(verdict_sentence(one, comparing, digits));
  }
  for (std::string& remark : detail::remarks_of(comparing)) below.push_back(std::move(remark));
  return latex_of(sheets, below);
}

}  // namespace tallystick
