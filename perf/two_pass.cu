// SPDX-License-Identifier: Apache-2.0
// Launches the two passes.
#include "two_pass.hpp"

#include <stdexcept>
#include <string>

#include <cuda_runtime.h>

#include "two_pass_launch.hpp"

namespace perf {

namespace {

template <int Radius>
void launchOf(const TwoPass& pass, float* dst, float* between, const float* src, cudaStream_t stream)
{
    const dim3 threads(kPassThreadsX, kPassThreadsY);
    rowPassKernel<Radius><<<passGrid(pass, kRowTileWidth, kRowTileHeight), threads, 0, stream>>>(
        passImages(pass, between, src), passTaps(pass.rowTaps));
    columnPassKernel<Radius><<<passGrid(pass, kColumnTileWidth, kColumnTileHeight), threads, 0, stream>>>(
        passImages(pass, dst, between), passTaps(pass.columnTaps));
}

template <int Radius>
void launchTexturesOf(const TwoPass& pass, float* dst, float* between, const Texture& ofSrc, const Texture& ofBetween,
                      cudaStream_t stream)
{
    const dim3 threads(kPassThreadsX, kPassThreadsY), grid = passGrid(pass, kPassThreadsX, kPassThreadsY);
    texturePassKernel<Radius, true>
        <<<grid, threads, 0, stream>>>(passImages(pass, between, nullptr), passTaps(pass.rowTaps), ofSrc.object());
    texturePassKernel<Radius, false>
        <<<grid, threads, 0, stream>>>(passImages(pass, dst, nullptr), passTaps(pass.columnTaps), ofBetween.object());
}

void requireLaunched()
{
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        throw std::runtime_error(std::string("the two passes could not be launched: ") + cudaGetErrorString(error));
}

} // namespace

void launchTwoPass(const TwoPass& pass, float* dst, float* between, const float* src, Stream stream)
{
    withRadius(pass, [&](auto radius) { launchOf<decltype(radius)::value>(pass, dst, between, src, stream); });
    requireLaunched();
}

void launchTexturePasses(const TwoPass& pass, float* dst, float* between, const Texture& ofSrc,
                         const Texture& ofBetween, Stream stream)
{
    withRadius(pass, [&](auto radius) {
        launchTexturesOf<decltype(radius)::value>(pass, dst, between, ofSrc, ofBetween, stream);
    });
    requireLaunched();
}

} // namespace perf
