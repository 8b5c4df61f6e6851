# The warnings of our own code; linked PRIVATE, so that a parent project keeps its own.
add_library(tally_warnings INTERFACE)
target_compile_options(tally_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  # libstdc++ 12's own std::stable_sort trips it, and clang lays that at our door; g++ still looks.
  target_compile_options(tally_warnings INTERFACE -Wno-deprecated-declarations)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # g++ 12 suspects every moved std::optional member; clang and the sanitizers still look.
  target_compile_options(tally_warnings INTERFACE -Wno-maybe-uninitialized)
endif()
if(TALLYSTICK_WERROR)
  target_compile_options(tally_warnings INTERFACE -Werror)
endif()
