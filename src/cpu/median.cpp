// SPDX-License-Identifier: Apache-2.0
// Medians through cv::medianBlur, and by counts of ranks where it has none.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "../plans/median_plan.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

// cv::medianBlur has 3 and 5 for all of these depths but 8S, larger sizes for 8U only; counts of its histograms have 16
// bits.
bool medianBlurHas(int depth, int size)
{
    return depth != CV_8S && (size <= 5 || (depth == CV_8U && size <= 255));
}

// How often each rank is in a window, by itself and summed up over blocks of ranks.
class RankCounts
{
public:
    explicit RankCounts(int ranks) : counts_(ranks)
    {
        while ((std::int64_t(1) << 2 * shift_) < ranks)
            ++shift_;
        blocks_.resize((ranks >> shift_) + 1);
    }

    void add(int rank, int times)
    {
        counts_[rank] += times;
        blocks_[rank >> shift_] += times;
    }

    // The rank that `before` others stand before.
    int at(int before) const
    {
        int block = 0;
        for (; before >= blocks_[block]; ++block)
            before -= blocks_[block];
        int rank = block << shift_;
        for (; before >= counts_[rank]; ++rank)
            before -= counts_[rank];
        return rank;
    }

private:
    int shift_ = 0; // a block has 2^shift_ ranks, about as many as there are blocks
    std::vector<int> counts_, blocks_;
};

// The medians of one row. The window slides: one column of ranks is added, one is taken away (Huang, Yang and Tang,
// A fast two-dimensional median filtering algorithm, 1979).
template <class T>
void medianRow(const cv::Mat& padded, const std::vector<T>& values, int size, int y, RankCounts& counts, T* dst,
               int cols)
{
    const auto addColumn = [&](int x, int times) {
        for (int j = 0; j < size; ++j)
            counts.add(padded.ptr<int>(y + j)[x], times);
    };
    for (int x = 0; x < size - 1; ++x)
        addColumn(x, 1);
    for (int x = 0; x < cols; ++x)
    {
        addColumn(x + size - 1, 1);
        dst[x] = values[counts.at(size * size / 2)];
        addColumn(x, -1);
    }
    for (int x = cols; x < cols + size - 1; ++x)
        addColumn(x, -1);
}

// The same of windows that the edges of the image cut.
template <class T>
void cutMedianRow(const cv::Mat& ranks, const std::vector<T>& values, int size, int y, RankCounts& counts, T* dst)
{
    const int reach = size / 2, top = std::max(y - reach, 0), bottom = std::min(y + reach + 1, ranks.rows);
    const auto addColumn = [&](int x, int times) {
        if (x >= 0 && x < ranks.cols)
            for (int j = top; j < bottom; ++j)
                counts.add(ranks.ptr<int>(j)[x], times);
    };
    for (int x = 0; x < std::min(reach, ranks.cols); ++x)
        addColumn(x, 1);
    for (int x = 0; x < ranks.cols; ++x)
    {
        addColumn(x + reach, 1);
        const int width = std::min(x + reach + 1, ranks.cols) - std::max(x - reach, 0);
        dst[x] = values[counts.at((bottom - top) * width / 2)];
        addColumn(x - reach, -1);
    }
    for (int x = ranks.cols - reach; x < ranks.cols; ++x)
        addColumn(x, -1);
}

// An order of all numbers, for sorting: NaN comes last.
template <class T> bool precedes(T a, T b)
{
    if constexpr (std::is_same_v<T, float>)
        return a < b || (std::isnan(b) && !std::isnan(a));
    else
        return a < b;
}

// Medians of one channel. Pixels are replaced by their ranks among the values that occur.
template <class T> void medianOfChannel(const cv::Mat& src, cv::Mat& dst, int size, bool cutsWindows)
{
    std::vector<T> values(src.begin<T>(), src.end<T>());
    std::sort(values.begin(), values.end(), precedes<T>);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    cv::Mat ranks(src.size(), CV_32S), padded;
    std::transform(src.begin<T>(), src.end<T>(), ranks.begin<int>(), [&](T value) {
        return static_cast<int>(std::lower_bound(values.begin(), values.end(), value, precedes<T>) - values.begin());
    });
    if (!cutsWindows)
        cv::copyMakeBorder(ranks, padded, size / 2, size / 2, size / 2, size / 2, cv::BORDER_REPLICATE);
    dst.create(src.size(), src.type());
    cv::parallel_for_({0, dst.rows}, [&](const cv::Range& rows) {
        RankCounts counts(static_cast<int>(values.size()));
        for (int y = rows.start; y < rows.end; ++y)
            if (cutsWindows)
                cutMedianRow(ranks, values, size, y, counts, dst.ptr<T>(y));
            else
                medianRow(padded, values, size, y, counts, dst.ptr<T>(y), dst.cols);
    });
}

void medianOfChannel(const cv::Mat& src, cv::Mat& dst, int size, bool cutsWindows)
{
    switch (src.depth())
    {
    case CV_8U: return medianOfChannel<uchar>(src, dst, size, cutsWindows);
    case CV_8S: return medianOfChannel<schar>(src, dst, size, cutsWindows);
    case CV_16U: return medianOfChannel<ushort>(src, dst, size, cutsWindows);
    case CV_16S: return medianOfChannel<short>(src, dst, size, cutsWindows);
    default: return medianOfChannel<float>(src, dst, size, cutsWindows);
    }
}

template <class Median> void channelByChannel(const cv::Mat& src, cv::Mat& dst, Median&& median)
{
    std::vector<cv::Mat> channels;
    cv::split(src, channels);
    for (cv::Mat& channel : channels)
    {
        cv::Mat result;
        median(channel, result);
        channel = result;
    }
    cv::merge(channels, dst);
}

} // namespace

void runOnCpu(const MedianPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const int size = plan.ksize.width;
    const cv::Mat whole = src.clone(); // a part of an image has no neighbours here, and dst may overlap it
    if (plan.cutsWindows || !medianBlurHas(src.depth(), size))
        channelByChannel(whole, dst,
                         [&](const cv::Mat& a, cv::Mat& b) { medianOfChannel(a, b, size, plan.cutsWindows); });
    else if (src.channels() == 2) // large squares of images of 1, 3 or 4 channels only
        channelByChannel(whole, dst, [&](const cv::Mat& a, cv::Mat& b) { cv::medianBlur(a, b, size); });
    else
        cv::medianBlur(whole, dst, size);
}

}} // namespace cv::cudatiled
