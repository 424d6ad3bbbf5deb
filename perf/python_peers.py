#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times filters of CuPy, torchvision, kornia, cuCIM, CV-CUDA and cv2 beside the Python package.

Usage: python_peers.py FILE [--quick] writes the record as CSV, a line for each filter, type, size and library.
Libraries that are missing are named on stderr; without a GPU the host's arrays alone are timed. Columns:

us          device arrays: the device's time per call, when the host has enqueued all calls beforehand.
            Host arrays: the time until the result is there.
loop_us     device arrays: the time per call of a loop in Python, the longer of the host's and the device's.
difference  the largest from cudatiled's result on a small image, without the margin where borders differ.
note        why there is no time: the library lacks the case, or its result is another.

Each library has the images in the layout and the memory that it takes, and results go into arrays that are there if it
takes any. Images are random, and filtered in turn from a set of four times the L2 cache.
"""

import argparse
import csv
import importlib
import statistics
import sys
import time

import cudatiled
import numpy as np

COLUMNS = "filter src width height memory library version us loop_us difference note device".split()
TYPES = {"8UC1": (np.uint8, 1), "8UC3": (np.uint8, 3), "32FC1": (np.float32, 1)}
SIZES = ((1920, 1080), (4096, 4096))
SIGMAS = {"Gaussian 5x5": (5, 1.1), "Gaussian 15x15": (15, 2.6)}
BILATERAL = (9, 50, 3)  # diameter, and the deviations of the weights of differences and distances
FILTERS = [*SIGMAS, "Box 7x7", "Median 5x5", "Erode 5x5", "Sobel 3x3", "Bilateral 9x9"]
MARGIN = 16  # pixels at the edges of the small image, which libraries with other borders make in other ways
REPEATS, SECONDS = 7, 0.02  # of each measurement
CLOCK = 2e9  # cycles that a GPU makes in a second at most; a slower one waits longer
SQUARE = np.ones((5, 5), np.uint8)


class Lacks(Exception):
    """The library has no such filter, or not of this type."""


def noise(shape, dtype, seed):
    pixels = np.random.default_rng(seed).integers(0, 256, shape, np.uint8)
    return pixels if dtype == np.uint8 else pixels.astype(dtype)


def ours(filter_, dtype):
    """A filter object."""
    if filter_ in SIGMAS:
        return cudatiled.Gaussian(*SIGMAS[filter_])
    return {
        "Box 7x7": lambda: cudatiled.Box(7),
        "Median 5x5": lambda: cudatiled.Median(5),
        "Erode 5x5": lambda: cudatiled.Morphology(cudatiled.MORPH_ERODE, SQUARE),
        "Sobel 3x3": lambda: cudatiled.filters.Sobel(1, 0, depth="int16" if dtype == np.uint8 else None),
        "Bilateral 9x9": lambda: cudatiled.Bilateral(*BILATERAL),
    }[filter_]()


def result_type(filter_, dtype):
    return np.int16 if filter_ == "Sobel 3x3" and dtype == np.uint8 else dtype


class Library:
    """Arrays of one library. `call` returns a function of (source, target) whose result `download` takes."""

    memory = "device"

    def upload(self, image):
        raise NotImplementedError

    def download(self, array):
        raise NotImplementedError

    def target(self, image, filter_):
        """An array for a result; None where the library makes its own."""
        return None

    def call(self, filter_, dtype, channels):
        raise NotImplementedError


class Cudatiled(Library):
    version = cudatiled.__version__

    def call(self, filter_, dtype, channels):
        made = ours(filter_, dtype)
        return lambda source, target: made(source, out=target)


class Torch(Library):
    """Images of H x W x C in PyTorch's arrays."""

    def __init__(self):
        self.torch = importlib.import_module("torch")

    def upload(self, image):
        return self.torch.from_numpy(image).cuda()

    def download(self, array):
        return array.cpu().numpy()

    def target(self, image, filter_):
        return self.upload(np.empty(image.shape, result_type(filter_, image.dtype)))


class CudatiledOnTorch(Cudatiled, Torch):
    name = "cudatiled, PyTorch's arrays"


class CuPyArrays(Library):
    def __init__(self):
        self.cupy = importlib.import_module("cupy")

    def upload(self, image):
        return self.cupy.asarray(image)

    def download(self, array):
        return self.cupy.asnumpy(array)

    def target(self, image, filter_):
        return self.cupy.empty(image.shape, result_type(filter_, image.dtype))


class CudatiledOnCuPy(Cudatiled, CuPyArrays):
    name = "cudatiled, CuPy's arrays"


class CuPy(CuPyArrays):
    name = "CuPy"

    def __init__(self):
        super().__init__()
        self.ndimage = importlib.import_module("cupyx.scipy.ndimage")
        self.version = self.cupy.__version__

    def call(self, filter_, dtype, channels):
        def window(side):
            return (side, side) if channels == 1 else (side, side, 1)

        n = self.ndimage
        if filter_ in SIGMAS:
            side, sigma = SIGMAS[filter_]
            sigmas = (sigma,) * 2 if channels == 1 else (sigma, sigma, 0)
            truncate = (side // 2) / sigma
            return lambda s, t: n.gaussian_filter(s, sigmas, output=t, mode="mirror", truncate=truncate)
        if filter_ == "Sobel 3x3" and channels > 1:
            raise Lacks("sobel filters along the channels, too")
        calls = {
            "Box 7x7": lambda s, t: n.uniform_filter(s, window(7), output=t, mode="mirror"),
            "Median 5x5": lambda s, t: n.median_filter(s, window(5), output=t, mode="nearest"),
            "Erode 5x5": lambda s, t: n.minimum_filter(s, window(5), output=t, mode="nearest"),
            "Sobel 3x3": lambda s, t: n.sobel(s, 1, output=t, mode="mirror"),
        }
        if filter_ not in calls:
            raise Lacks("has no such filter")
        return calls[filter_]


class CuCIM(CuPyArrays):
    name = "cuCIM"

    def __init__(self):
        super().__init__()
        self.version = importlib.import_module("cucim").__version__
        self.filters = importlib.import_module("cucim.skimage.filters")
        self.morphology = importlib.import_module("cucim.skimage.morphology")

    def target(self, image, filter_):
        return None

    def call(self, filter_, dtype, channels):
        square = self.cupy.ones((5, 5), bool)
        if filter_ in SIGMAS:
            side, sigma = SIGMAS[filter_]
            options = dict(mode="mirror", truncate=(side // 2) / sigma, preserve_range=True)
            axis = None if channels == 1 else -1
            return lambda s, t: self.filters.gaussian(s, sigma, channel_axis=axis, **options)
        if channels > 1 and filter_ in ("Median 5x5", "Erode 5x5"):
            raise Lacks("of one channel alone")
        if filter_ == "Median 5x5":
            return lambda s, t: self.filters.median(s, square, mode="nearest")
        if filter_ == "Erode 5x5":
            return lambda s, t: self.morphology.erosion(s, square)
        raise Lacks("has no such filter")


class Planes(Torch):
    """Images of 1 x C x H x W in PyTorch's arrays."""

    def upload(self, image):
        return super().upload(np.ascontiguousarray(np.moveaxis(np.atleast_3d(image), 2, 0)[None]))

    def download(self, array):
        return np.squeeze(np.moveaxis(super().download(array)[0], 0, 2))

    def target(self, image, filter_):
        return None


class Torchvision(Planes):
    name = "torchvision"

    def __init__(self):
        super().__init__()
        self.version = importlib.import_module("torchvision").__version__
        self.functional = importlib.import_module("torchvision.transforms.v2.functional")

    def call(self, filter_, dtype, channels):
        if filter_ not in SIGMAS:
            raise Lacks("has no such filter")
        side, sigma = SIGMAS[filter_]
        return lambda s, t: self.functional.gaussian_blur(s, [side, side], [sigma, sigma])


class Kornia(Planes):
    name = "kornia"

    def __init__(self):
        super().__init__()
        self.kornia = importlib.import_module("kornia")
        self.version = self.kornia.__version__

    def call(self, filter_, dtype, channels):
        filters = self.kornia.filters  # results of bytes are floats
        if filter_ in SIGMAS:
            side, sigma = SIGMAS[filter_]
            return lambda s, t: filters.gaussian_blur2d(s, (side, side), (sigma, sigma))
        square = self.torch.ones(5, 5, device="cuda")
        diameter, likeness, distance = BILATERAL
        return {
            "Box 7x7": lambda s, t: filters.box_blur(s, (7, 7)),
            "Median 5x5": lambda s, t: filters.median_blur(s, (5, 5)),
            "Erode 5x5": lambda s, t: self.kornia.morphology.erosion(s, square),
            # Both derivatives: it has no function for one of them.
            "Sobel 3x3": lambda s, t: filters.spatial_gradient(s, "sobel", 1, normalized=False)[:, :, 0],
            # Of all pixels of a square, where the others take those of a disc.
            "Bilateral 9x9": lambda s, t: filters.bilateral_blur(s, (diameter,) * 2, likeness, (distance,) * 2),
        }[filter_]


class CvCuda(Torch):
    """Pairs of an array of PyTorch and CV-CUDA's view of it, 1 x H x W x C, which is made once."""

    name = "CV-CUDA"

    def __init__(self):
        super().__init__()
        self.cvcuda = importlib.import_module("cvcuda")
        self.version = self.cvcuda.__version__
        self.stream = self.cvcuda.as_stream(self.torch.cuda.current_stream())

    def upload(self, image):
        array = super().upload(image)
        return array, self.cvcuda.as_tensor(array.reshape(1, *array.shape[:2], -1), "NHWC")

    def download(self, pair):
        return super().download(pair[0])

    def call(self, filter_, dtype, channels):
        c, border, square = self.cvcuda, self.cvcuda.Border, (5, 5)
        centre, options = (-1, -1), {}
        if filter_ in SIGMAS:
            side, sigma = SIGMAS[filter_]
            function, arguments = c.gaussian_into, ((side, side), (sigma, sigma), border.REFLECT101)
        elif filter_ == "Box 7x7":
            function, arguments = c.averageblur_into, ((7, 7), centre, border.REFLECT101)
        elif filter_ == "Median 5x5":
            function, arguments = c.median_blur_into, (square,)
        elif filter_ == "Erode 5x5":
            function, arguments = c.morphology_into, (c.MorphologyType.ERODE, square, centre)
            options = {"border": border.REPLICATE}
        elif filter_ == "Bilateral 9x9":
            function, arguments = c.bilateral_filter_into, (*BILATERAL, border.REFLECT101)
        else:
            raise Lacks("has no such filter")
        return lambda s, t: function(t[1], s[1], *arguments, **options, stream=self.stream)


class Host(Library):
    """Arrays of numpy."""

    memory = "host"

    def upload(self, image):
        return image

    def download(self, array):
        return array

    def target(self, image, filter_):
        return np.full(image.shape, 1, result_type(filter_, image.dtype))  # its pages are there


class CudatiledOnNumpy(Cudatiled, Host):
    name = "cudatiled, numpy's arrays"


class Cv2(Host):
    name = "cv2"

    def __init__(self):
        self.cv2 = importlib.import_module("cv2")
        self.version = f"{self.cv2.__version__}, {self.cv2.getNumThreads()} threads"

    def call(self, filter_, dtype, channels):
        c = self.cv2
        if filter_ in SIGMAS:
            side, sigma = SIGMAS[filter_]
            return lambda s, t: c.GaussianBlur(s, (side, side), sigma, dst=t)
        depth = c.CV_16S if dtype == np.uint8 else -1
        return {
            "Box 7x7": lambda s, t: c.blur(s, (7, 7), dst=t),
            "Median 5x5": lambda s, t: c.medianBlur(s, 5, dst=t),
            "Erode 5x5": lambda s, t: c.erode(s, SQUARE, dst=t),
            "Sobel 3x3": lambda s, t: c.Sobel(s, depth, 1, 0, dst=t),
            "Bilateral 9x9": lambda s, t: c.bilateralFilter(s, *BILATERAL, dst=t),
        }[filter_]


def has_gpu():
    return not cudatiled.getBackendName().startswith("CPU")


def libraries():
    """Those that can be imported; the others are named."""
    found = []
    on_device = (CudatiledOnTorch, CudatiledOnCuPy, CuPy, Torchvision, Kornia, CuCIM, CvCuda) if has_gpu() else ()
    for kind in (*on_device, CudatiledOnNumpy, Cv2):
        try:
            found.append(kind())
        except Exception as error:  # whatever an import raises
            print(f"{kind.name} is not timed: {error}", file=sys.stderr)
    return found


def allowed(dtype):
    """The difference that still is the same filter: some cut off after each pass, or multiply with 10 bits."""
    return 3 if dtype == np.uint8 else 0.5


def difference(library, call, filter_, image):
    """The largest from cudatiled's CPU backend, inside the margin."""
    target = library.target(image, filter_)
    made = call(library.upload(image), target)
    result = library.download(target if target is not None else made)
    expected = expected_of(filter_, image)
    inner = slice(MARGIN, -MARGIN), slice(MARGIN, -MARGIN)
    if result.shape != expected.shape:
        raise ValueError(f"its result has the shape {result.shape}, not {expected.shape}")
    return float(np.abs(result[inner].astype(np.float64) - expected[inner].astype(np.float64)).max())


def expected_of(filter_, image):
    cudatiled.setBackend(cudatiled.BACKEND_CPU)
    try:
        return ours(filter_, image.dtype)(image)
    finally:
        cudatiled.setBackend(cudatiled.BACKEND_AUTO)


class HostClock:
    """Wall-clock time of calls that return when the result is there."""

    name = "CPU"

    def __init__(self):
        self.set_bytes = 1 << 28

    def times(self, work):
        work()
        samples, end = [], time.perf_counter() + 0.3
        while len(samples) < REPEATS or time.perf_counter() < end:
            begin = time.perf_counter()
            work()
            samples.append(time.perf_counter() - begin)
        return statistics.median(samples) * 1e6, None


class DeviceClock:
    """The device's time of calls, and the time of a loop of them."""

    def __init__(self):
        self.torch = importlib.import_module("torch")
        properties = self.torch.cuda.get_device_properties(0)
        self.name, self.set_bytes = properties.name, 4 * properties.L2_cache_size

    def times(self, work):
        cuda = self.torch.cuda
        for _ in range(3):  # kernels are compiled, memory is allocated
            work()
        cuda.synchronize()
        begin = time.perf_counter()
        work()
        issued = time.perf_counter() - begin
        cuda.synchronize()
        calls = int(min(max(SECONDS / (time.perf_counter() - begin), 4), 32))
        held = [self.elapsed(work, calls, min(2 * issued * calls + 0.001, 0.5)) for _ in range(REPEATS)]
        loop = [self.loop(work, calls) for _ in range(REPEATS)]
        return statistics.median(held), statistics.median(loop)

    def elapsed(self, work, calls, seconds):
        """Microseconds per call. A kernel holds the stream for so long, in which the host enqueues all of them."""
        cuda = self.torch.cuda
        begin, end = cuda.Event(enable_timing=True), cuda.Event(enable_timing=True)
        cuda._sleep(int(seconds * CLOCK))
        begin.record()
        for _ in range(calls):
            work()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) * 1000 / calls

    def loop(self, work, calls):
        begin = time.perf_counter()
        for _ in range(calls):
            work()
        self.torch.cuda.synchronize()
        return (time.perf_counter() - begin) * 1e6 / calls


def in_turn(library, call, filter_, image, set_bytes):
    """A function that filters the next image of a set that no cache holds."""
    count = -(-set_bytes // (2 * image.nbytes)) + 1
    pairs = [(library.upload(image.copy()), library.target(image, filter_)) for _ in range(count)]
    turn = 0

    def work():
        nonlocal turn
        turn = (turn + 1) % count
        call(*pairs[turn])

    return work


def row(library, clock, filter_, type_, size):
    """A line of the record."""
    dtype, channels = TYPES[type_]
    shape = lambda width, height: (height, width) if channels == 1 else (height, width, channels)
    line = dict.fromkeys(COLUMNS, "") | {
        "filter": filter_, "src": type_, "width": size[0], "height": size[1], "memory": library.memory,
        "library": library.name, "version": library.version, "device": clock.name,
    }  # fmt: skip
    try:
        call = library.call(filter_, dtype, channels)
        far = difference(library, call, filter_, noise(shape(160, 120), dtype, 1))
        line["difference"] = f"{far:.3g}"
        if far > allowed(dtype):
            raise Lacks(f"its result is another: up to {far:.3g} apart")
        call = library.call(filter_, dtype, channels)
        us, loop_us = clock.times(in_turn(library, call, filter_, noise(shape(*size), dtype, 2), clock.set_bytes))
        line["us"], line["loop_us"] = f"{us:.2f}", "" if loop_us is None else f"{loop_us:.2f}"
    except Exception as error:  # Lacks, and whatever a library raises for what it does not take
        line["note"] = " ".join(str(error).split())[:120] or type(error).__name__
    return line


def main():
    parser = argparse.ArgumentParser(description="Times filters of Python's libraries beside the Python package.")
    parser.add_argument("file", help="the record, as CSV")
    parser.add_argument("--quick", action="store_true", help="one small size, to try the program")
    arguments = parser.parse_args()
    present = libraries()
    device = DeviceClock() if has_gpu() else None
    host = HostClock()
    host.name = device.name if device else host.name
    with open(arguments.file, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for size in ((640, 480),) if arguments.quick else SIZES:
            for type_ in TYPES:
                for filter_ in FILTERS:
                    for library in present:
                        line = row(library, host if library.memory == "host" else device, filter_, type_, size)
                        writer.writerow(line)
                        file.flush()
                        print(*(line[column] for column in COLUMNS[:-1]), sep=", ", flush=True)


if __name__ == "__main__":
    main()
