// SPDX-License-Identifier: Apache-2.0
// The same filters in other libraries.
#include "peers.hpp"

#include <opencv2/imgproc.hpp>

#if CUDATILED_OPENCV_HAS_CUDA && defined(HAVE_OPENCV_CUDAFILTERS)
#include <opencv2/core/cuda_stream_accessor.hpp>
#include <opencv2/cudafilters.hpp>
#define CUDATILED_HAVE_OPENCV_CUDAFILTERS
#if CUDATILED_TEST_CUDAIMGPROC
#include <opencv2/cudaimgproc.hpp>
#endif
#endif
#if CUDATILED_TEST_NPP
#include <cuda_runtime.h>
#include <nppi_filtering_functions.h>
#endif

namespace cudatiled_test {

namespace {

#ifdef CUDATILED_HAVE_OPENCV_CUDAFILTERS

#define FILTERS cv::cuda
#include "cv_cuda_filters.inl"
#undef FILTERS

#if CUDATILED_TEST_CUDAIMGPROC

PeerFilter createCanny(const Parameters& p, int srcType)
{
    if (srcType != CV_8UC1)
        return {};
    const auto detector = cv::cuda::createCannyEdgeDetector(p.thresholds[0], p.thresholds[1], p.ksize.width, p.l2);
    return [detector](const cv::cuda::GpuMat& src, cv::cuda::GpuMat& dst, CUstream_st* stream) {
        cv::cuda::Stream wrapped = cv::cuda::StreamAccessor::wrapStream(stream);
        detector->detect(src, dst, wrapped);
        return true;
    };
}

#else

PeerFilter createCanny(const Parameters&, int)
{
    return {};
}

#endif

PeerFilter createOpenCvCuda(const std::string& filter, const Parameters& p, int border, int srcType, int dstType)
{
    if (filter == "Canny")
        return createCanny(p, srcType);
    const bool sum = filter == "RowSum" || filter == "ColumnSum";
    const bool otherBorder = filter == "Morphology" && !(p.defaultOutside && border == cv::BORDER_CONSTANT);
    if ((!p.normalize && !sum) || p.delta != 0 || otherBorder)
        return {};
    try
    {
        const cv::Ptr<cv::cuda::Filter> created = createAsCvCuda(filter, p, border, srcType, dstType);
        if (!created)
            return {};
        return [created](const cv::cuda::GpuMat& src, cv::cuda::GpuMat& dst, CUstream_st* stream) {
            cv::cuda::Stream wrapped = cv::cuda::StreamAccessor::wrapStream(stream);
            created->apply(src, dst, wrapped);
            return true;
        };
    }
    catch (const cv::Exception&) // how cv::cuda says that it lacks a type or a size
    {
        return {};
    }
}

#else

PeerFilter createOpenCvCuda(const std::string&, const Parameters&, int, int, int)
{
    return {};
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
    static constexpr auto highest = {nppiFilterMaxBorder_8u_C1R_Ctx, nppiFilterMaxBorder_8u_C3R_Ctx,
                                     nppiFilterMaxBorder_8u_C4R_Ctx};
    static constexpr auto lowest = {nppiFilterMinBorder_8u_C1R_Ctx, nppiFilterMinBorder_8u_C3R_Ctx,
                                    nppiFilterMinBorder_8u_C4R_Ctx};
    static constexpr auto gaussian = {nppiFilterGaussAdvancedBorder_8u_C1R_Ctx,
                                      nppiFilterGaussAdvancedBorder_8u_C3R_Ctx,
                                      nppiFilterGaussAdvancedBorder_8u_C4R_Ctx};
    static constexpr auto median = {nppiFilterMedianBorder_8u_C1R_Ctx, nppiFilterMedianBorder_8u_C3R_Ctx,
                                    nppiFilterMedianBorder_8u_C4R_Ctx};
    static constexpr auto medianBytes = {nppiFilterMedianBorderGetBufferSize_8u_C1R_Ctx,
                                         nppiFilterMedianBorderGetBufferSize_8u_C3R_Ctx,
                                         nppiFilterMedianBorderGetBufferSize_8u_C4R_Ctx};
};
template <> struct Npp<Npp16u>
{
    static constexpr auto linear = {nppiFilterBorder32f_16u_C1R_Ctx, nppiFilterBorder32f_16u_C3R_Ctx,
                                    nppiFilterBorder32f_16u_C4R_Ctx};
    static constexpr auto box = {nppiFilterBoxBorder_16u_C1R_Ctx, nppiFilterBoxBorder_16u_C3R_Ctx,
                                 nppiFilterBoxBorder_16u_C4R_Ctx};
    static constexpr auto highest = {nppiFilterMaxBorder_16u_C1R_Ctx, nppiFilterMaxBorder_16u_C3R_Ctx,
                                     nppiFilterMaxBorder_16u_C4R_Ctx};
    static constexpr auto lowest = {nppiFilterMinBorder_16u_C1R_Ctx, nppiFilterMinBorder_16u_C3R_Ctx,
                                    nppiFilterMinBorder_16u_C4R_Ctx};
    static constexpr auto gaussian = {nppiFilterGaussAdvancedBorder_16u_C1R_Ctx,
                                      nppiFilterGaussAdvancedBorder_16u_C3R_Ctx,
                                      nppiFilterGaussAdvancedBorder_16u_C4R_Ctx};
    static constexpr auto median = {nppiFilterMedianBorder_16u_C1R_Ctx, nppiFilterMedianBorder_16u_C3R_Ctx,
                                    nppiFilterMedianBorder_16u_C4R_Ctx};
    static constexpr auto medianBytes = {nppiFilterMedianBorderGetBufferSize_16u_C1R_Ctx,
                                         nppiFilterMedianBorderGetBufferSize_16u_C3R_Ctx,
                                         nppiFilterMedianBorderGetBufferSize_16u_C4R_Ctx};
};
template <> struct Npp<Npp16s>
{
    static constexpr auto linear = {nppiFilterBorder32f_16s_C1R_Ctx, nppiFilterBorder32f_16s_C3R_Ctx,
                                    nppiFilterBorder32f_16s_C4R_Ctx};
    static constexpr auto box = {nppiFilterBoxBorder_16s_C1R_Ctx, nppiFilterBoxBorder_16s_C3R_Ctx,
                                 nppiFilterBoxBorder_16s_C4R_Ctx};
    static constexpr auto highest = {nppiFilterMaxBorder_16s_C1R_Ctx, nppiFilterMaxBorder_16s_C3R_Ctx,
                                     nppiFilterMaxBorder_16s_C4R_Ctx};
    static constexpr auto lowest = {nppiFilterMinBorder_16s_C1R_Ctx, nppiFilterMinBorder_16s_C3R_Ctx,
                                    nppiFilterMinBorder_16s_C4R_Ctx};
    static constexpr auto gaussian = {nppiFilterGaussAdvancedBorder_16s_C1R_Ctx,
                                      nppiFilterGaussAdvancedBorder_16s_C3R_Ctx,
                                      nppiFilterGaussAdvancedBorder_16s_C4R_Ctx};
    static constexpr auto median = {nppiFilterMedianBorder_16s_C1R_Ctx, nppiFilterMedianBorder_16s_C3R_Ctx,
                                    nppiFilterMedianBorder_16s_C4R_Ctx};
    static constexpr auto medianBytes = {nppiFilterMedianBorderGetBufferSize_16s_C1R_Ctx,
                                         nppiFilterMedianBorderGetBufferSize_16s_C3R_Ctx,
                                         nppiFilterMedianBorderGetBufferSize_16s_C4R_Ctx};
};
template <> struct Npp<Npp32f>
{
    static constexpr auto linear = {nppiFilterBorder_32f_C1R_Ctx, nppiFilterBorder_32f_C3R_Ctx,
                                    nppiFilterBorder_32f_C4R_Ctx};
    static constexpr auto box = {nppiFilterBoxBorder_32f_C1R_Ctx, nppiFilterBoxBorder_32f_C3R_Ctx,
                                 nppiFilterBoxBorder_32f_C4R_Ctx};
    static constexpr auto highest = {nppiFilterMaxBorder_32f_C1R_Ctx, nppiFilterMaxBorder_32f_C3R_Ctx,
                                     nppiFilterMaxBorder_32f_C4R_Ctx};
    static constexpr auto lowest = {nppiFilterMinBorder_32f_C1R_Ctx, nppiFilterMinBorder_32f_C3R_Ctx,
                                    nppiFilterMinBorder_32f_C4R_Ctx};
    static constexpr auto gaussian = {nppiFilterGaussAdvancedBorder_32f_C1R_Ctx,
                                      nppiFilterGaussAdvancedBorder_32f_C3R_Ctx,
                                      nppiFilterGaussAdvancedBorder_32f_C4R_Ctx};
    static constexpr auto median = {nppiFilterMedianBorder_32f_C1R_Ctx, nppiFilterMedianBorder_32f_C3R_Ctx,
                                    nppiFilterMedianBorder_32f_C4R_Ctx};
    static constexpr auto medianBytes = {nppiFilterMedianBorderGetBufferSize_32f_C1R_Ctx,
                                         nppiFilterMedianBorderGetBufferSize_32f_C3R_Ctx,
                                         nppiFilterMedianBorderGetBufferSize_32f_C4R_Ctx};
};

NppStreamContext nppContext(cudaStream_t stream)
{
    NppStreamContext c{};
    cudaDeviceProp properties{};
    cudaGetDevice(&c.nCudaDeviceId);
    cudaGetDeviceProperties(&properties, c.nCudaDeviceId);
    c.hStream = stream;
    c.nMultiProcessorCount = properties.multiProcessorCount;
    c.nMaxThreadsPerMultiProcessor = properties.maxThreadsPerMultiProcessor;
    c.nMaxThreadsPerBlock = properties.maxThreadsPerBlock;
    c.nSharedMemPerBlock = properties.sharedMemPerBlock;
    c.nCudaDevAttrComputeCapabilityMajor = properties.major;
    c.nCudaDevAttrComputeCapabilityMinor = properties.minor;
    return c;
}

class NppMemory
{
public:
    explicit NppMemory(std::size_t bytes) { cudaMalloc(&memory_, bytes); }
    // A copy of taps; NPP convolves, so they are turned around.
    explicit NppMemory(const cv::Mat& taps) : NppMemory(taps.total() * sizeof(float))
    {
        cv::Mat turned;
        cv::flip(taps, turned, -1);
        cudaMemcpy(memory_, turned.ptr(), turned.total() * sizeof(float), cudaMemcpyHostToDevice);
    }
    ~NppMemory() { cudaFree(memory_); }
    NppMemory(const NppMemory&) = delete;
    NppMemory& operator=(const NppMemory&) = delete;
    template <class T> T* data() const { return static_cast<T*>(memory_); }

private:
    void* memory_ = nullptr;
};

// Its working memory comes with the first call, and serves those on images of the same size.
template <class T> PeerFilter createNppMedian(int windowSize, int index)
{
    const NppiSize mask{windowSize, windowSize};
    auto buffer = std::make_shared<std::unique_ptr<NppMemory>>();
    return [=, context = nppContext(nullptr)](const cv::cuda::GpuMat& src, cv::cuda::GpuMat& dst, CUstream_st* stream) {
        NppStreamContext onStream = context;
        onStream.hStream = stream;
        const NppiSize size{src.cols, src.rows};
        if (!*buffer)
        {
            Npp32u bytes = 0;
            if (Npp<T>::medianBytes.begin()[index](size, mask, &bytes, NPP_BORDER_REPLICATE, onStream) != NPP_SUCCESS)
                return false;
            *buffer = std::make_unique<NppMemory>(std::max<std::size_t>(bytes, 1));
        }
        return Npp<T>::median.begin()[index](src.ptr<T>(), static_cast<int>(src.step), size, {0, 0}, dst.ptr<T>(),
                                             static_cast<int>(dst.step), size, mask, {mask.width / 2, mask.height / 2},
                                             (*buffer)->template data<Npp8u>(), NPP_BORDER_REPLICATE,
                                             onStream) == NPP_SUCCESS;
    };
}

template <class T> PeerFilter createNppFilter(const std::string& filter, const Parameters& p, int channels)
{
    const int index = channels == 1 ? 0 : channels - 2;
    constexpr int kLargestMedian =
        5; // of larger ones NPP 13.0 refuses some, and others access memory that is not theirs
    if (filter == "Median")
        return p.ksize.width <= kLargestMedian ? createNppMedian<T>(p.ksize.width, index) : PeerFilter();
    const NppiSize mask{p.ksize.width, p.ksize.height};
    const cv::Point anchor(p.anchor.x < 0 ? p.ksize.width / 2 : p.anchor.x,
                           p.anchor.y < 0 ? p.ksize.height / 2 : p.anchor.y);
    const bool gaussian = filter == "Gaussian", rectangle = filter == "Box" || filter == "BoxMax" || filter == "BoxMin";
    const auto ofRectangle = filter == "BoxMax" ? Npp<T>::highest : filter == "BoxMin" ? Npp<T>::lowest : Npp<T>::box;
    std::shared_ptr<NppMemory> taps;
    if (!rectangle)
        taps = std::make_shared<NppMemory>(gaussian ? cv::getGaussianKernel(mask.width, p.sigmaX, CV_32F) : p.kernel);
    return [=, context = nppContext(nullptr)](const cv::cuda::GpuMat& src, cv::cuda::GpuMat& dst, CUstream_st* stream) {
        NppStreamContext onStream = context;
        onStream.hStream = stream;
        const NppiSize size{src.cols, src.rows};
        const T* from = src.ptr<T>();
        T* to = dst.ptr<T>();
        const int srcStep = static_cast<int>(src.step), dstStep = static_cast<int>(dst.step);
        if (rectangle)
            return ofRectangle.begin()[index](from, srcStep, size, {0, 0}, to, dstStep, size, mask,
                                              {anchor.x, anchor.y}, NPP_BORDER_REPLICATE, onStream) == NPP_SUCCESS;
        if (gaussian)
            return Npp<T>::gaussian.begin()[index](from, srcStep, size, {0, 0}, to, dstStep, size, mask.width,
                                                   taps->data<const float>(), NPP_BORDER_REPLICATE,
                                                   onStream) == NPP_SUCCESS;
        return Npp<T>::linear.begin()[index](from, srcStep, size, {0, 0}, to, dstStep, size, taps->data<const float>(),
                                             mask, {mask.width - 1 - anchor.x, mask.height - 1 - anchor.y},
                                             NPP_BORDER_REPLICATE, onStream) == NPP_SUCCESS;
    };
}

// NPP has rectangles only; they are BoxMax and BoxMin, too.
PeerFilter createNpp(const std::string& asked, const Parameters& given, int border, int srcType, int dstType)
{
    std::string filter = asked;
    Parameters p = given;
    if (filter == "Morphology" && p.op <= cv::MORPH_DILATE && p.iterations == 1 &&
        cv::countNonZero(p.element) == static_cast<int>(p.element.total()))
    {
        filter = p.op == cv::MORPH_DILATE ? "BoxMax" : "BoxMin";
        p.ksize = p.element.size();
    }
    const int channels = CV_MAT_CN(srcType);
    const bool square = filter != "Gaussian" || (p.ksize.width == p.ksize.height && p.sigmaX == p.sigmaY);
    if (border != cv::BORDER_REPLICATE || srcType != dstType || channels == 2 || p.delta != 0 || !p.normalize ||
        !square || (filter.compare(0, 3, "Box") != 0 && filter != "Gaussian" && filter != "Median" && p.kernel.empty()))
        return {};
    switch (CV_MAT_DEPTH(srcType))
    {
    case CV_8U: return createNppFilter<Npp8u>(filter, p, channels);
    case CV_16U: return createNppFilter<Npp16u>(filter, p, channels);
    case CV_16S: return createNppFilter<Npp16s>(filter, p, channels);
    case CV_32F: return createNppFilter<Npp32f>(filter, p, channels);
    default: return {};
    }
}

#else

PeerFilter createNpp(const std::string&, const Parameters&, int, int, int)
{
    return {};
}

#endif

} // namespace

PeerFilter createPeer(Peer peer, const std::string& filter, const Parameters& parameters, int borderMode, int srcType,
                      int dstType)
{
    return peer == Peer::Npp ? createNpp(filter, parameters, borderMode, srcType, dstType)
                             : createOpenCvCuda(filter, parameters, borderMode, srcType, dstType);
}

} // namespace cudatiled_test
