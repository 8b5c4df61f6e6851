// The result files of CAFA-evaluator: the same names, columns and digits, for the tools that read
// them.
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string>
#include <vector>

#include "measures/protein_best.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/readers/read_weights.hpp"
#include "terms_of_interest.hpp"

namespace tallystick {

namespace {

using detail::BestPoint;
using detail::CurveFigure;
using detail::CurvePoint;
using detail::CurveRow;
using detail::Normalization;
using detail::ProteinCurve;
using detail::ProteinRule;
using detail::TermSpace;

/// A figure that has a file, and its name there.
struct BestFile {
  CurveFigure figure;
  std::string_view name;
};
constexpr std::array kBestFiles{
    BestFile{CurveFigure::f, "f"}, BestFile{CurveFigure::weighted_f, "f_w"},
    BestFile{CurveFigure::s, "s"}, BestFile{CurveFigure::f_micro, "f_micro"},
    BestFile{CurveFigure::weighted_f_micro, "f_micro_w"}};

constexpr std::string_view kColumns = "n tp fp fn pr rc cov mi ru f s pr_micro rc_micro f_micro ";

class CafaFiles {
 public:
  CafaFiles(std::string prediction, int digits, bool weighted)
      : prediction_(std::move(prediction)), digits_(digits), weighted_(weighted) {
    all_ = header();
    for (std::string& text : best_) text = header("\tcov_max");
  }

  void add(const TermSpace& space, const ProteinCurve& curve, Normalization norm) {
    std::vector<CurvePoint> points;
    curve.sweep([&points](std::span<const CurvePoint> block) {
      points.insert(points.end(), block.begin(), block.end());
    });
    if (points.empty()) return;
    std::reverse(points.begin(), points.end());  // rising thresholds
    for (const CurvePoint& point : points) add_row(all_, space, curve, point, norm);
    const auto best = detail::best_points(curve, norm);
    const CurvePoint& lowest = points.front();
    for (std::size_t i = 0; i < kBestFiles.size(); ++i) {
      const bool of_weights = detail::is_weighted(kBestFiles[i].figure);
      const BestPoint& found = best[static_cast<std::size_t>(kBestFiles[i].figure)];
      add_row(best_[i], space, curve, found.found ? found.point : lowest, norm);
      best_[i].pop_back();  // the end of the line
      add_number(best_[i], curve.row(lowest, of_weights, norm).coverage);
      best_[i] += '\n';
    }
  }

  void write(const std::filesystem::path& folder) const {
    write_bytes((folder / "evaluation_all.tsv").string(), all_);
    for (std::size_t i = 0; i < kBestFiles.size(); ++i) {
      if (detail::is_weighted(kBestFiles[i].figure) && !weighted_) continue;
      const std::string name = "evaluation_best_" + std::string(kBestFiles[i].name) + ".tsv";
      write_bytes((folder / name).string(), best_[i]);
    }
  }

 private:
  [[nodiscard]] std::string header(std::string_view last = {}) const {
    std::string out = "filename\tns\ttau";
    for (const std::string_view suffix : {"", "_w"}) {
      if (!suffix.empty() && !weighted_) break;
      for (std::string_view rest = kColumns; !rest.empty();) {
        const std::size_t end = rest.find(' ');
        out.append("\t").append(rest.substr(0, end)).append(suffix);
        rest.remove_prefix(end + 1);
      }
    }
    return out.append(last).append("\n");
  }

  void add_number(std::string& out, double value) const {
    std::array<char, 400> text;  // the largest double has 309 digits before the point
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   std::chars_format::fixed, digits_)
                         .ptr;
    out.append("\t").append(text.data(), end);
  }

  void add_row(std::string& out, const TermSpace& space, const ProteinCurve& curve,
               const CurvePoint& point, Normalization norm) const {
    out.append(prediction_).append("\t").append(space.name.empty() ? "all" : space.name);
    add_number(out, point.threshold);
    for (const bool weighted : {false, true}) {
      if (weighted && !weighted_) break;
      const CurveRow row = curve.row(point, weighted, norm);
      for (const double value :
           {row.n, row.tp, row.fp, row.fn, row.precision, row.recall, row.coverage, row.fp, row.fn,
            row.f, row.s, row.precision_micro, row.recall_micro, row.f_micro}) {
        add_number(out, value);
      }
    }
    out += '\n';
  }

  std::string prediction_;
  int digits_;
  bool weighted_;
  std::string all_;
  std::array<std::string, kBestFiles.size()> best_;
};

/// The rules of the first measure of protein function that is asked for, on a grid.
ProteinRule rule_for(const EvaluateOptions& options, bool& weighted) {
  Params params;
  bool first = true, computed = false;
  for (const Request& request : parse_measures(options.measures)) {
    if (request.measure == nullptr || request.measure->group != "protein-function") continue;
    computed = computed || request.params.ia == "computed";
    if (first) params = request.params;
    first = false;
  }
  weighted = computed || !options.ia_file.empty();
  if (params.step.empty()) params.step = convention_of(options).threshold_step;
  if (params.step.empty() || params.step == "exact") params.step = "0.01";
  ProteinRule rule = detail::protein_rule(params);
  rule.accretion = computed ? detail::Accretion::computed : detail::Accretion::file;
  return rule;
}

/// A name that cannot break a line or a column.
std::string file_name(const ReadSummary& summary) {
  const std::string path = summary.inputs.empty() ? "" : summary.inputs.back().path;
  std::string name = std::filesystem::path(path).filename().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, '_');
  return name.empty() ? "predictions" : name;
}

}  // namespace

void write_cafa_files(const std::string& folder, const Tally& tally, const ReadSummary& summary,
                      const EvaluateOptions& options) {
  if (tally.taxonomy() != nullptr && (!tally.keeps_scores() || tally.lacks_scores())) {
    fail(ErrorCode::no_scores,
         "the files of CAFA-evaluator are made from scores, which these "
         "predictions or counts do not have",
         "name --cafa-out when a state is written, too");
  }
  bool weighted = false;
  const ProteinRule rule = rule_for(options, weighted);
  const Whole whole(tally, universe_of(tally, options));
  std::vector<double> weights;
  if (!options.ia_file.empty() && tally.taxonomy() != nullptr) {
    weights = read_node_weights(options.ia_file, *tally.taxonomy());
  }
  Scores scores(whole, std::move(weights), nullptr);
  scores.restrict_to(detail::terms_of_interest(tally, options));
  CafaFiles files(file_name(summary), rule.curve.grid->digits() + 1, weighted);
  for (const TermSpace& space : detail::term_spaces(scores, rule.space)) {
    const auto accretion = detail::accretion_of(scores.table(), space, rule.accretion);
    const ProteinCurve curve(scores.table(), space, accretion, rule.curve);
    if (curve.n_targets() != 0) files.add(space, curve, rule.norm);
  }
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    fail(ErrorCode::cannot_write, Place{folder}, "the folder cannot be made: " + failed.message(),
         "check the folder above it and its permissions");
  }
  files.write(folder);
}

}  // namespace tallystick
