// SPDX-License-Identifier: Apache-2.0
// One cell of the conformance suites.
#include "cell.hpp"

#include "buffer.hpp"
#include "catalogue.hpp"
#include "peers.hpp"

#ifdef CUDATILED_EMULATED
#include <cuda_runtime.h>
#endif

namespace cudatiled_test {

namespace {

using namespace cv::cudatiled;

template <class T> T oneOf(cv::RNG& random, const std::vector<T>& values)
{
    return values[random.uniform(0, static_cast<int>(values.size()))];
}

struct Cell
{
    Instance filter;
    int srcType, dstType;
    Borders borders;
    cv::Size size; // of the filtered region
    int margin[4]; // pixels around it: left, top, right, bottom
    bool inPlace;
    Layout src, dst;

    cv::Rect region() const { return {cv::Point(margin[0], margin[1]), size}; }
    bool isolated() const { return ((borders.row | borders.column) & cv::BORDER_ISOLATED) != 0; }
    bool whole() const { return margin[0] + margin[1] + margin[2] + margin[3] == 0; }
};

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

int longestSide(const Parameters& p)
{
    const auto total = [](const cv::Mat& taps) {
        return static_cast<int>(taps.total());
    };
    return std::max({p.kernel.rows, p.kernel.cols, total(p.rowKernel), total(p.columnKernel), p.ksize.width,
                     p.ksize.height, p.element.rows, p.element.cols});
}

Borders drawBorders(cv::RNG& random, const Instance& filter, int srcDepth, int border)
{
    static const std::vector<int> modes = {cv::BORDER_CONSTANT, cv::BORDER_REPLICATE, cv::BORDER_REFLECT,
                                           cv::BORDER_WRAP, cv::BORDER_REFLECT_101};
    Borders borders;
    borders.row = border < 0 ? oneOf(random, modes) : border;
    borders.column =
        border < 0 && filter.separateBorders && random.uniform(0, 3) == 0 ? oneOf(random, modes) : borders.row;
    if (random.uniform(0, 3) == 0)
    {
        borders.row |= cv::BORDER_ISOLATED;
        borders.column |= cv::BORDER_ISOLATED;
    }
    if (random.uniform(0, 2))
        borders.outside = srcDepth == CV_32F ? cv::Scalar(0.25, -1, 2, 0.5) : cv::Scalar(7, 100, 3, 255);
    return borders;
}

Layout drawLayout(cv::RNG& random, cv::Size size, int type, bool aligned)
{
    const int unit = static_cast<int>(CV_ELEM_SIZE1(type));
    Layout layout{size.height, size.width, type};
    if (aligned || random.uniform(0, 2)) // aligned, as cudaMallocPitch aligns images
    {
        layout.paddingBytes = static_cast<int>((32 - layout.step() % 32) % 32);
        return layout;
    }
    layout.offsetBytes = unit * random.uniform(0, 5);
    layout.paddingBytes = unit * (random.uniform(0, 2) ? random.uniform(0, 37) : 0);
    return layout;
}

Cell drawCell(const CatalogueRow& row, cv::RNG& random, const Choice& choice)
{
    Cell cell;
    cell.filter = row.draw(random);
    const int channels = choice.channels ? choice.channels : random.uniform(1, 5);
    const int srcDepth = choice.srcDepth < 0 ? oneOf(random, srcDepths(row)) : choice.srcDepth;
    const int dstDepth = choice.dstDepth < 0 ? oneOf(random, dstDepths(row, srcDepth)) : choice.dstDepth;
    cell.srcType = CV_MAKETYPE(srcDepth, channels);
    cell.dstType = CV_MAKETYPE(dstDepth, channels);
    cell.borders = drawBorders(random, cell.filter, srcDepth, choice.border);
    cell.size = {drawSide(random), drawSide(random)};
    if (longestSide(cell.filter.parameters) <= 5 && random.uniform(0, 20) == 0)
        cell.size = drawWideSize(random);
    const int kind = random.uniform(0, 300);
    if (kind == 0) // long and thin, for the cost of the definition
        (random.uniform(0, 2) ? cell.size.width : cell.size.height) = random.uniform(4096, 5000);
    else if (kind <= 2 && longestSide(cell.filter.parameters) <= 33) // so high that blocks are as high as they can be
    {
        const bool slow = row.name == "Median" && longestSide(cell.filter.parameters) > 7;
        cell.size.height = slow ? random.uniform(5100, 5500) : random.uniform(8000, 30000);
    }
    if (std::max(cell.size.width, cell.size.height) > 4000)
        (cell.size.width > 4000 ? cell.size.height : cell.size.width) = random.uniform(1, 4);
    const bool part = random.uniform(0, 3) == 0;
    for (int& margin : cell.margin)
        margin = part ? random.uniform(0, 6) : 0;
    const bool wholeChunks =
        random.uniform(0, 5) == 0; // of 16 bytes in all rows: some kernels are for such images only
    if (wholeChunks)
        for (int* pixels : {&cell.size.width, &cell.margin[0], &cell.margin[2]})
            *pixels = (*pixels + 15) / 16 * 16;
    cell.inPlace = cell.srcType == cell.dstType && random.uniform(0, 5) == 0;
    const cv::Size whole(cell.size.width + cell.margin[0] + cell.margin[2],
                         cell.size.height + cell.margin[1] + cell.margin[3]);
    cell.src = drawLayout(random, whole, cell.srcType, wholeChunks);
    cell.dst = drawLayout(random, cell.size, cell.dstType, wholeChunks);
    return cell;
}

std::string typeText(int type)
{
    static const char* const names[] = {"8U", "8S", "16U", "16S", "32S", "32F"};
    return cv::format("%sC%d", names[CV_MAT_DEPTH(type)], CV_MAT_CN(type));
}

std::string describe(const Cell& cell)
{
    return cell.filter.text + ", " + typeText(cell.srcType) + " to " + typeText(cell.dstType) +
           cv::format(
               ", %dx%d, margins %d %d %d %d, borders %d %d outside (%g %g %g %g)%s, steps %zu %zu, offsets %d %d",
               cell.size.width, cell.size.height, cell.margin[0], cell.margin[1], cell.margin[2], cell.margin[3],
               cell.borders.row, cell.borders.column, cell.borders.outside[0], cell.borders.outside[1],
               cell.borders.outside[2], cell.borders.outside[3], cell.inPlace ? ", in place" : "", cell.src.step(),
               cell.dst.step(), cell.src.offsetBytes, cell.dst.offsetBytes);
}

// Random 32-bit integers: all of them, or those whose sums stay small.
void fillIntegers(cv::Mat image, cv::RNG& random)
{
    if (random.uniform(0, 2))
        return random.fill(image, cv::RNG::UNIFORM, -100000, 100000);
    const int bytes = image.cols * static_cast<int>(image.elemSize());
    random.fill(cv::Mat(image.rows, bytes, CV_8U, image.data, image.step), cv::RNG::UNIFORM, 0, 256);
}

// Random pixels; extreme ones among them, and smooth parts, where rounding ties are frequent.
void fillImage(cv::Mat image, int dstDepth, cv::RNG& random)
{
    static const double lowest[] = {0, -128, 0, -32768, -2147483648., -1},
                        highest[] = {256, 128, 65536, 32768, 2147483647., 1};
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

// Runs the filter on the path: from `src` to `dst`, which is `src` where the cell is in place.
void apply(const Cell& cell, Path path, Buffer& src, Buffer& dst)
{
    const cv::Ptr<Filter> filter = cell.filter.create(cell.srcType, cell.dstType, cell.borders);
    if (path == Path::Device)
    {
        const cv::cuda::GpuMat whole = src.upload();
        const cv::cuda::GpuMat part = cell.whole() ? whole : cv::cuda::GpuMat(whole, cell.region());
        cv::cuda::GpuMat result = cell.inPlace ? part : dst.upload();
        filter->apply(part, result, static_cast<CUstream_st*>(nullptr));
        (cell.inPlace ? src : dst).download();
        return;
    }
    setBackend(path == Path::Cpu ? BACKEND_CPU : BACKEND_CUDA);
    const cv::Mat part = cell.whole() ? src.image() : src.image()(cell.region());
    cv::Mat result = cell.inPlace ? part : dst.image();
    filter->apply(part, result);
    setBackend(BACKEND_AUTO);
}

bool openCvHas(const Cell& cell, const cv::Mat& part)
{
    const int mode = cell.borders.row & ~cv::BORDER_ISOLATED;
    // Cases where OpenCV is wrong: reflected rows beyond a region, negative sums to unsigned depths, the mean of two bytes.
    const bool reflects = mode == cv::BORDER_REFLECT || mode == cv::BORDER_REFLECT_101;
    const auto is = [&](const char* name) {
        return cell.filter.text.find(name) == 0;
    };
    const bool line =
        cell.size.width == 1 || cell.size.height == 1; // isolated, boxFilter may shrink the box off its anchor
    const bool wrongBox =
        (is("Box") && (part.depth() == CV_16S || (line && cell.isolated()))) || is("Box 2x1") || is("Box 1x2");
    if ((reflects && part.isSubmatrix() && !cell.isolated()) || wrongBox)
        return false;
    const bool byDft = is("Linear") && (!part.isSubmatrix() || cell.isolated());
    return cell.borders.row == cell.borders.column && mode != cv::BORDER_WRAP && part.depth() != CV_8S && !byDft &&
           (mode != cv::BORDER_CONSTANT || cell.borders.outside == cv::Scalar());
}

// Where peers are compared: whole images, as they have neither regions nor values outside.
bool comparesPeers(const Cell& cell, Path path)
{
    return path == Path::Device && cell.whole() && !cell.isolated() && cell.borders.row == cell.borders.column &&
           (cell.borders.row != cv::BORDER_CONSTANT || cell.borders.outside == cv::Scalar());
}

// What a peer makes of the image; empty where it has no such filter.
cv::Mat peerResult(Peer peer, const std::string& filter, const Cell& cell, const cv::Mat& image)
{
    if (peer == Peer::Npp && filter == "Median") // some of its kernels access memory that is not theirs
        return {};
    const PeerFilter run =
        createPeer(peer, filter, cell.filter.parameters, cell.borders.row, cell.srcType, cell.dstType);
    if (!run)
        return {};
    const DeviceImage src(image), dst(image.size(), cell.dstType);
    cv::cuda::GpuMat result = dst.gpuMat();
    try
    {
        if (!run(src.gpuMat(), result, nullptr))
            return {};
    }
    catch (const cv::Exception&) // cv::cuda refuses some images only when it sees them
    {
        return {};
    }
    cv::Mat pixels;
    dst.download(pixels);
    return pixels;
}

void check(const std::string& filter, const Cell& cell, Path path, bool peers, cv::RNG& random, Outcome& outcome)
{
    Buffer src(cell.src, random), dst(cell.dst, random);
    fillImage(src.image(), CV_MAT_DEPTH(cell.dstType), random);
    const Buffer srcBefore = src, dstBefore = dst;
    const cv::Mat original = src.image().clone();
    const Situation situation{cell.size, cell.borders.row, !cell.whole()};
    const Definition definition =
        cell.filter.definition(CV_MAT_DEPTH(cell.srcType), CV_MAT_DEPTH(cell.dstType), situation);
    const int plain = ~cv::BORDER_ISOLATED;
    Surroundings image{original, cell.region(), cell.borders.row & plain, cell.borders.column & plain,
                       cell.borders.outside};
    if (cell.isolated())
        image.whole = original(cell.region()).clone(), image.region = {{0, 0}, cell.size};
    const Expected expected = evaluate(definition, image, CV_MAT_DEPTH(cell.dstType), path == Path::Cpu);

    apply(cell, path, src, dst);
    Buffer& written = cell.inPlace ? src : dst;
    const cv::Rect region = cell.inPlace ? cell.region() : cv::Rect({0, 0}, cell.size);
    const cv::Mat result = written.image()(region);
    outcome.failure = firstViolation(result, expected);
    if (outcome.failure.empty())
        outcome.failure = written.firstChangeOutside(cell.inPlace ? srcBefore : dstBefore, region);
    if (outcome.failure.empty() && !cell.inPlace)
        outcome.failure = src.firstChangeOutside(srcBefore, cv::Rect());
    outcome.definition = differenceFrom(result, expected);
    outcome.error = largestError(result, expected);
    const cv::Mat width = expected.highest - expected.lowest;
    outcome.exactScalars = outcome.definition.scalars - cv::countNonZero(width.reshape(1));

    const cv::Mat part = cell.whole() ? original : original(cell.region());
    if (openCvHas(cell, part))
    {
        cv::Mat reference;
        cell.filter.opencv(part, reference, CV_MAT_DEPTH(cell.dstType), cell.borders.row);
        outcome.openCv = differenceBetween(result, reference, expected);
        outcome.openCvFromDefinition = differenceFrom(reference, expected);
        const std::string violation = path == Path::Cpu ? firstViolation(reference, expected) : std::string();
        if (outcome.failure.empty() && !violation.empty())
            outcome.failure = "OpenCV itself: " + violation;
    }
    if (peers && comparesPeers(cell, path))
    {
        const cv::Mat ofOpenCvCuda = peerResult(Peer::OpenCvCuda, filter, cell, original);
        const cv::Mat ofNpp = peerResult(Peer::Npp, filter, cell, original);
        if (!ofOpenCvCuda.empty())
        {
            outcome.openCvCuda = differenceFrom(ofOpenCvCuda, expected);
            outcome.openCvCudaError = largestError(ofOpenCvCuda, expected);
        }
        if (!ofNpp.empty())
            outcome.npp = differenceFrom(ofNpp, expected);
    }
}

#ifdef CUDATILED_EMULATED

// The device of a cell of medians, which have kernels for different amounts of shared memory.
struct EmulatedDevice
{
    EmulatedDevice(const std::string& filter, cv::RNG random) // a copy: the cell is the same on a real device
    {
        if (filter == "Median")
            cuda_on_cpu::setSharedMemory(oneOf<int>(random, {64, 64, 99, 163, 227}) * 1024);
    }
    ~EmulatedDevice() { cuda_on_cpu::setSharedMemory(227 * 1024); }
};

#endif

} // namespace

const char* pathName(Path path)
{
    return path == Path::Cpu ? "Cpu" : path == Path::HostOnCuda ? "HostOnCuda" : "Device";
}

bool pathExists(Path path)
{
    static const bool cuda = getBackend() == BACKEND_CUDA;
    return path == Path::Cpu || cuda;
}

Outcome runCell(const std::string& filter, Path path, std::uint64_t seed, const Choice& choice)
{
    for (const CatalogueRow& row : catalogue())
    {
        if (row.name != filter)
            continue;
        cv::RNG random(seed * 0x9e3779b97f4a7c15u + 1);
        for (int i = 0; i < 8; ++i) // the first numbers of neighbouring seeds are alike
            random.next();
        Outcome outcome;
        const Cell cell = drawCell(row, random, choice);
        outcome.text = describe(cell);
        outcome.srcDepth = CV_MAT_DEPTH(cell.srcType);
        outcome.dstDepth = CV_MAT_DEPTH(cell.dstType);
#ifdef CUDATILED_EMULATED
        const EmulatedDevice device(filter, random);
#endif
        try
        {
            check(filter, cell, path, choice.peers, random, outcome);
        }
        catch (const std::exception& error)
        {
            outcome.failure = std::string("exception: ") + error.what();
        }
        return outcome;
    }
    Outcome unknown;
    unknown.text = filter;
    unknown.failure = "there is no such filter in the catalogue";
    return unknown;
}

} // namespace cudatiled_test
