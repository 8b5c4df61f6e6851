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
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
