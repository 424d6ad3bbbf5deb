// SPDX-License-Identifier: Apache-2.0
// Morphology with rectangles: extremeTileKernel.
#include "../kernels/extreme_tile_kernel.cuh"
#include "extreme_launch.cuh"
#include "tuned_device.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kStoredBytes = 32; // tiles start at a multiple of so many bytes of the target, if all rows allow it

int roundUp(int value, int unit)
{
    return (value + unit - 1) / unit * unit;
}

// The largest tile of results whose source, and what it becomes between the passes, fits into shared memory; 0 x 0 if none does.
template <class Tile> cv::Size tileOfResults(const ImagePlan& plan, int steps)
{
    constexpr int scalarsOfChunk = kChunkBytes / static_cast<int>(sizeof(typename Tile::T));
    constexpr int unit = kStoredBytes / static_cast<int>(sizeof(typename Tile::T));
    const int channels = CV_MAT_CN(plan.srcType), haloX = (plan.ksize.width - 1) * channels,
              haloY = plan.ksize.height - 1;
    const auto fitsWidth = [&](int width) { // the rows of turned planes stand for scalars
        const int first = roundUp(width + (steps - 1) * haloX, kWindowRows * channels);
        const int second = roundUp(width, kWindowRows * channels);
        return scalarsOfChunk - 1 + width + steps * haloX <= Tile::Chunks * scalarsOfChunk &&
               Tile::PerWord - 1 + first + haloX <= Tile::TurnedRows && first <= Tile::SourceWords / Tile::Turned &&
               (steps == 1 || second + haloX <= Tile::SourceWords / Tile::Turned);
    };
    const auto fitsHeight = [&](int height) {
        const int first = roundUp(height + (steps - 1) * haloY, kWindowRows), second = roundUp(height, kWindowRows);
        return first <= Tile::MostRows && first + haloY <= Tile::SourceRows &&
               (steps == 1 || second + haloY <= Tile::SourceWords / Tile::TurnBack);
    };
    int width = Tile::MostScalars / unit * unit, height = Tile::MostRows;
    while (width > 0 && !fitsWidth(width))
        width -= unit;
    while (height > 0 && !fitsHeight(height))
        --height;
    return {width, height};
}

// Whether bringing a tile and its halo pays.
bool isWorthIt(cv::Size tile)
{
    constexpr int kLeast = 16; // rows, and scalars
    return tile.width >= kLeast && tile.height >= kLeast;
}

// Two steps in one kernel beat two kernels as long as most of what the first step makes is not only for the halo of the second.
template <class Tile> bool paysTwice(const MorphologyPlan& plan)
{
    const cv::Size tile = tileOfResults<Tile>(plan, 2);
    const int haloX = (plan.ksize.width - 1) * CV_MAT_CN(plan.srcType), haloY = plan.ksize.height - 1;
    return isWorthIt(tile) && 3 * tile.area() >= 2 * (tile.width + haloX) * (tile.height + haloY);
}

std::int64_t tilesOf(cv::Size tile, std::int64_t scalars, std::int64_t rows)
{
    return (scalars + tile.width - 1) / tile.width * ((rows + tile.height - 1) / tile.height);
}

// Smaller tiles where large ones leave multiprocessors without work. Two steps filter too much of their halos for more than a tile each.
template <class Tile> cv::Size tileForImage(const ImagePlan& plan, int steps, cv::Size image)
{
    constexpr int kNarrow = 64, kLeastRows = 32;
    const int most = steps == 1 ? 2 * kMultiprocessors : kMultiprocessors;
    const int scalars = image.width * CV_MAT_CN(plan.srcType), beyond = (steps - 1) * (plan.ksize.height - 1);
    cv::Size tile = tileOfResults<Tile>(plan, steps);
    const cv::Size narrow(kNarrow, tile.height);
    if (steps == 2 && tile.width > kNarrow && tilesOf(narrow, scalars, image.height) <= most)
        tile = narrow;
    for (int rows = kLeastRows; rows - beyond < tile.height; rows += kWindowRows)
    {
        const cv::Size low(tile.width, rows - beyond);
        if (low.height >= kWindowRows && tilesOf(low, scalars, image.height) <= most)
            return low;
    }
    return tile;
}

template <class Tile>
ExtremePlacement placeTiles(const MorphologyPlan& plan, int steps, const ExtremeOther& other, const CudaSource& src,
                            const CudaTarget& dst)
{
    using T = typename Tile::T;
    const cv::Size tile = tileForImage<Tile>(plan, steps, src.region.size);
    ExtremePlacement placement{};
    placement.width = tile.width;
    placement.height = tile.height;
    placement.wholeWords = dst.step % kStoredBytes == 0;
    if (placement.wholeWords)
        placement.lead = static_cast<int>(reinterpret_cast<std::uintptr_t>(dst.data) % kStoredBytes / sizeof(T));
    placement.wholeChunks = src.step % kChunkBytes == 0;
    if (placement.wholeChunks)
    {
        const std::ptrdiff_t pixel = src.region.offset.x - static_cast<std::ptrdiff_t>(steps) * plan.anchor.x;
        const T* const first = static_cast<const T*>(src.data) + pixel * CV_MAT_CN(plan.srcType) - placement.lead;
        placement.phase = static_cast<int>(reinterpret_cast<std::uintptr_t>(first) % kChunkBytes);
    }
    const std::uintptr_t others = reinterpret_cast<std::uintptr_t>(other.data) - placement.lead * sizeof(T);
    placement.wholeOthers = other.step % 4 == 0 && others % 4 == 0;
    return placement;
}

// Runs `first`, and `second` if there is one.
template <class T>
bool tryTiles(const MorphologyPlan& plan, MorphologyStep first, const MorphologyStep* second, const ExtremeOther& other,
              const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    using Tile = ExtremeTile<T>;
    const int depth = CV_MAT_DEPTH(plan.srcType);
    const int steps = second ? 2 : 1;
    const OutsideBetween<T> outside = outsideBetween<T>(plan, second ? *second : first);
    if (second ? !outside.known || !paysTwice<Tile>(plan) : !isWorthIt(tileOfResults<Tile>(plan, 1)))
        return false;
    ExtremeTileArguments<T> a{};
    a.placement = placeTiles<Tile>(plan, steps, other, src, dst);
    a.source = bitsView<T>(plan.planOf(first), src);
    a.target = targetView<T>(plan, src, dst);
    a.other = static_cast<const T*>(other.data);
    a.otherStep = static_cast<std::ptrdiff_t>(other.step);
    a.combination = other.combination;
    a.isSigned = isSigned(depth);
    a.kernelWidth = plan.ksize.width;
    a.kernelHeight = plan.ksize.height;
    a.anchorX = plan.anchor.x;
    a.anchorY = plan.anchor.y;
    a.flip = flipOf(depth, first);
    std::copy_n(outside.value, 4, a.outside);

    const int scalars = a.target.cols * a.target.channels + a.placement.lead;
    const dim3 grid = tileGrid((scalars + a.placement.width - 1) / a.placement.width,
                               (a.target.rows + a.placement.height - 1) / a.placement.height);
    if (second)
        launchGrid<Tile>("extremeTileKernel", extremeTileKernel<Tile, 2>, a, grid, stream);
    else
        launchGrid<Tile>("extremeTileKernel", extremeTileKernel<Tile, 1>, a, grid, stream);
    return true;
}

// Beyond any tile; no product of sizes needs more than 31 bits below.
bool isLong(const ImagePlan& plan)
{
    constexpr int kLongest = 1024;
    return plan.ksize.width > kLongest || plan.ksize.height > kLongest;
}

bool tryTiles(const MorphologyPlan& plan, MorphologyStep first, const MorphologyStep* second, const ExtremeOther& other,
              const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    const int depth = CV_MAT_DEPTH(plan.srcType);
    if (!fastKernels() || !isNarrow(plan, src.region) || !plan.element.empty() || isLong(plan) ||
        (depth == CV_8S && other.combination != Combination::None))
        return false;
    bool done = false;
    withBitsOf(depth,
               [&](auto bits) { done = tryTiles<decltype(bits)>(plan, first, second, other, src, dst, stream); });
    return done;
}

} // namespace

bool fitsTile(const MorphologyPlan& plan)
{
    bool fits = false;
    if (!isLong(plan))
        withBitsOf(CV_MAT_DEPTH(plan.srcType),
                   [&](auto bits) { fits = isWorthIt(tileOfResults<ExtremeTile<decltype(bits)>>(plan, 1)); });
    return fits;
}

bool tryTileStep(const MorphologyPlan& plan, MorphologyStep step, const ExtremeOther& other, const CudaSource& src,
                 const CudaTarget& dst, CudaStream stream)
{
    return tryTiles(plan, step, nullptr, other, src, dst, stream);
}

bool tryTileOpening(const MorphologyPlan& plan, const ExtremeOther& other, const CudaSource& src, const CudaTarget& dst,
                    CudaStream stream)
{
    const std::vector<MorphologyStep> steps = plan.steps();
    return tryTiles(plan, steps[0], &steps[1], other, src, dst, stream);
}

}} // namespace cv::cudatiled
