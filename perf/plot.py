#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Draws a record: share of the copy as a heat map, speed-up over other libraries as bars, speed against radius, a roofline,
# and the experiments of docs/EXPERIMENTS.md.
import argparse
import pathlib
import sys

import experiments
import results

NOT_INSTALLED = 77  # exit status: a test that cannot run is skipped

try:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import matplotlib.ticker
    import numpy as np
except ImportError as error:
    print(f"plot.py: {error}: install it with apt-get install python3-matplotlib", file=sys.stderr)
    sys.exit(NOT_INSTALLED)

OURS, OPENCV, NPP, COPY, BLUE = "#2a7f62", "#c0504d", "#7f6dab", "#8a8a8a", "#3b6fb5"
LARGEST_FILE = 300_000  # bytes; finer pictures are drawn coarser


def save(figure, file):
    for dpi in (110, 90, 70):
        # White behind everything, so that the text can be read on a dark page too.
        figure.savefig(file, dpi=dpi, facecolor="white", bbox_inches="tight", pad_inches=0.15)
        if file.stat().st_size <= LARGEST_FILE:
            break
    plt.close(figure)
    print(file)


def heat(axes, rows, titles, types):
    by_place = {(r.title, r["src"]): r.share for r in rows}
    shares = np.array([[by_place.get((title, t)) or np.nan for t in types] for title in titles], dtype=float)
    axes.imshow(shares, cmap="YlGn", vmin=0, vmax=100, aspect="auto")
    for (y, x), share in np.ndenumerate(shares):
        if not np.isnan(share):
            axes.text(x, y, f"{share:.0f}", ha="center", va="center", fontsize=8, color="black" if share < 65 else "white")
    axes.set_xticks(range(len(types)), types, fontsize=8)
    axes.set_yticks(range(len(titles)), titles, fontsize=8)
    axes.tick_params(length=0)


def heat_map(rows, device, out):
    plain = results.plain(rows)
    widths = [w for w in (3840, 8192, 16384) if results.at(plain, w)]
    if not widths:
        return
    titles, types = results.titles(plain), results.types(plain)
    figure, panels = plt.subplots(1, len(widths), figsize=(1 + 3.6 * len(widths), 1 + 0.24 * len(titles)), sharey=True, squeeze=False)
    for axes, width in zip(panels[0], widths):
        here = results.at(plain, width)
        heat(axes, here, titles, [t for t in types if t in results.types(here)])
        axes.set_title(f"{width} × {here[0]['height']}", fontsize=10)
    figure.suptitle(f"Percent of the speed of a copy of the same bytes, {device}", fontsize=11, y=1, va="bottom")
    figure.tight_layout()
    save(figure, out / "perf_heatmap.png")


def speed_ups(axes, rows, source):
    here = [r for r in rows if r["src"] == source and (r.faster_than("opencv_cuda") or r.faster_than("npp"))]
    places = np.arange(len(here))
    for shift, peer, name, colour in ((-0.2, "opencv_cuda", "cv::cuda", OPENCV), (0.2, "npp", "NPP", NPP)):
        values = [r.faster_than(peer) or np.nan for r in here]
        # Bars grow from 1: to the right where we are faster, to the left where we are slower.
        axes.barh(places + shift, [v - 1 for v in values], 0.38, left=1, label=f"over {name}", color=colour)
        for place, value in zip(places + shift, values):
            if not np.isnan(value):
                axes.text(max(value, 1) * 1.06, place, f"{value:.1f}" if value < 9.95 else f"{value:.0f}", va="center", fontsize=7)
    axes.axvline(1, color="black", linewidth=1)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(matplotlib.ticker.FormatStrFormatter("%g"))
    axes.set_yticks(places, [r.title for r in here], fontsize=8)
    axes.set_title(source, fontsize=10)
    axes.invert_yaxis()
    axes.margins(x=0.12, y=0.01)
    axes.grid(axis="x", alpha=0.3)


def bars(rows, device, out):
    here = results.at(results.plain(rows), 8192)
    sources = [t for t in ("8UC1", "32FC1") if t in results.types(here)]
    if not sources:
        return
    figure, panels = plt.subplots(1, len(sources), figsize=(6 * len(sources), 1.2 + 0.3 * len(results.titles(here))), squeeze=False)
    for axes, source in zip(panels[0], sources):
        speed_ups(axes, here, source)
    figure.suptitle(f"Times as fast as cv::cuda (explicit stream) and NPP, 8192 × 8192, {device}", fontsize=11, y=1, va="bottom")
    figure.legend(*panels[0][0].get_legend_handles_labels(), fontsize=9, loc="upper left", ncol=2)
    figure.tight_layout()
    save(figure, out / "perf_speedup.png")


def numbers(file):
    """The lines of a record of a view by itself; none if there is no such file."""
    if not file.exists():
        print(f"plot.py: there is no {file}: no chart of it", file=sys.stderr)
        return []
    return results.load_numbers(file)


def radius_chart(rows, out):
    if not rows:
        return
    figure, axes = plt.subplots(figsize=(8, 4.6))
    for column, name, colour, style in (("copy_us", "copy of the same bytes", COPY, "--"), ("us", "cudatiled", OURS, "-"),
                                        ("two_pass_us", "two passes through shared memory", BLUE, "-"),
                                        ("texture_us", "two passes through textures", "#d08a2e", "-"),
                                        ("opencv_cuda_us", "cv::cuda (up to 32 taps)", OPENCV, "-")):
        points = [(r["radius"], r["width"] * r["height"] / r[column]) for r in rows if r.get(column)]
        if points:
            axes.plot(*zip(*points), style, color=colour, label=name, marker="" if style == "--" else "o", markersize=3.5)
    axes.set_xlabel("radius of the kernel (taps: 2 · radius + 1 along rows and columns)")
    axes.set_ylabel("Mpixel/s")
    axes.set_ylim(bottom=0)
    axes.set_xlim(0, 33)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.13), ncol=2)
    first = rows[0]
    axes.set_title(f"Separable filters, {first['src']}, {first['width']:.0f} × {first['height']:.0f}, {first['device']}", fontsize=11)
    save(figure, out / "perf_radius.png")


def median_chart(rows, out):
    if not rows:
        return
    figure, axes = plt.subplots(figsize=(8, 4.6))
    colours = {"8UC1": OURS, "16UC1": "#3b6fb5", "32FC1": OPENCV}
    for src, image in dict.fromkeys((r["src"], r["image"]) for r in rows):
        points = [(r["side"], r["width"] * r["height"] / r["us"]) for r in rows if (r["src"], r["image"]) == (src, image)]
        axes.loglog(*zip(*points), "-" if image == "noise" else "--", color=colours.get(src), label=f"{src}, {image}", marker="o", markersize=3.5)
    axes.set_xlabel("side of the window in pixels")
    axes.set_ylabel("Mpixel/s")
    axes.grid(alpha=0.3, which="both")
    axes.legend(fontsize=9)
    first = rows[0]
    axes.set_title(f"Medians, {first['width']:.0f} × {first['height']:.0f}, {first['device']}", fontsize=11)
    figure.tight_layout()
    save(figure, out / "perf_median.png")


def python_chart(rows, out):
    """Bars of the libraries for each filter: floats of the largest size, which all of them take, on the device."""
    rows = [r for r in rows if r["memory"] == "device" and r["src"] == "32FC1" and r["us"]]
    rows = [r for r in rows if r["width"] == max(r["width"] for r in rows)]
    if not rows:
        return
    filters, libraries = (list(dict.fromkeys(r[column] for r in rows)) for column in ("filter", "library"))
    figure, axes = plt.subplots(figsize=(8.5, 4.6))
    thickness = 0.8 / len(libraries)
    for number, library in enumerate(libraries):
        here = {r["filter"]: r["us"] for r in rows if r["library"] == library}
        places = [filters.index(f) + (number - (len(libraries) - 1) / 2) * thickness for f in here]
        colour = OURS if library.startswith("cudatiled") else None
        axes.bar(places, list(here.values()), thickness * 0.9, label=library, color=colour, alpha=1 if number else 0.7)
    axes.set_yscale("log")
    axes.set_ylabel("µs per call")
    axes.set_xticks(range(len(filters)), filters, fontsize=9)
    axes.grid(axis="y", alpha=0.3)
    axes.legend(fontsize=8, ncol=4, loc="upper center", bbox_to_anchor=(0.5, -0.08))
    first = rows[0]
    axes.set_title(f"In Python, {first['src']}, {first['width']:.0f} × {first['height']:.0f}, {first['device']}", fontsize=11)
    figure.tight_layout()
    save(figure, out / "perf_python.png")


def operations(row):
    """Multiplications and additions per scalar that the filter's usual algorithm needs."""
    width, height = row.kernel
    if row["filter"] == "Box":
        return 5  # two running sums and a scale
    return 2 * (width + height) if row["filter"] in ("Gaussian", "SeparableLinear", "Sobel", "Scharr") else 2 * width * height


def scalar_bytes(row):
    sizes = {"8U": 1, "8S": 1, "16U": 2, "16S": 2, "32S": 4, "32F": 4, "16F": 2}
    return sizes[row["src"].split("C")[0]] + sizes[row["dst"].split("C")[0]]


def peak_operations(context):
    """Float operations per microsecond: 128 lanes in each multiprocessor, a multiply-add counts two. None without the JSON file."""
    if "multiprocessors" not in context:
        return None
    return int(context["multiprocessors"]) * 128 * 2 * float(context["highest_sm_clock_mhz"])


def roofs(axes, rows, context):
    bandwidth = max(scalar_bytes(r) * int(r["src"][-1]) * r.size[0] * r.size[1] / r["copy_us"] for r in rows if r["copy_us"])
    peak = peak_operations(context)
    intensities = np.geomspace(0.5, 300, 200)
    limit = bandwidth * intensities if peak is None else np.minimum(bandwidth * intensities, peak)
    axes.plot(intensities, limit / 1e6, color="black", linewidth=1.5)
    axes.text(0.5, bandwidth * 0.5 / 1e6 * 4, f"copy: {bandwidth / 1e6:.2f} TB/s", fontsize=9)
    if peak is not None:
        axes.text(300, peak / 1e6 * 1.1, f"32-bit float: {peak / 1e6:.0f} Top/s", ha="right", fontsize=9)


def label_apart(axes, points):
    """Names points from top to bottom, leaving out those whose name would lie on another one."""
    named = []
    for x, y, row in sorted(points, key=lambda p: -p[1]):
        if all(abs(np.log10(x / a)) > 0.55 or abs(np.log10(y / b)) > 0.09 for a, b in named):
            axes.annotate(row.title, (x, y), fontsize=6.5, xytext=(5, -2), textcoords="offset points")
            named.append((x, y))


def roofline(rows, device, context, out):
    here = [r for r in results.at(results.plain(rows), 8192) if r["us"]]
    if not here:
        return
    figure, axes = plt.subplots(figsize=(8.5, 5.2))
    roofs(axes, here, context)
    for source, colour, marker in (("8UC1", OURS, "o"), ("16UC1", "#d08a2e", "s"), ("32FC1", "#3b6fb5", "^")):
        of_source = [r for r in here if r["src"] == source]
        points = [(operations(r) / scalar_bytes(r), operations(r) * r.size[0] * r.size[1] / r["us"] / 1e6, r) for r in of_source]
        axes.scatter([p[0] for p in points], [p[1] for p in points], s=26, color=colour, marker=marker, label=source, zorder=3)
        if source == "8UC1":
            label_apart(axes, points)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("operations per byte read or written (multiplications and additions of the usual algorithm)")
    axes.set_ylabel("Top/s")
    axes.grid(alpha=0.3, which="both")
    axes.legend(fontsize=9, loc="lower right")
    axes.set_title(f"Roofline, 8192 × 8192, {device}", fontsize=11)
    save(figure, out / "perf_roofline.png")


def ladder_chart(page, out):
    sources = [t for t in ("32FC1", "8UC1") if page.of("ladder", src=t)]
    figure, panels = plt.subplots(1, len(sources), figsize=(5.5 * len(sources), 4.4), sharey=True, squeeze=False)
    for axes, source in zip(panels[0], sources):
        rows = page.of("ladder", src=source)
        for case, ksize in dict.fromkeys((r["case"], r["ksize"]) for r in rows):
            points = [(r["variant"], 100 * r["copy_us"] / r["us"]) for r in rows if (r["case"], r["ksize"]) == (case, ksize)]
            axes.plot(*zip(*points), "-" if case == "dense" else "--", marker="o", markersize=4, label=f"{case} {experiments.cross(ksize)}")
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(matplotlib.ticker.FormatStrFormatter("%g"))
        axes.set_title(source, fontsize=10)
        axes.set_xlabel("kernel, (a) to (i): cudatiled")
        axes.grid(alpha=0.3, which="both")
    panels[0][0].set_ylabel("percent of the copy's speed")
    panels[0][0].legend(fontsize=8)
    figure.suptitle(f"From a naive kernel to cudatiled, {page.ladder_size()}, {page.device()}", fontsize=11)
    figure.tight_layout()
    save(figure, out / "perf_ladder.png")


def lines_chart(lines, labels, title, file):
    """Lines by name, each of points; both axes logarithmic. The name's last part, after a comma, is the line's style."""
    parts = [name.rpartition(", ") for name in lines]
    colours, styles = (list(dict.fromkeys(part[i] for part in parts)) for i in (0, 2))
    figure, axes = plt.subplots(figsize=(8, 4.4))
    for (name, points), (first, _, last) in zip(lines.items(), parts):
        axes.loglog(*zip(*sorted(points)), ("-", "--", ":")[styles.index(last) % 3] if first else "-", label=name, marker="o",
                    markersize=4, color=f"C{colours.index(first)}" if first else None)
    ticks = sorted({x for points in lines.values() for x, _ in points})
    if ticks[-1] < 1000:
        axes.set_xticks(ticks, [f"{x:g}" for x in ticks])
        axes.xaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())
    axes.yaxis.set_major_formatter(matplotlib.ticker.FormatStrFormatter("%g"))
    axes.yaxis.set_minor_formatter(matplotlib.ticker.LogFormatter(minor_thresholds=(1.5, 0.5)))
    axes.set_xlabel(labels[0])
    axes.set_ylabel(labels[1])
    axes.grid(alpha=0.3, which="both")
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.01, 0.5))
    axes.set_title(title, fontsize=11)
    save(figure, file)


def grouped(pairs):
    """Points by the name of their line."""
    lines = {}
    for name, point in pairs:
        lines.setdefault(name, []).append(point)
    return lines


def experiment_charts(page, out):
    device = page.device()
    ladder_chart(page, out)
    lines_chart(grouped((f"{r['case']} {experiments.cross(r['ksize'])}, {experiments.cross(r['variant'])} threads", (r["n"], r["us"]))
                        for r in page.of("shape") if (r["case"], r["variant"]) in (("dense", "32x8"), ("rows", "64x8"), ("columns", "32x16"))),
                ("results per thread", "µs"), f"Kernel (h), floats of {page.ladder_size()}, {device}", out / "perf_tiles.png")
    lines_chart(grouped((name, (experiments.pixels(row), ops * experiments.pixels(row) / row["us"] / 1000)) for name, row, ops, _ in page.roofline_points()),
                ("pixels of the image", "Gop/s"), f"Operations by image size, 8UC1, {device}", out / "perf_roofline_sizes.png")
    lines_chart(grouped((f"{r['case']}, {threads}", (experiments.pixels(r), r[column] / r["us"])) for column, threads in
                        (("cpu_one_us", "one thread"), ("cpu_all_us", "all")) for r in page.of("filter")),
                ("pixels of the image", "times as fast as OpenCV's CPU"), f"8UC1 in device memory, {device}", out / "perf_cpu.png")
    lines_chart(grouped((f"{r['case']}, {experiments.size(r)}", (r["n"], r["us"])) for r in page.of("histogram") if r["n"]),
                ("pixels per thread", "µs"), f"Histogram by blocks of 256 threads, {device}", out / "perf_histogram.png")


def main():
    parser = argparse.ArgumentParser(description="Draws the charts of a record that its columns allow.")
    parser.add_argument("record", nargs="?", type=pathlib.Path, default=results.RECORD, help="CSV file of cudatiled_perf")
    parser.add_argument("--radius", type=pathlib.Path, help="CSV file of the view radius; default: beside the record, *_radius.csv")
    parser.add_argument("--out", type=pathlib.Path, default=results.ROOT / "docs", help="folder for the pictures")
    arguments = parser.parse_args()
    rows = results.load(arguments.record)
    device, context = results.device(rows, arguments.record), results.context(arguments.record)
    arguments.out.mkdir(parents=True, exist_ok=True)
    heat_map(rows, device, arguments.out)
    bars(rows, device, arguments.out)
    roofline(rows, device, context, arguments.out)
    radius_chart(numbers(arguments.radius or arguments.record.with_name(arguments.record.stem + "_radius.csv")), arguments.out)
    lab = arguments.record.with_name(arguments.record.stem + "_lab.csv")
    if lab.exists():
        experiment_charts(experiments.Page(lab), arguments.out)
    python_chart(numbers(results.later_record(arguments.record, "python")), arguments.out)
    median_chart(numbers(arguments.record.with_name(arguments.record.stem + "_median.csv")), arguments.out)


if __name__ == "__main__":
    main()
