# The warnings of our own code; linked PRIVATE, so that a parent project keeps its own.
add_library(tally_warnings INTERFACE)
target_compile_options(tally_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(TALLYSTICK_WERROR)
  target_compile_options(tally_warnings INTERFACE -Werror)
endif()
