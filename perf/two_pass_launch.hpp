// SPDX-License-Identifier: Apache-2.0
// From a TwoPass to kernel instances, grids and arguments: the same on a GPU and in the emulator.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "two_pass.hpp"
#include "two_pass_kernel.cuh"

namespace perf {

inline PassTaps passTaps(const std::vector<float>& values)
{
    PassTaps taps{};
    std::copy(values.begin(), values.end(), taps.tap);
    return taps;
}

inline PassImages passImages(const TwoPass& pass, float* dst, const float* src)
{
    return {dst, src, pass.width, pass.height, pass.step};
}

inline dim3 passGrid(const TwoPass& pass, int tileWidth, int tileHeight)
{
    return dim3(static_cast<unsigned>((pass.width + tileWidth - 1) / tileWidth),
                static_cast<unsigned>((pass.height + tileHeight - 1) / tileHeight));
}

template <class Launch, int... Below>
void withRadius(int radius, std::integer_sequence<int, Below...>, const Launch& launch)
{
    ((radius == Below + 1 ? launch(std::integral_constant<int, Below + 1>{}) : void()), ...);
}

// Calls `launch` with the radius as an integral_constant: the loops over taps are then unrolled.
template <class Launch> void withRadius(const TwoPass& pass, const Launch& launch)
{
    const int radius = static_cast<int>(pass.rowTaps.size() / 2);
    if (radius < 1 || radius > kLargestRadius || pass.rowTaps.size() != pass.columnTaps.size())
        throw std::invalid_argument("launchTwoPass: rows and columns must have the same radius, 1 to 32");
    withRadius(radius, std::make_integer_sequence<int, kLargestRadius>{}, launch);
}

} // namespace perf
