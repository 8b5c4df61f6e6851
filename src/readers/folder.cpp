#include "readers/folder.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "readers/chunk.hpp"
#include "readers/columns.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick::detail {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  const auto check = [&error](const std::string& path) {
    if (error) {
      fail(ErrorCode::cannot_read, {path}, "cannot be listed: " + error.message(),
           "check the folder and its permissions");
    }
  };
  fs::recursive_directory_iterator at(folder, error);
  check(folder);
  for (const fs::recursive_directory_iterator end; at != end; at.increment(error), check(folder)) {
    const std::string path = at->path().string();
    if (at->path().filename().string().starts_with('.')) {
      at.disable_recursion_pending();
      continue;
    }
    const fs::file_status status = at->status(error);
    check(path);
    if (fs::is_directory(status)) {
      if (at->is_symlink(error)) {  // it might lead back here
        fail(ErrorCode::cannot_read, {path}, "is a link to a folder",
             "put the folder itself in its place");
      }
      continue;
    }
    if (!fs::is_regular_file(status)) {
      fail(ErrorCode::cannot_read, {path}, "is neither a file nor a folder",
           "keep only files of predictions in the folder");
    }
    paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  if (paths.empty()) {
    fail(ErrorCode::no_examples, {folder}, "holds no files",
         "name the folder that holds the files of predictions");
  }
  return paths;
}

/// Where each target was first met.
class Targets {
 public:
  void see(std::string_view id, const std::string& file, std::uint64_t line) {
    const LabelId target = ids_.intern(id);
    if (target == first_.size()) {
      first_.emplace_back(&file, line);
      return;
    }
    const auto& [other, other_line] = first_[target];
    if (*other == file) return;
    fail(ErrorCode::duplicate_id, {file, line},
         "target " + quoted(id) + " is predicted here and in " + *other + " on line " +
             std::to_string(other_line),
         "files of one folder are parts of one prediction: evaluate methods one by one");
  }

 private:
  Vocabulary ids_;
  std::vector<std::pair<const std::string*, std::uint64_t>> first_;
};

void check_parts(const Input& input, Header header) {
  Targets targets;
  Cutter cutter;
  cutter.blanks = true;
  ChunkReader reader(input, cutter, {});
  Chunk chunk;
  const auto frame = [](std::string_view id) {
    return id == "AUTHOR" || id == "MODEL" || id == "KEYWORDS" || id == "ACCURACY" || id == "END";
  };
  while (reader.next(chunk)) {
    std::uint64_t line = chunk.first_line;
    std::string_view before;
    const char* at = chunk.text.data();
    for (const char* const end = at + chunk.text.size(); at != end; ++line) {
      std::string_view id;
      const char* const next = record_end(at, end, cutter, id);
      const std::string_view text(at, static_cast<std::size_t>(next - at));
      at = next;
      if (id.empty() || id == before || (line == 1 && is_header(text, header)) || frame(id))
        continue;
      targets.see(id, *chunk.file, line);
      before = id;
    }
  }
}

}  // namespace

Input folder_or_file(const std::string& path, Header header) {
  std::error_code none;
  if (path == "-" || !fs::is_directory(path, none)) return Input::file(path);
  Input input = Input::parts(path, files_in(path));
  if (input.n_parts() > 1) check_parts(input, header);
  return input;
}

}  // namespace tallystick::detail
