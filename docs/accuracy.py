#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Writes docs/ACCURACY.md from the recorded runs in test/results; with --check, tells whether the file there is the same.
import csv
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "test" / "results"

CONTRACT = """\
# Accuracy

*Written by docs/accuracy.py from the recorded runs in [test/results](../test/results).*

## The contract

| class | promise |
|---|---|
| integer image, integer or fixed-point arithmetic on OpenCV's CPU: integer taps (all sums below 2²⁴), boxes 8U → 8U of at most 256 pixels, Gaussian 8U → 8U and 16U → 16U | equal to OpenCV's CPU in every pixel |
| filters that pick pixels: Morphology, BoxMax, BoxMin, Median | equal to OpenCV's CPU in every pixel, of every depth |
| Gray of 8U and 16U, Threshold | equal to OpenCV's CPU in every pixel |
| Contrast | the formula's exact quotient, rounded once: OpenCV has no such function |
| AdaptiveThreshold | the comparison of the pixel with a mean or blur of the classes below; equal to OpenCV's CPU in every pixel for means up to 15 × 15 and Gaussians up to 7 × 7 |
| filters by a table of levels: LookUpTable, EqualizeHist, AutoThreshold | equal to OpenCV's CPU in every pixel |
| Bilateral, JointBilateral | the rounding of a value within max(10⁻³, the error of its floats) of the exact mean: 8U at most 1 from OpenCV's |
| SqrBox, LocalVariance, Wiener, LocalContrastNormalization | exact sums of integers, or sums in double of floats; then a few roundings to float: see below |
| AutoContrast, GreyWorld | the exact quotient of their formulas, rounded half to even |
| row and column sums of integer images | exact, saturated to 32S or rounded to 32F |
| other boxes of integer images | exact sums, divided as OpenCV's vector loops do; the last columns of its rows may round ties differently |
| Convolution, SeparableConvolution: integer image, integer taps, a scale other than 1 | sat(fma(S, scale, delta)): the exact sum S (Σ\\|tap · pixel\\| below 2²⁴), one float fma of it, one rounding to the depth; from or to 32S S is exact below 2⁵³ and fma is that of double |
| UnsharpMask | the formula in one float fma, of the pixel and of the result of a Gaussian of the same type |
| PyrDown, PyrUp of integer images | the exact sum, halves rounded up: equal to OpenCV's CPU in every pixel |
| Resize by INTER_NEAREST; by INTER_LINEAR of 8U; by INTER_AREA of 8U, and of 16U and 16S by at most 256 pixels | equal to OpenCV's CPU in every pixel |
| float result | within the *tolerance* of the exact sum: min(n + 1, 2.5 · √(n + 1)) · 2⁻²⁴ · Σ\\|tap · pixel\\| |
| CornerHarris, CornerMinEigenVal | within what these errors add up to in the formula: of derivatives by a kernel of s × s, the tolerance with n = 2s + 1; of products, 2⁻²⁴ of each; of sums over b × b, the tolerance with n = 2b; 6 · 2⁻²⁴ of each term of the formula |
| 16F result | the nearest 16F of a value within the tolerance of the exact one, infinite from 65520 on; OpenCV's CPU has no such filters |
| integer result, float taps or float image | a correct rounding of a value within max(10⁻³, tolerance) of the exact one: at most 1 apart, next to a rounding tie |
| separable filters and boxes from or to 32S: integer taps (all sums below 2⁵³) | the exact sum, saturated or rounded to float |
| the same with float taps, of float images, and means of 32S images, to an integer depth | a correct rounding of a value within max(10⁻³, 2⁻⁴⁰ · Σ\\|tap · pixel\\|) of the exact one |

Convolution and SeparableConvolution of float images, or with float taps, have the classes of the other filters. Their
tap is then tap · scale, rounded to float.

n counts the taps that a float sum adds one after the other:

- w + h for separable filters and boxes of w × h pixels;
- w + 2h for LaplacianOfGaussian, DifferenceOfGaussians, and Laplacian from 5×5 on, which are the sum of two kernels;
  the taps of both count in Σ\\|tap · pixel\\|;
- 10 for PyrDown, 6 for PyrUp;
- 4 for Resize by INTER_LINEAR, w + h by INTER_AREA of w × h pixels;
- 3 for gray values;
- w · h for other kernels.

The contract holds for whole images and for regions, which read the neighbours outside them unless BORDER_ISOLATED is
given, for images of one pixel, for kernels larger than the image, for every border mode, in place, and for any step and
alignment.

With BORDER_INSIDE, results whose windows lie inside the image keep the contract of the same filter with taps that sum
to 1. The other results are quotients of two sums in double. If image and taps are integers or fixed-point numbers and
both sums stay below 2⁵³, these quotients are exact. Otherwise the result is a correct rounding of a value within
2⁻⁴⁰ · Σ\\|tap · pixel\\| / Σtap of the exact one. A constant image stays constant: exactly for integers, within the
tolerance for floats. OpenCV's CPU has no such border, so Gaussians of a region keep their fixed-point arithmetic.

Statistics of a window of N = w · h pixels come from the sum S of its pixels and the sum Q of their squares; the mean is
S / N, the variance (N · Q − S²) / N²:

- of integer images S, Q and N · Q − S² are exact; for areas above 2¹⁵, pixels are taken relative to an integer next to
  the mean. Then the variance is rounded 3 times, each time by at most 2⁻²⁴ of it: its relative error is at most 2⁻²²
  for every mean. A window of equal pixels has the variance 0;
- of float images, S and Q are sums in double of at most w + h roundings, and the difference may cancel: the variance is
  within 2⁻²² · variance + (w + h + 2) · 2⁻⁵¹ · Q / N of the exact one, the mean within (w + h + 2) · 2⁻⁵² · √(Q / N).
  For w + h up to 62 the second term is the larger one where the standard deviation is below 2⁻¹¹ of the pixels'
  magnitude;
- SqrBox: sums over integer images are exact sums, rounded to float once; other results have a relative error of at most
  2⁻²². Integer results are these floats, rounded and saturated;
- standard deviations are within a relative error of 2⁻²¹ of the root of such a variance;
- Wiener and LocalContrastNormalization: within 2⁻²⁰ of the term that is added to the pixel or to the offset, plus the
  rounding of the result to float, plus, for float images, the effect of the errors of mean and variance. Integer
  results are correct roundings of a value within max(10⁻³, this bound) of the exact one;
- the noise that a Wiener filter estimates is the mean of variances with the errors above. They are added up in double,
  by fewer than 2²³ roundings of at most 2⁻⁵³ each where rows and columns are below 2²², and the mean is rounded to
  float: its relative error is at most 2⁻²¹. The filter takes away a share of a pixel's distance from the mean; the
  error of the noise changes this share, so the bound of 2⁻²⁰ above becomes 2⁻¹⁹ of the distance. Distances lose bits
  below 2⁻⁸⁹.

The bound of integer results, max(10⁻³, tolerance), has two terms because OpenCV itself computes in float, where 65535
has a spacing of 2⁻⁸.

The CPU backend adds products as OpenCV does, all to one float. There the tolerance is the worst case of such sums:
(m + 1) · 2⁻²⁴ · Σ\\|tap · pixel\\| for kernels of m taps in all, at least 2⁻²⁰. It also holds for boxes other than
8U → 8U of at most 256 pixels.

## Where the tolerance comes from

It is the error of plain float arithmetic: one fma for each tap, one after the other, and delta at the end. Such a sum
is rounded n + 1 times, each time by at most 2⁻²⁴ of Σ\\|tap · pixel\\|, so n + 1 is the worst case. Roundings are
nearly independent, so their sum grows as √(n + 1) (Higham and Mary, *A New Approach to Probabilistic Rounding Error
Analysis*, SIAM Journal on Scientific Computing 41, 2019). `test/float_chains.cpp` measures the factor in ten thousand
to millions of chains of each length: taps and pixels of one sign, of both signs, and with a first product that
outweighs the others.

{chains}

Where taps and pixels are alike, as under a box in a flat part of an image, roundings are alike, too: see the last two
columns. There plain chains would break the contract. So kernels of many taps add up groups of 7 to 60 products, and
then the groups.

Separable filters on CUDA leave out outer taps below 2⁻⁴⁰ of their sum. A Gaussian has many such taps where its sigma is
small for its size. They change no finite result; an infinite or NaN pixel under such a tap is ignored.

## How it is tested

`catalogue/definition.cpp` computes every pixel by definition: exact sums in double, with borders by
`cv::borderInterpolate`. From the sum it computes the interval of results that the contract allows, which is a single
value where the contract promises equality. A *cell* is a filter with random parameters, types, size, borders, region
and alignment, in place or not, all from one seed.

`conformance --cells=N` runs N random cells; 100 000 cells of emulated kernels passed
([record](../test/results/conformance_emulated.txt)). `conformance --each=N` draws cells until every kernel instance of
the program (a template with its depths, channels and class of taps) has run in N of them; with `--rare=M`, M are enough
of instances that few cells run. For each instance, sources must begin at three or more different offsets within a cache
line. The program prefers cells with rows of whole 16, 32 and 512 bytes, with one block and with several, and with
windows larger than the image. For instances whose blocks are higher in images of thousands of rows, it adds cells of
such images. To find the instances that a cell would run, it applies the filter with all launches withheld ([record of a
GPU](../test/results/conformance_instances_h200.txt)). Where the kernel has an instance for batches, too, that one runs
when the cell's image is filtered among others.

| program | filters run | where |
|---|---|---|
| `cudatiled_tests`, `conformance` | the library: CPU backend, and CUDA where there is a device | every machine |
| `cudatiled_tests_on_cpu`, `conformance_on_cpu` | the same CUDA kernels and launches, emulated with AddressSanitizer and UBSan | every machine |
| `cudatiled_gpu_tests` | streams, threads, graphs, memory, errors | with a GPU |

The definition itself is compared with OpenCV's CPU functions in every cell whose depth and border mode these have. The
comparison leaves out cases listed at the end of this page, where OpenCV does not follow its own definition. The column
*largest difference from OpenCV's CPU* leaves them out, too, except large sums of Laplacian, which OpenCV wraps. Other
differences above 1 in this column are of large sums, whose tolerance exceeds 1.
"""

def chains():
    rows = list(csv.DictReader((RESULTS / "float_chains.csv").open()))
    lines = ["| kernel | n | largest error, in 2⁻²⁴ · Σ\\|tap · pixel\\| | over √(n + 1) | largest error where taps and pixels are alike | over √(n + 1) |",
             "|---|--:|--:|--:|--:|--:|"]
    lines += [f"| {r['chain']} {r['side']}×{r['side']} | {r['taps']} | {r['largest_error']} | {r['over_root']} | {r['largest_error_alike']} | "
              f"{r['over_root_alike']} |" for r in rows]
    return "\n".join(lines)


OPENCV = """\
## Where OpenCV's CPU does not follow its own definition

These tests found the cases in OpenCV 4.6 and 4.10. The CPU backend works around each, so that both backends agree.

| OpenCV | what it does | here |
|---|---|---|
| `boxFilter` 8U → 8U with an area of 2 | sum / 2 + 1; in the last columns of a row, 0 for two white pixels | sum / 2 + 1, saturated |
| `boxFilter` 16S → 8U, 16U | negative means become the highest value, except in the last columns | 0 |
| `boxFilter`, isolated image of one row or column | the box shrinks to one row or column, also with BORDER_CONSTANT; with an anchor it fails | it shrinks |
| `sepFilter2D`, `filter2D` on a region, reflecting borders, tall kernels | rows folded to beyond the region are read wrong, or it fails | right |
| `filter2D` from 50 taps on | a DFT, rounded differently | the sum |
| BORDER_WRAP, BORDER_CONSTANT with a value | not available | available |
| `sepFilter2D` 8U → 8U with taps in 256ths; `boxFilter` to 16U, 16S, 32F | the last columns round ties differently from the others | ties to even; a float scale |
| `Laplacian` from 5×5 on, of large sums, to integers | wraps, as below | saturates |
| `erode`, `dilate` with an element that is all 0 | the image moved by the anchor | refused |
| `morphologyEx` of more than one step, `erode` of more than one iteration, to a part of a larger image | later steps read that image's old pixels around the part | each later step filters the previous result as an image by itself |
| `sqrBoxFilter` with BORDER_ISOLATED | fails | available |
| `sqrBoxFilter` of an image, or a region, of one row or column | the mean of one row or column of the rectangle, except with BORDER_CONSTANT | that of the rectangle |
| `sqrBoxFilter` of more than 33 025 pixels of 8U | sums leave the range of int | exact |
| `sqrBoxFilter` to 8U, 16U or 16S, results above 2³¹ | 0, or the lowest value | saturated |
| `threshold` of 16U with THRESH_TRIANGLE | fails | available |
| `medianBlur` from 7×7 on | 8U of 1, 3 or 4 channels | every depth, 1 to 4 channels |
| `boxFilter` 32F → 32S | not available | RowSum and ColumnSum have it |
| float → integer beyond ±2³¹ | wraps on x86 | saturates |
"""


def number(text):
    value = float(text)
    return f"{value:,.0f}".replace(",", " ") if value == int(value) else f"{value:.3g}"


def share(differing, scalars):
    if float(scalars) == 0:
        return "–"
    percent = 100 * float(differing) / float(scalars)
    return "0" if percent == 0 else "100 %" if percent > 99.95 else f"{percent:.{3 if percent > 99 else 2}g} %"


def table(rows):
    lines = ["| filter | from → to | cells | scalars | one value only | outside the contract | largest error, tol. | beside cv::cuda, tol. | cv::cuda's, tol. "
             "| largest difference from OpenCV's CPU | cv::cuda outside, largest | NPP outside, largest |",
             "|---|---|---|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        unit = " tol." if r["dst"] == "32F" else ""
        peer = lambda name: "–" if r[name + "_scalars"] == "0" else \
            share(r[name + "_differing"], r[name + "_scalars"]) + \
            ("" if r[name + "_differing"] == "0" else ", " + number(r[name + "_largest"]) + unit)
        ours = "–" if r["opencv_scalars"] == "0" else number(r["opencv_largest"]) + (unit if float(r["opencv_largest"]) else "")
        lines.append(f"| {r['filter']} | {r['src']} → {r['dst']} | {number(r['cells'])} | {number(r['scalars'])} | "
                     f"{share(r['exact_scalars'], r['scalars'])} | {number(r['wrong_differing'])} | "
                     f"{' | '.join(r.get(c) or '–' for c in ('error', 'error_beside_opencv_cuda', 'opencv_cuda_error'))} | {ours} | "
                     f"{peer('opencv_cuda')} | {peer('npp')} |")
    return "\n".join(lines)


def document():
    parts = [CONTRACT.replace("{chains}", chains())]
    for path in sorted(RESULTS.glob("conformance_*.csv")):
        rows = list(csv.DictReader(path.open()))
        cells = sum(int(r["cells"]) for r in rows)
        failures = sum(int(r["failures"]) for r in rows)
        scalars = sum(int(r["scalars"]) for r in rows)
        first, second = (path.with_suffix(".txt")).read_text().splitlines()[:2]
        title = f"{second} ({first})" if first.startswith("cudatiled ") else first
        parts.append(f"## Recorded: {title}\n\n{number(cells)} cells, {number(scalars)} scalars, {number(failures)} failures "
                     f"([{path.name}](../test/results/{path.name})). Differences count steps of an integer result; of a float result, "
                     f"tolerances (tol.) of the contract. The two last columns hold the other libraries to the same contract on the same images: "
                     f"how many scalars lie outside, and how far. *Largest error*: of float results from the exact sum, in tolerances: of all cells, of "
                     f"those that cv::cuda filters too, and cv::cuda's. *One value only* is the share of scalars for which the contract allows a single value.\n\n{table(rows)}\n")
    parts.append(OPENCV)
    return "\n".join(parts)


def main():
    target = ROOT / "docs" / "ACCURACY.md"
    text = document()
    if "--check" in sys.argv:
        if target.read_text() != text:
            sys.exit("docs/ACCURACY.md is not what docs/accuracy.py writes; run it")
        return
    target.write_text(text)


if __name__ == "__main__":
    main()
