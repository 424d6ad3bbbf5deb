// SPDX-License-Identifier: Apache-2.0
// Copies of rows in host memory.
#include "copy_rows.hpp"

#include <algorithm>
#include <cstring>

#include <opencv2/core/utility.hpp>

namespace cv { namespace cudatiled {

namespace {

constexpr std::size_t kBytesOfOne = 128 * 1024; // that a thread copies at a time

void copy(const RowsCopy& c)
{
    if (c.bytes == c.toStep && c.bytes == c.fromStep)
        std::memcpy(c.to, c.from, c.bytes * c.rows);
    else
        for (int y = 0; y < c.rows; ++y)
            std::memcpy(c.to + y * c.toStep, c.from + y * c.fromStep, c.bytes);
}

} // namespace

void copyRows(const std::vector<RowsCopy>& copies)
{
    std::vector<RowsCopy> parts;
    for (const RowsCopy& c : copies)
    {
        const int rows = static_cast<int>(std::max<std::size_t>(kBytesOfOne / c.bytes, 1));
        for (int y = 0; y < c.rows; y += rows)
            parts.push_back({c.to + y * c.toStep, c.toStep, c.from + y * c.fromStep, c.fromStep, c.bytes,
                             std::min(rows, c.rows - y)});
    }
    const auto some = [&](const cv::Range& range) {
        for (int i = range.start; i < range.end; ++i)
            copy(parts[i]);
    };
    const cv::Range all(0, static_cast<int>(parts.size()));
    if (all.end > 1)
        cv::parallel_for_(all, some, all.end);
    else
        some(all);
}

}} // namespace cv::cudatiled
