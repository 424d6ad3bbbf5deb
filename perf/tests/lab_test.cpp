// SPDX-License-Identifier: Apache-2.0
// The kernels of the laboratory in the emulator, in all thread orders, beside the definition. Pixels and taps are small
// integers, or quotients of such by powers of two: sums are exact, so that results must be equal.
#include <cuda_on_cpu.hpp> // before kernel headers
#include <texture.hpp>

#include <gtest/gtest.h>

#include <guarded_image.hpp>

#include "../lab/launch.hpp"

namespace {

using namespace perf::lab;
using cuda_on_cpu::GuardedImage;

constexpr int kMargin = 16;

struct Emulator
{
    cuda_on_cpu::Launch how;

    template <class... Parameters, class... Arguments>
    void operator()(const char* name, dim3 grid, dim3 block, void (*kernel)(Parameters...),
                    Arguments... arguments) const
    {
        cuda_on_cpu::launch(name, {grid, block, how.order, how.seed}, kernel, arguments...);
    }
};

// A source with a margin of zeros, and a guarded result.
template <class Src, class Dst> struct Pictures
{
    int width, height;
    GuardedImage<Src> padded;
    GuardedImage<Dst> result;
    cuda_on_cpu::Texture2D texture;

    Pictures(int width_, int height_, unsigned seed)
        : width(width_), height(height_), padded(height + 2 * kMargin, width + 2 * kMargin, seed),
          result(height, width, seed + 1)
    {
        for (int y = 0; y < padded.rows(); ++y)
            for (int x = 0; x < padded.cols(); ++x)
            {
                const bool inside = x >= kMargin && x < kMargin + width && y >= kMargin && y < kMargin + height;
                seed = seed * 1664525u + 1013904223u;
                padded.row(y)[x] = static_cast<Src>(inside ? seed >> 24 : 0);
            }
        texture = {first(), width, height, static_cast<std::size_t>(padded.step())};
    }

    Src* first() { return padded.row(kMargin) + kMargin; }

    double pixel(int x, int y) const
    {
        return x >= 0 && x < width && y >= 0 && y < height ? static_cast<double>(padded.row(y + kMargin)[x + kMargin])
                                                           : 0;
    }
};

MaskTaps maskOf(int radiusX, int radiusY)
{
    MaskTaps mask{radiusX, radiusY, {}, nullptr};
    for (int i = 0; i < (2 * radiusX + 1) * (2 * radiusY + 1); ++i)
        mask.taps.push_back(static_cast<float>((i * 7 + 3) % 11 - 2) / 64);
    return mask;
}

template <class Dst> Dst rounded(double sum)
{
    return static_cast<Dst>(std::is_same_v<Dst, float> ? sum : std::nearbyint(std::min(std::max(sum, 0.), 255.)));
}

template <class Src, class Dst> std::string firstDifference(const Pictures<Src, Dst>& pictures, const MaskTaps& mask)
{
    for (int y = 0; y < pictures.height; ++y)
        for (int x = 0; x < pictures.width; ++x)
        {
            double sum = 0;
            for (int j = -mask.radiusY, tap = 0; j <= mask.radiusY; ++j)
                for (int i = -mask.radiusX; i <= mask.radiusX; ++i)
                    sum +=
                        static_cast<double>(mask.taps[static_cast<std::size_t>(tap++)]) * pictures.pixel(x + i, y + j);
            const Dst expected = rounded<Dst>(sum), is = pictures.result.row(y)[x];
            if (is != expected)
                return "(" + std::to_string(x) + ", " + std::to_string(y) + ") is " + std::to_string(is) + ", not " +
                       std::to_string(expected);
        }
    return pictures.result.violation();
}

template <class Src, class Dst, class LaunchIt> void expectDefinition(MaskTaps mask, const LaunchIt& launchIt)
{
    mask.onDevice = mask.taps.data();
    for (const auto& how : cuda_on_cpu::inAllOrders(dim3(1), dim3(1), 17))
    {
        SCOPED_TRACE(how);
        Pictures<Src, Dst> pictures(37, 29, how.seed);
        const View src{pictures.first(),
                       std::is_same_v<Src, float>,
                       37,
                       29,
                       static_cast<int>(pictures.padded.step() / std::ptrdiff_t(sizeof(Src))),
                       pictures.texture.object()};
        const View dst{pictures.result.data(), std::is_same_v<Dst, float>, 37, 29, 37, 0};
        launchIt(Emulator{how}, src, dst, mask);
        ASSERT_EQ(firstDifference(pictures, mask), "");
    }
}

const std::vector<std::pair<int, int>> kRadii = {{1, 1}, {2, 2}, {4, 4}, {2, 0}, {7, 0}, {0, 2}, {0, 7}};

class LabRung : public testing::TestWithParam<int>
{};

TEST_P(LabRung, computesTheDefinition)
{
    const Rung rung = static_cast<Rung>(GetParam());
    const auto launchIt = [&](const Emulator& launch, const View& src, const View& dst, const MaskTaps& mask) {
        launchRungWith(launch, rung, src, dst, mask);
    };
    for (const auto& [radiusX, radiusY] : kRadii)
    {
        SCOPED_TRACE(std::to_string(radiusX) + ", " + std::to_string(radiusY));
        expectDefinition<float, float>(maskOf(radiusX, radiusY), launchIt);
        expectDefinition<Byte, Byte>(maskOf(radiusX, radiusY), launchIt);
        expectDefinition<Byte, float>(maskOf(radiusX, radiusY), launchIt);
        expectDefinition<float, Byte>(maskOf(radiusX, radiusY), launchIt);
    }
}

INSTANTIATE_TEST_SUITE_P(aToH, LabRung, testing::Range(0, kRungs),
                         [](const auto& given) { return std::string(1, static_cast<char>('a' + given.param)); });

TEST(LabShapes, computeTheDefinition)
{
    const std::vector<ShapeCase> cases = shapeCasesOf(AllShapes{});
    for (std::size_t i = 0; i < cases.size(); ++i)
    {
        SCOPED_TRACE(i);
        const auto launchIt = [&](const Emulator& launch, const View& src, const View& dst, const MaskTaps& mask) {
            launchShapeWith(launch, i, src, dst, mask, AllShapes{});
        };
        expectDefinition<float, float>(maskOf(cases[i].radiusX, cases[i].radiusY), launchIt);
    }
}

TEST(LabHistogram, countsEveryPixelOnce)
{
    std::vector<Byte> pixels(3001);
    std::vector<unsigned> expected(kLevels);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        ++expected[pixels[i] = static_cast<Byte>(i * i % 251)];
    for (const unsigned perThread : {1u, 3u, 8u, 64u})
    {
        std::vector<unsigned> counts(kLevels);
        launchCountLevelsWith(Emulator{}, pixels.data(), static_cast<unsigned>(pixels.size()), perThread,
                              counts.data());
        EXPECT_EQ(counts, expected);
    }
}

} // namespace
