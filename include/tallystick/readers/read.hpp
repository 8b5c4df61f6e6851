// Files -> aligned batches of examples. The only place where truth meets prediction.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/batch/batch.hpp"
#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/labels/vocabulary.hpp"
#include "tallystick/states/policy_counts.hpp"

namespace tallystick {

enum class Format : std::uint8_t {
  automatic,
  tsv,
  csv,
  jsonl,
  lines,
  indicator,
  fasttext,
  trec,  // truth: qid iter docid rel; predictions: qid Q0 docid rank score tag
  cafa,  // truth: target term; predictions, a file or a folder of files: target term score
  xmc,   // by position. Labels 1,2 before features 7:0.5 (libsvm), or pairs of label:score
};
enum class Header : std::uint8_t { automatic, yes, no };
enum class Missing : std::uint8_t { error, empty, drop };
enum class Extra : std::uint8_t { error, drop };
/// Of a label scored twice for one example; automatic: an error, but max in format cafa.
enum class Duplicates : std::uint8_t { automatic, error, max, min };
enum class UnknownLabels : std::uint8_t { error, add, drop, wrong };
/// Whether batches hold the scores of predicted labels.
enum class ScoreUse : std::uint8_t {
  none,
  if_given,  // where each label of a block has one
  required,  // a label without a score is an error (no_scores)
};

/// One part of `count` that together hold every example once, from 1 on.
struct Shard {
  std::uint32_t index = 1, count = 1;
};

/// How to read. A column is a header name or a 1-based number; empty means: by the known names.
struct ReadOptions {
  Format format = Format::automatic;
  Header header = Header::automatic;
  std::string id, truth, pred, score, weight;
  std::string by;  // a column beside the truth whose text goes with each example (Batch::groups)
  std::string label_separator;  // one character; empty: ';', then '|'
  bool trim = true;
  bool nfc = false;
  bool fold_case = false;
  Missing missing = Missing::error;
  Extra extra = Extra::error;
  Duplicates duplicates = Duplicates::automatic;
  // The hierarchy whose codes labels must be, if any; alternative codes are read as the class they
  // stand for. Declared labels narrow it.
  const Taxonomy* taxonomy = nullptr;
  unsigned code_width = 0;  // codes of fewer digits get leading zeros; 0: codes stay as they are
  std::string declared_in;  // where the declared labels were read, for messages
  UnknownLabels unknown_labels = UnknownLabels::error;  // of labels that are not declared
  std::vector<std::string> abstain;                     // labels that mean "none"
  double threshold = 0.5;
  bool strictly_above = false;  // score > threshold instead of score >= threshold
  bool want_ids = false;        // fill Batch::ids
  ScoreUse scores = ScoreUse::none;
  std::string scores_for;  // the option that chooses labels by their scores, for messages
  // The examples that read_pairs takes: of one line an example a range of lines; else, and where
  // a line's end cannot be told from its neighbourhood, those whose ids' hashes fall to the shard.
  Shard shard = {};

  /// What is done about a label scored twice; never automatic.
  [[nodiscard]] Duplicates duplicate_rule() const noexcept {
    if (duplicates != Duplicates::automatic) return duplicates;
    return format == Format::cafa ? Duplicates::max : Duplicates::error;
  }
};

/// Takes batches; there is one consumer a worker thread. Each has a vocabulary of its own, or all
/// have one and the same, of which none may ask more in consume() than names of the batch's labels.
class Consumer {
 public:
  virtual ~Consumer() = default;
  /// Where the reader interns labels. Declared labels are in it already.
  virtual Vocabulary& vocabulary() = 0;
  virtual void consume(const Batch& batch) = 0;
  /// Forgets every batch so far: the reader starts again (ids turned out not to be in order).
  virtual void restart() = 0;
};

/// What was decided about one input, and how much it held.
struct InputFacts {
  std::string path;
  std::string format;  // "tsv", "csv", "jsonl", "lines", "indicator", "fasttext", "trec" ...
  std::string layout;  // "one row a label", "one row an example", "columns of 0/1", "columns of
                       // scores", "lines by position"
  std::string compression;  // "gzip", "zstd" or empty
  std::string delimiter;    // "tab", ",", ";" or empty
  std::string label_separator;
  bool header = false;
  std::vector<std::string> columns;  // "id=id", "truth=true", ...: what was read as what
  std::uint64_t examples = 0;
  std::uint64_t assignments = 0;  // label occurrences read as assigned, repeats included
};

struct ReadSummary {
  std::vector<InputFacts> inputs;
  PolicyCounts policies;           // repeated_labels is the states' to count
  std::vector<std::string> notes;  // sentences for the report: what a reader should know
  std::string shard;               // "2/3 of FILE, 120 bytes": which examples these are; empty: all
};

/// Reads one system's truth and predictions ("-" is standard input) into the consumers, paired by
/// id (by position for formats without ids). In format cafa predictions may be a folder: all files
/// in it, folders within folders too, are parts of one prediction; no two may predict one target.
/// One pass and constant memory when both are in the same order; other orders cost a table of ids.
/// With several consumers blocks are spread over as many threads; each example reaches exactly one
/// consumer. With one consumer examples come in the order of the truth. Errors: every ErrorCode of
/// bad input, with file, line and column.
ReadSummary read_pairs(const std::string& truth, const std::string& predictions,
                       const ReadOptions& options, std::span<Consumer* const> consumers);

/// The same from one file that holds id, truth and prediction of each example.
ReadSummary read_pairs(const std::string& file, const ReadOptions& options,
                       std::span<Consumer* const> consumers);

/// Reads a declared label set (one label a line; of several columns the first, or a column named
/// label or code) into an empty vocabulary and declares it.
InputFacts read_labels(const std::string& path, const ReadOptions& options, Vocabulary& vocabulary);

/// Reads a whole file of bytes (a saved state). "-" is standard input. Of a file that does not
/// begin with `beginning` only the first bytes, so that a wrong one of any size costs nothing.
std::string read_bytes(const std::string& path, std::string_view beginning = {});

/// Writes a file whole or not at all: beside it first, then renamed.
/// Errors: cannot_write, with the system's reason; nothing is left behind.
void write_bytes(const std::string& path, std::string_view bytes);
/// The same in blocks: `next` is called until it returns no bytes.
void write_blocks(const std::string& path, const std::function<std::string_view()>& next);

}  // namespace tallystick
