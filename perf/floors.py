#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Holds a record to the speeds that are aimed at: shares of the copy's speed, other libraries, an empty launch.
import argparse

import results

# Percent of the speed of a copy, at 8192² and above, for sources of 8, 16 and 32 bits.
FLOORS = {
    "integer 3×3": (95, 93, 93),
    "float 3×3": (88, 92, 93),
    "derivative 3×3, 8U → 16S": (88, None, None),
    "derivative 3×3, 8U → 32S": (85, None, None),
    "derivative 3×3": (93, 92, 93),
    "separable 3": (95, 92, 91),
    "separable 5": (90, 92, 91),
    "separable 7 to 9": (80, 88, 88),
    "separable 15": (60, 70, 85),
    "separable 31": (50, 50, 70),
    "dense 5×5": (55, 60, 90),
    "dense 7×7": (35, 40, 80),
    "dense 11×11": (15, 18, 35),
    "box": (93, 93, 85),
}
# The same of 8UC1 at 8192², by title.
FLOORS_8UC1 = {
    "Morphology 3×3 erode": 95,
    "Morphology 15×15 erode": 70,
    "Morphology 3×3 open": 80,
    "RowSum 15×1 → 32F": 85,
    "ColumnSum 1×15 → 32F": 85,
    "Median 3×3": 70,
    "Median 5×5": 15,
}
FLOOR_4K = 82  # where the floor above is at least 90
MOST_EMPTY_LAUNCHES = 1.15  # at 640×480
TYPES = {"8UC1": 0, "8UC3": 0, "8UC4": 0, "16UC1": 1, "16SC1": 1, "32FC1": 2}


def kind(row):
    """The row of FLOORS that a benchmark belongs to, or None."""
    name, size = row["filter"], row.kernel[0]
    if name in ("Sobel", "Scharr") and size == 3:
        return "derivative 3×3" + (f", 8U → {row['dst'].split('C')[0]}" if row.widens else "")
    if name in ("Gaussian", "SeparableLinear"):
        return "separable 7 to 9" if size in (7, 9) else f"separable {size}"
    if name == "Box":
        return "box"
    if name in ("Sharpen", "Emboss", "Laplacian") or (name == "Linear" and size == 3):
        return "float 3×3" if row["variant"] == "float taps" else "integer 3×3"
    return f"dense {size}×{size}" if name == "Linear" else None


def floor(row):
    """Percent of the copy's speed that is aimed at, or None."""
    if row["src"] == "8UC1" and row.title in FLOORS_8UC1:
        return FLOORS_8UC1[row.title] if row.size[0] >= 8192 else None
    high = FLOORS.get(kind(row), (None,) * 3)[TYPES[row["src"]]] if row["src"] in TYPES else None
    if high is None or row.size[0] >= 8192:
        return high
    return FLOOR_4K if row.size[0] == 3840 and high >= 90 else None


def cell(row):
    """Share / floor, in bold where the floor is missed."""
    if row is None or row.share is None:
        return ""
    aim = floor(row)
    if aim is None:
        return f"{row.share:.0f}"
    text = f"{row.share:.0f}/{aim}"
    return text if reaches(row) else f"**{text}**"


def reaches(row):
    return round(row.share) >= floor(row)


def share_tables(rows):
    with_floor = [r for r in rows if r.share is not None and floor(r) is not None]
    reached = sum(map(reaches, with_floor))
    yield f"## Share of the copy's speed\n\n{reached} of {len(with_floor)} cells reach their floor, rounded to percent. Percent/floor; **bold**: missed.\n"
    for width in (3840, 8192, 16384):
        here = results.at(rows, width)
        if not here:
            continue
        types = results.types(here)
        by_place = {(r.title, r["src"]): r for r in here}
        yield f"| {width}×{here[0]['height']} | " + " | ".join(types) + " |\n" + "|---" * (len(types) + 1) + "|"
        for title in results.titles(here):
            yield f"| {title} | " + " | ".join(cell(by_place.get((title, t))) for t in types) + " |"
        yield ""


def border_tables(rows):
    """Other borders and regions: how many times the time of BORDER_REPLICATE on a whole image they take, per pixel."""
    replicated = {(r.title, r["src"], r["dst"], r["height"]): r for r in results.plain(rows) if r["us"]}
    cases = {("reflect101", "whole"): 0, ("constant", "whole"): 1, ("reflect101", "odd"): 2}
    lines = {}
    for r in rows:
        base = replicated.get((r.title, r["src"], r["dst"], r["height"]))
        if base and r["us"] and (r["border"], r["region"]) in cases:
            texts = lines.setdefault(f"| {r.title} | {r['src']} | {base['width']}×{base['height']} |", [""] * len(cases))
            pixels, base_pixels = r.size[0] * r.size[1], base.size[0] * base.size[1]
            texts[cases[r["border"], r["region"]]] = f" {r['us'] / pixels / (base['us'] / base_pixels):.2f}"
    if lines:
        yield "## Other borders and regions\n\nTimes the time of BORDER_REPLICATE on a whole image.\n"
        yield "| | | | REFLECT_101 | CONSTANT | odd region, REFLECT_101 |\n|---|---|---|---|---|---|"
        yield from (start + " |".join(texts) + " |" for start, texts in lines.items())
        yield ""


def early_copy_table(rows):
    """How much quicker a copy is that is launched as filters are, before the stream's last kernel is done."""
    copies = {}
    for r in rows:
        if r["copy_us"] and r["early_copy_us"] and r["src"] == r["dst"]:
            copies.setdefault((r.size, r["src"]), r)
    if not copies:
        return
    yield "## Copies launched as filters are\n\nMultiplied with them, shares of the copy's speed become those of such a copy.\n"
    sizes, types = sorted({size for size, _ in copies}), results.types(rows)
    yield "| | " + " | ".join(types) + " |\n" + "|---" * (len(types) + 1) + "|"
    for size in sizes:
        times = [copies.get((size, t)) for t in types]
        yield f"| {size[0]}×{size[1]} | " + " | ".join(f"{r['early_copy_us'] / r['copy_us']:.2f}" if r else "" for r in times) + " |"
    yield ""


def peer_list(rows):
    yield "## Other libraries\n"
    for peer, name in (("opencv_cuda", "cv::cuda"), ("npp", "NPP")):
        compared = [r for r in rows if r.faster_than(peer) is not None]
        slower = [r for r in compared if r.faster_than(peer) < 1]
        yield f"Faster than {name} in {len(compared) - len(slower)} of {len(compared)} cells." + (" Not in:" if slower else "")
        for r in sorted(slower, key=lambda r: r.faster_than(peer)):
            yield f"- {r.title}, {r['src']}, {r['width']}×{r['height']}, {r['border']}" + \
                  (", region" if r["region"] != "whole" else "") + f": {r.faster_than(peer):.2f}"
        yield ""


def launches(row, column="issue_us"):
    """Empty launches that a call takes: as calls come (issue_us), or of the device's time alone (us)."""
    empty = row["empty_" + column]
    return row[column] / empty if row[column] and empty else None


def launch_list(rows):
    small = [r for r in results.at(rows, 640) if launches(r) is not None]
    above = [r for r in small if launches(r) > MOST_EMPTY_LAUNCHES]
    yield f"## 640×480 beside an empty launch\n\nCalls as they come, within {MOST_EMPTY_LAUNCHES} of empty launches in " + \
          f"{len(small) - len(above)} of {len(small)} cells." + (" Not in (in parentheses: of the device's time alone):" if above else "")
    for r in sorted(above, key=launches, reverse=True):
        yield f"- {r.title}, {r['src']}: {launches(r):.2f} ({launches(r, 'us') or float('nan'):.2f})"


def missed(rows):
    """Titles and types of which some cell misses its floor, with that cell's row at 8192²."""
    with_floor = [r for r in rows if r.share is not None and floor(r) is not None]
    places = dict.fromkeys((r.title, r["src"]) for r in with_floor if not reaches(r))
    return {(r.title, r["src"]): r for r in results.at(rows, 8192) if (r.title, r["src"]) in places}


def main():
    parser = argparse.ArgumentParser(description="Prints, in Markdown, which cells of a record reach the speed that is aimed at.")
    parser.add_argument("record", nargs="?", default=results.RECORD, help="CSV file of cudatiled_perf")
    parser.add_argument("--missed", action="store_true", help="print types and filters that miss a floor instead, for ncu.sh")
    arguments = parser.parse_args()
    rows = results.load(arguments.record)
    plain = results.plain(rows)
    if arguments.missed:
        for title, source in missed(plain):
            print(source, title.split(" → ")[0].replace("×", "x"), sep="\t")
        return
    for line in (*share_tables(plain), *early_copy_table(plain), *border_tables(rows), *peer_list(rows), *launch_list(plain)):
        print(line)


if __name__ == "__main__":
    main()
