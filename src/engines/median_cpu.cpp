// SPDX-License-Identifier: Apache-2.0
// Medians through cv::medianBlur, and one by one where it has none.
#include <algorithm>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "median.hpp"

namespace cv { namespace cudatiled {

namespace {

// cv::medianBlur has 3 and 5 for all of these depths but 8S, larger sizes for 8U only; counts of its histograms have 16 bits.
bool medianBlurHas(int depth, int size)
{
    return depth != CV_8S && (size <= 5 || (depth == CV_8U && size <= 255));
}

template <class T> void selectMedians(const cv::Mat& padded, cv::Mat& dst, int size)
{
    const int channels = dst.channels();
    cv::parallel_for_({0, dst.rows}, [&](const cv::Range& rows) {
        std::vector<T> window(static_cast<std::size_t>(size) * size);
        const auto middle = window.begin() + static_cast<std::ptrdiff_t>(window.size() / 2);
        for (int y = rows.start; y < rows.end; ++y)
            for (int x = 0; x < dst.cols * channels; ++x)
            {
                auto next = window.begin();
                for (int j = 0; j < size; ++j)
                    for (int i = 0; i < size; ++i)
                        *next++ = padded.ptr<T>(y + j)[x + static_cast<std::ptrdiff_t>(i) * channels];
                std::nth_element(window.begin(), middle, window.end());
                dst.ptr<T>(y)[x] = *middle;
            }
    });
}

void byDefinition(const cv::Mat& src, cv::Mat& dst, int size)
{
    cv::Mat padded;
    cv::copyMakeBorder(src, padded, size / 2, size / 2, size / 2, size / 2, cv::BORDER_REPLICATE | cv::BORDER_ISOLATED);
    switch (src.depth())
    {
    case CV_8U: return selectMedians<uchar>(padded, dst, size);
    case CV_8S: return selectMedians<schar>(padded, dst, size);
    case CV_16U: return selectMedians<ushort>(padded, dst, size);
    case CV_16S: return selectMedians<short>(padded, dst, size);
    default: return selectMedians<float>(padded, dst, size);
    }
}

// Large squares of images of 1, 3 or 4 channels only.
void channelByChannel(const cv::Mat& src, cv::Mat& dst, int size)
{
    std::vector<cv::Mat> channels;
    cv::split(src, channels);
    for (cv::Mat& channel : channels)
    {
        cv::Mat median;
        cv::medianBlur(channel, median, size);
        channel = median;
    }
    cv::merge(channels, dst);
}

} // namespace

void runOnCpu(const MedianPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const int size = plan.ksize.width;
    const cv::Mat whole = src.clone(); // a part of an image has no neighbours here, and dst may overlap it
    if (!medianBlurHas(src.depth(), size))
        byDefinition(whole, dst, size);
    else if (src.channels() == 2)
        channelByChannel(whole, dst, size);
    else
        cv::medianBlur(whole, dst, size);
}

}} // namespace cv::cudatiled
