// SPDX-License-Identifier: Apache-2.0
// Arrays as OpenCV hands them over.
#include "gpumat.hpp"

#include <cstdint>

#include "../core/require.hpp"

#if CUDATILED_OPENCV_HAS_CUDA
#include <opencv2/core/cuda_stream_accessor.hpp>
#endif

namespace cv { namespace cudatiled {

bool isDeviceImage(const cv::_InputArray& array)
{
    return array.kind() == cv::_InputArray::CUDA_GPU_MAT;
}

bool isBatch(const cv::_InputArray& array)
{
    return isDeviceBatch(array) || array.kind() == cv::_InputArray::STD_VECTOR_MAT;
}

bool isDeviceBatch(const cv::_InputArray& array)
{
    return array.kind() == cv::_InputArray::STD_VECTOR_CUDA_GPU_MAT;
}

cv::Mat matrixOf(const cv::_InputArray& array)
{
    const cv::Mat given = array.getMat();
    if (given.dims != 1)
        return given;
    cv::Mat row = given.reshape(0);
    row.datastart = row.data;
    row.dataend = row.datalimit = row.data + row.cols * row.elemSize();
    return row;
}

cv::Mat kernelOf(const char* function, const char* name, cv::InputArray array)
{
    if (isDeviceImage(array))
    {
        CUDATILED_REQUIRE(gpuMatOf(array).empty(), function, StsBadArg, "%s is a cuda::GpuMat; it must be a Mat", name);
        return {};
    }
    const cv::Mat kernel = matrixOf(array);
    CUDATILED_REQUIRE(kernel.empty() || kernel.dims == 2, function, StsBadSize,
                      "%s has %d dimensions; it must be a matrix of 2", name, kernel.dims);
    return kernel;
}

const cv::cuda::GpuMat& gpuMatOf(cv::InputArray array)
{
    return *static_cast<const cv::cuda::GpuMat*>(array.getObj());
}

cv::cuda::GpuMat& gpuMatToMake(cv::OutputArray array)
{
    return array.getGpuMatRef();
}

cv::cuda::GpuMat& createGpuMat(const char* function, const char* name, cv::OutputArray dst, cv::Size size, int type)
{
    cv::cuda::GpuMat& image = gpuMatToMake(dst);
    const bool fits = image.size() == size && image.type() == type;
    if (fits && (image.data || dst.fixedSize() || !CUDATILED_OPENCV_HAS_CUDA))
        return image;
    CUDATILED_REQUIRE(!dst.fixedSize() && !dst.fixedType(), function, StsUnmatchedSizes,
                      "%s is %d x %d of type %s and cannot be changed; it must be %d x %d of type %s", name, image.cols,
                      image.rows, typeName(image.type()).c_str(), size.width, size.height, typeName(type).c_str());
#if CUDATILED_OPENCV_HAS_CUDA
    image.create(size, type);
#else
    CUDATILED_FAIL(
        function, StsUnmatchedSizes,
        "%s is %d x %d of type %s, and this OpenCV, built without CUDA, cannot allocate a GpuMat; hand in one of "
        "%d x %d of type %s, or a cv::cudatiled::DeviceImage",
        name, image.cols, image.rows, typeName(image.type()).c_str(), size.width, size.height, typeName(type).c_str());
#endif
    return image;
}

void checkGpuMat(const char* function, const char* name, const cv::cuda::GpuMat& image)
{
    const std::size_t rowBytes = image.cols * image.elemSize(), alignment = image.elemSize1();
    CUDATILED_REQUIRE(image.data, function, StsNullPtr,
                      "%s is a GpuMat of %d x %d pixels at a null pointer; it must point to device memory", name,
                      image.cols, image.rows);
    CUDATILED_REQUIRE(image.step >= rowBytes, function, BadStep,
                      "%s has a step of %zu bytes; a row of %d pixels of type %s takes %zu", name, image.step,
                      image.cols, typeName(image.type()).c_str(), rowBytes);
    CUDATILED_REQUIRE(reinterpret_cast<std::uintptr_t>(image.data) % alignment == 0 && image.step % alignment == 0,
                      function, BadAlign, "%s is at address %p with a step of %zu bytes; both must be multiples of %zu",
                      name, static_cast<const void*>(image.data), image.step, alignment);
}

CudaSource sourceOf(const ImagePlan& plan, const cv::cuda::GpuMat& image)
{
    if (plan.border.isolated)
        return {image.data, image.step, {image.size(), image.size(), {0, 0}}};
    cv::Size whole;
    cv::Point offset;
    image.locateROI(whole, offset);
    return {image.datastart, image.step, {image.size(), whole, offset}};
}

CudaTarget targetOf(const cv::cuda::GpuMat& image)
{
    return {image.data, image.step};
}

CudaStream streamOf(const char* function, cv::cuda::Stream& stream)
{
#if CUDATILED_OPENCV_HAS_CUDA
    (void)function;
    return cv::cuda::StreamAccessor::getStream(stream);
#else
    (void)stream;
    CUDATILED_FAIL(function, StsNotImplemented,
                   "this OpenCV was built without CUDA and has no streams; hand in a cudaStream_t");
#endif
}

}} // namespace cv::cudatiled
