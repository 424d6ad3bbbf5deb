# SPDX-License-Identifier: Apache-2.0
"""cv2's functions by their own names and signatures. Results are cv2's pixels, in arrays of the caller's library.

The last 256 filters that calls have made are kept; calls with the same parameters do not make them again.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from . import _native, filters
from ._arrays import DTYPES, FILTERED, as_array
from ._constants import (
    BORDER_CONSTANT,
    BORDER_DEFAULT,
    CV_8U,
    CV_16F,
    CV_16S,
    CV_32F,
    DBL_MAX,
    FILTER_SCHARR,
    INTER_LINEAR,
    MORPH_DILATE,
    MORPH_ERODE,
    THRESH_OTSU,
    THRESH_TRIANGLE,
)

__all__ = [
    "Canny", "GaussianBlur", "LUT", "Laplacian", "Scharr", "Sobel", "adaptiveThreshold", "bilateralFilter", "blur",
    "boxFilter", "cornerHarris", "cornerMinEigenVal", "cvtColor", "dilate", "equalizeHist", "erode", "filter2D",
    "jointBilateralFilter", "medianBlur", "morphologyEx", "pyrDown", "pyrUp", "resize", "sepFilter2D",
    "spatialGradient", "sqrBoxFilter", "threshold",
]  # fmt: skip


class _Taps:
    """A kernel as a key: equal taps, equal keys."""

    def __init__(self, kernel):
        self.array = None if kernel is None else np.array(kernel)
        self._key = None if kernel is None else (self.array.shape, self.array.dtype, self.array.tobytes())

    def __hash__(self):
        return hash(self._key)

    def __eq__(self, other):
        return isinstance(other, _Taps) and self._key == other._key


@functools.lru_cache(maxsize=256)
def _made(kind, arguments, named):
    def plain(value):
        return value.array if isinstance(value, _Taps) else value

    return kind(*map(plain, arguments), **dict(named))


def _hashable(value):
    return tuple(value) if isinstance(value, (list, np.ndarray)) else value


def _run(src, dst, kind, *arguments, **named):
    named = tuple((name, _hashable(value)) for name, value in named.items())
    return _made(kind, tuple(map(_hashable, arguments)), named)(src, dst)


def _dtype(ddepth):
    """OpenCV's ddepth, or a dtype, as a filter's depth."""
    if not isinstance(ddepth, (int, np.integer)):
        return ddepth
    if ddepth >= len(DTYPES) or (ddepth >= 0 and DTYPES[ddepth] not in FILTERED):
        raise TypeError(
            f"cudatiled: ddepth {ddepth} is not made; it takes -1 for the source's, 0 (CV_8U), 1 (CV_8S), "
            "2 (CV_16U), 3 (CV_16S), 4 (CV_32S), 5 (CV_32F), 7 (CV_16F)"
        )
    return None if ddepth < 0 else DTYPES[ddepth].name


def filter2D(
    src: Any,
    ddepth: int | DTypeLike,
    kernel: ArrayLike,
    dst: Any = None,
    anchor: tuple[int, int] = (-1, -1),
    delta: float = 0,
    borderType: int = BORDER_DEFAULT,
) -> Any:
    """cv2.filter2D: correlation with a kernel of any size; see cudatiled.filters.Linear."""
    return _run(
        src, dst, filters.Linear, _Taps(kernel), anchor=anchor, borderType=borderType, delta=delta, depth=_dtype(ddepth)
    )


def sepFilter2D(
    src: Any,
    ddepth: int | DTypeLike,
    kernelX: ArrayLike,
    kernelY: ArrayLike,
    dst: Any = None,
    anchor: tuple[int, int] = (-1, -1),
    delta: float = 0,
    borderType: int = BORDER_DEFAULT,
) -> Any:
    """cv2.sepFilter2D: correlation with a row and a column; see cudatiled.filters.SeparableLinear."""
    return _run(
        src,
        dst,
        filters.SeparableLinear,
        _Taps(kernelX),
        _Taps(kernelY),
        anchor=anchor,
        borderType=borderType,
        delta=delta,
        depth=_dtype(ddepth),
    )


def GaussianBlur(
    src: Any,
    ksize: int | tuple[int, int],
    sigmaX: float,
    dst: Any = None,
    sigmaY: float = 0,
    borderType: int = BORDER_DEFAULT,
) -> Any:
    """cv2.GaussianBlur; see cudatiled.filters.Gaussian."""
    return _run(src, dst, filters.Gaussian, ksize, sigmaX, sigmaY, borderType=borderType)


def blur(
    src: Any,
    ksize: int | tuple[int, int],
    dst: Any = None,
    anchor: tuple[int, int] = (-1, -1),
    borderType: int = BORDER_DEFAULT,
) -> Any:
    """cv2.blur: means of rectangles; see cudatiled.filters.Box."""
    return _run(src, dst, filters.Box, ksize, anchor=anchor, borderType=borderType)


def boxFilter(
    src: Any,
    ddepth: int | DTypeLike,
    ksize: int | tuple[int, int],
    dst: Any = None,
    anchor: tuple[int, int] = (-1, -1),
    normalize: bool = True,
    borderType: int = BORDER_DEFAULT,
) -> Any:
    """cv2.boxFilter: means or sums of rectangles; see cudatiled.filters.Box."""
    return _run(
        src, dst, filters.Box, ksize, anchor=anchor, borderType=borderType, normalize=normalize, depth=_dtype(ddepth)
    )


def sqrBoxFilter(
    src: Any,
    ddepth: int | DTypeLike,
    ksize: int | tuple[int, int],
    dst: Any = None,
    anchor: tuple[int, int] = (-1, -1),
    normalize: bool = True,
    borderType: int = BORDER_DEFAULT,
) -> Any:
    """cv2.sqrBoxFilter to float32: means or sums of squares of rectangles; see cudatiled.filters.SqrBox."""
    depth = _dtype(ddepth) or DTYPES[CV_32F].name
    return _run(
        src, dst, filters.SqrBox, ksize, anchor=anchor, borderType=borderType, normalize=normalize, depth=depth
    )


def Sobel(
    src: Any,
    ddepth: int | DTypeLike,
    dx: int,
    dy: int,
    dst: Any = None,
    ksize: int = 3,
    scale: float = 1,
    delta: float = 0,
    borderType: int = BORDER_DEFAULT,
) -> Any:
    """cv2.Sobel: derivatives; see cudatiled.filters.Sobel."""
    return _run(src, dst, filters.Sobel, dx, dy, ksize, scale, borderType=borderType, delta=delta, depth=_dtype(ddepth))


def Scharr(
    src: Any,
    ddepth: int | DTypeLike,
    dx: int,
    dy: int,
    dst: Any = None,
    scale: float = 1,
    delta: float = 0,
    borderType: int = BORDER_DEFAULT,
) -> Any:
    """cv2.Scharr: first derivatives with Scharr's 3x3 kernel."""
    return Sobel(src, ddepth, dx, dy, dst, FILTER_SCHARR, scale, delta, borderType)


def Laplacian(
    src: Any,
    ddepth: int | DTypeLike,
    dst: Any = None,
    ksize: int = 1,
    scale: float = 1,
    delta: float = 0,
    borderType: int = BORDER_DEFAULT,
) -> Any:
    """cv2.Laplacian: the sum of both second derivatives."""
    return _run(src, dst, filters.Laplacian, ksize, scale, borderType=borderType, delta=delta, depth=_dtype(ddepth))


def spatialGradient(
    src: Any, dx: Any = None, dy: Any = None, ksize: int = 3, borderType: int = BORDER_DEFAULT
) -> tuple[Any, Any]:
    """cv2.spatialGradient: both first derivatives in int16, as a tuple."""
    if dx is src:  # it is written last
        dy = Sobel(src, CV_16S, 0, 1, dy, ksize, borderType=borderType)
        return Sobel(src, CV_16S, 1, 0, dx, ksize, borderType=borderType), dy
    dx = Sobel(src, CV_16S, 1, 0, dx, ksize, borderType=borderType)
    return dx, Sobel(src, CV_16S, 0, 1, dy, ksize, borderType=borderType)


def Canny(
    image: Any,
    threshold1: float,
    threshold2: float,
    edges: Any = None,
    apertureSize: int = 3,
    L2gradient: bool = False,
) -> Any:
    """cv2.Canny: edges of an image. `cudatiled.filters.Canny` has a method for those of derivatives."""
    return _run(image, edges, filters.Canny, threshold1, threshold2, apertureSize, L2gradient)


def cornerHarris(
    src: Any, blockSize: int, ksize: int, k: float, dst: Any = None, borderType: int = BORDER_DEFAULT
) -> Any:
    """cv2.cornerHarris: the measure of corners in float32, of uint8 and float32 images of one channel."""
    return _run(src, dst, filters.CornerHarris, blockSize, ksize, k, borderType=borderType)


def cornerMinEigenVal(
    src: Any, blockSize: int, dst: Any = None, ksize: int = 3, borderType: int = BORDER_DEFAULT
) -> Any:
    """cv2.cornerMinEigenVal: the smaller eigenvalue in float32, of uint8 and float32 images of one channel."""
    return _run(src, dst, filters.CornerMinEigenVal, blockSize, ksize, borderType=borderType)


def bilateralFilter(
    src: Any, d: int, sigmaColor: float, sigmaSpace: float, dst: Any = None, borderType: int = BORDER_DEFAULT
) -> Any:
    """cv2.bilateralFilter, of images of any depth and number of channels; results of 8 bits are at most 1 apart."""
    return _run(src, dst, filters.Bilateral, d, sigmaColor, sigmaSpace, borderType=borderType)


def jointBilateralFilter(
    joint: Any,
    src: Any,
    d: int,
    sigmaColor: float,
    sigmaSpace: float,
    dst: Any = None,
    borderType: int = BORDER_DEFAULT,
) -> Any:
    """cv2.ximgproc.jointBilateralFilter: src, smoothed where joint is smooth; see cudatiled.filters.JointBilateral."""
    arguments = tuple(map(_hashable, (d, sigmaColor, sigmaSpace)))
    return _made(filters.JointBilateral, arguments, (("borderType", borderType),)).apply(joint, src, dst)


def pyrDown(src: Any, dst: Any = None, dstsize: tuple[int, int] | None = None, borderType: int = BORDER_DEFAULT) -> Any:
    """cv2.pyrDown: the next smaller level of a pyramid; see cudatiled.filters.PyrDown."""
    return _run(src, dst, filters.PyrDown, dstsize or (0, 0), borderType=borderType)


def pyrUp(src: Any, dst: Any = None, dstsize: tuple[int, int] | None = None, borderType: int = BORDER_DEFAULT) -> Any:
    """cv2.pyrUp: the next larger level of a pyramid; see cudatiled.filters.PyrUp."""
    if borderType != BORDER_DEFAULT:
        raise ValueError(f"cudatiled: borderType is {borderType}; pyrUp has BORDER_DEFAULT alone")
    return _run(src, dst, filters.PyrUp, dstsize or (0, 0))


def resize(
    src: Any,
    dsize: tuple[int, int] | None,
    dst: Any = None,
    fx: float = 0,
    fy: float = 0,
    interpolation: int = INTER_LINEAR,
) -> Any:
    """cv2.resize by INTER_NEAREST, INTER_LINEAR and, by whole factors, INTER_AREA; see cudatiled.filters.Resize."""
    return _run(src, dst, filters.Resize, dsize or (0, 0), fx, fy, interpolation)


def LUT(src: Any, lut: ArrayLike, dst: Any = None) -> Any:
    """cv2.LUT of 8-bit images."""
    return _run(src, dst, filters.LookUpTable, _Taps(lut))


def equalizeHist(src: Any, dst: Any = None) -> Any:
    """cv2.equalizeHist, also of images of several channels."""
    return _run(src, dst, filters.EqualizeHist)


def erode(
    src: Any,
    kernel: ArrayLike | None,
    dst: Any = None,
    anchor: tuple[int, int] = (-1, -1),
    iterations: int = 1,
    borderType: int = BORDER_CONSTANT,
    borderValue: float | Sequence[float] = DBL_MAX,
) -> Any:
    """cv2.erode: lowest pixels of a structuring element; see cudatiled.filters.Morphology."""
    return morphologyEx(src, MORPH_ERODE, kernel, dst, anchor, iterations, borderType, borderValue)


def dilate(
    src: Any,
    kernel: ArrayLike | None,
    dst: Any = None,
    anchor: tuple[int, int] = (-1, -1),
    iterations: int = 1,
    borderType: int = BORDER_CONSTANT,
    borderValue: float | Sequence[float] = DBL_MAX,
) -> Any:
    """cv2.dilate: highest pixels of a structuring element; see cudatiled.filters.Morphology."""
    return morphologyEx(src, MORPH_DILATE, kernel, dst, anchor, iterations, borderType, borderValue)


def morphologyEx(
    src: Any,
    op: int,
    kernel: ArrayLike | None,
    dst: Any = None,
    anchor: tuple[int, int] = (-1, -1),
    iterations: int = 1,
    borderType: int = BORDER_CONSTANT,
    borderValue: float | Sequence[float] = DBL_MAX,
) -> Any:
    """cv2.morphologyEx, except MORPH_HITMISS; see cudatiled.filters.Morphology.

    As in cv2, a number as borderValue is that of the first channel, and the others have 0.
    """
    if np.ndim(borderValue) == 0 and borderValue != DBL_MAX:
        borderValue = (borderValue, 0, 0, 0)
    return _run(
        src,
        dst,
        filters.Morphology,
        op,
        _Taps(kernel),
        anchor=anchor,
        iterations=iterations,
        borderType=borderType,
        borderValue=borderValue,
    )


def medianBlur(src: Any, ksize: int, dst: Any = None) -> Any:
    """cv2.medianBlur; see cudatiled.filters.Median."""
    kind = filters.BoxMax if ksize == 1 else filters.Median  # a median of one pixel is a copy
    return _run(src, dst, kind, ksize)


def cvtColor(src: Any, code: int, dst: Any = None, dstCn: int = 0) -> Any:
    """cv2.cvtColor to gray, from BGR, RGB, BGRA or RGBA; see cudatiled.filters.Gray."""
    if dstCn not in (0, 1):
        raise ValueError(f"dstCn is {dstCn}; it must be 1, or 0 for the code's")
    return _run(src, dst, filters.Gray, code)


def threshold(src: Any, thresh: float, maxval: float, type: int, dst: Any = None) -> tuple[float, Any]:
    """cv2.threshold; see cudatiled.filters.Threshold.

    With THRESH_OTSU or THRESH_TRIANGLE, of uint8 images of one channel, a call waits for the device, whose number it
    returns; cudatiled.filters.AutoThreshold does not.
    """
    by_histogram = type & (THRESH_OTSU | THRESH_TRIANGLE) if type >= 0 else 0
    if by_histogram:
        array = as_array(src)
        if (array.depth, array.channels, array.images.count) != (CV_8U, 1, 1):
            raise ValueError("cudatiled: THRESH_OTSU and THRESH_TRIANGLE take one image of uint8 of one channel")
        with array.device():
            level = _native.threshold_of(array.images, by_histogram, array.stream())
        return level, filters.Threshold(level, maxval, type & ~by_histogram)(src, dst)
    result = _run(src, dst, filters.Threshold, thresh, maxval, type)
    return (float(thresh) if as_array(src).depth in (CV_32F, CV_16F) else float(math.floor(thresh))), result


def adaptiveThreshold(
    src: Any, maxValue: float, adaptiveMethod: int, thresholdType: int, blockSize: int, C: float, dst: Any = None
) -> Any:
    """cv2.adaptiveThreshold; see cudatiled.filters.AdaptiveThreshold."""
    return _run(src, dst, filters.AdaptiveThreshold, maxValue, adaptiveMethod, thresholdType, blockSize, C)
