# SPDX-License-Identifier: Apache-2.0
# One step of the package tests: cmake -D STEP=… -D BUILD=<build tree> -D WORK=<folder to write> … -P package_test.cmake
# Prints SKIPPED and the reason where the machine lacks something.

cmake_minimum_required(VERSION 3.22)
set(consumer ${CMAKE_CURRENT_LIST_DIR}/consumer)
set(prefix ${WORK}/prefix)
string(REGEX MATCH "^[0-9]+" opencv_major ${OPENCV_VERSION})
set(standard 11)
if(opencv_major GREATER_EQUAL 5) # whose headers are C++17
    set(standard 17)
endif()

function(run)
    execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(build_and_run_consumer folder)
    file(REMOVE_RECURSE ${folder})
    run(${CMAKE_COMMAND} -S ${consumer} -B ${folder} -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
        -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}" ${ARGN})
    run(${CMAKE_COMMAND} --build ${folder} --target consumer)
    run(${folder}/consumer)
endfunction()

if(STEP STREQUAL "install")
    file(REMOVE_RECURSE ${prefix})
    run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})

elseif(STEP STREQUAL "find_package")
    build_and_run_consumer(${WORK}/find_package -DCMAKE_PREFIX_PATH=${prefix}
        -DCMAKE_CXX_STANDARD=${standard} -DCMAKE_CXX_EXTENSIONS=OFF -DCMAKE_CXX_STANDARD_REQUIRED=ON)

elseif(STEP STREQUAL "add_subdirectory")
    build_and_run_consumer(${WORK}/add_subdirectory -DCUDATILED_SOURCE=${SOURCE} -DCUDATILED_WITH_CUDA=OFF
        -DOpenCV_DIR=${OPENCV_DIR} -DBUILD_SHARED_LIBS=${SHARED})

elseif(STEP STREQUAL "pkg_config")
    find_program(pkg_config NAMES pkg-config pkgconf)
    if(NOT pkg_config)
        message("SKIPPED: there is no pkg-config")
        return()
    endif()
    execute_process(COMMAND ${pkg_config} --modversion opencv${opencv_major}
        OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT version VERSION_EQUAL OPENCV_VERSION)
        message("SKIPPED: there is no opencv${opencv_major}.pc of OpenCV ${OPENCV_VERSION}, which the library was built with")
        return()
    endif()
    file(GLOB_RECURSE pc ${prefix}/cudatiled.pc)
    get_filename_component(pc_folder ${pc} DIRECTORY)
    get_filename_component(library_folder ${pc_folder} DIRECTORY)
    set(ENV{PKG_CONFIG_PATH} "${pc_folder}:$ENV{PKG_CONFIG_PATH}")
    set(static)
    if(NOT SHARED)
        set(static --static)
    endif()
    execute_process(COMMAND ${pkg_config} ${static} --cflags --libs cudatiled
        OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(flags UNIX_COMMAND "${FLAGS} ${flags}")
    run(${COMPILER} -std=c++${standard} -Wall -Wextra -pedantic ${consumer}/main.cpp -o ${WORK}/by_pkg_config ${flags}
        -Wl,-rpath,${library_folder})
    run(${WORK}/by_pkg_config)

else()
    message(FATAL_ERROR "there is no step '${STEP}'")
endif()
