// What this machine allows: the least work that still gives the figures of the standard table.
//   floor csv FILE     id,true,pred with a header; label lists joined by ';'
//   floor jsonl FILE   {"id":"..","true":["..",..],"pred":["..",..]}
//   floor codes FILE   id<TAB>true<TAB>pred, no header, codes of four digits
// One pass, one thread, no checks: a row that is not exactly of that shape gives nonsense or a
// crash. It is a yardstick for benchmarks/compare.py and must never be fed with data of another
// origin. The figures go to standard output as one JSON object, so that the yardstick is checked as
// well.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

namespace {

using std::size_t;
using std::uint32_t;
using std::uint64_t;

struct File {
  const char* begin = nullptr;
  const char* end = nullptr;
};

File map_file(const char* path) {
  const int handle = open(path, O_RDONLY);
  struct stat info{};
  if (handle < 0 || fstat(handle, &info) != 0 || info.st_size == 0) {
    std::fprintf(stderr, "floor: cannot map '%s'\n", path);
    std::exit(3);
  }
  const auto size = static_cast<size_t>(info.st_size);
  // A page more than the file, so that eight bytes can be loaded at any label.
  void* memory =
      mmap(nullptr, size + 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  memory = mmap(memory, size, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_POPULATE, handle, 0);
  if (memory == MAP_FAILED) std::exit(3);
  const char* begin = static_cast<const char*>(memory);
  return {begin, begin + size};
}

double share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

struct Label {
  const char* text;
  uint32_t size;
  uint64_t key;  // the first eight bytes
  uint64_t hash;
};

struct Cell {
  uint32_t both = 0;       // tp
  uint32_t truth = 0;      // tp + fn
  uint32_t predicted = 0;  // tp + fp
  uint32_t seen_in = 0;    // last row that had the label in its truth
};

// Both halves of the product: with the low half alone, millions of labels of one length collide.
uint64_t scramble(uint64_t x) {
  __extension__ typedef unsigned __int128 Wide;
  const Wide product = Wide{x ^ 0x2545F4914F6CDD1Du} * 0x9E3779B97F4A7C15u;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t first_bytes(const char* text, uint32_t size) {
  uint64_t bytes = 0;
  std::memcpy(&bytes, text, 8);
  return size >= 8 ? bytes : bytes & ((uint64_t{1} << (8 * size)) - 1);
}

Label label_at(const char* begin, const char* end) {
  const auto size = static_cast<uint32_t>(end - begin);
  const uint64_t key = first_bytes(begin, size);
  uint64_t hash = scramble(key);
  for (uint32_t i = 8; i < size; i += 8) hash = scramble(hash ^ first_bytes(begin + i, size - i));
  return {begin, size, key, hash};
}

// Label text -> number.
class Numbers {
 public:
  void prefetch(const Label& label) const { __builtin_prefetch(&slots_[label.hash & mask_]); }

  uint32_t of(const Label& label) {
    for (size_t i = label.hash & mask_;; i = (i + 1) & mask_) {
      const Slot& slot = slots_[i];
      if (slot.text == nullptr) return add(label, i);
      if (slot.key == label.key && slot.size == label.size &&
          (label.size <= 8 || std::memcmp(slot.text + 8, label.text + 8, label.size - 8) == 0)) {
        return slot.number;
      }
    }
  }
  [[nodiscard]] uint32_t size() const { return count_; }

 private:
  struct alignas(32) Slot {
    uint64_t key = 0;
    const char* text = nullptr;
    uint32_t size = 0;
    uint32_t number = 0;
  };

  uint32_t add(const Label& label, size_t position) {
    slots_[position] = {label.key, label.text, label.size, count_};
    if (2 * (count_ + 1) > slots_.size()) grow();
    return count_++;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.text == nullptr) continue;
      size_t i = label_at(slot.text, slot.text + slot.size).hash & mask_;
      while (slots_[i].text != nullptr) i = (i + 1) & mask_;
      slots_[i] = slot;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(4096);
  size_t mask_ = 4095;
  uint32_t count_ = 0;
};

struct Row {
  std::vector<Label> truth;
  std::vector<Label> predicted;
};

class Counts {
 public:
  void add(const char* begin, const char* end, std::vector<Label>& side) {
    side.push_back(label_at(begin, end));
    numbers_.prefetch(side.back());
  }

  void close(Row& row) {
    ++rows_;
    number(row.truth);
    const size_t n_truth = ids_.size();
    number(row.predicted);
    const size_t n_all = ids_.size();
    const size_t n_predicted = n_all - n_truth;
    if (numbers_.size() > cells_.size()) cells_.resize(numbers_.size());
    for (const uint32_t id : ids_) __builtin_prefetch(&cells_[id], 1);

    for (size_t i = 0; i < n_truth; ++i) {
      Cell& cell = cells_[ids_[i]];
      ++cell.truth;
      cell.seen_in = rows_;
    }
    uint32_t both = 0;
    for (size_t i = n_truth; i < n_all; ++i) {
      Cell& cell = cells_[ids_[i]];
      const uint32_t hit = cell.seen_in == rows_ ? 1 : 0;
      ++cell.predicted;
      cell.both += hit;
      both += hit;
    }
    ids_.clear();
    both_ += both;
    truth_ += n_truth;
    predicted_ += n_predicted;
    exact_ += both == n_truth && both == n_predicted ? 1 : 0;
    precision_ += share(both, n_predicted);
    recall_ += share(both, n_truth);
    f1_ += share(2 * both, n_truth + n_predicted);
    jaccard_ += share(both, n_truth + n_predicted - both);
  }

  void print() const {
    std::array<double, 4> macro{};
    std::array<double, 3> weighted{};
    uint64_t labels = 0;
    for (const Cell& cell : cells_) {
      const std::array<double, 4> value = {
          share(cell.both, cell.predicted), share(cell.both, cell.truth),
          share(2 * uint64_t{cell.both}, uint64_t{cell.truth} + cell.predicted),
          share(cell.both, uint64_t{cell.truth} + cell.predicted - cell.both)};
      ++labels;
      for (size_t i = 0; i < 4; ++i) macro[i] += value[i];
      for (size_t i = 0; i < 3; ++i) weighted[i] += value[i] * cell.truth;
    }
    const auto n = static_cast<double>(rows_);
    const auto n_labels = static_cast<double>(labels);
    const auto n_truth = static_cast<double>(truth_);
    std::printf("{\"n_examples\": %u, \"n_labels\": %lu", rows_, labels);
    figures("micro", share(both_, predicted_), share(both_, truth_),
            share(2 * both_, truth_ + predicted_));
    figures("macro", macro[0] / n_labels, macro[1] / n_labels, macro[2] / n_labels);
    figures("weighted", weighted[0] / n_truth, weighted[1] / n_truth, weighted[2] / n_truth);
    figures("samples", precision_ / n, recall_ / n, f1_ / n);
    figure("jaccard_micro", share(both_, truth_ + predicted_ - both_));
    figure("jaccard_macro", macro[3] / n_labels);
    figure("jaccard_samples", jaccard_ / n);
    figure("hamming_loss", static_cast<double>(truth_ + predicted_ - 2 * both_) / n / n_labels);
    figure("subset_accuracy", share(exact_, rows_));
    std::puts("}");
  }

 private:
  void number(std::vector<Label>& side) {
    for (const Label& label : side) ids_.push_back(numbers_.of(label));
    side.clear();
  }
  static void figure(const char* name, double value) {
    std::printf(", \"%s\": %.17g", name, value);
  }
  static void figures(const char* average, double precision, double recall, double f1) {
    std::printf(", \"precision_%s\": %.17g, \"recall_%s\": %.17g, \"f1_%s\": %.17g", average,
                precision, average, recall, average, f1);
  }

  Numbers numbers_;
  std::vector<Cell> cells_;
  std::vector<uint32_t> ids_;
  uint32_t rows_ = 0;
  uint64_t both_ = 0, truth_ = 0, predicted_ = 0, exact_ = 0;
  double precision_ = 0, recall_ = 0, f1_ = 0, jaccard_ = 0;
};

const char* after(const char* at, const char* end, char what) {
  return static_cast<const char*>(std::memchr(at, what, static_cast<size_t>(end - at))) + 1;
}

void count_csv(File file, Counts& counts) {
  Row row;
  const char* at = after(file.begin, file.end, '\n');
  while (at < file.end) {
    at = after(at, file.end, ',');
    for (auto* side : {&row.truth, &row.predicted}) {
      for (char stop = ';'; stop == ';'; ++at) {
        const char* begin = at;
        while (*at != ';' && *at != ',' && *at != '\n') ++at;
        if (at != begin) counts.add(begin, at, *side);
        stop = *at;
      }
    }
    counts.close(row);
  }
}

void count_jsonl(File file, Counts& counts) {
  Row row;
  const char* at = file.begin;
  while (at < file.end) {
    at = after(at + std::strlen("{\"id\":\""), file.end, '"') + std::strlen(",\"true\":[");
    for (auto* side : {&row.truth, &row.predicted}) {
      while (*at != ']') {
        if (*at == ',') ++at;
        const char* begin = ++at;
        while (*at != '"') ++at;
        counts.add(begin, at, *side);
        ++at;
      }
      at += side == &row.truth ? std::strlen("],\"pred\":[") : std::strlen("]}\n");
    }
    counts.close(row);
  }
}

uint32_t code_at(const char* at) {
  uint32_t code = 0;
  for (int i = 0; i < 4; ++i) code = 10 * code + static_cast<uint32_t>(at[i] - '0');
  return code;
}

void count_codes(File file) {
  struct Class {
    uint32_t truth = 0, predicted = 0, both = 0;
  };
  std::vector<Class> classes(10000);
  std::array<uint64_t, 5> common{};  // rows by the number of leading digits that agree
  for (const char* at = file.begin; at < file.end; at += 10) {
    at = after(at, file.end, '\t');
    const uint32_t truth = code_at(at);
    const uint32_t predicted = code_at(at + 5);
    ++classes[truth].truth;
    ++classes[predicted].predicted;
    classes[truth].both += truth == predicted ? 1 : 0;
    uint32_t truth_bytes = 0, predicted_bytes = 0;
    std::memcpy(&truth_bytes, at, 4);
    std::memcpy(&predicted_bytes, at + 5, 4);
    const uint32_t differ = truth_bytes ^ predicted_bytes;
    ++common[static_cast<size_t>(std::countr_zero(differ)) / 8];
  }
  uint64_t rows = 0, n_classes = 0;
  for (const uint64_t n : common) rows += n;
  double precision = 0, recall = 0, f1 = 0;
  for (const Class& c : classes) {
    if (c.truth + c.predicted == 0) continue;
    ++n_classes;
    precision += share(c.both, c.predicted);
    recall += share(c.both, c.truth);
    f1 += share(2 * uint64_t{c.both}, uint64_t{c.truth} + c.predicted);
  }
  const auto n = static_cast<double>(n_classes);
  std::printf(
      "{\"n_examples\": %lu, \"n_labels\": %lu, \"accuracy\": %.17g, \"precision_macro\": %.17g, "
      "\"recall_macro\": %.17g, \"f1_macro\": %.17g",
      rows, n_classes, share(common[4], rows), precision / n, recall / n, f1 / n);
  uint64_t agree = 0, agree_sum = 0;
  for (size_t digits = 4; digits > 0; --digits) {
    agree += common[digits];
    agree_sum += agree;
    std::printf(", \"level_accuracy@%zu\": %.17g", digits, share(agree, rows));
  }
  std::printf(", \"hierarchical_f1_micro\": %.17g}\n", share(agree_sum, 4 * rows));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc == 3 ? argv[1] : "";
  if (mode != "csv" && mode != "jsonl" && mode != "codes") {
    std::fputs("usage: floor csv|jsonl|codes FILE\n", stderr);
    return 2;
  }
  const File file = map_file(argv[2]);
  if (mode == "codes") {
    count_codes(file);
    return 0;
  }
  Counts counts;
  if (mode == "csv") count_csv(file, counts);
  if (mode == "jsonl") count_jsonl(file, counts);
  counts.print();
  return 0;
}
