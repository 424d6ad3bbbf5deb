// SPDX-License-Identifier: Apache-2.0
// The emulated suites have to execute every kernel that ships.
#include "kernel_coverage.hpp"

static const testing::Environment* const coverage =
    testing::AddGlobalTestEnvironment(new cuda_on_cpu::EveryShippedKernelHasBeenExecuted(CUDATILED_KERNELS));
