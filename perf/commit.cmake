# SPDX-License-Identifier: Apache-2.0
# Writes a header with the commit that is built, at build time; leaves it alone if nothing changed.
# Usage: cmake -D SOURCE=<repository> -D HEADER=<file> -P commit.cmake

cmake_minimum_required(VERSION 3.22)
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=10 HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
    set(commit "unknown")
else()
    execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
        string(APPEND commit "+")
    endif()
endif()
file(CONFIGURE OUTPUT ${HEADER} @ONLY
    CONTENT "// SPDX-License-Identifier: Apache-2.0\n#define CUDATILED_COMMIT \"@commit@\"\n")
