// SPDX-License-Identifier: Apache-2.0
// Canny's edge detector on CUDA: the kernels of a gradient, then its own.
#include "../launch/canny.cuh"

#include <optional>

#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::Filter::apply";

// If the call has derivatives, they are used instead of those of the image.
class CannyInSteps final : public CudaKernel
{
public:
    explicit CannyInSteps(const CannyPlan& plan) : plan_(plan), gradient_(kernelsFor(plan.derivatives)) {}

    bool takes(const CudaCall&) const override { return true; }
    std::string name(const CudaCall& call) const override
    {
        const CudaCall derivatives = ofGradient(call, call.dst, call.dst); // as launched, but for their addresses
        return firstThatTakes(gradient_, derivatives).name(derivatives) + " + " + kCannyKernels;
    }

    void launch(const CudaCall& wanted) const override
    {
        if (wanted.dx.data)
            return launchCanny(plan_, plan_.ofGivenDerivatives, wanted, "cudatiled::CannyFilter::detect");
        const cv::Size size = wanted.src.region.size;
        const std::size_t rowBytes = size.width * CV_ELEM_SIZE(plan_.derivatives.dx.dstType);
        const ScratchImage both(2 * rowBytes, size.height, wanted.stream, kApply);
        const std::size_t step = both.step() / 2;
        CudaCall call =
            ofGradient(wanted, {both.data(), step}, {static_cast<char*>(both.data()) + step * size.height, step});
        firstThatTakes(gradient_, call).launch(call);
        call.dst = wanted.dst;
        launchCanny(plan_, plan_.ofImage, call, kApply);
    }

private:
    static CudaCall ofGradient(CudaCall call, const CudaTarget& dx, const CudaTarget& dy)
    {
        call.dst = {};
        call.dx = dx;
        call.dy = dy;
        return call;
    }

    const CannyPlan plan_;
    const CudaKernels gradient_;
};

} // namespace

CudaKernels kernelsFor(const CannyPlan& plan)
{
    CudaKernels kernels;
    kernels.push_back(CudaKernelPtr(new CannyInSteps(plan)));
    return kernels;
}

}} // namespace cv::cudatiled
