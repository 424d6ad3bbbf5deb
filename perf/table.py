#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Prints the tables of speeds of a record. --write puts them and the charts into the README, docs/SYSTEMS.md and
# docs/PYTHON.md, --check tells whether they are there.
import argparse
import pathlib
import re
import sys
import textwrap

import results

README, SYSTEMS, PYTHON = (results.ROOT / name for name in ("README.md", "docs/SYSTEMS.md", "docs/PYTHON.md"))
WIDTH = 8192
TYPES = ["8UC1", "8UC3", "8UC4", "16UC1", "16SC1", "32FC1"]
# What the README begins with: the filters used most, small and large, as far as they were recorded.
FIRST = ["Linear 3×3 integer taps", "Sobel 3×3 → 16S", "Gaussian 5×5", "Gaussian 15×15", "Box 3×3", "Box 31×31", "Morphology 3×3 erode",
         "Median 3×3"]
HOST_IMAGES = [("Gaussian", "8UC1", 640), ("Gaussian", "8UC1", 1920), ("Gaussian", "8UC3", 3840),
               ("Gaussian", "8UC1", 8192), ("Sharpen", "32FC1", 3840), ("Box", "8UC3", 3840),
               ("Morphology", "8UC3", 3840), ("Sobel", "8UC3", 8192)]
CPU_SIZES = ["640 × 480", "1024 × 1024", "1920 × 1080", "3840 × 2160", "8192 × 8192"]
HOST_COLUMNS = ("bound_us", "page_locked_us", "pageable_us", "opencv_cpu_us")
# Of Python's libraries: what the README shows, and the side of its images.
FIRST_IN_PYTHON, SIDE_IN_PYTHON = ["Gaussian 5x5", "Gaussian 15x15", "Median 5x5", "Erode 5x5"], 4096
CHARTS = [("perf_heatmap.png", "Percent of the speed of a copy"), ("perf_speedup.png", "Times as fast as cv::cuda and NPP"),
          ("perf_radius.png", "Speed of separable filters against their radius"),
          ("perf_median.png", "Speed of medians against their window"), ("perf_roofline.png", "Roofline")]

# What a course report printed of its pipeline on a GTX 480: milliseconds of its sequential program and of its kernels.
# Its contrast stage is added to its histogram; at 1024 x 1024 its kernels are added up here.
GTX_480 = {8192: {"gray": (436.8, 5.013), "histogram": (123.4, 54.04), "histogram-contrast": (579.2, 62.66),
                  "tent": (6331, 84.23), "all stages": (7347, 151.9), "transfers": (None, 172.9),
                  "program, page-locked": (7347, 643.9)},
           1024: {"gray": (7.075, 0.253), "histogram": (1.388, 0.133), "histogram-contrast": (9.730, 0.419),
                  "tent": (84.78, 1.316), "all stages": (101.6, 1.988)}}


def number(value):
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}"


def share(row):
    """Percent of the copy's speed; nothing where it was not measured."""
    if row is None or row.share is None:
        return ""
    return f"{row.share:.0f}" if row.share >= 0.95 else f"{row.share:.1f}"


def times(rows, peer):
    """How many times as fast as another library, from the lowest to the highest of the rows."""
    found = sorted(r.faster_than(peer) for r in rows if r.faster_than(peer))
    texts = list(dict.fromkeys(number(t) for t in found[:1] + found[-1:]))
    return " … ".join(texts) if texts else "–"


def grouped(rows):
    """The rows of each title: filters as they come in the record, within a filter by variant, destination and size."""
    filters, variants = (list(dict.fromkeys(r[c] for r in rows)) for c in ("filter", "variant"))
    place = lambda r: (filters.index(r["filter"]), variants.index(r["variant"]), r.widens, r.kernel[0] * r.kernel[1])
    groups = {}
    for row in sorted(rows, key=place):
        groups.setdefault(row.title, []).append(row)
    return groups


def header(columns):
    return ["| " + " | ".join(columns) + " |", "|---" + "|--:" * (len(columns) - 1) + "|"]


def line(cells):
    return "| " + " | ".join(cells) + " |"


def recorded(path):
    rows = results.at(results.plain(results.load(path)), WIDTH)
    return grouped([r for r in rows if r["src"] in TYPES])


def shares(group, types):
    by_type = {r["src"]: r for r in group}
    return [share(by_type.get(t)) for t in types]


def table(path):
    """All filters and types."""
    lines = header(["% of the copy's speed"] + TYPES + ["× cv::cuda", "× NPP"])
    for title, group in recorded(path).items():
        lines.append(line([title] + shares(group, TYPES) + [times(group, "opencv_cuda"), times(group, "npp")]))
    return "\n".join(lines) + "\n"


def first_table(path):
    """Some filters, and microseconds of one of their types."""
    groups = recorded(path)
    lines = header(["", "8UC1, µs", "% of the copy's speed: 8UC1", "8UC3", "32FC1", "× cv::cuda", "× NPP"])
    for title in FIRST:
        group = groups.get(title, [])
        gray = [r for r in group if r["src"] == "8UC1" and r["us"]]
        if gray:
            lines.append(line([title, f"{gray[0]['us']:.0f}"] + shares(group, ["8UC1", "8UC3", "32FC1"]) +
                              [times(gray, "opencv_cuda"), times(gray, "npp")]))
    return "\n".join(lines) + "\n"


def host_images(path):
    """Host images beside the link and OpenCV's CPU; nothing where they were not recorded."""
    file = pathlib.Path(path).with_name(pathlib.Path(path).stem + "_transfers.csv")
    rows = results.load_numbers(file) if file.exists() else []
    by_cell = {(r["filter"], r["src"], r["dst"], int(r["width"])): r for r in rows}
    lines = header(["Host images", "link, ms", "page-locked", "cv::Mat", "OpenCV's CPU", "× OpenCV's CPU, cv::Mat"])
    for name, type_, width in HOST_IMAGES:
        row = by_cell.get((name, type_, type_, width))
        if row:
            milliseconds = [f"{row[column] / 1000:.2f}" for column in HOST_COLUMNS]
            title = f"{name} {row['ksize'].replace('x', '×')}, {type_}, {width} × {int(row['height'])}"
            lines.append(line([title] + milliseconds + [number(row["opencv_cpu_us"] / row["pageable_us"])]))
    if not rows:
        return ""
    return (f"Host images on the same kind of device, with {int(rows[0]['threads'])} threads of the host:\n\n" +
            "\n".join(lines) + "\n")


def batches(path):
    """Batches beside the copy, a loop and CV-CUDA; nothing where they were not recorded."""
    files = [results.later_record(path, view) for view in ("batches", "cv_cuda")]
    rows, peers = (results.load_numbers(file) if file.exists() else [] for file in files)
    of_peer = {(r["filter"], r["src"]): r["cvcuda_us"] for r in peers}
    lines = header([f"256 images of 224 × 224 on an {rows[0]['device']}" if rows else "", "copy, µs", "batch",
                    "one by one", "CV-CUDA"])
    for row in rows:
        if row["memory"] == "one tensor" and (row["filter"], row["src"]) in of_peer:
            peer = of_peer[row["filter"], row["src"]]
            lines.append(line([f"{re.sub(r'(?<=[0-9])x', '×', row['filter'])}, {row['src']}"] +
                              [f"{value:.0f}" for value in (row["copy_us"], row["us"], row["loop_us"], peer)]))
    return "\n".join(lines) + "\n" if rows and peers else ""


def cpu(path):
    """Filters beside OpenCV's CPU with one thread and with all, at every size; nothing where they were not recorded."""
    file = pathlib.Path(path).with_name(pathlib.Path(path).stem + "_lab.csv")
    rows = results.load_numbers(file) if file.exists() else []
    threads = next((r["variant"] for r in rows if r["case"] == "cpu_threads"), "?")
    lines = header(["OpenCV's CPU, times as long: one thread / all"] + CPU_SIZES)
    by_cell = {(r["case"], f"{r['width']:.0f} × {r['height']:.0f}"): r for r in rows if r["experiment"] == "filter"}
    for name in dict.fromkeys(name for name, _ in by_cell):
        cells = (by_cell.get((name, size)) for size in CPU_SIZES)
        lines.append(line([re.sub(r"(?<=[0-9])x", "×", name)] +
                          [f"{number(r['cpu_one_us'] / r['us'])} / {number(r['cpu_all_us'] / r['us'])}" if r else "–" for r in cells]))
    return (f"OpenCV's CPU with one thread and with all {threads} takes so many times as long as the device for images in its\n"
            f"memory, 8UC1; [docs/EXPERIMENTS.md](docs/EXPERIMENTS.md) has more such experiments:\n\n" + "\n".join(lines) +
            "\n") if by_cell else ""


def milliseconds(value):
    """Four digits."""
    return "" if value is None else f"{value:.4g}" if value < 1000 else f"{value:.0f}"


def pipeline(path):
    """The stages of the pipeline beside OpenCV's CPU and the report's figures; nothing where they were not recorded."""
    file = pathlib.Path(path).with_name(pathlib.Path(path).stem + "_pipeline.csv")
    rows = results.load_numbers(file) if file.exists() else []
    text = ""
    for width in sorted({int(r["width"]) for r in rows}):
        of_size = {r["stage"]: r for r in rows if int(r["width"]) == width}
        threads = int(next(iter(of_size.values()))["threads"])
        if {"upload", "download"} <= of_size.keys():
            both = of_size["upload"]["us"] + of_size["download"]["us"]
            of_size["transfers"] = {"us": both, "opencv_one_us": None, "opencv_all_us": None}
        lines = header([f"{width} × {width}, ms", "here", "OpenCV, 1 thread", f"OpenCV, {threads} threads",
                        "× 1 thread", "GTX 480: sequential", "GTX 480"])
        for stage, row in of_size.items():
            times = [row[c] and row[c] / 1000 for c in ("us", "opencv_one_us", "opencv_all_us")]
            faster = number(times[1] / times[0]) if times[1] else ""
            lines.append(line([stage] + [milliseconds(t) for t in times] + [faster] +
                              [milliseconds(t) for t in GTX_480.get(width, {}).get(stage, (None, None))]))
        text += "\n" + "\n".join(lines) + "\n"
    return f"On an {rows[0]['device']}:\n{text}" if rows else ""


def sections_of_systems(path):
    return {"pipeline": pipeline(path)}


def python_rows(path):
    """The record of Python's libraries; empty where they were not recorded."""
    file = results.later_record(path, "python")
    return results.load_numbers(file) if file.exists() else []


def python_table(rows, unit, microseconds=1, decimals="{:.0f}"):
    """Each filter, type and size, and the time of each library. The first one's column says what was measured."""
    libraries = list(dict.fromkeys(r["library"] for r in rows))
    times_of = {(r["filter"], r["src"], r["width"], r["height"], r["library"]): r["us"] for r in rows}
    lines = header([unit] + libraries)
    for cell in dict.fromkeys(key[:4] for key in times_of):
        values = [times_of.get((*cell, library)) for library in libraries]
        if any(values):
            title = re.sub(r"(?<=[0-9])x", "×", cell[0]) + f", {cell[1]}, {cell[2]:.0f} × {cell[3]:.0f}"
            lines.append(line([title] + [decimals.format(v / microseconds) if v else "–" for v in values]))
    return "\n".join(lines) + "\n"


def python_sections(path):
    """All of the record for docs/PYTHON.md, and some lines of it for the README."""
    rows = python_rows(path)
    if not rows:
        return "", ""
    device, host = ([r for r in rows if r["memory"] == memory] for memory in ("device", "host"))
    versions = dict.fromkeys(f"{r['library']} {r['version']}" for r in rows if not r["library"].startswith("cudatiled"))
    chart, record = results.ROOT / "docs" / "perf_python.png", results.later_record(path, "python")
    beside = "; ".join(version.replace(" ", "\N{NO-BREAK SPACE}") for version in versions)
    beside = textwrap.fill(f"On an {rows[0]['device']}, beside {beside}.", 120).replace("\N{NO-BREAK SPACE}", " ")
    whole = (f"## Speed\n\n{beside}\n– stands where a library lacks "
             "the filter or the type, or its result is another;\n"
             f"[the record](../perf/results/{record.name}) says which.\n\n" +
             python_table(device, "Arrays on the GPU, µs") + "\n" +
             python_table(host, "Arrays on the host, ms", 1000, "{:.2f}") +
             (f"\n![Times of Python's libraries]({chart.name})\n" if chart.exists() else ""))
    few = [r for r in device if r["filter"] in FIRST_IN_PYTHON and r["width"] == SIDE_IN_PYTHON and r["src"] == "32FC1"]
    return whole, python_table(few, f"In Python, arrays on an {rows[0]['device']}, µs")


def sections(path):
    """What stands between the README's marks, by the name in the marks."""
    device = results.device(results.load(path), path)
    charts = [f"![{text}](docs/{name})\n" for name, text in CHARTS if (results.ROOT / "docs" / name).exists()]
    return {"first speeds": f"On an {device}, images of {WIDTH}²; the last columns are of 8UC1:\n\n" + first_table(path),
            "host images": host_images(path),
            "batches": batches(path),
            "CPU": cpu(path),
            "python": python_sections(path)[1],
            "speeds": f"On an {device}, images of {WIDTH}²:\n\n" + table(path) +
                      "\n<details><summary>Charts</summary>\n\n" + "".join(charts) + "\n</details>\n"}


def with_sections(document, tables):
    """A document's text with these tables."""
    text = document.read_text(encoding="utf-8")
    for name, body in tables.items():
        begin, end = f"<!-- {name}: printed by perf/table.py -->\n", f"<!-- /{name} -->\n"
        if begin not in text or end not in text:
            sys.exit(f"{document.name} has no place for a table: it needs the lines\n{begin}{end}")
        text = text[:text.index(begin)] + begin + body + text[text.index(end):]
    return text


def main():
    parser = argparse.ArgumentParser(description="Prints the table of speeds of a record, for the README.")
    parser.add_argument("record", nargs="?", default=results.RECORD, help="CSV file of cudatiled_perf")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="fail if the documents have others")
    action.add_argument("--write", action="store_true", help="put tables and charts into the documents")
    arguments = parser.parse_args()
    if not arguments.check and not arguments.write:
        print(table(arguments.record), end="")
        return
    bodies = {README: sections(arguments.record), SYSTEMS: sections_of_systems(arguments.record),
              PYTHON: {"python": python_sections(arguments.record)[0]}}
    for document, tables in bodies.items():
        new = with_sections(document, tables)
        if arguments.write:
            document.write_text(new, encoding="utf-8")
        elif new != document.read_text(encoding="utf-8"):
            sys.exit(f"{document.name} has other tables of speeds than perf/table.py prints; "
                     "perf/table.py --write puts it right")


if __name__ == "__main__":
    main()
