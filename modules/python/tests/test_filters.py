# SPDX-License-Identifier: Apache-2.0
"""Filters as objects, against definitions in numpy."""

import inspect
import threading
import unittest

import cudatiled
import numpy as np
from images import correlated, image, windows

try:
    import jax
except ImportError:
    jax = None

REQUIRED = {  # values of the parameters without a default, whichever filter asks for them
    "kernel": np.ones((3, 3), np.uint8),
    "rowKernel": [1, 2, 1],
    "columnKernel": [1, 0, -1],
    "dx": 1,
    "dy": 0,
    "ksize": 5,
    "sigma": 1.5,
    "op": cudatiled.MORPH_OPEN,
}


def from_dlpack(array):  # as the library that Foreign below is of
    return array


def make(kind):
    parameters = inspect.signature(kind).parameters
    given = {name: REQUIRED[name] for name, p in parameters.items() if p.default is p.empty}
    if kind.__name__.endswith("Sum"):  # has no results of 8 bits
        given["depth"] = "int32"
    return kind(**given)


class Results(unittest.TestCase):
    def test_correlation_is_exact_for_integers(self):
        kernel = [[1, 2, 0, -1, 3], [0, 0, 4, 0, 0], [-2, 1, 1, 1, 5]]
        for dtype, depth in (("uint8", "uint8"), ("uint8", "int16"), ("uint16", "uint16"), ("int16", "int16")):
            src = image((41, 57, 3), np.dtype(dtype).type)
            result = cudatiled.Linear(kernel, depth=depth)(src)
            np.testing.assert_array_equal(result, correlated(src, kernel, np.dtype(depth).type))

    def test_derivatives_of_int32(self):
        src = image((30, 40), np.int32)
        sobel = np.outer([1, 2, 1], [-1, 0, 1])
        np.testing.assert_array_equal(cudatiled.filters.Sobel(1, 0)(src), correlated(src, sobel, np.int32))

    def test_floats_are_as_near_as_promised(self):
        src = image((33, 65), np.float32)
        kernel = np.linspace(-1, 1, 25).reshape(5, 5)
        exact = correlated(src.astype(np.float64), kernel.astype(np.float32), np.float64)
        allowed = 2.5 * np.sqrt(26) * 2.0**-24 * correlated(src.astype(np.float64), abs(kernel), np.float64)
        self.assertTrue((abs(cudatiled.Linear(kernel)(src) - exact) <= allowed).all())

    def test_median_minimum_and_maximum(self):
        src = image((31, 47, 4), np.uint16)
        edge = cudatiled.BORDER_REPLICATE
        for made, reduce in (
            (cudatiled.Median(5), np.median),
            (cudatiled.BoxMin(5, borderType=edge), np.min),
            (cudatiled.BoxMax(5, borderType=edge), np.max),
        ):
            np.testing.assert_array_equal(made(src), reduce(windows(src, 5, 5, "edge"), (-1, -2)))

    def test_every_filter_keeps_shape_and_library(self):
        for kind in cudatiled.filters.EVERY_FILTER:
            for shape in ((20, 30), (20, 30, 1), (20, 30, 3), (2, 20, 30, 3)):
                with self.subTest(kind.__name__, shape=shape):
                    result = make(kind)(image(shape))
                    self.assertIsInstance(result, np.ndarray)
                    self.assertEqual(result.shape, shape)


class Arrays(unittest.TestCase):
    def test_rows_of_any_pitch_are_read_and_written_where_they_are(self):
        whole, target = image((50, 60, 3)), np.zeros((50, 60, 3), np.uint8)
        gaussian = cudatiled.Gaussian(5, 1.0)
        out = target[3:40, 7:50]
        self.assertIs(gaussian(whole[3:40, 7:50], out=out), out)
        np.testing.assert_array_equal(out, gaussian(whole[3:40, 7:50].copy()))
        self.assertFalse(target[:3].any() or target[:, :7].any() or target[40:].any() or target[:, 50:].any())

    def test_in_place(self):
        src = image((40, 40))
        expected = cudatiled.Box(5)(src)
        self.assertIs(cudatiled.Box(5)(src, out=src), src)
        np.testing.assert_array_equal(src, expected)

    def test_a_batch_is_its_images(self):
        batch = image((3, 25, 35, 3))
        result = cudatiled.Median(3)(batch)
        for one, expected in zip(result, batch):
            np.testing.assert_array_equal(one, cudatiled.Median(3)(expected))

    def test_dlpack_of_the_host(self):
        class Foreign:  # an array that is no numpy.ndarray
            def __init__(self, array):
                self.array = array

            def __dlpack__(self, **options):
                return self.array.__dlpack__(**options)

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()

        src = image((20, 20))
        result = cudatiled.filters.Median(3)(Foreign(src))
        np.testing.assert_array_equal(np.from_dlpack(result), cudatiled.Median(3)(src))

    def test_what_is_no_image_is_refused_by_name(self):
        median = cudatiled.Median(3)
        for array, kind, words in (
            ([[1, 2], [3, 4]], TypeError, "numpy.asarray"),
            (np.zeros((5, 5), np.float64), TypeError, "float64"),
            (np.zeros((5, 5, 5), np.uint8), ValueError, "5 channels"),
            (np.zeros(5, np.uint8), ValueError, "no image"),
            (np.zeros((3, 8, 8), np.uint8).transpose(1, 2, 0), ValueError, "ascontiguousarray"),
            (np.zeros((8, 8), np.uint8)[::-1], ValueError, "ascontiguousarray"),
            (np.zeros((8, 8), np.uint8)[:, ::2], ValueError, "ascontiguousarray"),
            (np.zeros((0, 8), np.uint8), cudatiled.Error, "empty"),
        ):
            with self.subTest(words), self.assertRaisesRegex(kind, words):
                median(array)

    def test_out_of_another_kind_is_refused_and_not_written(self):
        src = image((8, 8))
        for out in (np.ones((8, 9), np.uint8), np.ones((8, 8), np.int16)):
            with self.assertRaisesRegex(ValueError, "the result has shape"):
                cudatiled.Median(3)(src, out=out)
            self.assertTrue((out == 1).all())

    def test_out_that_is_read_only_is_refused_and_not_written(self):
        out = np.zeros((8, 8), np.uint8)
        out.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "read-only"):
            cudatiled.Median(3)(image((8, 8)), out=out)
        self.assertFalse(out.any())

    @unittest.skipIf(jax is None, "this Python has no JAX")
    def test_arrays_of_jax(self):
        src = image((20, 30, 3))
        array = jax.device_put(src, jax.devices("cpu")[0])
        result = cudatiled.Median(3)(array)
        self.assertIs(type(result), type(array))
        np.testing.assert_array_equal(np.asarray(result), cudatiled.Median(3)(src))
        with self.assertRaisesRegex(ValueError, "read-only"):
            cudatiled.Median(3)(array, out=array)

    def test_device_arrays_need_a_device(self):
        class Device:
            __cuda_array_interface__ = {"shape": (8, 8), "typestr": "|u1", "data": (4096, False), "version": 3}

        if cudatiled.getBackendName().startswith("CPU"):
            with self.assertRaisesRegex(cudatiled.Error, "device"):
                cudatiled.Median(3)(Device(), out=Device())


class Objects(unittest.TestCase):
    def test_errors_name_function_value_and_what_is_accepted(self):
        with self.assertRaisesRegex(cudatiled.Error, "createGaussianFilter.*6.*odd"):
            cudatiled.Gaussian(6, 1.0)(image((9, 9)))
        with self.assertRaisesRegex(TypeError, "complex64"):
            cudatiled.Box(3, depth="complex64")

    def test_a_chain_is_its_filters(self):
        src = image((30, 30, 3))
        chain = cudatiled.Median(3) | cudatiled.Gaussian(5, 1.0) | cudatiled.filters.Sobel(1, 0, depth="int16")
        expected = cudatiled.filters.Sobel(1, 0, depth="int16")(cudatiled.Gaussian(5, 1.0)(cudatiled.Median(3)(src)))
        result = chain(src)
        self.assertEqual(result.dtype, np.int16)
        np.testing.assert_array_equal(result, expected)
        self.assertEqual(repr(chain).count("|"), 2)
        np.testing.assert_array_equal((cudatiled.Box(3) | chain)(src), chain(cudatiled.Box(3)(src)))
        with self.assertRaisesRegex(cudatiled.Error, "createMedianFilter"):  # which has no int32
            (cudatiled.Box(3, depth="int32") | cudatiled.Median(3))(src)

    def test_a_filter_serves_many_threads_and_types(self):
        gaussian = cudatiled.Gaussian(9, 2.0)
        sources = [image((60, 60, channels), dtype) for channels in (1, 3) for dtype in (np.uint8, np.float32)]
        expected = [cudatiled.Gaussian(9, 2.0)(src) for src in sources]
        failures = []

        def work():
            for src, wanted in list(zip(sources, expected)) * 5:
                if not np.array_equal(gaussian(src), wanted):
                    failures.append(src.shape)

        threads = [threading.Thread(target=work) for _ in range(8)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        self.assertEqual(failures, [])

    def test_every_filter_documents_its_parameters(self):
        for kind in cudatiled.filters.EVERY_FILTER:
            for section in ("Parameters", "Raises", "See Also"):
                self.assertIn(section + "\n", kind.__doc__, kind.__name__)
            self.assertNotRegex(kind.__doc__, r"\\f|@param|: \w+\n\s*\n", kind.__name__)

    def test_the_backend_is_named_and_chosen(self):
        self.assertIn(cudatiled.getBackend(), (cudatiled.BACKEND_CPU, cudatiled.BACKEND_CUDA))
        with self.assertRaisesRegex(cudatiled.Error, "7"):
            cudatiled.setBackend(7)


if __name__ == "__main__":
    unittest.main()
