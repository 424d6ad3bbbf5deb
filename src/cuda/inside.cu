// SPDX-License-Identifier: Apache-2.0
// Means of the pixels inside the image on CUDA: the filter's own kernel for the image, then a kernel for the results
// whose windows stick out of it.
#include "../core/device_table.hpp"
#include "../core/dispatch.hpp"
#include "../kernels/general/inside.cuh"
#include "../launch/launch.cuh"
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

// Blocks of the largest part fill the first dimension of the grid.
dim3 gridOf(std::initializer_list<ResultPart> parts, int channels, int images)
{
    std::int64_t blocks = 0;
    for (const ResultPart& part : parts)
        blocks = std::max(blocks, blocksFor(part, channels));
    return dim3(static_cast<unsigned>(blocks), static_cast<unsigned>(parts.size()), images);
}

// Taps row by row, between rows of 0s.
std::vector<double> betweenZeros(const cv::Mat& taps)
{
    const std::vector<double> zeros(static_cast<std::size_t>(InsideBlock::ZeroRows) * taps.cols);
    std::vector<double> all = zeros;
    all.insert(all.end(), taps.begin<float>(), taps.end<float>());
    all.insert(all.end(), zeros.begin(), zeros.end());
    return all;
}

template <class S, class D, class Taps> CudaKernelPtr aroundOf(const InsidePlan& plan, const std::vector<double>& taps)
{
    using Arguments = InsideArguments<S, D, Taps>;
    const auto table = std::make_shared<const DeviceTable>(taps);
    const Arguments arguments{listSource<S>(plan),
                              listTarget<D>(plan),
                              {nullptr},
                              plan.ksize.width,
                              plan.ksize.height,
                              plan.anchor.x,
                              plan.anchor.y,
                              plan.delta,
                              {},
                              {},
                              {},
                              {},
                              false};
    return anyImageKernel(
        "insideKernel", arguments, [table, plan](Arguments& a, const CudaCall& call, const char* name) {
            const WindowParts parts = windowParts(plan, call.src.region);
            a.above = resultPart(parts.around[0], plan, call.src.region);
            a.below = resultPart(parts.around[1], plan, call.src.region);
            a.left = resultPart(parts.around[2], plan, call.src.region);
            a.right = resultPart(parts.around[3], plan, call.src.region);
            a.taps.value = table->template on<double>();
            a.sourceIsComplete = call.sourceIsComplete && !a.source.places.list; // which the launch before writes
            const dim3 grid = gridOf({a.above, a.below, a.left, a.right}, a.target.channels, call.images);
            launchGrid<InsideBlock, insideKernel<S, D, Taps>>(name, a, grid, call.stream);
        });
}

CudaKernelPtr aroundFor(const InsidePlan& plan)
{
    CudaKernelPtr kernel;
    const int srcDepth = CV_MAT_DEPTH(plan.srcType), dstDepth = CV_MAT_DEPTH(plan.dstType);
    if (!plan.kernel.empty())
    {
        const std::vector<double> taps = betweenZeros(plan.kernel);
        withDepthPair<Conv2dTargets>(srcDepth, dstDepth, [&](auto s, auto d) {
            kernel = aroundOf<typename decltype(s)::type, typename decltype(d)::type, InsideKernel>(plan, taps);
        });
        return kernel;
    }
    std::vector<double> taps(plan.rowKernel.begin<float>(), plan.rowKernel.end<float>());
    const std::vector<double> column = betweenZeros(plan.columnKernel.reshape(1, plan.ksize.height));
    taps.insert(taps.end(), column.begin(), column.end());
    withDepthPair<SeparableTargets>(srcDepth, dstDepth, [&](auto s, auto d) {
        kernel = aroundOf<typename decltype(s)::type, typename decltype(d)::type, InsideProduct>(plan, taps);
    });
    return kernel;
}

// Filters the image, then replaces the results whose windows stick out.
class WithinThenAround final : public CudaKernel
{
public:
    explicit WithinThenAround(const InsidePlan& plan)
        : plan_(plan), within_(std::visit([](const auto& within) { return kernelsFor(within); }, plan.within)),
          around_(aroundFor(plan))
    {}

    std::string name(const CudaCall& call) const override
    {
        const Work work(plan_, call);
        return (work.within ? firstThatTakes(within_, call).name(call) : "") +
               (work.within && work.around ? " + " : "") + (work.around ? around_->name(call) : "");
    }
    bool takes(const CudaCall&) const override { return true; }
    void launch(const CudaCall& call) const override
    {
        const Work work(plan_, call);
        if (work.within)
            firstThatTakes(within_, call).launch(call);
        if (work.around)
            around_->launch(behind(call, work));
    }
    void launchBatch(const CudaCall* calls, int count) const override
    {
        const Work work(plan_, *calls);
        if (work.within)
            firstThatTakes(within_, *calls).launchBatch(calls, count);
        if (!work.around)
            return;
        std::vector<CudaCall> second;
        std::transform(calls, calls + count, std::back_inserter(second),
                       [&](const CudaCall& call) { return behind(call, work); });
        around_->launchBatch(second.data(), count);
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

    static CudaCall behind(CudaCall call, const Work& work)
    {
        call.sourceIsComplete = work.within;
        return call;
    }

    const InsidePlan plan_;
    const CudaKernels within_;
    const CudaKernelPtr around_;
};

} // namespace

CudaKernels kernelsFor(const InsidePlan& plan)
{
    CudaKernels kernels;
    kernels.push_back(CudaKernelPtr(new WithinThenAround(plan)));
    return kernels;
}

}} // namespace cv::cudatiled
