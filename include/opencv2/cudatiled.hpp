// SPDX-License-Identifier: Apache-2.0
// The public interface of cudatiled, and its manual: image filters that compute OpenCV's own pixels, on a GPU where there is one.
#ifndef OPENCV_CUDATILED_HPP
#define OPENCV_CUDATILED_HPP

#include <cfloat>

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

Filters are created once, by the `create…Filter` functions, and applied any number of times:

    cv::Ptr<cv::cudatiled::Filter> blur = cv::cudatiled::createGaussianFilter(CV_8UC3, -1, cv::Size(7, 7), 1.5);
    blur->apply(image, blurred);              // cv::Mat or cv::cuda::GpuMat

**Images.** Depths CV_8U, CV_8S, CV_16U, CV_16S, CV_32F with 1 to 4 channels. `dstType < 0` means the type of the source.
The pairs of source and destination depths are OpenCV's own:
- 2-D kernels (Linear, Sharpen, Emboss), as cv::filter2D: 8U → 8U 16U 16S 32F, 16U → 16U 32F, 16S → 16S 32F, 32F → 32F;
- separable kernels and boxes (SeparableLinear, Deriv, Sobel, Scharr, Laplacian, Gaussian, Box), as cv::sepFilter2D and cv::boxFilter: any of
  8U 16U 16S 32F → any of 8U 16U 16S 32F;
- RowSum, ColumnSum: any of 8U 8S 16U 16S 32F → 32S 32F;
- filters that pick pixels (Morphology, BoxMax, BoxMin, Median): the depth of the source;
- 8S → 8S 16S 32F for all others. OpenCV's CPU filters have no 8S: the values are filtered as OpenCV filters the same values in 16S.

**Borders.** BORDER_CONSTANT (with a value), BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101 (the default), BORDER_WRAP.
A region of interest reads its neighbours in the image that it was cut from, as OpenCV's CPU functions do, unless
BORDER_ISOLATED is added to the border mode.

**Accuracy.** Integer images with integer or fixed-point arithmetic: equal to OpenCV's CPU in every pixel. Integer images with
other taps: at most 1 apart, and only where the exact value lies next to a rounding tie. Float images: within 2^-20 of
the sum of |tap * pixel|. docs/ACCURACY.md has the whole contract.

**Threads and streams.** `apply` changes nothing in the filter: one filter serves any number of threads and streams.

@{
*/

namespace cv { namespace cudatiled {

#ifdef HAVE_OPENCV_CUDAFILTERS
typedef cv::cuda::Filter FilterBase;
#else
typedef cv::Algorithm FilterBase;
#endif

/** @brief An image filter: what the `create…Filter` functions return.

Where OpenCV has cudafilters, a Ptr<cv::cuda::Filter> can hold it. `src` and `dst` are both on the device (cv::cuda::GpuMat,
DeviceImage) or both on the host (cv::Mat, cv::UMat, cv::cuda::HostMem). A host image is filtered by the GPU where there is
one (upload, filter, download) and by the CPU backend elsewhere; a device image always by CUDA.

`dst` is created as OpenCV creates it: memory of the right size and type is reused. An OpenCV without CUDA cannot create a
GpuMat: hand in a `dst` of the right size and type, or a DeviceImage. `dst` may be `src`, or overlap it.

With device images, `apply` enqueues its work and returns: it allocates nothing and waits for nothing (a filter that works in
place, and morphology of several steps, borrow stream-ordered scratch images). Host images are complete on return.

@throws cv::Exception that names the function, the offending value and what would be accepted: an empty or null image, a type
other than the filter's `srcType`, a fixed `dst` of another size or type, a step smaller than a row, a device image without a
device, device memory that is exhausted, or an error that CUDA reported. `dst` is not written then.
*/
#ifdef OPENCV_BINDING_PARSER // the generator of the Python bindings, which reads both branches of an #if above
class CV_EXPORTS_W Filter : public Algorithm
#endif
#ifndef OPENCV_BINDING_PARSER
class CV_EXPORTS_W Filter : public FilterBase
#endif
{
public:
    /** @brief Filters an image; device images on the default stream.
    @param src image of the filter's `srcType`, any size
    @param dst image of the same size and of the filter's `dstType` */
    CV_WRAP virtual void apply(InputArray src, OutputArray dst) = 0;

    /** @brief Filters an image on an OpenCV stream.
    @param src image of the filter's `srcType`, any size
    @param dst image of the same size and of the filter's `dstType`
    @param stream the stream to enqueue on; needs an OpenCV with CUDA, as creating a Stream does */
    virtual void apply(InputArray src, OutputArray dst, cv::cuda::Stream& stream) = 0;

    /** @brief Filters an image on a CUDA stream, with any OpenCV.
    @param src image of the filter's `srcType`, any size
    @param dst image of the same size and of the filter's `dstType`
    @param stream a `cudaStream_t` of the current device; null is the default stream */
    virtual void apply(InputArray src, OutputArray dst, CUstream_st* stream) = 0;

    /** @brief Filters a device image into another one that is created as needed, also with an OpenCV without CUDA.
    @param src image of the filter's `srcType`, any size
    @param dst becomes an image of the same size and of the filter's `dstType`
    @param stream a `cudaStream_t` of the current device; null is the default stream */
    void apply(const DeviceImage& src, DeviceImage& dst, CUstream_st* stream = nullptr);

    /** @brief The type of the images that the filter takes, e.g. CV_8UC3. */
    CV_WRAP virtual int srcType() const = 0;

    /** @brief The type of the images that the filter produces. */
    CV_WRAP virtual int dstType() const = 0;
};

/** @brief Where a host image is filtered. */
enum Backend
{
    BACKEND_AUTO = 0, //!< on the GPU where there is one, on the CPU elsewhere
    BACKEND_CUDA = 1, //!< on the GPU; an error where there is none
    BACKEND_CPU = 2   //!< on the CPU, through OpenCV's imgproc
};

/** @brief Chooses where host images are filtered, for the whole process.

The environment variable `CUDATILED_BACKEND` (`auto`, `cuda` or `cpu`) sets what holds before the first call.
@param backend one of the values of Backend
@throws cv::Exception for another value, and for BACKEND_CUDA where there is no device or the library was built without CUDA */
CV_EXPORTS_W void setBackend(int backend);

/** @brief The backend that filters host images now: BACKEND_CUDA or BACKEND_CPU. */
CV_EXPORTS_W int getBackend();

/** @brief Names the backend for people: the GPU's name and compute capability, or the CPU and why no GPU is used. */
CV_EXPORTS_W String getBackendName();

/** @brief Correlates the image with a 2-D kernel: dst(x, y) = delta + sum over (i, j) of kernel(j, i) * src(x + i - anchor.x, y + j - anchor.y).

The kernel is not flipped, as in cv::filter2D. Integer images and integer-valued kernels: equal to cv::filter2D in every pixel
while delta and the sum of |tap * pixel| stay below 2^24. Kernels of any size are summed directly, never by a DFT.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels; negative: srcType
@param kernel 2-D array of taps, CV_32FC1 or CV_64FC1, any size
@param anchor tap that lies on the pixel; (-1, -1) is the centre, (width / 2, height / 2)
@param borderMode BORDER_CONSTANT, REPLICATE, REFLECT, REFLECT_101 or WRAP, BORDER_ISOLATED may be added
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@param delta added to every result before it is rounded
@throws cv::Exception for a depth pair that is not supported, a kernel that is empty, of integer type or not finite, an anchor outside
@sa cv::filter2D, cv::cuda::createLinearFilter */
CV_EXPORTS_W Ptr<Filter> createLinearFilter(int srcType, int dstType, InputArray kernel, Point anchor = Point(-1, -1),
                                            int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0),
                                            double delta = 0);

/** @brief Correlates every row with `rowKernel`, then every column of the result with `columnKernel`, and adds `delta`.

@param srcType type of the source image
@param dstType type of the destination, with the source's channels; negative: srcType
@param rowKernel horizontal taps: one row or one column, CV_32FC1 or CV_64FC1, any length
@param columnKernel vertical taps: likewise
@param anchor tap that lies on the pixel; (-1, -1) is the centre
@param rowBorderMode how rows continue at the left and right, see createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param delta added to every result before it is rounded
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createLinearFilter, and for a kernel that is not a vector
@sa cv::sepFilter2D, cv::cuda::createSeparableLinearFilter */
CV_EXPORTS_W Ptr<Filter> createSeparableLinearFilter(int srcType, int dstType, InputArray rowKernel,
                                                     InputArray columnKernel, Point anchor = Point(-1, -1),
                                                     int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1,
                                                     double delta = 0, Scalar borderVal = Scalar::all(0));

/** @brief Which neighbours a sharpening kernel subtracts. */
enum SharpenNeighbours
{
    SHARPEN_4 = 4, //!< left, right, above and below: [0 -k 0; -k 1+4k -k; 0 -k 0]
    SHARPEN_8 = 8  //!< all around: [-k -k -k; -k 1+8k -k; -k -k -k]
};

/** @brief Sharpens: adds `k` times the difference between a pixel and each of its neighbours.

With `k` = 1 these are the classic matrices [0 -1 0; -1 5 -1; 0 -1 0] and [-1 -1 -1; -1 9 -1; -1 -1 -1]. Integer images and
integer `k`: equal to cv::filter2D with that matrix in every pixel.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels; negative: srcType
@param neighbours SHARPEN_4 or SHARPEN_8
@param k amount, finite and not negative; 0 copies the image
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@param delta added to every result before it is rounded
@throws cv::Exception as createLinearFilter, and for another number of neighbours or a negative or infinite `k` or NaN */
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

dst = midGray + delta + strength * (2 * towards the light - pixel - away from the light). The taps sum to 0, so even areas
become mid-gray: 128 for 8U, 32768 for 16U, 0 for 8S and 16S, 0.5 for 32F destinations. Every channel is filtered by itself;
for the classic gray relief of a colour picture, convert it first (cv::cvtColor with COLOR_BGR2GRAY).
@param srcType type of the source image
@param dstType type of the destination, with the source's channels; negative: srcType
@param direction side that the light comes from, a value of EmbossDirection
@param strength factor of the relief, finite; negative lights it from the other side
@param midGray whether half of the destination's range is added
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@param delta added to every result before it is rounded
@throws cv::Exception as createLinearFilter, and for another direction or an infinite strength or NaN */
CV_EXPORTS_W Ptr<Filter> createEmbossFilter(int srcType, int dstType, int direction = EMBOSS_NORTH_WEST,
                                            double strength = 1, bool midGray = true, int borderMode = BORDER_DEFAULT,
                                            Scalar borderVal = Scalar::all(0), double delta = 0);

/** @brief The Sobel derivative, of order dx along x and dy along y.

The taps are cv::getDerivKernels'. Integer images with the default `scale`: equal to cv::Sobel in every pixel.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels; negative: srcType. CV_16S holds every 3x3 derivative of 8U
@param dx order in x, 0, 1 or 2 (up to ksize - 1 for larger apertures)
@param dy order in y; not both 0
@param ksize aperture: 1, 3, 5, … 31; 1 has no smoothing; FILTER_SCHARR (-1) is the 3x3 Scharr operator
@param scale factor of the derivative
@param rowBorderMode how rows continue at the left and right, see createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param delta added to every result before it is rounded
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createLinearFilter, and for orders or an aperture other than those
@sa cv::Sobel, cv::cuda::createSobelFilter */
CV_EXPORTS_W Ptr<Filter> createSobelFilter(int srcType, int dstType, int dx, int dy, int ksize = 3, double scale = 1,
                                           int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1,
                                           double delta = 0, Scalar borderVal = Scalar::all(0));

/** @brief The derivative of order dx along x and dy along y, normalized on request.

The taps are cv::getDerivKernels'. createSobelFilter is this without `normalize`, and so are the promises.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels; negative: srcType
@param dx order in x, 0, 1 or 2 (up to ksize - 1 for larger apertures)
@param dy order in y; not both 0
@param ksize aperture: 1, 3, 5, … 31; FILTER_SCHARR (-1) is the 3x3 Scharr operator
@param normalize whether the taps are scaled as cv::getDerivKernels scales them, so that results keep the range of the source
@param scale factor of the derivative
@param rowBorderMode how rows continue at the left and right, see createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param delta added to every result before it is rounded
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createSobelFilter
@sa cv::getDerivKernels, cv::sepFilter2D, cv::cuda::createDerivFilter */
CV_EXPORTS_W Ptr<Filter> createDerivFilter(int srcType, int dstType, int dx, int dy, int ksize, bool normalize = false,
                                           double scale = 1, int rowBorderMode = BORDER_DEFAULT,
                                           int columnBorderMode = -1, double delta = 0,
                                           Scalar borderVal = Scalar::all(0));

/** @brief The first derivative along x or y by the 3x3 Scharr operator: [-1 0 1] along it, [3 10 3] across.

Integer images with an integer `scale`: equal to cv::Scharr in every pixel.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels; negative: srcType. CV_16S holds every result of 8U
@param dx order in x: 1, or 0
@param dy order in y: 0 where dx is 1, else 1
@param scale factor of the derivative
@param rowBorderMode how rows continue at the left and right, see createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param delta added to every result before it is rounded
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createLinearFilter, and for other orders
@sa cv::Scharr, cv::cuda::createScharrFilter */
CV_EXPORTS_W Ptr<Filter> createScharrFilter(int srcType, int dstType, int dx, int dy, double scale = 1,
                                            int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1,
                                            double delta = 0, Scalar borderVal = Scalar::all(0));

/** @brief The Laplacian: dst = delta + scale * (d²src/dx² + d²src/dy²).

As cv::Laplacian: ksize 1 is [0 1 0; 1 -4 1; 0 1 0], ksize 3 is [2 0 2; 0 -8 0; 2 0 2], larger ones are the sum of the two
second Sobel derivatives with that aperture. Integer images with an integer `scale`: equal to cv::Laplacian in every pixel while
the sum of |tap * pixel|, taps of both derivatives, stays below 2^24: for 8U up to ksize 9.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels; negative: srcType. Any pair of SeparableLinear, also where
cv::Laplacian has none
@param ksize aperture: 1, 3, 5, … 31
@param scale factor of the Laplacian
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@param delta added to every result before it is rounded
@throws cv::Exception as createLinearFilter, and for an even ksize or one beyond 31
@sa cv::Laplacian, cv::cuda::createLaplacianFilter */
CV_EXPORTS_W Ptr<Filter> createLaplacianFilter(int srcType, int dstType, int ksize = 1, double scale = 1,
                                               int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0),
                                               double delta = 0);

/** @brief The mean, or the sum, of a rectangle of pixels.

8U → 8U boxes of at most 256 pixels are divided by OpenCV's integer formula, (sum + divDelta) * divScale >> 23 (ColumnSum in
box_filter.simd.hpp); all others by float(sum) * float(1 / area). Integer images are summed exactly.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels; negative: srcType
@param ksize width and height of the rectangle, at least 1
@param anchor pixel of the rectangle that lies on the result; (-1, -1) is the centre
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@param normalize true for the mean, false for the sum
@throws cv::Exception as createLinearFilter, and for a ksize below 1
@sa cv::boxFilter, cv::cuda::createBoxFilter */
CV_EXPORTS_W Ptr<Filter> createBoxFilter(int srcType, int dstType, Size ksize, Point anchor = Point(-1, -1),
                                         int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0),
                                         bool normalize = true);

/** @brief The sum of `ksize` pixels along a row.

Integer images are summed exactly, and saturated to 32S or rounded to 32F; equal to cv::boxFilter without normalization in every pixel.
Float images: within 2^-20 of the sum of |pixel|, and, to 32S, rounded.
@param srcType type of the source image
@param dstType type of the destination, 32S or 32F with the source's channels; negative: srcType, which 32F alone allows
@param ksize number of pixels, at least 1
@param anchor which of them lies on the result; -1 is the centre
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createLinearFilter, and for a ksize below 1
@sa cv::boxFilter, cv::cuda::createRowSumFilter */
CV_EXPORTS_W Ptr<Filter> createRowSumFilter(int srcType, int dstType, int ksize, int anchor = -1,
                                            int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The sum of `ksize` pixels along a column.

Integer images are summed exactly, and saturated to 32S or rounded to 32F; equal to cv::boxFilter without normalization in every pixel.
Float images: within 2^-20 of the sum of |pixel|, and, to 32S, rounded.
@param srcType type of the source image
@param dstType type of the destination, 32S or 32F with the source's channels; negative: srcType, which 32F alone allows
@param ksize number of pixels, at least 1
@param anchor which of them lies on the result; -1 is the centre
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createLinearFilter, and for a ksize below 1
@sa cv::boxFilter, cv::cuda::createColumnSumFilter */
CV_EXPORTS_W Ptr<Filter> createColumnSumFilter(int srcType, int dstType, int ksize, int anchor = -1,
                                               int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The Gaussian blur.

8U → 8U and 16U → 16U use OpenCV's fixed-point arithmetic (taps with 8 or 16 fraction bits, quantised by error diffusion to a
sum of exactly 1) and are equal to cv::GaussianBlur in every pixel. Like OpenCV, they use the float taps of
cv::getGaussianKernel for a region of interest that reads its neighbours, as all other types do.
@param srcType type of the source image
@param dstType type of the destination, with the source's channels; negative: srcType
@param ksize aperture, odd; a 0 is computed from sigma: cvRound(sigma * (8U ? 3 : 4) * 2 + 1) | 1
@param sigma1 standard deviation along x in pixels; 0 is computed from ksize: 0.3 * ((ksize - 1) * 0.5 - 1) + 0.8
@param sigma2 standard deviation along y in pixels; 0: sigma1
@param rowBorderMode how rows continue at the left and right, see createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as createLinearFilter, and for an even or negative ksize, a negative or infinite sigma or NaN, or ksize and sigma both 0
@sa cv::GaussianBlur, cv::cuda::createGaussianFilter */
CV_EXPORTS_W Ptr<Filter> createGaussianFilter(int srcType, int dstType, Size ksize, double sigma1, double sigma2 = 0,
                                              int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1,
                                              Scalar borderVal = Scalar::all(0));

/** @brief Mathematical morphology: erosion, dilation, and what is made of them, with any structuring element.

As cv::morphologyEx, equal to it in every pixel. Erosion is the lowest, dilation the highest pixel of the element around a pixel, channel
by channel; open dilates what was eroded, close erodes what was dilated; gradient is dilated - eroded, top-hat src - opened,
black-hat closed - src, all saturated. `iterations` counts every erosion and every dilation; a rectangle that is applied n times
is one rectangle of n * (ksize - 1) + 1 pixels, other elements are applied n times. A region of interest reads its neighbours in the
first erosion or dilation; the ones after it filter what that made, an image by itself. Where a window has NaNs, its result is
any of its pixels. Operations of more than one erosion or dilation borrow one or two stream-ordered scratch images.
@param op MORPH_ERODE, MORPH_DILATE, MORPH_OPEN, MORPH_CLOSE, MORPH_GRADIENT, MORPH_TOPHAT or MORPH_BLACKHAT of cv::MorphTypes
@param srcType type of the source image, and of the destination
@param kernel structuring element, CV_8UC1, any size, pixels that are not 0 belong to it; empty: 3x3 pixels
@param anchor pixel of the element that lies on the result; (-1, -1) is the centre
@param iterations how many times to erode and dilate; 0 neither; at most 10000 with an element that is no rectangle
@param borderMode see createLinearFilter; the default, BORDER_CONSTANT, is cv::erode's
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel; Scalar::all(DBL_MAX), which is
cv::morphologyDefaultBorderValue(), stands for pixels that never win
@throws cv::Exception as createLinearFilter, and for another op, a negative number of iterations, a kernel of another type or
one that is all 0
@sa cv::morphologyEx, cv::getStructuringElement, cv::cuda::createMorphologyFilter */
CV_EXPORTS_W Ptr<Filter> createMorphologyFilter(int op, int srcType, InputArray kernel, Point anchor = Point(-1, -1),
                                                int iterations = 1, int borderMode = BORDER_CONSTANT,
                                                Scalar borderVal = Scalar::all(DBL_MAX));

/** @brief The highest pixel of a rectangle, channel by channel; equal to cv::dilate with that border mode in every pixel.

@param srcType type of the source image, and of the destination
@param ksize width and height of the rectangle, at least 1
@param anchor pixel of the rectangle that lies on the result; (-1, -1) is the centre
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createBoxFilter
@sa cv::dilate, cv::cuda::createBoxMaxFilter */
CV_EXPORTS_W Ptr<Filter> createBoxMaxFilter(int srcType, Size ksize, Point anchor = Point(-1, -1),
                                            int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The lowest pixel of a rectangle, channel by channel; equal to cv::erode with that border mode in every pixel.

@param srcType type of the source image, and of the destination
@param ksize width and height of the rectangle, at least 1
@param anchor pixel of the rectangle that lies on the result; (-1, -1) is the centre
@param borderMode see createLinearFilter
@param borderVal see createLinearFilter
@throws cv::Exception as createBoxFilter
@sa cv::erode, cv::cuda::createBoxMinFilter */
CV_EXPORTS_W Ptr<Filter> createBoxMinFilter(int srcType, Size ksize, Point anchor = Point(-1, -1),
                                            int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The median of a square of pixels, channel by channel.

As cv::medianBlur, equal to it in every pixel; by the definition for depths and sizes that it lacks. The image continues outside with
its nearest pixel, and a region of interest does not read its neighbours. 3x3, 5x5 and 7x7 are selected in registers, larger squares of
8U and 8S by moving histograms (two rows of the square for each result), those of other depths bit by bit (all of the square, for each
bit in which its pixels differ). The result of a square with NaNs is not specified.
@param srcType type of the source image, and of the destination
@param windowSize side of the square, odd, from 3 to 4095
@param partition ignored; cv::cuda's filter divides its work by it
@throws cv::Exception as createLinearFilter, and for an even windowSize or one out of range
@sa cv::medianBlur, cv::cuda::createMedianFilter */
CV_EXPORTS_W Ptr<Filter> createMedianFilter(int srcType, int windowSize, int partition = 128);

}} // namespace cv::cudatiled

/** @} */

#endif // OPENCV_CUDATILED_HPP
