# What `cmake --install` lays down, and what find_package(tallystick) reads.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(tally_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tallystick)

# A static library hands its private dependencies to whoever links it, so they are exported too.
set_target_properties(tally_dependencies PROPERTIES EXPORT_NAME dependencies)
install(TARGETS tallystick tally_dependencies EXPORT tallystick-targets
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT tallystick-targets NAMESPACE tallystick:: DESTINATION ${tally_config_dir})

configure_package_config_file(cmake/tallystick-config.cmake.in tallystick-config.cmake
                              INSTALL_DESTINATION ${tally_config_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(tallystick-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tallystick-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/tallystick-config-version.cmake
        DESTINATION ${tally_config_dir})

if(TARGET tallystick_cli)
  install(TARGETS tallystick_cli)
endif()
# The program writes its own man page and completions, so it must run where it is built.
if(TARGET tallystick_cli AND NOT CMAKE_CROSSCOMPILING)
  set(tally_generated)
  function(tally_generate kind name folder)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/generated/${kind}/${name})
    add_custom_command(OUTPUT ${file} DEPENDS tallystick_cli VERBATIM
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/generated/${kind}
      COMMAND tallystick_cli completion ${kind} > ${file})
    install(FILES ${file} DESTINATION ${folder})
    set(tally_generated ${tally_generated} ${file} PARENT_SCOPE)
  endfunction()
  tally_generate(man tallystick.1 ${CMAKE_INSTALL_MANDIR}/man1)
  tally_generate(bash tallystick ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  tally_generate(zsh _tallystick ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  tally_generate(fish tallystick.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  add_custom_target(tallystick_generated ALL DEPENDS ${tally_generated})
endif()

# The README and all that it leads to, laid out as here so that links hold.
foreach(page LICENSE NOTICE README.md CHANGELOG.md ARCHITECTURE.md CONTRIBUTING.md demo/README.md
             benchmarks/README.md benchmarks/RESULTS.md)
  cmake_path(GET page PARENT_PATH folder)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.md
        PATTERN *.svg)
