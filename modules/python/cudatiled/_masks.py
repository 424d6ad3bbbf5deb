# SPDX-License-Identifier: Apache-2.0
"""Masks of convolutions: taken apart, composed, normalized."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._filter import kernel_of

__all__ = ["Separation", "compose", "normalizingScale", "separate"]


class Separation(NamedTuple):
    """A mask as the product of a column and a row."""

    row: NDArray[np.float64]
    column: NDArray[np.float64]
    residual: float  # the largest abs(mask - outer(column, row))
    sigmaRatio: float  # the second singular value over the first
    isSeparable: bool  # whether the residual is within the tolerance


def separate(mask: ArrayLike, tolerance: float = 1e-6) -> Separation:
    """Finds the column and the row whose product is a mask, or the nearest to it.

    Both are integers if the mask is a product of integers. Otherwise they are the first singular triple of the mask,
    both of the same norm.

    Parameters
    ----------
    mask : array of one or two dimensions
        taps, finite; one dimension is a column
    tolerance : float, default 1e-6
        largest residual that counts as separable, as a part of the largest abs(tap)

    Raises
    ------
    cudatiled.Error
        for a mask without taps or with one that is not finite, and for a tolerance below 0
    """
    image = kernel_of(mask)
    row, column, numbers = np.zeros(image.cols), np.zeros(image.rows), np.zeros(3)
    _native.separate(image, tolerance, row, column, numbers)
    return Separation(row, column, float(numbers[0]), float(numbers[1]), bool(numbers[2]))


def compose(
    a: ArrayLike, b: ArrayLike, originOfA: tuple[int, int] = (-1, -1), originOfB: tuple[int, int] = (-1, -1)
) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """Makes one mask of two: convolution with it is convolution with a, then with b.

    Parameters
    ----------
    a, b : array of one or two dimensions
        taps, finite; one dimension is a column
    originOfA, originOfB : tuple[int, int], default (-1, -1)
        (x, y) of the tap that lies on the pixel, as Convolution takes it

    Returns
    -------
    the mask, and its origin: the sum of both

    Raises
    ------
    cudatiled.Error
        for a mask without taps or with one that is not finite, and for an origin outside its mask
    """
    first, second = kernel_of(a), kernel_of(b)
    mask = np.zeros((max(first.rows + second.rows - 1, 0), max(first.cols + second.cols - 1, 0)))
    origin = _native.compose(first, second, (*originOfA, *originOfB), mask)
    return mask, origin


def normalizingScale(mask: ArrayLike) -> float:
    """The scale that makes the taps of a mask sum to 1; 1 where their sum is 0, as that of an edge mask.

    Parameters
    ----------
    mask : array of one or two dimensions
        taps, finite

    Raises
    ------
    cudatiled.Error
        for a mask without taps or with one that is not finite
    """
    return _native.normalizing_scale(kernel_of(mask))
