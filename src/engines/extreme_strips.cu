// SPDX-License-Identifier: Apache-2.0
// Morphology with small elements: extremeStripKernel.
#include "../kernels/extreme_strip_kernel.cuh"
#include "extreme_launch.cuh"
#include "strip_launch.cuh"

namespace cv { namespace cudatiled {

namespace {

template <class Shape, class Operation>
using ExtremeStrips =
    StripTile<kStripWarps, rowsInTile<Shape>(Operation::template Kilobytes<typename Shape::S>, 16),
              (Shape::side > 2 ? 0 : Operation::template Ahead<typename Shape::S>), Operation::MinBlocks>;

template <class Shape, class Extra>
ExtremeStripArguments<typename Shape::S, Extra> stripArguments(const ImagePlan& plan, const ExtremeWork& work,
                                                               const Extra& extra, const CudaSource& src,
                                                               const CudaTarget& dst)
{
    using T = typename Shape::S;
    return {bitsView<T>(plan, src),
            targetView<T>(plan, src, dst),
            placeStrips<Shape>(src, dst),
            work.flip,
            work.combination,
            work.isSigned,
            extra};
}

template <class T, int Channels, class Operation>
void launchExtremeStrips(const ImagePlan& plan, const ExtremeWork& work, const typename Operation::Extra& extra,
                         const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    using Shape = StripShape<T, T, Channels, 16 / static_cast<int>(sizeof(T)), Operation::Reach>;
    using Tile = ExtremeStrips<Shape, Operation>;
    auto a = stripArguments<Shape>(plan, work, extra, src, dst);
    const dim3 grid = stripGrid<Tile, Shape>(a);
    launchGrid<Tile>("extremeStripKernel", extremeStripKernel<Tile, Shape, Operation>, a, grid, stream);
}

template <class T, class Operation>
void launchExtremeStrips(const ImagePlan& plan, const ExtremeWork& work, const typename Operation::Extra& extra,
                         const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    switch (CV_MAT_CN(plan.srcType))
    {
    case 1: return launchExtremeStrips<T, 1, Operation>(plan, work, extra, src, dst, stream);
    case 2: return launchExtremeStrips<T, 2, Operation>(plan, work, extra, src, dst, stream);
    case 3: return launchExtremeStrips<T, 3, Operation>(plan, work, extra, src, dst, stream);
    default: return launchExtremeStrips<T, 4, Operation>(plan, work, extra, src, dst, stream);
    }
}

bool isCentredSquare(const ImagePlan& plan, int size)
{
    return plan.ksize == cv::Size(size, size) && plan.anchor == cv::Point(size / 2, size / 2);
}

bool mayTakeStrips(const MorphologyPlan& plan, const CudaSource& src)
{
    return fastKernels() && isNarrow(plan, src.region);
}

// Bit y * width + x for every pixel of an element of at most 32 pixels.
std::uint32_t bitsOfElement(const cv::Mat& element)
{
    std::uint32_t bits = 0;
    for (int i = 0; i < static_cast<int>(element.total()); ++i)
        bits |= element.at<uchar>(i / element.cols, i % element.cols) ? 1u << i : 0u;
    return bits;
}

template <class T, int Size>
bool tryStep(const MorphologyPlan& plan, MorphologyStep step, const CudaSource& src, const CudaTarget& dst,
             CudaStream stream)
{
    if (!isCentredSquare(plan, Size))
        return false;
    const ImagePlan image = plan.planOf(step);
    const ExtremeWork work{flipOf(CV_MAT_DEPTH(plan.srcType), step), Combination::None, false};
    if (plan.element.empty())
        launchExtremeStrips<T, RectangleStrips<Size>>(image, work, {}, src, dst, stream);
    else
        launchExtremeStrips<T, MaskStrips<Size>>(image, work, {bitsOfElement(plan.element)}, src, dst, stream);
    return true;
}

template <class T>
void launchNeutralOpening(const ImagePlan& plan, const ExtremeWork& work, const OpeningStrips<3, false>::Extra& extra,
                          const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    using Operation = OpeningStrips<3, false>;
    using Shape = StripShape<T, T, 1, kChunkBytes / static_cast<int>(sizeof(T)), Operation::Reach>;
    using Tile = StripTile<kStripWarps, 16, 6, 4>;
    auto a = stripArguments<Shape>(plan, work, extra, src, dst);
    const dim3 grid = stripGrid<Tile, Shape>(a);
    launchGrid<Tile>("neutralStripKernel", neutralStripKernel<Tile, Shape, Operation>, a, grid, stream);
}

template <class T>
bool tryOpening(const MorphologyPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    const std::vector<MorphologyStep> steps = plan.steps();
    const OutsideBetween<T> outside = outsideBetween<T>(plan, steps[1]);
    const int channels = CV_MAT_CN(plan.srcType);
    if (!outside.known || !std::equal(outside.value + 1, outside.value + channels, outside.value))
        return false;
    const ExtremeWork work = workOf(plan, steps[0]);
    std::uint32_t lanes = 0;
    if constexpr (std::is_same_v<T, float>)
        std::memcpy(&lanes, outside.value, sizeof(lanes));
    else
        lanes = outside.value[0] * (sizeof(T) == 1 ? 0x01000100u : 0x00010001u);
    lanes ^= work.flip;
    const ImagePlan image = plan.planOf(steps[0]);
    if (work.combination != Combination::None)
        launchExtremeStrips<T, OpeningStrips<3>>(image, work, {lanes}, src, dst, stream);
    else if (channels == 1 && areWholeChunks(plan, src, dst) && bordersNeverWin<T>(plan, steps[0]))
        launchNeutralOpening<T>(image, work, {lanes}, src, dst, stream);
    else
        launchExtremeStrips<T, OpeningStrips<3, false>>(image, work, {lanes}, src, dst, stream);
    return true;
}

} // namespace

bool tryStripStep(const MorphologyPlan& plan, MorphologyStep step, const CudaSource& src, const CudaTarget& dst,
                  CudaStream stream)
{
    bool done = false;
    if (mayTakeStrips(plan, src))
        withBitsOf(CV_MAT_DEPTH(plan.srcType), [&](auto bits) {
            using T = decltype(bits);
            done = tryStep<T, 3>(plan, step, src, dst, stream) || tryStep<T, 5>(plan, step, src, dst, stream);
        });
    return done;
}

bool tryStripOpening(const MorphologyPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    const bool subtractsBytes =
        CV_MAT_DEPTH(plan.srcType) == CV_8S && combinationOf(plan.operation) != Combination::None;
    bool done = false;
    if (mayTakeStrips(plan, src) && plan.element.empty() && isCentredSquare(plan, 3) && !subtractsBytes)
        withBitsOf(CV_MAT_DEPTH(plan.srcType),
                   [&](auto bits) { done = tryOpening<decltype(bits)>(plan, src, dst, stream); });
    return done;
}

bool tryStripGradient(const MorphologyPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    const int depth = CV_MAT_DEPTH(plan.srcType);
    ImagePlan image = plan;
    if (plan.defaultOutside && plan.border.row == Border::Constant)
        image.border.row = image.border.column =
            Border::Replicate; // the same, see outsideBetween; but for infinite floats
    if (!mayTakeStrips(plan, src) || !plan.element.empty() || !isCentredSquare(plan, 3) || depth == CV_8S ||
        (depth == CV_32F && image.border.row != plan.border.row))
        return false;
    withBitsOf(depth, [&](auto bits) {
        const ExtremeWork work{flipOf(depth, MorphologyStep::Erode), Combination::None, isSigned(depth)};
        launchExtremeStrips<decltype(bits), GradientStrips<3>>(image, work, {}, src, dst, stream);
    });
    return true;
}

}} // namespace cv::cudatiled
