#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Writes docs/CLUSTER.md: a petabyte of images on paper, with the recorded times of perf/results; with --check, tells
# whether the file there is the same.
import csv
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "perf" / "results"

PETABYTE, SIDE, CHANNELS, HALO = 1e15, 8192, 3, 3  # bytes; chunks of SIDE x SIDE pixels, HALO pixels of a 7x7 window
CHUNK = SIDE * SIDE * CHANNELS  # bytes
GPUS, THREADS = 8, 4  # of a node; of a worker
# What no record says, GB/s of a node each way: put in those of your machines.
STORAGE, NETWORK = 20, 50


def lines_of(name):
    with open(RESULTS / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def only(rows, **wanted):
    found = [r for r in rows if all(r[column] == value for column, value in wanted.items())]
    if len(found) != 1:
        sys.exit(f"docs/cluster.py: {len(found)} lines of the record are {wanted}; there must be one")
    return found[0]


def recorded():
    """Microseconds for a chunk: kernels, the link and calls with host images of one GPU; OpenCV's functions."""
    type_ = f"8UC{CHANNELS}"
    cell = {"src": type_, "dst": type_, "width": str(SIDE)}
    kernels, transfers = lines_of("h200.csv"), lines_of("h200_transfers.csv")
    plain = {"border": "replicate", "region": "whole", "variant": ""} | cell
    kernel = only(kernels, filter="Gaussian", ksize="7x7", **plain)
    median = only(kernels, filter="Median", ksize="15x15", **plain)
    transfer = only(transfers, filter="Gaussian", ksize="7x7", **cell)
    box = only(transfers, filter="Box", ksize="15x15", **cell)
    columns = ("bound_us", "pageable_us", "pageable_new_us", "opencv_cpu_us", "threads")
    times = {column: float(transfer[column]) for column in columns}
    kernels = {"kernel": float(kernel["us"]), "median": float(median["us"]), "box_cpu": float(box["opencv_cpu_us"])}
    return {"device": kernel["device"], **kernels, **times}


def rate(microseconds):
    """GB/s of the source's bytes."""
    return CHUNK / microseconds / 1e3


def number(value):
    return f"{value:,.0f}".replace(",", " ") if value >= 9.95 else f"{value:.1f}"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---" + "|--:" * (len(header) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def larger(chunk, halo):
    """How many times the pixels of a chunk are read, with those of its neighbours."""
    return ((chunk + 2 * halo) / chunk) ** 2


def stages(times):
    """Name, GB/s of a node, and where the figure is from."""
    return [
        ("storage, which reads and writes", STORAGE / 2, "assumed"),
        ("network", NETWORK, "assumed"),
        ("link to the GPUs, both ways at once", GPUS * rate(times["bound_us"]), "recorded"),
        ("Gaussian 7×7 of numpy arrays, results in new memory", GPUS * rate(times["pageable_new_us"]), "recorded"),
        ("the same, results in memory that was used before", GPUS * rate(times["pageable_us"]), "recorded"),
        ("its kernel", GPUS * rate(times["kernel"]), "recorded"),
        ("kernel of Median 15×15", GPUS * rate(times["median"]), "recorded"),
        (f"no GPU: OpenCV's Gaussian 7×7, {times['threads']:.0f} threads", rate(times["opencv_cpu_us"]), "recorded"),
        (f"no GPU: OpenCV's box 15×15, {times['threads']:.0f} threads", rate(times["box_cpu"]), "recorded"),
    ]


def stage_table(times):
    rows = []
    for name, speed, origin in stages(times):
        hours = PETABYTE * larger(SIDE, HALO) / speed / 1e9 / 3600
        rows.append(
            [name, number(speed), origin, number(hours) if hours >= 9.95 else f"{hours:.2g}", f"{-(-hours // 1):.0f}"]
        )
    return table(["stage of a node", "GB/s each way", "figure", "hours for 1 PB", "nodes for 1 PB in an hour"], rows)


def halo_table():
    chunks = (1024, 4096, 8192, 16384)
    rows = []
    for title, halo in (("3×3", 1), ("7×7", 3), ("31×31", 15), ("101×101", 50)):
        rows.append([title] + [f"{100 * (larger(chunk, halo) - 1):.2g} %" for chunk in chunks])
    return table(["window"] + [f"chunks of {chunk}²" for chunk in chunks], rows)


def scaling_part():
    """The record of samples/python/strong_scaling.py; nothing without one."""
    parts = []
    for file in sorted(RESULTS.glob("*_strong_scaling.csv")):
        rows = lines_of(file.name)
        side, chunk = int(rows[0]["side"]), int(rows[0]["chunk"])
        cells = [
            [
                f"{r['filter']}, {r['gpus']} GPU{'s' if r['gpus'] != '1' else ''}",
                r["seconds"],
                r["gigapixels_per_s"],
                r["speedup"],
                r["filter_s"],
            ]
            for r in rows
        ]
        speedups = sorted(float(r["speedup"]) for r in rows if r["gpus"] == "2")
        parts.append(
            f"An array of {side} × {side} bytes, chunks of {chunk}², {rows[0]['threads']} threads a worker,\n"
            f"on {rows[0]['backend']} ([record](../perf/results/{file.name})):\n\n"
            + table(["filter", "s", "Gpixel/s", "speed-up", "s of filter calls, from one call"], cells)
            + f"\n\nTwo workers are {speedups[0]:.2f} to {speedups[-1]:.2f} times as fast as one, "
            "with the same results. "
            "The last column is the time of one call,\nmeasured once, times the number of chunks, divided by the GPUs. "
            "In the rest of the time the workers' threads\nmake chunks, join them with their neighbours and add "
            "them up: a second worker brings a GPU and as many threads again."
        )
    return "\n\n".join(parts) + "\n\n" if parts else ""


def frames_part():
    """The record of cudatiled_perf's view of frames, where there were two devices; nothing without one."""
    parts = []
    for file in sorted(RESULTS.glob("*_frames.csv")):
        rows = [r for r in lines_of(file.name) if r["devices"] in ("1", "2")]
        most = max(int(r["in_flight"]) for r in rows)
        microseconds = {
            (r["filter"], r["src"], r["memory"], r["devices"]): float(r["us"])
            for r in rows
            if int(r["in_flight"]) == most
        }
        cells, gains = [], {"page-locked": [], "pageable": []}
        for filter_, src in dict.fromkeys(key[:2] for key in microseconds):
            cells.append([f"{filter_}, {src}".replace("x", "×", 1)])
            for memory, gain in gains.items():
                one, two = (microseconds[filter_, src, memory, devices] for devices in ("1", "2"))
                gain.append(one / two)
                cells[-1] += [number(1e6 / one), number(1e6 / two), f"{one / two:.2f}"]
        of_memory = {memory: f"{min(gain):.2f} … {max(gain):.2f}" for memory, gain in gains.items()}
        parts.append(
            f"Frames of {rows[0]['width']} × {rows[0]['height']} a second, {most} in flight, on "
            f"{rows[0]['device']} and {rows[0]['threads']} threads of the host\n"
            f"([record](../perf/results/{file.name})):\n\n"
            + table(
                ["filter", "page-locked, 1 GPU", "2 GPUs", "speed-up", "cv::Mat, 1 GPU", "2 GPUs", "speed-up"], cells
            )
            + f"\n\nWith a second GPU, frames in page-locked memory are {of_memory['page-locked']} times as many a "
            f"second,\nother frames {of_memory['pageable']} times: threads of the host copy these to page-locked "
            "memory and back, and bind."
        )
    return "\n\n".join(parts) + "\n\n" if parts else ""


TEXT = """\
# A petabyte on a cluster

*Written by docs/cluster.py from the records in [perf/results](../perf/results). It is a plan on paper: no run of
this size was made.*

## Bytes

1 PB of 8-bit colour images is {pixels} Gpixel, or {chunks} chunks of {side} × {side} pixels, {chunk_mb} MB each. The
results have as many bytes as the source. A Gaussian of 7 × 7 pixels needs {halo} pixels of the neighbours on each side:
{more} % more pixels to filter.

## Which stage binds

A node is taken to have {gpus} GPUs, {storage} GB/s of storage, half of it for reading, and {network} GB/s of
network each way. The recorded figures are those of one {device} and one thread that calls, times {gpus}; nothing
else was running. All stages run at the same time, so the slowest one alone decides.

{stages}

- **Storage binds** below {numpy} GB/s each way for a node. With faster storage the calls bind: their results are new
  memory, which the operating system clears page by page; each thread of a worker clears its own.
- **The GPUs wait.** The Gaussian's kernel takes {kernel_share} % of the time of the link, a median of 15 × 15
  pixels {median_share} %. So a chain (`a | b`) of fast filters takes as long as one of them: the bytes travel once
  for all.
- **A node needs few GPUs.** {one_gpu} of its {gpus} GPUs keep up with this storage. For a filter as simple as a
  Gaussian, the CPU alone keeps up with it, too; for larger boxes it does not.
- The CPU unpacks compressed images. That is a stage of its own and not measured here.

Put in your own figures: `STORAGE` and `NETWORK` in [docs/cluster.py](cluster.py).

## Chunks

Pixels read twice, as a share of all, are about 4 · halo / chunk: 2 · halo / chunk along each axis.

{halos}

Large chunks also mean few tasks for Dask's scheduler to place: {chunks} chunks are too many for one graph. Submit
images, or rows of chunks, one after the other. The chunks of the file (Zarr, TIFF tiles) should divide the chunks of
Dask, so that no two workers read one chunk of the file.

For each of its threads, a worker holds a chunk, the chunk with its neighbours' pixels, and the result: with
{threads} threads and chunks of {chunk_mb} MB that makes {worker_gb} GB. Dask keeps chunks that neighbours still
need, so give a worker twice as much as its memory limit. The GPU holds bands of the images that are in flight, not
whole chunks.

## Run it

Start one worker for each GPU; on a node with two GPUs:

    dask scheduler                                                                  # on one node
    CUDA_VISIBLE_DEVICES=0 dask worker tcp://scheduler:8786 --nthreads {threads} --memory-limit {limit_gb}GB
    CUDA_VISIBLE_DEVICES=1 dask worker tcp://scheduler:8786 --nthreads {threads} --memory-limit {limit_gb}GB

Any client then does

    client = distributed.Client("tcp://scheduler:8786")
    scans = dask.array.from_zarr("scans.zarr")
    smooth = cudatiled.dask.filter(scans, cudatiled.Gaussian(7, 1.5) | cudatiled.Median(3))
    smooth.to_zarr("smooth.zarr")

**A lost worker** only loses the chunks in its memory: Dask filters them again elsewhere, and a test kills a worker to
check that the results stay the same. **A lost scheduler** loses the graph. Chunks that were written stay written:
submit the missing chunks again, which is another reason to submit parts.

## Measure it

{scaling}[samples/python/strong_scaling.py](../samples/python/strong_scaling.py) filters an array that is larger than a
worker's memory with one GPU and with two, one worker process for each, without storage or network:

    python samples/python/strong_scaling.py --gpus 1,2

## Frames of a video

A process may use several GPUs, too: `FrameStream` and `filter_image --devices` hand frames and pictures to them by
turns. {frames}`cudatiled_perf --views=frames` measures it.
"""


def document():
    times = recorded()
    worker = 3 * CHUNK * THREADS / 1e9
    numpy_speed = GPUS * rate(times["pageable_new_us"])
    return TEXT.format(
        pixels=number(PETABYTE / CHANNELS / 1e9),
        chunks=number(PETABYTE / CHUNK),
        side=SIDE,
        chunk_mb=number(CHUNK / 1e6),
        halo=HALO,
        more=f"{100 * (larger(SIDE, HALO) - 1):.2g}",
        gpus=GPUS,
        storage=STORAGE,
        network=NETWORK,
        device=times["device"],
        stages=stage_table(times),
        numpy=number(numpy_speed),
        kernel_share=number(100 * times["kernel"] / times["bound_us"]),
        median_share=number(100 * times["median"] / times["bound_us"]),
        one_gpu=f"{-(-STORAGE / 2 // rate(times['pageable_new_us'])):.0f}",
        halos=halo_table(),
        threads=THREADS,
        worker_gb=number(worker),
        limit_gb=number(2 * worker).replace(".0", ""),
        scaling=scaling_part(),
        frames=frames_part(),
    )


def main():
    target = ROOT / "docs" / "CLUSTER.md"
    text = document()
    if "--check" in sys.argv:
        if target.read_text(encoding="utf-8") != text:
            sys.exit("docs/CLUSTER.md is not what docs/cluster.py writes; run it")
        return
    target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
