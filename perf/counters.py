#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Explains the cells of a record that miss the speeds that are aimed at: what Nsight Compute counted of their kernels.
import argparse
import pathlib
import re

import floors
import results

SAMPLES = 8192 * 8192  # of one channel, as ncu.sh measures
UNITS = {
    "issue slots": "sm__inst_issued.avg.pct_of_peak_sustained_active",
    "integer pipe": "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active",
    "multiplier": "sm__inst_executed_pipe_fmaheavy.avg.pct_of_peak_sustained_active",
    "tensor cores": "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_active",
    "shared memory, L1": "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed",
    "L2": "lts__t_sectors.avg.pct_of_peak_sustained_elapsed",
    "DRAM": "dram__throughput.avg.pct_of_peak_sustained_elapsed",
}
WAITS = {
    "long_scoreboard": "memory",
    "short_scoreboard": "shared memory",
    "barrier": "barrier",
    "math_pipe_throttle": "busy pipe",
    "mio_throttle": "shared memory's queue",
    "no_instruction": "instruction cache",
    "wait": "instruction before",
    "tex_throttle": "texture units",
    "lg_throttle": "queue of loads",
}
WARPS = "sm__warps_active.avg.pct_of_peak_sustained_active"
CONFLICTS = [f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{what}.sum" for what in ("ld", "st")]


def load_blocks(path):
    """What ncu.sh printed, by heading: the kernel and its counters."""
    counts, here = {}, None
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(" "):
            here = counts.setdefault(line, {})
        elif kernel := re.match(r"\s+(?:void )?(\w+Kernel)", line):
            here["kernel"] = kernel[1]
        elif number := re.match(r"    (\S+) .*?([\d,.]+)\s*$", line):
            here[number[1]] = float(number[2].replace(",", ""))
    return {heading: count for heading, count in counts.items() if "kernel" in count}


def load(path):
    """The same by (name, type)."""
    headings = ((re.fullmatch(r"(.*), (\d+[USF]+C\d)", heading), count) for heading, count in load_blocks(path).items())
    return {(heading[1], heading[2]): count for heading, count in headings if heading}


def busiest(count):
    """The two units of the device that are busiest."""
    shares = sorted(((count.get(counter, 0), unit) for unit, counter in UNITS.items()), reverse=True)
    return ", ".join(f"{unit} {share:.0f} %" for share, unit in shares[:2])


def waits(count):
    """What warps wait for most, in cycles for each instruction."""
    cycles = sorted(((count.get("stalled_" + stall, 0), name) for stall, name in WAITS.items()), reverse=True)
    return ", ".join(f"{name} {number:.1f}" for number, name in cycles[:2])


def warps(count):
    """Occupancy: the warps that a multiprocessor has at a time, of 64."""
    return f"{0.64 * count[WARPS]:.0f}" if WARPS in count else "–"


def conflicts(count, samples):
    """Passes of shared memory beyond one for each request, for each 32 samples; a dash where they were not counted."""
    return f"{32 * sum(count[c] for c in CONFLICTS) / samples:.2f}" if all(c in count for c in CONFLICTS) else "–"


def table(rows, counts):
    missed = floors.missed(rows)
    yield f"What Nsight Compute counted at 8192×8192, at base clocks, of the {len(missed)} filters and types that miss a floor somewhere.\n"
    yield "`in.` is instructions of a thread for each sample. Of units, the two that are busiest; of waits, the two longest, in cycles for each"
    yield "instruction that a warp issues. `warps` are those that a multiprocessor has at a time, of 64; `conflicts` are passes of shared memory"
    yield "beyond one for each request, for 32 samples (– where they were not counted).\n"
    yield "| | | % of copy / floor | kernel | in. | busiest units | waits for | warps | conflicts |\n|---|---|---|---|---|---|---|--:|--:|"
    for (title, source), row in missed.items():
        count = counts.get((floors.name_of(title), source))
        if count is None or count["kernel"] not in row["kernel"]:  # or counted of a kernel that it ran in before
            yield f"| {title} | {source} | {row.share:.0f}/{floors.floor(row)} | not counted | – | – | – | – | – |"
            continue
        instructions = 32 * count["smsp__inst_executed.sum"] / SAMPLES / int(source[-1])
        yield f"| {title} | {source} | {row.share:.0f}/{floors.floor(row)} | {count['kernel']} | {instructions:.1f} | {busiest(count)} | {waits(count)} | {warps(count)} | {conflicts(count, SAMPLES * int(source[-1]))} |"


def main():
    parser = argparse.ArgumentParser(description="Prints, in Markdown, counters of what misses its floor.")
    parser.add_argument("record", nargs="?", default=results.RECORD, help="CSV file of cudatiled_perf")
    parser.add_argument("counters", nargs="?", help="what ncu.sh printed of them; default: <record>_missed_ncu.txt")
    arguments = parser.parse_args()
    record = pathlib.Path(arguments.record)
    counters = arguments.counters or record.with_name(record.stem + "_missed_ncu.txt")
    for line in table(results.plain(results.load(record)), load(counters)):
        print(line)


if __name__ == "__main__":
    main()
