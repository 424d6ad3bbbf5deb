// SPDX-License-Identifier: Apache-2.0
// Wall-clock microseconds of host work.
#pragma once

#include <functional>
#include <vector>

namespace perf {

using Work = std::function<void()>; // one call of what is measured

double microsecondsOf(const Work& work);
double median(std::vector<double> values);

// The median of some calls that are complete on return, after one that does not count; of work slower than a second,
// just that one.
double wallMicroseconds(const Work& work, int times);

} // namespace perf
