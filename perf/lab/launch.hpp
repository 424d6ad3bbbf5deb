// SPDX-License-Identifier: Apache-2.0
// From images and masks to kernel instances, grids and arguments: the same on a GPU and in the emulator. A `Launcher`
// is called with the kernel's name, the grid, the block, the kernel and its arguments.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "a_global_taps.cuh"
#include "b_constant_taps.cuh"
#include "c_one_load_a_thread.cuh"
#include "d_several_loads_a_thread.cuh"
#include "e_mask_block_by_block.cuh"
#include "f_texture.cuh"
#include "g_padded.cuh"
#include "h_unrolled.cuh"
#include "histogram.cuh"
#include "lab.hpp"

namespace perf { namespace lab {

inline dim3 gridOf(const View& dst, int width, int height)
{
    return dim3(static_cast<unsigned>((dst.width + width - 1) / width),
                static_cast<unsigned>((dst.height + height - 1) / height));
}

inline Taps tapsOf(const MaskTaps& mask)
{
    Taps taps{};
    if (mask.taps.size() > static_cast<std::size_t>(kMostTaps))
        throw std::invalid_argument("launchRung: a mask may have 81 taps");
    std::copy(mask.taps.begin(), mask.taps.end(), taps.tap);
    return taps;
}

template <class Src, class Dst> Images<Src, Dst> imagesOf(const View& src, const View& dst)
{
    return {
        static_cast<const Src*>(src.pixels), static_cast<Dst*>(dst.pixels), dst.width, dst.height, src.step, dst.step};
}

template <class Shape, int RadiusX, int RadiusY, class Src, class Dst, class Launcher>
void launchUnrolled(const Launcher& launch, const View& src, const View& dst, const MaskTaps& mask)
{
    launch("unrolledKernel", gridOf(dst, Shape::Width, Shape::Height), dim3(Shape::X, Shape::Y),
           unrolledKernel<Shape, RadiusX, RadiusY, Src, Dst>, imagesOf<Src, Dst>(src, dst), tapsOf(mask));
}

template <int RadiusX, int RadiusY, class Src, class Dst, class Launcher>
bool launchUnrolledIf(const Launcher& launch, const View& src, const View& dst, const MaskTaps& mask)
{
    if (mask.radiusX != RadiusX || mask.radiusY != RadiusY)
        return false;
    launchUnrolled<Shape<kThreads, kThreads>, RadiusX, RadiusY, Src, Dst>(launch, src, dst, mask);
    return true;
}

// The masks of the ladder.
template <class Src, class Dst, class Launcher>
void launchUnrolledRung(const Launcher& launch, const View& src, const View& dst, const MaskTaps& mask)
{
    if (!(launchUnrolledIf<1, 1, Src, Dst>(launch, src, dst, mask) ||
          launchUnrolledIf<2, 2, Src, Dst>(launch, src, dst, mask) ||
          launchUnrolledIf<4, 4, Src, Dst>(launch, src, dst, mask) ||
          launchUnrolledIf<2, 0, Src, Dst>(launch, src, dst, mask) ||
          launchUnrolledIf<7, 0, Src, Dst>(launch, src, dst, mask) ||
          launchUnrolledIf<0, 2, Src, Dst>(launch, src, dst, mask) ||
          launchUnrolledIf<0, 7, Src, Dst>(launch, src, dst, mask)))
        throw std::invalid_argument("launchRung: no unrolled kernel has these radii");
}

template <class Src, class Dst, class Launcher>
void launchRungOf(const Launcher& launch, Rung rung, const View& src, const View& dst, const MaskTaps& mask)
{
    const auto images = imagesOf<Src, Dst>(src, dst);
    const Mask radii{mask.radiusX, mask.radiusY};
    const dim3 block(kThreads, kThreads), grid = gridOf(dst, kThreads, kThreads);
    switch (rung)
    {
    case Rung::GlobalTaps:
        return launch("globalTapsKernel", grid, block, globalTapsKernel<Src, Dst>, images, radii, mask.onDevice);
    case Rung::ConstantTaps:
        return launch("constantTapsKernel", grid, block, constantTapsKernel<Src, Dst>, images, radii, tapsOf(mask));
    case Rung::OneLoad:
        return launch("oneLoadKernel", gridOf(dst, kThreads - 2 * mask.radiusX, kThreads - 2 * mask.radiusY), block,
                      oneLoadKernel<Src, Dst>, images, radii, tapsOf(mask));
    case Rung::SeveralLoads:
        return launch("severalLoadsKernel", grid, block, severalLoadsKernel<Src, Dst>, images, radii, tapsOf(mask));
    case Rung::MaskBlocks:
        return launch("maskBlocksKernel", grid, block, maskBlocksKernel<Src, Dst>, images, radii, tapsOf(mask));
    case Rung::TextureReads:
        return launch("textureKernel", grid, block, textureKernel<Src, Dst>, images, radii, tapsOf(mask),
                      cudaTextureObject_t(src.texture));
    case Rung::Padded: return launch("paddedKernel", grid, block, paddedKernel<Src, Dst>, images, radii, tapsOf(mask));
    case Rung::Unrolled: return launchUnrolledRung<Src, Dst>(launch, src, dst, mask);
    }
}

template <class Launcher>
void launchRungWith(const Launcher& launch, Rung rung, const View& src, const View& dst, const MaskTaps& mask)
{
    if (src.floats)
        dst.floats ? launchRungOf<float, float>(launch, rung, src, dst, mask)
                   : launchRungOf<float, Byte>(launch, rung, src, dst, mask);
    else
        dst.floats ? launchRungOf<Byte, float>(launch, rung, src, dst, mask)
                   : launchRungOf<Byte, Byte>(launch, rung, src, dst, mask);
}

template <class Shape_, int RadiusX_, int RadiusY_> struct ShapeInstance
{
    using Shape = lab::Shape<Shape_::X, Shape_::Y, Shape_::ResultsX, Shape_::ResultsY>;
    static constexpr int RadiusX = RadiusX_, RadiusY = RadiusY_;
};

template <int Radius, class... Shapes> using Dense = std::tuple<ShapeInstance<Shapes, Radius, Radius>...>;
template <int Radius, class... Shapes> using OfRows = std::tuple<ShapeInstance<Shapes, Radius, 0>...>;
template <int Radius, class... Shapes> using OfColumns = std::tuple<ShapeInstance<Shapes, 0, Radius>...>;

template <int Radius>
using DenseShapes = Dense<Radius, Shape<8, 8>, Shape<16, 16>, Shape<32, 8>, Shape<32, 16>, Shape<16, 32>, Shape<64, 8>,
                          Shape<128, 4>, Shape<512, 1>, Shape<32, 8, 1, 2>, Shape<32, 8, 1, 3>, Shape<32, 8, 1, 4>,
                          Shape<32, 8, 1, 8>, Shape<32, 8, 1, 16>>;
using RowShapes =
    OfRows<16, Shape<16, 16>, Shape<64, 8>, Shape<64, 8, 2>, Shape<64, 8, 3>, Shape<64, 8, 4>, Shape<64, 8, 8>>;
using ColumnShapes = OfColumns<16, Shape<16, 16>, Shape<32, 16>, Shape<32, 16, 1, 2>, Shape<32, 16, 1, 3>,
                               Shape<32, 16, 1, 4>, Shape<32, 16, 1, 8>>;
using AllShapes = decltype(std::tuple_cat(DenseShapes<1>{}, DenseShapes<4>{}, RowShapes{}, ColumnShapes{}));

template <class... Instances> std::vector<ShapeCase> shapeCasesOf(std::tuple<Instances...>)
{
    return {{Instances::Shape::X, Instances::Shape::Y, Instances::Shape::ResultsX, Instances::Shape::ResultsY,
             Instances::RadiusX, Instances::RadiusY}...};
}

template <class Launcher, class... Instances>
void launchShapeWith(const Launcher& launch, std::size_t index, const View& src, const View& dst, const MaskTaps& mask,
                     std::tuple<Instances...>)
{
    std::size_t place = 0;
    ((place++ == index
          ? launchUnrolled<typename Instances::Shape, Instances::RadiusX, Instances::RadiusY, float, float>(launch, src,
                                                                                                            dst, mask)
          : void()),
     ...);
}

template <class Launcher>
void launchCountLevelsWith(const Launcher& launch, const Byte* pixels, unsigned pixelCount, unsigned pixelsPerThread,
                           unsigned* counts)
{
    const unsigned ofBlock = kLevels * pixelsPerThread;
    launch("countLevelsKernel", dim3((pixelCount + ofBlock - 1) / ofBlock), dim3(kLevels), countLevelsKernel<kLevels>,
           pixels, pixelCount, pixelsPerThread, counts);
}

}} // namespace perf::lab
