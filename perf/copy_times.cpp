// SPDX-License-Identifier: Apache-2.0
// The time that a copy takes.
#include "copy_times.hpp"

#include <algorithm>

namespace perf {

double fastestCopy(ImagePool& pool, Stopwatch& stopwatch, std::size_t bytes, bool early)
{
    CopyRotation places = pool.copyOf(bytes);
    const auto timeOf = [&](const auto& copy) {
        const auto once = [&] {
            copy();
            places.next();
        };
        return stopwatch.deviceMicroseconds(once, kReference);
    };
    const Stream stream = stopwatch.stream();
    const double byKernels = std::min(timeOf([&] { launchCopy(1, places.to(), places.from(), bytes, early, stream); }),
                                      timeOf([&] { launchCopy(4, places.to(), places.from(), bytes, early, stream); }));
    return early ? byKernels
                 : std::min(byKernels, timeOf([&] { copyOnDevice(places.to(), places.from(), bytes, stream); }));
}

} // namespace perf
