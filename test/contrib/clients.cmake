# SPDX-License-Identifier: Apache-2.0
# OpenCV's clients of cudafilters linked a second time, from the same sources, with the filters of cudatiled: into
# cudatiled_lib/, under the names of the first libraries, so that the same test programs run with either. Inside
# OpenCV's tree, with its CUDA as a language of CMake: -DCMAKE_PROJECT_OpenCV_INCLUDE=<this file>
# -DENABLE_CUDA_FIRST_CLASS_LANGUAGE=ON.

if(NOT cudatiled_modules_are_known) # this is OpenCV's project() yet: once more at its end
    set(cudatiled_modules_are_known TRUE)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL include [[${CMAKE_CURRENT_LIST_FILE}]])")
    return()
endif()

set(cudatiled_clients cudaimgproc cudafeatures2d cudalegacy superres)
get_filename_component(cudatiled_root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)

foreach(client IN LISTS cudatiled_clients)
    set(first opencv_${client})
    set(second opencv_${client}_on_cudatiled)
    get_target_property(sources ${first} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    set(kernels $<FILTER:$<TARGET_OBJECTS:${first}>,INCLUDE,\\.cu\\.>)
    add_library(${second} SHARED EXCLUDE_FROM_ALL ${sources} ${kernels})
    add_dependencies(${second} ${first}) # some sources are made for it
    set_source_files_properties(${sources} PROPERTIES GENERATED TRUE)
    foreach(property COMPILE_FLAGS DEFINE_SYMBOL LINK_LIBRARIES VERSION SOVERSION)
        get_target_property(value ${first} ${property})
        if(value)
            set_target_properties(${second} PROPERTIES ${property} "${value}")
        endif()
    endforeach()
    set_target_properties(${second} PROPERTIES
        OUTPUT_NAME ${first} LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/cudatiled_lib LINKER_LANGUAGE CXX)
    target_compile_definitions(${second} PRIVATE $<TARGET_PROPERTY:${first},COMPILE_DEFINITIONS>)
    target_include_directories(${second} PRIVATE
        $<TARGET_PROPERTY:${first},INCLUDE_DIRECTORIES> ${cudatiled_root}/include)
    target_compile_options(${second} PRIVATE "SHELL:-include ${CMAKE_CURRENT_LIST_DIR}/instead_of_cudafilters.hpp")
    target_link_libraries(${second} PRIVATE opencv_cudatiled)
    list(APPEND cudatiled_client_headers $<TARGET_PROPERTY:${first},INCLUDE_DIRECTORIES>)
    list(APPEND cudatiled_client_targets ${second} opencv_test_${client})
endforeach()

# The macro that superres' tests ask for; OpenCV 4 does not define it any more, and builds none of them.
target_compile_definitions(opencv_test_superres PRIVATE HAVE_VIDEO_INPUT)

# Pictures for the suites to read.
add_executable(client_pictures EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/client_pictures.cpp)
target_link_libraries(client_pictures PRIVATE opencv_core opencv_imgproc opencv_imgcodecs opencv_videoio)
set_target_properties(client_pictures PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
target_include_directories(client_pictures PRIVATE ${cudatiled_client_headers})
add_custom_target(clients DEPENDS ${cudatiled_client_targets} client_pictures)
