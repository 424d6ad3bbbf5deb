# SPDX-License-Identifier: Apache-2.0
# Finds OpenCV and which kind it is. Sets CUDATILED_OPENCV_HAS_CUDA (TRUE or FALSE).

find_package(OpenCV REQUIRED COMPONENTS core imgproc OPTIONAL_COMPONENTS cudafilters cudaimgproc)
if(OpenCV_VERSION VERSION_LESS 4.5 OR OpenCV_VERSION VERSION_GREATER_EQUAL 6)
    message(FATAL_ERROR "OpenCV ${OpenCV_VERSION} in ${OpenCV_DIR} is not supported: 4.5 and later, or 5, is needed. "
        "Name another one with -DOpenCV_DIR=<folder of OpenCVConfig.cmake>")
endif()

set(cudatiled_opencv_name opencv${OpenCV_VERSION_MAJOR}) # of its folder of headers and of its pkg-config file

# An OpenCV without CUDA declares StreamAccessor but does not define it.
include(CheckCXXSourceCompiles)
if(CUDATILED_CUDA)
    set(CMAKE_REQUIRED_INCLUDES ${OpenCV_INCLUDE_DIRS} ${CUDAToolkit_INCLUDE_DIRS})
    set(CMAKE_REQUIRED_LIBRARIES opencv_core)
    set(CMAKE_REQUIRED_FLAGS "-std=c++17")
    check_cxx_source_compiles("
        #include <opencv2/core/cuda_stream_accessor.hpp>
        int main() { cv::cuda::Stream s; return cv::cuda::StreamAccessor::getStream(s) != nullptr; }"
        CUDATILED_OPENCV_LINKS_CUDA)
    unset(CMAKE_REQUIRED_INCLUDES)
    unset(CMAKE_REQUIRED_LIBRARIES)
    unset(CMAKE_REQUIRED_FLAGS)
endif()
if(CUDATILED_CUDA AND CUDATILED_OPENCV_LINKS_CUDA)
    set(CUDATILED_OPENCV_HAS_CUDA TRUE)
else()
    set(CUDATILED_OPENCV_HAS_CUDA FALSE)
endif()

# Where OpenCV has cudafilters, the public header derives Filter from theirs.
set(cudatiled_opencv_targets opencv_core opencv_imgproc)
if(TARGET opencv_cudafilters)
    list(APPEND cudatiled_opencv_targets opencv_cudafilters)
endif()
