// SPDX-License-Identifier: Apache-2.0
// Means of the pixels inside the image on CUDA: the filter's own kernel for the image, then a kernel for the results
// whose windows stick out of it.
#include "../core/device_table.hpp"
#include "../core/dispatch.hpp"
#include "../kernels/general/inside.cuh"
#include "../kernels/general/inside_separable.cuh"
#include "../launch/gaussian_taps.cuh"
#include "../launch/launch.cuh"
#include "../launch/mma_separable_u8.cuh"
#include "../plans/inside_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

// A block has 2^shift threads side by side. A part of few columns gets few; one of few rows, whose windows lie on
// `rows` rows of the source, as many as let these rows be one batch.
int shiftFor(const cv::Rect& part, int channels, int rows)
{
    const std::int64_t scalars = static_cast<std::int64_t>(part.width) * channels;
    const auto fits = [&](int shift) {
        const int down = InsideThreads::down(shift);
        return down * InsideBlock::RowsPerThread >= part.height && down * InsideBlock::BatchRowsPerThread >= rows;
    };
    int shift = 2;
    while (shift < 5 && scalars > InsideThreads::across(shift))
        ++shift;
    while (shift >= 5 && shift < 7 && fits(shift + 1))
        ++shift;
    return shift;
}

ResultPart resultPart(const cv::Rect& part, const InsidePlan& plan, const Region& region)
{
    const int top = region.offset.y - plan.anchor.y + part.y, bottom = top + part.height + plan.ksize.height - 1;
    const int rows = std::min(bottom, region.whole.height) - std::max(top, 0);
    return {part.x, part.y, part.width, part.height, shiftFor(part, CV_MAT_CN(plan.srcType), rows)};
}

std::int64_t blocksFor(const ResultPart& part, int channels)
{
    const auto tiles = [](std::int64_t results, int ofBlock) {
        return (results + ofBlock - 1) / ofBlock;
    };
    return tiles(static_cast<std::int64_t>(part.width) * channels, InsideThreads::across(part.shift)) *
           tiles(part.height, InsideThreads::down(part.shift) * InsideBlock::RowsPerThread);
}

// Blocks of the largest part fill the first dimension of the grid; the second one numbers the parts.
dim3 gridOf(const std::array<std::int64_t, 4>& blocks, int images)
{
    return dim3(static_cast<unsigned>(*std::max_element(blocks.begin(), blocks.end())), 4, images);
}

// Taps row by row, between `zeros` of 0.
std::vector<double> betweenZeros(const cv::Mat& taps, int zeros)
{
    std::vector<double> all(zeros);
    all.insert(all.end(), taps.begin<float>(), taps.end<float>());
    all.insert(all.end(), zeros, 0.);
    return all;
}

// All but the taps and the parts.
template <class Arguments, class S, class D> Arguments aroundArguments(const InsidePlan& plan)
{
    Arguments a{};
    a.source = listSource<S>(plan);
    a.target = listTarget<D>(plan);
    a.width = plan.ksize.width;
    a.height = plan.ksize.height;
    a.anchorX = plan.anchor.x;
    a.anchorY = plan.anchor.y;
    a.delta = plan.delta;
    return a;
}

template <class S, class D> CudaKernelPtr denseAround(const InsidePlan& plan)
{
    const auto table =
        std::make_shared<const DeviceTable>(betweenZeros(plan.kernel, InsideBlock::ZeroRows * plan.ksize.width));
    const auto arguments = aroundArguments<InsideArguments<S, D>, S, D>(plan);
    return anyImageKernel("insideKernel", arguments, [table, plan](auto& a, const CudaCall& call, const char* name) {
        const WindowParts parts = windowParts(plan, call.src.region);
        std::array<std::int64_t, 4> blocks;
        ResultPart* const part[] = {&a.above, &a.below, &a.left, &a.right};
        for (int i = 0; i < 4; ++i)
        {
            *part[i] = resultPart(parts.around[i], plan, call.src.region);
            blocks[i] = blocksFor(*part[i], a.target.channels);
        }
        a.taps = table->template on<double>();
        launchGrid<InsideBlock, insideKernel<S, D>>(name, a, gridOf(blocks, call.images), call.stream);
    });
}

// Blocks have all columns of a part side by side, if there are as many threads, and several groups of these below each
// other. Else a block has a column for each thread, or takes several times as many.
InsidePart insidePart(const cv::Rect& part, const InsidePlan& plan, const Region& region)
{
    constexpr int kThreads = InsideColumns::Threads, kRows = InsideColumns::Rows;
    const int channels = CV_MAT_CN(plan.srcType), halo = (plan.ksize.width - 1) * channels;
    if (part.empty())
        return {0, 0, 0, 0, ThreadDivisor::of(channels), ThreadDivisor::of(channels), 1, 1, 1, 0};
    const int left = region.offset.x - plan.anchor.x + part.x, right = left + part.width + plan.ksize.width - 1;
    const std::int64_t inside =
        static_cast<std::int64_t>(std::min(right, region.whole.width) - std::max(left, 0)) * channels;
    const int columns = static_cast<int>(std::min<std::int64_t>(inside, kThreads));
    const int pixels = inside <= kThreads    ? part.width
                       : halo < kThreads / 2 ? (kThreads - halo) / channels
                                             : kThreads / 2 / channels;
    const int groups = kThreads / columns, shares = groups * pixels * channels <= kThreads / 2 ? 2 : 1;
    const int tilesX = (part.width + pixels - 1) / pixels,
              tilesY = (part.height + groups * kRows - 1) / (groups * kRows);
    return {
        part.x, part.y, part.width, part.height,    ThreadDivisor::of(columns), ThreadDivisor::of(pixels * channels),
        groups, shares, tilesX,     tilesX * tilesY};
}

// See InsideTaps.
std::vector<double> tapsAndWeights(const cv::Mat& taps)
{
    std::vector<double> all = betweenZeros(taps, InsideTaps::Zeros), upTo{0}, from{0};
    all.resize(InsideTaps::upTo(taps.cols));
    for (int i = 0; i < taps.cols; ++i)
    {
        upTo.push_back(upTo.back() + taps.at<float>(i));
        from.push_back(from.back() + taps.at<float>(taps.cols - 1 - i));
    }
    std::reverse(from.begin(), from.end());
    for (const std::vector<double>* sums : {&upTo, &from})
        for (const double sum : *sums)
            all.insert(all.end(), {sum, 1 / sum});
    return all;
}

template <class S, class D> CudaKernelPtr separableAround(const InsidePlan& plan)
{
    std::vector<double> taps = tapsAndWeights(plan.rowKernel);
    const std::vector<double> column = tapsAndWeights(plan.columnKernel.reshape(1, 1));
    taps.insert(taps.end(), column.begin(), column.end());
    const auto table = std::make_shared<const DeviceTable>(taps);
    auto arguments = aroundArguments<InsideSeparableArguments<S, D>, S, D>(plan);
    arguments.channels = ThreadDivisor::of(CV_MAT_CN(plan.srcType));
    return anyImageKernel(
        "insideSeparableKernel", arguments, [table, plan](auto& a, const CudaCall& call, const char* name) {
            const WindowParts parts = windowParts(plan, call.src.region);
            InsidePart* const part[] = {&a.above, &a.below, &a.left, &a.right};
            unsigned tiles = 0;
            for (int i = 0; i < 4; ++i)
            {
                *part[i] = insidePart(parts.around[i], plan, call.src.region);
                tiles += part[i]->tiles;
            }
            a.taps = table->template on<double>();
            launchGrid<InsideColumns, insideSeparableKernel<S, D>>(name, a, dim3(tiles, 1, call.images), call.stream);
        });
}

CudaKernelPtr aroundFor(const InsidePlan& plan)
{
    CudaKernelPtr kernel;
    const int srcDepth = CV_MAT_DEPTH(plan.srcType), dstDepth = CV_MAT_DEPTH(plan.dstType);
    if (plan.kernel.empty())
        withDepthPair<SeparableTargets>(srcDepth, dstDepth, [&](auto s, auto d) {
            kernel = separableAround<typename decltype(s)::type, typename decltype(d)::type>(plan);
        });
    else
        withDepthPair<Conv2dTargets>(srcDepth, dstDepth, [&](auto s, auto d) {
            kernel = denseAround<typename decltype(s)::type, typename decltype(d)::type>(plan);
        });
    return kernel;
}

// Sums of the first taps: of none, of one and so on.
void sumUp(const std::vector<std::uint8_t>& taps, std::uint16_t* sums)
{
    sums[0] = 0;
    for (std::size_t i = 0; i < taps.size(); ++i)
        sums[i + 1] = static_cast<std::uint16_t>(sums[i] + taps[i]);
}

// One kernel for all results of a single image, with pixels of 0 around it.
template <class Blur>
CudaKernelPtr mmaSeparableU8(InsidePlan plan, const Blur& blur, const std::vector<std::uint8_t>& row,
                             const std::vector<std::uint8_t>& column)
{
    plan.border.row = plan.border.column = Border::Constant;
    plan.border.outside = {};
    MmaInside<Blur> finish{blur, {}, {}};
    sumUp(row, finish.ofRow);
    sumUp(column, finish.ofColumn);
    return mmaSeparableU8For(plan, finish, row, column);
}

// Null where another kernel serves the windows inside: a sliding window those of up to 5 x 5.
CudaKernelPtr mmaSeparableU8(const InsidePlan& plan)
{
    const cv::Size ksize = plan.ksize;
    const int side = std::max(ksize.width, ksize.height);
    if (plan.srcType != plan.dstType || CV_MAT_DEPTH(plan.srcType) != CV_8U || side <= 5 || side > kMmaSeparableTaps)
        return nullptr;
    if (const auto* const blur = std::get_if<GaussianPlan>(&plan.within))
        if (areBelow(*blur, 8))
            return mmaSeparableU8(plan, MmaFixedPoint{}, {blur->rowTaps.begin(), blur->rowTaps.end()},
                                  {blur->columnTaps.begin(), blur->columnTaps.end()});
    if (const auto* const box = std::get_if<BoxPlan>(&plan.within))
        if (box->ksize.area() <= 256)
            return mmaSeparableU8(plan, mmaByteBox(ksize.area()), std::vector<std::uint8_t>(ksize.width, 1),
                                  std::vector<std::uint8_t>(ksize.height, 1));
    return nullptr;
}

// Filters the image, then replaces the results whose windows stick out. The second kernel starts with the last blocks
// of the first, sums up, and waits for it before it stores. One kernel makes all results of single images, if it can.
class WithinThenAround final : public CudaKernel
{
public:
    explicit WithinThenAround(const InsidePlan& plan)
        : plan_(plan), within_(std::visit([](const auto& within) { return kernelsFor(within); }, plan.within)),
          around_(aroundFor(plan)), together_(fastKernels() ? mmaSeparableU8(plan) : nullptr)
    {}

    std::string name(const CudaCall& call) const override
    {
        if (isTogether(call))
            return together_->name(call);
        const Work work(plan_, call);
        return (work.within ? firstThatTakes(within_, call).name(call) : "") +
               (work.within && work.around ? " + " : "") + (work.around ? around_->name(call) : "");
    }
    bool takes(const CudaCall&) const override { return true; }
    void launch(const CudaCall& call) const override
    {
        if (isTogether(call))
            return together_->launch(call);
        CudaCall step = call;
        launch(&step, 1);
    }
    void launchBatch(const CudaCall* calls, int count) const override
    {
        if (count == 1)
            return launch(*calls);
        std::vector<CudaCall> step(calls, calls + count);
        launch(step.data(), count);
    }

private:
    // Which of both steps an image needs.
    struct Work
    {
        bool within, around;

        Work(const ImagePlan& plan, const CudaCall& call)
        {
            const WindowParts parts = windowParts(plan, call.src.region);
            within = !parts.within.empty();
            around = parts.within.size() != call.src.region.size;
        }
    };

    bool isTogether(const CudaCall& call) const { return together_ && together_->takes(call); }

    void launch(CudaCall* step, int count) const
    {
        const Work work(plan_, *step);
        if (work.within)
        {
            const CudaKernel& kernel = firstThatTakes(within_, *step);
            step->siblings = Siblings::of(false, work.around && kernel.isOneLaunch(*step));
            kernel.launchBatch(step, count);
        }
        step->siblings = Siblings::of(work.within, false);
        if (work.around)
            around_->launchBatch(step, count);
    }

    const InsidePlan plan_;
    const CudaKernels within_;
    const CudaKernelPtr around_;
    const CudaKernelPtr together_; // or null
};

} // namespace

CudaKernels kernelsFor(const InsidePlan& plan)
{
    CudaKernels kernels;
    kernels.push_back(CudaKernelPtr(new WithinThenAround(plan)));
    return kernels;
}

}} // namespace cv::cudatiled
