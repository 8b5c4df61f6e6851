# Installs the build into a fresh prefix, builds the user's project of this folder on it, runs both.
#   cmake -D build=DIR -D compiler=CXX -D version=X.Y.Z -P tests/install/check.cmake
set(scratch ${build}/install-test)
set(prefix ${scratch}/prefix)
file(REMOVE_RECURSE ${scratch})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${status}:\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

# The README's own example is the second program of that project.
set(readme ${CMAKE_CURRENT_LIST_DIR}/../../README.md)
file(READ ${readme} page)
string(REGEX MATCH "\n```cpp\n([^`]*)```" example "${page}")
if(NOT example)
  message(FATAL_ERROR "${readme} has no C++ example")
endif()
file(WRITE ${scratch}/readme_example.cpp "${CMAKE_MATCH_1}")

run(${CMAKE_COMMAND} --install ${build} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${scratch}/build -G Ninja
    -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_PREFIX_PATH=${prefix}
    -D tallystick_version=${version} -D readme_example=${scratch}/readme_example.cpp)
run(${CMAKE_COMMAND} --build ${scratch}/build)
run(${scratch}/build/uses_tallystick)
if(NOT out STREQUAL "tallystick ${version}: 2 labels\n")
  message(FATAL_ERROR "the installed library answered: ${out}")
endif()
file(WRITE ${scratch}/truth.tsv "id\tlabel\nr1\ta\nr2\tb\n")
file(WRITE ${scratch}/pred.tsv "id\tlabel\nr1\ta\nr2\ta\n")
run(${CMAKE_COMMAND} -E chdir ${scratch} build/readme_example)
if(NOT out MATCHES "\"f1_macro\": {\"value\": 0.3333333333333333,")  # a: 2/3, b: 0
  message(FATAL_ERROR "the README's example answered: ${out}")
endif()

# What is installed to be read leads only to what is installed too.
file(GLOB_RECURSE pages ${prefix}/*.md)
foreach(page ${pages})
  file(READ ${page} text)
  string(REGEX REPLACE "\n```[^`]*```" "" text "${text}")
  string(REGEX MATCHALL "\\]\\([^)#:]+\\)" links "${text}")
  cmake_path(GET page PARENT_PATH folder)
  foreach(link ${links})
    string(REGEX REPLACE "^..|.$" "" target "${link}")
    if(NOT EXISTS ${folder}/${target})
      message(FATAL_ERROR "${page} links to ${target}, which is not installed")
    endif()
  endforeach()
endforeach()
if(NOT pages)
  message(FATAL_ERROR "no page is installed")
endif()

# A build without the command line installs none.
file(GLOB app ${build}/apps/tallystick/tallystick)
if(app)
  run(${prefix}/bin/tallystick --version)
  if(NOT out MATCHES "^tallystick ${version}")
    message(FATAL_ERROR "the installed command line answered: ${out}")
  endif()
  foreach(file man/man1/tallystick.1 bash-completion/completions/tallystick
               zsh/site-functions/_tallystick fish/vendor_completions.d/tallystick.fish)
    if(NOT EXISTS ${prefix}/share/${file})
      message(FATAL_ERROR "share/${file} is not installed")
    endif()
  endforeach()
endif()
