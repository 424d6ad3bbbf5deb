#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Prints the README's table of times from perf/results/h200.csv; with --check, tells whether the README has the same.
import csv
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- times: printed by perf/table.py -->\n", "<!-- /times -->\n"
FILTERS = [("Sharpen", "3x3", ""), ("Sobel", "3x3", "16SC1"), ("Gaussian", "3x3", ""), ("Gaussian", "5x5", ""),
           ("Gaussian", "7x7", ""), ("Linear", "5x5", ""), ("Gaussian", "15x15", ""), ("Box", "15x15", "")]


def cell(rows, name, ksize, dst, src, width):
    for r in rows:
        if (r["filter"], r["ksize"], r["src"], r["width"]) == (name, ksize, src, width) and dst in ("", r["dst"]):
            us, share = float(r["us"]), 100 * float(r["copy_us"]) / float(r["us"])
            peers = [f"{float(r[p + '_us']) / us:.1f}" if float(r[p + "_us"]) else "–" for p in ("opencv_cuda", "npp")]
            return f"{us:.0f} µs, {share:.0f} %, {peers[0]}, {peers[1]}"
    return "–"


def table():
    rows = list(csv.DictReader((ROOT / "perf" / "results" / "h200.csv").open()))
    columns = [("8UC1", "3840"), ("8UC1", "8192"), ("32FC1", "8192")]
    lines = ["| time, share of the copy's speed, times faster than cv::cuda, than NPP | 8UC1 3840×2160 | 8UC1 8192² | 32FC1 8192² |",
             "|---|---|---|---|"]
    for name, ksize, dst in FILTERS:
        title = f"{name} {ksize.replace('x', '×')}" + (" to 16S" if dst else "")
        lines.append(f"| {title} | " + " | ".join(cell(rows, name, ksize, dst, *c) for c in columns) + " |")
    return BEGIN + "\n".join(lines) + "\n" + END


if __name__ == "__main__":
    if "--check" not in sys.argv:
        print(table(), end="")
    elif table() not in (ROOT / "README.md").read_text():
        sys.exit("the README has another table of times than perf/table.py prints")
