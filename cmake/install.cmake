# SPDX-License-Identifier: Apache-2.0
# Installing: library, headers, a CMake package, a pkg-config file and the tools. Read once for this build's own prefix and once for Debian
# packages; each gives its export set a name.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/cudatiled)
set(include_dir ${CMAKE_INSTALL_INCLUDEDIR}/${cudatiled_opencv_name})

install(TARGETS cudatiled EXPORT ${export_set}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library)
install(EXPORT ${export_set} FILE cudatiledTargets.cmake NAMESPACE cudatiled:: DESTINATION ${package_dir} COMPONENT development)
foreach(header ${cudatiled_headers})
    get_filename_component(folder ${header} DIRECTORY)
    string(REGEX REPLACE "^include" ${include_dir} folder ${folder})
    install(FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION ${folder} COMPONENT development)
endforeach()
foreach(tool filter_image live_filters)
    if(TARGET ${tool})
        install(TARGETS ${tool} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
    endif()
endforeach()

if(BUILD_SHARED_LIBS OR NOT CUDATILED_CUDA)
    set(CUDATILED_CONSUMER_NEEDS_CUDA FALSE)
else()
    set(CUDATILED_CONSUMER_NEEDS_CUDA TRUE) # a static library leaves the CUDA runtime to be linked by its consumer
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/cudatiledConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/cudatiledConfig.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/cudatiledConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cudatiledConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/cudatiledConfigVersion.cmake
    DESTINATION ${package_dir} COMPONENT development)

set(pkgconfig_cuda_libs "")
if(CUDATILED_CONSUMER_NEEDS_CUDA)
    set(pkgconfig_cuda_libs "-L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt -lpthread")
endif()
# Relative, so that the installed tree can be moved, and installed with another --prefix.
file(RELATIVE_PATH pkgconfig_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/cudatiled.pc.in ${CMAKE_CURRENT_BINARY_DIR}/cudatiled.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cudatiled.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
