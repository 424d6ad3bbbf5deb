# SPDX-License-Identifier: Apache-2.0
# The library of the stand-alone build.

add_library(cudatiled $<TARGET_OBJECTS:cudatiled_objects>)
add_library(cudatiled::cudatiled ALIAS cudatiled)
target_compile_features(cudatiled PUBLIC cxx_std_11)
target_include_directories(cudatiled PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/${cudatiled_opencv_name}>)
target_link_libraries(cudatiled PUBLIC ${cudatiled_opencv_targets})
if(CUDATILED_CUDA)
    target_link_libraries(cudatiled PRIVATE ${cudatiled_cudart})
endif()
set_target_properties(cudatiled PROPERTIES
    OUTPUT_NAME opencv_cudatiled VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE CXX)

# OpenCV's headers are most of what a source file of the library compiles.
target_precompile_headers(cudatiled_objects PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/include/opencv2/cudatiled.hpp> $<$<COMPILE_LANGUAGE:CXX>:<opencv2/imgproc.hpp>>)
