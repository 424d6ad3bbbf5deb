#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the suites on a GPU and records what they print: test/record.sh BUILD_DIR NAME [CELLS] writes OUT/*_NAME.{txt,csv},
# where OUT is the environment variable of that name, or test/results. The first line of each text names the commit, which
# $COMMIT gives where there is no repository. CELLS 0: the GPU tests alone.
set -uo pipefail

programs="$1/test"
name="$2"
cells="${3:-200000}"
results="${OUT:-$(dirname "$0")/results}"
commit="cudatiled ${COMMIT:-$(git -C "$(dirname "$0")" describe --always --abbrev=10 --dirty=+)}"

# What a test program printed, less the lines of single tests that passed.
suite() {
    echo "$commit" >"$results/$1_$name.txt"
    "$programs/$1" --gtest_brief=1 2>&1 | sed -E 's#[^ ]*/(test/(suites|gpu)/)#\1#' >>"$results/$1_$name.txt"
}

cells() {
    echo "$commit" >"$results/conformance_$name.txt"
    "$programs/conformance" --cells="$cells" --seed=1 --record="$results/conformance_$name.csv" \
        >>"$results/conformance_$name.txt" 2>/dev/null
}

chains() {
    echo "$commit" >"$results/chains_$name.txt"
    "$programs/conformance" --chains=20000 --seed=1 >>"$results/chains_$name.txt" 2>/dev/null
}

# The GPU tests alone, for they measure memory that is in use; the others side by side.
suite cudatiled_gpu_tests
status=$?
if [ "$cells" = 0 ]; then
    tail -n 3 "$results/cudatiled_gpu_tests_$name.txt"
    exit $status
fi
suite cudatiled_tests &
suites=$!
cells || status=1
chains || status=1
wait $suites || status=1
tail -n 3 "$results"/{cudatiled_tests,cudatiled_gpu_tests,conformance,chains}_"$name.txt"
exit $status
