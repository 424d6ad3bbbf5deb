// SPDX-License-Identifier: Apache-2.0
// Morphology with rectangles: minmaxTransposeKernel.
#include "../kernels/minmax/transpose.cuh"
#include "alignment.hpp"
#include "minmax.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

// The arguments hold one other image.
template <class T> Images imagesHeldBy(const MinmaxTransposeArguments<T>& a)
{
    return a.combination == Combination::None ? Images::InSteps : Images::One;
}

namespace {

int roundUp(int value, int unit)
{
    return (value + unit - 1) / unit * unit;
}

// The largest tile of results whose source, and what it becomes between the passes, fits into shared memory; 0 x 0 if
// none does.
template <class Tile> cv::Size tileOfResults(const ImagePlan& plan, int steps)
{
    constexpr int scalarsOfChunk = kChunkBytes / static_cast<int>(sizeof(typename Tile::T));
    constexpr int unit = kMinmaxTranspose.storedBytes / static_cast<int>(sizeof(typename Tile::T));
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
    return std::min(tile.width, tile.height) >= kMinmaxTranspose.leastSide;
}

// Two steps in one kernel beat two kernels as long as most of what the first step makes is not only for the halo of the
// second.
template <class Tile> bool paysTwice(const ImagePlan& plan)
{
    const cv::Size tile = tileOfResults<Tile>(plan, 2);
    const int haloX = (plan.ksize.width - 1) * CV_MAT_CN(plan.srcType), haloY = plan.ksize.height - 1;
    return isWorthIt(tile) && 3 * tile.area() >= 2 * (tile.width + haloX) * (tile.height + haloY);
}

std::int64_t tilesOf(cv::Size tile, std::int64_t scalars, std::int64_t rows)
{
    return (scalars + tile.width - 1) / tile.width * ((rows + tile.height - 1) / tile.height);
}

// Smaller tiles where large ones leave multiprocessors without work. Two steps filter too much of their halos for more
// than a tile each.
template <class Tile> cv::Size tileForImage(const ImagePlan& plan, int steps, cv::Size image, int images)
{
    constexpr const MinmaxTransposeTuning& tuning = kMinmaxTranspose;
    const int most = tuning.blocksOf[steps - 1] * kMultiprocessors / images;
    const int scalars = image.width * CV_MAT_CN(plan.srcType), beyond = (steps - 1) * (plan.ksize.height - 1);
    cv::Size tile = tileOfResults<Tile>(plan, steps);
    const cv::Size narrow(tuning.narrow, tile.height);
    if (steps == 2 && tile.width > tuning.narrow && tilesOf(narrow, scalars, image.height) <= most)
        tile = narrow;
    for (int rows = tuning.lowestRows; rows - beyond < tile.height; rows += kWindowRows)
    {
        const cv::Size low(tile.width, rows - beyond);
        if (low.height >= kWindowRows && tilesOf(low, scalars, image.height) <= most)
            return low;
    }
    return tile;
}

template <class T> void alignTiles(MinmaxTransposeArguments<T>& a, int steps)
{
    align(a, static_cast<std::ptrdiff_t>(steps) * a.anchorX, kChunkBytes, kMinmaxTranspose.storedBytes);
    const std::uintptr_t others = reinterpret_cast<std::uintptr_t>(a.other) - a.alignment.targetSkew * sizeof(T);
    a.wholeOthers = a.otherStep % 4 == 0 && others % 4 == 0;
}

template <class T, int Steps>
void launchMinmaxTranspose(MinmaxTransposeArguments<T>& a, const ImagePlan& plan, const CudaCall& call,
                           const char* name)
{
    using Tile = MinmaxTile<T>;
    alignTiles(a, Steps);
    const cv::Size tile = tileForImage<Tile>(plan, Steps, call.src.region.size, call.images);
    a.tileWidth = tile.width;
    a.tileRows = tile.height;
    const int scalars = a.target.cols * a.target.channels + a.alignment.targetSkew;
    const dim3 grid =
        tileGrid((scalars + a.tileWidth - 1) / a.tileWidth, (a.target.rows + a.tileRows - 1) / a.tileRows, call.images);
    launchGrid<Tile, minmaxTransposeKernel<Tile, Steps>>(name, a, grid, call.stream);
}

// Arguments of `first`, and of `second` if that is another step.
template <class T>
MinmaxTransposeArguments<T> tileArguments(const MorphologyPlan& plan, MorphologyStep first, MorphologyStep second,
                                          Combination combination)
{
    const int depth = CV_MAT_DEPTH(plan.srcType);
    MinmaxTransposeArguments<T> a{};
    a.source = bitsView<T>(plan.planOf(first));
    a.target = batchTarget<T>(plan);
    a.combination = combination;
    a.isSigned = isSigned(depth);
    a.kernelWidth = plan.ksize.width;
    a.kernelHeight = plan.ksize.height;
    a.anchorX = plan.anchor.x;
    a.anchorY = plan.anchor.y;
    a.flip = flipOf(depth, first);
    std::copy_n(outsideBetween<T>(plan, second).value, 4, a.outside);
    return a;
}

// Beyond any tile; no product of sizes needs more than 31 bits below.
bool isLong(const ImagePlan& plan)
{
    constexpr int kLongest = 1024;
    return plan.ksize.width > kLongest || plan.ksize.height > kLongest;
}

bool fitsTiles(const MorphologyPlan& plan, Combination combination)
{
    return plan.element.empty() && !isLong(plan) &&
           !(CV_MAT_DEPTH(plan.srcType) == CV_8S && combination != Combination::None);
}

} // namespace

bool fitsTile(const MorphologyPlan& plan)
{
    return !isLong(plan) && withBitsOf(CV_MAT_DEPTH(plan.srcType), [&](auto bits) {
        return isWorthIt(tileOfResults<MinmaxTile<decltype(bits)>>(plan, 1));
    });
}

CudaKernelPtr minmaxTransposeStep(const StepPlan& plan)
{
    if (!fitsTiles(plan.plan, plan.combination) || !fitsTile(plan.plan))
        return nullptr;
    const ImagePlan image = plan.plan;
    return withBitsOf(CV_MAT_DEPTH(image.srcType), [&](auto bits) {
        using T = decltype(bits);
        return fastKernel("minmaxTransposeKernel", tileArguments<T>(plan.plan, plan.step, plan.step, plan.combination),
                          [image](MinmaxTransposeArguments<T>& a, const CudaCall& call, const char* name) {
                              setOther(a, call.other.data, call.other.step);
                              launchMinmaxTranspose<T, 1>(a, image, call, name);
                          });
    });
}

CudaKernelPtr minmaxTransposeOpening(const MorphologyPlan& plan)
{
    const Combination combination = combinationOf(plan.operation);
    if (plan.iterations > 1 || plan.operation < MorphologyOperation::Open ||
        plan.operation == MorphologyOperation::Gradient || !fitsTiles(plan, combination))
        return nullptr;
    const std::vector<MorphologyStep> steps = plan.steps();
    const ImagePlan image = plan;
    return withBitsOf(CV_MAT_DEPTH(plan.srcType), [&](auto bits) {
        using T = decltype(bits);
        if (!outsideBetween<T>(plan, steps[1]).known || !paysTwice<MinmaxTile<T>>(plan))
            return CudaKernelPtr();
        return fastKernel("minmaxTransposeKernel", tileArguments<T>(plan, steps[0], steps[1], combination),
                          [image](MinmaxTransposeArguments<T>& a, const CudaCall& call, const char* name) {
                              setOther(a, firstPixel(call.src, CV_ELEM_SIZE(image.srcType)), call.src.step);
                              launchMinmaxTranspose<T, 2>(a, image, call, name);
                          });
    });
}

}} // namespace cv::cudatiled
