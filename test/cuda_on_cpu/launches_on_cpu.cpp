// SPDX-License-Identifier: Apache-2.0
// The launches of emulated kernels.
#include "../support/launches.hpp"

#include <cuda_runtime.h>

namespace cudatiled_test {

LaunchWatch::LaunchWatch(bool withhold)
{
    cuda_on_cpu::watchLaunches([this, withhold](const void* kernel, dim3 grid) {
        launches_.push_back({kernel, static_cast<long>(grid.x) * grid.y * grid.z});
        return !withhold;
    });
}

LaunchWatch::~LaunchWatch()
{
    cuda_on_cpu::watchLaunches({});
}

} // namespace cudatiled_test
