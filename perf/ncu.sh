#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What binds the kernels: Nsight Compute's counters of representative filters at 8192x8192.
# Usage: perf/ncu.sh <cudatiled_perf> [<file> [<list>]]
#        perf/ncu.sh --lab <cudatiled_perf> [<file>]       kernels of the laboratory, for docs/EXPERIMENTS.md
# ncu fixes the clocks at their base, so its times are longer than the benchmark's.
# <list>, if given, has other filters than the ones below: what `floors.py --missed` prints.
set -euo pipefail

lab=
if [ "$1" = --lab ]; then
    lab=1
    shift
fi
program=$1
exec >"${2:-/dev/stdout}"

metrics=gpu__time_duration.sum
metrics+=,dram__throughput.avg.pct_of_peak_sustained_elapsed,lts__t_sectors.avg.pct_of_peak_sustained_elapsed
metrics+=,sm__inst_issued.avg.pct_of_peak_sustained_active,smsp__inst_executed.sum
metrics+=,sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active
metrics+=,sm__inst_executed_pipe_fmaheavy.avg.pct_of_peak_sustained_active
metrics+=,sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_active
metrics+=,sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active
metrics+=,l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed
# Occupancy: warps that a multiprocessor has at a time, of 64. Bank conflicts: what shared memory needs beyond one pass
# for each request. Bytes of DRAM; sectors of L2 have 32 bytes.
metrics+=,sm__warps_active.avg.pct_of_peak_sustained_active,sm__warps_active.avg.per_cycle_active
metrics+=,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
metrics+=,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
metrics+=,lts__t_sectors.sum,dram__bytes_read.sum,dram__bytes_write.sum
for stall in long_scoreboard short_scoreboard barrier math_pipe_throttle mio_throttle tex_throttle lg_throttle \
    not_selected no_instruction wait; do
    metrics+=,smsp__average_warps_issue_stalled_${stall}_per_issue_active.ratio
done

kernels='slidingWindowKernel|lineBufferKernel|registerTileKernel|mmaSeparableU8Kernel|mmaSplitKernel'
kernels+='|mmaDenseU8Kernel|mmaLong.*U8Kernel|mmaMarchU8Kernel|mmaMedian.*Kernel|runningBoxKernel|boxMarchKernel'
kernels+='|separableMarchKernel|denseMarchKernel|.*[mM]inmax.*Kernel|conv2dKernel'
kernels+='|median(Network|SortedColumns|Histogram|LargeRanks|Wavelet|Edge)Kernel'
kernels+='|separableKernel|insideKernel|bilateral.*Kernel|gradientKernel|cornerKernel|pyr(Down|Up)Kernel|resize.*Kernel'
kernels+='|.*[hH]istogramKernel|pointwiseKernel|lookUpKernel|wienerKernel'

# counters <launches to skip> <options of cudatiled_perf>...: of the launch after these.
counters() {
    local skip=$1
    shift
    ncu --kernel-name "regex:$kernels" --launch-skip "$skip" --launch-count 1 --print-units base --metrics $metrics \
        "$program" "$@" --quick 2>/dev/null |
        awk '/Kernel</ { sub(/\(.*/, ""); print "  " $0 }
             /__/ { sub(/smsp__average_warps_issue_stalled_/, "stalled_"); sub(/_per_issue_active.ratio/, "")
                    printf "    %-70s %s %s\n", $1, $2, $3 }'
}

# measure <type> <filter>
measure() {
    printf '\n%s, %s\n' "$2" "$1"
    counters 4 --views=filters --sizes=8192x8192 --types="$1" --filter="^$2\$"
}

# measure_lab <experiment>: the first launch checks the kernel on a small image.
measure_lab() {
    printf '\n%s\n' "$1"
    counters 2 --views=lab --filter="^$1\$" || true # the page does without
}

if [ -n "$lab" ]; then
    kernels+='|globalTapsKernel|constantTapsKernel|oneLoadKernel|severalLoadsKernel|maskBlocksKernel|textureKernel'
    kernels+='|paddedKernel|unrolledKernel|countLevelsKernel|histogramKernel'
    for rung in a b c d e f g h i; do
        measure_lab "ladder/dense 9x9/32FC1/$rung"
    done
    for rung in a d h i; do
        measure_lab "ladder/dense 9x9/8UC1/$rung"
    done
    for shape in 8x8/1 16x16/1 512x1/1 32x8/1 32x8/2 32x8/4 32x8/8 32x8/16; do
        measure_lab "shape/dense 4/$shape"
    done
    for image in noise 'one level'; do
        measure_lab "histogram/$image/8192x8192/8"
        measure_lab "histogram/$image/8192x8192/0"
    done
    exit
fi
if [ $# -gt 2 ]; then
    while IFS=$'\t' read -r type filter; do
        measure "$type" "$filter" </dev/null
    done <"$3"
    exit
fi
measure 8UC1 'Sharpen 3x3'
measure 8UC1 'Linear 3x3 float taps'
measure 8UC1 'Gaussian 15x15'
measure 8UC1 'Gaussian 31x31'
measure 8UC1 'Linear 7x7 float taps'
measure 8UC1 'Box 101x101'
measure 8UC1 'Morphology 15x15 erode'
measure 8UC1 'Morphology 3x3 open'
measure 8UC1 'Median 3x3'
measure 8UC1 'Median 5x5'
measure 8UC1 'Median 15x15'
measure 8UC1 'Median 31x31'
measure 16UC1 'Median 31x31'
kernels=medianTileOrderKernel measure 16UC1 'Median 31x31'
measure 32FC1 'Gaussian 5x5'
measure 32FC1 'Gaussian 15x15'
measure 32FC1 'Gaussian 31x31'
measure 32FC1 'Box 101x101'
measure 16UC1 'Box 31x31'
measure 32FC1 'Linear 11x11 float taps'
