// The command line, as a table of contents: parse, act, and turn errors into exit statuses.
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "commands.hpp"
#include "options.hpp"
#include "output.hpp"
#include "tallystick/base/error.hpp"

namespace {

int run(int argc, const char* const* argv) {
  using namespace tallystick::app;
  const Options options = parse(argc, argv);
  if (options.version) return print(version_text()), 0;
  if (options.help) return print(help_text(options.command, options.full_help)), 0;
  if (options.command == "evaluate") return evaluate(options);
  if (options.command == "compare") return compare(options);
  if (options.command == "reconcile") return reconcile(options);
  if (options.command == "describe") return describe(options);
  if (options.command == "plot") return plot(options);
  if (options.command == "tune") return tune(options);
  if (options.command == "taxonomy") return taxonomy(options);
  if (options.command == "measures") return measures(options);
  if (options.command == "completion") return completion(options);
  return merge(options);
}

/// A process of some milliseconds gains nothing from giving memory back in between, and each page
/// asked for again costs a microsecond.
void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kLarge = 32 << 20;  // of one block; larger ones go back
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
  ::mallopt(M_TRIM_THRESHOLD, 2 * kLarge);
  ::mallopt(M_TOP_PAD, 1 << 20);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  std::signal(SIGPIPE,
              SIG_IGN);  // a closed pipe is seen, and ends quietly, where output is written
  try {
    return run(argc, argv);
  } catch (const tallystick::Error& error) {
    tallystick::app::remark(std::string(error.what()) + '\n');
    if (!error.hint().empty()) tallystick::app::remark("hint: " + error.hint() + '\n');
    return tallystick::exit_status(error.code());
  } catch (const std::bad_alloc&) {
    tallystick::app::remark(
        "tallystick: error [too-large]: the memory is exhausted\n"
        "hint: evaluate in parts with --save-state and merge them\n");
    return 3;
  } catch (const std::exception& error) {
    tallystick::app::remark(std::string("tallystick: error [internal]: ") + error.what() +
                            "\nhint: please report this with the command and a small input\n");
    return 4;
  }
}
