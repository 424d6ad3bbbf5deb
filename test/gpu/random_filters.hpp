// SPDX-License-Identifier: Apache-2.0
// Random filters of each entry of the catalogue.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "../support/catalogue.hpp"
#include "device_test.hpp"

namespace cudatiled_test {

inline std::vector<std::string> filterNames()
{
    std::vector<std::string> names;
    for (const Entry& row : catalogue())
        names.push_back(row.name);
    return names;
}

// use(filter, size, inPlace) for each of `count` filters, and again for one that can filter in place, if there is one.
template <class F> void forRandomFilters(const std::string& name, int count, cv::RNG& random, F&& use)
{
    const Entry& row = entryOf(name);
    for (int i = 0; i < count; ++i)
    {
        const Instance instance = row.draw(random);
        const int channels = row.channels[random.uniform(0, static_cast<int>(row.channels.size()))];
        const std::vector<int> sources = srcDepths(row);
        const int srcDepth = sources[i % sources.size()];
        const std::vector<int> targets = dstDepths(row, srcDepth);
        const int dstDepth = targets[random.uniform(0, static_cast<int>(targets.size()))];
        const Borders borders{cv::BORDER_REFLECT_101, cv::BORDER_REFLECT_101, {}};
        const cv::Size size(random.uniform(1, 200), random.uniform(1, 100));
        SCOPED_TRACE(cv::format("%s, depth %d to %d, %d channels, %d x %d", instance.text.c_str(), srcDepth, dstDepth,
                                channels, size.width, size.height));
        const int srcType = CV_MAKETYPE(srcDepth, channels);
        const auto create = [&](int dst) {
            return instance.create(srcType, instance.dstType(srcType, dst), borders);
        };
        use(create(dstDepth), size, false);
        if (std::count(targets.begin(), targets.end(), srcDepth) && instance.dstType(srcType, srcDepth) == srcType &&
            instance.dstSize(size) == size)
            use(create(srcDepth), size, true);
    }
}

} // namespace cudatiled_test
