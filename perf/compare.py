#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Compares two records. compare.py OLD.csv NEW.csv prints the geometric mean of new time / old time for each width and
# for each kernel, then the rows that are more than 3 % slower.
import collections
import math
import sys

import results

SLOWER = 1.03


def key(row):
    return tuple(row[c] for c in ("filter", "variant", "src", "dst", "width", "height", "ksize", "border", "region"))


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main(old, new):
    before = {key(row): row["us"] for row in results.load(old) if row["us"]}
    rows = [(row["us"] / before[key(row)], row) for row in results.load(new) if row["us"] and key(row) in before]
    for column in ("width", "kernel"):
        groups = collections.defaultdict(list)
        for ratio, row in rows:
            groups[row[column]].append(ratio)
        for name, ratios in sorted(groups.items()):
            print(f"{column} {name}: {geometric_mean(ratios):.3f} of {len(ratios)} rows")
    slower = sorted((ratio, *key(row)) for ratio, row in rows if ratio > SLOWER)
    print(f"{len(slower)} of {len(rows)} rows are more than {SLOWER - 1:.0%} slower, "
          f"{sum(ratio < 2 - SLOWER for ratio, _ in rows)} more than that quicker")
    for ratio, *names in reversed(slower):
        print(f"{ratio:.3f}", " ".join(filter(None, names)))


if __name__ == "__main__":
    main(*sys.argv[1:])
