// SPDX-License-Identifier: Apache-2.0
// Images of another size on CUDA: a kernel for any size, others for whole factors, and fast ones for half and double.
#include <opencv2/imgproc.hpp>

#include "../launch/resize.cuh"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

// In wider images cv::resize rounds the positions of columns, so weights differ from 1/4 and 3/4.
constexpr int kExactPlaces = 1 << 20;

bool doubles(const Resizing& r)
{
    return r.method == ResizeMethod::Linear && r.x.scale == 0.5 && r.y.scale == 0.5 &&
           r.x.target == 2 * std::int64_t(r.x.source) && r.y.target == 2 * std::int64_t(r.y.source) &&
           r.x.source <= kExactPlaces && r.y.source <= kExactPlaces;
}

bool halves(const Resizing& r)
{
    return r.method == ResizeMethod::Area && r.shrinksBy(2) && r.x.source == 2 * std::int64_t(r.x.target) &&
           r.y.source == 2 * std::int64_t(r.y.target);
}

CudaKernels one(CudaKernelPtr kernel)
{
    CudaKernels kernels;
    kernels.push_back(std::move(kernel));
    return kernels;
}

} // namespace

CudaKernels kernelsFor(const ResizePlan& plan)
{
    if (plan.interpolation == cv::INTER_NEAREST)
        return one(resizeNearestFor(plan));
    if (plan.alignCorners)
        return one(resizeLinearFor(plan));
    const auto where = [&](auto applies, CudaKernelPtr kernel) {
        const auto asked = [=](const CudaCall& call) {
            return applies(resizingOf(plan, call.src.region.size));
        };
        return kernelsWhere(asked, one(std::move(kernel)));
    };
    CudaKernels kernels;
    if (fastKernels())
        kernels.push_back(where(halves, resizeHalfFor(plan)));
    if (plan.interpolation == cv::INTER_AREA)
    {
        kernels.push_back(resizeAreaFor(plan));
        return kernels;
    }
    if (fastKernels())
        kernels.push_back(where(doubles, resizeTwiceFor(plan)));
    kernels.push_back(where([](const Resizing& r) { return r.method == ResizeMethod::Area; }, resizeAreaFor(plan)));
    kernels.push_back(resizeLinearFor(plan));
    return kernels;
}

}} // namespace cv::cudatiled
