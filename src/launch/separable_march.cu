// SPDX-License-Identifier: Apache-2.0
// Launching separableMarchKernel: which plans and images it takes.
#include "separable_march.hpp"

#include <algorithm>

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
    SeparableMarchArguments<Block::Taps> a{};
    std::copy_n(plan.rowKernel.ptr<float>(), Block::Taps, a.row);
    std::copy_n(plan.columnKernel.ptr<float>(), Block::Taps, a.column);
    // The last stage takes as long as any other, however few of its rows the strip has.
    return floatMarchKernel<Block, separableMarchKernel<Block>, Block::StageRows>("separableMarchKernel", a, plan);
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
    return floatMarchFor(plan, [&](auto channels) { return separableMarchOfChannels<channels>(plan); });
}

}} // namespace cv::cudatiled
