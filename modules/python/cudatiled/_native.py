# SPDX-License-Identifier: Apache-2.0
"""The library's C interface, through ctypes, which releases the GIL in every call."""

import ctypes
import os
from pathlib import Path


class Error(Exception):
    """What the library refused or could not do: the function, the value, and what would be accepted."""


class Images(ctypes.Structure):
    """Pixels of somebody's array, as c_interface.cpp has them: one image, or a batch."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("step", ctypes.c_int64),
        ("apart", ctypes.c_int64),
        ("rows", ctypes.c_int32),
        ("cols", ctypes.c_int32),
        ("type", ctypes.c_int32),
        ("on_device", ctypes.c_int32),
        ("count", ctypes.c_int32),
    ]


def _load():
    path = os.environ.get("CUDATILED_LIBRARY") or str(Path(__file__).with_name("libcudatiled_c.so"))
    try:
        return ctypes.CDLL(path)  # its symbols are its own: another OpenCV in the process does not matter
    except OSError as error:
        raise ImportError(f"cudatiled: cannot load {path}: {error}") from None


_library = _load()
_library.cudatiled_error.restype = ctypes.c_char_p
_library.cudatiled_backend_name.restype = ctypes.c_char_p
_library.cudatiled_release.argtypes = [ctypes.c_void_p]
_library.cudatiled_release.restype = None
_library.cudatiled_depth.argtypes = [ctypes.c_void_p]
_library.cudatiled_channels.argtypes = [ctypes.c_void_p]
_library.cudatiled_apply.argtypes = [ctypes.c_void_p, ctypes.POINTER(Images), ctypes.POINTER(Images), ctypes.c_void_p]
_library.cudatiled_apply_list.argtypes = [ctypes.c_void_p] * 3 + [ctypes.c_int, ctypes.c_void_p]
_library.cudatiled_separate.argtypes = [ctypes.c_void_p, ctypes.c_double] + [ctypes.c_void_p] * 3
_library.cudatiled_compose.argtypes = [ctypes.c_void_p] * 5
_library.cudatiled_normalizing_scale.argtypes = [ctypes.c_void_p]
_library.cudatiled_normalizing_scale.restype = ctypes.c_double
_library.cudatiled_apply_gradient.argtypes = [
    ctypes.c_void_p,
    ctypes.POINTER(Images),
    ctypes.POINTER(Images) * 4,
    ctypes.c_void_p,
]

_library.cudatiled_detect.argtypes = [ctypes.c_void_p] + [ctypes.POINTER(Images)] * 3 + [ctypes.c_void_p]
_library.cudatiled_apply_joint.argtypes = _library.cudatiled_detect.argtypes

_library.cudatiled_calc_hist.argtypes = [ctypes.POINTER(Images)] * 2 + [ctypes.c_int, ctypes.c_void_p]
_library.cudatiled_threshold_level.argtypes = _library.cudatiled_calc_hist.argtypes
_library.cudatiled_threshold_of.argtypes = [ctypes.POINTER(Images), ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]

release = _library.cudatiled_release
depth_of = _library.cudatiled_depth
channels_of = _library.cudatiled_channels
type_of = _library.cudatiled_type


def _address(image):
    return None if image is None else ctypes.addressof(image)


def _raise():
    raise Error(_library.cudatiled_error().decode())


def create(factory, arguments):
    """The address of a new filter; `arguments` are ctypes' values."""
    function = getattr(_library, f"cudatiled_{factory}")
    function.restype = ctypes.c_void_p
    return function(*arguments) or _raise()


def reach_of(filter_):
    """Pixels to the left, to the right, above and below that a result depends on; whether rows and columns wrap;
    whether it depends on the whole image."""
    reach = (ctypes.c_int * 7)()
    if _library.cudatiled_reach(ctypes.c_void_p(filter_), reach):
        _raise()
    return tuple(reach)


def dst_size_of(filter_, rows, cols):
    """Rows and columns of what a filter makes of an image of so many."""
    size = (ctypes.c_int * 2)()
    if _library.cudatiled_dst_size(ctypes.c_void_p(filter_), rows, cols, size):
        _raise()
    return tuple(size)


def apply(filter_, src, dst, stream):
    """Filters images into others; `stream` is the address of a cudaStream_t, 0 the default one."""
    if _library.cudatiled_apply(filter_, ctypes.byref(src), ctypes.byref(dst), stream or None):
        _raise()


def apply_list(filter_, src, dst, stream):
    """The same for lists of Images."""
    lists = [(ctypes.POINTER(Images) * len(images))(*map(ctypes.pointer, images)) for images in (src, dst)]
    if _library.cudatiled_apply_list(filter_, *lists, len(src), stream or None):
        _raise()


def apply_gradient(filter_, src, results, stream):
    """The same for the results dx, dy, magnitude and angle of a gradient; None if not wanted."""
    pointers = (ctypes.POINTER(Images) * 4)(*(image and ctypes.pointer(image) for image in results))
    if _library.cudatiled_apply_gradient(filter_, ctypes.byref(src), pointers, stream or None):
        _raise()


def separate(mask, tolerance, row, column, numbers):
    """Fills arrays of float64 with what cudatiled_separate says; `mask` is None or Images, as in what follows."""
    if _library.cudatiled_separate(_address(mask), tolerance, row.ctypes.data, column.ctypes.data, numbers.ctypes.data):
        _raise()


def compose(a, b, origins, mask):
    """Fills an array of float64 with the mask of two, and returns its origin."""
    origin = (ctypes.c_int * 2)()
    if _library.cudatiled_compose(
        _address(a), _address(b), (ctypes.c_int * 4)(*origins), mask.ctypes.data, ctypes.byref(origin)
    ):
        _raise()
    return tuple(origin)


def normalizing_scale(mask):
    """What cv::cudatiled::normalizingScale returns."""
    return _library.cudatiled_normalizing_scale(_address(mask)) or _raise()


def detect(filter_, dx, dy, edges, stream):
    """Makes edges of derivatives, by a filter of createCannyFilter."""
    images = (ctypes.byref(image) for image in (dx, dy, edges))
    if _library.cudatiled_detect(filter_, *images, stream or None):
        _raise()


def apply_joint(filter_, joint, src, dst, stream):
    """Filters images by others, by a filter of createJointBilateralFilter."""
    images = (ctypes.byref(image) for image in (joint, src, dst))
    if _library.cudatiled_apply_joint(filter_, *images, stream or None):
        _raise()


def calc_hist(src, hist, bins, stream):
    """Counts the levels of an image; `stream` as in `apply`."""
    if _library.cudatiled_calc_hist(ctypes.byref(src), ctypes.byref(hist), bins, stream or None):
        _raise()


def threshold_level(hist, level, kind, stream):
    """Finds the thresholds of histograms."""
    if _library.cudatiled_threshold_level(ctypes.byref(hist), ctypes.byref(level), kind, stream or None):
        _raise()


def threshold_of(src, kind, stream):
    """The threshold that the histogram of an image tells; waits for it."""
    level = ctypes.c_double()
    if _library.cudatiled_threshold_of(ctypes.byref(src), kind, ctypes.byref(level), stream or None):
        _raise()
    return level.value


def setBackend(backend: int) -> None:
    """Chooses where numpy's arrays are filtered: BACKEND_AUTO, BACKEND_CUDA or BACKEND_CPU."""
    if _library.cudatiled_set_backend(ctypes.c_int(backend)):
        _raise()


def getBackend() -> int:
    """Where numpy's arrays are filtered now: BACKEND_CUDA or BACKEND_CPU."""
    backend = _library.cudatiled_get_backend()
    return _raise() if backend < 0 else backend


def getBackendName() -> str:
    """The backend for people: the GPU's name and compute capability, or the CPU and why no GPU is used."""
    name = _library.cudatiled_backend_name()
    return _raise() if name is None else name.decode()
