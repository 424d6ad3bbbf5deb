// SPDX-License-Identifier: Apache-2.0
// Contrast of bytes between two levels.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

// The level in [0, range] that one `above` the lowest becomes: 255 * above / range, rounded half to even.
inline int stretchedLevel(int above, int range)
{
    const int twice = 510 * above + range, level = twice / (2 * range);
    return twice % (2 * range) == 0 && level % 2 == 1 ? level - 1 : level;
}

// The same by two products in float, the second of which is rounded to an integer with it: halves must come out of the
// first one exactly, or they would be rounded to the wrong side.
struct LevelStretch
{
    float scale, factor; // scale * factor is about 255 / range

    // 1.5 * 2^23: the lowest bits of a sum with it are the rounded integer.
    static constexpr float kIntegers = 12582912.f;
    // Words of floats: this in the upper half, and an integer in the lower one, are 2^23 and the integer.
    static constexpr std::uint32_t kAboveHalf = 0x4b000000u;

    explicit LevelStretch(int range)
    {
        // Factors that some range from 1 to 255 needs, and the float next to the nearest one.
        for (const float candidate : {1.f, 3.f, 5.f})
            for (const bool next : {false, true})
            {
                factor = candidate;
                scale = static_cast<float>(255. / candidate / range);
                scale = next ? std::nextafter(scale, 256.f) : scale;
                if (isExact(range))
                    return;
            }
    }

    // In the lowest 16 bits, of a level above the lowest as kAboveHalf makes it a float.
    CUDATILED_HOST_DEVICE float operator()(float level) const
    {
        return fmaf(fmaf(level, scale, -8388608.f * scale), factor, kIntegers);
    }

private:
    bool isExact(int range) const
    {
        for (int above = 0; above <= range; ++above)
            if ((*this)(8388608.f + static_cast<float>(above)) !=
                kIntegers + static_cast<float>(stretchedLevel(above, range)))
                return false;
        return true;
    }
};

}} // namespace cv::cudatiled
