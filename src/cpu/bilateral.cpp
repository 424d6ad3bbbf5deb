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

// For floats it has a table of the differences in the image, which those to pixels outside may exceed. Where only equal
// pixels should count, releases before 4.12 interpolate between its first two entries.
bool imgprocHas(const BilateralPlan& plan, const cv::Mat& src)
{
    if ((src.channels() != 1 && src.channels() != 3) || plan.weights.countEqualPixels())
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

template <class D, int Compared, int Channels, class Weight>
void filterRow(const std::vector<Neighbour>& around, const float* guide, const float* source, const Weight& weightOf,
               int width, D* dst)
{
    for (int x = 0; x < width; ++x, guide += Compared, source += Channels, dst += Channels)
    {
        double sum[Channels] = {}, sumOfWeights = 0;
        for (std::size_t i = 0; i < around.size(); ++i)
        {
            const float *const like = guide + around[i].ofGuide, *const other = source + around[i].ofSource;
            float difference = 0;
            for (int c = 0; c < Compared; ++c)
                difference += std::abs(like[c] - guide[c]);
            const double weight = weightOf(difference, i);
            sumOfWeights += weight;
            for (int c = 0; c < Channels; ++c)
                sum[c] += weight * other[c];
        }
        for (int c = 0; c < Channels; ++c)
            dst[c] = saturateRound<D>(sum[c] / sumOfWeights);
    }
}

// `weightOf` makes a weight of a difference and the number of a neighbour.
template <class D, int Compared, int Channels, class Weight>
void filterPadded(const std::vector<Neighbour>& around, int radius, const Padded& pixels, const Weight& weightOf,
                  cv::Mat& dst)
{
    cv::parallel_for_({0, dst.rows}, [&](const cv::Range& rows) {
        for (int y = rows.start; y < rows.end; ++y)
            filterRow<D, Compared, Channels>(around, pixels.guide.ptr<float>(y + radius) + radius * Compared,
                                             pixels.source.ptr<float>(y + radius) + radius * Channels, weightOf,
                                             dst.cols, dst.ptr<D>(y));
    });
}

// By powers of 2.
template <class D, int Compared, int Channels>
void filterByPowers(const BilateralWeights& weights, const Padded& pixels, cv::Mat& dst)
{
    const std::vector<Neighbour> around = neighbours(weights, pixels);
    const auto power = [&](float difference, std::size_t i) {
        return std::exp2(weights.exponent(difference, around[i].ofPlace));
    };
    filterPadded<D, Compared, Channels>(around, weights.radius, pixels, power, dst);
}

// The same for bytes, whose differences are few: each power is a product of two.
template <int Compared, int Channels>
void filterByTable(const BilateralWeights& weights, const Padded& pixels, cv::Mat& dst)
{
    const std::vector<Neighbour> around = neighbours(weights, pixels);
    std::vector<double> ofDifference, ofPlace;
    for (int difference = 0; difference <= 255 * Compared; ++difference)
        ofDifference.push_back(std::exp2(weights.exponent(static_cast<float>(difference), 0)));
    for (const Neighbour& neighbour : around)
        ofPlace.push_back(std::exp2(neighbour.ofPlace));
    const auto product = [&](float difference, std::size_t i) {
        return ofDifference[static_cast<std::size_t>(difference)] * ofPlace[i];
    };
    filterPadded<std::uint8_t, Compared, Channels>(around, weights.radius, pixels, product, dst);
}

template <int Compared, int Channels>
void filterGuided(const BilateralWeights& weights, const Padded& pixels, cv::Mat& dst)
{
    if (dst.depth() == CV_8U)
        filterByTable<Compared, Channels>(weights, pixels, dst);
    else if (dst.depth() == CV_16F)
        filterByPowers<Half, Compared, Channels>(weights, pixels, dst);
    else
        filterByPowers<float, Compared, Channels>(weights, pixels, dst);
}

cv::Mat paddedInFloat(const BilateralPlan& plan, const cv::Mat& src)
{
    cv::Mat pixels;
    paddedCopy(plan, src).convertTo(pixels, CV_32F);
    return pixels;
}

void filterByDefinition(const BilateralPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const cv::Mat pixels = paddedInFloat(plan, src);
    withDepth(dst.depth(), PickedTypes{}, [&](auto depth) {
        withChannels(dst.channels(), [&](auto channels) {
            constexpr int Channels = decltype(channels)::value;
            filterByPowers<typename decltype(depth)::type, Channels, Channels>(plan.weights, {pixels, pixels}, dst);
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

void runOnCpu(const JointBilateralPlan& plan, const cv::Mat& joint, const cv::Mat& src, cv::Mat& dst)
{
    const Padded pixels{paddedInFloat(plan, joint), paddedInFloat(plan, src)};
    const bool colour = dst.channels() == 3;
    if (joint.channels() == 3)
        (colour ? filterGuided<3, 3> : filterGuided<3, 1>)(plan.weights, pixels, dst);
    else
        (colour ? filterGuided<1, 3> : filterGuided<1, 1>)(plan.weights, pixels, dst);
}

}} // namespace cv::cudatiled
