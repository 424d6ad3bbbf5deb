#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything that docs/EXPERIMENTS.md is made of, on the GPU: perf/lab/record.sh <cudatiled_perf> <folder and name of the record>
# The record h200 of perf/results is: perf/lab/record.sh build/default/perf/cudatiled_perf perf/results/h200
set -euo pipefail
cd "$(dirname "$0")/../.."

program=$1
record=$2
"$program" --views=radius,lab --radius-csv="${record}_radius.csv" --lab-csv="${record}_lab.csv"
if command -v ncu >/dev/null; then
    perf/ncu.sh --lab "$program" "${record}_lab_ncu.txt"
else
    echo "No counters: there is no ncu"
fi
