// SPDX-License-Identifier: Apache-2.0
// Bilateral filters through cv::bilateralFilter, and by the definition where that has no such type, or where another
// image makes the weights.
#include <opencv2/imgproc.hpp>

#include "../core/dispatch.hpp"
#include "../core/rounding.hpp"
#include "../plans/bilateral_plan.hpp"
#include "imgproc.hpp"
#include "joint_bilateral.hpp"
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
    std::ptrdiff_t ofGuide, ofSource; // scalars from the centre
    float ofPlace;
};

// The pixels that a filter reads, in float: of the guide and of the source, which may be the same.
struct Padded
{
    cv::Mat guide, source;
};

std::vector<Neighbour> neighbours(const BilateralWeights& weights, const Padded& pixels)
{
    std::vector<Neighbour> all;
    const int radius = weights.radius;
    const auto scalars = [](const cv::Mat& image, int x, int y) {
        return y * static_cast<std::ptrdiff_t>(image.step1()) + x * image.channels();
    };
    for (int y = -radius; y <= radius; ++y)
        for (int x = -radius; x <= radius; ++x)
            if (x * x + y * y <= radius * radius)
                all.push_back(
                    {scalars(pixels.guide, x, y), scalars(pixels.source, x, y), weights.ofPlace(x * x + y * y)});
    return all;
}

template <class D>
void filterRow(const BilateralWeights& weights, const std::vector<Neighbour>& around, const Padded& pixels, int y,
               cv::Mat& dst)
{
    const int radius = weights.radius, compared = pixels.guide.channels(), channels = dst.channels();
    const float* guide = pixels.guide.ptr<float>(y + radius) + radius * compared;
    const float* source = pixels.source.ptr<float>(y + radius) + radius * channels;
    D* to = dst.ptr<D>(y);
    for (int x = 0; x < dst.cols; ++x, guide += compared, source += channels, to += channels)
    {
        double sum[4] = {}, sumOfWeights = 0;
        for (const Neighbour& neighbour : around)
        {
            const float *const like = guide + neighbour.ofGuide, *const other = source + neighbour.ofSource;
            float difference = 0;
            for (int c = 0; c < compared; ++c)
                difference += std::abs(like[c] - guide[c]);
            const double weight = std::exp2(weights.exponent(difference, neighbour.ofPlace));
            sumOfWeights += weight;
            for (int c = 0; c < channels; ++c)
                sum[c] += weight * other[c];
        }
        for (int c = 0; c < channels; ++c)
            to[c] = saturateRound<D>(sum[c] / sumOfWeights);
    }
}

void filterPadded(const BilateralWeights& weights, const Padded& pixels, cv::Mat& dst)
{
    const std::vector<Neighbour> around = neighbours(weights, pixels);
    withDepth(dst.depth(), PickedTypes{}, [&](auto depth) {
        using D = typename decltype(depth)::type;
        cv::parallel_for_({0, dst.rows}, [&](const cv::Range& rows) {
            for (int y = rows.start; y < rows.end; ++y)
                filterRow<D>(weights, around, pixels, y, dst);
        });
    });
}

cv::Mat paddedInFloat(const BilateralPlan& plan, const cv::Mat& src)
{
    cv::Mat pixels;
    paddedCopy(plan, src).convertTo(pixels, CV_32F);
    return pixels;
}

} // namespace

void runOnCpu(const BilateralPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    if (!imgprocHas(plan, src))
    {
        const cv::Mat pixels = paddedInFloat(plan, src);
        return filterPadded(plan.weights, {pixels, pixels}, dst);
    }
    filterWithNeighbours(plan, src, dst, true, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        cv::bilateralFilter(from, to, plan.ksize.width, plan.sigmaColor, plan.sigmaSpace, borderType);
    });
}

void runOnCpu(const JointBilateralPlan& plan, const cv::Mat& joint, const cv::Mat& src, cv::Mat& dst)
{
    filterPadded(plan.weights, {paddedInFloat(plan, joint), paddedInFloat(plan, src)}, dst);
}

}} // namespace cv::cudatiled
