// SPDX-License-Identifier: Apache-2.0
// Kernels with a fault each: to put CUDA in error, and to see that compute-sanitizer finds such faults.
#pragma once

namespace cudatiled_test {

// Each runs its kernel and waits for it.
void writeToAnIllegalAddress(); // every later call of CUDA in this process fails
void readBeforeTheBarrier();
void readUninitialisedMemory();
void meetAtABarrierByHalves();

} // namespace cudatiled_test
