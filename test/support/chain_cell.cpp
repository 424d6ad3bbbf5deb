// SPDX-License-Identifier: Apache-2.0
// One cell of the conformance of chains.
#include "chain_cell.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#if CUDATILED_WITH_CUDA
#include "../../src/api/band_sizes.hpp"
#endif
#include "draw_image.hpp"

namespace cudatiled_test {

using namespace cv::cudatiled;

namespace {

const auto kDefaultStream = static_cast<CUstream_st*>(nullptr);

struct DrawnChain
{
    std::string text;
    Filters filters;
    int longest = 1; // side of all windows
    bool slow = false;
    bool sumsFloats = false; // in an order that depends on where the image is cut into bands
};

// Filters whose kernels add up floats in an order that depends on the rows of an image.
bool sumsFloats(const std::string& filter, int srcDepth)
{
    const auto isOneOf = [&](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), filter) != names.end();
    };
    return isOneOf({"Linear", "SeparableLinear", "Convolution", "SeparableConvolution", "Gaussian", "UnsharpMask",
                    "Laplacian", "LaplacianOfGaussian", "DifferenceOfGaussians", "CornerHarris",
                    "CornerMinEigenVal"}) ||
           (isFloatDepth(srcDepth) && isOneOf({"Box", "ColumnSum"}));
}

// Filters whose results may change far more than a pixel of the source, or with it: an edge, a level of a histogram.
bool hangsOnLastBits(const std::string& filter)
{
    static const std::set<std::string> names = {"Canny",         "LookUpTable",  "EqualizeHist",
                                                "AutoThreshold", "AutoContrast", "GreyWorld"};
    return names.count(filter) > 0;
}

// Appends a filter of the catalogue that takes images of this type; returns the type that it makes.
int drawStage(cv::RNG& random, int srcType, DrawnChain& chain)
{
    const int srcDepth = CV_MAT_DEPTH(srcType);
    const Entry* entry = nullptr;
    for (bool found = false; !found;)
    {
        entry = &catalogue()[random.uniform(0, static_cast<int>(catalogue().size()))];
        const bool isUp = entry->name == "PyrUp"; // once, for the size of images
        found = takes(*entry, srcType) && !(hangsOnLastBits(entry->name) && chain.sumsFloats) &&
                !(isUp && chain.text.find("PyrUp") != std::string::npos);
    }
    Instance instance = entry->draw(random);
    while (instance.fitted) // what earlier stages make may have any size
        instance = entry->draw(random);
    const int dstType = instance.dstType(srcType, drawDstDepth(random, *entry, srcDepth));
    chain.filters.push_back(instance.create(srcType, dstType, drawBorders(random, instance, srcDepth)));
    chain.text += (chain.text.empty() ? "" : " -> ") + instance.text + " to " + cv::typeToString(dstType);
    const int longest = longestSide(instance.parameters);
    chain.longest = std::max(chain.longest, longest);
    chain.slow = chain.slow || (entry->name == "Median" && longest > 7);
    chain.sumsFloats = chain.sumsFloats || sumsFloats(entry->name, srcDepth);
    return dstType;
}

DrawnChain drawChain(cv::RNG& random)
{
    static const int depths[] = {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S, CV_32F, CV_16F};
    DrawnChain chain;
    int type = CV_MAKETYPE(depths[random.uniform(0, 7)], random.uniform(1, 5));
    for (int i = 0, count = random.uniform(1, 6); i < count; ++i)
        type = drawStage(random, type, chain);
    return chain;
}

cv::Mat hostOneByOne(const Filters& filters, const cv::Mat& src)
{
    cv::Mat image = src;
    for (const cv::Ptr<Filter>& filter : filters)
    {
        cv::Mat next;
        filter->apply(image, next);
        image = next;
    }
    return image;
}

// Host images come to the device in bands of few rows, if every cut gives the same bits.
class Bands
{
public:
#if CUDATILED_WITH_CUDA
    Bands(cv::RNG& random, const DrawnChain& chain)
    {
        const int rows = random.uniform(1, 30);
        setBandSizes(chain.sumsFloats ? 0 : rows, static_cast<std::size_t>(random.uniform(1, 3000)));
    }
    ~Bands()
    {
        setBandSizes(0, 0);
    }
#else
    Bands(cv::RNG&, const DrawnChain&)
    {}
#endif
    Bands(const Bands&) = delete;
    Bands& operator=(const Bands&) = delete;
};

// The filters one after another, and then their chain from `src` to `dst`. Returns the expected pixels. Images lie
// alike both times: the order of a float sum may depend on their alignment.
cv::Mat applyOnDevice(const Filters& filters, const CellImages& images, Buffer& src, Buffer& dst)
{
    Buffer source = src, target = dst;
    const auto apply = [&](Buffer& from, Buffer& to, bool oneByOne) {
        const cv::cuda::GpuMat whole = from.upload();
        const cv::cuda::GpuMat part = images.whole() ? whole : cv::cuda::GpuMat(whole, images.region());
        const cv::cuda::GpuMat result = images.inPlace ? part : to.upload();
        if (oneByOne)
            imagesOneByOne(filters, part, result);
        else
            createChain(filters)->apply(part, result, kDefaultStream);
        (images.inPlace ? from : to).download();
    };
    apply(source, target, true);
    apply(src, dst, false);
    return images.inPlace ? source.image()(images.region()).clone() : target.image().clone();
}

cv::Mat applyOnHost(const Filters& filters, const CellImages& images, Buffer& src, Buffer& dst)
{
    const cv::Mat part = images.whole() ? src.image() : src.image()(images.region());
    const cv::Mat expected = hostOneByOne(filters, part);
    cv::Mat result = images.inPlace ? part : dst.image();
    createChain(filters)->apply(part, result);
    return expected;
}

std::string failureOf(Path path, const DrawnChain& chain, const CellImages& images, cv::RNG& random)
{
    Buffer src(images.src, random), dst(images.dst, random);
    fillImage(src.image(), CV_MAT_DEPTH(images.dst.type), random);
    const Bands bands(random, chain);
    const Buffer srcBefore = src, dstBefore = dst;
    const auto apply = path == Path::Device ? applyOnDevice : applyOnHost;
    const cv::Mat expected = apply(chain.filters, images, src, dst);
    Buffer& written = images.inPlace ? src : dst;
    const cv::Rect region = images.inPlace ? images.region() : cv::Rect({0, 0}, images.dstSize());
    if (!sameBits(written.image()(region), expected))
        return "the chain gives other bits than its filters one after another";
    const std::string change = written.firstChangeOutside(images.inPlace ? srcBefore : dstBefore, region);
    return !change.empty() || images.inPlace ? change : src.firstChangeOutside(srcBefore, cv::Rect());
}

} // namespace

bool sameBits(const cv::Mat& a, const cv::Mat& b)
{
    bool same = a.size() == b.size() && a.type() == b.type();
    for (int y = 0; same && y < a.rows; ++y)
        same = std::memcmp(a.ptr(y), b.ptr(y), a.cols * a.elemSize()) == 0;
    return same;
}

std::vector<DeviceImage> imagesOneByOne(const Filters& filters, const cv::cuda::GpuMat& src,
                                        const cv::cuda::GpuMat& dst)
{
    std::vector<DeviceImage> images;
    for (const cv::Ptr<Filter>& filter : filters)
    {
        const cv::cuda::GpuMat from = images.empty() ? src : images.back().gpuMat();
        const bool last = images.size() + 1 == filters.size();
        if (!last)
            images.emplace_back(filter->dstSize(from.size()), filter->dstType());
        filter->apply(from, last ? dst : images.back().gpuMat(), kDefaultStream);
    }
    return images;
}

ChainOutcome runChainCell(Path path, std::uint64_t seed)
{
    cv::RNG random = streamOf(seed);
    const DrawnChain chain = drawChain(random);
    const auto resized = [&](cv::Size size) {
        for (const cv::Ptr<Filter>& filter : chain.filters)
            size = filter->dstSize(size);
        return size;
    };
    const CellImages images = drawImages(random, chain.filters.front()->srcType(), chain.filters.back()->dstType(),
                                         chain.longest, chain.slow, 0, {resized, {}});
    ChainOutcome outcome;
    outcome.text = cv::format(
        "seed %llu on %s: %s %s, %d x %d, margins %d %d %d %d%s", static_cast<unsigned long long>(seed), pathName(path),
        cv::typeToString(images.src.type).c_str(), chain.text.c_str(), images.size.width, images.size.height,
        images.margin[0], images.margin[1], images.margin[2], images.margin[3], images.inPlace ? ", in place" : "");
    setBackend(path == Path::Cpu ? BACKEND_CPU : BACKEND_AUTO);
    try
    {
        outcome.failure = failureOf(path, chain, images, random);
    }
    catch (const std::exception& error)
    {
        outcome.failure = std::string("exception: ") + error.what();
    }
    setBackend(BACKEND_AUTO);
    return outcome;
}

} // namespace cudatiled_test
