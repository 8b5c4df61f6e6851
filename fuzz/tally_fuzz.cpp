// Saved states from outside, and the laws of update, merge, save and load.
#include <fuzzer/FuzzedDataProvider.h>

#include <string>
#include <utility>
#include <vector>

#include "require.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"
#include "tallystick/states/tally.hpp"

namespace {

using tallystick::Batch;
using tallystick::Tally;

/// A few examples over a few labels; rows are drawn by the fuzzer.
struct Row {
  std::vector<int> truth, predicted;
  tallystick::Amount weight;
};

std::vector<Row> draw_rows(FuzzedDataProvider& data) {
  std::vector<Row> rows(data.ConsumeIntegralInRange<std::size_t>(0, 6));
  const bool weighted = data.ConsumeBool();
  for (Row& row : rows) {
    for (std::vector<int>* side : {&row.truth, &row.predicted}) {
      side->resize(data.ConsumeIntegralInRange<std::size_t>(0, 3));
      for (int& label : *side) label = data.ConsumeIntegralInRange(0, 5);
    }
    row.weight = tallystick::kOne;
    if (weighted)
      row.weight = {data.ConsumeIntegral<std::uint32_t>(), data.ConsumeIntegral<std::uint64_t>()};
  }
  return rows;
}

Tally count(const std::vector<Row>& rows, std::size_t first, std::size_t end, bool sets) {
  Tally tally;
  if (sets) tally.keep_sets();
  Batch batch;
  const auto intern = [&](const std::vector<int>& labels, std::vector<tallystick::LabelId>& ids,
                          std::vector<std::uint32_t>& ends) {
    for (const int label : labels) {
      ids.push_back(tally.vocabulary().intern("label " + std::to_string(label)));
    }
    ends.push_back(static_cast<std::uint32_t>(ids.size()));
  };
  for (std::size_t i = first; i < end; ++i) {
    intern(rows[i].truth, batch.truth, batch.truth_end);
    intern(rows[i].predicted, batch.predicted, batch.predicted_end);
    batch.weights.push_back(rows[i].weight);
  }
  tally.update(batch);
  return tally;
}

/// Bytes are refused as a bad state, or they are what the loaded state saves.
void check_load(const std::string& bytes) {
  try {
    require(Tally::load(bytes, "fuzz").save() == bytes, "load then save gives the same bytes");
  } catch (const tallystick::Error& error) {
    require(error.code() == tallystick::ErrorCode::bad_state, "load refuses with bad-state only");
  }
}

void mend_checksum(std::string& bytes) {
  if (bytes.size() < 8) return;
  const std::size_t n = bytes.size() - 8;
  std::uint64_t hash = tallystick::detail::hash_bytes(bytes.data(), n);
  for (std::size_t i = 0; i < 8; ++i, hash >>= 8) bytes[n + i] = static_cast<char>(hash);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  check_load({reinterpret_cast<const char*>(bytes), size});

  FuzzedDataProvider data(bytes, size);
  const std::vector<Row> rows = draw_rows(data);
  const bool sets = data.ConsumeBool();
  const Tally whole = count(rows, 0, rows.size(), sets);
  const std::size_t middle = data.ConsumeIntegralInRange<std::size_t>(0, rows.size());
  Tally front = count(rows, 0, middle, sets);
  Tally back = count(rows, middle, rows.size(), sets);
  Tally swapped = back;
  swapped.merge(front);
  front.merge(back);
  require(front == whole, "merged parts equal one pass");
  require(swapped == whole, "the order of merging does not matter");

  std::string saved = whole.save();
  require(Tally::load(saved, "fuzz") == whole, "save then load gives the same state");
  while (data.remaining_bytes() > 0) {
    const std::size_t at = data.ConsumeIntegralInRange<std::size_t>(0, saved.size() - 1);
    if (data.ConsumeBool()) {
      saved[at] = static_cast<char>(data.ConsumeIntegral<std::uint8_t>());
    } else {
      saved.resize(at + 1);
    }
  }
  mend_checksum(saved);
  check_load(saved);
  return 0;
}
