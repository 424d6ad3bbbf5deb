# SPDX-License-Identifier: Apache-2.0
"""Arrays of Dask, chunk by chunk, have the pixels of the whole image; also on a cluster that loses a worker."""

import csv
import os
import pickle
import signal
import subprocess
import sys
import unittest
from pathlib import Path

import cudatiled
import numpy as np
from images import image

try:
    import dask.array
    import cudatiled.dask
except ImportError:
    dask = None
try:
    import distributed
except ImportError:
    distributed = None

SCALING = Path(__file__).parents[3] / "samples" / "python" / "strong_scaling.py"
BORDERS = ["BORDER_CONSTANT", "BORDER_REPLICATE", "BORDER_REFLECT", "BORDER_REFLECT_101", "BORDER_WRAP"]


def filters(border):
    """Of windows of several sizes, also off their centres; a chain."""
    taps = np.arange(-7, 8, dtype=np.float32).reshape(3, 5)
    return [
        cudatiled.Linear(taps, anchor=(0, 2), borderType=border),
        cudatiled.Gaussian((7, 5), 1.5, borderType=border),
        cudatiled.Box((4, 9), borderType=border),
        cudatiled.filters.Sobel(1, 0, ksize=5, borderType=border, depth="int16"),
        cudatiled.Sharpen(k=0.5, borderType=border) | cudatiled.Gaussian(5, 1, borderType=border),
    ]


class KillsItsWorker(cudatiled.Median):
    """The first call kills its process, and leaves the file `marker`."""

    def __init__(self, ksize, marker):
        super().__init__(ksize)
        self._marker = marker

    def __call__(self, src, out=None, stream=None):
        if not os.path.exists(self._marker):
            open(self._marker, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(src, out, stream)


@unittest.skipIf(dask is None, "this Python has no dask")
class Chunks(unittest.TestCase):
    def assert_same(self, filter_, pixels, chunks):
        result = cudatiled.dask.filter(dask.array.from_array(pixels, chunks), filter_)
        expected = filter_(pixels)
        self.assertEqual((result.shape, result.dtype), (expected.shape, expected.dtype))
        np.testing.assert_array_equal(result.compute(scheduler="sync"), expected, f"{filter_}, chunks {chunks}")

    def test_have_the_pixels_of_the_whole_image_at_every_border(self):
        for border in BORDERS:
            for filter_ in filters(getattr(cudatiled, border)):
                for shape, chunks in [
                    ((40, 50), (16, 20)),
                    ((40, 50, 3), (13, 50, 3)),
                    ((2, 30, 30, 1), (1, 11, 17, 1)),
                ]:
                    self.assert_same(filter_, image(shape), chunks)

    def test_may_be_smaller_than_the_window(self):
        for border in BORDERS:
            for filter_ in filters(getattr(cudatiled, border)):
                self.assert_same(filter_, image((23, 19)), (2, 3))

    def test_of_morphology_and_medians(self):
        for op in (cudatiled.MORPH_ERODE, cudatiled.MORPH_OPEN, cudatiled.MORPH_GRADIENT, cudatiled.MORPH_BLACKHAT):
            for iterations in (1, 2):
                filter_ = cudatiled.Morphology(op, np.ones((3, 5), np.uint8), iterations=iterations)
                self.assert_same(filter_, image((40, 50, 3)), (12, 13, 3))
        self.assert_same(cudatiled.Median(7), image((40, 50)), (12, 13))

    def test_of_floats_are_within_rounding(self):
        pixels = image((60, 70), np.float32)
        filter_ = cudatiled.Gaussian(9, 2)
        result = cudatiled.dask.filter(dask.array.from_array(pixels, (16, 25)), filter_).compute(scheduler="sync")
        np.testing.assert_allclose(result, filter_(pixels), rtol=1e-5)

    def test_of_channels_are_joined(self):
        self.assert_same(cudatiled.Median(3), image((20, 20, 3)), (8, 8, 1))

    def test_of_filters_that_need_the_whole_image_are_joined(self):
        canny = cudatiled.filters.Canny(300, 500)
        for pixels, chunks in (
            (image((40, 50)), (12, 13)),
            (image((40, 50, 3)), (12, 13, 3)),
            (image((2, 30, 30, 3)), (1, 9, 9, 3)),
        ):
            self.assert_same(canny, pixels, chunks)
            self.assert_same(cudatiled.Gaussian(3, 1) | canny, pixels, chunks)

    def test_are_refused_where_results_have_another_size(self):
        array = dask.array.zeros((8, 8), dtype=np.uint8)
        with self.assertRaisesRegex(cudatiled.Error, "another size than its source"):
            cudatiled.dask.filter(array, cudatiled.PyrDown())

    def test_are_lazy(self):
        array = dask.array.zeros((1 << 20, 1 << 20), dtype=np.uint8, chunks=(4096, 4096))
        result = cudatiled.dask.filter(array, cudatiled.Gaussian(7, 1.5))
        self.assertEqual(result.shape, array.shape)
        np.testing.assert_array_equal(result[70000:70003, 5:9].compute(scheduler="sync"), np.zeros((3, 4), np.uint8))

    def test_that_cannot_be_filtered_are_errors(self):
        array = dask.array.zeros((8, 8), dtype=np.uint8)
        with self.assertRaisesRegex(TypeError, "no dask.array.Array"):
            cudatiled.dask.filter(np.zeros((8, 8), np.uint8), cudatiled.Median(3))
        with self.assertRaisesRegex(TypeError, "is no filter"):
            cudatiled.dask.filter(array, "median")
        with self.assertRaisesRegex(ValueError, "is no image"):
            cudatiled.dask.filter(array[0], cudatiled.Median(3))
        with self.assertRaisesRegex(TypeError, "float64"):
            cudatiled.dask.filter(array.astype(float), cudatiled.Median(3))
        with self.assertRaises(cudatiled.Error):
            cudatiled.dask.filter(array.astype(np.int32), cudatiled.Median(3))

    def test_filters_travel(self):
        chain = cudatiled.Median(3) | cudatiled.Sharpen(k=0.5)
        pixels = image((20, 30, 3))
        expected = chain(pixels)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(chain))(pixels), expected)


@unittest.skipIf(dask is None or distributed is None, "this Python has no dask.distributed")
class Cluster(unittest.TestCase):
    def test_of_processes_loses_nothing_with_a_worker(self):
        import tempfile

        pixels = image((200, 300))
        with tempfile.TemporaryDirectory() as folder:
            filter_ = KillsItsWorker(5, os.path.join(folder, "killed"))
            with (
                distributed.LocalCluster(
                    n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
                ) as cluster,
                distributed.Client(cluster),
            ):
                array = dask.array.from_array(pixels, (40, 50))
                result = cudatiled.dask.filter(array, filter_).compute()
            self.assertTrue(os.path.exists(filter_._marker), "no worker was killed")
        np.testing.assert_array_equal(result, cudatiled.Median(5)(pixels))

    def test_of_a_worker_for_each_gpu_has_the_results_of_one(self):
        arguments = "--gpus 1,2 --side 2048 --chunk 1024 --threads 1 --memory 1GiB".split()
        run = subprocess.run([sys.executable, SCALING, *arguments], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        lines = list(csv.DictReader(run.stdout.splitlines()))
        self.assertEqual([line["gpus"] for line in lines], ["1", "1", "2", "2"])
        self.assertEqual([line["checksum"] for line in lines[:2]], [line["checksum"] for line in lines[2:]])


if __name__ == "__main__":
    unittest.main()
