# SPDX-License-Identifier: Apache-2.0
"""Image filters with the pixels of OpenCV's CPU, on a GPU where there is one.

cv2's functions by their names take arrays of numpy, PyTorch, CuPy and Numba, and return the caller's kind::

    blurred = cudatiled.GaussianBlur(image, (7, 7), 1.5)

Filters are objects, too, made once and called often; ``a | b`` is a filter that applies a, then b::

    pipeline = cudatiled.Median(5) | cudatiled.Sharpen(k=0.5)
    results = [pipeline(image) for image in images]

All of them are in `cudatiled.filters`. Canny, Sobel, Scharr and Laplacian are only there: in `cudatiled` they are cv2's
functions.
"""

from . import filters
from ._constants import *  # noqa: F403
from ._constants import __version__
from ._filter import CannyFilter, Chain, Filter, GradientFilter, JointBilateralFilter
from ._functions import *  # noqa: F403
from ._histogram import *  # noqa: F403
from ._masks import *  # noqa: F403
from ._native import Error, getBackend, getBackendName, setBackend
from .filters import *  # noqa: F403
