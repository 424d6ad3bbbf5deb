// SPDX-License-Identifier: Apache-2.0
// The two-pass separable correlation that the fused kernels are compared with: float, one channel, zeros
// outside the image.
#pragma once

#include <vector>

#include "device.hpp"

namespace perf {

struct TwoPass
{
    int width, height, step;                // of all images; step: floats between rows
    std::vector<float> rowTaps, columnTaps; // 2 * radius + 1 each, radius 1 to 32
};

// The row pass writes `between`, the column pass `dst`.
void launchTwoPass(const TwoPass& pass, float* dst, float* between, const float* src, Stream stream);

// The same, reading through textures of `src` and `between`.
void launchTexturePasses(const TwoPass& pass, float* dst, float* between, const Texture& ofSrc,
                         const Texture& ofBetween, Stream stream);

} // namespace perf
