#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Filters the same large Dask array with one GPU, then with more: how much sooner is it done?

A cluster of this machine has one worker process for each GPU. Chunks are made in the workers and only a checksum of
each result leaves them, so neither storage nor the network is measured. The array is larger than a worker's memory.
Prints CSV; the checksum must be the same with any number of GPUs. Needs cudatiled[dask]. Without a GPU the CPU filters.
"""

import argparse
import csv
import logging
import sys
import time

import cudatiled
import cudatiled.dask
import dask.array
import distributed
import numpy as np

FILTERS = {"Gaussian 15x15": cudatiled.Gaussian(15, 2.6), "Median 5x5": cudatiled.Median(5)}
COLUMNS = "filter gpus threads side chunk seconds gigapixels_per_s speedup filter_s checksum backend".split()
PERIOD = 1024  # pixels after which the noise of a chunk begins anew
HOST = "127.0.0.1"


def made(block_info=None, noise=None):
    """A chunk of noise, unlike its neighbours."""
    (rows, columns), (row, column) = block_info[None]["chunk-shape"], block_info[None]["chunk-location"]
    return np.tile(noise + np.uint8((7 * row + column) % 256), (rows // PERIOD, columns // PERIOD))


def checksum(chunk):
    """One number for a chunk: its bytes in words, all of them combined by xor."""
    words = np.ascontiguousarray(chunk).reshape(-1)
    words = words[: len(words) // 8 * 8].view(np.uint64)
    return np.bitwise_xor.reduce(words).reshape(1, 1)


def cluster_of(gpus, threads, memory):
    """A worker for each of the first GPUs; each sees its own alone."""
    workers = {
        gpu: {
            "cls": distributed.Nanny,
            "options": {
                "nthreads": threads, "memory_limit": memory, "host": HOST, "env": {"CUDA_VISIBLE_DEVICES": str(gpu)},
            },
        }
        for gpu in range(gpus)
    }  # fmt: skip
    scheduler = {"cls": distributed.Scheduler, "options": {"dashboard": False, "host": HOST}}
    return distributed.SpecCluster(workers=workers, scheduler=scheduler, silence_logs=logging.WARNING)


def seconds_of_filter(filter_, chunk):
    """Of one call with a chunk in the host's memory, by one thread."""
    filter_(chunk)
    begin = time.perf_counter()
    filter_(chunk)
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--gpus", default="1,2", help="numbers of GPUs, default 1,2")
    parser.add_argument("--side", type=int, default=12 * 16384, help="rows and columns of the array")
    parser.add_argument("--chunk", type=int, default=16384, help="rows and columns of a chunk")
    parser.add_argument("--threads", type=int, default=8, help="of each worker")
    parser.add_argument("--memory", default="16GiB", help="of each worker; the array has side * side bytes")
    arguments = parser.parse_args()
    if arguments.side % PERIOD or arguments.chunk % PERIOD:
        parser.error(f"--side and --chunk must be multiples of {PERIOD}")
    noise = np.random.default_rng(1).integers(0, 256, (PERIOD, PERIOD), np.uint8)
    source = dask.array.map_blocks(
        made, noise=noise, dtype=np.uint8,
        chunks=dask.array.core.normalize_chunks(arguments.chunk, (arguments.side,) * 2, dtype=np.uint8),
    )  # fmt: skip
    chunk = np.tile(noise, (arguments.chunk // PERIOD,) * 2)
    writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    writer.writeheader()
    first = {}
    for gpus in map(int, arguments.gpus.split(",")):
        with cluster_of(gpus, arguments.threads, arguments.memory) as cluster, distributed.Client(cluster) as client:
            client.wait_for_workers(gpus)
            backends = set(client.run(cudatiled.getBackendName).values())
            for name, filter_ in FILTERS.items():
                client.run(filter_, chunk[:512, :512])  # CUDA starts
                sums = cudatiled.dask.filter(source, filter_).map_blocks(checksum, chunks=(1, 1), dtype=np.uint64)
                begin = time.perf_counter()
                words = sums.compute()
                seconds = time.perf_counter() - begin
                first.setdefault(name, (seconds, words))
                if not np.array_equal(words, first[name][1]):
                    sys.exit(f"{name} on {gpus} GPUs has other results than before")
                writer.writerow(dict(zip(COLUMNS, (
                    name, gpus, arguments.threads, arguments.side, arguments.chunk, f"{seconds:.2f}",
                    f"{arguments.side**2 / seconds / 1e9:.2f}", f"{first[name][0] / seconds:.2f}",
                    f"{seconds_of_filter(filter_, chunk) * (arguments.side / arguments.chunk) ** 2 / gpus:.2f}",
                    f"{np.bitwise_xor.reduce(words.ravel()):016x}", " and ".join(sorted(backends)),
                ))))  # fmt: skip
                sys.stdout.flush()


if __name__ == "__main__":
    main()
