# SPDX-License-Identifier: Apache-2.0
# Installing: library, headers, a CMake package and a pkg-config file.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/cudatiled)
set(include_dir ${CMAKE_INSTALL_INCLUDEDIR}/${cudatiled_opencv_name})

install(TARGETS cudatiled EXPORT cudatiledTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT cudatiledTargets NAMESPACE cudatiled:: DESTINATION ${package_dir})
foreach(header ${cudatiled_headers})
    get_filename_component(folder ${header} DIRECTORY)
    string(REGEX REPLACE "^include" ${include_dir} folder ${folder})
    install(FILES ${header} DESTINATION ${folder})
endforeach()

if(BUILD_SHARED_LIBS OR NOT CUDATILED_CUDA)
    set(CUDATILED_CONSUMER_NEEDS_CUDA FALSE)
else()
    set(CUDATILED_CONSUMER_NEEDS_CUDA TRUE) # a static library leaves the CUDA runtime to be linked by its consumer
endif()
configure_package_config_file(cmake/cudatiledConfig.cmake.in ${PROJECT_BINARY_DIR}/cudatiledConfig.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cudatiledConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cudatiledConfig.cmake ${PROJECT_BINARY_DIR}/cudatiledConfigVersion.cmake
    DESTINATION ${package_dir})

set(pkgconfig_cuda_libs "")
if(CUDATILED_CONSUMER_NEEDS_CUDA)
    set(pkgconfig_cuda_libs "-L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt -lpthread")
endif()
# Relative, so that the installed tree can be moved, and installed with another --prefix.
file(RELATIVE_PATH pkgconfig_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/cudatiled.pc.in ${PROJECT_BINARY_DIR}/cudatiled.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cudatiled.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
