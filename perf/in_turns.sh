#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Times two builds of cudatiled_perf in turns, size by size, so that both meet the same clocks and the same heat:
#
#   perf/in_turns.sh OLD NEW FOLDER [TURNS]
#
# measures the view filters, of all filters that OLD has, and writes FOLDER/old_1.csv, FOLDER/new_1.csv, old_2.csv ... for
# perf/compare.py. In every other turn the new build goes first.
set -euo pipefail
old=$1 new=$2 folder=$3 turns=${4:-2}
sizes="640x480 1920x1080 3840x2160 8192x8192 16384x16384"
filters="^($("$old" --list --views=filters | cut -d/ -f1 | sort -u | paste -sd'|'))\$"

mkdir -p "$folder"
rm -f "$folder"/old_*.csv "$folder"/new_*.csv
part=$(mktemp)
trap 'rm -f "$part"' EXIT

# measure PROGRAM FILE SIZE: the header once, then the lines of each size.
measure()
{
    "$1" --views=filters --filter "$filters" --sizes="$3" --csv "$part" > /dev/null
    if [ -e "$2" ]; then tail -n +2 "$part" >> "$2"; else cp "$part" "$2"; fi
}

for turn in $(seq "$turns"); do
    for size in $sizes; do
        if [ $((turn % 2)) = 0 ]; then measure "$new" "$folder/new_$turn.csv" "$size"; fi
        measure "$old" "$folder/old_$turn.csv" "$size"
        if [ $((turn % 2)) = 1 ]; then measure "$new" "$folder/new_$turn.csv" "$size"; fi
    done
done
