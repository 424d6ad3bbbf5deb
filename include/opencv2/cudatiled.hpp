// SPDX-License-Identifier: Apache-2.0
// The public interface of cudatiled, and its manual: image filters that compute the pixels of OpenCV's CPU functions,
// on a GPU where there is one.
#ifndef OPENCV_CUDATILED_HPP
#define OPENCV_CUDATILED_HPP

#include <cfloat>
#include <vector>

#include "opencv2/core.hpp"
#include "opencv2/core/cuda.hpp"
#include "opencv2/opencv_modules.hpp"

#ifdef HAVE_OPENCV_CUDAFILTERS
#include "opencv2/cudafilters.hpp"
#endif

#include "opencv2/cudatiled/device_image.hpp"

struct CUstream_st; // cudaStream_t is a pointer to this; declared here so that users need no CUDA headers

/**
@defgroup cudatiled Tiled image filters on CUDA
@{

Filters are created once, by the `create…Filter` functions, and applied any number of times:

    cv::Ptr<cv::cudatiled::Filter> blur = cv::cudatiled::createGaussianFilter(CV_8UC3, -1, cv::Size(7, 7), 1.5);
    blur->apply(image, blurred);              // cv::Mat or cv::cuda::GpuMat

createChain makes one filter of several.

@par Images
Filters take the depths CV_8U, CV_8S, CV_16U, CV_16S, CV_16F and CV_32F; separable filters, gradients and boxes also
take CV_32S. Images have 1 to 4 channels, and each channel is filtered by itself, but by Bilateral, JointBilateral,
Canny and Gray. `dstType < 0` means the type of the source. The pairs of source and destination depths are OpenCV's own:

| filters | as | from | to |
|---|---|---|---|
| Linear, Convolution, Sharpen, Emboss, Roberts | cv::filter2D | 8U | 8U 16U 16S 32F 16F |
| | | 16U | 16U 32F |
| | | 16S | 16S 32F |
| | | 32F 16F | 32F 16F |
| SeparableLinear, SeparableConvolution, Deriv, Sobel, Scharr, Laplacian, Gaussian, Box | cv::sepFilter2D, cv::boxFilter | 8U 16U 16S 32S 32F | 8U 16U 16S 32S 32F, of 8U and 32F also 16F |
| Prewitt, LaplacianOfGaussian, DifferenceOfGaussians | cv::sepFilter2D | 8U 16U 16S 32S 32F | 8U 16U 16S 32S 32F, of 8U and 32F also 16F |
| all of these | | 8S; 16F | 8S 16S 32F; 32F 16F |
| RowSum, ColumnSum | cv::boxFilter | 8U 8S 16U 16S 32F; 16F | 32S 32F; 32F |
| Gradient | cv::spatialGradient | 8U | 8U 16S 32F |
| | | 8S 16U 16S 32S 32F; 16F | 16S 32F; 32F |
| CornerHarris, CornerMinEigenVal | cv::cornerHarris, cv::cornerMinEigenVal | 8U 32F 16F, 1 channel | 32F |
| UnsharpMask | cv::GaussianBlur | 8U 8S 16U 16S 32F 16F | the same |
| Bilateral | cv::bilateralFilter | 8U 8S 16U 16S 32F 16F | the same |
| JointBilateral | cv::ximgproc::jointBilateralFilter | 8U 32F 16F, 1 or 3 channels | the same |
| SqrBox | cv::sqrBoxFilter | 8U 16U 16S 32F | 8U 16U 16S 32F, of 8U and 32F also 16F |
| LocalVariance | – | 8U 16U 16S 32F | 32F, of 8U and 32F also 16F |
| Wiener, LocalContrastNormalization | – | 8U 16U 16S 32F | the same, 32F, of 8U and 32F also 16F |
| SqrBox, LocalVariance, Wiener, LocalContrastNormalization | | 16F | 32F 16F |
| PyrDown, PyrUp, Resize | cv::pyrDown, cv::pyrUp, cv::resize | 8U 16U 16S 32F 16F | the same |
| Morphology, BoxMax, BoxMin, Median | cv::morphologyEx, cv::medianBlur | 8U 8S 16U 16S 32F 16F | the same |
| Gray | cv::cvtColor | 8U 16U 32F 16F, 3 or 4 channels | the same, 1 channel |
| Threshold | cv::threshold | 8U 16U 16S 32F 16F | the same |
| Contrast | – | 8U | 8U |
| AdaptiveThreshold | cv::adaptiveThreshold | 8U, 1 channel | 8U |
| AutoThreshold | cv::threshold | 8U 16U | the same |
| LookUpTable, EqualizeHist, AutoContrast, GreyWorld | cv::LUT, cv::equalizeHist | 8U | 8U |

OpenCV's CPU filters have no 8S: 8S values are filtered as OpenCV filters the same values in 16S. The pairs with 32S
are those of cv::cuda's separable filters. On OpenCV's CPU, cv::boxFilter has them too (except 32F to 32S), and
cv::Laplacian has those to 32S from ksize 5 on.

@par Coordinates
x counts columns from the left, y rows from the top, both in pixels; sizes and anchors are (width, height) and (x, y).

@par Borders
The border mode says which values the pixels outside the image have. For a row `abcd`, with `v` the value that
BORDER_CONSTANT takes:

| mode | left | image | right |
|---|---|---|---|
| BORDER_CONSTANT | `vvv` | `abcd` | `vvv` |
| BORDER_REPLICATE | `aaa` | `abcd` | `ddd` |
| BORDER_REFLECT | `cba` | `abcd` | `dcb` |
| BORDER_REFLECT_101, the default | `dcb` | `abcd` | `cba` |
| BORDER_WRAP | `bcd` | `abcd` | `abc` |

A region of interest reads its neighbours in the image that it was cut from, as OpenCV's CPU functions do, unless
BORDER_ISOLATED is added to the border mode.

@par Rounding
Results for integer depths are rounded to the nearest integer, ties to even, and saturated; the formulas write this as
sat. 16F is filtered in float, within its bounds, and rounded to nearest; it is infinite from 65520 on.

@par Accuracy
Every filter names the accuracy classes of its results; docs/ACCURACY.md has the whole contract.
- _exact_: equal to OpenCV's CPU in every pixel;
- _nearest_: integers that are at most 1 from the correctly rounded ones, and only next to a rounding tie;
- _float_: within \f$\min(n + 1, 2.5 \sqrt{n + 1}) \; 2^{-24} \sum |tap \cdot pixel|\f$ of the exact sum, which is the
  error that a chain of n float fma may have. n is w + h for separable filters and boxes of w x h pixels, and w * h
  for others.

Separable filters and boxes from or to 32S add up in double: results that are _exact_ below 2^24 elsewhere are exact
below 2^53 here, and _nearest_ results are correct roundings of a value within \f$\max(10^{-3}, 2^{-40} 
\sum |tap \cdot pixel|)\f$ of the exact one.

@par Threads and streams
`apply` changes nothing in the filter: one filter serves any number of threads and streams.

@defgroup cudatiled_filters Filters, one by one
@defgroup cudatiled_masks Masks of filters
@defgroup cudatiled_chains Chains of filters
@defgroup cudatiled_imgproc Functions of imgproc
*/

namespace cv { namespace cudatiled {

#ifdef HAVE_OPENCV_CUDAFILTERS
typedef cv::cuda::Filter FilterBase; //!< the base class of Filter
#else
typedef cv::Algorithm FilterBase; //!< the base class of Filter
#endif

/** @brief An image filter; the `create…Filter` functions return one.

Where OpenCV has cudafilters, a Ptr<cv::cuda::Filter> can hold a Filter. `src` and `dst` are both on the device
(cv::cuda::GpuMat, DeviceImage) or both on the host (cv::Mat, cv::UMat, cv::cuda::HostMem). CUDA always filters a device
image.

`dst` has the size of `src`, unless dstSize() returns another one. It is created as OpenCV creates it: memory of the
right size and type is reused. An OpenCV without CUDA cannot create a GpuMat: pass a `dst` of the right size and type,
or a DeviceImage. `dst` may be `src`, or overlap it; it cannot be `src` where the size changes.

With device images, `apply` enqueues its work and returns: it allocates nothing and waits for nothing. These cases
borrow stream-ordered scratch memory:
- filtering in place, except where each result depends on one pixel alone;
- chains;
- Canny, and filters by a histogram;
- gradients and corners that take several kernels;
- morphology of several steps that do not fit into one kernel;
- medians of 16 and 32 bits from 23 x 23 to 65 x 65, the largest medians, and medians of 16F from 7 x 7 on;
- Gaussians of 8U above 49 taps (of three channels 46, of four 35), and other separable filters above 33 taps: 2 and 4
  bytes for each scalar, in bands of rows of 256 MB, or of twice the rows of the window if these take more;
- Wiener filters that estimate the noise, SqrBox to integers, and statistics of 8U and 32F to 16F;
- batches whose images are not of one size and at equal distances, for a list of them.

This memory comes from a pool of the library's own, which keeps up to a 32nd of the device's memory, at most 1 GB, for
the next call. A captured graph has memory of its own. releaseTransferMemory() frees the memory in the pool. Tables of
taps belong to the filter: it must live as long as the graphs in which it was captured.

`src` and `dst` may be vectors of images, a batch: std::vector<cv::cuda::GpuMat>, of DeviceImage or of cv::Mat. `dst`
gets as many images as `src` has, as if they were filtered one after the other. Device images of one size, step and
alignment share a launch if they lie at equal distances, as the images of a tensor of N x H x W x C scalars do. With
mmaSplitKernel, registerTileKernel, mmaMedianBucketsKernel, medianLargeRanksKernel, insideSeparableKernel and
insideKernel (docs/KERNELS.md) they share a launch wherever they lie. Images of any sizes and steps share a launch with
- mmaSeparableU8Kernel,
- slidingWindowKernel (but for statistics) and minmaxWindowKernel (one erosion or dilation), if the window is 3 x 3 or
  5 x 5 and both types are 8UC1, 8UC3, 32FC1 or 32FC3 (separable taps of 32FC1: 3 x 3).

Of these, images whose sizes lie far apart take another launch, and so do images whose first bytes or steps differ
modulo 16; launches of the second item run side by side. With other kernels, and in chains, images of several sizes take
a launch for each size. These images have a launch each:
- images of a batch that overlaps itself, and images higher than 65535 pixels;
- images filtered by lineBufferKernel, runningBoxKernel, rowSumKernel, columnSumKernel, medianWaveletKernel, the kernels
  of long rows and columns, or a general kernel;
- images of morphology and medians that take several kernels, of filters by a histogram, of Wiener filters that estimate
  the noise, of SqrBox to integers, and of statistics of 8U and 32F to 16F.

Host images of a batch are filtered one after the other; FrameStream filters several at a time.

A host image is complete on return. Where there is a GPU, bands of its rows are uploaded, filtered and downloaded at the
same time, after the earlier work of `stream`; elsewhere the CPU backend filters it. Page-locked memory (HostMem,
cudaHostRegister) is copied directly and quickest. Images may be larger than the device's memory, unless the filter
needs the whole image at once: with BORDER_WRAP, a histogram, another size, Canny, a guide. releaseTransferMemory()
frees the memory that is kept for the next call. After an error in the middle of the bands some rows of `dst` may be
written; the error says so.

From compute capability 9.0 on, a kernel is launched while its predecessor in the stream finishes, and waits for it on
the device (programmatic dependent launch). A captured graph has programmatic edges between such kernels.

@throws cv::Exception that names the function, the offending value and what would be accepted: an empty or null image,
a type other than the filter's `srcType`, a fixed `dst` of another size or type, a step smaller than a row, a device
image without a device, device memory that is exhausted, or an error that CUDA reported. `dst` is not written then.

@par Error codes
The `code` of the exceptions that this library throws, all of cv::Error:

| code | meaning |
|---|---|
| StsUnsupportedFormat | a type, depth or number of channels that the filter does not support |
| StsBadSize | a size that is not accepted: an empty image, kernel or chain, an even ksize |
| StsBadArg | another argument or environment variable that is not accepted, e.g. a border mode or an infinite value |
| StsOutOfRange | an anchor outside the kernel, a region outside the image, or sizes or taps too large to compute with |
| StsUnmatchedFormats | `src` is not of the filter's `srcType`; a chain's filters do not fit together |
| StsUnmatchedSizes | `dst` cannot become an image of the required size and type |
| StsNullPtr | an image without pixels in memory, a null filter |
| StsNotImplemented | a cv::cuda::Stream with an OpenCV without CUDA |
| StsNoMem | device memory is exhausted |
| GpuNotSupported | there is no CUDA device |
| GpuApiCallError | CUDA reported an error |
*/
// clang-format off
#ifdef OPENCV_BINDING_PARSER // the generator of the Python bindings: it reads both branches of an #if above, and knows no typedef
class CV_EXPORTS_W Filter : public Algorithm
#endif
#ifndef OPENCV_BINDING_PARSER
class CV_EXPORTS_W Filter : public FilterBase
#endif
// clang-format on
{
public:
    /** @brief Filters an image; device images on the default stream.
    @param src image of the filter's `srcType`, any size
    @param dst image of dstSize(src.size()) and of the filter's `dstType` */
    CV_WRAP virtual void apply(InputArray src, OutputArray dst) = 0;

    /** @brief Filters an image on an OpenCV stream.
    @param src image of the filter's `srcType`, any size
    @param dst image of dstSize(src.size()) and of the filter's `dstType`
    @param stream the stream to enqueue on; needs an OpenCV with CUDA, as creating a Stream does */
    virtual void apply(InputArray src, OutputArray dst, cv::cuda::Stream& stream) = 0;

    /** @brief Filters an image on a CUDA stream, with any OpenCV.
    @param src image of the filter's `srcType`, any size
    @param dst image of dstSize(src.size()) and of the filter's `dstType`
    @param stream a `cudaStream_t` of the current device; null is the default stream */
    virtual void apply(InputArray src, OutputArray dst, CUstream_st* stream) = 0;

    /** @brief Filters a device image into another one that is created as needed, also with an OpenCV without CUDA.
    @param src image of the filter's `srcType`, any size
    @param dst becomes an image of dstSize(src.size()) and of the filter's `dstType`
    @param stream a `cudaStream_t` of the current device; null is the default stream */
    void apply(const DeviceImage& src, DeviceImage& dst, CUstream_st* stream = nullptr);

    /** @brief Filters a batch of device images into others that are created as needed, with any OpenCV.
    @param src images of the filter's `srcType`, any sizes
    @param dst becomes as many images, of those dstSize() and of the filter's `dstType`
    @param stream a `cudaStream_t` of the current device; null is the default stream */
    void apply(const std::vector<DeviceImage>& src, std::vector<DeviceImage>& dst, CUstream_st* stream = nullptr);

    /** @brief The type of the images that the filter takes, e.g. CV_8UC3. */
    CV_WRAP virtual int srcType() const = 0;

    /** @brief The type of the images that the filter produces. */
    CV_WRAP virtual int dstType() const = 0;

    /** @brief The size of `dst` for a `src` of `srcSize`: the same, except for pyramids, Resize and chains with them.
    @param srcSize width and height in pixels, of at least one pixel
    @throws cv::Exception for a size that the filter does not take */
    CV_WRAP virtual Size dstSize(Size srcSize) const;

    /** @brief Names the CUDA kernel that apply() would launch; docs/KERNELS.md says what each does.

    The filter chose its kernels when it was created, and ordered them by speed; the first one that takes the images
    runs. The names of kernels that run one after the other are joined by " + ".
    @param src device image of the filter's `srcType`
    @param dst device image of dstSize(src.size()) and of the filter's `dstType`
    @throws cv::Exception where apply() would, and for host images */
    CV_WRAP virtual String kernelName(InputArray src, InputArray dst) const = 0;
};

/** @brief A filter with several results: the derivatives of an image, their magnitude and their angle.

createGradientFilter returns one. Filter::apply makes one image, the magnitude, so a chain can hold this filter. The
functions below make any of the four results from one reading of the source:

    const Ptr<GradientFilter> gradient = createGradientFilter(CV_8UC1, -1);
    gradient->apply(image, dx, dy, magnitude, noArray());

All images are on the device, or all on the host; the rest is as Filter says. No two results may overlap; each may
overlap the source. */
// clang-format off
class CV_EXPORTS_W GradientFilter : public Filter
// clang-format on
{
public:
    using Filter::apply;

    /** @brief Makes any of the results; of device images on the default stream.
    @param src image of the filter's `srcType`, any size
    @param dx becomes the derivative along x; 16S if `dstType` is 8U, else of that type; noArray() leaves it out
    @param dy becomes the derivative along y: likewise
    @param magnitude becomes the magnitude of both, an image of the filter's `dstType`: likewise
    @param angle becomes the angle from the x axis to the y axis, 32F with the source's channels: likewise
    @throws cv::Exception where Filter::apply does, for vectors of images, and if all results are left out */
    CV_WRAP virtual void apply(InputArray src, OutputArray dx, OutputArray dy, OutputArray magnitude,
                               OutputArray angle) = 0;

    /** @brief The same on an OpenCV stream, which needs an OpenCV with CUDA.
    @param src, dx, dy, magnitude, angle see above
    @param stream the stream to enqueue on */
    virtual void apply(InputArray src, OutputArray dx, OutputArray dy, OutputArray magnitude, OutputArray angle,
                       cv::cuda::Stream& stream) = 0;

    /** @brief The same on a CUDA stream, with any OpenCV.
    @param src, dx, dy, magnitude, angle see above
    @param stream a `cudaStream_t` of the current device; null is the default stream */
    virtual void apply(InputArray src, OutputArray dx, OutputArray dy, OutputArray magnitude, OutputArray angle,
                       CUstream_st* stream) = 0;

    /** @brief The same for device images that are created as needed, also with an OpenCV without CUDA.
    @param src image of the filter's `srcType`, any size
    @param dx, dy, magnitude, angle become images as above; null leaves one out
    @param stream a `cudaStream_t` of the current device; null is the default stream */
    void apply(const DeviceImage& src, DeviceImage* dx, DeviceImage* dy, DeviceImage* magnitude, DeviceImage* angle,
               CUstream_st* stream = nullptr);
};

/** @brief Canny's edge detector: edges of an image, or of given derivatives.

createCannyFilter returns one. Filter::apply makes the edges of an image, so a chain can hold this filter. */
// clang-format off
class CV_EXPORTS_W CannyFilter : public Filter
// clang-format on
{
public:
    /** @brief Finds the edges of derivatives, as the second cv::Canny; of device images on the default stream.
    @param dx derivative along x, 16SC1 if the filter's `srcType` has one channel, 16SC3 if it has three
    @param dy derivative along y, of the same size and type
    @param edges becomes an 8UC1 image of that size, 255 on edges and 0 elsewhere; it may overlap dx and dy
    @throws cv::Exception where Filter::apply does, and for derivatives of other or of different sizes and types */
    CV_WRAP virtual void detect(InputArray dx, InputArray dy, OutputArray edges) = 0;

    /** @brief The same on an OpenCV stream, which needs an OpenCV with CUDA.
    @param dx, dy, edges see above
    @param stream the stream to enqueue on */
    virtual void detect(InputArray dx, InputArray dy, OutputArray edges, cv::cuda::Stream& stream) = 0;

    /** @brief The same on a CUDA stream, with any OpenCV.
    @param dx, dy, edges see above
    @param stream a `cudaStream_t` of the current device; null is the default stream */
    virtual void detect(InputArray dx, InputArray dy, OutputArray edges, CUstream_st* stream) = 0;

    /** @brief The same for device images, of which `edges` is created as needed, also with an OpenCV without CUDA.
    @param dx, dy, edges see above
    @param stream a `cudaStream_t` of the current device; null is the default stream */
    void detect(const DeviceImage& dx, const DeviceImage& dy, DeviceImage& edges, CUstream_st* stream = nullptr);
};

/** @brief A bilateral filter whose weights come from another image, the guide.

createJointBilateralFilter returns one. Filter::apply takes one image, which is source and guide, so a chain can hold
this filter. */
// clang-format off
class CV_EXPORTS_W JointBilateralFilter : public Filter
// clang-format on
{
public:
    using Filter::apply;

    /** @brief Filters an image by the likeness of the pixels of another one; of device images on the default stream.
    @param joint the guide, an image of the filter's `jointType`; as large as `src`, but it may be a region of an image
    of another size
    @param src image of the filter's `srcType`, any size
    @param dst becomes an image of that size and type; it may be or overlap `joint` and `src`
    @throws cv::Exception where Filter::apply does, for vectors of images, and for images of different sizes */
    CV_WRAP virtual void apply(InputArray joint, InputArray src, OutputArray dst) = 0;

    /** @brief The same on an OpenCV stream, which needs an OpenCV with CUDA.
    @param joint, src, dst see above
    @param stream the stream to enqueue on */
    virtual void apply(InputArray joint, InputArray src, OutputArray dst, cv::cuda::Stream& stream) = 0;

    /** @brief The same on a CUDA stream, with any OpenCV.
    @param joint, src, dst see above
    @param stream a `cudaStream_t` of the current device; null is the default stream */
    virtual void apply(InputArray joint, InputArray src, OutputArray dst, CUstream_st* stream) = 0;

    /** @brief The same for device images, of which `dst` is created as needed, also with an OpenCV without CUDA.
    @param joint, src, dst see above
    @param stream a `cudaStream_t` of the current device; null is the default stream */
    void apply(const DeviceImage& joint, const DeviceImage& src, DeviceImage& dst, CUstream_st* stream = nullptr);
};

/** @brief Where a host image is filtered: the argument of setBackend. */
enum Backend
{
    BACKEND_AUTO = 0, //!< on the GPU where there is one, on the CPU elsewhere
    BACKEND_CUDA = 1, //!< on the GPU; an error where there is none
    BACKEND_CPU = 2   //!< on the CPU, through OpenCV's imgproc
};

/** @brief Chooses where host images are filtered, for the whole process.

Before the first call, the environment variable `CUDATILED_BACKEND` (`auto`, `cuda` or `cpu`) chooses.
@param backend one of the values of Backend
@throws cv::Exception for another value, and for BACKEND_CUDA where there is no device or the library was built
without CUDA */
CV_EXPORTS_W void setBackend(int backend);

/** @brief The backend that filters host images now: BACKEND_CUDA or BACKEND_CPU. */
CV_EXPORTS_W int getBackend();

/** @brief Names the backend for people: the GPU's name and compute capability, or the CPU and why no GPU is used. */
CV_EXPORTS_W String getBackendName();

/** @brief Frees the memory that is kept between calls on a GPU: for host images, and as scratch memory.

A host image is uploaded, filtered and downloaded in bands of rows at the same time. Each call of Filter::apply on host
images borrows three streams, up to 32 MB of page-locked memory (none if `src` and `dst` are page-locked) and device
memory for a few bands, and leaves them to the next call. For each device, the library keeps these for at most eight
calls at a time. Calls under way are not disturbed.

Scratch memory (see Filter) is kept in a pool for each device. Memory that work of a stream may still use stays there:
wait for the stream before. Nothing else is kept for device images, and nothing on the CPU. */
CV_EXPORTS_W void releaseTransferMemory();

//! @addtogroup cudatiled_filters
//! @{

/** @brief A border mode beside those of cv::BorderTypes: Linear, SeparableLinear, Box and Gaussian filters take it. */
enum InsideBorder
{
    BORDER_INSIDE = 32 //!< only pixels inside the image count: the weighted mean of these, see createLinearFilter
};

/** @brief Correlates the image with a 2-D kernel.

\f[dst(x, y) = sat\Big(delta + \sum_{j=0}^{h-1} \sum_{i=0}^{w-1} kernel(j, i) \, src(x + i - anchor_x, y + j -
anchor_y)\Big)\f]

As cv::filter2D: the kernel is not flipped. Kernels of any size are summed directly, never by a DFT.

With BORDER_INSIDE the result is the weighted mean of the pixels under the kernel that lie inside the image:

\f[dst(x, y) = sat\Big(delta + \frac{\sum_{(i, j) \textrm{ inside}} kernel(j, i) \, src(x + i - anchor_x, y + j -
anchor_y)}{\sum_{(i, j) \textrm{ inside}} kernel(j, i)}\Big)\f]

Then no tap may be negative, and the tap at the anchor must be positive. A constant image of integers stays constant.
Where the whole kernel lies inside, a sum of integer taps and pixels is multiplied by the float nearest to
1 / (sum of the taps), as by createConvolutionFilter; other taps are divided by their sum first. Elsewhere both sums are
in double, and the result is their quotient.

@image html Linear.jpg "A photograph, and 15 taps along a diagonal"
@par Accuracy
_exact_: integer images with integer-valued taps while delta and the sum of |tap * pixel| stay below 2^24; _nearest_:
other integer results; _float_: float results.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType
@param kernel h x w taps, one channel of depth CV_8U to CV_64F, at least one, finite as floats
@param anchor tap that lies on the pixel, counted from the upper left one; (-1, -1) is the centre, (w / 2, h / 2)
@param borderMode BORDER_CONSTANT, REPLICATE, REFLECT, REFLECT_101 or WRAP; BORDER_ISOLATED may be added. This filter,
SeparableLinear, Box and Gaussian also take BORDER_INSIDE
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel, in the source's unit
@param delta added to every result before it is rounded, in the destination's unit; finite
@throws cv::Exception that names this function, the argument and what would be accepted: for types that are not
supported, more than 4 channels, a kernel that is empty, of another type or not finite, an anchor outside it, another
border mode, a value that is no finite float, taps that are no weights with BORDER_INSIDE
@sa cv::filter2D, cv::cuda::createLinearFilter */
CV_EXPORTS_W Ptr<Filter> createLinearFilter(int srcType, int dstType, InputArray kernel, Point anchor = Point(-1, -1),
                                            int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0),
                                            double delta = 0);

/** @brief Correlates every row with one kernel, then every column of the result with another.

\f[dst(x, y) = sat\Big(delta + \sum_{j=0}^{h-1} columnKernel(j) \sum_{i=0}^{w-1} rowKernel(i) \, src(x + i - anchor_x,
y + j - anchor_y)\Big)\f]

As cv::sepFilter2D. The sums along the rows are not rounded before the columns are correlated.

@image html SeparableLinear.jpg "A photograph, and the mean of 15 x 3 pixels"
@par Accuracy
_exact_: integer images with integer-valued taps while delta and the sum of |tap * pixel| stay below 2^24; _nearest_:
other integer results; _float_: float results.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType
@param rowKernel w horizontal taps: one row or one column, one channel of depth CV_8U to CV_64F, at least one, finite
as floats
@param columnKernel h vertical taps: likewise
@param anchor tap that lies on the pixel; (-1, -1) is the centre
@param rowBorderMode how rows continue at the left and right, see createLinearFilter; BORDER_INSIDE as well, if for both
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param delta added to every result before it is rounded, in the destination's unit; finite
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createLinearFilter, and for a kernel that is not a vector
@sa cv::sepFilter2D, cv::cuda::createSeparableLinearFilter */
CV_EXPORTS_W Ptr<Filter> createSeparableLinearFilter(int srcType, int dstType, InputArray rowKernel,
                                                     InputArray columnKernel, Point anchor = Point(-1, -1),
                                                     int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1,
                                                     double delta = 0, Scalar borderVal = Scalar::all(0));

/** @brief Convolves the image with a 2-D mask.

\f[dst(x, y) = sat\Big(delta + scale \sum_{j=0}^{h-1} \sum_{i=0}^{w-1} mask(j, i) \, src(x + origin_x - i, y +
origin_y - j)\Big)\f]

A single bright pixel becomes the mask itself, where createLinearFilter makes its mirror image: the filter is
correlation with the mask turned by 180 degrees and the anchor (w - 1, h - 1) - origin. The taps are summed first; the
sum is multiplied once, and delta is added. So a mask of integers and its divisor, such as the Gaussian of sum 273, are
given as they are written: `scale` is 1. / 273.

@image html Convolution.jpg "A photograph, and its north-west edges on mid-gray"
@par Accuracy
Integer images with integer-valued taps, while the sum of |tap * pixel| stays below 2^24: the sum S is exact, and the
result is sat(fma(S, scale, delta)) with one rounding to float before that to the depth; _exact_ if `scale` is 1 and
delta an integer. Others: _nearest_ and _float_, as createLinearFilter with the taps times `scale`.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType
@param mask h x w taps, one channel of depth CV_8U to CV_64F, at least one, finite as floats; even sizes too
@param origin tap that lies on the pixel, counted from the upper left one; -1 in x is (w - 1) / 2, in y (h - 1) / 2, by
integer division
@param scale factor of the sum, finite; see normalizingScale
@param delta added to every result before it is rounded, in the destination's unit; finite
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createLinearFilter, for an origin outside the mask, and for a scale that makes a tap infinite
@sa cv::filter2D, separate, compose */
CV_EXPORTS_W Ptr<Filter> createConvolutionFilter(int srcType, int dstType, InputArray mask,
                                                 Point origin = Point(-1, -1), double scale = 1, double delta = 0,
                                                 int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief Convolves every row with one mask, then every column of the result with another.

\f[dst(x, y) = sat\Big(delta + scale \sum_{j=0}^{h-1} columnMask(j) \sum_{i=0}^{w-1} rowMask(i) \, src(x + origin_x -
i, y + origin_y - j)\Big)\f]

The filter of createConvolutionFilter for a mask that is the product of a column and a row, such as separate finds
them: mask(j, i) = columnMask(j) * rowMask(i).

@image html SeparableConvolution.jpg "A photograph, and a trail of seven pixels that fades"
@par Accuracy
As createConvolutionFilter. From or to 32S the sum is exact below 2^53, and fma has the precision of double.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType
@param rowMask w horizontal taps: one row or one column, one channel of depth CV_8U to CV_64F, at least one, finite as
floats
@param columnMask h vertical taps: likewise
@param origin see createConvolutionFilter
@param scale see createConvolutionFilter; of both masks together
@param delta added to every result before it is rounded, in the destination's unit; finite
@param rowBorderMode how rows continue at the left and right, see createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createConvolutionFilter, and for a mask that is not a vector
@sa cv::sepFilter2D, separate */
CV_EXPORTS_W Ptr<Filter> createSeparableConvolutionFilter(int srcType, int dstType, InputArray rowMask,
                                                          InputArray columnMask, Point origin = Point(-1, -1),
                                                          double scale = 1, double delta = 0,
                                                          int rowBorderMode = BORDER_DEFAULT,
                                                          int columnBorderMode = -1,
                                                          Scalar borderVal = Scalar::all(0));

/** @brief Which neighbours a sharpening kernel subtracts. */
enum SharpenNeighbours
{
    SHARPEN_4 = 4, //!< left, right, above and below: [0 -k 0; -k 1+4k -k; 0 -k 0]
    SHARPEN_8 = 8  //!< all around: [-k -k -k; -k 1+8k -k; -k -k -k]
};

/** @brief Sharpens: adds `k` times the difference between a pixel and each of its neighbours.

\f[dst(p) = sat\Big(delta + src(p) + k \sum_{q \in N(p)} (src(p) - src(q))\Big)\f]

N(p) are the 4 or 8 neighbours of the pixel p. With `k` = 1 this is correlation with the classic matrices
[0 -1 0; -1 5 -1; 0 -1 0] and [-1 -1 -1; -1 9 -1; -1 -1 -1].

@image html Sharpen.jpg "A photograph, and SHARPEN_8 with k = 0.5"
@par Accuracy
As cv::filter2D with that matrix. _exact_: integer images with an integer `k`; _nearest_: other integer results;
_float_: float results.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType
@param neighbours SHARPEN_4 or SHARPEN_8
@param k amount, a factor; finite and not negative; 0 copies the image
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@param delta added to every result before it is rounded, in the destination's unit; finite
@throws cv::Exception as createLinearFilter, and for another number of neighbours or a negative or infinite `k`
or NaN */
CV_EXPORTS_W Ptr<Filter> createSharpenFilter(int srcType, int dstType, int neighbours = SHARPEN_8, double k = 1,
                                             int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0),
                                             double delta = 0);

/** @brief The side that the light of an embossed picture comes from. */
enum EmbossDirection
{
    EMBOSS_NORTH_WEST = 0, //!< [2 0 0; 0 -1 0; 0 0 -1]
    EMBOSS_NORTH = 1,      //!< [0 2 0; 0 -1 0; 0 -1 0]; each next one is turned by 45 degrees
    EMBOSS_NORTH_EAST = 2, //!< [0 0 2; 0 -1 0; -1 0 0]
    EMBOSS_EAST = 3,       //!< [0 0 0; -1 -1 2; 0 0 0]
    EMBOSS_SOUTH_EAST = 4, //!< [-1 0 0; 0 -1 0; 0 0 2]
    EMBOSS_SOUTH = 5,      //!< [0 -1 0; 0 -1 0; 0 2 0]
    EMBOSS_SOUTH_WEST = 6, //!< [0 0 -1; 0 -1 0; 2 0 0]
    EMBOSS_WEST = 7        //!< [0 0 0; 2 -1 -1; 0 0 0]
};

/** @brief Embosses: a relief of the image, lit from one of eight sides, on mid-gray.

\f[dst(p) = sat(gray + delta + strength \, (2 \, src(p + l) - src(p) - src(p - l)))\f]

l is the step of one pixel towards the light. The taps sum to 0, so even areas become mid-gray: gray is 128 for 8U,
32768 for 16U, 0 for 8S and 16S, 0.5 for 32F and 16F. Every channel is filtered by itself; for the classic gray
relief of a colour picture, convert it first (cv::cvtColor with COLOR_BGR2GRAY).

@image html Emboss.jpg "A photograph, and light from the north-west"
@par Accuracy
As cv::filter2D with the matrix of EmbossDirection. _exact_: integer images with an integer strength; _nearest_: other
integer results; _float_: float results.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType
@param direction side that the light comes from, a value of EmbossDirection
@param strength factor of the relief, finite; negative lights it from the other side
@param midGray whether half of the destination's range is added
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@param delta added to every result before it is rounded, in the destination's unit; finite
@throws cv::Exception as createLinearFilter, and for another direction or an infinite strength or NaN */
CV_EXPORTS_W Ptr<Filter> createEmbossFilter(int srcType, int dstType, int direction = EMBOSS_NORTH_WEST,
                                            double strength = 1, bool midGray = true, int borderMode = BORDER_DEFAULT,
                                            Scalar borderVal = Scalar::all(0), double delta = 0);

/** @brief The Sobel derivative, of order dx along x and dy along y.

\f[dst = sat\Big(delta + scale \, \frac{\partial^{dx+dy} src}{\partial x^{dx} \partial y^{dy}}\Big)\f]

A separable filter. The taps along x are the coefficients of \f$(1 + z)^{n-dx-1} (z - 1)^{dx}\f$, those along y
likewise with dy, as cv::getDerivKernels computes them; n is ksize. With `ksize` 1 there are 3 taps along a
derivative, those of ksize 3, and 1 tap across: no smoothing.

@image html Sobel.jpg "A photograph, and its derivative along x, halved and put on mid-gray"
@par Accuracy
As cv::Sobel. _exact_: integer images with an integer `scale` while delta and the sum of |tap * pixel| stay below
2^24; _nearest_: other integer results; _float_: float results.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType. CV_16S
holds every 3x3 derivative of 8U
@param dx order in x: 0, 1, 2, … ksize - 1; up to 2 with ksize 1
@param dy order in y: likewise; not both 0
@param ksize aperture in pixels: 1, 3, 5, … 31; FILTER_SCHARR (-1) is the 3x3 Scharr operator, with the orders of
createScharrFilter
@param scale factor of the derivative, in destination units; finite
@param rowBorderMode how rows continue at the left and right, see createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param delta added to every result before it is rounded, in the destination's unit; finite
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createLinearFilter, and for orders or an aperture other than those
@sa cv::Sobel, cv::cuda::createSobelFilter */
CV_EXPORTS_W Ptr<Filter> createSobelFilter(int srcType, int dstType, int dx, int dy, int ksize = 3, double scale = 1,
                                           int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1,
                                           double delta = 0, Scalar borderVal = Scalar::all(0));

/** @brief The derivative of order dx along x and dy along y, normalized on request.

\f[dst = sat\Big(delta + scale \, \nu \, \frac{\partial^{dx+dy} src}{\partial x^{dx} \partial y^{dy}}\Big)\f]

The filter of createSobelFilter. If `normalize` is true, cv::getDerivKernels scales the taps along x by
\f$2^{1+dx-n}\f$ and the taps along y by \f$2^{1+dy-n}\f$, where n is ksize (3 taps along a derivative of ksize 1),
and the Scharr operator's [3 10 3] by 1/32. \f$\nu\f$ is the product of both factors, or 1 without `normalize`.

@image html Deriv.jpg "A photograph, and its mixed derivative, normalized, ksize 7, enlarged 12 times and put on mid-gray"
@par Accuracy
As cv::sepFilter2D with these taps. _exact_: integer images, an integer `scale` and no normalization, as for
createSobelFilter; _nearest_: other integer results; _float_: float results.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType
@param dx order in x, see createSobelFilter
@param dy order in y, see createSobelFilter
@param ksize aperture, see createSobelFilter
@param normalize whether the taps are scaled, so that results keep the range of the source
@param scale factor of the derivative, in destination units; finite
@param rowBorderMode how rows continue at the left and right, see createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param delta added to every result before it is rounded, in the destination's unit; finite
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createSobelFilter
@sa cv::getDerivKernels, cv::sepFilter2D, cv::cuda::createDerivFilter */
CV_EXPORTS_W Ptr<Filter> createDerivFilter(int srcType, int dstType, int dx, int dy, int ksize, bool normalize = false,
                                           double scale = 1, int rowBorderMode = BORDER_DEFAULT,
                                           int columnBorderMode = -1, double delta = 0,
                                           Scalar borderVal = Scalar::all(0));

/** @brief The first derivative along x or y by the 3x3 Scharr operator.

\f[dst = sat\left(delta + scale \begin{bmatrix}-3 & 0 & 3\\-10 & 0 & 10\\-3 & 0 & 3\end{bmatrix} \star src\right)
\textrm{ along x, its transpose along y}\f]

The taps are those of cv::getDerivKernels: [-1 0 1] along the derivative, [3 10 3] across.

@image html Scharr.jpg "A photograph, and its derivative along y, times 0.15, on mid-gray"
@par Accuracy
As cv::Scharr. _exact_: integer images with an integer `scale`; _nearest_: other integer results; _float_: float
results.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType. CV_16S
holds every result of 8U
@param dx order in x: 1, or 0
@param dy order in y: 0 where dx is 1, else 1
@param scale factor of the derivative, in destination units; finite
@param rowBorderMode how rows continue at the left and right, see createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param delta added to every result before it is rounded, in the destination's unit; finite
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createLinearFilter, and for other orders
@sa cv::Scharr, cv::cuda::createScharrFilter */
CV_EXPORTS_W Ptr<Filter> createScharrFilter(int srcType, int dstType, int dx, int dy, double scale = 1,
                                            int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1,
                                            double delta = 0, Scalar borderVal = Scalar::all(0));

/** @brief The first derivative along x or y by the 3x3 Prewitt operator.

\f[dst = sat\left(delta + scale \begin{bmatrix}-1 & 0 & 1\\-1 & 0 & 1\\-1 & 0 & 1\end{bmatrix} \star src\right) \textrm{ along x, its transpose along y}\f]

The taps are [-1 0 1] along the derivative and [1 1 1] across (J. M. S. Prewitt, Object Enhancement and Extraction, in Picture
Processing and Psychopictorics, 1970).

@image html Prewitt.jpg "A photograph, and its derivative along x, times 0.7, on mid-gray"
@par Accuracy
As cv::sepFilter2D. _exact_: integer images with an integer `scale`; _nearest_: other integer results; _float_: float
results.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType. CV_16S holds every
result of 8U
@param dx order in x: 1, or 0
@param dy order in y: 0 where dx is 1, else 1
@param scale factor of the derivative, in destination units; finite
@param rowBorderMode how rows continue at the left and right, see createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param delta added to every result before it is rounded, in the destination's unit; finite
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createLinearFilter, and for other orders
@sa createScharrFilter, cv::sepFilter2D */
CV_EXPORTS_W Ptr<Filter> createPrewittFilter(int srcType, int dstType, int dx, int dy, double scale = 1,
                                             int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1,
                                             double delta = 0, Scalar borderVal = Scalar::all(0));

/** @brief The diagonal that a Roberts filter derives along. */
enum RobertsDirection
{
    ROBERTS_DOWN = 0, //!< [1 0; 0 -1], the pixel at the upper left: from the pixel to the right and down
    ROBERTS_UP = 1    //!< [0 1; -1 0], the pixel at the upper right: from the pixel to the left and down
};

/** @brief One of the two diagonal derivatives of the 2x2 Roberts cross.

\f[dst(x, y) = sat\big(delta + scale \, (src(x, y) - src(x + 1, y + 1))\big) \textrm{ down}, \quad
dst(x, y) = sat\big(delta + scale \, (src(x, y) - src(x - 1, y + 1))\big) \textrm{ up}\f]

(L. G. Roberts, Machine Perception of Three-Dimensional Solids, in Optical and Electro-Optical Information Processing,
1965). The 3x3 masks are [0 0 0; 0 1 0; 0 0 -1] and [0 0 0; 0 1 0; -1 0 0]; they are not flipped.

@image html Roberts.jpg "A photograph, and its derivative down, times 1.5, on mid-gray"
@par Accuracy
As cv::filter2D. _exact_: integer images with an integer `scale`; _nearest_: other integer results; _float_: float
results.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType. CV_16S holds
every result of 8U
@param direction ROBERTS_DOWN or ROBERTS_UP
@param scale factor of the derivative, in destination units; finite
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@param delta added to every result before it is rounded, in the destination's unit; finite
@throws cv::Exception as createLinearFilter, and for another direction
@sa createPrewittFilter, cv::filter2D */
CV_EXPORTS_W Ptr<Filter> createRobertsFilter(int srcType, int dstType, int direction = ROBERTS_DOWN, double scale = 1,
                                             int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0),
                                             double delta = 0);

/** @brief The gradient: both first derivatives, their magnitude and their angle, from one reading of the image.

\f[dx = sat\Big(scale \, \frac{\partial src}{\partial x}\Big), \quad dy = sat\Big(scale \, \frac{\partial
src}{\partial y}\Big), \quad magnitude = sat(|dx| + |dy|) \textrm{ or } sat\Big(\sqrt{dx^2 + dy^2}\Big), \quad angle =
\operatorname{atan2}(dy, dx)\f]

The derivatives are those of createSobelFilter with orders (1, 0) and (0, 1). Magnitude and angle are computed from dx
and dy as they are returned: rounded and saturated to 16S if the magnitude is 8U or 16S. Filter::apply makes the
magnitude, GradientFilter::apply any of the four. The angle is cv::phase's: from 0 up to a full turn, 0 where both
derivatives are 0.

@image html Gradient.jpg "A photograph, and the magnitude of its gradient, scale 0.6"
@par Accuracy
dx and dy as cv::Sobel. The magnitude of dx and dy is _exact_ for 8U and 16S; for 32F it is within 2^-22 of itself. The
angle is within 0.0002 degrees (a full turn apart, too) of cv::phase's, which is within 0.012 degrees of the true one.
@par Kernels
Apertures 3, 5, 7 and FILTER_SCHARR take one kernel for 8U to 8U, 16S and 32F, 16S to 16S and 32F to 32F. Other cases
take three kernels, and scratch memory for a derivative that the caller leaves out.
@param srcType type of the source image
@param dstType type of the magnitude, with the source's channels, or its depth alone; negative: srcType. 16S or 32F, of
8U images also 8U, of 16F images 32F
@param ksize aperture in pixels: 1, 3, 5, … 31; FILTER_SCHARR (-1) is the 3x3 Scharr operator
@param norm NORM_L2 for the root of the sum of both squares, NORM_L1 for the sum of both magnitudes
@param angleInDegrees whether the angle is in degrees; else it is in radians
@param scale factor of the derivatives, in destination units; finite
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createSobelFilter, and for another norm
@sa cv::spatialGradient, cv::Sobel, cv::cartToPolar */
CV_EXPORTS_W Ptr<GradientFilter> createGradientFilter(int srcType, int dstType, int ksize = 3, int norm = NORM_L2,
                                                      bool angleInDegrees = false, double scale = 1,
                                                      int borderMode = BORDER_DEFAULT,
                                                      Scalar borderVal = Scalar::all(0));

/** @brief Edges by Canny's method (J. Canny, A Computational Approach to Edge Detection, IEEE Transactions on Pattern
Analysis and Machine Intelligence 8, 1986), as cv::Canny finds them.

1. dx and dy are the 16S derivatives of createSobelFilter with BORDER_REPLICATE. With `apertureSize` 7, derivatives and
thresholds are divided by 16. Of several channels, each pixel takes the longest gradient.
2. A pixel is a candidate if its gradient is longer than the lower threshold, and is a maximum along its direction,
rounded to 45 degrees: among the pixel and two neighbours. The length is |dx| + |dy|, or with `L2gradient` the root of
\f$dx^2 + dy^2\f$; it is 0 outside the image.
3. Candidates that are longer than the higher threshold are edges, and so are all candidates that a chain of
neighbouring candidates, of any length, connects to them: 255, else 0.

A region of interest is an image of its own. Smooth the image before, for instance with createGaussianFilter in a chain.

@image html Canny.jpg "A photograph, and its edges, thresholds 60 and 150"
@par Accuracy
_exact_: every pixel is cv::Canny's.
@par Kernels
The kernels of createGradientFilter, then one that finds the candidates and their components in a tile, and three for
hysteresis: a union-find forest joins components across tiles. The number of kernels does not depend on the image.
`apply` uses scratch memory of 5.25 bytes for each pixel, and 4 for each further channel.
@param srcType type of the source image: 8U with 1 to 4 channels
@param threshold1 one threshold, in the derivatives' unit; from -2^31 + 1 to 2^31 - 1, at most 32767 counts with
L2gradient
@param threshold2 the other threshold; the lower of both counts as the lower threshold
@param apertureSize of the derivatives: 3, 5 or 7; with `L2gradient` also FILTER_SCHARR (-1)
@param L2gradient whether gradients have the Euclidean length
@throws cv::Exception for other types, thresholds and apertures
@sa cv::Canny, cv::cuda::createCannyEdgeDetector */
CV_EXPORTS_W Ptr<CannyFilter> createCannyFilter(int srcType, double threshold1, double threshold2, int apertureSize = 3,
                                                bool L2gradient = false);

/** @brief Corners by the measure of Harris and Stephens, as cv::cornerHarris.

With the sums over the blockSize x blockSize pixels around a pixel of the products of both derivatives,

\f[M = \begin{bmatrix} \sum dx^2 & \sum dx \, dy \\ \sum dx \, dy & \sum dy^2 \end{bmatrix}, \quad dst = \det M -
k \, (\operatorname{trace} M)^2\f]

(C. Harris and M. Stephens, A Combined Corner and Edge Detector, Alvey Vision Conference, 1988). The derivatives are
those of createSobelFilter with orders (1, 0) and (0, 1), times \f$1 / (2^{ksize - 1} \, blockSize)\f$, for
FILTER_SCHARR times \f$1 / (8 \, blockSize)\f$, and of 8U images divided by 255. Corners are positive, edges negative,
even areas near 0.

The border mode applies twice: to the image under the derivatives, and to the image of products under the sums, which
ends at the edges of the region. With BORDER_CONSTANT both are 0 outside. In a region of interest, the derivatives read
the neighbours unless BORDER_ISOLATED is added.

@image html CornerHarris.jpg "A photograph, and the measure of its corners, times 100000 on mid-gray"
@par Accuracy
The error of the measure is at most the sum of these: for both derivatives, the error of a _float_ result;
\f$2^{-24}\f$ for each product, for each of 2 blockSize additions, and for each operation of the formula. The tests hold
cv::cornerHarris, which computes in float as well, to the same bound. Where a product of two elements of M leaves the
range of floats, so does the measure: derivatives are not normalized, and those of large apertures are large.
@par Kernels
Apertures 3 and FILTER_SCHARR with a blockSize of 2 to 5 take one kernel, cornerKernel. Others take two kernels, and 8
bytes of scratch memory for each pixel, for the derivatives.
@param srcType type of the source image: CV_8UC1, CV_32FC1 or CV_16FC1; the destination is CV_32FC1
@param blockSize side of the square of the sums, in pixels, at least 1; of an even one, the centre is
(blockSize / 2, blockSize / 2)
@param ksize aperture of the derivatives in pixels: 1, 3, 5, … 31; FILTER_SCHARR (-1) is the 3x3 Scharr operator
@param k factor of the squared trace, usually 0.04 to 0.06; finite
@param borderMode BORDER_CONSTANT, REPLICATE, REFLECT, REFLECT_101 or WRAP; BORDER_ISOLATED may be added
@throws cv::Exception for other types, apertures and border modes, a blockSize below 1 or beyond 1000, and a `k` that is
no finite float
@sa cv::cornerHarris, cv::cuda::createHarrisCorner, createCornerMinEigenValFilter */
CV_EXPORTS_W Ptr<Filter> createCornerHarrisFilter(int srcType, int blockSize, int ksize, double k,
                                                  int borderMode = BORDER_DEFAULT);

/** @brief Corners by the smaller eigenvalue, as cv::cornerMinEigenVal.

Of the matrix M of createCornerHarrisFilter,

\f[dst = \frac{M_{11} + M_{22}}{2} - \sqrt{\left(\frac{M_{11} - M_{22}}{2}\right)^2 + M_{12}^2}\f]

(J. Shi and C. Tomasi, Good Features to Track, IEEE Conference on Computer Vision and Pattern Recognition, 1994).
Corners are where it is large.

@image html CornerMinEigenVal.jpg "A photograph, and the smaller eigenvalue at its pixels, times 10000"
@par Accuracy
As createCornerHarrisFilter.
@par Kernels
As createCornerHarrisFilter.
@param srcType type of the source image: CV_8UC1, CV_32FC1 or CV_16FC1; the destination is CV_32FC1
@param blockSize side of the square of the sums, see createCornerHarrisFilter
@param ksize aperture of the derivatives, see createCornerHarrisFilter
@param borderMode see createCornerHarrisFilter
@throws cv::Exception as createCornerHarrisFilter
@sa cv::cornerMinEigenVal, cv::cuda::createMinEigenValCorner */
CV_EXPORTS_W Ptr<Filter> createCornerMinEigenValFilter(int srcType, int blockSize, int ksize = 3,
                                                       int borderMode = BORDER_DEFAULT);

/** @brief The Laplacian, the sum of both second derivatives.

\f[dst = sat\Big(delta + scale \, \Big(\frac{\partial^2 src}{\partial x^2} + \frac{\partial^2 src}{\partial
y^2}\Big)\Big)\f]

ksize 1 is [0 1 0; 1 -4 1; 0 1 0], ksize 3 is [2 0 2; 0 -8 0; 2 0 2]. A larger ksize is the sum of the two second Sobel
derivatives with that aperture.

@image html Laplacian.jpg "A photograph, and its Laplacian of ksize 3, halved and put on mid-gray"
@par Accuracy
As cv::Laplacian. _exact_: integer images with an integer `scale` while delta and the sum of |tap * pixel| over the
taps of both derivatives stay below 2^24 (for 8U up to ksize 9); _nearest_: other integer results; _float_: float
results.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType. Any pair of
SeparableLinear is accepted, even where cv::Laplacian has none
@param ksize aperture in pixels: 1, 3, 5, … 31
@param scale factor of the Laplacian, in destination units; finite
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@param delta added to every result before it is rounded, in the destination's unit; finite
@throws cv::Exception as createLinearFilter, and for an even ksize or one beyond 31
@sa cv::Laplacian, cv::cuda::createLaplacianFilter */
CV_EXPORTS_W Ptr<Filter> createLaplacianFilter(int srcType, int dstType, int ksize = 1, double scale = 1,
                                               int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0),
                                               double delta = 0);

/** @brief The Laplacian of Gaussian: a Gaussian blur and a Laplacian in one pass.

With the Gaussian \f$g(i) = \exp(-i^2 / 2 \sigma^2) / \sum_j \exp(-j^2 / 2 \sigma^2)\f$ at the ksize positions i, j
around 0, and its variance there, \f$v = \sum_i i^2 g(i)\f$, which nears \f$\sigma^2\f$ for a wide aperture:

\f[dst(x, y) = sat\Big(delta + scale \sum_{i, j} \frac{i^2 + j^2 - 2 v}{\sigma^4} \, g(i) \, g(j) \, src(x + i, y +
j)\Big)\f]

(D. Marr and E. Hildreth, Theory of Edge Detection, Proceedings of the Royal Society of London B 207, 1980.) v in the
place of \f$\sigma^2\f$ makes the taps sum to 0, so that even areas become delta. The mask is the sum of two separable
kernels, of the lists \f$(i^2 - v) / \sigma^4 \, g(i)\f$ and g, rounded to float.

@image html LaplacianOfGaussian.jpg "A photograph, and its Laplacian of Gaussian, sigma 1.4, times 6 on mid-gray"
@par Accuracy
_nearest_: integer results; _float_: float results, where n is w + 2 h and the taps of both kernels count.
@par Kernels
Apertures of 5, 7 and 9 take slidingWindowKernel for 8U to 8U, 16S and 32F, and from 16U, 16S and 32F to the same; all
others separableKernel.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType
@param ksize aperture in pixels: odd, from 3 to 2047; from about 6 sigma on it holds the whole mask
@param sigma standard deviation in pixels; 0: 0.3 ((ksize - 1) / 2 - 1) + 0.8, as createGaussianFilter
@param scale factor of the sum, in destination units; finite. sigma^2 makes responses of all sigmas comparable
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@param delta added to every result before it is rounded, in the destination's unit; finite
@throws cv::Exception as createLinearFilter, and for another ksize, and a sigma that is negative, infinite or NaN, or
below 0.1
@sa createLaplacianFilter, createDifferenceOfGaussiansFilter */
CV_EXPORTS_W Ptr<Filter> createLaplacianOfGaussianFilter(int srcType, int dstType, int ksize, double sigma,
                                                         double scale = 1, int borderMode = BORDER_DEFAULT,
                                                         Scalar borderVal = Scalar::all(0), double delta = 0);

/** @brief The difference of two Gaussian blurs of the image, in one pass and rounded once.

With the Gaussians \f$g_1\f$ of lowSigma and \f$g_2\f$ of highSigma, the taps of cv::getGaussianKernel as floats, in an
aperture of ksize pixels:

\f[dst(x, y) = sat\Big(delta + scale \sum_{i, j} \big(g_1(i) \, g_1(j) - g_2(i) \, g_2(j)\big) \, src(x + i, y +
j)\Big)\f]

A band-pass: with highSigma = 1.6 lowSigma it is close to the Laplacian of Gaussian (D. Marr and E. Hildreth, Theory of
Edge Detection, Proceedings of the Royal Society of London B 207, 1980). The sums of both blurs are not rounded before
they are subtracted.

@image html DifferenceOfGaussians.jpg "A photograph, and the difference of blurs, sigma 1 and 1.6, times 6 on mid-gray"
@par Accuracy
As createLaplacianOfGaussianFilter.
@par Kernels
As createLaplacianOfGaussianFilter.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType
@param ksize aperture of both blurs in pixels: odd, from 1 to 2047; 0: 8 times the larger sigma + 1, rounded, odd
@param lowSigma standard deviation of the blur that is added, in pixels; positive
@param highSigma standard deviation of the blur that is subtracted, in pixels; positive
@param scale factor of the difference, in destination units; finite
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@param delta added to every result before it is rounded, in the destination's unit; finite
@throws cv::Exception as createLinearFilter, and for another ksize, one that a sigma makes larger than 2047, and a sigma
that is not positive, infinite or NaN
@sa createGaussianFilter, createLaplacianOfGaussianFilter */
CV_EXPORTS_W Ptr<Filter> createDifferenceOfGaussiansFilter(int srcType, int dstType, int ksize, double lowSigma,
                                                           double highSigma, double scale = 1,
                                                           int borderMode = BORDER_DEFAULT,
                                                           Scalar borderVal = Scalar::all(0), double delta = 0);

/** @brief The mean, or the sum, of a rectangle of pixels.

\f[dst(x, y) = sat\Big(\alpha \sum_{j=0}^{h-1} \sum_{i=0}^{w-1} src(x + i - anchor_x, y + j - anchor_y)\Big), \quad
\alpha = \frac{1}{w h} \textrm{ for the mean}, 1 \textrm{ for the sum}\f]

Integer images are summed exactly. 8U → 8U means of at most 256 pixels are divided by OpenCV's integer formula, (sum +
divDelta) * divScale >> 23 (ColumnSum in box_filter.simd.hpp), which is biased upwards for even areas. All other means
are float(sum) * float(1 / area), except those of 32S images, which cv::boxFilter adds up in 32 bits: their factor is
a double.

@image html Box.jpg "A photograph, and the mean of 9 x 9 pixels"
@par Accuracy
As cv::boxFilter. _exact_: 8U → 8U of at most 256 pixels, sums of integer images to 32S, and other images of 8 and 16
bits except for ties in the last columns of OpenCV's rows; _nearest_: integer results of float images and means of 32S
images; _float_: float results of both.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType. Any pair of
SeparableLinear is accepted, even 32F to 32S, which cv::boxFilter lacks
@param ksize w and h, width and height of the rectangle in pixels, at least 1
@param anchor pixel of the rectangle that lies on the result, from its upper left one; (-1, -1) is the centre
@param borderMode see createLinearFilter; for means also BORDER_INSIDE, the mean of the pixels inside
@param borderVal see createLinearFilter
@param normalize true for the mean, false for the sum
@throws cv::Exception as createLinearFilter, and for a ksize below 1
@sa cv::boxFilter, cv::cuda::createBoxFilter */
CV_EXPORTS_W Ptr<Filter> createBoxFilter(int srcType, int dstType, Size ksize, Point anchor = Point(-1, -1),
                                         int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0),
                                         bool normalize = true);

/** @brief The sum of `ksize` pixels along a row.

\f[dst(x, y) = sat\Big(\sum_{i=0}^{ksize-1} src(x + i - anchor, y)\Big)\f]

@image html RowSum.jpg "A photograph, and the sum of 31 pixels, divided by 31"
@par Accuracy
As cv::boxFilter without normalization. _exact_: integer images, saturated to 32S or rounded to 32F; _nearest_: float
images to 32S; _float_: float images to 32F.
@param srcType type of the source image
@param dstType type of the destination, 32S or 32F with the source's channels; negative: srcType, which 32F alone allows
@param ksize number of pixels, at least 1
@param anchor which of them lies on the result, from 0; -1 is the centre, ksize / 2
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createLinearFilter, and for a ksize below 1
@sa cv::boxFilter, cv::cuda::createRowSumFilter */
CV_EXPORTS_W Ptr<Filter> createRowSumFilter(int srcType, int dstType, int ksize, int anchor = -1,
                                            int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The sum of `ksize` pixels along a column.

\f[dst(x, y) = sat\Big(\sum_{i=0}^{ksize-1} src(x, y + i - anchor)\Big)\f]

@image html ColumnSum.jpg "A photograph, and the sum of 31 pixels, divided by 31"
@par Accuracy
As cv::boxFilter without normalization. _exact_: integer images, saturated to 32S or rounded to 32F; _nearest_: float
images to 32S; _float_: float images to 32F.
@param srcType type of the source image
@param dstType type of the destination, 32S or 32F with the source's channels; negative: srcType, which 32F alone allows
@param ksize number of pixels, at least 1
@param anchor which of them lies on the result, from 0; -1 is the centre, ksize / 2
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createLinearFilter, and for a ksize below 1
@sa cv::boxFilter, cv::cuda::createColumnSumFilter */
CV_EXPORTS_W Ptr<Filter> createColumnSumFilter(int srcType, int dstType, int ksize, int anchor = -1,
                                               int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The Gaussian blur.

\f[dst(x, y) = sat\Big(\sum_{j} g_h(j) \sum_{i} g_w(i) \, src(x + i - \tfrac{w-1}{2}, y + j - \tfrac{h-1}{2})\Big),
\quad g_n(i) \propto e^{-(i - (n-1)/2)^2 / (2 \sigma^2)}, \quad \sum_i g_n(i) = 1\f]

w x h is ksize; the taps are those of cv::getGaussianKernel. 8U → 8U and 16U → 16U use OpenCV's fixed-point
arithmetic: taps with 8 or 16 fraction bits, quantised by error diffusion to a sum of exactly 1 (smooth.dispatch.cpp).
All other types use float taps. A region of interest that reads its neighbours is filtered with float taps for every
type, as in OpenCV.

@image html Gaussian.jpg "A photograph, and a blur of sigma 4"
@par Accuracy
As cv::GaussianBlur. _exact_: 8U → 8U and 16U → 16U in fixed point; _nearest_: other integer results; _float_: float
results.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels, or its depth alone; negative: srcType
@param ksize aperture in pixels, odd; a 0 is computed from sigma: cvRound(sigma * (8U ? 3 : 4) * 2 + 1) | 1
@param sigma1 standard deviation along x in pixels; 0 is computed from ksize: 0.3 * ((ksize - 1) * 0.5 - 1) + 0.8
@param sigma2 standard deviation along y in pixels; 0: sigma1
@param rowBorderMode how rows continue at the left and right, see createLinearFilter; BORDER_INSIDE as well, if for
both: the taps inside are divided by their sum
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createLinearFilter, and for an even or negative ksize, a negative or infinite sigma or NaN,
ksize and sigma both 0, or a ksize of 0 with a sigma that would make it 32768 pixels or more
@sa cv::GaussianBlur, cv::cuda::createGaussianFilter */
CV_EXPORTS_W Ptr<Filter> createGaussianFilter(int srcType, int dstType, Size ksize, double sigma1, double sigma2 = 0,
                                              int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1,
                                              Scalar borderVal = Scalar::all(0));

/** @brief Unsharp masking: adds the difference between the image and its Gaussian blur.

\f[dst = \begin{cases} sat(src + amount \cdot (src - blurred)) & |src - blurred| \ge threshold \\
src & \textrm{otherwise} \end{cases}\f]

`blurred` is the Gaussian blur of `src`, an image of the same type: the result of createGaussianFilter with the same
arguments. `amount` and `threshold` are rounded to float. The difference of integer pixels is exact; the sum is one
float fma, that is, it is rounded to 24 bits once, and then to the type. So it is exact for 8U and 16U if `amount` is a
multiple of 1/256.

@image html UnsharpMask.jpg "A photograph, and a mask of sigma 2, amount 1.5, threshold 2"
@par Accuracy
_exact_: 8U and 16U, from the pixels of cv::GaussianBlur in fixed point; other images: the formula's result for a
blurred pixel that is _nearest_ (integers) or within the tolerance of _float_ results (others). There, a pixel whose
difference lies next to the threshold may be sharpened or not.

@par Kernels
8U images are sharpened by the kernel that blurs them, up to apertures of 49 x 49 pixels (three channels: 45 x 45, four:
35 x 35). So are images of other depths with an aperture of 3 x 3 or 5 x 5 pixels, 16S and 32F also of 7 x 7, and 32F of
9 x 9. All other cases take two kernels, of which the first one blurs into `dst`: larger apertures, 8S, 16F, regions of
8U and 16U images that read their neighbours.
@param srcType type of the source image, and of the destination
@param ksize aperture of the blur, see createGaussianFilter
@param sigma1 standard deviation of the blur along x in pixels, see createGaussianFilter
@param sigma2 standard deviation along y in pixels; 0: sigma1
@param amount factor of the difference; 0 copies the image, -1 is the blur; finite as a float
@param threshold least difference that counts, in the unit of the image; not negative, finite as a float
@param rowBorderMode how rows continue at the left and right, see createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createGaussianFilter, and for an amount or a threshold that is no finite float, or a negative
threshold
@sa cv::GaussianBlur, cv::addWeighted */
CV_EXPORTS_W Ptr<Filter> createUnsharpMaskFilter(int srcType, Size ksize, double sigma1, double sigma2 = 0,
                                                 double amount = 1, double threshold = 0,
                                                 int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1,
                                                 Scalar borderVal = Scalar::all(0));

/** @brief The mean of the pixels in a disc, weighted by distance and by the difference of the pixels: edges stay.

\f[dst(p) = \frac{\sum_q w(p, q) \, src(q)}{\sum_q w(p, q)}, \quad w(p, q) = \exp\Big(-\frac{|p - q|^2}{2 \,
sigmaSpace^2} - \frac{(\sum_c |src_c(p) - src_c(q)|)^2}{2 \, sigmaColor^2}\Big), \quad |p - q| \le r\f]

(C. Tomasi and R. Manduchi, Bilateral Filtering for Gray and Color Images, ICCV 1998.) The radius r is `d / 2`, or
1.5 sigmaSpace, rounded, if `d` is not positive; at least 1. All channels have the weight of the pixel. A sigma of up to
1e-6 copies the image, as cv::bilateralFilter does from 4.12 on.

@image html Bilateral.jpg "A photograph, and it filtered with d 15, sigmaColor 40, sigmaSpace 5"
@par Accuracy
As cv::bilateralFilter, which has 8U and 32F with 1 or 3 channels. Integer results are the rounding of a value within
0.001 of the exact one, or within the error of its floats if that is more; 8U results are at most 1 from OpenCV's.
Float results are within \f$2^{-24}(5\sqrt{n + 1} + 5)\f$ of the mean of magnitudes, and the errors of the n weights;
OpenCV takes them from a table of 4096 differences, and may be further away.
@param srcType type of the source image, and of the destination
@param d diameter of the disc in pixels; even ones stand for the next odd one. Not positive: from sigmaSpace
@param sigmaColor deviation of the weights of differences, in the unit of the pixels; positive
@param sigmaSpace deviation of the weights of distances, in pixels; positive
@param borderMode how the image continues outside, see createLinearFilter
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createLinearFilter, for sigmas that are not positive, and for a radius above 1000
@sa cv::bilateralFilter, cv::cuda::bilateralFilter */
CV_EXPORTS_W Ptr<Filter> createBilateralFilter(int srcType, int d, double sigmaColor, double sigmaSpace,
                                               int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The mean of the pixels in a disc, weighted by distance and by differences in another image, the guide.

\f[dst(p) = \frac{\sum_q w(p, q) \, src(q)}{\sum_q w(p, q)}, \quad w(p, q) = \exp\Big(-\frac{|p - q|^2}{2 \,
sigmaSpace^2} - \frac{(\sum_c |joint_c(p) - joint_c(q)|)^2}{2 \, sigmaColor^2}\Big), \quad |p - q| \le r\f]

The joint, or cross, bilateral filter (G. Petschnigg et al., Digital Photography with Flash and No-Flash Image Pairs,
SIGGRAPH 2004): edges of the guide, `joint`, are kept. The radius r is that of createBilateralFilter.
JointBilateralFilter::apply takes both images, which continue outside by the same border mode. Where they are the same
image, and where the filter takes one image alone, it is the bilateral filter.

@image html JointBilateral.jpg "A photograph with noise, and it filtered, joint without noise, d 15, sigmas 20 and 5"
@par Accuracy
As cv::ximgproc::jointBilateralFilter, and as accurate as createBilateralFilter: 8U results are at most 1 from
OpenCV's, float results within the same bounds. OpenCV makes a Gaussian of the square of a float source if its guide is
constant. It reads beyond its tables where 8U pixels of the guide are 255 apart in all channels, and where a pixel
outside differs from a float guide by more than the guide's pixels from each other. This filter keeps the formula.
@param jointType type of the guide: the depth of srcType, with 1 or 3 channels
@param srcType type of the source image, and of the destination: 8U, 32F or 16F, with 1 or 3 channels
@param d diameter of the disc in pixels; even ones stand for the next odd one. Not positive: from sigmaSpace
@param sigmaColor deviation of the weights of differences, in the unit of the guide's pixels; positive
@param sigmaSpace deviation of the weights of distances, in pixels; positive
@param borderMode how both images continue outside, see createLinearFilter
@param borderVal value of outside pixels of both for BORDER_CONSTANT, one per channel
@throws cv::Exception as createBilateralFilter, and for types that do not go together
@sa cv::ximgproc::jointBilateralFilter, createBilateralFilter */
CV_EXPORTS_W Ptr<JointBilateralFilter> createJointBilateralFilter(int jointType, int srcType, int d, double sigmaColor,
                                                                  double sigmaSpace, int borderMode = BORDER_DEFAULT,
                                                                  Scalar borderVal = Scalar::all(0));

/** @brief The mean, or the sum, of the squares of the pixels in a rectangle.

\f[dst(x, y) = \alpha \sum_{i < w, \, j < h} src(x + i - anchor_x, y + j - anchor_y)^2\f]

with \f$\alpha = 1 / (w h)\f$ if `normalize`, else 1.

@image html SqrBox.jpg "A photograph in gray, and the mean of squares of 9 x 9 pixels, divided by 255"
@par Accuracy
As cv::sqrBoxFilter. The sum over an integer image is exact, and rounded to float once. The mean of an integer image,
and mean and sum of a float image, whose squares are added up in double, are within a relative 2^-22 of the exact ones.
Where an image has a single row or column, cv::sqrBoxFilter makes the mean of that line of the rectangle; this filter
keeps the rectangle, which differs where it reads a constant border or the neighbours of a region.
Other results are these floats, rounded and saturated: sums of integer images are exact, means correct roundings of a
value within a relative 2^-22 of the exact one. cv::sqrBoxFilter returns the lowest value for results above 2^31.
@par Kernels
Integer results, and 16F of 8U and 32F, take a second kernel, and 4 bytes of scratch memory for each of their scalars.
@param srcType type of the source image: 8U, 16U, 16S, 32F or 16F
@param dstType type of the destination, with the source's channels, or its depth alone: 32F; 8U, 16U, 16S of all but
16F; 16F of 8U, 32F and 16F; negative: 32F. OpenCV's 64F, and 32S of 8U, are not supported: floats hold every mean to 24 bits
@param ksize w and h, width and height of the rectangle in pixels, at least 1; at most 2^21 pixels
@param anchor pixel of the rectangle that lies on the result, from its upper left one; (-1, -1) is the centre
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@param normalize true for the mean, false for the sum
@throws cv::Exception as createLinearFilter, for a ksize below 1 and for more than 2^21 pixels
@sa cv::sqrBoxFilter, createLocalVarianceFilter */
CV_EXPORTS_W Ptr<Filter> createSqrBoxFilter(int srcType, int dstType, Size ksize, Point anchor = Point(-1, -1),
                                            int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0),
                                            bool normalize = true);

/** @brief The variance of the pixels in a rectangle, or its root, the standard deviation.

\f[\sigma^2(x, y) = \frac{N Q - S^2}{N^2}, \quad dst = \sigma^2 \text{ or } \sigma\f]

S is the sum of the N = w h pixels of the rectangle, Q that of their squares. N counts the pixels outside the image,
which have values by the border mode.

@image html LocalVariance.jpg "A photograph in gray, and the standard deviation of 7 x 7 pixels, times 4"
@par Accuracy
For integer images S, Q and the difference N Q - S^2 are exact, so the variance is within a relative 2^-22 of the exact
one, and its root within 2^-21, even for a bright image with little contrast. For float images S and Q are sums in
double; the variance is within \f$2^{-22} \sigma^2 + (w + h + 2) \, 2^{-51} \, Q / N\f$ of the exact one. No result is
negative.
@par Kernels
As createSqrBoxFilter.
@param srcType type of the source image: 8U, 16U, 16S, 32F or 16F
@param dstType type of the destination, with the source's channels, or its depth alone: 32F; 16F of 8U, 32F and 16F
@param ksize w and h, width and height of the rectangle in pixels, at least 1; at most 2^21 pixels
@param deviation true for the standard deviation, in the unit of the pixels; false for the variance, in its square
@param anchor see createSqrBoxFilter
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createSqrBoxFilter
@sa createSqrBoxFilter, cv::meanStdDev */
CV_EXPORTS_W Ptr<Filter> createLocalVarianceFilter(int srcType, int dstType, Size ksize, bool deviation = false,
                                                   Point anchor = Point(-1, -1), int borderMode = BORDER_DEFAULT,
                                                   Scalar borderVal = Scalar::all(0));

/** @brief The local Wiener filter: removes noise where the image is flat, and keeps parts that vary more than noise.

\f[dst = sat\Big(\mu + \frac{\max(0, \sigma^2 - noise)}{\max(\sigma^2, noise)} \, (src - \mu)\Big)\f]

\f$\mu\f$ and \f$\sigma^2\f$ are mean and variance of the rectangle around the pixel, as createLocalVarianceFilter has
them (J. S. Lim, Two-Dimensional Signal and Image Processing, 1990, equations 9.44 to 9.46; scipy.signal.wiener,
wiener2, NPP's FilterWienerBorder). Where \f$\sigma^2\f$ and `noise` are 0, the result is the pixel.

A negative `noise` stands for an estimate: the mean of \f$\sigma^2\f$ over the whole image, for each channel by itself,
as scipy.signal.wiener and wiener2 estimate it. For a region of interest it is the mean over the region; windows still
read the neighbours. The estimate stays on the device.

@image html Wiener.jpg "A photograph, and it filtered with ksize 5 x 5, noise 100"
@par Accuracy
OpenCV has no such function. Float results are within \f$2^{-20} |src - \mu| + 2^{-24} |dst|\f$ of the exact ones, plus,
for float images, the effect of the error of the variance. Integer results are correct roundings of a value within this
bound, or within 0.001 if that is more. Pixels of float images have magnitudes below 2^60.
An estimate of the noise is within a relative 2^-21 of the mean of the exact variances, plus, for float images, the mean
error of the variances; float results are then within \f$2^{-19} |src - \mu| + 2^{-24} |dst| + 2^{-89}\f$. The
estimate is a sum in double in a fixed order: the same image has the same noise in every run.
@par Kernels
One kernel if the noise is given. An estimate takes five, and 8 bytes of scratch memory for each scalar: one kernel
makes the variances, two add them up, one makes the distances from the mean, and one the results. 16F of 8U and 32F take
one more, as of createSqrBoxFilter.
@param srcType type of the source image: 8U, 16U, 16S, 32F or 16F
@param dstType type of the destination, with the source's channels, or its depth alone: that of the source, or 32F; of
8U and 32F also 16F; negative: srcType
@param ksize width and height of the rectangle in pixels, at least 1; at most 2^21 pixels
@param noise variance of the noise, in the square of the pixels' unit; 0 keeps the image, a negative one is estimated
@param anchor see createSqrBoxFilter
@param borderMode see createLinearFilter; scipy.signal.wiener and wiener2 have BORDER_CONSTANT
@param borderVal see createLinearFilter
@throws cv::Exception as createSqrBoxFilter, and for a noise that is not finite
@sa createBilateralFilter, createLocalVarianceFilter */
CV_EXPORTS_W Ptr<Filter> createWienerFilter(int srcType, int dstType, Size ksize, double noise = -1,
                                            Point anchor = Point(-1, -1), int borderMode = BORDER_DEFAULT,
                                            Scalar borderVal = Scalar::all(0));

/** @brief Gives all parts of an image the same brightness and the same contrast.

\f[dst = sat\Big(gain \, \frac{src - \mu}{\max(\sigma, leastDeviation)} + offset\Big)\f]

\f$\mu\f$ and \f$\sigma\f$ are mean and standard deviation of the rectangle around the pixel, of each channel by itself
(after K. Jarrett et al., What is the Best Multi-Stage Architecture for Object Recognition?, ICCV 2009, whose windows
are Gaussian).

@image html LocalContrastNormalization.jpg "A photograph, normalized in 31 x 31 pixels, gain 50, offset 128"
@par Accuracy
OpenCV has no such function. Float results are within \f$2^{-20} |gain \, (src - \mu) / \max(\sigma, leastDeviation)| +
2^{-24} |dst|\f$ of the exact ones, plus, for float images, the effect of the error of the variance. Integer results are
correct roundings of a value within this bound, or within 0.001 if that is more. Pixels of float images have magnitudes
below 2^60.
@par Kernels
One; 16F of 8U and 32F take a second one, as of createSqrBoxFilter.
@param srcType type of the source image: 8U, 16U, 16S, 32F or 16F
@param dstType type of the destination, with the source's channels, or its depth alone: that of the source, or 32F; of
8U and 32F also 16F; negative: srcType
@param ksize width and height of the rectangle in pixels, at least 1; at most 2^21 pixels
@param gain standard deviation of the results, in their unit
@param offset mean of the results: 128 for 8U, 0 for 32F
@param leastDeviation standard deviation, in the unit of the pixels, below which the contrast counts as noise; positive
@param anchor see createSqrBoxFilter
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createSqrBoxFilter, for a leastDeviation that is not positive, and for numbers that are not
finite
@sa createLocalVarianceFilter, createEqualizeHistFilter */
CV_EXPORTS_W Ptr<Filter> createLocalContrastNormalizationFilter(int srcType, int dstType, Size ksize, double gain = 1,
                                                                double offset = 0, double leastDeviation = 1,
                                                                Point anchor = Point(-1, -1),
                                                                int borderMode = BORDER_DEFAULT,
                                                                Scalar borderVal = Scalar::all(0));

/** @brief The next smaller level of a Gaussian pyramid: blurs an image and keeps every other pixel of every other row.

\f[dst(x, y) = round\Big(\frac{1}{256} \sum_{i, j = -2}^{2} t_i \, t_j \, src(2x + i, 2y + j)\Big), \quad
t = [1 \; 4 \; 6 \; 4 \; 1]\f]

Integers are rounded to the nearest, halves up (P. J. Burt and E. H. Adelson, The Laplacian Pyramid as a Compact Image
Code, IEEE Transactions on Communications 31, 1983; cv::pyrDown). A region of interest is an image of its own.

@image html PyrDown.jpg "A photograph, and its next level"
@par Accuracy
As cv::pyrDown. _exact_: 8U, 16U and 16S; _float_: 32F, 16F, with n = 10. If a row of w pixels, w even and above 2, gets
w / 2 + 1 results, cv::pyrDown makes the last one from pixels w - 3 to w + 1, and so does this filter.

@par Sizes
`dst` has (w + 1) / 2 x (h + 1) / 2 pixels, rounded down, or `dsize`. `dst` cannot be `src`; if it overlaps `src`, the
source is copied before. Host images are uploaded and downloaded whole, not in bands.
@param srcType type of the source image, and of the destination: 8U, 16U, 16S, 32F or 16F
@param dsize size of the results; its double differs from the size of the source by at most 2; empty: as said above
@param borderMode BORDER_REPLICATE, BORDER_REFLECT, BORDER_WRAP or BORDER_REFLECT_101, to which BORDER_ISOLATED may be
added
@throws cv::Exception as createLinearFilter, for a negative dsize and for BORDER_CONSTANT; `apply` throws for an image
that is too large or too small for dsize
@sa cv::pyrDown, cv::buildPyramid */
CV_EXPORTS_W Ptr<Filter> createPyrDownFilter(int srcType, Size dsize = Size(), int borderMode = BORDER_DEFAULT);

/** @brief The next larger level of a pyramid: puts zeros between the pixels of an image and blurs it.

\f[dst(x, y) = round\Big(\frac{1}{64} \sum_{i, j = -2}^{2} t_i \, t_j \, up(x + i, y + j)\Big), \quad
t = [1 \; 4 \; 6 \; 4 \; 1]\f]

up(2x, 2y) is src(x, y), and 0 elsewhere. So a result is a sum of 1, 2, 3, 4, 6 or 9 pixels. Integers are rounded to the
nearest, halves up. The image continues with its second column and row before the first, and with its last ones behind
them, as in cv::pyrUp. A region of interest is an image of its own.

@image html PyrUp.jpg "A photograph, and its next level"
@par Accuracy
As cv::pyrUp. _exact_: 8U, 16U and 16S; _float_: 32F, 16F, with n = 6. A `dsize` below 2 w x 2 h takes a part of the
2 w x 2 h results; a larger one adds copies: column 2 w is column 2 w - 1, and row 2 h is row 2 h - 2. OpenCV 5.0 has
the same pixels, except for column 2 of w = 1. OpenCV 4.6 leaves column 2 w undefined, and its row 2 h - 2 of 2 h - 1
rows differs.

@par Sizes
`dst` has 2 w x 2 h pixels, or `dsize`. `dst` cannot be `src`; if it overlaps `src`, the source is copied before. Host
images are uploaded and downloaded whole, not in bands.
@param srcType type of the source image, and of the destination: 8U, 16U, 16S, 32F or 16F
@param dsize size of the results: each side may differ from 2 w x 2 h by 1; empty: 2 w x 2 h
@throws cv::Exception as createLinearFilter, and for a negative dsize; `apply` throws for an image of another size than
dsize asks for
@sa cv::pyrUp */
CV_EXPORTS_W Ptr<Filter> createPyrUpFilter(int srcType, Size dsize = Size());

/** @brief An image of any other size.

| interpolation | result |
|---|---|
| INTER_NEAREST | src(floor(sx x), floor(sy y)) |
| INTER_LINEAR | the mean of the four pixels around (sx (x + 1/2) - 1/2, sy (y + 1/2) - 1/2), weighted by distance |
| INTER_LINEAR with `alignCorners` | the same around (x (w - 1) / (w' - 1), y (h - 1) / (h' - 1)) |
| INTER_AREA | the mean of the sx x sy pixels from (sx x, sy y) on |

sx and sy are the sides of a result's pixel in the source: w / w' and h / h', where the source has w x h pixels and the
result w' x h'; or 1 / fx and 1 / fy without a dsize. The image continues with its outermost pixels. With `alignCorners`
the centres of the pixels in the four corners stay where they are: pixels are samples at points, not squares.

@image html Resize.jpg "A photograph, and it in half its size"
@par Accuracy
As cv::resize. _exact_: INTER_NEAREST of every depth, INTER_LINEAR of 8U, INTER_AREA of 8U, and of 16U and 16S where the
mean has at most 256 pixels. Others: _float_ or rounded, with n = sx + sy for INTER_AREA and n = 4 for INTER_LINEAR,
whose weights are those of cv::resize: its positions are floats. With `alignCorners`, which OpenCV lacks, weights are
the fractions of the positions, rounded to float. As cv::resize on the CPU, this filter takes INTER_AREA for
INTER_LINEAR where it shrinks by 2 in x and y, rounds halves up in that case (to even in images of two channels), and
copies an image whose size stays.

@par Sizes
`dst` has `dsize`, or round(fx w) x round(fy h) pixels, halves to even. INTER_AREA shrinks by whole factors alone; if a
side of the image is no multiple of its factor, the last results are means of fewer pixels. `dst` cannot be `src`; if
it overlaps `src`, the source is copied before. Host images are uploaded and downloaded whole, not in bands. A region of
interest is an image of its own.
@param srcType type of the source image, and of the destination: 8U, 16U, 16S, 32F or 16F
@param dsize size of the results in pixels; empty: by fx and fy
@param fx pixels of a result's row for each of the source; counts without a dsize, and is positive then
@param fy the same of columns
@param interpolation INTER_NEAREST (0), INTER_LINEAR (1) or INTER_AREA (3)
@param alignCorners whether the centres of the pixels in the corners coincide; for INTER_LINEAR
@throws cv::Exception as createLinearFilter, for a dsize with negative sides or one side 0, without a dsize for factors
that are not positive, for other interpolations, and for alignCorners with another one than INTER_LINEAR; `apply` throws
for an image of which nothing is left, and where INTER_AREA would not shrink by whole factors
@sa cv::resize, createPyrDownFilter, createPyrUpFilter */
CV_EXPORTS_W Ptr<Filter> createResizeFilter(int srcType, Size dsize, double fx = 0, double fy = 0,
                                            int interpolation = 1, bool alignCorners = false);

/** @brief Mathematical morphology: erosion, dilation and their combinations, with any structuring element.

\f[erode(x, y) = \min_{(i, j) \in E} src(x + i - anchor_x, y + j - anchor_y), \quad
dilate(x, y) = \max_{(i, j) \in E} src(x + i - anchor_x, y + j - anchor_y)\f]

E are the pixels of `kernel` that are not 0; the lowest and highest values are taken channel by channel.

| op | result |
|---|---|
| MORPH_OPEN | dilate(erode(src)) |
| MORPH_CLOSE | erode(dilate(src)) |
| MORPH_GRADIENT | sat(dilate(src) - erode(src)) |
| MORPH_TOPHAT | sat(src - open(src)) |
| MORPH_BLACKHAT | sat(close(src) - src) |

@image html Morphology.jpg "A photograph, and the gradient with a disk of 5 x 5 pixels"
@par Accuracy
As cv::morphologyEx. _exact_: images of every depth.

@par Steps
Every erosion and every dilation is done `iterations` times. A rectangle that is applied n times is one rectangle of
n * (ksize - 1) + 1 pixels; other elements are applied n times. A region of interest reads its neighbours in the first
erosion or dilation; later ones filter the intermediate result as an image by itself. The result of a window with NaNs
is any of its pixels. An operation of several steps is one kernel where a tile has room for both halos; otherwise it
borrows one or two stream-ordered scratch images.
@param op MORPH_ERODE, MORPH_DILATE, MORPH_OPEN, MORPH_CLOSE, MORPH_GRADIENT, MORPH_TOPHAT or MORPH_BLACKHAT of
cv::MorphTypes
@param srcType type of the source image, and of the destination
@param kernel structuring element of one channel, depth CV_8U to CV_64F, any size; pixels that are not 0 belong to it;
empty: 3x3 pixels
@param anchor pixel of the element that lies on the result; (-1, -1) is the centre
@param iterations how many times to erode and dilate; 0: not at all; at most 10000 with an element that is no rectangle
@param borderMode see createLinearFilter; the default, BORDER_CONSTANT, is cv::erode's
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel; Scalar::all(DBL_MAX), which is
cv::morphologyDefaultBorderValue(), stands for pixels that never win
@throws cv::Exception as createLinearFilter, and for another op, a negative number of iterations, a kernel of another
type or one that is all 0
@sa cv::morphologyEx, cv::getStructuringElement, cv::cuda::createMorphologyFilter */
CV_EXPORTS_W Ptr<Filter> createMorphologyFilter(int op, int srcType, InputArray kernel, Point anchor = Point(-1, -1),
                                                int iterations = 1, int borderMode = BORDER_CONSTANT,
                                                Scalar borderVal = Scalar::all(DBL_MAX));

/** @brief The highest pixel of a rectangle, channel by channel.

\f[dst(x, y) = \max_{0 \le i < w, \, 0 \le j < h} src(x + i - anchor_x, y + j - anchor_y)\f]

@image html BoxMax.jpg "A photograph, and the highest of 7 x 7 pixels"
@par Accuracy
As cv::dilate with that border mode. _exact_: images of every depth.
@param srcType type of the source image, and of the destination
@param ksize w and h, width and height of the rectangle in pixels, at least 1
@param anchor pixel of the rectangle that lies on the result, from its upper left one; (-1, -1) is the centre
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createBoxFilter
@sa cv::dilate, cv::cuda::createBoxMaxFilter */
CV_EXPORTS_W Ptr<Filter> createBoxMaxFilter(int srcType, Size ksize, Point anchor = Point(-1, -1),
                                            int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The lowest pixel of a rectangle, channel by channel.

\f[dst(x, y) = \min_{0 \le i < w, \, 0 \le j < h} src(x + i - anchor_x, y + j - anchor_y)\f]

@image html BoxMin.jpg "A photograph, and the lowest of 7 x 7 pixels"
@par Accuracy
As cv::erode with that border mode. _exact_: images of every depth.
@param srcType type of the source image, and of the destination
@param ksize w and h, width and height of the rectangle in pixels, at least 1
@param anchor pixel of the rectangle that lies on the result, from its upper left one; (-1, -1) is the centre
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createBoxFilter
@sa cv::erode, cv::cuda::createBoxMinFilter */
CV_EXPORTS_W Ptr<Filter> createBoxMinFilter(int srcType, Size ksize, Point anchor = Point(-1, -1),
                                            int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The median of a square of pixels, channel by channel.

\f[dst(x, y) = \textrm{the } \tfrac{n^2 + 1}{2}\textrm{-th lowest of } src(x + i - \tfrac{n-1}{2}, y + j -
\tfrac{n-1}{2}), \quad 0 \le i, j < n\f]

n is `windowSize`. The image continues outside with its nearest pixel, and a region of interest does not read its
neighbours.

@image html Median.jpg "A photograph, and the median of 11 x 11 pixels"
@par Accuracy
As cv::medianBlur. _exact_: images of every depth, by the definition for depths and sizes that cv::medianBlur lacks.

@par Method
docs/KERNELS.md says which kernel computes which window size and depth.

@par Memory
Medians of 16 and 32 bits from 23 x 23 to 65 x 65 are found in tiles whose pixels are in order, as many at a time as
372 MB of stream-ordered scratch memory hold: 5 to 13 bytes for each result of one channel. Medians of the largest
windows are found bit by bit, for 2048x2048 results at a time (or windowSize x windowSize, if that is more). They borrow
24 bytes for each of these results, and up to 22 (32F: 30) bytes for each pixel in their windows.

@par NaNs
The result of a square with NaNs is not specified.
@param srcType type of the source image, and of the destination
@param windowSize side of the square in pixels, odd, from 3 to 4095
@param partition ignored; cv::cuda's filter divides its work by it
@throws cv::Exception as createLinearFilter, and for an even windowSize or one out of range
@sa cv::medianBlur, cv::cuda::createMedianFilter */
CV_EXPORTS_W Ptr<Filter> createMedianFilter(int srcType, int windowSize, int partition = 128);

/** @brief Gray images of colours, as cv::cvtColor makes them.

\f[dst = 0.299 \, R + 0.587 \, G + 0.114 \, B\f]

8U and 16U: \f$\lfloor (9798 \, R + 19235 \, G + 3735 \, B + 2^{14}) / 2^{15} \rfloor\f$. A fourth channel is ignored.

@image html Gray.jpg "A photograph, and its gray image"
@par Accuracy
As cv::cvtColor. _exact_: 8U and 16U; _float_, with n = 3: 32F, 16F. Floats are fma(c2, src2, fma(c1, src1, c0 src0)) of
channels 0, 1 and 2 with their factors c, as in cv::cvtColor's vector loops on processors that have fma.
@param srcType type of the source image: 8U, 16U, 32F or 16F with 3 or 4 channels; the destination has that depth and
one channel
@param code the order of the channels: COLOR_BGR2GRAY or COLOR_BGRA2GRAY; COLOR_RGB2GRAY or COLOR_RGBA2GRAY. Images of
three and of four channels take either
@throws cv::Exception for other types and codes
@sa cv::cvtColor */
CV_EXPORTS_W Ptr<Filter> createGrayFilter(int srcType, int code);

/** @brief Contrast: stretches the levels between two of them over all 256.

\f[dst = \begin{cases} 0 & src \le lowest \\ 255 & src \ge highest \\
sat\left(255 \, \frac{src - lowest}{highest - lowest}\right) & \textrm{between} \end{cases}\f]

The quotient is exact: halves are rounded to even. If both levels are the same, dst is src. Each channel is stretched by
itself.

@image html Contrast.jpg "A photograph, and its levels from 60 to 190 stretched"
@par Accuracy
_exact_, on both backends. OpenCV has no such function; cv::normalize with NORM_MINMAX takes the levels from the image.
@param srcType type of the source image, and of the destination: 8U with 1 to 4 channels
@param lowest level that becomes 0: 0 to 255
@param highest level that becomes 255: `lowest` to 255
@throws cv::Exception for other types and levels
@sa cv::normalize */
CV_EXPORTS_W Ptr<Filter> createContrastFilter(int srcType, int lowest, int highest);

/** @brief Compares every scalar with a threshold, as cv::threshold.

| type | above `thresh` | else |
|---|---|---|
| THRESH_BINARY | `maxval` | 0 |
| THRESH_BINARY_INV | 0 | `maxval` |
| THRESH_TRUNC | `thresh` | src |
| THRESH_TOZERO | src | 0 |
| THRESH_TOZERO_INV | 0 | src |

For images of integers `thresh` is rounded down, `maxval` to nearest (ties to even) and saturated; for 32F both are
rounded to float. THRESH_TRUNC makes 0 at a negative threshold of 8U and 16U, and at one below -32768 of 16S.

@image html Threshold.jpg "A photograph, and its pixels above 110"
@par Accuracy
_exact_: every pixel is cv::threshold's. NaN is neither above nor not: it becomes 0, or `thresh` for THRESH_TRUNC.
@param srcType type of the source image, and of the destination: 8U, 16U, 16S, 32F or 16F with 1 to 4 channels
@param thresh threshold, in the unit of the image; finite, for integers between -2^31 and 2^31
@param maxval the value that THRESH_BINARY and THRESH_BINARY_INV set; finite, for integers between -2^31 and 2^31
@param type one of the table; THRESH_OTSU and THRESH_TRIANGLE are refused, see createAutoThresholdFilter
@throws cv::Exception for other types, and for numbers outside of their range
@sa cv::threshold, cv::cuda::threshold */
CV_EXPORTS_W Ptr<Filter> createThresholdFilter(int srcType, double thresh, double maxval, int type);

/** @brief Compares every pixel with the mean around it, as cv::adaptiveThreshold.

\f[dst = maxValue \textrm{ where } src - mean > -C, \textrm{ else } 0\f]

For THRESH_BINARY_INV the other way around. `mean` is an 8U image: the mean of blockSize x blockSize pixels, or their
Gaussian blur, by float taps of sigma 0.3 * ((blockSize - 1) * 0.5 - 1) + 0.8. The image continues as BORDER_REPLICATE;
a region of interest is an image of its own.

@image html AdaptiveThreshold.jpg "A photograph, and its pixels above a mean of 51 x 51, less 5"
@par Accuracy
As cv::adaptiveThreshold. _exact_: the result for a mean of up to 16 x 16 pixels (odd: 15 x 15), and a Gaussian of up to
7 x 7. For larger ones it is the result for a mean that is _nearest_: another pixel than OpenCV's can only be where the
mean lies within 0.001 of a rounding tie.
@par Kernels
One kernel, that of the mean or blur, up to blockSize 49 (Gaussian: 7). For larger blocks this kernel writes the mean to
`dst`, and a second one compares.
@param srcType type of the source image, and of the destination: CV_8UC1
@param maxValue the value that is set; between -2^31 and 2^31, rounded to nearest and saturated
@param adaptiveMethod ADAPTIVE_THRESH_MEAN_C or ADAPTIVE_THRESH_GAUSSIAN_C
@param thresholdType THRESH_BINARY or THRESH_BINARY_INV
@param blockSize side of the square, in pixels: odd and from 3 on
@param C subtracted from the mean; between -2^31 and 2^31, rounded up for THRESH_BINARY and down for THRESH_BINARY_INV
@throws cv::Exception for other types, methods, sizes and numbers
@sa cv::adaptiveThreshold */
CV_EXPORTS_W Ptr<Filter> createAdaptiveThresholdFilter(int srcType, double maxValue, int adaptiveMethod, int thresholdType,
                                                       int blockSize, double C);

/** @brief Looks up every byte in a table, as cv::LUT.

\f[dst = lut[src]\f]

A table of several channels has one table for each channel of the image.

@image html LookUpTable.jpg "A photograph, and its levels turned over"
@par Accuracy
_exact_: every pixel is cv::LUT's.
@param srcType type of the source image, and of the destination: 8U with 1 to 4 channels
@param lut 256 entries of 8U in any shape, with one channel or the source's; a copy is kept
@throws cv::Exception for other types, and for other tables
@sa cv::LUT, cv::cuda::createLookUpTable */
CV_EXPORTS_W Ptr<Filter> createLookUpTableFilter(int srcType, InputArray lut);

/** @brief Equalizes the histogram of each channel, as cv::equalizeHist that of an image of one channel.

With H(v) the number of pixels up to level v, N that of all pixels and l the lowest level that occurs:

\f[dst = sat\left(255 \, \frac{H(src) - H(l)}{N - H(l)}\right)\f]

An image of one level stays as it is. A region of interest is an image of its own.

@image html EqualizeHist.jpg "A photograph, and the same with an equalized histogram"
@par Accuracy
_exact_: every pixel is cv::equalizeHist's, whose quotient is a float.
@par Kernels
One kernel clears the counters, one counts the levels, one makes a table for each channel from the counts, and one looks
up: the histogram stays on the device, and nothing waits for the host. createAutoThresholdFilter of 8U,
createAutoContrastFilter and createGreyWorldFilter have the same kernels. `apply` uses 1280 bytes of scratch memory for
each channel. Images may have 2^31 - 1 pixels.
@param srcType type of the source image, and of the destination: 8U with 1 to 4 channels
@throws cv::Exception for other types
@sa cv::equalizeHist, cv::cuda::equalizeHist */
CV_EXPORTS_W Ptr<Filter> createEqualizeHistFilter(int srcType);

/** @brief Compares every pixel with a threshold from the histogram of its channel, as cv::threshold.

| type | threshold |
|---|---|
| THRESH_OTSU | the one with the largest variance between both sides (N. Otsu, A Threshold Selection Method from Gray-Level Histograms, IEEE Transactions on Systems, Man and Cybernetics 9, 1979) |
| THRESH_TRIANGLE | the level farthest from the line between the histogram's peak and its farther end (G. Zack, W. Rogers and S. Latt, Automatic Measurement of Sister Chromatid Exchange Frequency, Journal of Histochemistry and Cytochemistry 25, 1977) |

One of these flags is added to one of these types:

| type | above the threshold | else |
|---|---|---|
| THRESH_BINARY | `maxval` | 0 |
| THRESH_BINARY_INV | 0 | `maxval` |
| THRESH_TRUNC | the threshold | src |
| THRESH_TOZERO | src | 0 |
| THRESH_TOZERO_INV | 0 | src |

The threshold stays on the device. A region of interest is an image of its own.

@image html AutoThreshold.jpg "A photograph, and its pixels above Otsu's threshold"
@par Accuracy
_exact_: every pixel is cv::threshold's, of each channel by itself. For 16U cv::threshold only has Otsu's threshold; the
triangle's is that of 8U with 65536 levels, in integers.
@par Kernels
For 8U see createEqualizeHistFilter. For 16U one kernel clears the counters, one counts the levels, one finds the
thresholds and one compares, with 256 KB of scratch memory for each channel. OpenCV computes the mean of the pixels up
to a level from the mean up to the level below, so for Otsu's threshold of 16U one thread of the device takes a step for
each level that occurs, one after the other: some milliseconds.
@param srcType type of the source image, and of the destination: 8U or 16U with 1 to 4 channels
@param maxval the value that THRESH_BINARY and THRESH_BINARY_INV set; between -2^31 and 2^31, rounded to nearest and
saturated
@param type THRESH_OTSU or THRESH_TRIANGLE, added to a type of the second table
@throws cv::Exception for other types, flags and numbers
@sa cv::threshold */
CV_EXPORTS_W Ptr<Filter> createAutoThresholdFilter(int srcType, double maxval, int type);

/** @brief Stretches the levels that the image has over all 256.

\f[dst = \begin{cases} 0 & src \le lowest \\ 255 & src \ge highest \\
sat\left(255 \, \frac{src - lowest}{highest - lowest}\right) & \textrm{between} \end{cases}\f]

`lowest` and `highest` are levels of a channel, or of all channels: the innermost ones with at most share * N of N
pixels below `lowest`, and at most as many above `highest`. If both levels are the same, dst is src. The quotient is
exact: halves are rounded to even. A fourth channel stays as it is. A region of interest is an image of its own.

@image html AutoContrast.jpg "A photograph, and its levels stretched without 2 % at each end"
@par Accuracy
_exact_, on both backends. OpenCV has no such function: cv::normalize with NORM_MINMAX has the same formula for a
`share` of 0 and all channels together, in float.
@par Kernels
See createEqualizeHistFilter.
@param srcType type of the source image, and of the destination: 8U with 1 to 4 channels
@param share share of the pixels that may be cut off at each end: from 0 on, below 0.5
@param together whether the colours have one pair of levels, so that their hues stay; else each has its own
@throws cv::Exception for other types, and for another share
@sa cv::normalize, createEqualizeHistFilter */
CV_EXPORTS_W Ptr<Filter> createAutoContrastFilter(int srcType, double share = 0, bool together = false);

/** @brief White balance: gives all colours the same mean.

With m the mean of a colour and M the mean of the means of all colours:

\f[dst = \begin{cases} sat(src \cdot M / m) & m > 0.05 \\ sat(src + M) & \textrm{otherwise} \end{cases}\f]

Means and quotients are exact: halves are rounded to even. A fourth channel is ignored and stays as it is. A
region of interest is an image of its own.

@image html GreyWorld.jpg "A photograph, and the same with equal means of its colours"
@par Accuracy
_exact_, on both backends. OpenCV has no such function; cv::xphoto::createGrayworldWB leaves out saturated pixels.
@par Kernels
See createEqualizeHistFilter.
@param srcType type of the source image, and of the destination: 8U with 1 to 4 channels
@throws cv::Exception for other types
@sa createAutoContrastFilter */
CV_EXPORTS_W Ptr<Filter> createGreyWorldFilter(int srcType);

//! @}

//! @addtogroup cudatiled_masks
//! @{

/** @brief A mask as the product of a column and a row: what separate returns. */
struct CV_EXPORTS_W_SIMPLE Separation
{
    CV_PROP Mat row;                 //!< w taps, one row, CV_64F
    CV_PROP Mat column;              //!< h taps, one column, CV_64F
    CV_PROP double residual = 0;     //!< the largest |mask - column * row|, in the unit of the taps
    CV_PROP double sigmaRatio = 0;   //!< the second singular value over the first: 0 for a product, at most 1
    CV_PROP bool isSeparable = true; //!< whether the residual is within the tolerance
};

/** @brief Finds the column and the row whose product is a mask, or the nearest to it.

A filter of w x h taps that is separable needs w + h products for a pixel, not w * h:

    const Separation sobel = separate(Matx33d(-1, 0, 1, -2, 0, 2, -1, 0, 1)); // row [-1 0 1], column [1 2 1]
    const Ptr<Filter> filter = createSeparableConvolutionFilter(CV_8UC1, CV_16SC1, sobel.row, sobel.column);

- A mask of integers that is a product exactly: both factors are integers, so that sums of integer images stay exact.
  The taps of the row have no common divisor.
- Any other mask: the nearest product by the sum of squared differences, which is the first singular triple
  \f$\sigma_1 u_1 v_1^T\f$ of the mask (Eckart and Young, The approximation of one matrix by another of lower rank,
  Psychometrika 1, 1936). The row is \f$\sqrt{\sigma_1} v_1\f$ and the column \f$\sqrt{\sigma_1} u_1\f$: a symmetric
  mask has the same taps in both.
- The sum of the column, or if that is 0 its tap of the largest magnitude, is positive.

@param mask h x w taps, one channel of depth CV_8U to CV_64F, at least one, finite as floats
@param tolerance largest residual that counts as separable, as a part of the largest |tap|; the default is a few times
the rounding of float taps
@throws cv::Exception for a mask that createConvolutionFilter would not take, and for a tolerance below 0 or NaN */
CV_EXPORTS_W Separation separate(InputArray mask, double tolerance = 1e-6);

/** @brief Makes one mask of two: convolution with it is convolution with `a`, then with `b`.

\f[mask(n, m) = \sum_{j, i} a(j, i) \, b(n - j, m - i)\f]

The results are equal but for rounding and saturation between the two filters, and where the image's border lies under
the mask; with BORDER_WRAP there, too. Kernels of createLinearFilter compose the same way, and their anchors add.
@param a taps of any size, one channel of depth CV_8U to CV_64F, at least one, finite as floats
@param b taps: likewise
@param mask becomes the CV_64F mask of (a.cols + b.cols - 1) x (a.rows + b.rows - 1) taps
@param originOfA tap of `a` that lies on the pixel, as createConvolutionFilter takes it
@param originOfB tap of `b`: likewise
@return the origin of `mask`: the sum of both
@throws cv::Exception for a mask or an origin that createConvolutionFilter would not take */
CV_EXPORTS_W Point compose(InputArray a, InputArray b, OutputArray mask, Point originOfA = Point(-1, -1),
                           Point originOfB = Point(-1, -1));

/** @brief The scale that makes the taps of a mask sum to 1, so that a filter keeps the brightness of even areas.
@param mask taps of any size, one channel of depth CV_8U to CV_64F, at least one, finite as floats
@return 1 / sum, or 1 where the sum is 0, as that of an edge mask: at most 1e-6 of the sum of |tap|
@throws cv::Exception for a mask that createConvolutionFilter would not take */
CV_EXPORTS_W double normalizingScale(InputArray mask);

//! @}

//! @addtogroup cudatiled_chains
//! @{

/** @brief Makes one filter of several, which are applied one after the other.

    const Ptr<Filter> edges = createChain({createGaussianFilter(CV_8UC1, -1, Size(5, 5), 1),
                                           createSobelFilter(CV_8UC1, CV_16SC1, 1, 0)});
    edges->apply(image, dst);

The result is, bit for bit, that of `filters[0]->apply(src, a)`, `filters[1]->apply(a, b)`, … with new images `a`, `b`,
… and a last `apply` to `dst`. Where large host images are cut into bands, sums of floats may be added up in another
order: each filter keeps its accuracy, but not each bit. In a region of interest, only the first filter reads the
neighbours.

@par Images
A host image is uploaded once and downloaded once, in bands that pass through all filters. Between the filters of a
device image there are at most two images, each as large as `src` in the widest type between them, or as the largest
level of a pyramid there, in stream-ordered scratch memory; with the CPU backend, two cv::Mat. Where `dst` is `src` or
overlaps it, chains of two and more filters make no copy of `src`.

@par Kernels
`kernelName` joins the names of all kernels by " + ".
@param filters at least one, in the order of their application; each takes images of the type that the one before it
makes. A filter may occur several times, and may be a chain itself
@return a filter from the first one's `srcType` to the last one's `dstType`
@throws cv::Exception that names this function, the filter's number and what would be accepted: for an empty list, a
null filter, a filter of another library, and for a type that the next filter does not take
@sa timeStages */
CV_EXPORTS_W Ptr<Filter> createChain(const std::vector<Ptr<Filter>>& filters);

/** @brief Which pixels of the source a result depends on, and whether the image continues from its other end.

For programs that filter an image in tiles. A tile is filtered together with the pixels around it that the window
reaches; its results are then those of the whole image. Sums of floats may be added up in another order. */
struct FilterReach
{
    /** In pixels, seen from the result: (-2, -2, 5, 5) for a window of 5 x 5. The windows of a chain add up. */
    Rect window;
    bool wrapsRows;    //!< whether rows continue from their other end: BORDER_WRAP
    bool wrapsColumns; //!< whether columns continue from their other end
    bool wholeImage;   //!< whether any pixel may change any result, as in Canny's hysteresis; `window` says nothing then
};

/** @brief Tells the reach of a filter.
@param filter a filter, or a chain
@return the window, and whether rows and columns wrap around in any filter of the chain
@throws cv::Exception for a filter of another library, and for one that makes images of another size than its source */
CV_EXPORTS FilterReach reachOf(const Filter& filter);

/** @brief The time of one filter of a chain. */
struct StageTime
{
    String name;        //!< its kernels, as Filter::kernelName writes them; "CPU" on the CPU
    float milliseconds; //!< on the GPU, or on the CPU
};

/** @brief The times of the parts of a filter; 0 for parts that it has not. */
struct FilterTimes
{
    float upload = 0;              //!< milliseconds of the copy of a host image to the device
    std::vector<StageTime> stages; //!< each filter of a chain, and of the chains in it; one for any other filter
    float download = 0;            //!< milliseconds of the copy of the result to the host
    float whole = 0;               //!< milliseconds from the beginning to the end, with allocations and pauses
};

/** @brief Applies a filter, or a chain, once, and returns the time of each part.

`dst` becomes the result of `filter.apply(src, dst, stream)`, and is complete on return. For a host image, `apply`
uploads, filters and downloads at the same time; this function does so one after the other. CUDA events measure on a
device, a steady clock on the CPU. The first run on a device also loads the kernels: apply the filter once before. In
`apply` the second of two kernels starts early; here an event between them prevents this, so the sum of the stages may
exceed the time of `apply`.
@param filter a filter of this library
@param src image as Filter::apply takes it; of a DeviceImage, gpuMat()
@param dst image as Filter::apply takes it; of a DeviceImage, gpuMat()
@param stream a `cudaStream_t` of the current device that is not being captured; null is the default stream
@return the times of this run
@throws cv::Exception as Filter::apply, for a filter of another library, and where an event cannot be recorded */
CV_EXPORTS FilterTimes timeStages(const Filter& filter, InputArray src, OutputArray dst, CUstream_st* stream = nullptr);

//! @}

}} // namespace cv::cudatiled

//! @}

#endif // OPENCV_CUDATILED_HPP
