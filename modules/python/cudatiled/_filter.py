# SPDX-License-Identifier: Apache-2.0
"""Filters: objects that are made once, and called with images of any type and size."""

from __future__ import annotations

import ctypes
import threading
import weakref
from typing import Any

import numpy as np

from . import _native
from ._arrays import DTYPES, as_array, depth_of


def _kernel(taps):
    """Taps as an image: a vector becomes a column; depths that OpenCV's kernels lack become float64."""
    if taps is None:
        return None
    taps = np.asarray(taps)
    taps = np.ascontiguousarray(taps.reshape(-1, 1) if taps.ndim == 1 else taps)
    if taps.dtype == bool:
        taps = taps.astype(np.uint8)
    names = ["uint8", "int8", "uint16", "int16", "int32", "float32", "float64"]
    if taps.dtype.name not in names:
        taps = taps.astype(np.float64)
    if taps.ndim != 2:
        raise ValueError(f"cudatiled: a kernel has one or two dimensions, not the shape {taps.shape}")
    type_ = _native.type_of(names.index(taps.dtype.name), 1)
    image = _native.Images(taps.ctypes.data, taps.strides[0], 0, *taps.shape, type_, 0, 1)
    image.taps = taps  # lives as long
    return image


def _pair(value, kind):
    if kind == "Size" and np.ndim(value) == 0:
        value = (value, value)
    first, second = value
    return [ctypes.c_int(first), ctypes.c_int(second)]


def _scalar(value):
    values = [float(value)] * 4 if np.ndim(value) == 0 else [float(v) for v in value]
    return (ctypes.c_double * 4)(*values)


def _c_arguments(kind, value):
    """ctypes' arguments for a parameter; generate.py has the list of kinds."""
    if kind in ("Size", "Point"):
        return _pair(value, kind)
    if kind == "InputArray":
        image = _kernel(value)
        return [None if image is None else ctypes.byref(image)]
    if kind == "Scalar":
        return [_scalar(value)]
    return [ctypes.c_double(value) if kind == "double" else ctypes.c_int(value)]


class Filter:
    """An image filter. Call it with an image; it makes what it needs for the image's type, and keeps that.

    Any number of threads may call a filter. ``a | b`` is a filter that applies a, then b.
    """

    def __init__(self, factory, arguments, depth, own):
        """factory: the C++ function; arguments: (kind, value) of its parameters, "srcType" and "dstType" as such."""
        self._factory, self._arguments, self._own = factory, arguments, own
        self._depth = None if depth is None else depth_of(depth)
        self._filters, self._lock = {}, threading.Lock()

    def _create(self, depth, channels):
        types = {
            "srcType": _native.type_of(depth, channels),
            "dstType": -1 if self._depth is None else _native.type_of(self._depth, channels),
        }
        values = []
        for kind, value in self._arguments:
            values += _c_arguments(kind, types.get(value, value) if isinstance(value, str) else value)
        return _native.create(self._factory, values)

    def _filter(self, depth, channels):
        """The address of the filter for a type of image, and the depth of its results."""
        with self._lock:
            if (depth, channels) not in self._filters:
                address = self._create(depth, channels)
                weakref.finalize(self, _native.release, address).atexit = False  # CUDA may be gone by then
                self._filters[depth, channels] = address, _native.depth_of(address)
            return self._filters[depth, channels]

    def __call__(self, src: Any, out: Any = None, stream: int | None = None) -> Any:
        """Filters an image, or each image of a batch, which is one launch on a device.

        Parameters
        ----------
        src : array of H x W, H x W x C or N x H x W x C scalars
            numpy.ndarray, a device array with __cuda_array_interface__ (PyTorch, CuPy, Numba), a host array with
            __dlpack__, or cv2.cuda.GpuMat; of uint8, int8, uint16, int16, int32 or float32. Rows may be any distance
            apart.
        out : array of the same kind and shape, optional
            takes the result; may be src. A new one is made if it is None.
        stream : int, optional
            address of a cudaStream_t for device arrays; the stream that the array's library uses now if it is None.
            Nothing waits for it.

        Returns
        -------
        out, or a new array of the caller's library

        Raises
        ------
        TypeError, ValueError
            for arrays that are no images; the text says what to call
        cudatiled.Error
            for types that the filter does not take, and parameters that it refuses
        """
        source = as_array(src)
        address, depth = self._filter(source.depth, source.channels)
        with source.device():
            target = source.empty(depth) if out is None else as_array(out)
            self._require(target, source, depth)
            stream = source.stream() if stream is None else stream
            if source.images.count > 0:
                _native.apply(address, source.images, target.images, stream)
        return target.result() if out is None else out

    @staticmethod
    def _require(target, source, depth):
        if target.read_only:
            raise ValueError("cudatiled: out cannot be written: it is read-only, or an array of a library like JAX")
        if target.shape != source.shape or target.depth != depth or target.on_device != source.on_device:
            raise ValueError(
                f"cudatiled: out has shape {target.shape}, {DTYPES[target.depth]}, on the "
                f"{'device' if target.on_device else 'host'}; the result has shape {source.shape}, {DTYPES[depth]}, "
                f"on the {'device' if source.on_device else 'host'}"
            )

    def __getstate__(self):
        """A copy in another process makes what it needs for itself."""
        return {key: value for key, value in self.__dict__.items() if key not in ("_filters", "_lock")}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._filters, self._lock = {}, threading.Lock()

    def __or__(self, other: Filter) -> Chain:
        if not isinstance(other, Filter):
            return NotImplemented
        return Chain([self, other])

    def __repr__(self):
        return f"cudatiled.{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._own.items())})"


class Chain(Filter):
    """Filters one after another: what ``a | b | c`` makes.

    An array of the host is uploaded once and downloaded once; images between the filters are scratch memory of the
    stream.
    """

    def __init__(self, filters: list[Filter]) -> None:
        super().__init__("createChain", [], None, {})
        self.filters: list[Filter] = [part for f in filters for part in (f.filters if isinstance(f, Chain) else [f])]

    def _create(self, depth, channels):
        addresses = []
        for part in self.filters:
            address, depth = part._filter(depth, channels)
            addresses.append(address)
        return _native.create(self._factory, [(ctypes.c_void_p * len(addresses))(*addresses), len(addresses)])

    def __repr__(self):
        return " | ".join(map(repr, self.filters))
