// SPDX-License-Identifier: Apache-2.0
// Morphology on CUDA: two steps in one kernel where that is quicker; else a kernel for each step, the last of which
// also subtracts.
#include "../kernels/general/morphology.cuh"

#include "../core/device_table.hpp"
#include "../core/dispatch.hpp"
#include "../core/kernel_choice.hpp"
#include "../core/scratch.hpp"
#include "../launch/minmax.cuh"
#include "../launch/tuning.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::Filter::apply";

// 64 x 4 threads, 8 rows each: 64 x 32 scalars a block; batches of 16 source rows, cells of 16 pixels, runs of 4.
struct Rectangle : RectangleTile<64, 4, 8, 16, 16, 4>
{};

// The same; cells of 16 x 16 pixels.
struct Mask : MaskTile<64, 4, 8, 16, 16>
{};

// ---- The general kernels of a step

template <class MinOrMax, class T>
void launchRectangle(MorphologyArguments<T>& a, const CudaCall& call, const char* name)
{
    setOther(a, call.other.data, call.other.step);
    a.tilesX = tilesInRow<Rectangle>(a.target);
    launchTiles<Rectangle, rectangleMinmaxKernel<Rectangle, MinOrMax, T>>(name, a, call.stream);
}

template <class MinOrMax, class T, class List>
void launchMask(MaskArguments<T, List>& a, const CudaCall& call, const char* name)
{
    setOther(a, call.other.data, call.other.step);
    a.tilesX = tilesInRow<Mask>(a.target);
    launchTiles<Mask, maskMinmaxKernel<Mask, MinOrMax, T, List>>(name, a, call.stream);
}

// The pixels of an element, cell by cell, as maskMinmaxKernel takes them.
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

// A list that does not fit into the arguments of a kernel is put into the memory of the current device.
template <class MinOrMax, class T>
CudaKernelPtr generalMask(const MorphologyArguments<T>& arguments, const cv::Mat& element)
{
    using Inline = InlineTaps<std::uint16_t>;
    using Stored = StoredTaps<std::uint16_t>;
    const std::vector<std::uint16_t> list = listOf(element);
    if (list.size() <= Inline::kCapacity)
    {
        MaskArguments<T, Inline> a{arguments, {}};
        std::copy(list.begin(), list.end(), a.mask.value);
        return anyImageKernel("maskMinmaxKernel", a, launchMask<MinOrMax, T, Inline>);
    }
    const auto table = std::make_shared<const DeviceTable>(list);
    return anyImageKernel("maskMinmaxKernel", MaskArguments<T, Stored>{arguments, {}},
                          [table](MaskArguments<T, Stored>& a, const CudaCall& call, const char* name) {
                              a.mask.value = table->template on<std::uint16_t>();
                              launchMask<MinOrMax>(a, call, name);
                          });
}

template <class MinOrMax, class T> CudaKernelPtr generalStepOf(const StepPlan& plan)
{
    const ImagePlan image = plan.plan.planOf(plan.step);
    const MorphologyArguments<T> a{
        sourceView<T>(image), targetView<T>(image), nullptr,        0, plan.combination, image.ksize.width,
        image.ksize.height,   image.anchor.x,       image.anchor.y, 0};
    if (plan.plan.element.empty())
        return anyImageKernel("rectangleMinmaxKernel", a, launchRectangle<MinOrMax, T>);
    return generalMask<MinOrMax>(a, plan.plan.element);
}

CudaKernelPtr generalStep(const StepPlan& plan)
{
    CudaKernelPtr kernel;
    withDepth(CV_MAT_DEPTH(plan.plan.srcType), PickedTypes{}, [&](auto depth) {
        using T = typename decltype(depth)::type;
        kernel = plan.step == MorphologyStep::Erode ? generalStepOf<Minimum, T>(plan) : generalStepOf<Maximum, T>(plan);
    });
    return kernel;
}

CudaKernels kernelsOfStep(const StepPlan& plan)
{
    return firstThatFit(plan, minmaxWindowStep, minmaxMarchStep, minmaxSquareStep, minmaxTransposeStep, generalStep);
}

// ---- Rectangles in pieces

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

// The rectangles whose succession equals a rectangle too large for tiles, if pixels outside never win or have one
// value; none if they are not needed.
std::vector<MorphologyPlan> piecesOf(const MorphologyPlan& plan)
{
    constexpr int kLongest = 1024;
    const int longer = std::max(plan.ksize.width, plan.ksize.height);
    const bool constant = plan.border.row == Border::Constant;
    std::vector<MorphologyPlan> pieces;
    if (!fastKernels() || !plan.element.empty() || (!constant && !cutsOff(plan)) || longer <= kNeverInPieces ||
        longer > kLongest || fitsTile(plan))
        return pieces;
    MorphologyPlan whole = plan;
    if (!constant)
        whole.border.row = whole.border.column = Border::Replicate;
    addPieces(whole, pieces);
    return pieces;
}

// ---- Steps

// Kernels for steps that follow each other; the last one combines its extremes with another image, if anything.
class Steps
{
public:
    Steps(const MorphologyPlan& plan, const std::vector<MorphologyStep>& steps, Combination combination)
        : pixelBytes_(CV_ELEM_SIZE(plan.srcType))
    {
        whole_ = kernelsOf({plan}, steps, combination);
        const std::vector<MorphologyPlan> pieces = piecesOf(plan);
        if (!pieces.empty())
            pieces_ = kernelsOf(pieces, steps, combination);
    }

    std::string name(const CudaCall& call) const
    {
        std::string names;
        for (const CudaKernels& kernels : kernelsFor(call))
            names += (names.empty() ? "" : " + ") + firstThatTakes(kernels, call).name(call);
        return names;
    }

    // The last step writes the target; the others take turns between it and one scratch image.
    void launch(const CudaCall& call) const
    {
        const cv::Size size = call.src.region.size;
        const std::vector<CudaKernels>& steps = kernelsFor(call);
        std::unique_ptr<ScratchImage> scratch;
        if (steps.size() > 1)
            scratch.reset(new ScratchImage(size.width * pixelBytes_, size.height, call.stream, kApply));
        CudaCall step = call;
        for (std::size_t i = 0; i < steps.size(); ++i)
        {
            step.dst = (steps.size() - i) % 2 == 1 ? call.dst : CudaTarget{scratch->data(), scratch->step()};
            firstThatTakes(steps[i], step).launch(step);
            step.src = {step.dst.data, step.dst.step, {size, size, {0, 0}}};
        }
    }

    bool isOneLaunch(const CudaCall& call) const
    {
        const std::vector<CudaKernels>& steps = kernelsFor(call);
        return steps.size() == 1 && firstThatTakes(steps[0], call).isOneLaunch(call);
    }

    bool takesTogether(const CudaCall& a, const CudaCall& b) const
    {
        const std::vector<CudaKernels>& steps = kernelsFor(a);
        return steps.size() == 1 && &steps == &kernelsFor(b) && takeTogether(steps[0], a, b);
    }

    // One type for all, so that one list holds them. Kernels of one step need no scratch images.
    void launchBatch(const CudaCall* calls, int count) const
    {
        const std::vector<CudaKernels>& steps = kernelsFor(*calls);
        if (steps.size() == 1)
            return firstThatTakes(steps[0], *calls).launchBatch(calls, count);
        std::for_each(calls, calls + count, [this](const CudaCall& call) { launch(call); });
    }

private:
    static std::vector<CudaKernels> kernelsOf(const std::vector<MorphologyPlan>& pieces,
                                              const std::vector<MorphologyStep>& steps, Combination combination)
    {
        std::vector<CudaKernels> kernels;
        const std::size_t count = steps.size() * pieces.size();
        for (std::size_t i = 0; i < count; ++i)
            kernels.push_back(kernelsOfStep({pieces[i % pieces.size()], steps[i / pieces.size()],
                                             i + 1 < count ? Combination::None : combination}));
        return kernels;
    }

    // Pieces read only the image itself. A kernel that takes only some images takes theirs more quickly.
    const std::vector<CudaKernels>& kernelsFor(const CudaCall& call) const
    {
        if (pieces_.empty() || call.src.region.isSubmatrix())
            return whole_;
        const CudaKernel& first = *whole_.front().front();
        return first.isSelective() && first.takes(call) ? whole_ : pieces_;
    }

    std::size_t pixelBytes_;
    std::vector<CudaKernels> whole_, pieces_;
};

// All operations but the gradient. Top hat and black hat end with the pixels of the region itself.
class StepsKernel final : public CudaKernel
{
public:
    explicit StepsKernel(const MorphologyPlan& plan)
        : pixelBytes_(CV_ELEM_SIZE(plan.srcType)), steps_(plan, plan.steps(), combinationOf(plan.operation))
    {}

    std::string name(const CudaCall& call) const override { return steps_.name(call); }
    bool takes(const CudaCall&) const override { return true; }
    void launch(const CudaCall& call) const override { steps_.launch(combining(call)); }
    bool isOneLaunch(const CudaCall& call) const override { return steps_.isOneLaunch(combining(call)); }
    bool takesTogether(const CudaCall& a, const CudaCall& b) const override
    {
        return steps_.takesTogether(combining(a), combining(b));
    }
    void launchBatch(const CudaCall* calls, int count) const override
    {
        std::vector<CudaCall> all;
        std::transform(calls, calls + count, std::back_inserter(all),
                       [this](const CudaCall& c) { return combining(c); });
        steps_.launchBatch(all.data(), count);
    }

private:
    CudaCall combining(const CudaCall& call) const
    {
        CudaCall combining = call;
        combining.other = {firstPixel(call.src, pixelBytes_), call.src.step};
        return combining;
    }

    std::size_t pixelBytes_;
    Steps steps_;
};

// The dilated image less the eroded one.
class GradientKernel final : public CudaKernel
{
public:
    explicit GradientKernel(const MorphologyPlan& plan)
        : pixelBytes_(CV_ELEM_SIZE(plan.srcType)),
          erosions_(plan, std::vector<MorphologyStep>(plan.steps().size(), MorphologyStep::Erode), Combination::None),
          dilations_(plan, plan.steps(), Combination::MinusOther)
    {}

    std::string name(const CudaCall& call) const override
    {
        return erosions_.name(call) + " + " + dilations_.name(call);
    }
    bool takes(const CudaCall&) const override { return true; }
    void launch(const CudaCall& call) const override
    {
        const cv::Size size = call.src.region.size;
        const ScratchImage eroded(size.width * pixelBytes_, size.height, call.stream, kApply);
        erosions_.launch({call.src, {eroded.data(), eroded.step()}, call.stream});
        dilations_.launch({call.src, call.dst, call.stream, {eroded.data(), eroded.step()}});
    }

private:
    std::size_t pixelBytes_;
    Steps erosions_, dilations_;
};

// Openings and closings of large images in two steps, where squares are filtered quicker alone than both in one kernel.
CudaKernelPtr largeSquaresInSteps(const MorphologyPlan& plan)
{
    const bool hasTwoSteps =
        plan.operation == MorphologyOperation::Open || plan.operation == MorphologyOperation::Close;
    if (!hasTwoSteps || plan.iterations > 1 || plan.ksize.width < kTwoSquares.leastSize)
        return nullptr;
    const std::vector<MorphologyStep> steps = plan.steps();
    std::shared_ptr<const CudaKernel> first = minmaxSquareStep({plan, steps[0], Combination::None});
    if (!first || !minmaxSquareStep({plan, steps[1], Combination::None}))
        return nullptr;
    const std::size_t pixelBytes = CV_ELEM_SIZE(plan.srcType),
                      least = kernelChoice() == KernelChoice::Fast ? 1 : kTwoSquares.leastBytes;
    CudaKernels inSteps;
    inSteps.emplace_back(new StepsKernel(plan));
    return kernelsWhere(
        [first, pixelBytes, least](const CudaCall& call) {
            const cv::Size size = call.src.region.size;
            return pixelBytes * size.width * size.height >= least && first->takes(call);
        },
        std::move(inSteps));
}

CudaKernelPtr inSteps(const MorphologyPlan& plan)
{
    return plan.operation == MorphologyOperation::Gradient ? CudaKernelPtr(new GradientKernel(plan))
                                                           : CudaKernelPtr(new StepsKernel(plan));
}

} // namespace

CudaKernels kernelsFor(const MorphologyPlan& plan)
{
    return firstThatFit(plan, minmaxWindowGradient, minmaxIdentityOpening, minmaxWindowOpening, largeSquaresInSteps,
                        minmaxTransposeOpening, inSteps);
}

}} // namespace cv::cudatiled
