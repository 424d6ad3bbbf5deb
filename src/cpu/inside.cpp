// SPDX-License-Identifier: Apache-2.0
// Means of the pixels inside: imgproc's filter where the whole window is inside, the formula in double elsewhere.
#include "../core/dispatch.hpp"
#include "../core/rounding.hpp"
#include "../plans/inside_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

struct Weighted
{
    double sum = 0, weight = 0;

    void add(double tap, const Weighted& value)
    {
        sum += tap * value.sum;
        weight += tap * value.weight;
    }
};

// The pixels under a window: `first` is the scalar under its first tap, which may lie outside.
template <class S> struct Window
{
    const S* first;
    std::size_t step; // bytes
    int channels;
    cv::Range columns, rows; // of the taps that lie inside

    double pixel(int i, int j) const
    {
        const char* const row = reinterpret_cast<const char*>(first) + j * static_cast<std::ptrdiff_t>(step);
        return static_cast<double>(reinterpret_cast<const S*>(row)[static_cast<std::ptrdiff_t>(i) * channels]);
    }
};

template <class S> Weighted alongRow(const Window<S>& window, const float* taps, int j)
{
    Weighted row;
    for (int i = window.columns.start; i < window.columns.end; ++i)
        row.add(taps[i], {window.pixel(i, j), 1});
    return row;
}

template <class S> double meanOf(const InsidePlan& plan, const Window<S>& window)
{
    Weighted all;
    for (int j = window.rows.start; j < window.rows.end; ++j)
        if (plan.kernel.empty())
            all.add(plan.columnKernel.ptr<float>()[j], alongRow(window, plan.rowKernel.ptr<float>(), j));
        else
            all.add(1, alongRow(window, plan.kernel.ptr<float>(j), j));
    return all.sum / all.weight + plan.delta;
}

template <class S, class D> void meansOf(const InsidePlan& plan, const cv::Mat& src, const cv::Rect& part, cv::Mat& dst)
{
    const Region region = regionOf(plan, src);
    const int channels = src.channels();
    const auto inside = [](int first, int ksize, int length) {
        return cv::Range(std::max(-first, 0), std::min(ksize, length - first));
    };
    cv::parallel_for_({part.y, part.br().y}, [&](const cv::Range& rows) {
        for (int y = rows.start; y < rows.end; ++y)
            for (int x = part.x; x < part.br().x; ++x)
            {
                const cv::Point first = cv::Point(x, y) - plan.anchor, at = first + region.offset;
                Window<S> window{
                    reinterpret_cast<const S*>(src.data + first.y * static_cast<std::ptrdiff_t>(src.step)) +
                        first.x * static_cast<std::ptrdiff_t>(channels),
                    src.step, channels, inside(at.x, plan.ksize.width, region.whole.width),
                    inside(at.y, plan.ksize.height, region.whole.height)};
                for (int c = 0; c < channels; ++c, ++window.first)
                    dst.ptr<D>(y)[x * channels + c] = saturateRound<D>(meanOf(plan, window));
            }
    });
}

} // namespace

void runOnCpu(const InsidePlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    cv::Mat result = overlap(src, dst) ? cv::Mat(dst.size(), dst.type()) : dst;
    const WindowParts parts = windowParts(plan, regionOf(plan, src));
    if (!parts.within.empty())
        std::visit([&](const auto& within) { runOnCpu(within, src, result); }, plan.within);
    withDepthPair<SeparableTargets>(src.depth(), dst.depth(), [&](auto s, auto d) {
        for (const cv::Rect& part : parts.around)
            meansOf<typename decltype(s)::type, typename decltype(d)::type>(plan, src, part, result);
    });
    if (result.data != dst.data)
        result.copyTo(dst);
}

}} // namespace cv::cudatiled
