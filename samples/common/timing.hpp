// SPDX-License-Identifier: Apache-2.0
// Milliseconds that a piece of work takes.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace samples {

template <class Work> double milliseconds(Work&& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// The median of `repeats` runs, after one that does not count.
template <class Work> double medianMilliseconds(int repeats, Work&& work)
{
    std::vector<double> times(repeats);
    work();
    for (double& time : times)
        time = milliseconds(work);
    std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
    return times[repeats / 2];
}

} // namespace samples
