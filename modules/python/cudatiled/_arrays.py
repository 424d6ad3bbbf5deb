# SPDX-License-Identifier: Apache-2.0
"""Arrays of other libraries as images: where their pixels lie, and new ones of the same library for results."""

import contextlib
import sys

import numpy as np

from . import _native

# By OpenCV's depth. All are filtered but one.
DTYPES = [np.dtype(name) for name in "uint8 int8 uint16 int16 int32 float32 float64 float16".split()]
FILTERED = [dtype for dtype in DTYPES if dtype != np.float64]


def depth_of(dtype):
    """OpenCV's number for a numpy dtype, or anything that names one."""
    dtype = np.dtype(dtype)
    if dtype not in FILTERED:
        raise TypeError(
            f"cudatiled: images of {dtype} are not filtered; convert them to one of " + ", ".join(map(str, FILTERED))
        )
    return DTYPES.index(dtype)


class Array:
    """An array of H x W, H x W x C or N x H x W x C scalars, C from 1 to 4.

    Attributes: `shape`; `depth`, OpenCV's number; `channels`; `images`, where they lie; `owner`, the
    array itself, of whose library results are.
    """

    on_device = False
    device_number = None  # where the array is on a device and its library tells
    read_only = False

    def __init__(self, owner, pointer, shape, strides, dtype):
        self.owner, self.shape, self.depth = owner, tuple(shape), depth_of(dtype)
        size = DTYPES[self.depth].itemsize
        if len(self.shape) not in (2, 3, 4):
            raise ValueError(
                f"cudatiled: an array of shape {self.shape} is no image; images are H x W or H x W x C, "
                "batches N x H x W x C"
            )
        self.channels = self.shape[-1] if len(self.shape) > 2 else 1
        if not 1 <= self.channels <= 4:
            raise ValueError(
                f"cudatiled: the array of shape {self.shape} has {self.channels} channels; images have "
                "1 to 4. A batch of gray images is N x H x W x 1"
            )
        rows, cols = self.shape[-3:-1] if len(self.shape) > 2 else self.shape
        strides = tuple(strides) if strides is not None else _packed(self.shape, size)
        row = strides[-3] if len(self.shape) > 2 else strides[0]
        pixel = strides[-2] if len(self.shape) > 2 else strides[1]
        packed = cols * self.channels * size
        if 0 not in self.shape and (
            (self.channels > 1 and strides[-1] != size)
            or (cols > 1 and pixel != self.channels * size)
            or (rows > 1 and row < packed)
        ):
            raise ValueError(
                f"cudatiled: rows of the array of shape {self.shape} and strides {strides} are not "
                "contiguous; call ascontiguousarray() or contiguous() first"
            )
        count, apart = (self.shape[0], strides[0]) if len(self.shape) == 4 else (1, 0)
        type_ = _native.type_of(self.depth, self.channels)
        step = row if rows > 1 else packed
        self.images = _native.Images(pointer, step, apart, rows, cols, type_, self.on_device, count)

    @property
    def place(self):
        """Where the array is, for people."""
        if not self.on_device:
            return "host"
        return "device" if self.device_number is None else f"device {self.device_number}"

    def is_beside(self, other):
        """Whether both are on the host, or on one device, as far as their libraries tell."""
        known = None not in (self.device_number, other.device_number)
        return self.on_device == other.on_device and not (known and self.device_number != other.device_number)

    def stream(self):
        """The stream that the array's library uses now: the address of a cudaStream_t, 0 for the default one."""
        return 0

    def device(self):
        """A context in which the array's device is the current one."""
        return contextlib.nullcontext()

    def shape_with(self, channels, size=None):
        """The shape of an array with other channels and another size (rows, columns), if there is one. One image of one
        channel that is made of several is H x W."""
        rows_cols = size or (self.images.rows, self.images.cols)
        leading = (*self.shape[:1], *rows_cols) if len(self.shape) == 4 else rows_cols
        if channels == self.channels:
            return leading if len(self.shape) == 2 else (*leading, channels)
        return leading if channels == 1 and len(leading) == 2 else (*leading, channels)

    def empty(self, depth, channels, size=None):
        """A new array of the same library, with the shape of shape_with."""
        raise NotImplementedError

    def result(self):
        """What the caller gets."""
        return self.owner


def _packed(shape, size):
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, strides[0] * length)
    return tuple(strides)


class NumpyArray(Array):
    def __init__(self, array, library=None):
        super().__init__(array, array.ctypes.data, array.shape, array.strides, array.dtype)
        self._library = library  # whose from_dlpack makes the caller's arrays
        self.read_only = not array.flags.writeable

    def empty(self, depth, channels, size=None):
        return NumpyArray(np.empty(self.shape_with(channels, size), DTYPES[depth]), self._library)

    def result(self):
        return self.owner if self._library is None else self._library.from_dlpack(self.owner)


def _library_of(array):
    """The module with an array's functions: that of the array API standard (JAX), or its package (PyTorch)."""
    if hasattr(array, "__array_namespace__"):
        return array.__array_namespace__()
    return sys.modules[type(array).__module__.partition(".")[0]]


class CudaArray(Array):
    """By __cuda_array_interface__: PyTorch, CuPy, Numba and others."""

    on_device = True

    def __init__(self, array):
        interface = array.__cuda_array_interface__
        super().__init__(
            array, interface["data"][0] or 0, interface["shape"], interface.get("strides"), interface["typestr"]
        )
        self._stream = interface.get("stream")
        self.read_only = interface["data"][1]
        self._library = type(array).__module__.partition(".")[0]
        if self._library in ("torch", "cupy"):
            self.device_number = array.device.index if self._library == "torch" else array.device.id

    def stream(self):
        if self._library == "torch":
            return sys.modules["torch"].cuda.current_stream(self.owner.device).cuda_stream
        if self._library == "cupy":
            return sys.modules["cupy"].cuda.get_current_stream().ptr
        return self._stream or 0

    def device(self):
        if self._library == "torch":
            return sys.modules["torch"].cuda.device(self.owner.device)
        if self._library == "cupy":
            return self.owner.device
        return contextlib.nullcontext()

    def empty(self, depth, channels, size=None):
        name, shape = DTYPES[depth].name, self.shape_with(channels, size)
        if self._library == "torch":
            torch = sys.modules["torch"]
            return CudaArray(torch.empty(shape, dtype=getattr(torch, name), device=self.owner.device))
        if self._library == "cupy":
            return CudaArray(sys.modules["cupy"].empty(shape, name))
        if self._library == "numba":
            return CudaArray(sys.modules["numba"].cuda.device_array(shape, name))
        raise TypeError(f"cudatiled: no way is known to make an array of {type(self.owner)}; pass one as out")


class GpuMatArray(Array):
    """cv2.cuda.GpuMat."""

    on_device = True

    def __init__(self, mat):
        cols, rows = mat.size()
        channels, dtype = mat.channels(), DTYPES[mat.depth()] if mat.depth() < len(DTYPES) else np.dtype("float64")
        super().__init__(
            mat, mat.cudaPtr(), (rows, cols, channels), (mat.step, channels * dtype.itemsize, dtype.itemsize), dtype
        )

    def empty(self, depth, channels, size=None):
        rows, cols = size or (self.images.rows, self.images.cols)
        return GpuMatArray(type(self.owner)(rows, cols, _native.type_of(depth, channels)))

    def shape_with(self, channels, size=None):
        return (*(size or self.shape[:2]), channels)


def as_array(array):
    """The Array of any library's array. Copies nothing."""
    if isinstance(array, np.ndarray):
        return NumpyArray(array)
    if hasattr(array, "cudaPtr"):
        return GpuMatArray(array)
    if hasattr(array, "__dlpack_device__") and array.__dlpack_device__()[0] in (1, 3):  # on the host, page-locked
        return NumpyArray(np.from_dlpack(array), _library_of(array))
    if hasattr(array, "__cuda_array_interface__"):
        return CudaArray(array)
    raise TypeError(
        f"cudatiled: {type(array)} is no array that can be filtered; it takes numpy.ndarray, host arrays "
        "with __dlpack__, device arrays with __cuda_array_interface__, and cv2.cuda.GpuMat. "
        "numpy.asarray() makes an array of most other things"
    )
