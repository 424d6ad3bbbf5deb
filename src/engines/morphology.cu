// SPDX-License-Identifier: Apache-2.0
// Morphology on CUDA: one kernel for each erosion and dilation, the last of which also subtracts.
#include "../kernels/morphology_kernel.cuh"

#include "../core/dispatch.hpp"
#include "../core/scratch.hpp"
#include "extreme_launch.cuh"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::Filter::apply";

// 64 x 4 threads, 8 rows each: 64 x 32 scalars a block; batches of 16 source rows, cells of 16 pixels, runs of 4.
struct Rectangle : RectangleTile<64, 4, 8, 16, 16, 4>
{};

// The same; cells of 16 x 16 pixels.
struct Mask : MaskTile<64, 4, 8, 16, 16>
{};

// The pixels of the region itself, for the operations that end with them.
ExtremeOther sourceToCombine(const MorphologyPlan& plan, const CudaSource& src)
{
    const Combination combination = combinationOf(plan.operation);
    if (combination == Combination::None)
        return ExtremeOther();
    const cv::Point offset = src.region.offset;
    const std::ptrdiff_t bytes = static_cast<std::ptrdiff_t>(offset.y) * static_cast<std::ptrdiff_t>(src.step) +
                                 static_cast<std::ptrdiff_t>(offset.x) * CV_ELEM_SIZE(plan.srcType);
    return {combination, static_cast<const char*>(src.data) + bytes, src.step};
}

template <class T, class List>
void launchMask(const MorphologyArguments<T>& arguments, const List& mask, MorphologyStep step, CudaStream stream)
{
    MaskArguments<T, List> a{arguments, mask};
    a.tilesX = tilesInRow<Mask>(a.target);
    if (step == MorphologyStep::Erode)
        launchTiles<Mask>("maskExtremeKernel", maskExtremeKernel<Mask, Minimum, T, List>, a, stream);
    else
        launchTiles<Mask>("maskExtremeKernel", maskExtremeKernel<Mask, Maximum, T, List>, a, stream);
}

template <class T> void launchRectangle(MorphologyArguments<T> a, MorphologyStep step, CudaStream stream)
{
    a.tilesX = tilesInRow<Rectangle>(a.target);
    if (step == MorphologyStep::Erode)
        launchTiles<Rectangle>("rectangleExtremeKernel", rectangleExtremeKernel<Rectangle, Minimum, T>, a, stream);
    else
        launchTiles<Rectangle>("rectangleExtremeKernel", rectangleExtremeKernel<Rectangle, Maximum, T>, a, stream);
}

void runStep(const MorphologyPlan& plan, MorphologyStep step, const CudaSource& src, const CudaTarget& dst,
             const ExtremeOther& other, CudaStream stream)
{
    if ((other.combination == Combination::None &&
         (tryStripStep(plan, step, src, dst, stream) || tryMarchStep(plan, step, src, dst, stream))) ||
        tryTileStep(plan, step, other, src, dst, stream))
        return;
    const ImagePlan image = plan.planOf(step);
    withDepth(CV_MAT_DEPTH(plan.srcType), PickedTypes{}, [&](auto depth) {
        using T = typename decltype(depth)::type;
        const MorphologyArguments<T> a{sourceView<T>(image, src),
                                       targetView<T>(image, src, dst),
                                       static_cast<const T*>(other.data),
                                       static_cast<std::ptrdiff_t>(other.step),
                                       other.combination,
                                       plan.ksize.width,
                                       plan.ksize.height,
                                       plan.anchor.x,
                                       plan.anchor.y,
                                       0};
        if (plan.element.empty())
            return launchRectangle(a, step, stream);
        if (plan.storedMask)
            return launchMask(a, StoredTaps<std::uint16_t>{plan.storedMask->on<std::uint16_t>()}, step, stream);
        InlineTaps<std::uint16_t> inlined{};
        std::copy(plan.mask.begin(), plan.mask.end(), inlined.value);
        launchMask(a, inlined, step, stream);
    });
}

// Halves a rectangle until tiles take it: one half after the other has the same extremes.
void addPieces(const MorphologyPlan& plan, std::vector<MorphologyPlan>& pieces)
{
    if (fitsTile(plan))
        return pieces.push_back(plan);
    const cv::Size halo = plan.ksize - cv::Size(1, 1);
    MorphologyPlan first = plan, second = plan;
    first.ksize = {halo.width / 2 + 1, halo.height / 2 + 1};
    first.anchor = {plan.anchor.x / 2, plan.anchor.y / 2};
    second.ksize = {halo.width - halo.width / 2 + 1, halo.height - halo.height / 2 + 1};
    second.anchor = plan.anchor - first.anchor;
    addPieces(first, pieces);
    addPieces(second, pieces);
}

// The rectangles that make up one which is too large for tiles, if pixels outside are as good as none or always the same; none if there
// is no need of them.
std::vector<MorphologyPlan> piecesOf(const MorphologyPlan& plan)
{
    constexpr int kLongest = 1024;
    const bool constant = plan.border.row == Border::Constant;
    std::vector<MorphologyPlan> pieces;
    if (!plan.element.empty() || (!constant && !cutsOff(plan)) ||
        std::max(plan.ksize.width, plan.ksize.height) > kLongest || fitsTile(plan))
        return pieces;
    MorphologyPlan whole = plan;
    if (!constant)
        whole.border.row = whole.border.column = Border::Replicate;
    addPieces(whole, pieces);
    return pieces;
}

// Runs the steps so that the last one writes dst; the others take turns between dst and one scratch image.
void runSteps(const MorphologyPlan& plan, const std::vector<MorphologyStep>& steps, const CudaSource& src,
              const CudaTarget& dst, const ExtremeOther& other, CudaStream stream)
{
    const cv::Size size = src.region.size;
    // Pieces read nothing but the image itself.
    const bool inPieces = !plan.pieces.empty() && fastKernels() && !src.region.isSubmatrix();
    const std::size_t pieces = inPieces ? plan.pieces.size() : 1, runs = steps.size() * pieces;
    std::unique_ptr<ScratchImage> scratch;
    if (runs > 1)
        scratch.reset(new ScratchImage(size.width * CV_ELEM_SIZE(plan.srcType), size.height, stream, kApply));
    CudaSource from = src;
    for (std::size_t run = 0; run < runs; ++run)
    {
        const bool last = run + 1 == runs;
        const CudaTarget to = (runs - run) % 2 == 1 ? dst : CudaTarget{scratch->data(), scratch->step()};
        runStep(inPieces ? plan.pieces[run % pieces] : plan, steps[run / pieces], from, to,
                last ? other : ExtremeOther(), stream);
        from = {to.data, to.step, {size, size, {0, 0}}};
    }
}

// All in one kernel.
bool tryFused(const MorphologyPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (plan.iterations > 1 || plan.operation <= MorphologyOperation::Dilate)
        return false;
    if (plan.operation == MorphologyOperation::Gradient)
        return tryStripGradient(plan, src, dst, stream);
    return tryStripOpening(plan, src, dst, stream) ||
           tryTileOpening(plan, sourceToCombine(plan, src), src, dst, stream);
}

// The pixels of an element, cell by cell, as maskExtremeKernel takes them.
std::vector<std::uint16_t> listOf(const cv::Mat& element)
{
    std::vector<std::uint16_t> list;
    for (int cellY = 0; cellY < element.rows; cellY += Mask::CellHeight)
        for (int cellX = 0; cellX < element.cols; cellX += Mask::CellWidth)
        {
            const std::size_t count = list.size();
            list.push_back(0);
            for (int y = cellY; y < std::min(cellY + Mask::CellHeight, element.rows); ++y)
                for (int x = cellX; x < std::min(cellX + Mask::CellWidth, element.cols); ++x)
                    if (element.at<uchar>(y, x))
                        list.push_back(static_cast<std::uint16_t>(((y - cellY) << 8) + x - cellX));
            list[count] = static_cast<std::uint16_t>(list.size() - count - 1);
        }
    return list;
}

} // namespace

void prepareForCuda(MorphologyPlan& plan)
{
    plan.pieces = piecesOf(plan);
    if (plan.element.empty())
        return;
    plan.mask = listOf(plan.element);
    if (plan.mask.size() > InlineTaps<std::uint16_t>::kCapacity)
        plan.storedMask = std::make_shared<DeviceTable>(plan.mask);
}

void runOnCuda(const MorphologyPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (tryFused(plan, src, dst, stream))
        return;
    const std::vector<MorphologyStep> steps = plan.steps();
    if (plan.operation == MorphologyOperation::Gradient)
    {
        const cv::Size size = src.region.size;
        const ScratchImage eroded(size.width * CV_ELEM_SIZE(plan.srcType), size.height, stream, kApply);
        const std::vector<MorphologyStep> erosions(steps.size(), MorphologyStep::Erode);
        runSteps(plan, erosions, src, {eroded.data(), eroded.step()}, ExtremeOther(), stream);
        return runSteps(plan, steps, src, dst, {Combination::MinusOther, eroded.data(), eroded.step()}, stream);
    }
    runSteps(plan, steps, src, dst, sourceToCombine(plan, src), stream);
}

}} // namespace cv::cudatiled
