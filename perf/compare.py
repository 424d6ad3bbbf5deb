#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Sets two records side by side, before and after a change or of two devices: geometric means of new time / old time for each
# width and each kernel, then the rows that are more than 3 % slower. --all prints a table of every row that both have.
# With --again, more pairs of records of the same two, a row's ratio is the median of its ratios: clocks vary from minute
# to minute.
import argparse
import collections
import math
import statistics

import results

SLOWER = 1.03
KEY = ("filter", "variant", "src", "dst", "width", "height", "ksize", "border", "region")


def key(row):
    return tuple(row[c] for c in KEY)


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def pairs(old, new):
    """Rows that both records have: the old one and the new one."""
    before = {key(row): row for row in old if row["us"]}
    return [(before[key(row)], row) for row in new if row["us"] and key(row) in before]


def side_by_side(both, names):
    """A table in Markdown, filter by filter."""
    yield f"| filter | types | size | border | {names[0]}, µs | {names[1]}, µs | new / old | % of copy |"
    yield "|---|---|---|---|--:|--:|--:|--:|"
    for old, new in both:
        types = new["src"] if new["src"] == new["dst"] else f"{new['src']} → {new['dst']}"
        shares = " → ".join(f"{row.share:.0f}" if row.share else "–" for row in (old, new))
        border = new["border"] + (", odd region" if new["region"] == "odd" else "")
        yield (f"| {new.title} | {types} | {new['width']} × {new['height']} | {border} | {old['us']:.2f} | {new['us']:.2f} | "
               f"{new['us'] / old['us']:.3f} | {shares} |")


def median_ratios(pairs_of_records):
    """The median of new time / old time of each row that all pairs of records have, and the row."""
    all_ratios = [{key(new): new["us"] / old["us"] for old, new in both} for both in pairs_of_records]
    return [(statistics.median(ratios[key(new)] for ratios in all_ratios), new) for _, new in pairs_of_records[0]
            if all(key(new) in ratios for ratios in all_ratios)]


def summary(rows):
    for column in ("width", "kernel"):
        groups = collections.defaultdict(list)
        for ratio, row in rows:
            groups[row[column]].append(ratio)
        for name, ratios in sorted(groups.items()):
            yield f"{column} {name}: {geometric_mean(ratios):.3f} of {len(ratios)} rows"
    slower = sorted((ratio, *key(row)) for ratio, row in rows if ratio > SLOWER)
    yield (f"{len(slower)} of {len(rows)} rows are more than {SLOWER - 1:.0%} slower, "
           f"{sum(ratio < 2 - SLOWER for ratio, _ in rows)} more than that quicker")
    for ratio, *names in reversed(slower):
        yield " ".join([f"{ratio:.3f}", *filter(None, names)])


def named(path, rows, other):
    """The device of a record; with the commit where the other record is of the same device."""
    device, commit = results.device(rows, path), next((r.get("commit") for r in rows if r.get("commit")), "")
    return f"{device} {commit}".strip() if device == other else device


def main():
    parser = argparse.ArgumentParser(description="Sets two records of cudatiled_perf side by side.")
    parser.add_argument("old", help="CSV file")
    parser.add_argument("new", help="CSV file")
    parser.add_argument("--all", action="store_true", help="every row that both have, as a table in Markdown")
    parser.add_argument("--again", nargs=2, action="append", default=[], metavar=("OLD", "NEW"),
                        help="another record of each")
    arguments = parser.parse_args()
    if arguments.all and arguments.again:
        parser.error("--all prints the rows of one pair of records, so it takes no --again")
    old, new = results.load(arguments.old), results.load(arguments.new)
    both = pairs(old, new)
    if not both:
        parser.exit(1, "the records have no row in common\n")
    names = (named(arguments.old, old, results.device(new, arguments.new)),
             named(arguments.new, new, results.device(old, arguments.old)))
    again = [pairs(*map(results.load, files)) for files in arguments.again]
    for line in side_by_side(both, names) if arguments.all else summary(median_ratios([both, *again])):
        print(line)


if __name__ == "__main__":
    main()
