# SPDX-License-Identifier: Apache-2.0
# Strict inside, invisible to users of the library.

add_library(cudatiled_warnings INTERFACE)
target_compile_options(cudatiled_warnings INTERFACE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Wall -Wextra -Wshadow -Wno-deprecated-enum-enum-conversion>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>)
