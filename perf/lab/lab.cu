// SPDX-License-Identifier: Apache-2.0
// Launches the kernels of the laboratory; a host compiler makes it launch them in the emulator.
#include "launcher.cuh"

#include "../../src/launch/histogram.cuh"
#include "launch.hpp"

namespace perf { namespace lab {

void launchRung(Rung rung, const View& src, const View& dst, const MaskTaps& mask, Stream stream)
{
    launchRungWith(Launcher{stream}, rung, src, dst, mask);
}

const std::vector<ShapeCase>& shapeCases()
{
    static const std::vector<ShapeCase> cases = shapeCasesOf(AllShapes{});
    return cases;
}

void launchShape(std::size_t index, const View& src, const View& dst, const MaskTaps& mask, Stream stream)
{
    launchShapeWith(Launcher{stream}, index, src, dst, mask, AllShapes{});
}

void launchCountLevels(const unsigned char* pixels, unsigned pixelCount, unsigned pixelsPerThread, unsigned* counts,
                       Stream stream)
{
    launchCountLevelsWith(Launcher{stream}, pixels, pixelCount, pixelsPerThread, counts);
}

void launchOwnHistogram(const unsigned char* pixels, int width, int height, int step, unsigned* counts, Stream stream)
{
    const cv::Size size(width, height);
    constexpr int kSharedBytes = 0; // one channel needs no more than every block has
    cv::cudatiled::launchHistogram(1, kSharedBytes, {pixels, static_cast<std::size_t>(step), {size, size, {}}},
                                   {counts, 0}, stream, "launchOwnHistogram");
}

}} // namespace perf::lab
