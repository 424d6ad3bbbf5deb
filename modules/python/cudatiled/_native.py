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
_library.cudatiled_apply.argtypes = [ctypes.c_void_p, ctypes.POINTER(Images), ctypes.POINTER(Images), ctypes.c_void_p]

release = _library.cudatiled_release
depth_of = _library.cudatiled_depth
type_of = _library.cudatiled_type


def _raise():
    raise Error(_library.cudatiled_error().decode())


def create(factory, arguments):
    """The address of a new filter; `arguments` are ctypes' values."""
    function = getattr(_library, f"cudatiled_{factory}")
    function.restype = ctypes.c_void_p
    return function(*arguments) or _raise()


def reach_of(filter_):
    """Pixels to the left, to the right, above and below that a result depends on; whether rows and columns wrap."""
    reach = (ctypes.c_int * 6)()
    _library.cudatiled_reach(ctypes.c_void_p(filter_), reach)
    return tuple(reach)


def apply(filter_, src, dst, stream):
    """Filters images into others; `stream` is the address of a cudaStream_t, 0 the default one."""
    if _library.cudatiled_apply(filter_, ctypes.byref(src), ctypes.byref(dst), stream or None):
        _raise()


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
