// SPDX-License-Identifier: Apache-2.0
// Corner measures on CUDA: derivatives into scratch memory, then sums of their products.
#include "../core/scratch.hpp"
#include "../kernels/general/corner_arithmetic.cuh"
#include "../launch/corner.cuh"
#include "../launch/general_separable.cuh"
#include "../plans/corner_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

// Half as high as GeneralTile: three sums for each result fill the registers.
struct CornerSumsTile : SeparableTile<64, 4, 4, 16, 16>
{};

template <class S> CudaKernelPtr derivativesFor(const CornerPlan& plan)
{
    InlineTaps<TapPair<float>> taps{}; // at most 31 along each axis
    const int size = plan.derivative.cols;
    for (int i = 0; i < size; ++i)
        taps.value[i] = taps.value[size + i] = {plan.derivative.at<float>(i), plan.smoothing.at<float>(i)};
    return generalSeparableFor<S, GradientPair>(plan.derivatives, GradientPairArithmetic{plan.scale}, taps);
}

CudaKernelPtr sumsFor(const CornerPlan& plan)
{
    SourceView<GradientPair> source{};
    source.channels = 1;
    source.rowBorder = plan.border.row;
    source.columnBorder = plan.border.column;
    const ImagePlan& sums = plan.sums;
    const SeparableArguments<GradientPair, float, CornerArithmetic, UnitTaps> a{source,
                                                                                targetView<float>(sums),
                                                                                sums.ksize.width,
                                                                                sums.ksize.height,
                                                                                sums.anchor.x,
                                                                                sums.anchor.y,
                                                                                0,
                                                                                {plan.formula},
                                                                                {}};
    return anyImageKernel("separableKernel", a, [](auto& arguments, const CudaCall& call, const char* name) {
        arguments.tilesX = tilesInRow<CornerSumsTile>(arguments.target);
        launchTiles<CornerSumsTile, separableKernel<CornerSumsTile, GradientPair, float, CornerArithmetic, UnitTaps>>(
            name, arguments, call.stream);
    });
}

class CornersInSteps final : public CudaKernel
{
public:
    CornersInSteps(CudaKernelPtr derivatives, CudaKernelPtr sums)
        : derivatives_(std::move(derivatives)), sums_(std::move(sums))
    {}

    bool takes(const CudaCall&) const override { return true; }
    std::string name(const CudaCall& call) const override
    {
        return derivatives_->name(call) + " + " + sums_->name(call);
    }

    void launch(const CudaCall& call) const override
    {
        const cv::Size size = call.src.region.size;
        const ScratchImage memory(size.width * sizeof(GradientPair), size.height, call.stream,
                                  "cudatiled::Filter::apply");
        derivatives_->launch({call.src, {memory.data(), memory.step()}, call.stream});
        sums_->launch({{memory.data(), memory.step(), {size, size, {0, 0}}}, call.dst, call.stream});
    }

private:
    const CudaKernelPtr derivatives_, sums_;
};

template <class S> CudaKernelPtr inSteps(const CornerPlan& plan)
{
    return CudaKernelPtr(new CornersInSteps(derivativesFor<S>(plan), sumsFor(plan)));
}

} // namespace

CudaKernels kernelsFor(const CornerPlan& plan)
{
    CudaKernels kernels;
    withDepth(CV_MAT_DEPTH(plan.srcType), ByteOrFloatTypes{}, [&](auto depth) {
        using S = typename decltype(depth)::type;
        kernels = firstThatFit(plan, cornerFor<S, 2>, cornerFor<S, 3>, cornerFor<S, 4>, cornerFor<S, 5>, inSteps<S>);
    });
    return kernels;
}

}} // namespace cv::cudatiled
