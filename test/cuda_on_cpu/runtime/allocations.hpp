// SPDX-License-Identifier: Apache-2.0
// Memory of the emulated runtime, as its other parts see it.
#pragma once

#include "cuda_runtime.h"

namespace cuda_on_cpu {

cudaMemoryType typeOf(const void* address);

} // namespace cuda_on_cpu
