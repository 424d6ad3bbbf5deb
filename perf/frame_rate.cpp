// SPDX-License-Identifier: Apache-2.0
// Times a FrameStream.
#include "frame_rate.hpp"

#include <opencv2/cudatiled/frame_stream.hpp>

#include "wall_clock.hpp"

namespace perf {

double streamMicroseconds(const cv::Ptr<cv::cudatiled::Filter>& filter, const cv::Mat& src,
                          const std::vector<cv::Mat>& results, int frames, const std::vector<int>& devices)
{
    cv::cudatiled::FrameStream stream(filter, static_cast<int>(results.size()), devices);
    const auto all = [&] {
        for (int i = 0; i < frames; ++i)
        {
            if (stream.isFull())
                stream.pop();
            stream.push(src, results[static_cast<std::size_t>(i) % results.size()]);
        }
        while (!stream.isEmpty())
            stream.pop();
    };
    return wallMicroseconds(all, 3) / frames;
}

} // namespace perf
