# SPDX-License-Identifier: Apache-2.0
"""cv2's functions with the module swapped: the same calls, the same pixels."""

import inspect
import itertools
import unittest

import cudatiled
import numpy as np
from images import correlated, image

try:
    import cv2
except ImportError:
    cv2 = None

CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)
SUMS = [  # calls as they are written for cv2
    lambda m, i: m.GaussianBlur(i, (7, 7), 1.5),
    lambda m, i: m.GaussianBlur(i, (0, 0), 2.0, sigmaY=1.0, borderType=m.BORDER_REFLECT),
    lambda m, i: m.GaussianBlur(i, (3, 5), 0, None, 0, m.BORDER_REPLICATE),
    lambda m, i: m.blur(i, (5, 3)),
    lambda m, i: m.blur(i, (4, 4), anchor=(0, 1), borderType=m.BORDER_CONSTANT),
    lambda m, i: m.boxFilter(i, -1, (3, 3), normalize=True),
    lambda m, i: m.boxFilter(i, m.CV_32F, (3, 3), normalize=False),
    lambda m, i: m.filter2D(i, -1, np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])),
    lambda m, i: m.filter2D(i, m.CV_32F, CROSS.astype(np.float32), delta=3, anchor=(0, 0)),
    lambda m, i: m.sepFilter2D(i, -1, np.float32([1, 2, 1]), np.float32([1, 0, -1])),
    lambda m, i: m.Sobel(i, m.CV_32F, 1, 0),
    lambda m, i: m.Sobel(i, m.CV_32F, 0, 2, ksize=5, scale=2, delta=1),
    lambda m, i: m.Scharr(i, m.CV_32F, 0, 1),
    lambda m, i: m.Laplacian(i, m.CV_32F, ksize=3),
]
LEVELS = [  # likewise; results have another size
    lambda m, i: m.pyrDown(i),
    lambda m, i: m.pyrDown(i, None, (i.shape[1] // 2, i.shape[0] // 2), m.BORDER_REPLICATE),
    lambda m, i: m.pyrUp(i),
    lambda m, i: m.pyrUp(i, dstsize=(2 * i.shape[1], 2 * i.shape[0])),
    lambda m, i: m.resize(i, (70, 40), interpolation=m.INTER_NEAREST),
]
SIZES = [  # likewise; releases of cv2 round ties of 16 bits, and places between pixels, in their own ways
    lambda m, i: m.resize(i, None, fx=0.5, fy=0.5),
    lambda m, i: m.resize(i, (70, 40)),
]
RANKS = [  # likewise; results are pixels, or differences of two
    lambda m, i: m.erode(i, CROSS),
    lambda m, i: m.erode(i, None, iterations=2),
    lambda m, i: m.dilate(i, np.ones((5, 7), np.uint8), borderType=m.BORDER_CONSTANT, borderValue=7),
    lambda m, i: m.morphologyEx(i, m.MORPH_OPEN, CROSS),
    lambda m, i: m.morphologyEx(i, m.MORPH_GRADIENT, np.ones((3, 3), np.uint8)),
    lambda m, i: m.morphologyEx(i, m.MORPH_BLACKHAT, np.ones((5, 5), np.uint8), iterations=2),
    lambda m, i: m.medianBlur(i, 5),
    lambda m, i: m.medianBlur(i, 1),
]


def float_error(call, src):
    """The error that docs/ACCURACY.md allows a float sum; its taps are what the call makes of a single pixel of 1."""
    zeros = np.zeros((41, 41), np.float32)
    impulse = zeros.copy()
    impulse[20, 20] = 1
    delta = call(cudatiled, zeros)[0, 0]
    taps = call(cudatiled, impulse).astype(float) - delta
    rounded = np.count_nonzero(taps) + 1
    magnitude = abs(taps).sum() * abs(src.astype(float)).max() + abs(delta)
    return min(rounded, 2.5 * rounded**0.5) * 2.0**-24 * magnitude


@unittest.skipIf(cv2 is None, "this Python has no cv2 to compare with")
class AsCv2(unittest.TestCase):
    def results(self, calls):
        """Of all calls: the call, the image, cv2's result and ours."""
        for number, call in enumerate(calls):
            for shape in ((61, 83), (60, 80, 3)):
                for dtype in (np.uint8, np.uint16, np.int16, np.float32):
                    src = image(shape, dtype)
                    with self.subTest(number=number, shape=shape, dtype=dtype.__name__):
                        expected, result = call(cv2, src), call(cudatiled, src)
                        self.assertEqual(result.dtype, expected.dtype)
                        yield call, src, expected, result

    def test_ranks_are_equal(self):
        for _, _, expected, result in self.results(RANKS):
            np.testing.assert_array_equal(result, expected)

    def test_a_number_beyond_the_border_is_that_of_the_first_channel(self):
        src = np.full((6, 7, 3), -100, np.int16)
        for value in (7, 7.0, (7, 8, 9)):
            for op in (cv2.MORPH_DILATE, cv2.MORPH_GRADIENT):
                expected, result = (
                    m.morphologyEx(src, op, CROSS, borderType=cv2.BORDER_CONSTANT, borderValue=value)
                    for m in (cv2, cudatiled)
                )
                np.testing.assert_array_equal(result, expected)

    def test_sums_are_as_near_as_promised(self):
        for call, src, expected, result in self.results(SUMS):
            apart = abs(result.astype(float) - expected).max()
            if result.dtype == np.float32:
                self.assertLessEqual(apart, 2 * float_error(call, src))  # each may be so far from the exact sum
            else:  # docs/ACCURACY.md: "nearest" results may be 1 apart; of 8 bits these calls are exact
                self.assertLessEqual(apart, 0 if src.dtype == np.uint8 else 1)

    def test_levels_of_pyramids_are_equal(self):
        for _, src, expected, result in self.results(LEVELS):
            np.testing.assert_allclose(result, expected, rtol=0 if src.dtype != np.float32 else 2.0**-19)

    def test_other_sizes_are_next_to_equal(self):
        for _, src, expected, result in self.results(SIZES):
            apart = abs(result.astype(float) - expected).max()
            place = 2 * 2.0**-18  # along both axes: a float below 128, rounded to another one
            self.assertLessEqual(apart, 255 * place if src.dtype == np.float32 else src.dtype.itemsize - 1)

    def test_canny(self):
        for src in (image((61, 83)), image((61, 83, 3))):
            for aperture, l2 in ((3, False), (5, True), (7, False)):
                parameters = (400 * aperture**2, 150 * aperture**2, None, aperture, l2)
                np.testing.assert_array_equal(cudatiled.Canny(src, *parameters), cv2.Canny(src, *parameters))

    def test_corners(self):
        for dtype in (np.uint8, np.float32):
            src = image((61, 83), dtype)
            for call in (
                lambda m: m.cornerHarris(src, 3, 3, 0.04),
                lambda m: m.cornerHarris(src, 7, 5, 0.06, None, m.BORDER_REPLICATE),
                lambda m: m.cornerMinEigenVal(src, 2),
                lambda m: m.cornerMinEigenVal(src, 4, None, -1, m.BORDER_REFLECT),
            ):
                expected = call(cv2)
                self.assertLessEqual(abs(call(cudatiled) - expected).max(), 2.0**-18 * abs(expected).max())

    def test_squares(self):
        for dtype, normalize in itertools.product((np.uint8, np.uint16, np.int16, np.float32), (True, False)):
            for src in (image((61, 83), dtype), image((60, 80, 3), dtype)):
                result = cudatiled.sqrBoxFilter(src, -1, (5, 3), normalize=normalize)
                expected = cv2.sqrBoxFilter(src, cv2.CV_32F, (5, 3), normalize=normalize)
                np.testing.assert_allclose(result, expected, rtol=2.0**-21)

    def test_bilateral(self):
        for src in (image((61, 83)), image((61, 83, 3))):
            difference = cv2.absdiff(cudatiled.bilateralFilter(src, 7, 30, 2), cv2.bilateralFilter(src, 7, 30, 2))
            self.assertLessEqual(difference.max(), 1)

    @unittest.skipUnless(hasattr(cv2, "ximgproc"), "this cv2 has no ximgproc")
    def test_joint_bilateral(self):
        for joint, src in itertools.product((image((61, 83)), image((61, 83, 3))), repeat=2):
            joint = np.minimum(joint, 254)  # ximgproc reads beyond its table for a difference of 255
            expected = cv2.ximgproc.jointBilateralFilter(joint, src, 7, 30, 2)
            difference = cv2.absdiff(cudatiled.jointBilateralFilter(joint, src, 7, 30, 2), expected)
            self.assertLessEqual(difference.max(), 1)

    def test_gray(self):
        for code in (cv2.COLOR_BGR2GRAY, cv2.COLOR_RGB2GRAY, cv2.COLOR_BGRA2GRAY, cv2.COLOR_RGBA2GRAY):
            channels = 4 if code in (cv2.COLOR_BGRA2GRAY, cv2.COLOR_RGBA2GRAY) else 3
            for dtype in (np.uint8, np.uint16):
                src = image((61, 83, channels), dtype)
                np.testing.assert_array_equal(cudatiled.cvtColor(src, code), cv2.cvtColor(src, code))
        with self.assertRaisesRegex(cudatiled.Error, "code is 8"):
            cudatiled.cvtColor(image((9, 9, 3)), cv2.COLOR_GRAY2BGR)

    def test_threshold(self):
        for dtype in (np.uint8, np.uint16, np.int16, np.float32):
            for kind in range(cv2.THRESH_TOZERO_INV + 1):
                src = image((61, 83, 3), dtype)
                level, expected = cv2.threshold(src, 99.5, 200, kind)
                own, result = cudatiled.threshold(src, 99.5, 200, kind)
                self.assertEqual(own, level)
                np.testing.assert_array_equal(result, expected)
        for flags in (cv2.THRESH_OTSU, cv2.THRESH_TRIANGLE | cv2.THRESH_TOZERO_INV):
            src = image((61, 83)) // 3
            level, expected = cv2.threshold(src, 0, 200, flags)
            own, result = cudatiled.threshold(src, 0, 200, flags)
            self.assertEqual(own, level)
            np.testing.assert_array_equal(result, expected)
        with self.assertRaisesRegex(ValueError, "one channel"):
            cudatiled.threshold(image((9, 9, 3)), 0, 255, cv2.THRESH_OTSU)

    def test_histograms(self):
        for dtype, bins in ((np.uint8, 256), (np.uint16, 256), (np.uint16, 65536)):
            src = image((61, 83, 3), dtype)
            hist = cudatiled.calcHist(src, bins=bins)
            self.assertEqual((hist.shape, hist.dtype), ((3, bins), np.int32))
            for c in range(3):
                expected = cv2.calcHist([src], [c], None, [bins], [0, np.iinfo(dtype).max + 1])
                np.testing.assert_array_equal(hist[c], expected.ravel())
        gray = image((61, 83)) // 3
        level = cudatiled.thresholdLevel(cudatiled.calcHist(gray), cv2.THRESH_OTSU)
        self.assertEqual(level.tolist(), [[cv2.threshold(gray, 0, 255, cv2.THRESH_OTSU)[0]]])
        with self.assertRaisesRegex(cudatiled.Error, "bins is 100"):
            cudatiled.calcHist(gray, bins=100)

    def test_adaptive_threshold(self):
        src = image((61, 83))
        for method, size in ((cv2.ADAPTIVE_THRESH_MEAN_C, 11), (cv2.ADAPTIVE_THRESH_GAUSSIAN_C, 7)):
            for kind in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
                np.testing.assert_array_equal(
                    cudatiled.adaptiveThreshold(src, 255, method, kind, size, 2.5),
                    cv2.adaptiveThreshold(src, 255, method, kind, size, 2.5),
                )

    def test_levels(self):
        table = np.arange(255, -1, -1, dtype=np.uint8)
        for src in (image((61, 83)), image((61, 83, 3))):
            np.testing.assert_array_equal(cudatiled.LUT(src, table), cv2.LUT(src, table))
        src = image((61, 83)) // 3
        np.testing.assert_array_equal(cudatiled.equalizeHist(src), cv2.equalizeHist(src))
        for flags in (cv2.THRESH_OTSU, cv2.THRESH_TRIANGLE | cv2.THRESH_TOZERO):
            np.testing.assert_array_equal(
                cudatiled.AutoThreshold(200, flags)(src), cv2.threshold(src, 0, 200, flags)[1]
            )

    def test_spatial_gradient(self):
        src = image((61, 83))
        for result, expected in zip(cudatiled.spatialGradient(src), cv2.spatialGradient(src)):
            np.testing.assert_array_equal(result, expected)

    def test_the_same_parameters_in_the_same_order(self):
        from cudatiled import _functions

        for name in _functions.__all__:
            function = getattr(cv2, name, None) or getattr(getattr(cv2, "ximgproc", None), name, None)
            if name == "jointBilateralFilter" and not function:
                continue  # this cv2 has no ximgproc
            declared = function.__doc__.split("->")[0].split("(", 1)[1]
            names = [n.strip() for n in declared.translate({ord(c): " " for c in "[])"}).split(",")]
            own = list(inspect.signature(getattr(cudatiled, name)).parameters)
            self.assertEqual(own, [n for n in names if n != "hint"], name)

    def test_constants(self):
        from cudatiled import _constants

        for name, value in vars(_constants).items():
            if name != "BORDER_INSIDE" and name.startswith(
                ("BORDER_", "MORPH_", "FILTER_", "CV_", "COLOR_", "THRESH_", "ADAPTIVE_")
            ):
                self.assertEqual(value, getattr(cv2, name), name)


class Alone(unittest.TestCase):
    def test_results_go_into_dst(self):
        src, dst = image((20, 30)), np.empty((20, 30), np.int16)
        self.assertIs(cudatiled.Sobel(src, cudatiled.CV_16S, 1, 0, dst), dst)
        np.testing.assert_array_equal(dst, correlated(src, np.outer([1, 2, 1], [-1, 0, 1]), np.int16))

    def test_every_call_works(self):
        for number, call in enumerate(SUMS + RANKS):
            with self.subTest(number=number):
                self.assertEqual(call(cudatiled, image((21, 31, 3))).shape, (21, 31, 3))

    def test_filters_are_kept(self):
        from cudatiled import _functions

        src = image((9, 9))
        cudatiled.filter2D(src, -1, np.ones((3, 3)))
        kept = _functions._made.cache_info().hits
        cudatiled.filter2D(src, -1, np.ones((3, 3)))
        self.assertEqual(_functions._made.cache_info().hits, kept + 1)

    def test_a_depth_that_is_not_made(self):
        with self.assertRaisesRegex(TypeError, "ddepth 6"):
            cudatiled.Sobel(image((9, 9)), 6, 1, 0)


if __name__ == "__main__":
    unittest.main()
