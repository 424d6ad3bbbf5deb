# SPDX-License-Identifier: Apache-2.0
"""Filters: objects that are made once, and called with images of any type and size."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _native
from ._arrays import DTYPES, as_array, depth_of


def kernel_of(taps):
    """Taps as an image: a vector becomes a column; depths that OpenCV's kernels lack become float64. A third dimension has
    the channels of a table."""
    if taps is None:
        return None
    taps = np.asarray(taps)
    taps = np.ascontiguousarray(taps.reshape(-1, 1) if taps.ndim == 1 else taps)
    if taps.dtype == bool:
        taps = taps.astype(np.uint8)
    names = ["uint8", "int8", "uint16", "int16", "int32", "float32", "float64"]
    if taps.dtype.name not in names:
        taps = taps.astype(np.float64)
    if taps.ndim not in (2, 3):
        raise ValueError(f"cudatiled: a kernel has one or two dimensions, not the shape {taps.shape}")
    type_ = _native.type_of(names.index(taps.dtype.name), taps.shape[2] if taps.ndim == 3 else 1)
    image = _native.Images(taps.ctypes.data, taps.strides[0], 0, *taps.shape[:2], type_, 0, 1)
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
        image = kernel_of(value)
        return [None if image is None else ctypes.byref(image)]
    if kind == "Scalar":
        return [_scalar(value)]
    return [ctypes.c_double(value) if kind == "double" else ctypes.c_int(value)]


class Filter:
    """An image filter. Call it with an image; it makes what it needs for the image's type, and keeps that.

    Any number of threads may call a filter. ``a | b`` is a filter that applies a, then b.
    """

    def __init__(self, factory, arguments, depth, own):
        """factory: the C++ function; arguments: (kind, value) of its parameters, types of images by their names."""
        self._factory, self._arguments, self._own = factory, arguments, own
        self._depth = None if depth is None else depth_of(depth)
        self._filters, self._lock = {}, threading.Lock()

    def _create(self, depth, channels, joint_channels=None):
        types = {
            "jointType": _native.type_of(depth, joint_channels or channels),
            "srcType": _native.type_of(depth, channels),
            "dstType": -1 if self._depth is None else _native.type_of(self._depth, channels),
        }
        values = []
        for kind, value in self._arguments:
            values += _c_arguments(kind, types.get(value, value) if isinstance(value, str) else value)
        return _native.create(self._factory, values)

    def _filter(self, depth, channels, joint_channels=None):
        """The address of the filter for a type of image, and the depth and the channels of its results."""
        key = (depth, channels, joint_channels) if joint_channels else (depth, channels)
        with self._lock:
            if key not in self._filters:
                address = self._create(*key)
                weakref.finalize(self, _native.release, address).atexit = False  # CUDA may be gone by then
                self._filters[key] = address, _native.depth_of(address), _native.channels_of(address)
            return self._filters[key]

    def __call__(self, src: Any, out: Any = None, stream: int | None = None) -> Any:
        """Filters an image, or each image of a batch, which is one launch on a device, or of a list.

        Parameters
        ----------
        src : array of H x W, H x W x C or N x H x W x C scalars
            numpy.ndarray, a device array with __cuda_array_interface__ (PyTorch, CuPy, Numba), a host array with
            __dlpack__, or cv2.cuda.GpuMat; of uint8, int8, uint16, int16, int32, float32 or float16. Rows may be any
            distance apart.
            Or a list or tuple of such arrays, of any sizes, but of one dtype and one number of channels, all on the
            host or all on one device.
        out : array of the same kind and shape, optional
            takes the result; may be src. A new one is made if it is None. Where a filter makes one channel of
            several, one image is H x W, and a batch N x H x W x 1. PyrDown, PyrUp and Resize make another H
            and W. For a list, a list of as many arrays.
        stream : int, optional
            address of a cudaStream_t for device arrays; the stream that the array's library uses now if it is None.
            Nothing waits for it.

        Returns
        -------
        out, or a new array of the caller's library; for a list, a list of new arrays

        Raises
        ------
        TypeError, ValueError
            for arrays that are no images, and lists of several types; the text says what to call
        cudatiled.Error
            for types that the filter does not take, and parameters that it refuses
        """
        if isinstance(src, (list, tuple)):
            return self._of_list(src, out, stream)
        source = as_array(src)
        address, depth, channels = self._filter(source.depth, source.channels)
        with source.device():
            size = self._size_of(address, source)
            target = source.empty(depth, channels, size) if out is None else as_array(out)
            self._require(target, source, depth, channels, size)
            stream = source.stream() if stream is None else stream
            if source.images.count > 0:
                _native.apply(address, source.images, target.images, stream)
        return target.result() if out is None else out

    def _of_list(self, src, out, stream):
        """What a call makes of a list."""
        if out is not None and (not isinstance(out, (list, tuple)) or len(out) != len(src)):
            raise ValueError(f"cudatiled: out must be a list of {len(src)} arrays, as src is one")
        sources = [as_array(image) for image in src]
        if not sources:
            return [] if out is None else out
        first = sources[0]
        for i, source in enumerate(sources):
            if (source.depth, source.channels) != (first.depth, first.channels) or not source.is_beside(first):
                raise ValueError(
                    f"cudatiled: image {i} of the list is of {DTYPES[source.depth]}, has {source.channels} channels "
                    f"and is on the {source.place}; image 0 is of {DTYPES[first.depth]}, has {first.channels} and is "
                    f"on the {first.place}. All must be alike but for their sizes"
                )
        address, depth, channels = self._filter(first.depth, first.channels)
        with first.device():
            sizes = [self._size_of(address, source) for source in sources]
            made = (source.empty(depth, channels, size) for source, size in zip(sources, sizes))
            targets = list(made if out is None else map(as_array, out))
            for target, source, size in zip(targets, sources, sizes):
                self._require(target, source, depth, channels, size)
            stream = first.stream() if stream is None else stream
            pairs = [(s.images, t.images) for s, t in zip(sources, targets) if s.images.count > 0]
            if pairs:
                _native.apply_list(address, *zip(*pairs), stream)
        return [target.result() for target in targets] if out is None else out

    def _of_two(self, run, filter_, first, second, out, stream):
        """What `run` makes of two arrays of images of the same size, by a filter as _filter tells it."""
        address, depth, channels = filter_
        with second.device():
            target = second.empty(depth, channels) if out is None else as_array(out)
            self._require(target, second, depth, channels)
            stream = second.stream() if stream is None else stream
            if second.images.count > 0:
                run(address, first.images, second.images, target.images, stream)
        return target.result() if out is None else out

    @staticmethod
    def _size_of(address, source):
        """Rows and columns of the results."""
        size = source.images.rows, source.images.cols
        return _native.dst_size_of(address, *size) if all(size) else size

    @staticmethod
    def _require(target, source, depth, channels, size=None):
        if target.read_only:
            raise ValueError("cudatiled: out cannot be written: it is read-only, or an array of a library like JAX")
        shape = source.shape_with(channels, size)
        if target.shape != shape or target.depth != depth or not target.is_beside(source):
            raise ValueError(
                f"cudatiled: out has shape {target.shape}, {DTYPES[target.depth]}, on the {target.place}; "
                f"the result has shape {shape}, {DTYPES[depth]}, on the {source.place}"
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


class GradientFilter(Filter):
    """A filter with several results. Called, it makes the magnitude, and may be a part of a chain."""

    RESULTS = ("dx", "dy", "magnitude", "angle")

    def results(
        self,
        src: Any,
        names: Sequence[str] = RESULTS,
        out: Sequence[Any] | None = None,
        stream: int | None = None,
    ) -> tuple:
        """Makes any of the results from one reading of an image, or of each image of a batch.

        Parameters
        ----------
        src : array
            as a call of the filter takes it
        names : sequence of str
            what is wanted: "dx", "dy", "magnitude", "angle", in any order
        out : sequence of arrays, optional
            take the results: the magnitude of the filter's depth; dx and dy of that depth, or int16 if it is uint8;
            the angle float32. New ones are made if it is None.
        stream : int, optional
            as a call of the filter takes it

        Returns
        -------
        tuple of the results, in the order of their names

        Raises
        ------
        TypeError, ValueError, cudatiled.Error
            as a call of the filter does; ValueError for names other than these, or none
        """
        if not names or len(set(names)) < len(names) or not set(names) <= set(self.RESULTS):
            raise ValueError(f"cudatiled: names is {tuple(names)}; it must be some of {self.RESULTS}, each once")
        if out is not None and len(out) != len(names):
            raise ValueError(f"cudatiled: out has {len(out)} arrays; it must have one for each of {tuple(names)}")
        source = as_array(src)
        address, depth, channels = self._filter(source.depth, source.channels)
        derivative = depth_of("int16") if depth == depth_of("uint8") else depth
        depths = dict(zip(self.RESULTS, (derivative, derivative, depth, depth_of("float32"))))
        with source.device():
            targets = {}
            for i, name in enumerate(names):
                targets[name] = source.empty(depths[name], channels) if out is None else as_array(out[i])
                self._require(targets[name], source, depths[name], channels)
            stream = source.stream() if stream is None else stream
            if source.images.count > 0:
                images = [targets[name].images if name in targets else None for name in self.RESULTS]
                _native.apply_gradient(address, source.images, images, stream)
        return tuple(targets[name].result() if out is None else out[i] for i, name in enumerate(names))


class JointBilateralFilter(Filter):
    """Weighs pixels by those of another image. Called with one image, and in a chain, it weighs by that one."""

    def apply(self, joint: Any, src: Any, out: Any = None, stream: int | None = None) -> Any:
        """Filters an image by the likeness of the pixels of another one, as cv2.ximgproc.jointBilateralFilter.

        Parameters
        ----------
        joint : array of uint8 or float32, of one or three channels
            the guide, of the rows and columns of src; or one for each image of a batch
        src : array of the same depth, of one or three channels
            as a call of the filter takes it
        out : array, optional
            takes the result, as a call of the filter has it; may be joint or src. A new one is made if it is None.
        stream : int, optional
            as a call of the filter takes it

        Returns
        -------
        out, or a new array of the caller's library

        Raises
        ------
        TypeError, ValueError, cudatiled.Error
            as a call of the filter does, and for a guide of another depth or size
        """
        guide, source = as_array(joint), as_array(src)
        if guide.images.count != source.images.count or not guide.is_beside(source):
            raise ValueError(
                f"cudatiled: joint has shape {guide.shape} and src {source.shape}; there must be a joint for each "
                "image, on one device"
            )
        filter_ = self._filter(source.depth, source.channels, guide.channels)
        return self._of_two(_native.apply_joint, filter_, guide, source, out, stream)


class CannyFilter(Filter):
    """Finds edges. Called with an image, and as a part of a chain; or with derivatives that are there already."""

    def detect(self, dx: Any, dy: Any, out: Any = None, stream: int | None = None) -> Any:
        """Finds the edges of derivatives, as the second cv2.Canny.

        Parameters
        ----------
        dx, dy : arrays of int16, of one or three channels
            both derivatives of an image, of the same shape, or of each image of a batch
        out : array of uint8, optional
            takes the edges, 255 among 0, as a call of the filter has them. A new one is made if it is None.
        stream : int, optional
            as a call of the filter takes it

        Returns
        -------
        out, or a new array of the caller's library

        Raises
        ------
        TypeError, ValueError, cudatiled.Error
            as a call of the filter does, and for derivatives of different shapes
        """
        x, y = as_array(dx), as_array(dy)
        if x.shape != y.shape or not x.is_beside(y):
            raise ValueError(
                f"cudatiled: dx has shape {x.shape} and dy {y.shape}; both must be the same, on one device"
            )
        return self._of_two(_native.detect, self._filter(depth_of("uint8"), x.channels), x, y, out, stream)


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
            address, depth, channels = part._filter(depth, channels)
            addresses.append(address)
        return _native.create(self._factory, [(ctypes.c_void_p * len(addresses))(*addresses), len(addresses)])

    def __repr__(self):
        return " | ".join(map(repr, self.filters))
