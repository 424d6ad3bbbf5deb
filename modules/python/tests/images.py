# SPDX-License-Identifier: Apache-2.0
"""Random images, and what filters make of them by definition, computed by numpy alone."""

import time

import numpy as np

SEED = int(time.time())
print("seed", SEED)
GENERATOR = np.random.default_rng(SEED)


def image(shape, dtype=np.uint8):
    if np.issubdtype(dtype, np.floating):
        return (GENERATOR.random(shape) * 255).astype(dtype)
    limits = np.iinfo(np.int16 if dtype == np.int32 else dtype)
    return GENERATOR.integers(limits.min, limits.max, shape, dtype, endpoint=True)


def windows(image_, height, width, mode="reflect"):
    """All windows of an image: H x W x C x height x width, with the pixel in the middle."""
    pixels = np.atleast_3d(image_)
    y, x = height // 2, width // 2
    padded = np.pad(pixels, ((y, height - 1 - y), (x, width - 1 - x), (0, 0)), mode)
    return np.lib.stride_tricks.sliding_window_view(padded, (height, width), (0, 1))


def correlated(image_, kernel, dtype, delta=0, mode="reflect"):
    """Correlation, rounded and saturated; exact for integers."""
    kernel = np.asarray(kernel, np.float64)
    sums = (windows(image_, *kernel.shape, mode) * kernel).sum((-1, -2)) + delta
    if not np.issubdtype(dtype, np.floating):
        limits = np.iinfo(dtype)
        sums = np.clip(np.rint(sums), limits.min, limits.max)
    return sums.astype(dtype).reshape(image_.shape)
