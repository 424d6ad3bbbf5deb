// SPDX-License-Identifier: Apache-2.0
// How tiles lie in source and target: each function sets the alignment of arguments that have their images.
#pragma once

#include "../kernels/load/block.cuh"

namespace cv { namespace cudatiled {

// Tiles begin at a multiple of `unit` bytes of the target, if all of its rows do.
template <class Arguments> void alignTarget(Arguments& a, std::size_t unit)
{
    const auto skew = reinterpret_cast<std::uintptr_t>(a.target.data) % unit / sizeof(*a.target.data);
    a.alignment.wholeTarget = static_cast<std::size_t>(a.target.step) % unit == 0;
    a.alignment.targetSkew = a.alignment.wholeTarget ? static_cast<int>(skew) : 0;
}

// Tiles are loaded from a multiple of `unit` bytes of the source on, if all of its rows allow it. The first scalar that
// they need lies `before` pixels to the left of the first result. The target must be aligned already.
template <class Arguments> void alignSource(Arguments& a, std::ptrdiff_t before, std::size_t unit)
{
    const std::ptrdiff_t scalar = (a.source.x0 - before) * a.source.channels - a.alignment.targetSkew;
    const auto skewBytes = reinterpret_cast<std::uintptr_t>(a.source.data + scalar) % unit;
    a.alignment.wholeSource = static_cast<std::size_t>(a.source.step) % unit == 0;
    a.alignment.sourceSkewBytes = a.alignment.wholeSource ? static_cast<int>(skewBytes) : 0;
}

template <class Arguments>
void align(Arguments& a, std::ptrdiff_t before, std::size_t sourceUnit, std::size_t targetUnit)
{
    alignTarget(a, targetUnit);
    alignSource(a, before, sourceUnit);
}

// Pixels by which the first tile begins before the target, so that it begins at a multiple of `unit` bytes. If no
// number of pixels does that, `unit`.
template <class Arguments> int targetSkewPixels(const Arguments& a, int unit)
{
    int pixels = 0;
    while (pixels < unit && reinterpret_cast<std::uintptr_t>(a.target.data - pixels * a.target.channels) % unit != 0)
        ++pixels;
    return pixels;
}

// Whether units of so many bytes of the target lie over units of the source, in all rows.
template <class Arguments> bool allowsUnits(const Arguments& a, int unit)
{
    const int skew = targetSkewPixels(a, unit);
    const auto source = reinterpret_cast<std::uintptr_t>(
        a.source.data + static_cast<std::ptrdiff_t>(a.source.x0 - skew) * a.source.channels);
    return skew < unit &&
           (source | static_cast<std::uintptr_t>(a.source.step) | static_cast<std::uintptr_t>(a.target.step)) % unit ==
               0;
}

// Whether rows are whole units of so many bytes, and begin with one, in the images and in what lies around the source.
template <class Arguments> bool areWholeUnits(const Arguments& a, int unit)
{
    constexpr std::size_t scalarBytes = sizeof(*a.source.data);
    const auto bytes = [&](int pixels) {
        return static_cast<std::size_t>(pixels) * a.source.channels * scalarBytes;
    };
    const std::size_t all = reinterpret_cast<std::uintptr_t>(a.source.data) | static_cast<std::size_t>(a.source.step) |
                            bytes(a.source.x0) | bytes(a.source.cols) | bytes(a.target.cols) |
                            reinterpret_cast<std::uintptr_t>(a.target.data) | static_cast<std::size_t>(a.target.step);
    return all % unit == 0;
}

}} // namespace cv::cudatiled
