// SPDX-License-Identifier: Apache-2.0
// Launching boxMarchKernel: which plans and images it takes, and how the work is cut.
#include "box_march.hpp"

#include <algorithm>

#include "../core/dispatch.hpp"
#include "../core/kernel_choice.hpp"
#include "../kernels/running_box/finish.cuh"
#include "../kernels/running_box/march.cuh"
#include "alignment.hpp"
#include "fill_device.hpp"
#include "launch.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class S, int Channels, ToLast Last> struct BoxTuning
{
    static constexpr BoxMarchTuning value = boxMarchTuning(sizeof(S), Channels, Last == ToLast::One);
};
template <class S, int Channels, ToLast Last>
using BoxMarchBlock = BoxMarchTile<S, Channels, Last, BoxTuning<S, Channels, Last>>;

template <class S> using BoxMarchFinish = std::conditional_t<sizeof(S) == 1, MarchingScaledBytes, RunningScaledBox<S>>;
template <class S> using BoxMarch = BoxMarchArguments<S, BoxMarchFinish<S>>;

// A strip has results in whole chunks that begin with a pixel, and its columns begin with such a chunk.
template <class Block> void setStrips(BoxMarch<typename Block::S>& a)
{
    constexpr int unit = Block::Channels == 3 ? Block::Pixels : Block::Pixels / Block::Channels;
    const auto wholeUnits = [](int pixels) {
        return (pixels + unit - 1) / unit * unit * Block::Channels;
    };
    const int behind = a.kernelWidth - 1 - a.anchorX;
    a.before = wholeUnits(a.anchorX);
    a.behind = wholeUnits(behind);
    a.toLast = a.behind - behind * Block::Channels;
    a.width = Block::Threads * Block::Scalars - a.before - a.behind;
}

template <class Block> int stripsInRow(const BoxMarch<typename Block::S>& a)
{
    return (a.target.cols * Block::Channels + a.width - 1) / a.width;
}

// Rows of strips that fill the device in one round.
template <class Block> int rowsOfStrips(const BoxMarch<typename Block::S>& a, int images)
{
    return rowsOfOneRound(stripsInRow<Block>(a) * images, a.target.rows, kMultiprocessors * Block::Blocks);
}

template <class Block> void launchBoxMarch(BoxMarch<typename Block::S>& a, const CudaCall& call, const char* name)
{
    const int rows = rowsOfStrips<Block>(a, call.images);
    a.tileRows = (rows + Block::Rows - 1) / Block::Rows * Block::Rows;
    launchGrid<Block, boxMarchKernel<Block, BoxMarchFinish<typename Block::S>>>(
        name, a, tileGrid(stripsInRow<Block>(a), (a.target.rows + a.tileRows - 1) / a.tileRows, call.images),
        call.stream, static_cast<std::size_t>(Block::sharedWords(a.kernelWidth)) * 4);
}

template <class Block> CudaKernelPtr boxMarchOf(const BoxPlan& plan, float scale)
{
    using S = typename Block::S;
    const int taps = std::max(plan.ksize.width, plan.ksize.height);
    const int leastRows = boxMarchLeastRows(sizeof(S), Block::Channels, taps, Block::Last == ToLast::One);
    if (taps > Block::MostTaps || leastRows == 0)
        return nullptr;
    BoxMarch<S> a{};
    a.source = batchSource<S>(plan);
    a.target = batchTarget<S>(plan);
    a.kernelWidth = plan.ksize.width;
    a.kernelHeight = plan.ksize.height;
    a.anchorX = plan.anchor.x;
    a.anchorY = plan.anchor.y;
    a.finish = {scale};
    setStrips<Block>(a);
    const int least = kernelChoice() == KernelChoice::Fast ? 1 : leastRows;
    return selectiveKernel(
        "boxMarchKernel", a,
        [least](const BoxMarch<S>& all) {
            return areWholeUnits(all, kChunkBytes) && all.source.cols >= all.kernelWidth &&
                   rowsOfStrips<Block>(all, 1) >= least;
        },
        launchBoxMarch<Block>);
}

// Whether windows reach at least as far to the left as to the right, and columns do not wrap around: then a strip at an
// end of a row has all columns that those beside the image repeat.
bool takesPlan(const BoxPlan& plan)
{
    return plan.ksize.width - 1 - plan.anchor.x <= plan.anchor.x && plan.border.row != Border::Wrap;
}

template <class S> CudaKernelPtr boxMarch(const BoxPlan& plan, float scale)
{
    return withChannels(CV_MAT_CN(plan.srcType), [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        if constexpr (hasBoxMarch(sizeof(S), Channels))
        {
            constexpr ToLast odd = sizeof(S) == 1 && Channels % 2 == 1 ? ToLast::Odd : ToLast::Even;
            const bool isOdd = (plan.ksize.width - 1 - plan.anchor.x) % 2 == 1;
            return isOdd ? boxMarchOf<BoxMarchBlock<S, Channels, odd>>(plan, scale)
                         : boxMarchOf<BoxMarchBlock<S, Channels, ToLast::Even>>(plan, scale);
        }
        return CudaKernelPtr();
    });
}

template <class S> CudaKernelPtr boxMarchOfLarge(const BoxPlan& plan, float scale)
{
    using Block = BoxMarchBlock<S, 1, ToLast::One>;
    const int behind = plan.ksize.width - 1 - plan.anchor.x;
    return CV_MAT_CN(plan.srcType) == 1 && behind % Block::Pixels == Block::Pixels - 1 ? boxMarchOf<Block>(plan, scale)
                                                                                       : nullptr;
}

} // namespace

CudaKernelPtr boxMarchFor(const BoxPlan& plan, float scale)
{
    if (!takesPlan(plan))
        return nullptr;
    switch (CV_MAT_DEPTH(plan.srcType))
    {
    case CV_8U: return plan.ksize.width % 2 == 1 ? boxMarch<std::uint8_t>(plan, scale) : nullptr;
    case CV_16U: return boxMarch<std::uint16_t>(plan, scale);
    case CV_16S: return boxMarch<std::int16_t>(plan, scale);
    }
    return nullptr;
}

CudaKernelPtr boxMarchOfLargeFor(const BoxPlan& plan, float scale)
{
    if (!takesPlan(plan))
        return nullptr;
    switch (CV_MAT_DEPTH(plan.srcType))
    {
    case CV_16U: return boxMarchOfLarge<std::uint16_t>(plan, scale);
    case CV_16S: return boxMarchOfLarge<std::int16_t>(plan, scale);
    }
    return nullptr;
}

}} // namespace cv::cudatiled
