// SPDX-License-Identifier: Apache-2.0
// How plans run through OpenCV's imgproc.
#include "imgproc.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>

#include <opencv2/imgproc.hpp>

#include "../core/dispatch.hpp"
#include "../core/rounding.hpp"

namespace cv { namespace cudatiled {

namespace {

bool isZero(const cv::Scalar& value, int channels)
{
    for (int c = 0; c < channels; ++c)
        if (value[c] != 0)
            return false;
    return true;
}

// The image that a region of interest was cut from.
cv::Mat wholeImage(const cv::Mat& src, const Region& region)
{
    cv::Mat whole = src;
    whole.adjustROI(region.offset.y, region.whole.height - region.offset.y - region.size.height, region.offset.x,
                    region.whole.width - region.offset.x - region.size.width);
    return whole;
}

// OpenCV's filter engine keeps only the rows around a region. Where a tall kernel sticks out of the whole image and is
// reflected to a row beyond those, it reads a wrong one or throws.
bool foldsOutOfRegion(const ImagePlan& plan, const Region& region)
{
    const cv::Rect reach = region.reach(plan);
    const bool reflects = plan.border.column == Border::Reflect || plan.border.column == Border::Reflect101;
    return reflects && region.isSubmatrix() && (reach.y < 0 || reach.br().y > region.whole.height);
}

} // namespace

bool overlap(const cv::Mat& a, const cv::Mat& b)
{
    return a.datastart < b.dataend && b.datastart < a.dataend;
}

bool imgprocCanFilter(const ImagePlan& plan, const cv::Mat& src, const cv::Mat& dst)
{
    const BorderRule& border = plan.border;
    return border.row == border.column && border.row != Border::Wrap && src.depth() != CV_8S && !overlap(src, dst) &&
           !foldsOutOfRegion(plan, regionOf(plan, src)) &&
           (border.row != Border::Constant || isZero(border.outside, src.channels()));
}

int imgprocDepth(int depth)
{
    return depth == CV_8S ? CV_16S : depth;
}

cv::Mat paddedCopy(const ImagePlan& plan, const cv::Mat& src)
{
    const Region region = regionOf(plan, src);
    const cv::Rect reach = region.reach(plan), whole({0, 0}, region.whole);
    const cv::Mat image = wholeImage(src, region);
    cv::Mat padded;
    if ((reach & whole) == reach)
        padded = image(reach).clone();
    else
    {
        const int left = std::max(-reach.x, 0), right = std::max(reach.br().x - whole.width, 0);
        const int top = std::max(-reach.y, 0), bottom = std::max(reach.br().y - whole.height, 0);
        const BorderRule& border = plan.border;
        cv::copyMakeBorder(image, padded, 0, 0, left, right, static_cast<int>(border.row) | cv::BORDER_ISOLATED,
                           border.outside);
        cv::copyMakeBorder(padded, padded, top, bottom, 0, 0, static_cast<int>(border.column) | cv::BORDER_ISOLATED,
                           border.outside);
        padded = padded(reach + cv::Point(left, top)).clone();
    }
    if (padded.depth() == CV_8S)
        padded.convertTo(padded, CV_16S);
    return padded;
}

cv::Mat inFloat(const ImagePlan& plan, const cv::Mat& src)
{
    const Region region = regionOf(plan, src);
    const cv::Rect reach = region.reach(plan), whole({0, 0}, region.whole);
    const cv::Rect part = (reach & whole) == reach ? reach : whole; // borders may lead to anywhere
    cv::Mat pixels;
    wholeImage(src, region)(part).convertTo(pixels, CV_32F);
    return pixels(cv::Rect(region.offset - part.tl(), region.size));
}

cv::Rect insidePadding(const ImagePlan& plan, cv::Size size)
{
    return {plan.anchor, size};
}

void filterWithNeighbours(const ImagePlan& plan, const cv::Mat& src, cv::Mat& dst, bool direct,
                          const ImgprocFilter& filter)
{
    if (direct && imgprocCanFilter(plan, src, dst))
    {
        filter(src, dst, static_cast<int>(plan.border.row) | (plan.border.isolated ? cv::BORDER_ISOLATED : 0));
        return;
    }
    const cv::Mat padded = paddedCopy(plan, src);
    cv::Mat result = dst;
    if (dst.depth() == CV_8S)
        result.create(dst.size(), CV_MAKETYPE(CV_16S, dst.channels()));
    // Every neighbour is there, so no border mode is ever used.
    filter(padded(insidePadding(plan, src.size())), result, cv::BORDER_REPLICATE);
    if (result.data != dst.data)
        result.convertTo(dst, dst.type());
}

cv::Mat sumsInDouble(const ImagePlan& plan, const cv::Mat& src, const ImgprocFilter& filter)
{
    cv::Mat wide, sums(src.size(), CV_MAKETYPE(CV_64F, src.channels()));
    paddedCopy(plan, src).convertTo(wide, CV_64F);
    filter(wide(insidePadding(plan, src.size())), sums, cv::BORDER_REPLICATE);
    return sums;
}

void filterInDouble(const ImagePlan& plan, const cv::Mat& src, cv::Mat& dst, const ImgprocFilter& filter)
{
    cv::Mat sums = sumsInDouble(plan, src, filter);
    if (dst.depth() != CV_32F) // convertTo makes the lowest int of what is beyond int
        sums = cv::min(cv::max(sums, -2147483648.), 2147483647.);
    sums.convertTo(dst, dst.depth());
}

namespace {

double fused(double a, double b, double c)
{
    return std::fma(a, b, c);
}

// As std::fma, by operations that every processor has for vectors: the sum in double is rounded to odd, then to float
// (Boldo and Melquiond, Emulation of a FMA and Correctly Rounded Sums, IEEE Transactions on Computers 57, 2008).
float fused(float a, float b, float c)
{
    const double product = static_cast<double>(a) * b, sum = product + c, added = sum - product;
    const double error = (product - (sum - added)) + (c - added);
    std::int64_t bits;
    std::memcpy(&bits, &sum, sizeof(bits));
    const std::int64_t towardsError = (error > 0) == (sum > 0) ? 1 : -1;
    bits += error != 0 && (bits & 1) == 0 ? towardsError : 0;
    double odd;
    std::memcpy(&odd, &bits, sizeof(odd));
    return static_cast<float>(odd);
}

template <class D, class Real> void scaleSumsOf(const cv::Mat& sums, Real scale, Real delta, cv::Mat& dst)
{
    const int scalars = sums.cols * sums.channels();
    cv::parallel_for_({0, sums.rows}, [&](const cv::Range& rows) {
        for (int y = rows.start; y < rows.end; ++y)
            for (int x = 0; x < scalars; ++x)
                dst.ptr<D>(y)[x] = saturateRound<D>(fused(sums.ptr<Real>(y)[x], scale, delta));
    });
}

} // namespace

void scaleSums(const cv::Mat& sums, double scale, double delta, cv::Mat& dst)
{
    withDepth(dst.depth(), SourceTypes{}, [&](auto depth) {
        using D = typename decltype(depth)::type;
        if (sums.depth() == CV_64F)
            scaleSumsOf<D, double>(sums, scale, delta, dst);
        else
            scaleSumsOf<D, float>(sums, static_cast<float>(scale), static_cast<float>(delta), dst);
    });
}

bool has32S(const ImagePlan& plan)
{
    return CV_MAT_DEPTH(plan.srcType) == CV_32S || CV_MAT_DEPTH(plan.dstType) == CV_32S;
}

bool sumsMayLeaveInt(const ImagePlan& plan, double taps, double delta)
{
    const bool bytes = CV_ELEM_SIZE1(plan.srcType) == 1, integers = CV_MAT_DEPTH(plan.dstType) < CV_32F;
    return integers && taps * (bytes ? 255 : 65535) + std::abs(delta) > 2147483647.;
}

}} // namespace cv::cudatiled
