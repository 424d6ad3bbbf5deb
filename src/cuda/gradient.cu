// SPDX-License-Identifier: Apache-2.0
// Gradients on CUDA: one kernel for small apertures, and one for magnitudes of bytes alone; for others the two
// derivatives, then their magnitude and angle.
#include <optional>

#include "../core/scratch.hpp"
#include "../kernels/sliding_window/sobel_magnitude.cuh"
#include "../launch/gradient.cuh"
#include "../launch/separable_taps.cuh"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class S, class D, class Taps> CudaKernelPtr slidingWindowOf(const GradientPlan& plan)
{
    GradientTaps<Taps> taps;
    const SummedPlan x(plan.dx), y(plan.dy);
    if (!fitTaps<Taps::Size, S, D>(x, taps.x) || !fitTaps<Taps::Size, S, D>(y, taps.y))
        return nullptr;
    return gradientFor<S, D>(plan, taps);
}

template <int Size, class S, class D> CudaKernelPtr slidingWindow(const GradientPlan& plan)
{
    CudaKernelPtr kernel;
    if constexpr (kHasPairTaps<Size, S, D> && Size <= 5) // derivatives of 7x7 bytes exceed 16 bits
        kernel = slidingWindowOf<S, D, SeparablePairTaps<Size>>(plan);
    if constexpr (StripPair<S, D>::exists)
        if (!kernel)
            kernel = slidingWindowOf<S, D, SeparableTaps<Size>>(plan);
    return kernel;
}

// Whether `plan` filters by Sobel's kernel of 3x3, whose factors are `difference` and `smoothing`, and nothing else.
bool isSobel(const SeparablePlan& plan, const cv::Mat& difference, const cv::Mat& smoothing)
{
    const auto are = [](const cv::Mat& taps, const cv::Vec3f& expected) {
        return taps.total() == 3 && std::equal(expected.val, expected.val + 3, taps.ptr<float>());
    };
    return plan.scale == 1 && plan.delta == 0 && are(difference, {-1, 0, 1}) && are(smoothing, {1, 2, 1});
}

// Both derivatives one after the other; unwanted ones go to scratch memory.
template <class D> class GradientInSteps final : public CudaKernel
{
public:
    explicit GradientInSteps(const GradientPlan& plan) : plan_(plan), dx_(kernelsFor(plan.dx)), dy_(kernelsFor(plan.dy))
    {}

    bool takes(const CudaCall&) const override { return true; }
    std::string name(const CudaCall& call) const override
    {
        const CudaCall derivative = withTarget(call, {});
        return firstThatTakes(dx_, derivative).name(derivative) + " + " +
               firstThatTakes(dy_, derivative).name(derivative) + " + gradientPointsKernel";
    }

    void launch(const CudaCall& wanted) const override
    {
        CudaCall call = wanted;
        const bool points = call.dst.data || call.angle.data;
        std::optional<ScratchImage> scratch[2];
        if (points && !call.dx.data)
            call.dx = inScratch(scratch[0], call);
        if (points && !call.dy.data)
            call.dy = inScratch(scratch[1], call);
        for (const auto& [kernels, target] : {std::pair(&dx_, call.dx), std::pair(&dy_, call.dy)})
        {
            const CudaCall derivative = withTarget(call, target);
            if (target.data)
                firstThatTakes(*kernels, derivative).launch(derivative);
        }
        if (points)
            launchGradientPoints<D>(plan_, call);
    }

private:
    static CudaCall withTarget(const CudaCall& call, const CudaTarget& target)
    {
        return {call.src, target, call.stream};
    }

    CudaTarget inScratch(std::optional<ScratchImage>& memory, const CudaCall& call) const
    {
        const cv::Size size = call.src.region.size;
        memory.emplace(size.width * CV_ELEM_SIZE(plan_.dx.dstType), size.height, call.stream,
                       "cudatiled::Filter::apply");
        return {memory->data(), memory->step()};
    }

    const GradientPlan plan_;
    const CudaKernels dx_, dy_;
};

template <class D> CudaKernelPtr inSteps(const GradientPlan& plan)
{
    return CudaKernelPtr(new GradientInSteps<D>(plan));
}

bool wantsMagnitudeAlone(const CudaCall& call)
{
    return !call.dx.data && !call.dy.data && !call.angle.data;
}

template <class S, class Magnitude, class D> CudaKernelPtr sobelMagnitude(const GradientPlan& plan)
{
    if constexpr (std::is_same_v<S, std::uint8_t>)
        if (isSobel(plan.dx, plan.dx.rowKernel, plan.dx.columnKernel) &&
            isSobel(plan.dy, plan.dy.columnKernel, plan.dy.rowKernel))
            if (auto kernel = plan.norm == GradientNorm::L1
                                  ? slidingWindowFor<S, Magnitude>(plan, SobelMagnitude<GradientNorm::L1>())
                                  : slidingWindowFor<S, Magnitude>(plan, SobelMagnitude<GradientNorm::L2>()))
            {
                CudaKernels kernels;
                kernels.push_back(std::move(kernel));
                kernels.push_back(inSteps<D>(plan));
                return kernelsWhere(wantsMagnitudeAlone, std::move(kernels));
            }
    return nullptr;
}

} // namespace

CudaKernels kernelsFor(const GradientPlan& plan)
{
    CudaKernels kernels;
    withDepthPair<GradientTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using Magnitude = typename decltype(d)::type;
        using D = std::conditional_t<std::is_same_v<Magnitude, std::uint8_t>, std::int16_t, Magnitude>;
        kernels = firstThatFit(plan, sobelMagnitude<S, Magnitude, D>, slidingWindow<3, S, D>, slidingWindow<5, S, D>,
                               slidingWindow<7, S, D>, inSteps<D>);
    });
    return kernels;
}

}} // namespace cv::cudatiled
