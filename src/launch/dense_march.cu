// SPDX-License-Identifier: Apache-2.0
// Launching denseMarchKernel: which plans and images it takes.
#include "dense_march.hpp"

#include <algorithm>

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
    DenseMarchArguments<Block::Taps> a{};
    std::copy_n(plan.kernel.ptr<float>(), Block::Taps * Block::Taps, a.tap[0]);
    return floatMarchKernel<Block, denseMarchKernel<Block>, 1>("denseMarchKernel", a, plan);
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
    return floatMarchFor(plan, [&](auto channels) { return denseMarchOfChannels<channels>(plan); });
}

}} // namespace cv::cudatiled
