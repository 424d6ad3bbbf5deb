# SPDX-License-Identifier: Apache-2.0
# Reads recorded benchmarks: what table.py, floors.py and plot.py share.
import csv
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "perf" / "results" / "h200.csv"
LATER_RECORD = RECORD.with_name("h100.csv")  # of another GPU
TYPES = ["8UC1", "8UC3", "8UC4", "16UC1", "16SC1", "32FC1", "32FC3", "32FC4"]


def later_record(path, view):
    """Where the record of batches, CV-CUDA or Python is that documents show beside the record `path`; may be missing."""
    path = LATER_RECORD if pathlib.Path(path).resolve() == RECORD else pathlib.Path(path)
    return path.with_name(f"{path.stem}_{view}.csv")


class Row(dict):
    """A line of a record: texts by column, times as numbers, None where nothing was measured."""

    def __init__(self, line):
        super().__init__()
        for column, text in line.items():
            self[column] = (float(text) or None if text else None) if column.endswith("_us") or column == "us" else text
        # Columns that older records lack; their dense kernels had float taps.
        self.setdefault("variant", "float taps" if self["filter"] == "Linear" else "")
        self.setdefault("region", "whole")
        self.setdefault("device", "")
        self.setdefault("kernel", "")
        for column in ("opencv_cuda_null_us", "opencv_cpu_us", "empty_us", "issue_us", "empty_issue_us",
                       "early_copy_us"):
            self.setdefault(column, None)

    @property
    def size(self):
        return int(self["width"]), int(self["height"])

    @property
    def kernel(self):
        return tuple(int(n) for n in self["ksize"].split("x"))

    @property
    def title(self):
        """Filter, kernel size and variant; a destination of another depth than the source's."""
        parts = [self["filter"], self["ksize"].replace("x", "×"), self["variant"]]
        return " ".join(p for p in parts if p) + (" → " + self["dst"].split("C")[0] if self.widens else "")

    @property
    def widens(self):
        return self["src"].split("C")[0] != self["dst"].split("C")[0]

    @property
    def share(self):
        """Percent of the speed of a copy of the same bytes."""
        return 100 * self["copy_us"] / self["us"] if self["us"] and self["copy_us"] else None

    def faster_than(self, peer):
        """How many times as fast as opencv_cuda, npp, …; None where that was not measured."""
        return self[peer + "_us"] / self["us"] if self["us"] and self[peer + "_us"] else None


def load(path=RECORD):
    with open(path, newline="", encoding="utf-8") as file:
        return [Row(line) for line in csv.DictReader(file)]


def plain(rows):
    """Whole images with the border that all libraries have."""
    return [r for r in rows if r["border"] == "replicate" and r["region"] == "whole"]


def at(rows, width):
    return [r for r in rows if r.size[0] == width]


def titles(rows):
    return list(dict.fromkeys(r.title for r in rows))


def types(rows):
    present = {r["src"] for r in rows}
    return [t for t in TYPES if t in present]


def context(path=RECORD):
    """What the JSON file beside a record says about device and versions; empty without one, or where its run was cut short."""
    try:
        return json.loads(pathlib.Path(path).with_suffix(".json").read_text(encoding="utf-8"))["context"]
    except (FileNotFoundError, json.JSONDecodeError):
        return {}


def device(rows, path=RECORD):
    return next((r["device"] for r in rows if r["device"]), "NVIDIA " + pathlib.Path(path).stem.upper())


def load_numbers(path):
    """Lines of a record of radii, medians or transfers: numbers, but for names, types, the kind of image and so on."""
    texts = ("filter", "ksize", "src", "dst", "image", "memory", "cvcuda", "stage", "device", "commit", "experiment", "case",
             "variant", "library", "version", "note")
    with open(path, newline="", encoding="utf-8") as file:
        return [{c: t if c in texts else float(t) if t else None for c, t in line.items()} for line in csv.DictReader(file)]
