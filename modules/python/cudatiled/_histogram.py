# SPDX-License-Identifier: Apache-2.0
"""Histograms of images, and the thresholds that they tell."""

from __future__ import annotations

from typing import Any

from . import _native
from ._arrays import as_array
from ._constants import CV_32S

__all__ = ["calcHist", "thresholdLevel"]


def _small(src, out, size, name, run):
    """Runs into `out`, or into a new array of the library of `src`: one channel of int32, of that size."""
    if src.images.count != 1:
        raise ValueError(f"cudatiled: {name} takes one image; the array of shape {src.shape} is a batch")
    with src.device():
        small = src.empty(CV_32S, 1, size) if out is None else as_array(out)
        if (small.images.rows, small.images.cols, small.channels, small.depth) != (*size, 1, CV_32S):
            raise ValueError(f"cudatiled: the result of {name} is int32 of {size[0]} x {size[1]}; out is {small.shape}")
        if not small.is_beside(src) or small.read_only:
            raise ValueError("cudatiled: out must be writable, and on the side of the source")
        run(src.images, small.images, src.stream())
    return small.result() if out is None else out


def calcHist(src: Any, hist: Any = None, bins: int = 256) -> Any:
    """Counts how many pixels have each level, channel by channel: the counts of cv2.calcHist as int32.

    Nothing waits for a device array: the counts are on the device, in the order of its stream.

    Parameters
    ----------
    src : array of H x W or H x W x C
        uint8 or uint16
    hist : array of C x bins, int32, optional
        takes the result, which is a row for each channel
    bins : int, default 256
        of uint8 256; of uint16 a power of two from 256 to 65536

    Raises
    ------
    cudatiled.Error
        for other types and numbers of bins
    """
    array = as_array(src)
    return _small(
        array, hist, (array.channels, bins), "calcHist", lambda a, b, stream: _native.calc_hist(a, b, bins, stream)
    )


def thresholdLevel(hist: Any, type: int, level: Any = None) -> Any:
    """The threshold that a histogram tells: the number that cv2.threshold returns of Otsu's and the triangle's.

    Parameters
    ----------
    hist : array of C x 256, int32
        what calcHist makes of uint8
    type : int
        THRESH_OTSU or THRESH_TRIANGLE
    level : array of C x 1, int32, optional
        takes the result, a threshold for each row

    Raises
    ------
    cudatiled.Error
        for other arrays and flags
    """
    array = as_array(hist)
    return _small(
        array,
        level,
        (array.images.rows, 1),
        "thresholdLevel",
        lambda a, b, stream: _native.threshold_level(a, b, type, stream),
    )
