// SPDX-License-Identifier: Apache-2.0
// What the functions of the emulated runtime have in common.
#pragma once

#include <mutex>

#include "cuda_runtime.h"

namespace cuda_on_cpu {

// One for the whole runtime. Recursive, because work that runs under it, such as a launch, calls the runtime.
using Lock = std::lock_guard<std::recursive_mutex>;
std::recursive_mutex& mutex();

// Counts a call and tells how it ends.
cudaError_t called(const char* function);

// Remembers an error for cudaGetLastError, and returns it.
cudaError_t failed(cudaError_t error);

} // namespace cuda_on_cpu
