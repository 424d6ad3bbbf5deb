#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks, by the compiler's report, that no fast kernel spills registers or has a stack frame. Fast kernels are all but
# the general ones, for compute capability 8.0 and above. Medians by exchanges count from 9.0 on, which has minima of
# pairs of 16 bits: without these the larger medians spill. Usage: spills.sh <folder of the reports>
reports=$(find "$1" -name '*.ptxas')
[ -n "$reports" ] || {
    echo "no reports (*.ptxas) in $1: build the library with its tests"
    exit 1
}
# shellcheck disable=SC2086
awk '
    /Compiling entry function/ {
        fast = !/(conv2d|separable|rectangleMinmax|maskMinmax|medianEdge)Kernel/ && !/sm_[1-7][0-9]/ &&
               !(/median(Network|SortedColumns)Kernel/ && /sm_8[0-9]/)
        name = $0
    }
    /bytes stack frame/ && fast {
        ++kernels
        if ($1 > 0 || $5 > 0 || $9 > 0) {
            print name "\n" $0
            ++bad
        }
    }
    END {
        print kernels + 0 " fast kernels, " bad + 0 " of them with a stack frame or spills"
        exit kernels == 0 || bad > 0
    }' $reports
