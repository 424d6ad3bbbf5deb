// SPDX-License-Identifier: Apache-2.0
// Look-up tables on CUDA.
#include "../launch/look_up.cuh"

#include "../core/device_table.hpp"
#include "../plans/look_up_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

CudaKernels kernelsFor(const LookUpPlan& plan)
{
    const auto levels = std::make_shared<const DeviceTable>(plan.levels);
    const LookUpArguments arguments{batchSource<std::uint8_t>(plan), batchTarget<std::uint8_t>(plan), {}, nullptr};
    CudaKernels kernels;
    kernels.push_back(
        anyImageKernel(kLookUpKernel, arguments,
                       [levels, tables = plan.tables](LookUpArguments& a, const CudaCall& call, const char*) {
                           a.levels = levels->on<std::uint8_t>();
                           launchLookUp(tables, a, call);
                       }));
    return kernels;
}

}} // namespace cv::cudatiled
