#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Times two builds of cudatiled_perf in turns, filter by filter:
#
#   perf/in_turns.sh OLD NEW FOLDER
#
# measures the view filters, of all filters that OLD has, and writes FOLDER/old.csv and FOLDER/new.csv for compare.py.
# At the limit of the device's power, clocks depend on what a process ran before: so both builds run the same things.
set -euo pipefail
old=$1 new=$2 folder=$3
mkdir -p "$folder"
rm -f "$folder/old.csv" "$folder/new.csv"
part=$(mktemp)
trap 'rm -f "$part"' EXIT

# measure PROGRAM FILE FILTER: the header once, then the lines of each filter.
measure()
{
    "$1" --views=filters --filter "^$3\$" --csv "$part" > /dev/null
    if [ -e "$2" ]; then tail -n +2 "$part" >> "$2"; else cp "$part" "$2"; fi
}

"$old" --list --views=filters | cut -d/ -f1 | sort -u | while read -r filter; do
    measure "$old" "$folder/old.csv" "$filter"
    measure "$new" "$folder/new.csv" "$filter"
done
