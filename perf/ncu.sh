#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What binds the kernels: Nsight Compute's counters of representative filters at 8192x8192.
# Usage: perf/ncu.sh <cudatiled_perf> [<file> [<list>]]. ncu fixes the clocks at their base, so its times are longer than the benchmark's.
# <list>, if given, has other filters than the ones below: what `floors.py --missed` prints.
set -euo pipefail

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
metrics+=,sm__warps_active.avg.pct_of_peak_sustained_active
for stall in long_scoreboard short_scoreboard barrier math_pipe_throttle mio_throttle not_selected no_instruction wait; do
    metrics+=,smsp__average_warps_issue_stalled_${stall}_per_issue_active.ratio
done

kernels='slidingWindowKernel|lineBufferKernel|registerTileKernel|mmaSeparableU8Kernel|mmaSplitKernel'
kernels+='|mmaDenseU8Kernel|runningBoxKernel|.*[mM]inmax.*Kernel|median.*Kernel'

# measure <type> <filter>
measure() {
    printf '\n%s, %s\n' "$2" "$1"
    ncu --kernel-name "regex:$kernels" --launch-skip 4 --launch-count 1 --metrics $metrics \
        "$program" --views=filters --sizes=8192x8192 --types="$1" --filter="^$2\$" --quick 2>/dev/null |
        awk '/Kernel</ { sub(/\(.*/, ""); print "  " $0 }
             /__/ { sub(/smsp__average_warps_issue_stalled_/, "stalled_"); sub(/_per_issue_active.ratio/, "")
                    printf "    %-70s %s %s\n", $1, $2, $3 }'
}

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
measure 32FC1 'Gaussian 5x5'
measure 32FC1 'Gaussian 31x31'
measure 32FC1 'Box 101x101'
measure 16UC1 'Box 31x31'
measure 32FC1 'Linear 11x11 float taps'
