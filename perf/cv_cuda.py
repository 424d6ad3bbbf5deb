#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times CV-CUDA (https://github.com/CVCUDA/CV-CUDA) on the batches of `cudatiled_perf --views=batches`.

Usage: cv_cuda.py FILE writes the record as CSV. It needs PyTorch, the package cvcuda-cu13 and a GPU. Times are medians of
the device's microseconds per batch, of images that are not in its cache.
"""

import csv
import statistics
import sys

import cvcuda
import torch

COUNT, SIDE, TURNS, CALLS, REPEATS = 256, 224, 3, 24, 7
BORDER = cvcuda.Border.REFLECT101
FILTERS = {
    "Gaussian 3x3": lambda d, s, q: cvcuda.gaussian_into(d, s, (3, 3), (0.8, 0.8), BORDER, stream=q),
    "Gaussian 5x5": lambda d, s, q: cvcuda.gaussian_into(d, s, (5, 5), (1.1, 1.1), BORDER, stream=q),
    "Gaussian 7x7": lambda d, s, q: cvcuda.gaussian_into(d, s, (7, 7), (1.4, 1.4), BORDER, stream=q),
    "Box 3x3": lambda d, s, q: cvcuda.averageblur_into(d, s, (3, 3), (-1, -1), BORDER, stream=q),
    "Box 7x7": lambda d, s, q: cvcuda.averageblur_into(d, s, (7, 7), (-1, -1), BORDER, stream=q),
    "Laplacian 3x3": lambda d, s, q: cvcuda.laplacian_into(d, s, 3, 1.0, BORDER, stream=q),
    "Median 3x3": lambda d, s, q: cvcuda.median_blur_into(d, s, (3, 3), stream=q),
    "Median 5x5": lambda d, s, q: cvcuda.median_blur_into(d, s, (5, 5), stream=q),
    "Erode 5x5": lambda d, s, q: cvcuda.morphology_into(
        d, s, cvcuda.MorphologyType.ERODE, (5, 5), (-1, -1), border=cvcuda.Border.REPLICATE, stream=q
    ),
}


def noise(dtype):
    bytes_ = torch.randint(0, 256, (COUNT, SIDE, SIDE, 3), dtype=torch.uint8, device="cuda")
    return bytes_ if dtype == torch.uint8 else bytes_.to(dtype)


def microseconds(work):
    """Of one call, when the device has always the next one: a kernel holds the stream until all are enqueued."""
    times = []
    for _ in range(REPEATS):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        torch.cuda._sleep(20_000_000)
        begin.record()
        for turn in range(CALLS):
            work(turn % TURNS)
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) * 1000 / CALLS)
    return statistics.median(times)


def main(path):
    stream = cvcuda.as_stream(torch.cuda.current_stream())
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow("filter src count width height copy_us cvcuda_us cvcuda device".split())
        for dtype, name in ((torch.uint8, "8UC3"), (torch.float32, "32FC3")):
            sources = [noise(dtype) for _ in range(TURNS)]
            results = [torch.empty_like(source) for source in sources]
            copy = microseconds(lambda turn: results[turn].copy_(sources[turn]))
            from_, to = ([cvcuda.as_tensor(array, "NHWC") for array in arrays] for arrays in (sources, results))
            for title, run in FILTERS.items():
                try:
                    time = f"{microseconds(lambda turn: run(to[turn], from_[turn], stream)):.2f}"
                except Exception as error:  # pairs of filter and type that it lacks
                    print(f"{title}, {name}: {error}", file=sys.stderr)
                    time = ""
                row = [title, name, COUNT, SIDE, SIDE, f"{copy:.2f}", time, cvcuda.__version__]
                writer.writerow(row + [torch.cuda.get_device_name()])
                print(*row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
