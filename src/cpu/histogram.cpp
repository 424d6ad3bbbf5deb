// SPDX-License-Identifier: Apache-2.0
// Histograms, and the thresholds that they tell, on the CPU.
#include "histogram.hpp"

#include <algorithm>
#include <cfloat>
#include <mutex>
#include <vector>

#include "../core/levels.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class T> void countRows(const cv::Mat& src, const cv::Range& rows, int levelsOfBin, cv::Mat1i& counts)
{
    const int channels = src.channels();
    for (int y = rows.start; y < rows.end; ++y)
    {
        const T* const row = src.ptr<T>(y);
        for (int c = 0; c < channels; ++c)
        {
            int* const ofChannel = counts[c];
            for (int x = 0; x < src.cols; ++x)
                ++ofChannel[row[static_cast<std::size_t>(x) * channels + c] / levelsOfBin];
        }
    }
}

using LevelCounts = std::vector<double>; // of 256 or 65536 levels

// Whether both sides have pixels enough; `below` is the share of one.
bool hasBothSides(double below)
{
    return std::min(below, 1 - below) >= FLT_EPSILON && std::max(below, 1 - below) <= 1 - double(FLT_EPSILON);
}

// The largest variance between both sides; in cv::threshold's order, because the last bit may decide.
int otsuThreshold(const LevelCounts& counts)
{
    const int levels = static_cast<int>(counts.size());
    double pixels = 0, sum = 0;
    for (int level = 0; level < levels; ++level)
    {
        pixels += counts[level];
        sum += level * counts[level];
    }
    const double scale = 1 / pixels, mean = sum * scale;
    double below = 0, lower = 0, largest = 0;
    int threshold = 0;
    for (int level = 0; level < levels; ++level)
    {
        const double share = counts[level] * scale;
        lower *= below;
        below += share;
        if (!hasBothSides(below))
            continue;
        lower = (lower + level * share) / below;
        const double above = 1 - below, apart = lower - (mean - below * lower) / above,
                     variance = below * above * apart * apart;
        if (variance > largest)
        {
            largest = variance;
            threshold = level;
        }
    }
    return threshold;
}

// The level farthest from the line between the peak and the farther end of the histogram.
int triangleThreshold(LevelCounts counts)
{
    const int last = static_cast<int>(counts.size()) - 1;
    const auto isThere = [](double count) {
        return count > 0;
    };
    const auto first = std::find_if(counts.begin(), counts.end(), isThere);
    const auto highest = std::find_if(counts.rbegin(), counts.rend(), isThere);
    int left = first == counts.end() ? 0 : std::max(static_cast<int>(first - counts.begin()) - 1, 0);
    const int right = highest == counts.rend() ? 0 : std::min(static_cast<int>(counts.rend() - highest), last);
    int peak = static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    const bool turned = peak - left < right - peak;
    if (turned)
    {
        std::reverse(counts.begin(), counts.end());
        left = last - right;
        peak = last - peak;
    }
    double farthest = 0;
    int threshold = left;
    for (int level = left + 1; level <= peak; ++level)
    {
        const double distance = counts[peak] * level - (peak - left) * counts[level];
        if (distance > farthest)
        {
            farthest = distance;
            threshold = level;
        }
    }
    return turned ? last - (threshold - 1) : threshold - 1;
}

} // namespace

void countOnCpu(const cv::Mat& src, cv::Mat& hist)
{
    const int levelsOfBin = (src.depth() == CV_8U ? kLevels : kWideLevels) / hist.cols;
    std::mutex adding;
    hist = cv::Scalar(0);
    cv::parallel_for_(
        cv::Range(0, src.rows),
        [&](const cv::Range& rows) {
            cv::Mat1i counts = cv::Mat1i::zeros(hist.size());
            (src.depth() == CV_8U ? countRows<std::uint8_t> : countRows<std::uint16_t>)(src, rows, levelsOfBin, counts);
            const std::lock_guard<std::mutex> lock(adding);
            hist += counts;
        },
        std::min(src.rows, cv::getNumThreads()));
}

void thresholdsOnCpu(const cv::Mat& hist, bool otsu, cv::Mat& levels)
{
    for (int row = 0; row < hist.rows; ++row)
    {
        const LevelCounts counts(hist.ptr<int>(row), hist.ptr<int>(row) + hist.cols);
        levels.at<int>(row, 0) = otsu ? otsuThreshold(counts) : triangleThreshold(counts);
    }
}

}} // namespace cv::cudatiled
