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
    "mask": np.ones((3, 3), np.uint8),
    "rowMask": [1, 2, 1],
    "columnMask": [1, 0, -1],
    "dx": 1,
    "dy": 0,
    "ksize": 5,
    "sigma": 1.5,
    "lowSigma": 1,
    "highSigma": 1.6,
    "k": 0.04,
    "op": cudatiled.MORPH_OPEN,
    "threshold1": 300,
    "threshold2": 600,
    "code": cudatiled.COLOR_BGR2GRAY,
    "lowest": 60,
    "highest": 190,
    "thresh": 99.5,
    "maxval": 200,
    "maxValue": 255,
    "adaptiveMethod": cudatiled.ADAPTIVE_THRESH_MEAN_C,
    "thresholdType": cudatiled.THRESH_BINARY,
    "blockSize": 5,
    "C": 2,
    "lut": np.arange(256, dtype=np.uint8)[::-1],
    "type": cudatiled.THRESH_BINARY,
    "d": 5,
    "sigmaColor": 30,
    "sigmaSpace": 2,
    "dsize": (45, 50),
    "noise": 100,
}
CHANNELS = {  # of the images of a test, where not all will do
    "Gray": (3,),
    "AdaptiveThreshold": (1,),
    "CornerHarris": (1,),
    "CornerMinEigenVal": (1,),
}


def from_dlpack(array):  # as the library that Foreign below is of
    return array


def make(kind):
    parameters = inspect.signature(kind).parameters
    given = {name: REQUIRED[name] for name, p in parameters.items() if p.default is p.empty}
    if kind.__name__.endswith("Sum"):  # has no results of 8 bits
        given["depth"] = "int32"
    if kind in (cudatiled.filters.SqrBox, cudatiled.filters.LocalVariance):
        given["depth"] = "float32"
    if kind is cudatiled.filters.AutoThreshold:
        given["type"] = 8  # Otsu's
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

    def test_half_floats_are_rounded_float_results(self):
        src = image((33, 65, 3), np.float16)
        floats = src.astype(np.float32)
        opening = cudatiled.Morphology(cudatiled.MORPH_OPEN, np.ones((3, 3), np.uint8))
        for made in (cudatiled.Median(5), opening, cudatiled.BoxMax(9)):
            np.testing.assert_array_equal(made(src), made(floats).astype(np.float16))
        for made in (cudatiled.Gaussian(7, 1.5), cudatiled.Linear(np.linspace(0, 1, 25).reshape(5, 5) / 12.5)):
            result = made(src)
            self.assertEqual(result.dtype, np.float16)
            spacing = np.spacing(result).astype(np.float32)  # next to a tie, floats that differ are rounded apart
            self.assertTrue((abs(result.astype(np.float32) - made(floats)) <= 0.51 * spacing).all())
        bytes_ = image((20, 30))
        sobel = cudatiled.filters.Sobel
        np.testing.assert_array_equal(sobel(1, 0, depth="float16")(bytes_), sobel(1, 0, depth="float32")(bytes_))

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
                channels = shape[-1] if len(shape) > 2 else 1
                if channels not in CHANNELS.get(kind.__name__, (1, 3)):
                    continue
                with self.subTest(kind.__name__, shape=shape):
                    result = make(kind)(image(shape))
                    self.assertIsInstance(result, np.ndarray)
                    rows, cols = {"PyrDown": (10, 15), "PyrUp": (40, 60), "Resize": (50, 45)}.get(kind.__name__, (20, 30))
                    shape = tuple({20: rows, 30: cols}.get(length, length) for length in shape)
                    one = shape[:-1] if len(shape) == 3 and shape[-1] > 1 else (*shape[:-1], 1)
                    self.assertEqual(result.shape, one if kind.__name__ in ("Canny", "Gray") and len(shape) > 2 else shape)


class Levels(unittest.TestCase):
    def test_tables_of_one_and_of_several_channels(self):
        src = image((31, 47, 3))
        one = np.random.default_rng(1).integers(0, 256, 256, np.uint8)
        np.testing.assert_array_equal(cudatiled.LookUpTable(one)(src), one[src])
        each = np.random.default_rng(2).integers(0, 256, (256, 1, 3), np.uint8)
        expected = np.stack([each[src[..., c], 0, c] for c in range(3)], -1)
        np.testing.assert_array_equal(cudatiled.LookUpTable(each)(src), expected)

    def test_contrast_and_means(self):
        src = image((31, 47, 3)) // 2 + 20
        stretched = cudatiled.AutoContrast()(src)
        self.assertEqual([stretched.min(), stretched.max()], [0, 255])
        means = cudatiled.GreyWorld()(src).mean((0, 1))
        self.assertLess(np.ptp(means), 1)


class Masks(unittest.TestCase):
    def test_convolution_is_not_mirrored_and_scaled_once(self):
        mask = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 10]])
        impulse = np.zeros((9, 9), np.uint8)
        impulse[4, 4] = 1
        np.testing.assert_array_equal(cudatiled.Convolution(mask)(impulse)[3:6, 3:6], mask)
        src = image((31, 47), np.uint8)
        scaled = cudatiled.Convolution(mask, scale=1 / 46, delta=0.25)(src)
        sums = correlated(src, mask[::-1, ::-1], np.float64)
        expected = np.rint(np.float32(sums * np.float64(np.float32(1 / 46)) + 0.25))  # products of 24 bits are exact
        np.testing.assert_array_equal(scaled, expected.clip(0, 255).astype(np.uint8))

    def test_products_and_what_is_none(self):
        sobel = np.outer([1, 2, 1], [-1, 0, 1])
        found = cudatiled.separate(sobel)
        np.testing.assert_array_equal(found.row, [-1, 0, 1])
        np.testing.assert_array_equal(found.column, [1, 2, 1])
        self.assertEqual((found.residual, found.sigmaRatio, found.isSeparable), (0, 0, True))
        src = image((31, 47, 3), np.uint8)
        np.testing.assert_array_equal(
            cudatiled.SeparableConvolution(found.row, found.column, depth="int16")(src),
            cudatiled.Convolution(sobel, depth="int16")(src),
        )
        self.assertFalse(cudatiled.separate(np.eye(3)).isSeparable)
        self.assertTrue(cudatiled.separate(np.eye(3), tolerance=1).isSeparable)

    def test_composed_and_normalized(self):
        mask, origin = cudatiled.compose([[1, 2]], [[1, 0], [0, 3]], (1, 0))
        np.testing.assert_array_equal(mask, [[1, 2, 0], [0, 3, 6]])
        self.assertEqual(origin, (1, 0))
        self.assertEqual(cudatiled.normalizingScale(np.ones((3, 3))), 1 / 9)
        self.assertEqual(cudatiled.normalizingScale([-1, 0, 1]), 1)

    def test_refused(self):
        for call, text in (
            (lambda: cudatiled.separate(np.ones((2, 2)), -1), "tolerance is -1"),
            (lambda: cudatiled.separate([[np.nan]]), "tap nan"),
            (lambda: cudatiled.compose([1], [1], (1, 0)), "originOfA is"),
            (lambda: cudatiled.normalizingScale(np.zeros((0, 3))), "mask is empty"),
        ):
            with self.assertRaisesRegex(cudatiled.Error, text):
                call()


class Gradients(unittest.TestCase):
    def setUp(self):
        self.src = image((40, 57, 3), np.uint8)
        sobel = np.outer([1, 2, 1], [-1, 0, 1])
        self.dx, self.dy = (correlated(self.src, kernel, np.int16) for kernel in (sobel, sobel.T))
        self.length = np.hypot(self.dx.astype(float), self.dy)

    def test_all_results_of_one_reading(self):
        dx, dy, magnitude, angle = cudatiled.Gradient(angleInDegrees=True).results(self.src)
        np.testing.assert_array_equal(dx, self.dx)
        np.testing.assert_array_equal(dy, self.dy)
        np.testing.assert_array_equal(magnitude, np.minimum(np.rint(self.length), 255).astype(np.uint8))
        off = np.remainder(angle - np.degrees(np.arctan2(dy, dx, dtype=float)) + 180, 360) - 180
        self.assertLess(abs(off).max(), 0.012)
        self.assertEqual(angle.dtype, np.float32)

    def test_some_results_into_arrays_and_of_a_batch(self):
        gradient = cudatiled.Gradient(norm=cudatiled.NORM_L1, depth="int16")
        out = np.empty_like(self.dx), np.empty_like(self.dx)
        self.assertIs(gradient.results(self.src, ("magnitude", "dx"), out)[0], out[0])
        np.testing.assert_array_equal(out[0], abs(self.dx) + abs(self.dy))
        np.testing.assert_array_equal(out[1], self.dx)
        (dy,) = gradient.results(np.stack([self.src, self.src]), ["dy"])
        np.testing.assert_array_equal(dy, np.stack([self.dy, self.dy]))
        np.testing.assert_array_equal(gradient(self.src), out[0])

    def test_wrong_names_and_arrays(self):
        gradient = cudatiled.Gradient()
        for names in ((), ("dx", "dx"), ("dz",)):
            with self.assertRaisesRegex(ValueError, "must be some of"):
                gradient.results(self.src, names)
        with self.assertRaisesRegex(ValueError, "one for each"):
            gradient.results(self.src, ("dx", "dy"), [self.dx])
        with self.assertRaisesRegex(ValueError, "the result has shape"):
            gradient.results(self.src, ["dx"], [np.empty_like(self.src)])


class Edges(unittest.TestCase):
    def setUp(self):
        self.src = np.full((40, 50), 30, np.uint8)
        self.src[10:30, 15:40] = 90

    def test_of_a_rectangle_are_its_outline(self):
        edges = cudatiled.Canny(self.src, 100, 200)
        self.assertEqual(edges.shape, (40, 50))
        self.assertEqual(set(np.unique(edges)), {0, 255})
        inside, outside = np.zeros_like(edges), np.zeros_like(edges)
        inside[11:29, 16:39], outside[9:31, 14:41] = 1, 1
        self.assertFalse(edges[(inside == 1) | (outside == 0)].any())
        self.assertTrue((edges[9:11, 16:39].max(0) == 255).all() and (edges[11:29, 14:16].max(1) == 255).all())

    def test_of_derivatives_and_of_batches_are_the_same(self):
        canny = cudatiled.filters.Canny(100, 200)
        dx, dy = cudatiled.Gradient(borderType=cudatiled.BORDER_REPLICATE).results(self.src, ("dx", "dy"))
        edges = canny(self.src)
        np.testing.assert_array_equal(canny.detect(dx, dy), edges)
        out = np.empty_like(edges)
        self.assertIs(canny.detect(dx, dy, out), out)
        np.testing.assert_array_equal(out, edges)
        colours = np.stack([self.src] * 3, -1)
        np.testing.assert_array_equal(canny(colours), edges)
        np.testing.assert_array_equal(canny(np.stack([colours, colours])), np.stack([edges, edges])[..., None])
        dxs, dys = (np.stack([d, d])[..., None] for d in (dx, dy))
        np.testing.assert_array_equal(canny.detect(dxs, dys), np.stack([edges, edges])[..., None])

    def test_wrong_arrays(self):
        canny = cudatiled.filters.Canny(100, 200)
        dx = np.zeros((9, 8), np.int16)
        with self.assertRaisesRegex(ValueError, r"dx has shape \(9, 8\) and dy \(8, 8\)"):
            canny.detect(dx, dx[1:])
        with self.assertRaisesRegex(cudatiled.Error, "both must be 16SC1"):
            canny.detect(self.src, self.src)
        with self.assertRaisesRegex(ValueError, r"the result has shape \(40, 50\)"):
            canny(np.stack([self.src] * 3, -1), np.empty((40, 50, 3), np.uint8))


class Guided(unittest.TestCase):
    def setUp(self):
        self.joint, self.src = np.full((40, 50, 3), 30, np.uint8), image((40, 50))
        self.joint[:, 25:] = 200

    def test_means_stay_on_their_side_of_an_edge_of_the_guide(self):
        src = np.where(self.joint[..., 0] > 100, self.src // 4, 180 + self.src // 4).astype(np.uint8)
        result = cudatiled.JointBilateral(9, 5, 3).apply(self.joint, src)
        self.assertTrue(result[:, :25].min() >= 180 and result[:, 25:].max() < 64)
        self.assertLess(result[:, :25].std(), src[:, :25].std())

    def test_of_one_image_and_of_a_constant_guide(self):
        for src in (self.src, image((40, 50, 3)), image((40, 50), np.float32)):
            joint = cudatiled.JointBilateral(7, 30, 2)
            expected = cudatiled.Bilateral(7, 30, 2)(src)
            np.testing.assert_array_equal(joint(src), expected)
            np.testing.assert_array_equal(joint.apply(src, src), expected)
        y, x = np.mgrid[-3:4, -3:4]
        weights = np.where(x * x + y * y <= 9, np.exp(-(x * x + y * y) / 8), 0)
        flat = joint.apply(np.zeros((40, 50), np.float32), self.src.astype(np.float32))
        mean = correlated(self.src.astype(np.float64), weights / weights.sum(), np.float64)
        np.testing.assert_allclose(flat, mean, rtol=1e-5)

    def test_batches_results_and_functions(self):
        joint = cudatiled.JointBilateral(5, 20, 2)
        expected = joint.apply(self.joint, self.src)
        out = np.empty_like(expected)
        self.assertIs(joint.apply(self.joint, self.src, out), out)
        np.testing.assert_array_equal(out, expected)
        np.testing.assert_array_equal(cudatiled.jointBilateralFilter(self.joint, self.src, 5, 20, 2), expected)
        batch = joint.apply(np.stack([self.joint] * 2), np.stack([self.src] * 2)[..., None])
        np.testing.assert_array_equal(batch, np.stack([expected] * 2)[..., None])

    def test_wrong_arrays(self):
        joint = cudatiled.JointBilateral(5, 20, 2)
        with self.assertRaisesRegex(cudatiled.Error, "joint is 50 x 39 and src 50 x 40"):
            joint.apply(self.joint[1:], self.src)
        with self.assertRaisesRegex(cudatiled.Error, "joint is of type 32FC3"):
            joint.apply(self.joint.astype(np.float32), self.src)
        with self.assertRaisesRegex(ValueError, "there must be a joint for each image"):
            joint.apply(np.stack([self.joint] * 2), self.src)


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

    def test_a_list_is_its_images_of_any_sizes(self):
        half = cudatiled.filters.PyrDown()
        for made in (cudatiled.Gaussian(5, 1.0), cudatiled.Median(3), half):
            images = [image(shape) for shape in ((20, 30, 3), (9, 41, 3), (2, 16, 8, 3), (20, 30, 3))]
            results = made(images)
            self.assertIsInstance(results, list)
            for result, src in zip(results, images, strict=True):
                np.testing.assert_array_equal(result, made(src))
            out = tuple(np.empty_like(result) for result in results)
            self.assertIs(made(tuple(images), out=out), out)
            for result, expected in zip(out, results):
                np.testing.assert_array_equal(result, expected)
        self.assertEqual(half([]), [])

    def test_lists_of_several_types_are_refused_and_not_written(self):
        median, images = cudatiled.Median(3), [image((8, 9)), image((7, 6))]
        out = [np.full((8, 9), 77, np.uint8), np.zeros((7, 7), np.uint8)]
        for src, given, text in (
            ([images[0], image((8, 9), np.uint16)], None, "image 1 of the list is of uint16"),
            ([images[0], image((8, 9, 3))], None, "has 3 channels"),
            (images, out[:1], "out must be a list of 2 arrays"),
            (images, images[0], "out must be a list"),
            (images, out, r"out has shape \(7, 7\)"),
        ):
            with self.assertRaisesRegex(ValueError, text):
                median(src, out=given)
        self.assertTrue((out[0] == 77).all())

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
            self.assertNotRegex(kind.__doc__, r"\\f|@par|: \w+\n\s*\n", kind.__name__)

    def test_the_backend_is_named_and_chosen(self):
        self.assertIn(cudatiled.getBackend(), (cudatiled.BACKEND_CPU, cudatiled.BACKEND_CUDA))
        with self.assertRaisesRegex(cudatiled.Error, "7"):
            cudatiled.setBackend(7)


if __name__ == "__main__":
    unittest.main()
