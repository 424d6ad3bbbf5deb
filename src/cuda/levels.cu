// SPDX-License-Identifier: Apache-2.0
// Tables from histograms on CUDA: count, make a table for each channel, look up. Nothing waits for the host.
#include "../core/scratch.hpp"
#include "../launch/histogram.cuh"
#include "../launch/look_up.cuh"
#include "../plans/levels_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::Filter::apply";

class LevelsInSteps final : public CudaKernel
{
public:
    explicit LevelsInSteps(const LevelsPlan& plan) : plan_(plan) {}

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
        launchHistogram(channels, call.src, {counts, kLevels}, call.stream, kApply);
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
};

} // namespace

CudaKernels kernelsFor(const LevelsPlan& plan)
{
    CudaKernels kernels;
    kernels.push_back(CudaKernelPtr(new LevelsInSteps(plan)));
    return kernels;
}

}} // namespace cv::cudatiled
