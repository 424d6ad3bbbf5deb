// SPDX-License-Identifier: Apache-2.0
// Streams of the emulated runtime, as its other parts see them.
#pragma once

#include "cuda_runtime.h"

namespace cuda_on_cpu {

// Whether cudaStreamCreateWithFlags has made it, so that its work waits for the host.
bool isLate(cudaStream_t stream);

// Whether the thread may not make calls that might disturb a capture.
bool refusesUnsafeCalls();

// Returns when the stream has done its work; others do some of theirs meanwhile.
void finish(cudaStream_t stream);

} // namespace cuda_on_cpu
