// Every reader on any bytes: a tally or a clear error, the same for one thread and for two, and
// for chunks of any size.
//
// An input is text (one file, or truth and predictions around a line "====") and ends with two
// bytes that choose the format and the options.
#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <vector>

#include "readers/runs.hpp"
#include "readers/train.hpp"
#include "require.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/readers/read.hpp"
#include "tallystick/states/tally.hpp"

namespace {

using namespace tallystick;

/// A file in memory, with a path that the reader can open.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("input", 0)) {
    require(descriptor_ >= 0, "memfd_create works");
  }
  std::string with(std::string_view bytes) const {
    require(ftruncate(descriptor_, 0) == 0 && pwrite(descriptor_, bytes.data(), bytes.size(), 0) ==
                                                  static_cast<ssize_t>(bytes.size()),
            "the input can be written to memory");
    return "/proc/self/fd/" + std::to_string(descriptor_);
  }

 private:
  int descriptor_;
};

class Counter final : public Consumer {
 public:
  explicit Counter(bool declared) : declared_(declared) { restart(); }
  Vocabulary& vocabulary() override { return tally.vocabulary(); }
  void consume(const Batch& batch) override { tally.update(batch); }
  void restart() override {
    tally = Tally();
    if (!declared_) return;
    for (const char* label : {"a", "b", "0110"}) tally.vocabulary().intern(label);
    tally.vocabulary().declare();
  }

  Tally tally;

 private:
  bool declared_;
};

/// What one reading came to: the saved tally and the policies' counts, or the message.
struct Outcome {
  std::string state, error;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct Input {
  std::string truth, predictions;  // paths; no predictions: one file holds both
  ReadOptions options;
  bool declared = false;
};

Outcome read(const Input& input, std::size_t n_consumers, std::size_t chunk = 1 << 17) {
  std::vector<Counter> counters(n_consumers, Counter(input.declared));
  std::vector<Consumer*> consumers;
  for (Counter& counter : counters) consumers.push_back(&counter);
  try {
    detail::ReadLimits limits;
    limits.chunk = chunk;
    limits.labels = 1 << 12;
    const auto truth = detail::Input::file(input.truth);
    const ReadSummary summary =
        input.predictions.empty() ? detail::read_single(truth, input.options, consumers, limits)
                                  : detail::read_two(truth, detail::Input::file(input.predictions),
                                                     input.options, consumers, limits);
    Tally& total = counters[0].tally;
    for (std::size_t i = 1; i < n_consumers; ++i) total.merge(counters[i].tally);
    total.policies().merge(summary.policies);
    require(Tally::load(total.save(), "fuzz") == total, "what was read can be saved and loaded");
    return {total.save(), ""};
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal, "no input is an internal error");
    require(!error.fact().empty(), "an error says what happened");
    return {"", error.what()};
  }
}

/// Counts of training labels, as text; or the message.
Outcome train(const Input& input, std::size_t chunk = 1 << 17) {
  try {
    detail::ReadLimits limits;
    limits.chunk = chunk;
    const TrainCounts read =
        detail::read_train(detail::Input::file(input.truth), input.options, limits);
    std::string text = std::to_string(read.examples);
    for (const LabelId id : read.labels.sorted()) {
      require(read.counts[id] <= read.examples, "a label counts once an example");
      text.append("\n").append(read.labels.name(id));
      text.append("=").append(std::to_string(read.counts[id]));
    }
    return {text, ""};
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal, "no training file is an internal error");
    return {"", error.what()};
  }
}

void choose(unsigned first, unsigned second, Input& input) {
  ReadOptions& options = input.options;
  options.format = static_cast<Format>(first % 10);
  options.header = static_cast<Header>(first / 10 % 3);
  options.duplicates = static_cast<Duplicates>(first / 30 % 4);
  options.trim = first < 128;
  options.missing = static_cast<Missing>(second % 3);
  options.extra = static_cast<Extra>(second / 3 % 2);
  options.unknown_labels = static_cast<UnknownLabels>(second / 6 % 4);
  options.nfc = (second & 32) != 0;
  options.fold_case = (second & 64) != 0;
  input.declared = (second & 128) != 0;
  if (second % 5 == 0) options.abstain = {"none", "N/A"};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const MemoryFile truth, predictions;
  if (size < 2) return 0;
  std::string_view text(reinterpret_cast<const char*>(bytes), size - 2);
  Input input;
  choose(bytes[size - 2], bytes[size - 1], input);
  constexpr std::string_view kBetween = "====\n";
  if (const std::size_t at = text.find(kBetween); at != std::string_view::npos) {
    input.predictions = predictions.with(text.substr(at + kBetween.size()));
    text = text.substr(0, at);
  }
  input.truth = truth.with(text);

  const Outcome once = read(input, 1);
  require(read(input, 1) == once, "reading twice gives the same");
  require(read(input, 2) == once, "two threads give what one gives");
  // Of several faults the one met first may differ, for the files interleave in another way.
  require(read(input, 1, 1).state == once.state, "chunks do not show");
  require(read(input, 2, 16).state == once.state, "chunks and threads do not show");

  require(train(input).state == train(input, 1).state, "chunks do not show in training counts");
  try {
    Vocabulary labels;
    read_labels(input.truth, input.options, labels);
    require(labels.declared() && labels.n_declared() == labels.size(), "read labels are declared");
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal, "no label file is an internal error");
  }
  return 0;
}
