// SPDX-License-Identifier: Apache-2.0
// The same filters in other libraries.
#include "peers.hpp"

#include <opencv2/imgproc.hpp>

#if CUDATILED_OPENCV_HAS_CUDA && defined(HAVE_OPENCV_CUDAFILTERS)
#include <opencv2/cudafilters.hpp>
#define CUDATILED_HAVE_OPENCV_CUDAFILTERS
#endif
#if CUDATILED_TEST_NPP
#include <cuda_runtime.h>
#include <nppi_filtering_functions.h>
#endif

namespace cudatiled_test {

namespace {

#ifdef CUDATILED_HAVE_OPENCV_CUDAFILTERS

cv::Ptr<cv::cuda::Filter> openCvFilter(const std::string& filter, const Parameters& p, int border, int srcType,
                                       int dstType)
{
    using namespace cv::cuda;
    if (filter == "Box")
        return createBoxFilter(srcType, dstType, p.ksize, p.anchor, border);
    if (filter == "Gaussian")
        return createGaussianFilter(srcType, dstType, p.ksize, p.sigmaX, p.sigmaY, border);
    if (filter == "Sobel")
        return createSobelFilter(srcType, dstType, p.dx, p.dy, p.ksize.width, p.scale, border);
    if (filter == "SeparableLinear")
        return createSeparableLinearFilter(srcType, dstType, p.rowKernel, p.columnKernel, p.anchor, border);
    return createLinearFilter(srcType, dstType, p.kernel, p.anchor, border);
}

bool runOpenCvCuda(const std::string& filter, const Parameters& p, int border, const cv::cuda::GpuMat& src,
                   cv::cuda::GpuMat& dst)
{
    if (!p.normalize || p.delta != 0)
        return false;
    try
    {
        openCvFilter(filter, p, border, src.type(), dst.type())->apply(src, dst);
        cv::cuda::Stream::Null().waitForCompletion();
        return true;
    }
    catch (const cv::Exception&) // how cv::cuda says that it lacks a type or a size
    {
        return false;
    }
}

#else

bool runOpenCvCuda(const std::string&, const Parameters&, int, const cv::cuda::GpuMat&, cv::cuda::GpuMat&)
{
    return false;
}

#endif

#if CUDATILED_TEST_NPP

// NPP's functions for 1, 3 and 4 channels of one depth.
template <class T> struct Npp;
template <> struct Npp<Npp8u>
{
    static constexpr auto linear = {nppiFilterBorder32f_8u_C1R_Ctx, nppiFilterBorder32f_8u_C3R_Ctx,
                                    nppiFilterBorder32f_8u_C4R_Ctx};
    static constexpr auto box = {nppiFilterBoxBorder_8u_C1R_Ctx, nppiFilterBoxBorder_8u_C3R_Ctx,
                                 nppiFilterBoxBorder_8u_C4R_Ctx};
    static constexpr auto gaussian = {nppiFilterGaussAdvancedBorder_8u_C1R_Ctx,
                                      nppiFilterGaussAdvancedBorder_8u_C3R_Ctx,
                                      nppiFilterGaussAdvancedBorder_8u_C4R_Ctx};
};
template <> struct Npp<Npp16u>
{
    static constexpr auto linear = {nppiFilterBorder32f_16u_C1R_Ctx, nppiFilterBorder32f_16u_C3R_Ctx,
                                    nppiFilterBorder32f_16u_C4R_Ctx};
    static constexpr auto box = {nppiFilterBoxBorder_16u_C1R_Ctx, nppiFilterBoxBorder_16u_C3R_Ctx,
                                 nppiFilterBoxBorder_16u_C4R_Ctx};
    static constexpr auto gaussian = {nppiFilterGaussAdvancedBorder_16u_C1R_Ctx,
                                      nppiFilterGaussAdvancedBorder_16u_C3R_Ctx,
                                      nppiFilterGaussAdvancedBorder_16u_C4R_Ctx};
};
template <> struct Npp<Npp16s>
{
    static constexpr auto linear = {nppiFilterBorder32f_16s_C1R_Ctx, nppiFilterBorder32f_16s_C3R_Ctx,
                                    nppiFilterBorder32f_16s_C4R_Ctx};
    static constexpr auto box = {nppiFilterBoxBorder_16s_C1R_Ctx, nppiFilterBoxBorder_16s_C3R_Ctx,
                                 nppiFilterBoxBorder_16s_C4R_Ctx};
    static constexpr auto gaussian = {nppiFilterGaussAdvancedBorder_16s_C1R_Ctx,
                                      nppiFilterGaussAdvancedBorder_16s_C3R_Ctx,
                                      nppiFilterGaussAdvancedBorder_16s_C4R_Ctx};
};
template <> struct Npp<Npp32f>
{
    static constexpr auto linear = {nppiFilterBorder_32f_C1R_Ctx, nppiFilterBorder_32f_C3R_Ctx,
                                    nppiFilterBorder_32f_C4R_Ctx};
    static constexpr auto box = {nppiFilterBoxBorder_32f_C1R_Ctx, nppiFilterBoxBorder_32f_C3R_Ctx,
                                 nppiFilterBoxBorder_32f_C4R_Ctx};
    static constexpr auto gaussian = {nppiFilterGaussAdvancedBorder_32f_C1R_Ctx,
                                      nppiFilterGaussAdvancedBorder_32f_C3R_Ctx,
                                      nppiFilterGaussAdvancedBorder_32f_C4R_Ctx};
};

const NppStreamContext& nppContext()
{
    static const NppStreamContext context = [] {
        NppStreamContext c{};
        cudaDeviceProp properties{};
        cudaGetDevice(&c.nCudaDeviceId);
        cudaGetDeviceProperties(&properties, c.nCudaDeviceId);
        c.nMultiProcessorCount = properties.multiProcessorCount;
        c.nMaxThreadsPerMultiProcessor = properties.maxThreadsPerMultiProcessor;
        c.nMaxThreadsPerBlock = properties.maxThreadsPerBlock;
        c.nSharedMemPerBlock = properties.sharedMemPerBlock;
        c.nCudaDevAttrComputeCapabilityMajor = properties.major;
        c.nCudaDevAttrComputeCapabilityMinor = properties.minor;
        return c;
    }();
    return context;
}

// A device copy of taps; NPP convolves, so they are turned around.
class NppTaps
{
public:
    explicit NppTaps(const cv::Mat& taps)
    {
        cv::Mat turned;
        cv::flip(taps, turned, -1);
        cudaMalloc(&memory_, turned.total() * sizeof(float));
        cudaMemcpy(memory_, turned.ptr(), turned.total() * sizeof(float), cudaMemcpyHostToDevice);
    }
    ~NppTaps() { cudaFree(memory_); }
    const float* data() const { return static_cast<const float*>(memory_); }

private:
    void* memory_ = nullptr;
};

template <class T>
NppStatus callNpp(const std::string& filter, const Parameters& p, const cv::cuda::GpuMat& src, cv::cuda::GpuMat& dst)
{
    const int index = src.channels() == 1 ? 0 : src.channels() - 2;
    const NppiSize size{src.cols, src.rows}, mask{p.ksize.width, p.ksize.height};
    const cv::Point anchor(p.anchor.x < 0 ? p.ksize.width / 2 : p.anchor.x,
                           p.anchor.y < 0 ? p.ksize.height / 2 : p.anchor.y);
    const T* from = src.ptr<T>();
    T* to = dst.ptr<T>();
    const int srcStep = static_cast<int>(src.step), dstStep = static_cast<int>(dst.step);
    if (filter == "Box")
        return Npp<T>::box.begin()[index](from, srcStep, size, {0, 0}, to, dstStep, size, mask, {anchor.x, anchor.y},
                                          NPP_BORDER_REPLICATE, nppContext());
    if (filter == "Gaussian")
    {
        const NppTaps taps(cv::getGaussianKernel(p.ksize.width, p.sigmaX, CV_32F));
        return Npp<T>::gaussian.begin()[index](from, srcStep, size, {0, 0}, to, dstStep, size, p.ksize.width,
                                               taps.data(), NPP_BORDER_REPLICATE, nppContext());
    }
    const NppTaps taps(p.kernel);
    return Npp<T>::linear.begin()[index](from, srcStep, size, {0, 0}, to, dstStep, size, taps.data(), mask,
                                         {mask.width - 1 - anchor.x, mask.height - 1 - anchor.y}, NPP_BORDER_REPLICATE,
                                         nppContext());
}

bool runNpp(const std::string& filter, const Parameters& p, int border, const cv::cuda::GpuMat& src,
            cv::cuda::GpuMat& dst)
{
    const bool square = filter != "Gaussian" || (p.ksize.width == p.ksize.height && p.sigmaX == p.sigmaY);
    if (border != cv::BORDER_REPLICATE || src.type() != dst.type() || src.channels() == 2 || p.delta != 0 ||
        !p.normalize || !square || filter == "Sobel" || filter == "SeparableLinear")
        return false;
    NppStatus status = NPP_NOT_SUPPORTED_MODE_ERROR;
    switch (src.depth())
    {
    case CV_8U: status = callNpp<Npp8u>(filter, p, src, dst); break;
    case CV_16U: status = callNpp<Npp16u>(filter, p, src, dst); break;
    case CV_16S: status = callNpp<Npp16s>(filter, p, src, dst); break;
    case CV_32F: status = callNpp<Npp32f>(filter, p, src, dst); break;
    default: break;
    }
    return cudaDeviceSynchronize() == cudaSuccess && status == NPP_SUCCESS;
}

#else

bool runNpp(const std::string&, const Parameters&, int, const cv::cuda::GpuMat&, cv::cuda::GpuMat&)
{
    return false;
}

#endif

} // namespace

bool runPeer(Peer peer, const std::string& filter, const Parameters& parameters, int borderMode,
             const cv::cuda::GpuMat& src, cv::cuda::GpuMat& dst)
{
    return peer == Peer::Npp ? runNpp(filter, parameters, borderMode, src, dst)
                             : runOpenCvCuda(filter, parameters, borderMode, src, dst);
}

} // namespace cudatiled_test
