# SPDX-License-Identifier: Apache-2.0
"""Filters on arrays of Dask, which may be larger than memory, and on a cluster.

``import cudatiled.dask`` needs Dask; everything else in cudatiled does not.
"""

from __future__ import annotations

import dask.array

from . import _native
from ._arrays import DTYPES, depth_of
from ._filter import Chain, Filter

__all__ = ["filter"]


def _axes(array):
    """The axes of rows and columns, and the number of channels."""
    if array.ndim not in (2, 3, 4):
        raise ValueError(
            f"cudatiled: an array of shape {array.shape} is no image; images are H x W or H x W x C, "
            "batches N x H x W x C"
        )
    row = 1 if array.ndim == 4 else 0
    return row, row + 1, array.shape[-1] if array.ndim > 2 else 1


def _overlap(array, filter_, axis, before, behind, wraps):
    """The array, how many pixels a chunk needs of both neighbours along an axis, and what lies beyond the array.

    As many on both sides, for borders may reflect the pixels of the other side.
    """
    most = max(before, behind)
    # What lies beyond the images between the filters of a chain is none of the array's pixels.
    if most >= array.shape[axis] or (wraps and isinstance(filter_, Chain)):
        return array.rechunk({axis: -1}), 0, "none"
    return array, most, "periodic" if wraps else "none"


def filter(array: dask.array.Array, filter_: Filter) -> dask.array.Array:  # noqa: A001
    """Filters an array chunk by chunk, with the pixels of the whole image.

    Each chunk is filtered with as many pixels of its neighbours as the filter reaches to. The filter's border applies
    at the edges of the image alone. Chunks smaller than that are joined, as ``dask.array.map_overlap`` joins them. Results
    of integers are bit for bit those of the whole image; sums of floats may be added up in another order. For a chain
    with BORDER_WRAP, each chunk has the whole length of the axis that wraps around; for Canny, of whose image any pixel
    may change any result, an image is one chunk.

    Parameters
    ----------
    array : dask.array.Array of H x W, H x W x C or N x H x W x C scalars, C from 1 to 4
        Its chunks may be arrays of numpy, CuPy or others that filters take.
    filter_ : Filter
        a filter, or a chain

    Returns
    -------
    dask.array.Array
        of the same shape, lazy; its chunks are filtered where Dask's workers run: on the GPU that is theirs, or the CPU

    Raises
    ------
    TypeError, ValueError
        for arrays and filters that are none
    cudatiled.Error
        for types that the filter does not take, and for filters that make images of another size: PyrDown,
        PyrUp, Resize
    """
    if not isinstance(array, dask.array.Array):
        raise TypeError(
            f"cudatiled: {type(array)} is no dask.array.Array; call the filter itself, or dask.array.from_array"
        )
    if not isinstance(filter_, Filter):
        raise TypeError(f"cudatiled: {type(filter_)} is no filter; those of cudatiled.filters are, and chains of them")
    rows, columns, channels = _axes(array)
    address, depth, result_channels = filter_._filter(depth_of(array.dtype), channels)
    left, right, above, below, wraps_rows, wraps_columns, whole_image = _native.reach_of(address)
    if array.ndim > 2:
        array = array.rechunk({array.ndim - 1: -1})
    meta = array._meta.astype(DTYPES[depth])
    if whole_image:
        array = array.rechunk({rows: -1, columns: -1})
        if array.ndim == 3 and result_channels == 1 < channels:  # the result is H x W
            return array.map_blocks(filter_, dtype=DTYPES[depth], drop_axis=2, meta=meta.reshape(0, 0))
        chunks = array.chunks if array.ndim == 2 else (*array.chunks[:-1], (result_channels,))
        return array.map_blocks(filter_, dtype=DTYPES[depth], chunks=chunks, meta=meta)
    overlaps, boundaries = dict.fromkeys(range(array.ndim), 0), dict.fromkeys(range(array.ndim), "none")
    array, overlaps[rows], boundaries[rows] = _overlap(array, filter_, rows, above, below, wraps_columns)
    array, overlaps[columns], boundaries[columns] = _overlap(array, filter_, columns, left, right, wraps_rows)
    return array.map_overlap(filter_, depth=overlaps, boundary=boundaries, dtype=DTYPES[depth], meta=meta)
