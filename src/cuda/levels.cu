// SPDX-License-Identifier: Apache-2.0
// Tables from histograms on CUDA: count, make a table for each channel, look up. Nothing waits for the host.
#include "../core/device.hpp"
#include "../core/scratch.hpp"
#include "../kernels/histogram/compare_levels.cuh"
#include "../launch/fours.hpp"
#include "../launch/histogram.cuh"
#include "../launch/look_up.cuh"
#include "../plans/levels_plan.hpp"
#include "histogram.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::Filter::apply", kCreate[] = "cudatiled::create...Filter";

class LevelsInSteps final : public CudaKernel
{
public:
    explicit LevelsInSteps(const LevelsPlan& plan) : plan_(plan), sharedBytes_(lowestSharedMemory(kCreate)) {}

    bool takes(const CudaCall&) const override { return true; }
    std::string name(const CudaCall&) const override
    {
        return std::string(kHistogramKernels) + " + " + kLevelTablesKernel + " + " + kLookUpKernel;
    }

    void launch(const CudaCall& call) const override
    {
        const int channels = CV_MAT_CN(plan_.srcType);
        const cv::Size size = call.src.region.size;
        const ScratchImage memory(channels * kLevels * (sizeof(std::uint32_t) + 1), 1, call.stream, kApply);
        auto* const counts = static_cast<std::uint32_t*>(memory.data());
        auto* const levels = reinterpret_cast<std::uint8_t*>(counts + channels * kLevels);
        launchHistogram(channels, sharedBytes_, call.src, {counts, kLevels}, call.stream, kApply);
        launchTables(
            {counts, channels, static_cast<std::uint32_t>(size.width) * static_cast<std::uint32_t>(size.height)},
            levels, call.stream);
        LookUpArguments a{batchSource<std::uint8_t>(plan_), batchTarget<std::uint8_t>(plan_), {}, levels};
        setImages(a, call);
        launchLookUp(channels, a, call);
    }

private:
    void launchTables(const LevelCounts& counts, std::uint8_t* levels, CudaStream stream) const
    {
        switch (plan_.rule)
        {
        case LevelsRule::Equalize: return launchLevelTables(EqualizeTable{}, counts, levels, stream);
        case LevelsRule::OtsuThreshold:
            return launchLevelTables(ThresholdTable<OtsuThreshold>{plan_.threshold}, counts, levels, stream);
        case LevelsRule::TriangleThreshold:
            return launchLevelTables(ThresholdTable<TriangleThreshold>{plan_.threshold}, counts, levels, stream);
        case LevelsRule::Contrast: return launchLevelTables(ContrastTable{plan_.contrast}, counts, levels, stream);
        case LevelsRule::GreyWorld: return launchLevelTables(GreyWorldTable{}, counts, levels, stream);
        }
    }

    const LevelsPlan plan_;
    const std::size_t sharedBytes_; // of a block, of every device
};

// Images of 16 bits: count, find a threshold for each channel, compare.
class WideThresholdInSteps final : public CudaKernel
{
public:
    explicit WideThresholdInSteps(const LevelsPlan& plan) : plan_(plan), sharedBytes_(lowestSharedMemory(kCreate)) {}

    bool takes(const CudaCall&) const override { return true; }
    std::string name(const CudaCall&) const override
    {
        return "clearCountsKernel + wideHistogramKernel + wideThresholdLevelKernel + compareLevelsKernel";
    }

    void launch(const CudaCall& call) const override
    {
        const int channels = CV_MAT_CN(plan_.srcType);
        const ScratchImage counts(kWideLevels * sizeof(std::uint32_t), channels, call.stream, kApply),
            levels(sizeof(std::int32_t) * channels, 1, call.stream, kApply);
        const CudaTarget hist{counts.data(), counts.step()};
        countOnCuda(call.src, plan_.srcType, kWideLevels, sharedBytes_, hist, call.stream, kApply);
        thresholdsOnCuda(hist, channels, kWideLevels, plan_.rule == LevelsRule::OtsuThreshold,
                         {levels.data(), sizeof(std::int32_t)}, call.stream);
        compare(call, static_cast<const std::int32_t*>(levels.data()));
    }

private:
    void compare(const CudaCall& call, const std::int32_t* levels) const
    {
        const cv::Size size = call.src.region.size;
        const int channels = CV_MAT_CN(plan_.srcType);
        const auto* const source = firstPixel(call.src, CV_ELEM_SIZE(plan_.srcType));
        const CompareLevelsArguments a{reinterpret_cast<const std::uint16_t*>(source),
                                       static_cast<std::ptrdiff_t>(call.src.step),
                                       static_cast<std::uint16_t*>(call.dst.data),
                                       static_cast<std::ptrdiff_t>(call.dst.step),
                                       static_cast<std::ptrdiff_t>(size.width) * channels,
                                       size.height,
                                       channels,
                                       hasWholeFours(source, call.src.step, sizeof(std::uint16_t)),
                                       hasWholeFours(call.dst.data, call.dst.step, sizeof(std::uint16_t)),
                                       levels,
                                       plan_.threshold};
        launchGrid<FoursTile, compareLevelsKernel<FoursTile>>(
            "compareLevelsKernel", a, dim3(unitsOfRow<FoursTile>(a.scalars), std::min(size.height, kMostBlocks)),
            call.stream);
    }

    const LevelsPlan plan_;
    const std::size_t sharedBytes_; // of a block, of every device
};

template <class InSteps> CudaKernelPtr inSteps(const LevelsPlan& plan)
{
    return CudaKernelPtr(new InSteps(plan));
}

} // namespace

CudaKernels kernelsFor(const LevelsPlan& plan)
{
    return firstThatFit(plan,
                        CV_MAT_DEPTH(plan.srcType) == CV_16U ? inSteps<WideThresholdInSteps> : inSteps<LevelsInSteps>);
}

}} // namespace cv::cudatiled
