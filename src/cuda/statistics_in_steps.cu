// SPDX-License-Identifier: Apache-2.0
// Statistics of the pixels in a window that take several kernels. Nothing waits for the host.
#include "statistics_in_steps.hpp"

#include "../core/dispatch.hpp"
#include "../core/scratch.hpp"
#include "../kernels/noise/wiener.cuh"
#include "../kernels/pointwise/round.cuh"
#include "../launch/fours.hpp"
#include "../launch/launch.cuh"
#include "../launch/pointwise.cuh"
#include "../launch/tuning.hpp"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::Filter::apply";

// A float for each scalar of the results.
class FloatImage
{
public:
    FloatImage(const LocalStatisticsPlan& plan, const CudaCall& call)
        : channels_(CV_MAT_CN(plan.srcType)), size_(call.src.region.size),
          memory_(std::size_t(size_.width) * channels_ * sizeof(float), size_.height, call.stream, kApply)
    {}

    CudaTarget target() const { return {memory_.data(), memory_.step()}; }
    CudaSource source() const { return {memory_.data(), memory_.step(), {size_, size_, {0, 0}}}; }

    // Whose blocks have so many units from one to the next.
    VarianceRows rows(int blocks) const
    {
        const std::ptrdiff_t scalars = static_cast<std::ptrdiff_t>(size_.width) * channels_;
        const int units = unitsOfRow<FoursTile>(scalars);
        return {static_cast<const float*>(memory_.data()),
                static_cast<std::ptrdiff_t>(memory_.step()),
                scalars,
                size_.height,
                units,
                blocks / units,
                blocks % units,
                channels_};
    }

private:
    const int channels_;
    const cv::Size size_;
    const ScratchImage memory_;
};

CudaCall withTarget(CudaCall call, const CudaTarget& target)
{
    call.dst = target;
    return call;
}

CudaKernels variancesOf(LocalStatisticsPlan plan)
{
    plan.dstType = CV_MAKETYPE(CV_32F, CV_MAT_CN(plan.srcType));
    plan.statistic.kind = LocalStatistic::Variance;
    plan.estimatesNoise = false;
    return kernelsFor(plan);
}

// The distances of pixels from the mean: a contrast with a leastDeviation above every deviation, times that deviation.
CudaKernels distancesOf(LocalStatisticsPlan plan)
{
    constexpr float kAboveAllDeviations = 1152921504606846976.f; // 2^60, as the pixels
    plan.dstType = CV_MAKETYPE(CV_32F, CV_MAT_CN(plan.srcType));
    plan.statistic.kind = LocalStatistic::Contrast;
    plan.statistic.gain = plan.statistic.leastDeviation = kAboveAllDeviations;
    plan.statistic.offset = 0;
    plan.estimatesNoise = false;
    return kernelsFor(plan);
}

class WienerInSteps final : public CudaKernel
{
public:
    explicit WienerInSteps(const LocalStatisticsPlan& plan)
        : plan_(plan), variances_(variancesOf(plan)), distances_(distancesOf(plan))
    {}

    bool takes(const CudaCall&) const override { return true; }
    std::string name(const CudaCall& call) const override
    {
        return firstThatTakes(variances_, call).name(call) + " + sumVariancesKernel + meanVariancesKernel + " +
               firstThatTakes(distances_, call).name(call) + " + wienerKernel";
    }

    void launch(const CudaCall& call) const override
    {
        const FloatImage variances(plan_, call), distances(plan_, call);
        const ScratchImage sums((kBlocks * sizeof(double) + sizeof(float)) * kMostChannels, 1, call.stream, kApply);
        auto* const ofBlocks = static_cast<double*>(sums.data());
        auto* const noise = reinterpret_cast<float*>(ofBlocks + kBlocks * kMostChannels);
        run(variances_, withTarget(call, variances.target()));
        launchMeans(variances, call, ofBlocks, noise);
        run(distances_, withTarget(call, distances.target()));
        withDepthPair<SameOrFloatTargets>(CV_MAT_DEPTH(plan_.srcType), CV_MAT_DEPTH(plan_.dstType),
                                          [&](auto s, auto d) {
                                              using S = typename decltype(s)::type;
                                              using D = typename decltype(d)::type;
                                              if constexpr (!kIsRoundedLater<S, D>)
                                                  launchWiener<S, D>(variances, distances, noise, call);
                                          });
    }

private:
    static constexpr int kBlocks = 8 * kMultiprocessors; // at most; of every device, for the order of the sums

    static void run(const CudaKernels& kernels, const CudaCall& call) { firstThatTakes(kernels, call).launch(call); }

    static void launchMeans(const FloatImage& variances, const CudaCall& call, double* sums, float* means)
    {
        const cv::Size size = call.src.region.size;
        const int blocks = static_cast<int>(
            std::min<std::int64_t>(static_cast<std::int64_t>(variances.rows(1).unitsInRow) * size.height, kBlocks));
        launchGrid<FoursTile, sumVariancesKernel<FoursTile>>(
            "sumVariancesKernel", SumVariancesArguments{variances.rows(blocks), sums}, dim3(blocks), call.stream);
        const double pixels = static_cast<double>(size.width) * size.height;
        launchGrid<FoursTile, meanVariancesKernel<FoursTile>>(
            "meanVariancesKernel", MeanVariancesArguments{sums, blocks, pixels, means}, dim3(1), call.stream);
    }

    template <class S, class D>
    void launchWiener(const FloatImage& variances, const FloatImage& distances, const float* noise,
                      const CudaCall& call) const
    {
        const auto* const source = firstPixel(call.src, CV_ELEM_SIZE(plan_.srcType));
        const VarianceRows rows = variances.rows(1);
        const WienerArguments<S, D> a{reinterpret_cast<const S*>(source),
                                      static_cast<std::ptrdiff_t>(call.src.step),
                                      distances.rows(1),
                                      rows,
                                      noise,
                                      static_cast<D*>(call.dst.data),
                                      static_cast<std::ptrdiff_t>(call.dst.step),
                                      hasWholeFours(source, call.src.step, sizeof(S)),
                                      hasWholeFours(call.dst.data, call.dst.step, sizeof(D))};
        launchGrid<FoursTile, wienerKernel<FoursTile, S, D>>(
            "wienerKernel", a, dim3(rows.unitsInRow, std::min(rows.rows, kMostBlocks)), call.stream);
    }

    const LocalStatisticsPlan plan_;
    const CudaKernels variances_, distances_;
};

} // namespace

CudaKernelPtr wienerInSteps(const LocalStatisticsPlan& plan)
{
    return CudaKernelPtr(new WienerInSteps(plan));
}

namespace {

LocalStatisticsPlan inFloats(LocalStatisticsPlan plan)
{
    plan.dstType = CV_MAKETYPE(CV_32F, CV_MAT_CN(plan.srcType));
    return plan;
}

using RoundedTypes = Types<std::uint8_t, std::uint16_t, std::int16_t, Half>; // of statistics

CudaKernels roundingOf(const LocalStatisticsPlan& plan)
{
    CudaKernels kernels;
    withDepth(CV_MAT_DEPTH(plan.dstType), RoundedTypes{}, [&](auto depth) {
        kernels.push_back(pointwiseFor(plan, RoundOperation<typename decltype(depth)::type>{}));
    });
    return kernels;
}

class RoundedInSteps final : public CudaKernel
{
public:
    explicit RoundedInSteps(const LocalStatisticsPlan& plan)
        : plan_(plan), floats_(kernelsFor(inFloats(plan))), rounding_(roundingOf(plan))
    {}

    bool takes(const CudaCall&) const override { return true; }
    std::string name(const CudaCall& call) const override
    {
        const CudaCall second = {{call.dst.data, call.dst.step, {call.src.region.size, call.src.region.size, {0, 0}}},
                                 call.dst,
                                 call.stream};
        return firstThatTakes(floats_, call).name(call) + " + " + firstThatTakes(rounding_, second).name(second);
    }

    void launch(const CudaCall& call) const override
    {
        const FloatImage floats(plan_, call);
        const CudaCall first = withTarget(call, floats.target()), second = {floats.source(), call.dst, call.stream};
        firstThatTakes(floats_, first).launch(first);
        firstThatTakes(rounding_, second).launch(second);
    }

private:
    const LocalStatisticsPlan plan_;
    const CudaKernels floats_, rounding_;
};

} // namespace

CudaKernelPtr roundedInSteps(const LocalStatisticsPlan& plan)
{
    return CudaKernelPtr(new RoundedInSteps(plan));
}

}} // namespace cv::cudatiled
