# SPDX-License-Identifier: Apache-2.0
# The module inside OpenCV's own tree, where OPENCV_EXTRA_MODULES_PATH found it. OpenCV reads this twice: ocv_add_module ends the first time.

set(the_description "Tiled image filters on CUDA with the pixels of OpenCV's CPU")
set(OPENCV_MODULE_IS_PART_OF_WORLD OFF)
ocv_add_module(cudatiled opencv_core opencv_imgproc OPTIONAL opencv_cudafilters WRAP python)

if(HAVE_CUDA) # the compiler and the architectures that OpenCV builds its own kernels with
    set(CUDATILED_NVCC ${CUDA_NVCC_EXECUTABLE})
    if(NOT CMAKE_CUDA_ARCHITECTURES)
        string(REGEX MATCHALL "[0-9]+" CMAKE_CUDA_ARCHITECTURES "${OPENCV_CUDA_ARCH_BIN}")
    endif()
endif()
include(sources)
include(cuda)
include(warnings)
# OpenCV's libraries share one CUDA runtime. After cudaDeviceReset, a second runtime in the process would not recover.
if(CUDATILED_CUDA AND ENABLE_CUDA_FIRST_CLASS_LANGUAGE)
    set(cudatiled_cudart CUDA::cudart${CUDA_LIB_EXT})
endif()

set(CUDATILED_OPENCV_HAS_CUDA FALSE)
if(CUDATILED_CUDA AND HAVE_CUDA)
    set(CUDATILED_OPENCV_HAS_CUDA TRUE)
endif()

# The modules of the tree as a target that has their headers, as find_package(OpenCV) gives them.
set(cudatiled_opencv_targets cudatiled_opencv)
add_library(cudatiled_opencv INTERFACE)
foreach(module IN LISTS OPENCV_MODULE_${the_module}_DEPS)
    target_include_directories(cudatiled_opencv INTERFACE ${OPENCV_MODULE_${module}_LOCATION}/include)
endforeach()
target_link_libraries(cudatiled_opencv INTERFACE ${OPENCV_MODULE_${the_module}_DEPS_TO_LINK})
include(objects)

list(TRANSFORM cudatiled_headers PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
ocv_set_module_sources(HEADERS ${cudatiled_headers} SOURCES $<TARGET_OBJECTS:cudatiled_objects>)
ocv_module_include_directories()
ocv_create_module()
set_target_properties(${the_module} PROPERTIES LINKER_LANGUAGE CXX)
if(CUDATILED_CUDA)
    target_link_libraries(${the_module} PRIVATE ${cudatiled_cudart})
    message(STATUS "cudatiled: CUDA ${CUDAToolkit_VERSION} and CPU, architectures ${CMAKE_CUDA_ARCHITECTURES}")
else()
    message(STATUS "cudatiled: CPU only: ${CUDATILED_CUDA_REASON}")
endif()

if(BUILD_TESTS)
    add_subdirectory(test/in_tree)
endif()
