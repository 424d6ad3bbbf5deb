// SPDX-License-Identifier: Apache-2.0
// Launching separableMarchKernel: which plans and images it takes, and how the work is cut.
#include "separable_march.hpp"

#include <algorithm>

#include "../core/dispatch.hpp"
#include "../core/kernel_choice.hpp"
#include "../kernels/float_march/separable.cuh"
#include "float_march.cuh"

namespace cv { namespace cudatiled {

namespace {

template <int Taps, int Channels> struct SeparableMarchTuning
{
    static constexpr FloatMarchTuning value = separableMarchTuning(Taps, Channels);
};

template <int Taps, int Channels>
struct SeparableMarchBlock : FloatMarchTile<Taps, Channels, 4, SeparableMarchTuning<Taps, Channels>>
{};

template <class Block> CudaKernelPtr separableMarchOf(const SeparablePlan& plan)
{
    using Arguments = SeparableMarchArguments<Block::Taps>;
    Arguments a{};
    a.source = batchSource<float>(plan);
    a.target = batchTarget<float>(plan);
    a.anchorY = plan.anchor.y;
    std::copy_n(plan.rowKernel.ptr<float>(), Block::Taps, a.row);
    std::copy_n(plan.columnKernel.ptr<float>(), Block::Taps, a.column);
    const bool anyRows = kernelChoice() == KernelChoice::Fast;
    return selectiveKernel(
        "separableMarchKernel", a, [anyRows](const Arguments& all) { return allowsFloatMarch<Block>(all, anyRows); },
        [](Arguments& all, const CudaCall& call, const char* name) {
            launchFloatMarch<Block, separableMarchKernel<Block>>(all, call, name, Block::StageRows);
        });
}

template <int Channels> CudaKernelPtr separableMarchOfChannels(const SeparablePlan& plan)
{
    switch (plan.ksize.width)
    {
    case 11: return separableMarchOf<SeparableMarchBlock<11, Channels>>(plan);
    case 13: return separableMarchOf<SeparableMarchBlock<13, Channels>>(plan);
    case 15: return separableMarchOf<SeparableMarchBlock<15, Channels>>(plan);
    case 17: return separableMarchOf<SeparableMarchBlock<17, Channels>>(plan);
    case 19: return separableMarchOf<SeparableMarchBlock<19, Channels>>(plan);
    case 21: return separableMarchOf<SeparableMarchBlock<21, Channels>>(plan);
    case 23: return separableMarchOf<SeparableMarchBlock<23, Channels>>(plan);
    case 25: return separableMarchOf<SeparableMarchBlock<25, Channels>>(plan);
    case 27: return separableMarchOf<SeparableMarchBlock<27, Channels>>(plan);
    case 29: return separableMarchOf<SeparableMarchBlock<29, Channels>>(plan);
    case 31: return separableMarchOf<SeparableMarchBlock<31, Channels>>(plan);
    case 33: return separableMarchOf<SeparableMarchBlock<33, Channels>>(plan);
    }
    return nullptr;
}

} // namespace

CudaKernelPtr separableMarchFor(const SeparablePlan& plan)
{
    const int taps = plan.ksize.width;
    if (plan.ksize.height != taps || plan.anchor.x != taps / 2 || plan.delta != 0)
        return nullptr;
    return withChannels(CV_MAT_CN(plan.srcType), [&](auto channels) {
        if constexpr (channels == 2)
            return CudaKernelPtr();
        else
            return separableMarchOfChannels<channels>(plan);
    });
}

}} // namespace cv::cudatiled
