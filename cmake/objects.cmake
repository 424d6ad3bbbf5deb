# SPDX-License-Identifier: Apache-2.0
# The library's objects, in both builds: a target of their own, so that tests can see what the shared library hides.

set(all_sources ${cudatiled_sources})
if(CUDATILED_CUDA)
    list(APPEND all_sources ${cudatiled_cuda_sources})
endif()

add_library(cudatiled_objects OBJECT ${all_sources})
target_compile_features(cudatiled_objects PUBLIC cxx_std_17)
target_compile_definitions(cudatiled_objects
    PUBLIC CUDATILED_WITH_CUDA=$<BOOL:${CUDATILED_CUDA}>
           CUDATILED_OPENCV_HAS_CUDA=$<BOOL:${CUDATILED_OPENCV_HAS_CUDA}>
    PRIVATE CVAPI_EXPORTS)
target_include_directories(cudatiled_objects PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include)
# Errors name source files as they lie in the repository, not where somebody built the library.
set(from_root -fmacro-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}/=)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(cudatiled_objects PRIVATE
        $<$<COMPILE_LANGUAGE:CXX>:${from_root}> $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${from_root}>)
endif()
target_link_libraries(cudatiled_objects PUBLIC ${cudatiled_opencv_targets} PRIVATE cudatiled_warnings)
# Two thirds of a file's compile time. As a subdirectory the library has none, and a test of the package builds it so: it
# finds headers that a file does not include.
if(PROJECT_IS_TOP_LEVEL)
    target_precompile_headers(cudatiled_objects PRIVATE $<$<COMPILE_LANGUAGE:CXX>:<opencv2/cudatiled.hpp$<ANGLE-R>>
        $<$<COMPILE_LANGUAGE:CXX>:<opencv2/imgproc.hpp$<ANGLE-R>>)
endif()
set_target_properties(cudatiled_objects PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
if(CUDATILED_CUDA)
    # nvcc hands this level to the host compiler alone, whose code launches each of the many kernel instances.
    string(REPLACE "-O3" "-Xcompiler=-Os" CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")
    target_compile_features(cudatiled_objects PUBLIC cuda_std_17)
    target_compile_options(cudatiled_objects PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>)
    # Machine code at a twelfth of its size, where the compiler can; the driver unpacks a kernel when it is first used.
    # Drivers from before CUDA 12.4 (550.54) cannot.
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.8)
        target_compile_options(cudatiled_objects PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--compress-mode=size>)
    endif()
    target_link_libraries(cudatiled_objects PUBLIC ${cudatiled_cudart})
    if(CUDATILED_BUILD_TESTS AND UNIX) # a test reads what ptxas reports
        set_target_properties(cudatiled_objects PROPERTIES
            CUDA_COMPILER_LAUNCHER "sh;${CMAKE_CURRENT_SOURCE_DIR}/cmake/compile_report.sh")
    endif()
endif()
