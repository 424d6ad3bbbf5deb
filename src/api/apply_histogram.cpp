// SPDX-License-Identifier: Apache-2.0
// calcHist and thresholdLevel: checks of their arrays, and the choice of the backend.
#include <opencv2/cudatiled/histogram.hpp>

#include <opencv2/imgproc.hpp>

#include "../core/device.hpp"
#include "../core/levels.hpp"
#include "../core/require.hpp"
#include "../cpu/histogram.hpp"
#include "../cuda/histogram.hpp"
#include "backend.hpp"
#include "gpumat.hpp"
#include "image_checks.hpp"

namespace cv { namespace cudatiled {

namespace {

const char kCount[] = "cudatiled::calcHist", kLevel[] = "cudatiled::thresholdLevel";

// A small array computed from another one: the functions for the device and for the CPU.
struct Reduction
{
    const char *function, *source, *result; // their names
    cv::Size (*size)(int type, cv::Size source, int parameter);
    void (*onCuda)(const cv::cuda::GpuMat& src, const cv::cuda::GpuMat& dst, int parameter, CudaStream stream);
    void (*onCpu)(const cv::Mat& src, cv::Mat& dst, int parameter);
    void (*check)(int type, cv::Size size, int parameter);
};

void reduceOnDevice(const Reduction& r, const cv::cuda::GpuMat& given, OutputArray dst, int parameter,
                    CudaStream stream)
{
    const cv::cuda::GpuMat src = given; // dst may be the same object, and be created anew
    r.check(src.type(), src.size(), parameter);
    checkGpuMat(r.function, r.source, src);
    requireCudaDevice(r.function);
    const cv::cuda::GpuMat& result =
        createGpuMat(r.function, r.result, dst, r.size(src.type(), src.size(), parameter), CV_32SC1);
    checkGpuMat(r.function, r.result, result);
    r.onCuda(src, result, parameter, stream);
}

void reduceOnHost(const Reduction& r, const cv::Mat& src, OutputArray dst, int parameter, CudaStream stream)
{
    r.check(src.type(), src.size(), parameter);
    const cv::Size size = r.size(src.type(), src.size(), parameter);
    checkResult(r.function, r.result, dst, size, CV_32SC1);
    const bool onCuda = getBackend() == BACKEND_CUDA;
    cv::Mat result(size, CV_32SC1);
    if (onCuda)
    {
        DeviceImage onDevice, small(size, CV_32SC1);
        onDevice.upload(src, stream);
        r.onCuda(onDevice, small, parameter, stream);
        small.download(result, stream);
    }
    else
        r.onCpu(src, result, parameter);
    result.copyTo(dst);
}

void reduce(const Reduction& r, InputArray src, OutputArray dst, int parameter, CudaStream stream)
{
    CUDATILED_REQUIRE(src.kind() != cv::_InputArray::NONE && dst.kind() != cv::_InputArray::NONE && !isBatch(src) &&
                          !isBatch(dst) && isDeviceImage(src) == isDeviceImage(dst),
                      r.function, StsBadArg, "%s and %s must be arrays, both on the host or both on the device",
                      r.source, r.result);
    if (isDeviceImage(src))
        reduceOnDevice(r, gpuMatOf(src), dst, parameter, stream);
    else
        reduceOnHost(r, matrixOf(src), dst, parameter, stream);
}

void checkCounted(int type, cv::Size size, int bins)
{
    const int depth = CV_MAT_DEPTH(type);
    CUDATILED_REQUIRE(size.width > 0 && size.height > 0, kCount, StsBadSize,
                      "src is empty (%d x %d); it must have at least one pixel", size.width, size.height);
    CUDATILED_REQUIRE((depth == CV_8U || depth == CV_16U) && CV_MAT_CN(type) <= 4, kCount, StsUnsupportedFormat,
                      "src is of type %s; it must be of 8U or 16U with 1 to 4 channels", typeName(type).c_str());
    CUDATILED_REQUIRE(depth == CV_16U || bins == kLevels, kCount, StsOutOfRange, "bins is %d; images of 8U have 256",
                      bins);
    CUDATILED_REQUIRE(bins >= kLevels && bins <= 65536 && (bins & (bins - 1)) == 0, kCount, StsOutOfRange,
                      "bins is %d; it must be a power of two from 256 to 65536", bins);
    CUDATILED_REQUIRE(static_cast<std::int64_t>(size.width) * size.height <= 0x7fffffff, kCount, StsOutOfRange,
                      "src is %d x %d; it may have 2^31 - 1 pixels", size.width, size.height);
}

void checkHistogram(int type, cv::Size size, int method)
{
    CUDATILED_REQUIRE(type == CV_32SC1 && (size.width == kLevels || size.width == kWideLevels) && size.height > 0,
                      kLevel, StsUnmatchedFormats,
                      "hist is %d x %d of type %s; it must have 256 columns of type 32SC1, or 65536", size.width,
                      size.height, typeName(type).c_str());
    CUDATILED_REQUIRE(method == cv::THRESH_OTSU || method == cv::THRESH_TRIANGLE, kLevel, StsBadFlag,
                      "type is %d; it must be THRESH_OTSU (8) or THRESH_TRIANGLE (16)", method);
}

#if CUDATILED_WITH_CUDA

void countOn(const cv::cuda::GpuMat& src, const cv::cuda::GpuMat& dst, int bins, CudaStream stream)
{
    const CudaSource image{src.data, src.step, {src.size(), src.size(), {0, 0}}};
    static const std::size_t sharedBytes = lowestSharedMemory(kCount); // asked once
    countOnCuda(image, src.type(), bins, sharedBytes, targetOf(dst), stream, kCount);
}

void levelsOn(const cv::cuda::GpuMat& src, const cv::cuda::GpuMat& dst, int method, CudaStream stream)
{
    thresholdsOnCuda(targetOf(src), src.rows, src.cols, method == cv::THRESH_OTSU, targetOf(dst), stream);
}

#else // arrays only get here with a device

void countOn(const cv::cuda::GpuMat&, const cv::cuda::GpuMat&, int, CudaStream)
{}
void levelsOn(const cv::cuda::GpuMat&, const cv::cuda::GpuMat&, int, CudaStream)
{}

#endif

const Reduction kHistogram = {kCount,      "src",
                              "hist",      [](int type, cv::Size, int bins) { return cv::Size(bins, CV_MAT_CN(type)); },
                              countOn,     [](const cv::Mat& src, cv::Mat& dst, int) { countOnCpu(src, dst); },
                              checkCounted};
const Reduction kThresholds = {
    kLevel,
    "hist",
    "level",
    [](int, cv::Size hist, int) { return cv::Size(1, hist.height); },
    levelsOn,
    [](const cv::Mat& src, cv::Mat& dst, int method) { thresholdsOnCpu(src, method == cv::THRESH_OTSU, dst); },
    checkHistogram};

// The result replaces `small` when all went well.
void reduce(const Reduction& r, const DeviceImage& src, DeviceImage& small, int parameter, CudaStream stream)
{
    r.check(src.type(), src.size(), parameter);
    DeviceImage result = small;
    result.create(r.size(src.type(), src.size(), parameter), CV_32SC1);
    r.onCuda(src, result, parameter, stream);
    small = result;
}

} // namespace

void calcHist(InputArray src, OutputArray hist, int bins)
{
    reduce(kHistogram, src, hist, bins, nullptr);
}

void calcHist(InputArray src, OutputArray hist, cv::cuda::Stream& stream)
{
    reduce(kHistogram, src, hist, kLevels, streamOf(kCount, stream));
}

void calcHist(InputArray src, OutputArray hist, int bins, cv::cuda::Stream& stream)
{
    reduce(kHistogram, src, hist, bins, streamOf(kCount, stream));
}

void calcHist(InputArray src, OutputArray hist, int bins, CUstream_st* stream)
{
    reduce(kHistogram, src, hist, bins, stream);
}

void calcHist(const DeviceImage& src, DeviceImage& hist, int bins, CUstream_st* stream)
{
    reduce(kHistogram, src, hist, bins, stream);
}

void thresholdLevel(InputArray hist, OutputArray level, int type)
{
    reduce(kThresholds, hist, level, type, nullptr);
}

void thresholdLevel(InputArray hist, OutputArray level, int type, cv::cuda::Stream& stream)
{
    reduce(kThresholds, hist, level, type, streamOf(kLevel, stream));
}

void thresholdLevel(InputArray hist, OutputArray level, int type, CUstream_st* stream)
{
    reduce(kThresholds, hist, level, type, stream);
}

void thresholdLevel(const DeviceImage& hist, DeviceImage& level, int type, CUstream_st* stream)
{
    reduce(kThresholds, hist, level, type, stream);
}

}} // namespace cv::cudatiled
