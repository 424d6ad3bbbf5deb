#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python bindings, cv2.cudatiled: every filter and function on a photograph, compared with what cv2 computes of the same arrays."""
import os
import unittest

import cv2
import numpy as np

tiled = cv2.cudatiled

PHOTOGRAPH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../samples/data/coffee.png")
HALF_OF_RANGE = {np.uint8: 128, np.uint16: 32768, np.float32: 0.5}

GRADIENT = np.float32([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
SHARPEN = np.float32([[-1, -1, -1], [-1, 9, -1], [-1, -1, -1]])
EMBOSS = np.float32([[2, 0, 0], [0, -1, 0], [0, 0, -1]])
ROW, COLUMN = np.float32([1, 2, 1]), np.float32([1, 0, -2, 0, 1])
ELLIPSE = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 7))
RECTANGLE = np.ones((3, 5), np.uint8)


class Picture:
    """The photograph in one type. Float pixels lie in [0, 1]."""

    def __init__(self, pixels, depth):
        channels = 1 if pixels.ndim == 2 else pixels.shape[2]
        self.pixels = pixels
        self.channels = channels
        self.type = self.type_of(depth)

    def type_of(self, depth):
        return getattr(cv2, f"CV_{depth}C{self.channels}")

    def emboss(self):
        return cv2.filter2D(self.pixels, -1, EMBOSS, delta=HALF_OF_RANGE[self.pixels.dtype.type])


def pictures():
    colour = cv2.imread(PHOTOGRAPH)
    assert colour is not None, PHOTOGRAPH
    gray = cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY)
    for pixels in (colour, gray):
        yield Picture(pixels, "8U")
        yield Picture(pixels.astype(np.uint16) * 257, "16U")
        yield Picture(pixels.astype(np.float32) / 255, "32F")


# name of create…Filter: the filter for a picture, what cv2 computes, sum of |tap|
FILTERS = {
    "Linear": (
        lambda p: tiled.createLinearFilter(p.type, -1, GRADIENT),
        lambda p: cv2.filter2D(p.pixels, -1, GRADIENT), 8),
    "SeparableLinear": (
        lambda p: tiled.createSeparableLinearFilter(p.type, -1, ROW, COLUMN),
        lambda p: cv2.sepFilter2D(p.pixels, -1, ROW, COLUMN), 16),
    "Convolution": (
        lambda p: tiled.createConvolutionFilter(p.type, -1, GRADIENT),
        lambda p: cv2.filter2D(p.pixels, -1, cv2.flip(GRADIENT, -1)), 8),
    "SeparableConvolution": (
        lambda p: tiled.createSeparableConvolutionFilter(p.type, -1, ROW, COLUMN),
        lambda p: cv2.sepFilter2D(p.pixels, -1, cv2.flip(ROW, -1), cv2.flip(COLUMN, -1)), 16),
    "Sharpen": (
        lambda p: tiled.createSharpenFilter(p.type, -1, tiled.SHARPEN_8),
        lambda p: cv2.filter2D(p.pixels, -1, SHARPEN), 17),
    "Emboss": (
        lambda p: tiled.createEmbossFilter(p.type, -1, tiled.EMBOSS_NORTH_WEST),
        lambda p: p.emboss(), 4),
    "Sobel": (
        lambda p: tiled.createSobelFilter(p.type, -1, 1, 0),
        lambda p: cv2.Sobel(p.pixels, -1, 1, 0), 8),
    "Deriv": (
        lambda p: tiled.createDerivFilter(p.type, p.type_of("32F"), 0, 2, 5),
        lambda p: cv2.Sobel(p.pixels, cv2.CV_32F, 0, 2, ksize=5), 128),
    "Scharr": (
        lambda p: tiled.createScharrFilter(p.type, -1, 0, 1),
        lambda p: cv2.Scharr(p.pixels, -1, 0, 1), 32),
    "Prewitt": (
        lambda p: tiled.createPrewittFilter(p.type, -1, 0, 1),
        lambda p: cv2.sepFilter2D(p.pixels, -1, np.float32([1, 1, 1]), np.float32([-1, 0, 1])), 6),
    "Roberts": (
        lambda p: tiled.createRobertsFilter(p.type, -1, tiled.ROBERTS_UP),
        lambda p: cv2.filter2D(p.pixels, -1, np.float32([[0, 0, 0], [0, 1, 0], [-1, 0, 0]])), 2),
    "Gradient": (
        lambda p: tiled.createGradientFilter(p.type, p.type_of("32F"), 3, cv2.NORM_L1),
        lambda p: abs(cv2.Sobel(p.pixels, cv2.CV_32F, 1, 0)) + abs(cv2.Sobel(p.pixels, cv2.CV_32F, 0, 1)), 16),
    "Laplacian": (
        lambda p: tiled.createLaplacianFilter(p.type, -1, 3),
        lambda p: cv2.Laplacian(p.pixels, -1, ksize=3), 16),
    "Box": (
        lambda p: tiled.createBoxFilter(p.type, -1, (5, 3)),
        lambda p: cv2.blur(p.pixels, (5, 3)), 1),
    "RowSum": (
        lambda p: tiled.createRowSumFilter(p.type, p.type_of("32F"), 7),
        lambda p: cv2.boxFilter(p.pixels, cv2.CV_32F, (7, 1), normalize=False), 7),
    "ColumnSum": (
        lambda p: tiled.createColumnSumFilter(p.type, p.type_of("32F"), 7),
        lambda p: cv2.boxFilter(p.pixels, cv2.CV_32F, (1, 7), normalize=False), 7),
    "Gaussian": (
        lambda p: tiled.createGaussianFilter(p.type, -1, (7, 7), 1.5),
        lambda p: cv2.GaussianBlur(p.pixels, (7, 7), 1.5), 1),
    "UnsharpMask": (
        lambda p: tiled.createUnsharpMaskFilter(p.type, (7, 7), 1.5),
        lambda p: cv2.addWeighted(p.pixels, 2, cv2.GaussianBlur(p.pixels, (7, 7), 1.5), -1, 0), 3),
    "PyrDown": (
        lambda p: tiled.createPyrDownFilter(p.type),
        lambda p: cv2.pyrDown(p.pixels), 1),
    "PyrUp": (
        lambda p: tiled.createPyrUpFilter(p.type),
        lambda p: cv2.pyrUp(p.pixels), 1),
    "Resize": (
        lambda p: tiled.createResizeFilter(p.type, (77, 55)),
        lambda p: cv2.resize(p.pixels, (77, 55)), 1),
    "Bilateral": (
        lambda p: tiled.createBilateralFilter(p.type, 7, 30, 2),
        lambda p: cv2.bilateralFilter(p.pixels, 7, 30, 2), 1),
    "Morphology": (
        lambda p: tiled.createMorphologyFilter(cv2.MORPH_OPEN, p.type, ELLIPSE),
        lambda p: cv2.morphologyEx(p.pixels, cv2.MORPH_OPEN, ELLIPSE), 0),
    "BoxMax": (
        lambda p: tiled.createBoxMaxFilter(p.type, (5, 3)),
        lambda p: cv2.dilate(p.pixels, RECTANGLE, borderType=cv2.BORDER_DEFAULT), 0),
    "BoxMin": (
        lambda p: tiled.createBoxMinFilter(p.type, (5, 3)),
        lambda p: cv2.erode(p.pixels, RECTANGLE, borderType=cv2.BORDER_DEFAULT), 0),
    "Median": (
        lambda p: tiled.createMedianFilter(p.type, 5),
        lambda p: cv2.medianBlur(p.pixels, 5), 0),
    "Threshold": (
        lambda p: tiled.createThresholdFilter(p.type, 0.4, 1, cv2.THRESH_BINARY),
        lambda p: cv2.threshold(p.pixels, 0.4, 1, cv2.THRESH_BINARY)[1], 0),
}

# function of imgproc: its arguments after the image, sum of |tap|
FUNCTIONS = {
    "filter2D": ((-1, GRADIENT), 8),
    "sepFilter2D": ((-1, ROW, COLUMN), 16),
    "GaussianBlur": (((5, 9), 1.5), 1),
    "blur": (((3, 5),), 1),
    "boxFilter": ((cv2.CV_32F, (3, 3), None, (-1, -1), False), 9),
    "Sobel": ((cv2.CV_32F, 1, 1), 8),
    "Scharr": ((cv2.CV_32F, 1, 0), 32),
    "Laplacian": ((cv2.CV_32F,), 8),
    "erode": ((ELLIPSE,), 0),
    "dilate": ((RECTANGLE, None, (-1, -1), 2), 0),
    "morphologyEx": ((cv2.MORPH_BLACKHAT, RECTANGLE), 0),
    "bilateralFilter": ((7, 30, 2), 1),
    "medianBlur": ((3,), 0),
    "pyrDown": ((), 1),
    "pyrUp": ((), 1),
    "resize": (((77, 55),), 1),
}


class CudatiledTest(unittest.TestCase):
    def setUp(self):
        self.gray = cv2.imread(PHOTOGRAPH, cv2.IMREAD_GRAYSCALE)
        self.blur = tiled.createGaussianFilter(cv2.CV_8UC1, -1, (7, 7), 1.5)
        self.blurred = cv2.GaussianBlur(self.gray, (7, 7), 1.5)

    def assert_equal(self, actual, expected, float_error=0):
        self.assertEqual((actual.shape, actual.dtype), (expected.shape, expected.dtype))
        self.assertLessEqual(cv2.norm(actual, expected, cv2.NORM_INF), float_error)

    def assert_contract(self, picture, actual, expected, taps):
        """Integer images: equal. Float images: ours and cv2's sums may each be 2^-20 of the sum of |tap * pixel| from the exact one."""
        floating = picture.pixels.dtype == np.float32
        self.assert_equal(actual, expected, taps * 2.0**-19 if floating else 0)

    def test_every_filter_computes_what_cv2_computes(self):
        for picture in pictures():
            for name, (create, reference, taps) in FILTERS.items():
                with self.subTest(filter=name, type=picture.type):
                    created = create(picture)
                    self.assertEqual(created.srcType(), picture.type)
                    self.assert_contract(picture, created.apply(picture.pixels), reference(picture), taps)

    def test_every_function_computes_what_cv2_computes(self):
        for picture in pictures():
            for name, (arguments, taps) in FUNCTIONS.items():
                with self.subTest(function=name, type=picture.type):
                    actual = getattr(tiled, name)(picture.pixels, *arguments)
                    self.assert_contract(picture, actual, getattr(cv2, name)(picture.pixels, *arguments), taps)

    def test_spatial_gradient(self):
        for actual, expected in zip(tiled.spatialGradient(self.gray), cv2.spatialGradient(self.gray)):
            self.assert_equal(actual, expected)

    def test_masks_are_taken_apart_and_composed(self):
        sobel = np.outer([1.0, 2.0, 1.0], [-1.0, 0.0, 1.0])
        found = tiled.separate(sobel)
        self.assertTrue(found.isSeparable)
        self.assertEqual((found.row.ravel().tolist(), found.column.ravel().tolist()), ([-1, 0, 1], [1, 2, 1]))
        origin, mask = tiled.compose(found.row, found.column)
        self.assertEqual((tuple(origin), mask.tolist()), ((1, 1), sobel.tolist()))
        self.assertEqual(tiled.normalizingScale(np.ones((3, 3))), 1 / 9)

    def test_canny(self):
        expected = cv2.Canny(self.gray, 60, 150)
        self.assert_equal(tiled.Canny(self.gray, 60, 150), expected)
        canny = tiled.createCannyFilter(cv2.CV_8UC1, 60, 150)
        self.assert_equal(canny.apply(self.gray), expected)
        dx, dy = cv2.spatialGradient(self.gray, borderType=cv2.BORDER_REPLICATE)
        self.assert_equal(canny.detect(dx, dy), expected)
        self.assert_equal(tiled.Canny(dx, dy, 60, 150), expected)

    def test_joint_bilateral(self):
        joint = np.where(np.arange(self.gray.shape[1]) < 30, 20, 220) * np.ones_like(self.gray)
        joint = cv2.merge([joint.astype(np.uint8)] * 3)
        left, right = np.ascontiguousarray(self.gray[:, :30]), np.ascontiguousarray(self.gray[:, 30:])
        blurred = tiled.createJointBilateralFilter(cv2.CV_8UC3, cv2.CV_8UC1, 5, 10, 2, cv2.BORDER_REPLICATE).apply(
            joint, self.gray)
        self.assert_equal(tiled.jointBilateralFilter(joint, self.gray, 5, 10, 2, None, cv2.BORDER_REPLICATE), blurred)
        self.assertGreater(abs(blurred[:, :30].astype(int) - left).max(), 0)
        for part, side in ((blurred[:, :30], left), (blurred[:, 30:], right)):  # no pixel of the other side counts
            self.assertTrue(side.min() <= part.min() and part.max() <= side.max())
        own = tiled.createJointBilateralFilter(cv2.CV_8UC1, cv2.CV_8UC1, 5, 10, 2)
        self.assert_equal(own.apply(self.gray, self.gray), tiled.bilateralFilter(self.gray, 5, 10, 2))

    def test_corners(self):
        harris = cv2.cornerHarris(self.gray, 3, 3, 0.04)
        self.assert_equal(tiled.createCornerHarrisFilter(cv2.CV_8UC1, 3, 3, 0.04).apply(self.gray), harris, 1e-5)
        self.assert_equal(tiled.cornerHarris(self.gray, 3, 3, 0.04), harris, 1e-5)
        least = cv2.cornerMinEigenVal(self.gray, 3)
        self.assert_equal(tiled.createCornerMinEigenValFilter(cv2.CV_8UC1, 3).apply(self.gray), least, 1e-5)
        self.assert_equal(tiled.cornerMinEigenVal(self.gray, 3), least, 1e-5)

    def test_sums_of_two_blurs(self):
        gray = self.gray.astype(np.float32)
        blurs = [cv2.GaussianBlur(gray, (9, 9), sigma) for sigma in (1, 1.6)]
        difference = tiled.createDifferenceOfGaussiansFilter(cv2.CV_32FC1, -1, 9, 1, 1.6)
        self.assert_equal(difference.apply(gray), blurs[0] - blurs[1], 255 * 2.0**-18)
        even = np.full((20, 30), 100, np.float32)
        log = tiled.createLaplacianOfGaussianFilter(cv2.CV_32FC1, -1, 9, 1.4)
        self.assert_equal(log.apply(even), np.zeros_like(even), 1e-4)

    def test_gray(self):
        colour = cv2.imread(PHOTOGRAPH)
        for code in (cv2.COLOR_BGR2GRAY, cv2.COLOR_RGB2GRAY):
            expected = cv2.cvtColor(colour, code)
            self.assert_equal(tiled.createGrayFilter(cv2.CV_8UC3, code).apply(colour), expected)
            self.assert_equal(tiled.cvtColor(colour, code), expected)

    def test_adaptive_threshold(self):
        arguments = (255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 11, 5)
        expected = cv2.adaptiveThreshold(self.gray, *arguments)
        self.assert_equal(tiled.createAdaptiveThresholdFilter(cv2.CV_8UC1, *arguments).apply(self.gray), expected)
        self.assert_equal(tiled.adaptiveThreshold(self.gray, *arguments), expected)

    def test_threshold_and_contrast(self):
        arguments = (99.5, 200, cv2.THRESH_TOZERO)
        level, expected = cv2.threshold(self.gray, *arguments)
        own, actual = tiled.threshold(self.gray, *arguments)
        self.assertEqual(own, level)
        self.assert_equal(actual, expected)
        levels = np.rint((np.arange(256.0) - 60).clip(0, 130) * 255 / 130).astype(np.uint8)
        self.assert_equal(tiled.createContrastFilter(cv2.CV_8UC1, 60, 190).apply(self.gray), levels[self.gray])

    def test_local_statistics(self):
        for p in pictures():
            size, target = (5, 3), p.type_of("32F")
            squares = cv2.sqrBoxFilter(p.pixels, cv2.CV_32F, size)
            np.testing.assert_allclose(tiled.sqrBoxFilter(p.pixels, cv2.CV_32F, size), squares, rtol=2.0**-20)
            result = tiled.createSqrBoxFilter(p.type, target, size).apply(p.pixels)
            np.testing.assert_allclose(result, squares, 2.0**-20)
            wide = p.pixels.astype(np.float64)
            mean = cv2.boxFilter(wide, cv2.CV_64F, size)
            variance = (cv2.sqrBoxFilter(wide, cv2.CV_64F, size) - mean * mean).clip(0)
            error = 2.0**-40 * wide.max() ** 2
            actual = tiled.createLocalVarianceFilter(p.type, target, size).apply(p.pixels)
            np.testing.assert_allclose(actual, variance, 2.0**-20, error)
            noise, least = variance.mean(), variance.mean() ** 0.5
            actual = tiled.createWienerFilter(p.type, target, size, noise).apply(p.pixels)
            kept = (variance - noise).clip(0) / np.maximum(variance, noise)
            np.testing.assert_allclose(actual, mean + kept * (wide - mean), atol=2.0**-18 * wide.max())
            estimate = variance.mean((0, 1))  # of each channel
            actual = tiled.createWienerFilter(p.type, target, size).apply(p.pixels)
            kept = (variance - estimate).clip(0) / np.maximum(variance, estimate)
            np.testing.assert_allclose(actual, mean + kept * (wide - mean), atol=2.0**-18 * wide.max())
            create = tiled.createLocalContrastNormalizationFilter
            actual = create(p.type, target, size, leastDeviation=least).apply(p.pixels)
            np.testing.assert_allclose(actual, (wide - mean) / np.maximum(variance**0.5, least), 2.0**-18, 2.0**-18)

    def test_levels(self):
        table = np.arange(255, -1, -1, dtype=np.uint8)
        self.assert_equal(tiled.LUT(self.gray, table), cv2.LUT(self.gray, table))
        self.assert_equal(tiled.createLookUpTableFilter(cv2.CV_8UC1, table).apply(self.gray), cv2.LUT(self.gray, table))
        equalized = cv2.equalizeHist(self.gray)
        self.assert_equal(tiled.equalizeHist(self.gray), equalized)
        self.assert_equal(tiled.createEqualizeHistFilter(cv2.CV_8UC1).apply(self.gray), equalized)
        for flags in (cv2.THRESH_OTSU, cv2.THRESH_TRIANGLE | cv2.THRESH_BINARY_INV):
            filtered = tiled.createAutoThresholdFilter(cv2.CV_8UC1, 200, flags).apply(self.gray)
            self.assert_equal(filtered, cv2.threshold(self.gray, 0, 200, flags)[1])
        hist = tiled.calcHist(self.gray)
        self.assert_equal(hist[0], cv2.calcHist([self.gray], [0], None, [256], [0, 256])[:, 0].astype(np.int32))
        words = self.gray.astype(np.uint16) * 257
        filtered = tiled.createAutoThresholdFilter(cv2.CV_16UC1, 200, cv2.THRESH_OTSU).apply(words)
        self.assert_equal(filtered, cv2.threshold(words, 0, 200, cv2.THRESH_OTSU)[1])
        level = tiled.thresholdLevel(hist, cv2.THRESH_OTSU)
        self.assertEqual(level[0, 0], cv2.threshold(self.gray, 0, 255, cv2.THRESH_OTSU)[0])
        stretched = tiled.createAutoContrastFilter(cv2.CV_8UC1, 0.01).apply(self.gray)
        self.assertEqual((stretched.min(), stretched.max()), (0, 255))
        self.assert_equal(tiled.createGreyWorldFilter(cv2.CV_8UC1).apply(self.gray), self.gray)

    def test_nothing_that_is_exported_is_left_out(self):
        functions = {name for name in dir(tiled) if callable(getattr(tiled, name)) and name[0] != "_"}
        functions -= {"setBackend", "getBackend", "getBackendName", "spatialGradient", "createChain"}
        functions -= {"Filter", "GradientFilter", "CannyFilter", "Canny", "createCannyFilter"}
        functions -= {"JointBilateralFilter", "jointBilateralFilter", "createJointBilateralFilter"}
        functions -= {"cvtColor", "threshold", "adaptiveThreshold", "createGrayFilter", "createAdaptiveThresholdFilter"}
        functions -= {"createContrastFilter"}  # for some types only
        functions -= {"LUT", "equalizeHist", "createLookUpTableFilter", "createEqualizeHistFilter"}
        functions -= {"createAutoThresholdFilter", "createAutoContrastFilter", "createGreyWorldFilter"}
        functions -= {"cornerHarris", "cornerMinEigenVal", "createCornerHarrisFilter", "createCornerMinEigenValFilter"}
        functions -= {"createLaplacianOfGaussianFilter", "createDifferenceOfGaussiansFilter"}
        functions -= {"createSqrBoxFilter", "createLocalVarianceFilter", "createWienerFilter", "sqrBoxFilter"}
        functions -= {"createLocalContrastNormalizationFilter"}
        functions -= {"calcHist", "thresholdLevel"}
        functions -= {"separate", "compose", "normalizingScale", "Separation"}
        self.assertEqual(functions, {f"create{name}Filter" for name in FILTERS} | set(FUNCTIONS))

    def test_dst_is_written_and_returned(self):
        dst = np.zeros_like(self.gray)
        self.assertIs(self.blur.apply(self.gray, dst), dst)
        self.assert_equal(dst, self.blurred)

    def test_dst_of_another_size_is_not_used(self):
        self.assert_equal(self.blur.apply(self.gray, np.zeros((2, 3), np.uint8)), self.blurred)

    def test_in_place(self):
        image = self.gray.copy()
        self.blur.apply(image, image)
        self.assert_equal(image, self.blurred)

    def test_views_of_arrays(self):
        for view in (self.gray[7:90, 11:200], self.gray[::2, ::3], self.gray[::-1], self.gray.T):
            self.assert_equal(self.blur.apply(view), cv2.GaussianBlur(view, (7, 7), 1.5))

    def test_umat(self):
        self.assert_equal(self.blur.apply(cv2.UMat(self.gray)).get(), self.blurred)

    def test_destination_type(self):
        sobel = tiled.createSobelFilter(cv2.CV_8UC1, cv2.CV_16SC1, 1, 0)
        self.assertEqual((sobel.srcType(), sobel.dstType()), (cv2.CV_8UC1, cv2.CV_16SC1))
        self.assert_equal(sobel.apply(self.gray), cv2.Sobel(self.gray, cv2.CV_16S, 1, 0))

    def test_chain(self):
        sobel = tiled.createSobelFilter(cv2.CV_8UC1, cv2.CV_16SC1, 1, 0)
        chain = tiled.createChain([self.blur, sobel])
        self.assertEqual((chain.srcType(), chain.dstType()), (cv2.CV_8UC1, cv2.CV_16SC1))
        self.assert_equal(chain.apply(self.gray), cv2.Sobel(self.blurred, cv2.CV_16S, 1, 0))
        twice = tiled.createChain((self.blur, chain)).apply(self.gray)
        self.assert_equal(twice, sobel.apply(self.blur.apply(self.blurred)))

    def test_32_bit_integers(self):
        sobel = tiled.createSobelFilter(cv2.CV_8UC1, cv2.CV_32SC1, 1, 0)
        derivative = cv2.Sobel(self.gray, cv2.CV_64F, 1, 0)
        self.assert_equal(sobel.apply(self.gray), derivative.astype(np.int32))
        large = np.int32(1 << 22) * self.gray
        self.assert_equal(tiled.Sobel(large, -1, 1, 0), (derivative * (1 << 22)).clip(-2**31, 2**31 - 1).astype(np.int32))

    def test_errors_name_function_and_value(self):
        refused = {
            "createGaussianFilter: ksize.width is 4; it must be odd":
                lambda: tiled.createGaussianFilter(cv2.CV_8UC1, -1, (4, 5), 1),
            "createMedianFilter: windowSize is 2": lambda: tiled.createMedianFilter(cv2.CV_8UC1, 2),
            "src is of type 16UC1; the filter was created for 8UC1": lambda: self.blur.apply(self.gray.astype(np.uint16)),
            "src is empty": lambda: self.blur.apply(np.zeros((0, 0), np.uint8)),
            "setBackend: backend is 3": lambda: tiled.setBackend(3),
            "createChain: filters is empty": lambda: tiled.createChain([]),
            "createChain: filters[1] is null": lambda: tiled.createChain([self.blur, None]),
        }
        for message, call in refused.items():
            with self.subTest(message), self.assertRaises(cv2.error) as raised:
                call()
            self.assertIn(message, raised.exception.err)

    def test_backend(self):
        self.addCleanup(tiled.setBackend, tiled.BACKEND_AUTO)
        tiled.setBackend(tiled.BACKEND_CPU)
        self.assertEqual(tiled.getBackend(), tiled.BACKEND_CPU)
        self.assertEqual(tiled.getBackendName(), f"CPU, OpenCV {cv2.__version__} (chosen)")
        self.assert_equal(self.blur.apply(self.gray), self.blurred)

    def require_device_images(self):
        if cv2.cuda.getCudaEnabledDeviceCount() <= 0 or tiled.getBackend() != tiled.BACKEND_CUDA:
            self.skipTest("OpenCV or cudatiled has no CUDA, or there is no device")

    def test_device_images(self):
        self.require_device_images()
        for picture in pictures():
            image = cv2.cuda_GpuMat(picture.pixels)
            for name, (create, reference, taps) in FILTERS.items():
                with self.subTest(filter=name, type=picture.type):
                    actual = create(picture).apply(image).download()
                    self.assert_contract(picture, actual, reference(picture), taps)
            for name, (arguments, taps) in FUNCTIONS.items():
                with self.subTest(function=name, type=picture.type):
                    actual = getattr(tiled, name)(image, *arguments).download()
                    self.assert_contract(picture, actual, getattr(cv2, name)(picture.pixels, *arguments), taps)

    def test_device_image_as_dst_and_as_part_of_another(self):
        self.require_device_images()
        image = cv2.cuda_GpuMat(self.gray)
        dst = cv2.cuda_GpuMat(image.size(), image.type())
        self.assertEqual(self.blur.apply(image, dst).cudaPtr(), dst.cudaPtr())
        self.assert_equal(dst.download(), self.blurred)
        box = tiled.createBoxFilter(cv2.CV_8UC1, -1, (5, 3))
        part = cv2.cuda_GpuMat(image, (7, 90), (11, 200))
        self.assert_equal(box.apply(part).download(), cv2.blur(self.gray, (5, 3))[7:90, 11:200])

    def test_device_image_that_is_empty(self):
        with self.assertRaises(cv2.error) as raised:
            self.blur.apply(cv2.cuda_GpuMat())
        self.assertIn("src is empty", raised.exception.err)


if __name__ == "__main__":
    print(f"OpenCV {cv2.__version__}, {tiled.getBackendName()}")
    unittest.main()
