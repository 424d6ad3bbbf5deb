#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Holds a record to the speeds that are aimed at: shares of the copy's speed, other libraries, an empty launch.
import argparse

import results

# Percent of the speed of a copy, at 8192² and above: of 8UC1; of 8UC3 and 8UC4; of 16UC1 and 16SC1; of 32FC1.
FLOORS = {
    "Linear 3×3 integer taps": (95, 95, 93, 93),
    "Linear 3×3 float taps": (88, 88, 92, 95),
    "Linear 5×5 float taps": (60, 55, 72, 92),
    "Linear 7×7 float taps": (48, 42, 50, 75),
    "Linear 11×11 float taps": (28, 22, 22, 35),
    "Linear 5×5 integer taps": (85, 80, 75, 92),
    "Linear 7×7 integer taps": (82, 80, 55, 75),
    "Linear 11×11 integer taps": (68, 58, 25, 35),
    "Sharpen 3×3": (95, 95, 93, 93),
    "Emboss 3×3": (95, 95, 93, 93),
    "Laplacian 3×3": (95, 95, 93, 93),
    "SeparableLinear 5×5": (75, 68, 85, 94),
    "SeparableLinear 15×15": (60, 52, 70, 80),
    "SeparableLinear 31×31": (45, 38, 50, 55),
    "Sobel 3×3": (93, 93, 92, 93),
    "Sobel 3×3 → 16S": (88, 88, None, None),
    "Sobel 3×3 → 32S": (85, 85, None, None),
    "Sobel 3×3 Scharr": (93, 93, 92, 93),
    "Sobel 3×3 Scharr → 16S": (88, 88, None, None),
    "Gradient 3×3 → 16S": (80, 80, None, None),
    "Gradient 3×3 L1 → 16S": (80, 80, None, None),
    "Box 3×3": (93, 93, 93, 85),
    "Box 5×5": (93, 93, 93, 85),
    "Box 15×15": (85, 80, 80, 88),
    "Box 31×31": (75, 65, 75, 78),
    "Box 101×101": (60, 45, 60, 60),
    "RowSum 15×1 → 32F": (85, None, None, None),
    "ColumnSum 1×15 → 32F": (85, None, None, None),
    "Gaussian 3×3": (95, 95, 92, 91),
    "Gaussian 5×5": (93, 91, 75, 94),
    "Gaussian 7×7": (85, 80, 68, 92),
    "Gaussian 9×9": (80, 80, 65, 88),
    "Gaussian 15×15": (85, 80, 65, 80),
    "Gaussian 31×31": (70, 60, 50, 60),
    "Morphology 3×3 erode": (95, None, None, None),
    "Morphology 15×15 erode": (88, 82, 90, 75),
    "Morphology 31×31 erode": (82, 70, 80, 60),
    "Morphology 3×3 open": (80, None, None, None),
    "Morphology 15×15 open": (55, 45, 55, 40),
    "Median 3×3": (82, 75, 93, 93),
    "Median 5×5": (22, 20, 36, 38),
    "Median 7×7": (12, 11, 20, 21),
    "Median 15×15": (6, 6, 7, 7),
    "Median 31×31": (3.5, 3.5, 2.5, 2.5),
    "Gray 1×1": (None, 92, None, None),
    "Contrast 1×1": (92, 92, None, None),
    "LookUpTable 1×1": (92, 92, None, None),
    "Threshold 1×1": (92, 92, 92, 92),
    "Threshold 1×1 tozero": (92, 92, 92, 92),
    # These read twice and write once: 80 % of the rate of a copy is 80 * 2 / 3 % of its speed.
    "AutoContrast 1×1": (53, 53, None, None),
    "GreyWorld 1×1": (None, 53, None, None),
    "PyrDown 5×5": (75, 75, 75, 75),
    "Resize 1×1 x 1/2": (80, 80, 80, 80),
    "Resize 1×1 x 2": (80, 80, 80, 80),
}
POINTS_BELOW_AT_4K = 8
MOST_EMPTY_LAUNCHES = 1.15  # at 640×480
TYPES = {"8UC1": 0, "8UC3": 1, "8UC4": 1, "16UC1": 2, "16SC1": 2, "32FC1": 3}


def floor(row):
    """Percent of the copy's speed that is aimed at, or None."""
    aims = FLOORS.get(row.title)
    aim = aims[TYPES[row["src"]]] if aims and row["src"] in TYPES else None
    if aim is None or row.size[0] >= 8192:
        return aim
    return aim - POINTS_BELOW_AT_4K if row.size[0] == 3840 and aim > POINTS_BELOW_AT_4K else None


def cell(row):
    """Share / floor, in bold where the floor is missed."""
    if row is None or row.share is None:
        return ""
    aim = floor(row)
    if aim is None:
        return f"{row.share:.0f}"
    text = f"{row.share:.0f}/{aim}" if aim == round(aim) else f"{row.share:.1f}/{aim}"
    return text if reaches(row) else f"**{text}**"


def reaches(row):
    """Shares are rounded to percent, unless the floor is a fraction."""
    aim = floor(row)
    return (round(row.share) if aim == round(aim) else row.share) >= aim


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


def name_of(title):
    """What cudatiled_perf calls the filter of a title, without its depths."""
    return title.split(" → ")[0].replace(" 1×1", "").replace("×", "x")


def main():
    parser = argparse.ArgumentParser(description="Prints, in Markdown, which cells of a record reach the speed that is aimed at.")
    parser.add_argument("record", nargs="?", default=results.RECORD, help="CSV file of cudatiled_perf")
    parser.add_argument("--missed", action="store_true", help="print types and filters that miss a floor instead, for ncu.sh")
    arguments = parser.parse_args()
    rows = results.load(arguments.record)
    plain = results.plain(rows)
    if arguments.missed:
        for title, source in missed(plain):
            print(source, name_of(title), sep="\t")
        return
    for line in (*share_tables(plain), *early_copy_table(plain), *border_tables(rows), *peer_list(rows), *launch_list(plain)):
        print(line)


if __name__ == "__main__":
    main()
