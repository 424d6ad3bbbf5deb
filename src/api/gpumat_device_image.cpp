// SPDX-License-Identifier: Apache-2.0
// DeviceImage: device memory under GpuMat headers, with any OpenCV.
#include <opencv2/cudatiled/device_image.hpp>

#include "../core/require.hpp"
#include "backend.hpp"
#include "gpumat.hpp"

#if CUDATILED_WITH_CUDA
#include "../core/cuda_error.hpp"
#endif

namespace cv { namespace cudatiled {

namespace {

const char kClass[] = "cudatiled::DeviceImage";

#if CUDATILED_WITH_CUDA

std::shared_ptr<void> allocate(std::size_t rowBytes, int rows, std::size_t& step)
{
    void* memory = nullptr;
    const cudaError_t error = cudaMallocPitch(&memory, &step, rowBytes, rows);
    requireCuda(error, kClass, cv::format("cudaMallocPitch of %d rows of %zu bytes", rows, rowBytes).c_str());
    return {memory, [](void* p) {
                cudaFree(p);
            }};
}

void copy(void* to, std::size_t toStep, const void* from, std::size_t fromStep, std::size_t rowBytes, int rows,
          cudaMemcpyKind kind, cudaStream_t stream)
{
    requireCuda(cudaMemcpy2DAsync(to, toStep, from, fromStep, rowBytes, rows, kind, stream), kClass,
                "cudaMemcpy2DAsync");
    requireCuda(cudaStreamSynchronize(stream), kClass, "cudaStreamSynchronize");
}

#else // every call is preceded by requireCudaDevice, which throws

const int cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2;

std::shared_ptr<void> allocate(std::size_t, int, std::size_t&)
{
    return nullptr;
}

void copy(void*, std::size_t, const void*, std::size_t, std::size_t, int, int, CUstream_st*)
{}

#endif

} // namespace

DeviceImage::DeviceImage() = default;

DeviceImage::DeviceImage(int rows, int cols, int type)
{
    create(rows, cols, type);
}

DeviceImage::DeviceImage(Size size, int type) : DeviceImage(size.height, size.width, type)
{}

DeviceImage::DeviceImage(InputArray host)
{
    upload(host);
}

void DeviceImage::create(int rows, int cols, int type)
{
    CUDATILED_REQUIRE(rows > 0 && cols > 0, kClass, StsBadSize,
                      "the size is %d x %d; width and height must be at least 1", cols, rows);
    type = CV_MAT_TYPE(type);
    if (!empty() && header_.rows == rows && header_.cols == cols && header_.type() == type)
        return;
    requireCudaDevice(kClass);
    release();
    std::size_t step = 0;
    std::shared_ptr<void> memory = allocate(static_cast<std::size_t>(cols) * CV_ELEM_SIZE(type), rows, step);
    header_ = cv::cuda::GpuMat(rows, cols, type, memory.get(), step);
    memory_ = std::move(memory);
}

void DeviceImage::create(Size size, int type)
{
    create(size.height, size.width, type);
}

void DeviceImage::release()
{
    header_ = cv::cuda::GpuMat();
    memory_.reset();
}

void DeviceImage::upload(InputArray host, CUstream_st* stream)
{
    const cv::Mat image = matrixOf(host);
    CUDATILED_REQUIRE(!image.empty() && image.dims == 2, kClass, StsBadSize,
                      "the image to upload is empty, or not 2-D");
    create(image.rows, image.cols, image.type());
    copy(header_.data, header_.step, image.data, image.step, image.cols * image.elemSize(), image.rows,
         cudaMemcpyHostToDevice, stream);
}

void DeviceImage::download(OutputArray host, CUstream_st* stream) const
{
    CUDATILED_REQUIRE(!empty(), kClass, StsBadSize, "there is nothing to download: the device image is empty");
    host.create(header_.rows, header_.cols, header_.type());
    cv::Mat image = matrixOf(host);
    copy(image.data, image.step, header_.data, header_.step, image.cols * image.elemSize(), image.rows,
         cudaMemcpyDeviceToHost, stream);
}

DeviceImage DeviceImage::operator()(Rect roi) const
{
    CUDATILED_REQUIRE(!roi.empty() && (roi & Rect({0, 0}, header_.size())) == roi, kClass, StsOutOfRange,
                      "the part is %d x %d at (%d, %d); it must lie inside the image of %d x %d", roi.width, roi.height,
                      roi.x, roi.y, header_.cols, header_.rows);
    DeviceImage part;
    part.header_ = cv::cuda::GpuMat(header_, roi);
    part.memory_ = memory_;
    return part;
}

}} // namespace cv::cudatiled
