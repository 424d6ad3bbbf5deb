#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the benchmarks, runs them, and draws and prints the results: perf/run.sh [--record NAME] [options of cudatiled_perf]
# Results go to out/perf; --record NAME puts them into perf/results/NAME.* instead. The record h200 is the README's: its charts go
# to docs, its table into the README. Without a GPU it times the CPU backend beside OpenCV. CMAKE_ARGUMENTS holds further arguments of CMake.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/setup.sh

packages="$packages libbenchmark-dev python3-matplotlib"
folder="out/perf"
name="latest"
charts="out/perf"
if [ "${1:-}" = "--record" ]; then
    name="${2:?perf/run.sh --record needs a name, e.g. h200}"
    folder="perf/results"
    [ "$name" != h200 ] || charts="docs"
    shift 2
fi

# What nvidia-smi knows and the CUDA runtime does not, for the JSON file.
device_context() {
    command -v nvidia-smi >/dev/null || return 0
    nvidia-smi --query-gpu=driver_version,clocks.sm,clocks.mem,clocks.applications.graphics,power.limit \
        --format=csv,noheader,nounits 2>/dev/null | head -n 1 |
        awk -F ', ' 'NF == 5 { printf "--benchmark_context=nvidia_driver=%s,sm_clock_mhz=%s,memory_clock_mhz=%s,application_clock_mhz=%s,power_limit_w=%s", $1, $2, $3, $4, $5 }' |
        tr -d '[] ' || true
}

# A Python that has matplotlib: the one on the PATH may be another than the system's.
plotting_python() {
    local python
    for python in python3 /usr/bin/python3; do
        "$python" -c 'import matplotlib' 2>/dev/null && { echo "$python"; return; }
    done
    true
}

# Counters of representative filters and of all that miss the speeds that are aimed at.
explain() {
    perf/ncu.sh "$build/perf/cudatiled_perf" "${record}_ncu.txt" || return
    perf/ncu.sh --lab "$build/perf/cudatiled_perf" "${record}_lab_ncu.txt" || return
    python3 perf/floors.py "$record.csv" --missed >"$build/missed.txt"
    [ -s "$build/missed.txt" ] || return 0
    perf/ncu.sh "$build/perf/cudatiled_perf" "${record}_missed_ncu.txt" "$build/missed.txt" &&
        python3 perf/counters.py "$record.csv" >"${record}_missed.md"
}

install_packages
# shellcheck disable=SC2086
configure -DCUDATILED_BUILD_PERF=ON ${CMAKE_ARGUMENTS:-}
say "Building"
cmake --build "$build" --target cudatiled_perf

say "Measuring"
mkdir -p "$folder" "$charts"
record="$folder/$name"
context=$(device_context)
status=0
"$build/perf/cudatiled_perf" --csv="$record.csv" --radius-csv="${record}_radius.csv" \
    --median-csv="${record}_median.csv" --transfer-csv="${record}_transfers.csv" --chain-csv="${record}_chains.csv" \
    --batch-csv="${record}_batches.csv" --gradient-csv="${record}_gradients.csv" --lab-csv="${record}_lab.csv" \
    --histogram-csv="${record}_histograms.csv" --pipeline-csv="${record}_pipeline.csv" \
    --frame-csv="${record}_frames.csv" --json="$record.json" \
    ${context:+"$context"} "$@" || status=$?
[ -f "$record.csv" ] || exit $status
sed -i '/"host_name"/d' "$record.json"

if grep -q ',CPU,[^,]*$' "$record.csv"; then
    say "No GPU was used: $record.csv has the CPU backend's times beside OpenCV's own (opencv_cpu_us); there is nothing to draw"
    exit $status
fi
say "Drawing"
python=$(plotting_python)
if [ -n "$python" ]; then
    "$python" perf/plot.py "$record.csv" --out "$charts"
else
    echo "No charts: no Python has matplotlib (apt-get install python3-matplotlib)"
fi
if [ "$charts" = docs ]; then
    python3 perf/table.py "$record.csv" --write
fi
python3 perf/floors.py "$record.csv" >"${record}_floors.md"
if command -v ncu >/dev/null; then
    say "Counters of the kernels that stand for others"
    explain || echo "No counters: ncu may need more rights on this machine"
fi
if [ "$charts" = docs ]; then
    python3 perf/experiments.py "${record}_lab.csv" --write
fi
python3 perf/table.py "$record.csv"
exit $status
