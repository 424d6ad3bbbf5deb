// SPDX-License-Identifier: Apache-2.0
// The images of a conformance cell.
#include "draw_image.hpp"

#include <algorithm>

namespace cudatiled_test {

namespace {

template <class T> T oneOf(cv::RNG& random, const std::vector<T>& values)
{
    return values[random.uniform(0, static_cast<int>(values.size()))];
}

bool oneIn(cv::RNG& random, int n)
{
    return random.uniform(0, n) == 0;
}

int drawSide(cv::RNG& random)
{
    static const std::vector<int> special = {1, 1, 2, 3, 15, 16, 17, 20, 21, 22, 31, 32, 33, 37, 63, 64, 65, 71, 101};
    return random.uniform(0, 2) ? oneOf(random, special) : random.uniform(1, 48);
}

// So wide that blocks of the kernels for short windows lie inside the image, away from all edges, or just do not.
cv::Size drawWideSize(cv::RNG& random)
{
    const int width =
        random.uniform(0, 2) ? random.uniform(200, 1400) : random.uniform(1, 12) * 128 + random.uniform(0, 7);
    return {width, random.uniform(8, 28)};
}

cv::Size drawSize(cv::RNG& random, int longest, bool slow)
{
    if (longest > 200) // for the cost of the definition
        return {random.uniform(1, 40), random.uniform(1, 12)};
    cv::Size size(drawSide(random), drawSide(random));
    if (longest <= 5 && oneIn(random, 20))
        size = drawWideSize(random);
    const int kind = random.uniform(0, 300);
    if (kind == 0) // long and thin, for the cost of the definition
        (random.uniform(0, 2) ? size.width : size.height) = random.uniform(4096, 5000);
    else if (kind <= 2 && longest <= 33) // so high that blocks are as high as they can be
        size.height = slow ? random.uniform(5100, 5500) : random.uniform(8000, 30000);
    else if (longest > 48) // for the cost of the definition
        size = {std::min(size.width, 40), std::min(size.height, 40)};
    else if (kind < 30) // several blocks in a row, for most kernels
        size = {random.uniform(100, 400), random.uniform(1, 12)};
    if (std::max(size.width, size.height) > 4000)
        (size.width > 4000 ? size.height : size.width) = random.uniform(1, 4);
    return size;
}

// Kernels leave each of 132 multiprocessors so many blocks: three have more rows than `higherThan`, and two have more
// than the seven that runningBoxKernel works on at a time.
cv::Size drawHighSize(cv::RNG& random, int higherThan)
{
    const int rows = random.uniform(400, 450) * std::max(higherThan, 5);
    return {random.uniform(1, 4), rows};
}

int roundUp(int value, int unit)
{
    return (value + unit - 1) / unit * unit;
}

// Bytes from one row to the next: half of the time a multiple of 16, 32 or 512, as the rows of images on devices are.
int drawStep(cv::RNG& random, cv::Size size, int type)
{
    const int scalar = static_cast<int>(CV_ELEM_SIZE1(type)), row = size.width * static_cast<int>(CV_ELEM_SIZE(type));
    if (random.uniform(0, 2))
        return roundUp(row, size.height > 200 ? 16 : oneOf<int>(random, {16, 32, 512}));
    return row + scalar * (random.uniform(0, 2) ? random.uniform(0, 37) : 0);
}

// Bytes before the first row: none, some chunks of 16, or any number of scalars less than two cache lines.
int drawOffset(cv::RNG& random, int scalar)
{
    const int kind = random.uniform(0, 4);
    return kind == 0 ? 0 : kind == 1 ? 16 * random.uniform(0, 8) : scalar * random.uniform(0, 256 / scalar);
}

Layout drawLayout(cv::RNG& random, cv::Size size, int type, bool wholeChunks)
{
    Layout layout{size.height, size.width, type};
    const int row = size.width * static_cast<int>(CV_ELEM_SIZE(type));
    const int step = drawStep(random, size, type);
    layout.offsetBytes = drawOffset(random, static_cast<int>(CV_ELEM_SIZE1(type)));
    layout.paddingBytes = (wholeChunks ? roundUp(step, 16) : step) - row;
    if (wholeChunks)
        layout.offsetBytes = layout.offsetBytes / 16 * 16;
    return layout;
}

// Random 32-bit integers: all of them, or those whose sums stay small.
void fillIntegers(cv::Mat image, cv::RNG& random)
{
    if (random.uniform(0, 2))
        return random.fill(image, cv::RNG::UNIFORM, -100000, 100000);
    const int bytes = image.cols * static_cast<int>(image.elemSize());
    random.fill(cv::Mat(image.rows, bytes, CV_8U, image.data, image.step), cv::RNG::UNIFORM, 0, 256);
}

} // namespace

cv::RNG streamOf(std::uint64_t seed)
{
    std::uint64_t z = (seed + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return cv::RNG(z ^ (z >> 31));
}

CellImages drawImages(cv::RNG& random, int srcType, int dstType, int longest, bool slow, int higherThan,
                      const Sizes& sizes)
{
    CellImages images{};
    const bool affordable = higherThan <= 16 && longest <= 48 && !slow; // for the cost of the definition
    const bool high = higherThan > 0 && affordable;
    images.size = high ? drawHighSize(random, higherThan) : drawSize(random, longest, slow);
    const bool part = oneIn(random, 3);
    for (int& margin : images.margin)
        margin = part ? random.uniform(0, 6) : 0;
    // Of 16 bytes in all rows: some kernels are for such images only.
    const bool wholeChunks = !high && oneIn(random, 5);
    if (wholeChunks)
        for (int* pixels : {&images.size.width, &images.margin[0], &images.margin[2]})
            *pixels = roundUp(*pixels, 16);
    if (sizes.fitted)
        images.size = sizes.fitted(images.size);
    const cv::Size result = sizes.resized ? sizes.resized(images.size) : images.size;
    images.inPlace = srcType == dstType && oneIn(random, 5) && result == images.size;
    const int* const margin = images.margin;
    const cv::Size whole(images.size.width + margin[0] + margin[2], images.size.height + margin[1] + margin[3]);
    images.src = drawLayout(random, whole, srcType, wholeChunks);
    images.dst = drawLayout(random, result, dstType, wholeChunks);
    return images;
}

GuideImage drawGuide(cv::RNG& random, cv::Size size, int type)
{
    int margin[4];
    const bool part = oneIn(random, 3);
    for (int& pixels : margin)
        pixels = part ? random.uniform(0, 6) : 0;
    const cv::Size whole(size.width + margin[0] + margin[2], size.height + margin[1] + margin[3]);
    return {drawLayout(random, whole, type, false), {cv::Point(margin[0], margin[1]), size}};
}

int phaseOf(const Layout& layout, int x, int y)
{
    return static_cast<int>(
        (layout.guardBytes + layout.offsetBytes + y * layout.step() + x * CV_ELEM_SIZE(layout.type)) % 128);
}

void fillImage(cv::Mat image, int dstDepth, cv::RNG& random)
{
    static const double lowest[] = {0, -128, 0, -32768, -2147483648., -1},
                        highest[] = {256, 128, 65536, 32768, 2147483647., 1};
    if (image.depth() == CV_16F)
    {
        cv::Mat floats(image.size(), CV_32FC(image.channels()));
        fillImage(floats, dstDepth, random);
        const double scale = oneOf<double>(random, {1, 1, 1e-5, 6e4 / 256}); // subnormal and large ones
        floats.convertTo(image, CV_16F, scale);
        return;
    }
    const int depth = image.depth(), style = random.uniform(0, 4);
    double low = lowest[depth], high = highest[depth];
    if (style == 0 && depth != CV_32F)
        high = std::min(high, low + 4);
    if (style == 2 && depth == CV_32F) // flat: rounding errors of a sum are alike there, and add up
    {
        image.setTo(cv::Scalar(random.uniform(0.5, 1.), random.uniform(-1., 1.), random.uniform(0., 255.), 0.7));
        return;
    }
    if (style == 1)
        low = high - (depth == CV_32F ? 1e-3 : random.uniform(1, 4));
    if (depth == CV_32S && style > 1)
        return fillIntegers(image, random);
    if (depth == CV_32F && dstDepth == CV_32S) // small numbers, large ones and some beyond it
        low *= style == 3 ? 1e4 : 3e9, high *= style == 3 ? 1e4 : 3e9;
    random.fill(image, cv::RNG::UNIFORM, low, high);
}

} // namespace cudatiled_test
