#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Prints the table of times of a record. --write puts it and the charts into the README, --check tells whether the README has them.
import argparse
import sys

import results

README = results.ROOT / "README.md"
BEGIN, END = "<!-- times: printed by perf/table.py -->\n", "<!-- /times -->\n"
WIDTH = 8192
CHARTS = [("perf_heatmap.png", "Percent of the speed of a copy"), ("perf_speedup.png", "Times as fast as cv::cuda and NPP"),
          ("perf_radius.png", "Speed of separable filters against their radius"), ("perf_roofline.png", "Roofline")]


def number(value):
    return "–" if value is None else f"{value:.0f}" if value >= 9.95 else f"{value:.1f}"


def cell(row):
    if row is None or row.share is None:
        return ""
    share = f"{row.share:.0f}" if row.share >= 1 else f"{row.share:.1f}"
    return f"{share} · {number(row.faster_than('opencv_cuda'))} · {number(row.faster_than('npp'))}"


def table(path):
    rows = results.at(results.plain(results.load(path)), WIDTH)
    types = results.types(rows)
    by_place = {(r.title, r["src"]): r for r in rows}
    lines = ["| | " + " | ".join(types) + " |", "|---" * (len(types) + 1) + "|"]
    for title in results.titles(rows):
        lines.append(f"| {title} | " + " | ".join(cell(by_place.get((title, t))) for t in types) + " |")
    return "\n".join(lines) + "\n"


def section(path):
    """The charts that were drawn, and the table to unfold."""
    charts = [f"![{text}](docs/{name})\n" for name, text in CHARTS if (results.ROOT / "docs" / name).exists()]
    heading = f"% of the copy's speed · times as fast as cv::cuda · as NPP, on an {results.device(results.load(path), path)}, {WIDTH}²"
    return BEGIN + "".join(charts) + f"\n<details><summary>{heading}</summary>\n\n" + table(path) + "\n</details>\n\n" + END


def written(text, new):
    if BEGIN not in text or END not in text:
        sys.exit(f"{README.name} has no place for the table: it needs the lines\n{BEGIN}{END}")
    return text[:text.index(BEGIN)] + new + text[text.index(END) + len(END):]


def main():
    parser = argparse.ArgumentParser(description="Prints the table of times of a record, for the README.")
    parser.add_argument("record", nargs="?", default=results.RECORD, help="CSV file of cudatiled_perf")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="fail if the README has others")
    action.add_argument("--write", action="store_true", help="put charts and table into the README")
    arguments = parser.parse_args()
    text = README.read_text(encoding="utf-8")
    if arguments.write:
        README.write_text(written(text, section(arguments.record)), encoding="utf-8")
    elif not arguments.check:
        print(table(arguments.record), end="")
    elif section(arguments.record) not in text:
        sys.exit("the README has another table of times than perf/table.py prints; perf/table.py --write puts it right")


if __name__ == "__main__":
    main()
