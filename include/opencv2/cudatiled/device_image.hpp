// SPDX-License-Identifier: Apache-2.0
// DeviceImage: owns an image in device memory with any OpenCV. The GpuMat of an OpenCV without CUDA cannot allocate.
#ifndef OPENCV_CUDATILED_DEVICE_IMAGE_HPP
#define OPENCV_CUDATILED_DEVICE_IMAGE_HPP

#include <memory>

#include "opencv2/core.hpp"
#include "opencv2/core/cuda.hpp"

struct CUstream_st;

namespace cv { namespace cudatiled {

/** @addtogroup cudatiled
@{ */

/** @brief An image in device memory: rows x cols pixels of one type, rows `gpuMat().step` bytes apart.

Copies share the memory, like copies of a cv::Mat; the last one frees it. Needs a library built with CUDA and a device;
every member that touches device memory throws a cv::Exception otherwise. */
class CV_EXPORTS DeviceImage
{
public:
    /** @brief An empty image. */
    DeviceImage();

    /** @brief An image of uninitialised pixels.
    @param rows height in pixels
    @param cols width in pixels
    @param type e.g. CV_8UC3
    @throws cv::Exception where there is no device, or its memory is exhausted */
    DeviceImage(int rows, int cols, int type);
    DeviceImage(Size size, int type); //!< @overload

    /** @brief A copy of a host image.
    @param host the pixels, of any type */
    explicit DeviceImage(InputArray host);

    /** @brief Makes this an image of the given size and type. The memory is kept if size and type are the same already.
    @param rows height in pixels
    @param cols width in pixels
    @param type e.g. CV_8UC3 */
    void create(int rows, int cols, int type);
    void create(Size size, int type); //!< @overload

    /** @brief Makes this an empty image. The memory is freed if no copy shares it. */
    void release();

    /** @brief Copies a host image to the device; complete on return. Size and type become those of `host`.
    @param host the pixels, of any type
    @param stream a `cudaStream_t` of the current device; the copy follows the work in it; null is the default stream */
    void upload(InputArray host, CUstream_st* stream = nullptr);

    /** @brief Copies the image to the host; complete on return.
    @param host becomes an image of this size and type
    @param stream a `cudaStream_t` of the current device; the copy follows the work in it; null is the default stream */
    void download(OutputArray host, CUstream_st* stream = nullptr) const;

    /** @brief A part of the image, which shares its memory: filters read its neighbours in the whole image.
    @param roi the part, in pixels; it must lie inside the image */
    DeviceImage operator()(Rect roi) const;

    /** @brief The header that filters take. It is valid while this image, or a copy of it, lives and is not
    re-created. */
    const cv::cuda::GpuMat& gpuMat() const { return header_; }
    operator const cv::cuda::GpuMat&() const { return header_; } //!< @overload

    bool empty() const { return header_.empty(); } //!< Whether there are no pixels.
    Size size() const { return header_.size(); }   //!< Width and height in pixels.
    int type() const { return header_.type(); }    //!< E.g. CV_8UC3.

private:
    cv::cuda::GpuMat header_;
    std::shared_ptr<void> memory_;
};

/** @} */

}} // namespace cv::cudatiled

#endif // OPENCV_CUDATILED_DEVICE_IMAGE_HPP
