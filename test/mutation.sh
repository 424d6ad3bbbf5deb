#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Plants faults in a copy of the library and shows that the suites that need no GPU catch each: the tests of host code,
# of host images, batches and gradients, then cells of every kernel instance, emulated, and random ones, as ./test.sh
# runs them.
# Usage: test/mutation.sh --plant | [--only REGEX] [--share I/N] [CMAKE_ARGUMENT...]   Exit code 1 if a fault survives.
# --only: plants the faults whose names match REGEX.
# --share: plants every N-th of these from the I-th on, I = 0 ... N - 1, for N machines.
# --plant: plants all of them and runs nothing, to show that each still has its place in the code.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
only=.
share=0/1
while [[ ${1:-} == --only || ${1:-} == --share ]]; do
    declare "${1#--}=$2"
    shift 2
done
plant_only=
[[ ${1:-} != --plant ]] || { plant_only=yes && shift; }
cmake_arguments=("$@")
each=10 # cells of each instance, rare ones included: more than ./test.sh runs
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
names=()

die() {
    echo "mutation.sh: $*" >&2
    exit 2
}

# All faults are compiled in, each behind a switch: plant NAME FILE EXPRESSION FAULT
plant() {
    local file=$copy/$2 text rest
    text=$(<"$file")
    rest=${text#*"$3"}
    [[ $rest != "$text" && $rest != *"$3"* ]] || die "$2 must have exactly one: $3"
    [[ $3$4 != *";"* && $3 != [?:,]* && $3 != "if "* && $3 != "return "* && $3 != "const "* ]] ||
        die "$1: it takes expressions, not the statement: $3"
    names+=("$1")
    printf '%s\n' "${text%%"$3"*}(mutant(${#names[@]}) ? $4 : $3)$rest" >"$file"
}

plant_listed() {
    local name file expression fault
    while read -r name; do
        [[ -n $name && $name != \#* ]] || continue
        read -r file && read -r expression && read -r fault
        plant "$name" "$file" "$expression" "$fault"
    done <"$root/test/mutation/mutations.txt"
}

remove_barriers() {
    local file rest text line
    for file in "$root"/src/kernels/*/*.cuh; do
        rest=$(<"$file") text=
        while [[ $rest == *"__syncthreads()"* ]]; do
            text+=${rest%%"__syncthreads()"*}
            rest=${rest#*"__syncthreads()"}
            line=$(($(wc -l <<<"$text")))
            names+=("no barrier at ${file#"$root"/src/kernels/}:$line")
            text+="(mutant(${#names[@]}) ? void() : __syncthreads())"
        done
        printf '%s\n' "$text$rest" >"$copy/${file#"$root"/}"
    done
}

build() {
    cat >"$copy/mutant.hpp" <<'END'
#pragma once
#include <cstdlib>
inline const int kMutant = std::getenv("MUTANT") ? std::atoi(std::getenv("MUTANT")) : 0;
constexpr bool mutant(int number) { return !__builtin_is_constant_evaluated() && number == kMutant; }
END
    cmake -S "$copy" -B "$copy/build" -DCUDATILED_WITH_CUDA=OFF -DCUDATILED_BUILD_SAMPLES=OFF -DCUDATILED_INSTALL=OFF \
        -DCMAKE_CXX_FLAGS="-include $copy/mutant.hpp" "${cmake_arguments[@]}" &&
        cmake --build "$copy/build" --target conformance_on_cpu cudatiled_host_tests cudatiled_tests_on_cpu \
            --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
}

# Runs a program with a fault, for so many seconds of processor time at most: run MUTANT SECONDS PROGRAM [ARGUMENT...]
run() (
    ulimit -t "$2"
    MUTANT=$1 exec "$copy/build/test/$3" "${@:4}" 2>&1
)

# Prints what the suites found, or nothing: verdict MUTANT
verdict() {
    local output
    if ! output=$(run $1 300 cudatiled_host_tests); then
        output=$(sed -nE '/  FAILED  /{s/^.*\] ([^ ]*).*/\1/p;q}' <<<"$output")
        echo "host test ${output:-ended early}"
    elif ! output=$(run $1 300 cudatiled_tests_on_cpu '--gtest_filter=HostImages*:RowBands*:DeviceBatches*:*GradientOn*:*CannyOn*:*JointBilateralOn*:*PyramidsOn*:*ResizeOn*:KernelChoice.*:OnEveryPath.AMedianInOrder*'); then
        output=$(sed -nE '/  FAILED  /{s/^.*\] ([^ ]*).*/\1/p;q}' <<<"$output")
        echo "test ${output:-ended early}"
    elif ! output=$(run $1 1200 conformance_on_cpu --each=$each --stop --alone) ||
        ! output=$(run $1 600 conformance_on_cpu --cells=3000 --seed=1000000 --stop --alone); then
        if [[ $output =~ (AddressSanitizer: [a-z-]+|runtime error: [^$'\n']*) ]]; then
            echo "${BASH_REMATCH[1]}"
        elif [[ $output =~ FAILED\ ([^$'\n']*),\ [0-9]+[USF]+C[^$'\n']*$'\n'\ *([^$'\n']*) ]]; then
            echo "${BASH_REMATCH[1]}: ${BASH_REMATCH[2]}"
        else
            echo "the suite ended early: ${output##*$'\n'}"
        fi
    fi
}

cp -a "$root"/{CMakeLists.txt,catalogue,cmake,include,src,test} "$copy"
remove_barriers
plant_listed
[[ -z $plant_only ]] || { echo "${#names[@]} faults can be planted" && exit; }
build >"$copy/build.log" 2>&1 || { tail -40 "$copy/build.log" >&2; die "the copy does not build"; }

planted=(0)
for ((mutant = 1; mutant <= ${#names[@]}; ++mutant)); do
    ((mutant % ${share#*/} != ${share%/*})) || [[ ! ${names[mutant - 1]} =~ $only ]] || planted+=("$mutant")
done
for mutant in "${planted[@]}"; do
    while (($(jobs -rp | wc -l) >= $(nproc))); do wait -n; done
    verdict $mutant >"$copy/verdict.$mutant" &
done
wait
[[ ! -s $copy/verdict.0 ]] || die "the library fails without a fault: $(<"$copy/verdict.0")"

survivors=0
printf '%-62s | %s\n' mutation "caught by"
for mutant in "${planted[@]:1}"; do
    found=$(<"$copy/verdict.$mutant")
    [[ -n $found ]] || survivors=$((survivors + 1))
    printf '%-62s | %.120s\n' "${names[mutant - 1]}" "${found:-nothing: SURVIVED}"
done
echo "$((${#planted[@]} - 1)) mutations, $survivors survived the host tests," \
    "$each cells of each kernel instance and random ones"
((survivors == 0))
