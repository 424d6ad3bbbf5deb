// SPDX-License-Identifier: Apache-2.0
// What the fast kernels of morphology have in common: pixels as bits that compare as unsigned numbers or as floats.
#pragma once

#include <limits>

#include "../kernels/load/source_tile.cuh"
#include "../kernels/minmax/lanes.cuh"
#include "../plans/morphology_plan.hpp"
#include "alignment.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

// Calls f with a number of the type that a pixel's bits are handled in; returns what it returns.
template <class F> auto withBitsOf(int depth, F&& f)
{
    if (depth == CV_8U || depth == CV_8S)
        return f(std::uint8_t());
    if (depth == CV_16U || depth == CV_16S)
        return f(std::uint16_t());
    if (depth == CV_16F)
        return f(Half{});
    return f(float());
}

// The same for kernels that 16F has not: of these it takes those of one step, and the general ones.
template <class F> CudaKernelPtr withBitsOfMany(int depth, F&& f)
{
    return withBitsOf(depth, [&](auto bits) {
        if constexpr (std::is_same_v<decltype(bits), Half>)
            return CudaKernelPtr();
        else
            return f(bits);
    });
}

inline bool isSigned(int depth)
{
    return depth == CV_8S || depth == CV_16S;
}

// The exclusive-or that lets the pixels of a word compare as unsigned numbers (floats: as they are), the wanted extreme
// first.
inline std::uint32_t flipOf(int depth, MorphologyStep step)
{
    const std::uint32_t sign = depth == CV_8S ? 0x80808080u : depth == CV_16S ? 0x80008000u : 0u;
    const std::uint32_t reverse = step == MorphologyStep::Erode ? 0u
                                  : depth == CV_32F             ? 0x80000000u
                                  : depth == CV_16F             ? 0x80008000u
                                                                : 0xffffffffu;
    return sign ^ reverse;
}

template <class T> T bitsOf(int depth, double value)
{
    if constexpr (kIsFloat<T>)
        return static_cast<T>(value);
    else if (depth == CV_8S)
        return static_cast<T>(cv::saturate_cast<schar>(value));
    else if (depth == CV_16S)
        return static_cast<T>(cv::saturate_cast<short>(value));
    else
        return cv::saturate_cast<T>(value);
}

// The bits of a pixel that loses every comparison of a step.
template <class T> T neverWins(int depth, MorphologyStep step)
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    if constexpr (kIsFloat<T>)
        return static_cast<T>(step == MorphologyStep::Erode ? kInfinity : -kInfinity);
    else
        return static_cast<T>(~flipOf(depth, step));
}

// What remains to be done with the extremes of the last step.
inline Combination combinationOf(MorphologyOperation operation)
{
    switch (operation)
    {
    case MorphologyOperation::TopHat: return Combination::OtherMinus;
    case MorphologyOperation::BlackHat: return Combination::MinusOther;
    default: return Combination::None;
    }
}

template <class T, Images Held = Images::InSteps> SourceView<T, Held> bitsView(const ImagePlan& plan)
{
    SourceView<T, Held> view = sourceView<T, Held>(plan);
    for (int c = 0; c < 4; ++c)
        view.outside[c] = bitsOf<T>(CV_MAT_DEPTH(plan.srcType), plan.border.outside[c]);
    return view;
}

// What of a plan a kernel does beside its extremes.
struct MinmaxWork
{
    std::uint32_t flip;
    Combination combination;
    bool isSigned;
};

inline MinmaxWork workOf(const MorphologyPlan& plan, MorphologyStep step)
{
    const int depth = CV_MAT_DEPTH(plan.srcType);
    return {flipOf(depth, step), combinationOf(plan.operation), isSigned(depth)};
}

// Whether the border only repeats pixels that are in the window anyway, so that ignoring the outside gives the same
// extremes: replicated edges always, reflected ones if the anchor is the centre.
inline bool cutsOff(const ImagePlan& plan)
{
    const bool centred = plan.ksize == cv::Size(2 * plan.anchor + cv::Point(1, 1));
    return plan.border.row == Border::Replicate ||
           (centred && (plan.border.row == Border::Reflect || plan.border.row == Border::Reflect101));
}

// What stands for pixels outside when the second step of two reads them.
template <class T> struct OutsideBetween
{
    bool known; // whether it is the same for all pixels of a channel
    T value[4];
};

template <class T> OutsideBetween<T> outsideBetween(const MorphologyPlan& plan, MorphologyStep second)
{
    const int depth = CV_MAT_DEPTH(plan.srcType);
    const bool constant = plan.border.row == Border::Constant;
    OutsideBetween<T> outside{constant || cutsOff(plan), {}};
    const cv::Scalar value = plan.planOf(second).border.outside;
    for (int c = 0; c < 4; ++c)
        outside.value[c] = constant ? bitsOf<T>(depth, value[c]) : neverWins<T>(depth, second);
    return outside;
}

// Whether pixels outside lose every comparison of a step.
template <class T> bool bordersNeverWin(const MorphologyPlan& plan, MorphologyStep step)
{
    const OutsideBetween<T> outside = outsideBetween<T>(plan, step);
    const T loser = neverWins<T>(CV_MAT_DEPTH(plan.srcType), step);
    return outside.known &&
           std::all_of(outside.value, outside.value + CV_MAT_CN(plan.srcType), [&](T value) { return value == loser; });
}

// Whether images and what lies around the source have rows of whole chunks.
template <class Arguments> bool areWholeChunks(const Arguments& a)
{
    return areWholeUnits(a, kChunkBytes);
}

// A kernel for such images alone.
template <class Arguments, class Launch>
CudaKernelPtr wholeChunksKernel(const char* name, const Arguments& a, Launch launch)
{
    return selectiveKernel(name, a, areWholeChunks<Arguments>, launch);
}

// The image that extremes are combined with, if they are.
template <class Arguments> void setOther(Arguments& a, const void* data, std::size_t step)
{
    if (a.combination == Combination::None)
        return;
    a.other = static_cast<decltype(a.other)>(data);
    a.otherStep = static_cast<std::ptrdiff_t>(step);
}

// One step of a plan, and what is done with its extremes.
struct StepPlan
{
    const MorphologyPlan& plan;
    MorphologyStep step;
    Combination combination;
};

// Each of these is null if its kernel does not fit.

// minmaxWindowKernel, for centred elements of 3 x 3 and 5 x 5 and ellipses up to 9 x 9; minmaxIdentityKernel, for
// images of whole chunks.
CudaKernelPtr minmaxWindowStep(const StepPlan& plan);
CudaKernelPtr minmaxWindowGradient(const MorphologyPlan& plan);
CudaKernelPtr minmaxWindowOpening(const MorphologyPlan& plan);
CudaKernelPtr minmaxIdentityOpening(const MorphologyPlan& plan);

// minmaxSquareKernel, for centred squares of 7 x 7 to 15 x 15 and images of whole chunks.
CudaKernelPtr minmaxSquareStep(const StepPlan& plan);

// minmaxMarchKernel, for centred squares of 15 x 15 and 31 x 31 and images of whole chunks.
CudaKernelPtr minmaxMarchStep(const StepPlan& plan);

// minmaxTransposeKernel, for rectangles whose halo leaves something of a tile: whether it does for one step, and one or
// two steps.
bool fitsTile(const MorphologyPlan& plan);
CudaKernelPtr minmaxTransposeStep(const StepPlan& plan);
CudaKernelPtr minmaxTransposeOpening(const MorphologyPlan& plan);

}} // namespace cv::cudatiled
