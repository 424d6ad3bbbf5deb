// SPDX-License-Identifier: Apache-2.0
// A block of random numbers, made once, and images that repeat it: large random images take long to make.
#include "noise.hpp"

#include <algorithm>
#include <map>

namespace perf {

namespace {

constexpr int kNoiseScalars = (4 << 20) + 37; // no multiple of a row, so that rows differ

} // namespace

cv::Mat noise(int depth)
{
    static std::map<int, cv::Mat> made;
    cv::Mat& scalars = made[depth];
    if (scalars.empty())
    {
        if (depth == CV_16F)
        {
            noise(CV_32F).convertTo(scalars, CV_16F);
            return scalars;
        }
        scalars.create(1, kNoiseScalars, depth);
        cv::RNG random(1);
        const double low = depth == CV_16S ? -32768 : 0;
        const double high = depth == CV_8U ? 256 : depth == CV_16U ? 65536 : depth == CV_16S ? 32768 : 1;
        random.fill(scalars, cv::RNG::UNIFORM, low, high);
    }
    return scalars;
}

cv::Mat randomImage(cv::Size size, int type)
{
    cv::Mat image(size, type);
    const cv::Mat scalars = noise(CV_MAT_DEPTH(type));
    const std::size_t blockBytes = scalars.total() * scalars.elemSize(), bytes = image.total() * image.elemSize();
    for (std::size_t done = 0; done < bytes; done += blockBytes)
        std::copy_n(scalars.data, std::min(blockBytes, bytes - done), image.data + done);
    return image;
}

} // namespace perf
