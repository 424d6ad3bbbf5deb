// SPDX-License-Identifier: Apache-2.0
// Two-dimensional textures for emulated kernels: point samples at coordinates in pixels, 0 outside (the address mode
// cudaAddressModeBorder). Include it before kernel headers that call tex2D.
#pragma once

#include <cmath>
#include <cstddef>

using cudaTextureObject_t = unsigned long long;

namespace cuda_on_cpu {

struct Texture2D
{
    const void* pixels;
    int width, height;
    std::size_t stepBytes;

    // The object holds the address: it serves as long as this does.
    cudaTextureObject_t object() const { return reinterpret_cast<cudaTextureObject_t>(this); }
};

} // namespace cuda_on_cpu

template <class T> T tex2D(cudaTextureObject_t object, float x, float y)
{
    const auto& texture = *reinterpret_cast<const cuda_on_cpu::Texture2D*>(object);
    const float column = std::floor(x), row = std::floor(y);
    if (!(column >= 0 && column < static_cast<float>(texture.width) && row >= 0 &&
          row < static_cast<float>(texture.height)))
        return T(0);
    const char* const pixels =
        static_cast<const char*>(texture.pixels) + static_cast<std::size_t>(row) * texture.stepBytes;
    return reinterpret_cast<const T*>(pixels)[static_cast<std::size_t>(column)];
}
