#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Times two builds of cudatiled_perf in turns:
#
#   perf/in_turns.sh OLD NEW FOLDER [TURNS]
#
# Both measure the rows that OLD lists for the view filters, in its order: at the limit of the device's power, clocks
# depend on what a process ran before. Writes FOLDER/old1.csv and FOLDER/new1.csv, old2.csv and so on, for compare.py.
set -euo pipefail
old=$1 new=$2 folder=$3 turns=${4:-3}
mkdir -p "$folder"
"$old" --list --views=filters > "$folder/rows.txt"
for turn in $(seq "$turns"); do
    "$old" --views=filters --csv "$folder/old$turn.csv" > /dev/null
    "$new" --views=filters --rows "$folder/rows.txt" --csv "$folder/new$turn.csv" > /dev/null
done
