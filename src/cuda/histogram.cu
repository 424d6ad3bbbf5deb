// SPDX-License-Identifier: Apache-2.0
// Histograms, and the thresholds that they tell, on CUDA.
#include "histogram.hpp"

#include "../kernels/histogram/wide_thresholds.cuh"
#include "../launch/histogram.cuh"
#include "../launch/wide_histogram.cuh"

namespace cv { namespace cudatiled {

void countOnCuda(const CudaSource& src, int srcType, int bins, std::size_t sharedBytes, const CudaTarget& hist,
                 CudaStream stream, const char* function)
{
    const CountsTarget target{static_cast<std::uint32_t*>(hist.data),
                              static_cast<std::ptrdiff_t>(hist.step / sizeof(std::uint32_t))};
    if (CV_MAT_DEPTH(srcType) == CV_8U)
        launchHistogram(CV_MAT_CN(srcType), sharedBytes, src, target, stream, function);
    else
        launchWideHistogram(CV_MAT_CN(srcType), bins, sharedBytes, src, target, stream, function);
}

namespace {

template <class Threshold> void launchThresholdLevels(const ThresholdLevelArguments& a, int rows, CudaStream stream)
{
    launchGrid<LevelTile, thresholdLevelKernel<LevelTile, Threshold>>("thresholdLevelKernel", a, dim3(rows), stream);
}

template <class Threshold> void launchWideLevels(const ThresholdLevelArguments& a, int rows, CudaStream stream)
{
    launchGrid<LevelTile, wideThresholdLevelKernel<LevelTile, Threshold>>("wideThresholdLevelKernel", a, dim3(rows),
                                                                          stream);
}

} // namespace

void thresholdsOnCuda(const CudaTarget& hist, int rows, int bins, bool otsu, const CudaTarget& levels,
                      CudaStream stream)
{
    const ThresholdLevelArguments a{static_cast<const std::uint32_t*>(hist.data),
                                    static_cast<std::int32_t*>(levels.data),
                                    static_cast<std::ptrdiff_t>(hist.step / sizeof(std::uint32_t)),
                                    static_cast<std::ptrdiff_t>(levels.step / sizeof(std::int32_t))};
    if (bins == kLevels)
        (otsu ? launchThresholdLevels<OtsuThreshold> : launchThresholdLevels<TriangleThreshold>)(a, rows, stream);
    else
        (otsu ? launchWideLevels<WideOtsuThreshold> : launchWideLevels<WideTriangleThreshold>)(a, rows, stream);
}

}} // namespace cv::cudatiled
