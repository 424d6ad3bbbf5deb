// SPDX-License-Identifier: Apache-2.0
// Launching gradientKernel and gradientPointsKernel.
#pragma once

#include "../kernels/general/gradient.cuh"
#include "../kernels/sliding_window/gradient.cuh"
#include "../plans/gradient_plan.hpp"
#include "sliding_window.cuh"

namespace cv { namespace cudatiled {

// The angle is this times degrees.
inline float angleUnit(const GradientPlan& plan)
{
    return plan.degrees ? 1.f : static_cast<float>(CV_PI / 180);
}

// A result beside the magnitude, of its size.
template <class T, class View = TargetView<T>, class Target>
View besides(const Target& magnitude, const CudaTarget& image)
{
    return {static_cast<T*>(image.data),
            static_cast<std::ptrdiff_t>(image.step),
            magnitude.rows,
            magnitude.cols,
            magnitude.channels,
            {},
            {}};
}

// Strips lie over the first wanted result. They are stored whole if that is aligned in all wanted results.
template <class Shape, class Arguments> void alignGradient(Arguments& a)
{
    bool found = false, whole = true;
    int skew = 0;
    const auto add = [&](const auto& view) {
        const std::uintptr_t size = sizeof(*view.data), unit = std::min<std::uintptr_t>(Shape::scalars * size, 16);
        const auto address = reinterpret_cast<std::uintptr_t>(view.data);
        if (!view.data)
            return;
        if (!found)
            skew = static_cast<int>(address / size % Shape::scalars);
        found = true;
        whole = whole && (address - skew * size) % unit == 0 && static_cast<std::size_t>(view.step) % unit == 0;
    };
    add(a.target);
    add(a.bytes);
    add(a.dx);
    add(a.dy);
    add(a.angle);
    a.alignment.wholeTarget = whole;
    a.alignment.targetSkew = whole ? skew : 0;
    alignSource(a, 0, kChunkBytes);
}

template <class S, class D, int Channels, class Taps> struct GradientOf
{
    using Arithmetic = GradientTaps<Taps>;
    using Window = SlidingWindowOf<S, D, Channels, Arithmetic>;
    using Shape = typename Window::Shape;

    template <bool Shifted>
    static void launchTiles(GradientArguments<S, D, Taps>& a, const CudaCall& call, const char* name)
    {
        using Tile = typename Window::template Tile<Shifted>;
        const dim3 grid = stripGrid<Tile, Shape>(a, call.images, {Window::tuning.leastRows});
        launchGrid<Tile, gradientKernel<Tile, Shape, Taps>>(name, a, grid, call.stream);
    }
    static void launch(GradientArguments<S, D, Taps>& a, const CudaCall& call, const char* name)
    {
        a.dx = besides<D>(a.target, call.dx);
        a.dy = besides<D>(a.target, call.dy);
        a.angle = besides<float>(a.target, call.angle);
        if (a.inBytes)
        {
            a.bytes = besides<std::uint8_t, BatchTarget<std::uint8_t>>(a.target, call.dst);
            a.bytes.places = a.target.places;
            a.target.data = nullptr;
        }
        alignGradient<Shape>(a);
        if (a.alignment.sourceSkewBytes % (Shape::body * 4) == 0)
            launchTiles<false>(a, call, name);
        else
            launchTiles<Window::tuning.shifts>(a, call, name);
    }
};

// Null as slidingWindowFor.
template <class S, class D, class Taps>
CudaKernelPtr gradientFor(const GradientPlan& plan, const GradientTaps<Taps>& arithmetic)
{
    const GradientArguments<S, D, Taps> a{batchSource<S>(plan),
                                          batchTarget<D>(plan),
                                          {},
                                          {},
                                          {},
                                          {},
                                          {},
                                          {},
                                          arithmetic,
                                          plan.norm,
                                          angleUnit(plan),
                                          CV_MAT_DEPTH(plan.dstType) == CV_8U};
    return withChannels(a.source.channels, [&](auto channels) {
        using Gradient = GradientOf<S, D, decltype(channels)::value, Taps>;
        using Buffer = StripBuffer<typename Gradient::Window::template Tile<false>, typename Gradient::Shape>;
        if constexpr (sizeof(Buffer) <= 48 * 1024)
            return fastKernel("gradientKernel", a, Gradient::launch);
        return CudaKernelPtr();
    });
}

// Magnitude and angle of the derivatives in `call`.
template <class D> void launchGradientPoints(const GradientPlan& plan, const CudaCall& call)
{
    GradientPointsArguments<D> a{targetView<D>(plan), {}, {}, {}, {}, 0, plan.norm, angleUnit(plan)};
    a.target.rows = call.src.region.size.height;
    a.target.cols = call.src.region.size.width;
    a.dx = besides<D>(a.target, call.dx);
    a.dy = besides<D>(a.target, call.dy);
    a.angle = besides<float>(a.target, call.angle);
    if (CV_MAT_DEPTH(plan.dstType) == CV_8U)
        a.bytes = besides<std::uint8_t>(a.target, call.dst);
    else
        a.target = besides<D>(a.target, call.dst);
    a.tilesX = tilesInRow<GradientPointsTile>(a.target);
    launchTiles<GradientPointsTile, gradientPointsKernel<D>>("gradientPointsKernel", a, call.stream);
}

}} // namespace cv::cudatiled
