# SPDX-License-Identifier: Apache-2.0
# Decides whether the CUDA backend is built, and for which architectures.
# Sets CUDATILED_CUDA (TRUE or FALSE), CUDATILED_CUDA_REASON (for people) and cudatiled_cudart (the runtime to link).

include(CheckLanguage)
set(CUDATILED_CUDA FALSE)

if(NOT CUDATILED_WITH_CUDA MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "CUDATILED_WITH_CUDA is '${CUDATILED_WITH_CUDA}'; it must be AUTO, ON or OFF")
elseif(CUDATILED_WITH_CUDA STREQUAL "OFF")
    set(CUDATILED_CUDA_REASON "switched off by CUDATILED_WITH_CUDA=OFF")
else()
    # nvcc is often installed without being on the PATH.
    find_program(CUDATILED_NVCC nvcc HINTS ENV CUDACXX ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
    if(CUDATILED_NVCC AND NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
        set(CMAKE_CUDA_COMPILER ${CUDATILED_NVCC} CACHE FILEPATH "CUDA compiler")
    endif()
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
        set(CUDATILED_CUDA TRUE)
    elseif(CUDATILED_WITH_CUDA STREQUAL "ON")
        message(FATAL_ERROR
            "CUDATILED_WITH_CUDA=ON, but no CUDA compiler was found. Install the CUDA Toolkit (nvcc) and put it on the PATH or "
            "name it with -DCMAKE_CUDA_COMPILER=/path/to/nvcc, or build the CPU backend alone with -DCUDATILED_WITH_CUDA=OFF")
    else()
        set(CUDATILED_CUDA_REASON "no CUDA compiler (nvcc) was found")
    endif()
endif()

if(CUDATILED_CUDA)
    set(cudatiled_architectures_given ${CMAKE_CUDA_ARCHITECTURES} $ENV{CUDAARCHS})
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    set(cudatiled_cudart CUDA::cudart_static)
    if(NOT cudatiled_architectures_given)
        # Machine code for the chips in use, and PTX of 9.0 for those to come: no kernel asks for more than 9.0 has.
        # 8.9 runs the code of 8.6; no kernel tells them apart.
        execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --list-gpu-arch OUTPUT_VARIABLE known ERROR_QUIET)
        string(REGEX MATCHALL "compute_[0-9]+" known "${known}")
        list(TRANSFORM known REPLACE "compute_" "")
        list(SORT known COMPARE NATURAL)
        set(architectures "")
        foreach(architecture 75 80 86 90)
            if(NOT known OR architecture IN_LIST known)
                list(APPEND architectures ${architecture}-real)
            endif()
        endforeach()
        if(NOT known OR "90" IN_LIST known)
            list(APPEND architectures 90-virtual)
        else() # a compiler before 11.8
            list(GET known -1 newest)
            list(APPEND architectures ${newest}-virtual)
        endif()
        set(CMAKE_CUDA_ARCHITECTURES "${architectures}" CACHE STRING "CUDA architectures" FORCE)
    endif()
endif()
