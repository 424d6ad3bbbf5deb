// SPDX-License-Identifier: Apache-2.0
// Morphology with small elements: minmaxWindowKernel.
#include <algorithm>
#include <iterator>

#include "../kernels/minmax/window.cuh"
#include "minmax.cuh"
#include "sliding_window.cuh"

namespace cv { namespace cudatiled {

namespace {

template <class T, Images Held = Images::InSteps, class Extra>
MinmaxWindowArguments<T, Extra, Held> stripArguments(const ImagePlan& plan, const MinmaxWork& work, const Extra& extra)
{
    return {
        bitsView<T, Held>(plan), targetView<T, Held>(plan), {}, {}, work.flip, work.combination, work.isSigned, extra};
}

template <class T, int Channels, class Operation>
using MinmaxShape = StripShape<T, T, Channels, kChunkBytes / static_cast<int>(sizeof(T)), Operation::Reach>;

// Openings and gradients have no instance for batches.
template <class T, int Channels, class Operation>
constexpr Images kMinmaxHeld = imagesOfStrips(Operation::kWindow != MinmaxWindow::Opening &&
                                              Operation::kWindow != MinmaxWindow::Gradient &&
                                              hasBatchInstance(sizeof(T), sizeof(T), Channels, Operation::Reach));

template <class T, int Channels, class Operation, Images Held>
void launchMinmaxWindow(MinmaxWindowArguments<T, typename Operation::Extra, Held>& a, const CudaCall& call,
                        const char* name)
{
    if constexpr (Held == Images::AnySize)
        if (!isOfBatch(a.target, call.images))
        {
            auto alone = withViewsOf<Images::InSteps>(a);
            return launchMinmaxWindow<T, Channels, Operation>(alone, call, name);
        }
    using Shape = MinmaxShape<T, Channels, Operation>;
    constexpr MinmaxWindowTuning tuning = minmaxWindowTuning(Operation::kWindow, Operation::Reach, sizeof(T));
    constexpr int rowsAhead = Shape::side > 2 ? 0 : tuning.rowsAhead; // wide halos are read too often
    using Tile = StripTile<kSlidingWindowWarps, rowsInTile<Shape>(tuning.kilobytes, tuning.mostRows), rowsAhead,
                           (Held == Images::AnySize ? tuning.fewOfBatch : tuning.fewBlocks) ? 1 : 0, false,
                           tuning.readsLate, tuning.prefetchBytes>;
    alignStrips<Shape>(a);
    const dim3 grid = stripGrid<Tile, Shape>(a, call.images, {tuning.leastRows, tuning.lowRows});
    launchGrid<Tile, minmaxWindowKernel<Tile, Shape, Operation, Held>>(name, a, grid, call.stream);
}

template <class T, class Operation>
CudaKernelPtr minmaxWindow(const ImagePlan& plan, const MinmaxWork& work, const typename Operation::Extra& extra)
{
    return withChannels(CV_MAT_CN(plan.srcType), [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        constexpr Images Held = kMinmaxHeld<T, Channels, Operation>;
        return fastKernel("minmaxWindowKernel", stripArguments<T, Held>(plan, work, extra),
                          launchMinmaxWindow<T, Channels, Operation, Held>);
    });
}

// Bit y * width + x for every pixel of an element of at most 32 pixels.
std::uint32_t bitsOfElement(const cv::Mat& element)
{
    std::uint32_t bits = 0;
    for (int i = 0; i < static_cast<int>(element.total()); ++i)
        bits |= element.at<uchar>(i / element.cols, i % element.cols) ? 1u << i : 0u;
    return bits;
}

template <class T, class Operation>
CudaKernelPtr minmaxWindowStepBy(const StepPlan& plan, const typename Operation::Extra& extra)
{
    const ImagePlan image = plan.plan.planOf(plan.step);
    const MinmaxWork work{flipOf(CV_MAT_DEPTH(image.srcType), plan.step), Combination::None, false};
    return minmaxWindow<T, Operation>(image, work, extra);
}

// The rows of an element in a centred square of Size, as bits. False if the square does not hold the element, or if
// rows j and Size - 1 - j differ.
template <int Size> bool mirroredRows(const MorphologyPlan& plan, std::uint32_t (&pixels)[Size])
{
    const cv::Point first = cv::Point(Size / 2, Size / 2) - plan.anchor;
    if (plan.element.empty() || first.x < 0 || first.y < 0 || first.x + plan.ksize.width > Size ||
        first.y + plan.ksize.height > Size)
        return false;
    for (int j = 0; j < plan.element.rows; ++j)
        pixels[first.y + j] = bitsOfElement(plan.element.row(j)) << first.x;
    return std::equal(pixels, pixels + Size, std::make_reverse_iterator(pixels + Size));
}

// False if a row has other columns than those around its middle.
template <int Size> bool fitCentred(const MorphologyPlan& plan, typename CentredWindow<Size>::Extra& rows)
{
    std::uint32_t pixels[Size] = {};
    if (!mirroredRows(plan, pixels))
        return false;
    for (int j = 0; j < CentredWindow<Size>::Rows; ++j)
    {
        std::uint32_t centred = 0;
        for (rows.side[j] = -1; centred != pixels[j]; ++rows.side[j])
        {
            if (rows.side[j] == Size / 2)
                return false;
            centred |= centred << 1 | centred >> 1 | 1u << Size / 2;
        }
    }
    return true;
}

// False if a row lacks a column of the row before it.
template <int Size> bool fitEllipse(const MorphologyPlan& plan, typename EllipseWindow<Size>::Extra& rows)
{
    std::uint32_t pixels[Size] = {}, before = 0;
    if (!mirroredRows(plan, pixels))
        return false;
    for (int j = 0; j < EllipseWindow<Size>::Rows; ++j)
    {
        if ((before & ~pixels[j]) != 0)
            return false;
        rows.more[j] = pixels[j] & ~before;
        before = pixels[j];
    }
    return true;
}

// Of 3x3 elements, CentredWindow was not tried.
template <class T, int Size> CudaKernelPtr minmaxWindowStepOf(const StepPlan& plan)
{
    if (plan.plan.element.empty())
        return minmaxWindowStepBy<T, RectangleWindow<Size>>(plan, {});
    if constexpr (Size > 3)
    {
        typename CentredWindow<Size>::Extra rows;
        if (fitCentred<Size>(plan.plan, rows))
            return minmaxWindowStepBy<T, CentredWindow<Size>>(plan, rows);
    }
    return minmaxWindowStepBy<T, MaskWindow<Size>>(plan, {bitsOfElement(plan.plan.element)});
}

template <class T, int Size> CudaKernelPtr minmaxEllipseStepOf(const StepPlan& plan)
{
    typename EllipseWindow<Size>::Extra rows;
    if (!fitEllipse<Size>(plan.plan, rows))
        return nullptr;
    return minmaxWindowStepBy<T, EllipseWindow<Size>>(plan, rows);
}

// Whether minmaxWindowKernel opens with the plan, and what stands for pixels outside between the steps: one value.
template <class T> bool fitsOpening(const MorphologyPlan& plan, OutsideBetween<T>& outside)
{
    const bool subtracts = combinationOf(plan.operation) != Combination::None;
    if (plan.iterations > 1 || plan.operation < MorphologyOperation::Open ||
        plan.operation == MorphologyOperation::Gradient || !plan.element.empty() || !isCentredSquare(plan, 3) ||
        (subtracts && CV_MAT_DEPTH(plan.srcType) == CV_8S))
        return false;
    outside = outsideBetween<T>(plan, plan.steps()[1]);
    return outside.known && std::equal(outside.value + 1, outside.value + CV_MAT_CN(plan.srcType), outside.value);
}

template <class T> std::uint32_t lanesOf(const OutsideBetween<T>& outside, std::uint32_t flip)
{
    std::uint32_t lanes = 0;
    if constexpr (std::is_same_v<T, float>)
        std::memcpy(&lanes, outside.value, sizeof(lanes));
    else
        lanes = outside.value[0] * (sizeof(T) == 1 ? 0x01000100u : 0x00010001u);
    return lanes ^ flip;
}

template <class T> CudaKernelPtr minmaxWindowOpeningOf(const MorphologyPlan& plan)
{
    OutsideBetween<T> outside{};
    if (!fitsOpening<T>(plan, outside))
        return nullptr;
    const MorphologyStep first = plan.steps()[0];
    const MinmaxWork work = workOf(plan, first);
    const ImagePlan image = plan.planOf(first);
    const std::uint32_t lanes = lanesOf(outside, work.flip);
    if (work.combination != Combination::None)
        return minmaxWindow<T, OpeningWindow<3>>(image, work, {lanes});
    return minmaxWindow<T, OpeningWindow<3, false>>(image, work, {lanes});
}

template <class T>
void launchIdentityOpening(MinmaxWindowArguments<T, typename OpeningWindow<3, false>::Extra>& a, const CudaCall& call,
                           const char* name)
{
    using Operation = OpeningWindow<3, false>;
    using Shape = MinmaxShape<T, 1, Operation>;
    constexpr MinmaxIdentityTuning tuning = minmaxIdentityTuning(sizeof(T));
    using Tile =
        StripTile<kSlidingWindowWarps, tuning.mostRows, tuning.rowsAhead, tuning.blocks, false, tuning.readsLate>;
    alignStrips<Shape>(a);
    const dim3 grid = stripGrid<Tile, Shape>(a, call.images, {tuning.leastRows, tuning.lowRows});
    launchGrid<Tile, minmaxIdentityKernel<Tile, Shape, Operation>>(name, a, grid, call.stream);
}

template <class T> CudaKernelPtr minmaxIdentityOpeningOf(const MorphologyPlan& plan)
{
    OutsideBetween<T> outside{};
    if (CV_MAT_CN(plan.srcType) != 1 || combinationOf(plan.operation) != Combination::None ||
        !fitsOpening<T>(plan, outside) || !bordersNeverWin<T>(plan, plan.steps()[0]))
        return nullptr;
    const MorphologyStep first = plan.steps()[0];
    const MinmaxWork work = workOf(plan, first);
    using Extra = OpeningWindow<3, false>::Extra;
    const auto a = stripArguments<T>(plan.planOf(first), work, Extra{lanesOf(outside, work.flip)});
    return wholeChunksKernel("minmaxIdentityKernel", a, launchIdentityOpening<T>);
}

} // namespace

CudaKernelPtr minmaxWindowStep(const StepPlan& plan)
{
    if (plan.combination != Combination::None)
        return nullptr;
    return withBitsOf(CV_MAT_DEPTH(plan.plan.srcType), [&](auto bits) {
        using T = decltype(bits);
        return isCentredSquare(plan.plan, 3)   ? minmaxWindowStepOf<T, 3>(plan)
               : isCentredSquare(plan.plan, 5) ? minmaxWindowStepOf<T, 5>(plan)
                                               : minmaxEllipseStepOf<T, 9>(plan);
    });
}

CudaKernelPtr minmaxWindowOpening(const MorphologyPlan& plan)
{
    return withBitsOfMany(CV_MAT_DEPTH(plan.srcType),
                          [&](auto bits) { return minmaxWindowOpeningOf<decltype(bits)>(plan); });
}

CudaKernelPtr minmaxIdentityOpening(const MorphologyPlan& plan)
{
    return withBitsOfMany(CV_MAT_DEPTH(plan.srcType),
                          [&](auto bits) { return minmaxIdentityOpeningOf<decltype(bits)>(plan); });
}

CudaKernelPtr minmaxWindowGradient(const MorphologyPlan& plan)
{
    const int depth = CV_MAT_DEPTH(plan.srcType);
    ImagePlan image = plan;
    if (plan.defaultOutside && plan.border.row == Border::Constant)
        image.border.row = image.border.column =
            Border::Replicate; // the same, see outsideBetween; but for infinite floats
    if (plan.iterations > 1 || plan.operation != MorphologyOperation::Gradient || !plan.element.empty() ||
        !isCentredSquare(plan, 3) || depth == CV_8S || (depth == CV_32F && image.border.row != plan.border.row))
        return nullptr;
    return withBitsOfMany(depth, [&](auto bits) {
        const MinmaxWork work{flipOf(depth, MorphologyStep::Erode), Combination::None, isSigned(depth)};
        return minmaxWindow<decltype(bits), GradientWindow<3>>(image, work, {});
    });
}

}} // namespace cv::cudatiled
