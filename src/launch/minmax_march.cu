// SPDX-License-Identifier: Apache-2.0
// Morphology with squares of 15 x 15 and 31 x 31: minmaxMarchKernel.
#include "../core/device.hpp"
#include "../core/dispatch.hpp"
#include "../core/kernel_choice.hpp"
#include "../kernels/minmax/march.cuh"
#include "fill_device.hpp"
#include "minmax.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class T, int Channels, int Size> struct MarchTuning
{
    static constexpr MinmaxMarchTuning value = minmaxMarchTuning(sizeof(T), Channels, Size);
};

template <class T, int Channels, int Size>
void launchMinmaxMarch(MinmaxWindowArguments<T, NoExtra>& a, const CudaCall& call, const char* name)
{
    using Tile = MinmaxMarchTile<T, Channels, Size, MarchTuning<T, Channels, Size>>;
    const int strips = (a.target.cols * Channels + Tile::Width - 1) / Tile::Width;
    a.rowsPerThread =
        std::max(rowsOfOneRound(strips * call.images, a.target.rows, kMultiprocessors * Tile::Blocks), Tile::LeastRows);
    launchGrid<Tile, minmaxMarchKernel<Tile>>(
        name, a, tileGrid(strips, (a.target.rows + a.rowsPerThread - 1) / a.rowsPerThread, call.images), call.stream,
        Tile::SharedBytes);
}

template <class T, int Channels, int Size> CudaKernelPtr minmaxMarchOf(const MinmaxWindowArguments<T, NoExtra>& a)
{
    if constexpr (hasMinmaxMarch(sizeof(T), Channels, Size))
        return selectiveKernel("minmaxMarchKernel", a, areWholeChunks<MinmaxWindowArguments<T, NoExtra>>,
                               launchMinmaxMarch<T, Channels, Size>);
    return nullptr;
}

template <class T> CudaKernelPtr minmaxMarchOfBits(const StepPlan& plan)
{
    if (!bordersNeverWin<T>(plan.plan, plan.step))
        return nullptr;
    const ImagePlan image = plan.plan.planOf(plan.step);
    MinmaxWindowArguments<T, NoExtra> a{};
    a.source = bitsView<T>(image);
    a.target = batchTarget<T>(image);
    a.flip = flipOf(CV_MAT_DEPTH(image.srcType), plan.step);
    return withChannels(a.source.channels, [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        return image.ksize.width == 15   ? minmaxMarchOf<T, Channels, 15>(a)
               : image.ksize.width == 31 ? minmaxMarchOf<T, Channels, 31>(a)
                                         : CudaKernelPtr();
    });
}

} // namespace

CudaKernelPtr minmaxMarchStep(const StepPlan& plan)
{
    if (plan.combination != Combination::None || !plan.plan.element.empty() ||
        !isCentredSquare(plan.plan, plan.plan.ksize.width) || kernelChoice() != KernelChoice::Fast ||
        lowestComputeCapability() < 90)
        return nullptr;
    return withBitsOfMany(CV_MAT_DEPTH(plan.plan.srcType),
                          [&](auto bits) { return minmaxMarchOfBits<decltype(bits)>(plan); });
}

}} // namespace cv::cudatiled
