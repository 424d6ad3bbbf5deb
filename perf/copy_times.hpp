// SPDX-License-Identifier: Apache-2.0
// The time that a copy takes, beside which filters are timed.
#pragma once

#include "images.hpp"
#include "stopwatch.hpp"

namespace perf {

// Microseconds of the fastest of cudaMemcpyAsync and two kernels; `early`: of the kernels alone, launched as filters
// are.
double fastestCopy(ImagePool& pool, Stopwatch& stopwatch, std::size_t bytes, bool early);

} // namespace perf
