#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the GPU tests under compute-sanitizer's memcheck, racecheck, initcheck and synccheck, reduced to some minutes.
# Usage: test/sanitize.sh BUILD_DIR [OUT_FILE]   A line per tool goes to stdout and to OUT_FILE. Exit code 1 if a tool finds an error
# or overlooks the fault that is planted for it, 77 if there is no compute-sanitizer or no GPU.
set -euo pipefail
build=${1:?usage: test/sanitize.sh BUILD_DIR [OUT_FILE]}
out=${2:-/dev/null}
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

skip() {
    echo "sanitize.sh: skipped: $*" | tee "$out"
    exit 77
}

program() {
    local found
    found=$(find -L "$build" -name "$1" -type f -perm -u+x -print -quit)
    [[ -n $found ]] || { echo "sanitize.sh: there is no $1 in $build; build it with CUDA and tests" >&2; exit 2; }
    echo "$found"
}

sanitizer=$(PATH=$PATH:${CUDA_PATH:-/usr/local/cuda}/bin:${CUDA_PATH:-/usr/local/cuda}/compute-sanitizer command -v compute-sanitizer) ||
    skip "there is no compute-sanitizer; it comes with the CUDA Toolkit"
conformance=$(program conformance)
gpu_tests=$(program cudatiled_gpu_tests)
"$conformance" --cells=1 --path=Device >"$logs/device" 2>&1 || skip "no GPU: $(tail -1 "$logs/device")"

# Our kernels only, not those of libraries that results are compared with.
help=$("$sanitizer" --help 2>&1 || true)
only=()
for option in --kernel-name --kernel-regex; do
    if [[ $help == *"$option "* ]]; then
        only=("$option" kns=cudatiled)
        break
    fi
done

# Not here: long runs, large images, timing, and errors of CUDA that are made on purpose.
gpu_suites="RuntimeCalls.*:Apply.Allocates*:Graphs*:LongImage.*:OpenCvCuda.*"
few_gpu_suites="RuntimeCalls.*:Apply.Allocates*" # racecheck takes minutes for the others

# Prints how many errors a tool finds in a program; a program that fails, or takes too long, counts as one: errors TOOL PROGRAM ARGUMENTS...
errors() {
    local log status=0 found
    log=$(mktemp -p "$logs")
    timeout 400 "$sanitizer" --tool "$1" --error-exitcode 99 --target-processes application-only \
        ${only[@]+"${only[@]}"} "${@:2}" >"$log" 2>&1 || status=$?
    found=$(sed -nE 's/^=+ (ERROR|RACECHECK) SUMMARY: ([0-9]+) .*/\2/p' "$log" | tail -1)
    if ((status != 0)) && [[ ${found:-0} == 0 ]]; then
        found=1
    fi
    if [[ ${found:=1} != 0 && $* != *PlantedFault* ]]; then
        { echo "== $*: exit code $status"; tail -60 "$log"; } >&2
    fi
    echo "$found"
}

# Leaves a line for people in $logs/TOOL: run_tool TOOL CELLS SUITES
run_tool() {
    local planted cells suites started=$SECONDS
    planted=$(errors "$1" "$gpu_tests" --gtest_also_run_disabled_tests "--gtest_filter=PlantedFault.DISABLED_$1")
    cells=$(errors "$1" "$conformance" "--cells=$2" --alone)
    suites=$(errors "$1" "$gpu_tests" "--gtest_filter=$3")
    local verdict="$1: $((cells + suites)) errors in $2 cells and the GPU tests, $((SECONDS - started)) s"
    ((planted > 0)) || verdict="$1: FAILED, overlooks the fault that is planted for it; $verdict"
    echo "$verdict" >"$logs/$1"
}

# Of the cells, two thirds run on CUDA. The tools run side by side: most of the time goes into instrumenting each kernel once, on the CPU.
tools=(memcheck racecheck initcheck synccheck)
run_tool memcheck 1500 "$gpu_suites" &
run_tool racecheck 300 "$few_gpu_suites" &
run_tool initcheck 300 "$gpu_suites" &
run_tool synccheck 500 "$gpu_suites" &
wait

{
    "$sanitizer" --version | grep -i version | tail -1
    head -1 "$logs/device"
    for tool in "${tools[@]}"; do cat "$logs/$tool"; done
} | tee "$out"
! grep -qvE '^[a-z]+: 0 errors' <(for tool in "${tools[@]}"; do cat "$logs/$tool"; done)
