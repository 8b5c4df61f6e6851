# The script of interactive pictures: web/ bundled by esbuild, and packed into a source. Nothing is
# downloaded here; tools/setup.sh has npm fetch what web/package-lock.json names.
set(TALLYSTICK_CHARTS AUTO CACHE STRING "Pages with interactive pictures: AUTO (where npm has been), ON, OFF")
set_property(CACHE TALLYSTICK_CHARTS PROPERTY STRINGS AUTO ON OFF)

set(tally_web ${CMAKE_CURRENT_SOURCE_DIR}/web)
set(tally_charts_source ${CMAKE_CURRENT_BINARY_DIR}/charts.cpp)
set(tally_charts_missing "")
if(TALLYSTICK_CHARTS STREQUAL "OFF")
  set(tally_charts_missing "TALLYSTICK_CHARTS is OFF")
else()
  find_program(TALLYSTICK_NODE node)
  if(NOT TALLYSTICK_NODE)
    set(tally_charts_missing "there is no node")
  elseif(NOT EXISTS ${tally_web}/node_modules/esbuild OR NOT EXISTS ${tally_web}/node_modules/echarts)
    set(tally_charts_missing "web/node_modules is empty; 'npm ci --prefix web' fills it")
  else()
    execute_process(COMMAND ${TALLYSTICK_NODE} --version OUTPUT_VARIABLE tally_node
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX REPLACE "^v" "" tally_node "${tally_node}")
    if(tally_node VERSION_LESS 18)
      set(tally_charts_missing "node ${tally_node} is older than 18")
    endif()
  endif()
endif()

if(tally_charts_missing)
  if(TALLYSTICK_CHARTS STREQUAL "ON")
    message(FATAL_ERROR "TALLYSTICK_CHARTS is ON, but ${tally_charts_missing}")
  endif()
  message(STATUS "Pictures of pages stay static: ${tally_charts_missing}")
  file(CONFIGURE OUTPUT ${tally_charts_source} CONTENT [[
#include "report/charts.hpp"

namespace tallystick::detail {

ChartsScript charts_script() noexcept { return {}; }

}  // namespace tallystick::detail
]])
else()
  file(GLOB tally_web_sources CONFIGURE_DEPENDS ${tally_web}/src/*)
  add_custom_command(OUTPUT ${tally_charts_source} VERBATIM
    COMMAND ${TALLYSTICK_NODE} ${tally_web}/build.mjs ${tally_charts_source}
    DEPENDS ${tally_web}/build.mjs ${tally_web}/package-lock.json ${tally_web_sources}
            ${CMAKE_CURRENT_SOURCE_DIR}/NOTICE)
endif()
target_sources(tallystick PRIVATE ${tally_charts_source})
