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

    def devices(self):
        return self.torch.cuda.device_count()

    def upload(self, array, device=0):
        return self.torch.from_numpy(np.ascontiguousarray(array)).cuda(device)

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

    def devices(self):
        return self.cupy.cuda.runtime.getDeviceCount()

    def upload(self, array, device=0):
        with self.cupy.cuda.Device(device):
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


def each(test, libraries):
    for library in libraries:
        with test.subTest(type(library).__name__):
            yield library


@unittest.skipUnless(LIBRARIES, "no GPU, or no library with arrays on it")
class DeviceArrays(unittest.TestCase):
    def each(self):
        return each(self, LIBRARIES)

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

    def test_lists_of_any_sizes(self):
        for library in self.each():
            for made in (cudatiled.Gaussian(5, 1.0), cudatiled.Gaussian(7, 1.5), cudatiled.BoxMin(5)):
                images = [image((20 + 3 * i, 60 - 5 * i, 3)) for i in range(7)]
                results = made([library.upload(src) for src in images])
                for result, src in zip(results, images, strict=True):
                    np.testing.assert_array_equal(library.download(result), made(src))

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


@unittest.skipUnless(any(hasattr(library, "devices") for library in LIBRARIES), "no GPU, or no PyTorch and no CuPy")
class SeveralDevices(unittest.TestCase):
    def setUp(self):
        self.libraries = [library for library in LIBRARIES if hasattr(library, "devices")]
        if self.libraries[0].devices() < 2:
            self.skipTest("there is only one GPU")

    def each(self):
        return each(self, self.libraries)

    def test_filter_an_array_where_it_is_whichever_device_is_the_current_one(self):
        chain = cudatiled.Gaussian(31, 5.0) | cudatiled.Median(5)
        for library in self.each():
            src = image((120, 90, 3))
            expected = chain(src)
            for device in (1, 0, 1):
                result = chain(library.upload(src, device))
                np.testing.assert_array_equal(library.download(result), expected)
                self.assertEqual(str(result.device), str(library.upload(src, device).device))
            with library.stream():  # of the first device
                np.testing.assert_array_equal(library.download(chain(library.upload(src, 1))), expected)
            np.testing.assert_array_equal(
                library.download(cudatiled.calcHist(library.upload(src, 1))), cudatiled.calcHist(src)
            )

    def test_out_of_another_device_is_refused(self):
        for library in self.each():
            src, out = library.upload(image((8, 8)), 0), library.upload(image((8, 8)), 1)
            with self.assertRaisesRegex(ValueError, "on the device 1; the result has .* on the device 0"):
                cudatiled.Median(3)(src, out=out)


if __name__ == "__main__":
    unittest.main()
