#include "training.hpp"

namespace tallystick::detail {

TrainCounts read_training(const EvaluateOptions& options, const Taxonomy* taxonomy) {
  if (options.train_counts) return *options.train_counts;
  ReadOptions read = options.read;
  const bool tells = read.format != Format::lines && read.format != Format::xmc &&
                     read.format != Format::cafa && read.format != Format::fasttext;
  if (tells) read.format = Format::automatic;
  read.header = Header::automatic;
  read.id = read.truth = read.pred = read.score = read.weight = "";
  read.taxonomy = taxonomy;
  read.code_width = options.code_width.value_or(0);
  return read_train(options.train, read);
}

}  // namespace tallystick::detail
