// SPDX-License-Identifier: Apache-2.0
// Bilateral filters through cv::bilateralFilter, and by the definition where that has no such type.
#include <opencv2/imgproc.hpp>

#include "../core/dispatch.hpp"
#include "../core/rounding.hpp"
#include "../plans/bilateral_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

// For floats it has a table of the differences in the image, which those to pixels outside may exceed.
bool imgprocHas(const BilateralPlan& plan, const cv::Mat& src)
{
    if (src.channels() != 1 && src.channels() != 3)
        return false;
    return src.depth() == CV_8U || (src.depth() == CV_32F && plan.border.row != Border::Constant &&
                                    plan.border.column != Border::Constant && !regionOf(plan, src).isSubmatrix());
}

struct Neighbour
{
    std::ptrdiff_t scalars; // from the centre
    float ofPlace;
};

std::vector<Neighbour> neighbours(const BilateralWeights& weights, const cv::Mat& pixels)
{
    std::vector<Neighbour> all;
    const int radius = weights.radius;
    for (int y = -radius; y <= radius; ++y)
        for (int x = -radius; x <= radius; ++x)
            if (x * x + y * y <= radius * radius)
                all.push_back({y * static_cast<std::ptrdiff_t>(pixels.step1()) + x * pixels.channels(),
                               weights.ofPlace(x * x + y * y)});
    return all;
}

template <class D>
void filterRow(const BilateralWeights& weights, const std::vector<Neighbour>& around, const float* pixel, int channels,
               int width, D* dst)
{
    for (int x = 0; x < width; ++x, pixel += channels)
    {
        double sum[4] = {}, sumOfWeights = 0;
        for (const Neighbour& neighbour : around)
        {
            const float* const other = pixel + neighbour.scalars;
            float difference = 0;
            for (int c = 0; c < channels; ++c)
                difference += std::abs(other[c] - pixel[c]);
            const double weight = std::exp2(weights.exponent(difference, neighbour.ofPlace));
            sumOfWeights += weight;
            for (int c = 0; c < channels; ++c)
                sum[c] += weight * other[c];
        }
        for (int c = 0; c < channels; ++c)
            dst[x * channels + c] = saturateRound<D>(sum[c] / sumOfWeights);
    }
}

void filterByDefinition(const BilateralPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    cv::Mat pixels;
    paddedCopy(plan, src).convertTo(pixels, CV_32F);
    const std::vector<Neighbour> around = neighbours(plan.weights, pixels);
    const int radius = plan.weights.radius, channels = src.channels();
    withDepth(dst.depth(), PickedTypes{}, [&](auto depth) {
        using D = typename decltype(depth)::type;
        cv::parallel_for_({0, dst.rows}, [&](const cv::Range& rows) {
            for (int y = rows.start; y < rows.end; ++y)
                filterRow<D>(plan.weights, around, pixels.ptr<float>(y + radius) + radius * channels, channels,
                             dst.cols, dst.ptr<D>(y));
        });
    });
}

} // namespace

void runOnCpu(const BilateralPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    if (!imgprocHas(plan, src))
        return filterByDefinition(plan, src, dst);
    filterWithNeighbours(plan, src, dst, true, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        cv::bilateralFilter(from, to, plan.ksize.width, plan.sigmaColor, plan.sigmaSpace, borderType);
    });
}

}} // namespace cv::cudatiled
