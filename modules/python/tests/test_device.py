# SPDX-License-Identifier: Apache-2.0
"""Arrays on a GPU, of each library that is there: results, strides, batches, streams, graphs."""

import importlib
import unittest

import cudatiled
import numpy as np
from images import image


class Torch:
    def __init__(self):
        self.torch = importlib.import_module("torch")
        if not self.torch.cuda.is_available():
            raise ImportError("PyTorch sees no GPU")
        self.kind = self.torch.Tensor

    def upload(self, array):
        return self.torch.from_numpy(np.ascontiguousarray(array)).cuda()

    def download(self, array):
        return array.cpu().numpy()

    def address(self, array):
        return array.data_ptr()

    def stream(self):
        return self.torch.cuda.stream(self.torch.cuda.Stream())

    def is_done(self):
        return self.torch.cuda.current_stream().query()


class CuPy:
    def __init__(self):
        self.cupy = importlib.import_module("cupy")
        self.cupy.cuda.runtime.getDeviceCount()
        self.kind = self.cupy.ndarray

    def upload(self, array):
        return self.cupy.asarray(array)

    def download(self, array):
        return self.cupy.asnumpy(array)

    def address(self, array):
        return array.data.ptr

    def stream(self):
        return self.cupy.cuda.Stream(non_blocking=True)

    def is_done(self):
        return self.cupy.cuda.get_current_stream().done


class Numba:
    def __init__(self):
        self.cuda = importlib.import_module("numba.cuda")
        if not self.cuda.is_available():
            raise ImportError("Numba sees no GPU")
        self.kind = self.cuda.cudadrv.devicearray.DeviceNDArray

    def upload(self, array):
        return self.cuda.to_device(array)

    def download(self, array):
        return array.copy_to_host()

    def address(self, array):
        return array.__cuda_array_interface__["data"][0]


def present():
    """The libraries that import and see a GPU."""
    found = []
    for library in (Torch, CuPy, Numba) if not cudatiled.getBackendName().startswith("CPU") else ():
        try:
            found.append(library())
        except Exception as why:  # each library has its own way to say that there is no GPU
            print(f"{library.__name__} is not tested: {why}")
    return found


LIBRARIES = present()


@unittest.skipUnless(LIBRARIES, "no GPU, or no library with arrays on it")
class DeviceArrays(unittest.TestCase):
    def each(self):
        for library in LIBRARIES:
            with self.subTest(type(library).__name__):
                yield library

    def test_results_are_the_hosts_in_an_array_of_the_same_library(self):
        gaussian, median = cudatiled.Gaussian(7, 1.5), cudatiled.Median(5)
        for library in self.each():
            for shape in ((67, 91), (67, 91, 3), (67, 91, 4), (3, 40, 50, 3), (2, 40, 50, 1)):
                for dtype in (np.uint8, np.int16, np.float32):
                    src = image(shape, dtype)
                    for made in (gaussian, median):
                        result = made(library.upload(src))
                        self.assertIsInstance(result, library.kind)
                        expected, limit = made(src), 0
                        if dtype == np.float32 and made is gaussian:  # both are as near to the exact sums
                            limit = 2 * 2.5 * np.sqrt(14) * 2.0**-24 * 255
                        self.assertEqual(tuple(result.shape), shape)
                        difference = library.download(result).astype(np.float64) - expected
                        self.assertLessEqual(abs(difference).max(), limit)

    def test_rows_of_any_pitch_out_and_in_place(self):
        gaussian, host = cudatiled.Gaussian(5, 1.0), image((50, 60, 3))
        for library in self.each():
            whole, target = library.upload(host), library.upload(np.zeros_like(host))
            out = target[3:40, 7:50]
            self.assertIs(gaussian(whole[3:40, 7:50], out=out), out)
            expected = np.zeros_like(host)
            expected[3:40, 7:50] = gaussian(host[3:40, 7:50].copy())
            np.testing.assert_array_equal(library.download(target), expected)
            address = library.address(whole)
            self.assertEqual(library.address(gaussian(whole, out=whole)), address)
            np.testing.assert_array_equal(library.download(whole), gaussian(host))

    def test_chains(self):
        chain = cudatiled.Median(3) | cudatiled.Gaussian(5, 1.0) | cudatiled.filters.Sobel(1, 0, depth="int16")
        for library in self.each():
            src = image((120, 90, 3))
            np.testing.assert_array_equal(library.download(chain(library.upload(src))), chain(src))

    def test_work_is_ordered_on_the_librarys_stream_and_nothing_waits(self):
        large = cudatiled.Median(31)
        for library in self.each():
            if not hasattr(library, "stream"):
                continue  # Numba names its stream in the interface
            src = image((2048, 2048, 3), np.uint8)
            array = library.upload(src)
            large(array)  # loads the kernel
            with library.stream():
                for _ in range(20):
                    array = large(array)
                self.assertFalse(library.is_done())
                sharp = cudatiled.Box(3)(array)
                result = library.download(sharp)
            for _ in range(20):
                src = large(library.upload(src)) if isinstance(src, np.ndarray) else large(src)
            np.testing.assert_array_equal(result, library.download(cudatiled.Box(3)(src)))

    def test_a_graph_of_pytorch_has_filters(self):
        torch = next((library.torch for library in LIBRARIES if isinstance(library, Torch)), None)
        if torch is None:
            self.skipTest("no PyTorch")
        gaussian = cudatiled.Gaussian(9, 2.0)
        src = torch.zeros((64, 64), dtype=torch.uint8, device="cuda")
        out = torch.zeros_like(src)
        gaussian(src, out=out)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            gaussian(src, out=out)
        pixels = image((64, 64))
        src.copy_(torch.from_numpy(pixels))
        graph.replay()
        np.testing.assert_array_equal(out.cpu().numpy(), gaussian(pixels))

    def test_out_of_the_host_is_refused_for_a_source_on_the_device(self):
        for library in self.each():
            with self.assertRaisesRegex(ValueError, "on the host"):
                cudatiled.Median(3)(library.upload(image((8, 8))), out=np.zeros((8, 8), np.uint8))


if __name__ == "__main__":
    unittest.main()
