// SPDX-License-Identifier: Apache-2.0
// The kernels of the laboratory, as the host launches them.
#pragma once

#include <string>
#include <vector>

#include "../device.hpp"

namespace perf { namespace lab {

// In the order of the letters (a) to (h).
enum class Rung
{
    GlobalTaps,
    ConstantTaps,
    OneLoad,
    SeveralLoads,
    MaskBlocks,
    TextureReads,
    Padded,
    Unrolled
};
constexpr int kRungs = 8;

// An image of one channel, floats or bytes, in device memory.
struct View
{
    void* pixels;
    bool floats;
    int width, height, step;    // step: pixels from row to row
    unsigned long long texture; // object of its pixels; of sources only
};

struct MaskTaps
{
    int radiusX, radiusY;
    std::vector<float> taps; // row by row
    const float* onDevice;   // the same
};

// OneLoad takes radii up to 7, Unrolled those of the ladder's masks, others radii up to 16.
void launchRung(Rung rung, const View& src, const View& dst, const MaskTaps& mask, Stream stream);

// Unrolled kernels of floats with other blocks and more results a thread.
struct ShapeCase
{
    int threadsX, threadsY, resultsX, resultsY; // of a block, of a thread
    int radiusX, radiusY;
};
const std::vector<ShapeCase>& shapeCases();
void launchShape(std::size_t index, const View& src, const View& dst, const MaskTaps& mask, Stream stream);

// `counts`: 256 words, to which the pixels are added.
void launchCountLevels(const unsigned char* pixels, unsigned pixelCount, unsigned pixelsPerThread, unsigned* counts,
                       Stream stream);
// The library's histogram; `counts` are cleared before.
void launchOwnHistogram(const unsigned char* pixels, int width, int height, int step, unsigned* counts, Stream stream);

}} // namespace perf::lab
