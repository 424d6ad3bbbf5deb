# SPDX-License-Identifier: Apache-2.0
# The OpenCV inside a wheel: core and imgproc, static, from the sources of PyPI's opencv-python-headless, which pip
# fetches. Built while CMake configures, once for a build folder. With -DOpenCV_DIR another one is taken.

set(CUDATILED_WHEEL_OPENCV 4.14.0.94 CACHE STRING "Version of opencv-python-headless whose OpenCV goes into a wheel")
set(folder ${CMAKE_BINARY_DIR}/opencv-${CUDATILED_WHEEL_OPENCV})
set(sources ${folder}/opencv_python_headless-${CUDATILED_WHEEL_OPENCV})

function(run_or_stop what)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "${what} failed (${failed}). Another OpenCV is taken with -DOpenCV_DIR=<folder of "
            "OpenCVConfig.cmake>; for pip: --config-settings=cmake.define.OpenCV_DIR=…")
    endif()
endfunction()

if(NOT EXISTS ${folder}/installed/lib/cmake/opencv4/OpenCVConfig.cmake)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    if(NOT EXISTS ${sources})
        message(STATUS "Fetching the sources of opencv-python-headless ${CUDATILED_WHEEL_OPENCV}")
        set(package opencv-python-headless)
        run_or_stop("Fetching OpenCV's sources" ${Python3_EXECUTABLE} -m pip download --quiet --no-deps --dest ${folder}
            --no-binary ${package} ${package}==${CUDATILED_WHEEL_OPENCV})
        file(ARCHIVE_EXTRACT INPUT ${sources}.tar.gz DESTINATION ${folder} PATTERNS "*/opencv/*")
    endif()
    message(STATUS "Building OpenCV's core and imgproc; this takes some minutes")
    set(off "")
    foreach(option BUILD_TESTS BUILD_PERF_TESTS BUILD_EXAMPLES BUILD_JAVA BUILD_opencv_apps BUILD_opencv_python3
            BUILD_SHARED_LIBS WITH_1394 WITH_ADE WITH_EIGEN WITH_FFMPEG WITH_GSTREAMER WITH_GTK WITH_IPP WITH_ITT
            WITH_JASPER WITH_LAPACK WITH_OPENCL WITH_OPENEXR WITH_OPENJPEG WITH_PNG WITH_JPEG WITH_PROTOBUF WITH_QT
            WITH_QUIRC WITH_TIFF WITH_V4L WITH_VTK WITH_WEBP WITH_OPENCLAMDBLAS WITH_OPENCLAMDFFT WITH_VA)
        list(APPEND off -D${option}=OFF)
    endforeach()
    run_or_stop("Configuring OpenCV" ${CMAKE_COMMAND} -S ${sources}/opencv -B ${folder}/build -G ${CMAKE_GENERATOR}
        -DCMAKE_BUILD_TYPE=Release -DBUILD_LIST=core,imgproc -DENABLE_PIC=ON -DBUILD_ZLIB=ON ${off}
        -DCMAKE_INSTALL_PREFIX=${folder}/installed)
    run_or_stop("Building OpenCV" ${CMAKE_COMMAND} --build ${folder}/build --parallel)
    run_or_stop("Installing OpenCV" ${CMAKE_COMMAND} --install ${folder}/build)
endif()
set(OpenCV_DIR ${folder}/installed/lib/cmake/opencv4 CACHE PATH "folder of OpenCVConfig.cmake" FORCE)
