// SPDX-License-Identifier: Apache-2.0
// Launching denseMarchKernel: which plans and images it takes.
#include "dense_march.hpp"

#include <algorithm>

#include "../core/dispatch.hpp"
#include "../core/kernel_choice.hpp"
#include "../kernels/float_march/dense.cuh"
#include "float_march.cuh"

namespace cv { namespace cudatiled {

namespace {

template <int Taps, int Channels> struct DenseMarchTuning
{
    static constexpr FloatMarchTuning value = denseMarchTuning(Taps, Channels);
};

template <int Taps, int Channels>
struct DenseMarchBlock : FloatMarchTile<Taps, Channels, 2, DenseMarchTuning<Taps, Channels>>
{};

template <class Block> CudaKernelPtr denseMarchOf(const Conv2dPlan& plan)
{
    using Arguments = DenseMarchArguments<Block::Taps>;
    Arguments a{};
    a.source = batchSource<float>(plan);
    a.target = batchTarget<float>(plan);
    a.anchorY = plan.anchor.y;
    std::copy_n(plan.kernel.ptr<float>(), Block::Taps * Block::Taps, a.tap[0]);
    const bool anyRows = kernelChoice() == KernelChoice::Fast;
    return selectiveKernel(
        "denseMarchKernel", a, [anyRows](const Arguments& all) { return allowsFloatMarch<Block>(all, anyRows); },
        [](Arguments& all, const CudaCall& call, const char* name) {
            launchFloatMarch<Block, denseMarchKernel<Block>>(all, call, name, 1);
        });
}

template <int Channels> CudaKernelPtr denseMarchOfChannels(const Conv2dPlan& plan)
{
    switch (plan.ksize.width)
    {
    case 7: return denseMarchOf<DenseMarchBlock<7, Channels>>(plan);
    case 9: return denseMarchOf<DenseMarchBlock<9, Channels>>(plan);
    case 11: return denseMarchOf<DenseMarchBlock<11, Channels>>(plan);
    }
    return nullptr;
}

} // namespace

CudaKernelPtr denseMarchFor(const Conv2dPlan& plan)
{
    const int taps = plan.ksize.width;
    if (plan.ksize.height != taps || plan.anchor.x != taps / 2 || plan.delta != 0)
        return nullptr;
    return withChannels(CV_MAT_CN(plan.srcType), [&](auto channels) {
        if constexpr (channels == 2)
            return CudaKernelPtr();
        else
            return denseMarchOfChannels<channels>(plan);
    });
}

}} // namespace cv::cudatiled
