// SPDX-License-Identifier: Apache-2.0
// The images of a conformance cell: sizes, regions, and how they lie in memory.
#pragma once

#include <cstdint>
#include <functional>

#include "buffer.hpp"

namespace cudatiled_test {

// Random numbers of a seed. The generator alone is linear, so that seeds in a row would meet few of the combinations of
// what is drawn; its state is a mixture of the seed by splitmix64, https://prng.di.unimi.it/splitmix64.c.
cv::RNG streamOf(std::uint64_t seed);

struct CellImages
{
    cv::Size size; // of the filtered region
    int margin[4]; // pixels around it: left, top, right, bottom
    bool inPlace;
    Layout src, dst;

    cv::Rect region() const { return {cv::Point(margin[0], margin[1]), size}; }
    cv::Size dstSize() const { return {dst.cols, dst.rows}; }
    bool whole() const { return margin[0] + margin[1] + margin[2] + margin[3] == 0; }
};

// Of a filter: the size of its results, and that of a source which it takes, near another size. Empty: all sizes, which
// stay.
struct Sizes
{
    std::function<cv::Size(cv::Size)> resized, fitted;
};

// Images for a filter whose window is at most `longest` pixels wide or high. Tall images are smaller if its definition
// is `slow`. If `higherThan` is positive, blocks that march down them have more rows than that, where the definition is
// quick enough.
CellImages drawImages(cv::RNG& random, int srcType, int dstType, int longest, bool slow, int higherThan = 0,
                      const Sizes& sizes = {});

// The image that a filter takes beside its source, of which a region of the same size counts.
struct GuideImage
{
    Layout layout;
    cv::Rect region;

    bool whole() const { return region.size() == cv::Size(layout.cols, layout.rows); }
};
GuideImage drawGuide(cv::RNG& random, cv::Size size, int type);

// Bytes from a multiple of 128, a cache line, to the image's pixel (x, y), if the memory begins at one.
int phaseOf(const Layout& layout, int x, int y);

// Random pixels; extreme ones among them, and smooth parts, where rounding ties are frequent.
void fillImage(cv::Mat image, int dstDepth, cv::RNG& random);

} // namespace cudatiled_test
