// SPDX-License-Identifier: Apache-2.0
// Unsharp masking: the CPU backend's Gaussian blur, then the formula.
#include "../core/dispatch.hpp"
#include "../core/rounding.hpp"
#include "../plans/unsharp_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

// Rounds half to even and saturates, by operations that compilers have for vectors: what is added makes the last bit of
// a float 1.
template <class T> T saturated(float value)
{
    constexpr float kOnes = 12582912.f;
    const float above = value < Range<T>::lowest ? Range<T>::lowest : value;
    const float inside = above > Range<T>::highest ? Range<T>::highest : above;
    return static_cast<T>(static_cast<int>((inside + kOnes) - kOnes));
}

// For integers: the sum is exact in double, and rounded to float as by the fma of UnsharpMask.
template <class T> void sharpenInDouble(const UnsharpMask& mask, const T* pixels, T* results, int count)
{
    const double amount = mask.amount;
    for (int i = 0; i < count; ++i)
    {
        const float pixel = pixels[i], difference = pixel - results[i];
        const float sum = static_cast<float>(amount * difference + pixel);
        results[i] = saturated<T>(std::abs(difference) < mask.threshold ? pixel : sum);
    }
}

template <class T> void sharpen(const UnsharpMask& mask, const T* pixels, T* results, int count)
{
    for (int i = 0; i < count; ++i)
        results[i] = saturateRound<T>(mask(static_cast<float>(pixels[i]), static_cast<float>(results[i])));
}

template <class T> void sharpenRows(const UnsharpMask& mask, const cv::Mat& src, cv::Mat& blurred)
{
    // 24 bits of the amount and 17 of the difference do not reach further below a pixel of 16 bits than a double does.
    const bool inDouble = mask.amount == 0 || std::abs(mask.amount) >= 1.f / (1 << 12);
    const int count = src.cols * src.channels();
    cv::parallel_for_({0, src.rows}, [&](const cv::Range& rows) {
        for (int y = rows.start; y < rows.end; ++y)
            if constexpr (kIsFloat<T>)
                sharpen(mask, src.ptr<T>(y), blurred.ptr<T>(y), count);
            else
                (inDouble ? sharpenInDouble<T> : sharpen<T>)(mask, src.ptr<T>(y), blurred.ptr<T>(y), count);
    });
}

} // namespace

void runOnCpu(const UnsharpPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    cv::Mat blurred = overlap(src, dst) ? cv::Mat(dst.size(), dst.type()) : dst;
    if (plan.blur.isFixedPoint())
        runOnCpu(plan.blur, src, blurred);
    else
        runOnCpu(plan.blur.floating, src, blurred);
    if (CV_MAT_DEPTH(plan.srcType) == CV_16F) // of which these are the pixels, in 32F: blurred images are of 16F, too
    {
        cv::Mat halves;
        blurred.convertTo(halves, CV_16F);
        halves.convertTo(blurred, CV_32F);
    }
    withDepth(src.depth(), PickedTypes{},
              [&](auto depth) { sharpenRows<typename decltype(depth)::type>(plan.mask, src, blurred); });
    if (blurred.data != dst.data)
        blurred.copyTo(dst);
}

}} // namespace cv::cudatiled
