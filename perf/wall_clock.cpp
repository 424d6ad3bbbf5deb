// SPDX-License-Identifier: Apache-2.0
// Medians of wall-clock times.
#include "wall_clock.hpp"

#include <algorithm>
#include <chrono>

namespace perf {

double microsecondsOf(const Work& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double wallMicroseconds(const Work& work, int times)
{
    const double first = microsecondsOf(work); // pays for threads and memory, and shows how slow the work is
    if (first > 1e6)
        return first;
    std::vector<double> values(static_cast<std::size_t>(times));
    for (double& value : values)
        value = microsecondsOf(work);
    return median(values);
}

} // namespace perf
