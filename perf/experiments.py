#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Prints docs/EXPERIMENTS.md from the record of the view lab: lab/experiments.txt with its figures and tables. In that text {{…}}
# holds an expression of the functions of Page. --write puts the page into docs, --check tells whether it is there.
import argparse
import pathlib
import re
import sys

import counters
import results

PAGE = results.ROOT / "docs" / "EXPERIMENTS.md"
TEXT = results.ROOT / "perf" / "lab" / "experiments.txt"
RECORD = results.RECORD.with_name("h200_lab.csv")
RUNGS = {"a": ("a_global_taps", "global memory alone"), "b": ("b_constant_taps", "taps in constant memory"),
         "c": ("c_one_load_a_thread", "shared tile, a load a thread"),
         "d": ("d_several_loads_a_thread", "shared tile, several loads a thread"),
         "e": ("e_mask_block_by_block", "the mask block by block"), "f": ("f_texture", "texture"),
         "g": ("g_padded", "no index tests, padded image"), "h": ("h_unrolled", "as (d), loops unrolled"),
         "i": (None, "cudatiled")}
# Operations and bytes of a pixel, as the course report counts them, and its milliseconds at 1024² and 8192² on a GTX 480.
STAGES = {"gray": (5, 4, 0.253, 5.013), "histogram": (2, 2, 0.133, 54.04), "contrast": (3, 2, 0.286, 8.615),
          "smoothing": (5, 2, 1.316, 84.23)}
# Of the article: the sides of the masks, and how many times as fast as its CPU at 2027² and 177².
ARTICLE = {"3x3": (3.6, 2.2), "5x5": (9.1, None), "7x7": (16.6, None), "9x9": (25.2, 16.2)}


def figure(value):
    """Three digits."""
    digits = 0 if value >= 99.5 else 1 if value >= 9.95 else 2 if value >= 0.0995 else 4
    return f"{value:.{digits}f}"


def table(header, rows):
    return "\n".join(["| " + " | ".join(header) + " |", "|---" + "|--:" * (len(header) - 1) + "|"] +
                     ["| " + " | ".join(row) + " |" for row in rows])


def cross(text):
    return re.sub(r"(?<=\d)x(?=\d)", " × ", text)


def pixels(row):
    return row["width"] * row["height"]


def size(row):
    return f"{row['width']:.0f} × {row['height']:.0f}"


def operations(row):
    """Multiplications and additions a pixel that the filter's usual algorithm needs; None for minima and medians."""
    name, side = row["case"].split()[0], int(row["ksize"].split("x")[0])
    return {"Linear": 2 * side * side, "Box": 5, "Gaussian": 4 * side, "Sobel": 4 * side}.get(name)


def type_bytes(row):
    sizes = {"8U": 1, "16S": 2, "32F": 4}
    return sum(sizes[row[c].split("C")[0]] * int(row[c][-1]) for c in ("src", "dst"))


class Page:
    def __init__(self, record):
        record = pathlib.Path(record)
        rows = results.load_numbers(record)
        self.facts = {r["case"]: r["variant"] for r in rows if r["experiment"] == "fact"}
        self.rows = [r for r in rows if r["experiment"] != "fact"]
        radius = record.with_name(record.stem.replace("_lab", "_radius") + ".csv")
        self.radii = results.load_numbers(radius) if radius.exists() else []
        blocks = record.with_name(record.stem + "_ncu.txt")
        self.counts = counters.load_blocks(blocks) if blocks.exists() else {}

    def of(self, experiment, **fields):
        return [r for r in self.rows if r["experiment"] == experiment and all(r[c] == v for c, v in fields.items())]

    def one(self, experiment, **fields):
        found = self.of(experiment, **fields)
        if not found:
            raise SystemExit(f"the record has no {experiment} with {fields}")
        return found[0]

    # What the times depend on.

    def device(self):
        return self.rows[0]["device"]

    def commit(self):
        return self.rows[0]["commit"]

    def threads(self):
        return self.facts.get("cpu_threads", "?")

    def ladder_size(self):
        return size(self.of("ladder")[0])

    def bandwidth(self):
        """Bytes a microsecond of the fastest copy."""
        return max(type_bytes(r) * pixels(r) / r["copy_us"] for r in self.rows if r["copy_us"])

    def peak(self):
        """Float operations a microsecond: 128 lanes in each multiprocessor, a multiply-add counts two."""
        return int(self.facts.get("multiprocessors", 0)) * 128 * 2 * float(self.facts.get("highest_sm_clock_mhz", 0))

    def ridge(self):
        return figure(self.peak() / self.bandwidth())

    def peak_text(self):
        return figure(self.peak() / 1e6)

    def bandwidth_text(self):
        return figure(self.bandwidth() / 1e6)

    # The ladder.

    def rung(self, case, side, src, letter):
        return self.one("ladder", case=case, ksize=f"{side}x{side}", src=src, variant=letter)

    def faster(self, letter, than, case="dense", side=9, src="32FC1"):
        """How many times as fast one rung is as another."""
        return figure(self.rung(case, side, src, than)["us"] / self.rung(case, side, src, letter)["us"])

    def share(self, letter, case="dense", side=9, src="32FC1"):
        """Percent of the speed of a copy."""
        row = self.rung(case, side, src, letter)
        return figure(100 * row["copy_us"] / row["us"])

    def rungs_range(self, letter, than):
        """How many times as fast, from the lowest to the highest of all masks and types."""
        ratios = [than_row["us"] / row["us"] for row in self.of("ladder", variant=letter)
                  for than_row in self.of("ladder", variant=than, case=row["case"], ksize=row["ksize"], src=row["src"])]
        return f"{figure(min(ratios))} … {figure(max(ratios))}"

    def ladder_table(self, src):
        rows = self.of("ladder", src=src)
        cases = list(dict.fromkeys((r["case"], r["ksize"]) for r in rows))
        lines = []
        for letter, (header, meaning) in RUNGS.items():
            name = f"({letter}) {meaning}"
            cells = [f"[{name}](../perf/lab/{header}.cuh)" if header else f"**{name}**"]
            for case, ksize in cases:
                row = self.one("ladder", src=src, case=case, ksize=ksize, variant=letter)
                first = self.one("ladder", src=src, case=case, ksize=ksize, variant="a")
                cells.append(f"{figure(row['us'])} ({figure(first['us'] / row['us'])} ×)")
            lines.append(cells)
        copies = [self.one("ladder", src=src, case=case, ksize=ksize, variant="a")["copy_us"] for case, ksize in cases]
        lines.append(["a copy of the same bytes"] + [figure(c) for c in copies])
        return table(["µs (times as fast as (a))"] + [f"{case} {cross(ksize)}" for case, ksize in cases], lines)

    # Radii.

    def radius_table(self):
        chosen = [r for r in self.radii if r["radius"] in (1, 2, 4, 8, 12, 16, 20, 24, 32)]
        speed = lambda row, column: f"{pixels(row) / row[column] / 1000:.1f}" if row.get(column) else "–"
        columns = (("copy_us", "copy"), ("us", "cudatiled"), ("two_pass_us", "two passes"), ("texture_us", "textures"),
                   ("opencv_cuda_us", "cv::cuda"))
        return table(["radius"] + [f"{name}, Gpixel/s" for _, name in columns] + ["two passes / textures"],
                     [[f"{r['radius']:.0f}"] + [speed(r, c) for c, _ in columns] +
                      [figure(r["texture_us"] / r["two_pass_us"]) if r.get("texture_us") else "–"] for r in chosen])

    def texture_ratio(self):
        ratios = [r["texture_us"] / r["two_pass_us"] for r in self.radii if r.get("texture_us")]
        return f"{figure(min(ratios))} … {figure(max(ratios))}" if ratios else "–"

    def radii_size(self):
        return size(self.radii[0]) if self.radii else "–"

    def slower_from(self):
        """A sentence on the radius from which two passes take less time than cudatiled."""
        slower = [int(r["radius"]) for r in self.radii if r["us"] > r["two_pass_us"]]
        if not slower:
            return "cudatiled, which makes one pass, is the faster one at every radius"
        last = self.radii[-1]
        return (f"cudatiled, which makes one pass, takes longer than two passes at {len(slower)} of {len(self.radii)} radii,\n"
                f"the smallest of which is {slower[0]}; at {last['radius']:.0f} it takes "
                f"{figure(last['us'] / last['two_pass_us'])} times as long")

    # Tiles.

    def loaded(self, row):
        """Pixels that a block loads for each of its results."""
        (x, y), (radius_x, radius_y) = ([int(n) for n in row["variant"].split("x")],
                                        [int(n) // 2 for n in row["ksize"].split("x")])
        wide, high = (x * row["n"], y) if radius_y == 0 else (x, y * row["n"])
        return (wide + 2 * radius_x) * (high + 2 * radius_y) / (wide * high)

    def shape_table(self, case, ksize):
        rows = self.of("shape", case=case, ksize=ksize)
        return table(["threads", "results a thread", "loaded / stored", "µs", "% of a copy"],
                     [[cross(r["variant"]), f"{r['n']:.0f}", figure(self.loaded(r)), figure(r["us"]),
                       figure(100 * r["copy_us"] / r["us"])] for r in rows])

    def shape_gain(self, case, ksize, threads, n):
        """How many times as fast n results a thread are as one."""
        one, several = (self.one("shape", case=case, ksize=ksize, variant=threads, n=float(k)) for k in (1, n))
        return figure(one["us"] / several["us"])

    def best_shape(self, case, ksize):
        best = min(self.of("shape", case=case, ksize=ksize), key=lambda r: r["us"])
        return f"{cross(best['variant'])} threads with {best['n']:.0f} result{'s' if best['n'] > 1 else ''} each"

    def idle_table(self):
        rows = self.of("ladder", src="32FC1", case="dense", variant="c")
        lines = []
        for row in rows:
            side = int(row["ksize"].split("x")[0])
            share = ((16 - side + 1) / 16) ** 2
            other = self.rung("dense", side, "32FC1", "d")
            lines.append([cross(row["ksize"]), f"{100 * share:.0f} %", figure(row["us"]), figure(other["us"])])
        return table(["mask", "threads of (c) that compute", "(c), µs", "(d), µs"], lines)

    # The table of sizes and masks.

    def mask_table(self):
        lines = []
        for r in self.of("mask"):
            agree = "yes" if r["difference"] <= 0.001 else f"no: {r['difference']:g}"
            lines.append([f"{size(r)}", cross(r["ksize"]), f"{r['host_us'] / 1000:.3f}", f"{r['us'] / 1000:.4f}",
                          f"{r['cpu_one_us'] / 1000:.3f}", f"{r['cpu_all_us'] / 1000:.3f}",
                          figure(r["cpu_one_us"] / r["host_us"]), figure(r["cpu_all_us"] / r["host_us"]), agree])
        return table(["image", "mask", "host to host, ms", "device alone, ms", "CPU, one thread, ms", "CPU, all threads, ms",
                      "times as fast as one thread", "as all", "agree"], lines)

    def mask_speed_up(self, ksize):
        row = max(self.of("mask", ksize=ksize), key=pixels)
        return figure(row["cpu_one_us"] / row["host_us"])

    def article_table(self):
        return table(["mask", "article, 2027²", f"here, {size(max(self.of('mask'), key=pixels))}, one thread"],
                     [[cross(ksize), f"{ratios[0]} ×", f"{self.mask_speed_up(ksize)} ×"] for ksize, ratios in ARTICLE.items()])

    # The pipeline, and rooflines.

    def stage_table(self):
        lines = []
        for row in self.of("stage"):
            report = {1024: 2, 8192: 3}.get(row["width"])
            milliseconds = STAGES[row["case"]][report] if report else None
            lines.append([row["case"], size(row), figure(milliseconds) if milliseconds else "–", figure(row["us"]),
                          figure(1000 * milliseconds / row["us"]) if milliseconds else "–", figure(row["cpu_one_us"] / 1000),
                          figure(row["cpu_all_us"] / 1000), figure(row["cpu_one_us"] / row["us"])])
        return table(["stage", "image", "GTX 480, ms", "here, µs", "times as fast", "CPU, one thread, ms", "CPU, all threads, ms",
                      "times as fast as one thread"], lines)

    def roofline_points(self):
        """(name, row, operations, bytes) of a pixel."""
        for row in self.of("stage"):
            yield row["case"], row, *STAGES[row["case"]][:2]
        for row in self.of("filter"):
            if operations(row):
                yield row["case"], row, operations(row), type_bytes(row)

    def roofline_table(self):
        lines = []
        for name, row, ops, size_ in self.roofline_points():
            if row["experiment"] == "filter" and row["width"] not in (1024, 8192):
                continue
            attainable = min(self.peak(), ops / size_ * self.bandwidth()) or ops / size_ * self.bandwidth()
            achieved = ops * pixels(row) / row["us"]
            lines.append([cross(name), size(row), str(ops), str(size_), figure(ops / size_), figure(attainable / 1000),
                          figure(achieved / 1000), f"{100 * achieved / attainable:.0f} %"])
        return table(["filter", "image", "operations a pixel", "bytes a pixel", "operations a byte", "attainable, Gop/s",
                      "achieved, Gop/s", "share"], lines)

    # OpenCV's CPU.

    def cpu_table(self):
        return table(["filter", "image", "GPU, µs", "host to host, ms", "CPU, one thread, ms", "CPU, all threads, ms",
                      "GPU × one thread", "host to host × all threads"],
                     [[cross(r["case"]), size(r), figure(r["us"]), figure(r["host_us"] / 1000), figure(r["cpu_one_us"] / 1000),
                       figure(r["cpu_all_us"] / 1000), figure(r["cpu_one_us"] / r["us"]), figure(r["cpu_all_us"] / r["host_us"])]
                      for r in self.of("filter")])

    # Histograms.

    def histogram_table(self):
        rows = self.of("histogram")
        columns = list(dict.fromkeys((r["width"], r["height"], r["case"]) for r in rows))
        time = lambda n, column: figure(self.one("histogram", n=n, width=column[0], height=column[1], case=column[2])["us"])
        lines = [[f"{n:.0f}" if n else "**cudatiled**"] + [time(n, c) for c in columns]
                 for n in list(dict.fromkeys(r["n"] for r in rows))]
        return table(["pixels a thread"] + [f"{w:.0f} × {h:.0f}, {case}, µs" for w, h, case in columns], lines)

    def histogram_gain(self, n, than):
        large = max(r["width"] for r in self.of("histogram"))
        first, second = (self.one("histogram", n=float(k), width=large, case="noise")["us"] for k in (n, than))
        return figure(second / first)

    def best_stride(self):
        large = max(r["width"] for r in self.of("histogram"))
        return f"{min((r for r in self.of('histogram', width=large, case='noise') if r['n']), key=lambda r: r['us'])['n']:.0f}"

    # Counters.

    def counter_table(self, prefix):
        lines = []
        for heading, count in self.counts.items():
            if not heading.startswith(prefix):
                continue
            samples = counters.SAMPLES
            instructions = 32 * count["smsp__inst_executed.sum"] / samples
            in_dram = (count.get("dram__bytes_read.sum", 0) + count.get("dram__bytes_write.sum", 0)) / samples
            lines.append([f"`{heading.removeprefix(prefix)}`", figure(instructions), counters.busiest(count), counters.waits(count),
                          counters.warps(count), counters.conflicts(count, samples),
                          figure(32 * count.get("lts__t_sectors.sum", 0) / samples), figure(in_dram)])
        if not lines:
            return "Nsight Compute was not there when the record was made: it has no counters."
        return table(["", "instructions", "busiest units", "waits for", "warps", "conflicts", "bytes from L2", "from DRAM"], lines)

    def text(self):
        functions = {name: getattr(self, name) for name in dir(self) if not name.startswith("_")}
        fill = lambda found: str(eval(found[1], {"__builtins__": {}}, functions))  # the text is the repository's own
        return re.sub(r"\{\{(.+?)\}\}", fill, TEXT.read_text(encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(description="Prints the page of experiments of a record.")
    parser.add_argument("record", nargs="?", type=pathlib.Path, default=RECORD, help="CSV file of cudatiled_perf --views=lab")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="fail if docs has another page")
    action.add_argument("--write", action="store_true", help="write the page")
    arguments = parser.parse_args()
    if not arguments.record.exists():
        if arguments.check and not PAGE.exists():
            return  # no record, and nothing that claims to be one
        sys.exit(f"there is no record {arguments.record}; perf/lab/record.sh makes it")
    text = Page(arguments.record).text()
    if arguments.write:
        PAGE.write_text(text, encoding="utf-8")
    elif arguments.check:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            sys.exit("docs/EXPERIMENTS.md is not what perf/experiments.py prints; perf/experiments.py --write puts it right")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
