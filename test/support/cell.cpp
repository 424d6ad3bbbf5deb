// SPDX-License-Identifier: Apache-2.0
// One cell of the conformance suites.
#include "cell.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <list>
#include <optional>
#include <stdexcept>

#if CUDATILED_WITH_CUDA
#include "../../src/api/band_sizes.hpp"
#endif
#include "../../src/core/kernel_choice.hpp"
#include "buffer.hpp"
#include "catalogue.hpp"
#include "draw_image.hpp"
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

// How host images come to the device.
struct HostBands
{
    int rows = 0, pieceBytes = 0; // 0: as many as is quick, so that small images come at once
    bool pageLockedSrc = false, pageLockedDst = false;
    unsigned order = 0; // in which emulated streams do their work
};

struct Cell
{
    Instance filter;
    int srcType, dstType;
    Borders borders;
    KernelChoice kernels;
    int sharedMemory; // bytes that a block may have on the emulated device
    CellImages images;
    HostBands bands;
    std::optional<GuideImage> guide; // of batches there is none

    bool isolated() const { return ((borders.row | borders.column) & cv::BORDER_ISOLATED) != 0; }
};

// Of a filter's window, in pixels; less than that if the filter does not name it.
int widthOf(const Parameters& p)
{
    return std::max({p.kernel.cols, static_cast<int>(p.rowKernel.total()), p.ksize.width, p.element.cols});
}
int heightOf(const Parameters& p)
{
    return std::max({p.kernel.rows, static_cast<int>(p.columnKernel.total()), p.ksize.height, p.element.rows});
}

} // namespace

int longestSide(const Parameters& p)
{
    return std::max(widthOf(p), heightOf(p));
}

Borders drawBorders(cv::RNG& random, const Instance& filter, int srcDepth, int border)
{
    static const std::vector<int> modes = {cv::BORDER_CONSTANT, cv::BORDER_REPLICATE, cv::BORDER_REFLECT,
                                           cv::BORDER_WRAP, cv::BORDER_REFLECT_101};
    Borders borders;
    borders.row = border < 0 ? oneOf(random, modes) : border;
    if (border < 0 && filter.takesInside && random.uniform(0, 2))
        borders.row = border = cv::cudatiled::BORDER_INSIDE;
    borders.column =
        border < 0 && filter.borderModes == 2 && random.uniform(0, 3) == 0 ? oneOf(random, modes) : borders.row;
    if (random.uniform(0, 3) == 0)
    {
        borders.row |= cv::BORDER_ISOLATED;
        borders.column |= cv::BORDER_ISOLATED;
    }
    if (random.uniform(0, 2))
        borders.outside = isFloatDepth(srcDepth) ? cv::Scalar(0.25, -1, 2, 0.5) : cv::Scalar(7, 100, 3, 255);
    return borders;
}

// That of the source half of the time, if the filter has it: many kernels are for that.
int drawDstDepth(cv::RNG& random, const Entry& row, int srcDepth)
{
    const std::vector<int> depths = dstDepths(row, srcDepth);
    const bool hasSame = std::find(depths.begin(), depths.end(), srcDepth) != depths.end();
    return hasSame && random.uniform(0, 2) ? srcDepth : oneOf(random, depths);
}

namespace {

// Most devices run fast kernels; the oldest that are supported run general ones. Some fast kernels take no images as
// small as those of cells, unless they are asked for.
KernelChoice drawKernels(cv::RNG& random)
{
    const int draw = random.uniform(0, 10);
    return draw == 0 ? KernelChoice::General : draw < 5 ? KernelChoice::Fast : KernelChoice::Auto;
}

// 64 KB are of devices that run general kernels alone; medians have no others.
int drawSharedMemory(cv::RNG& random, bool general)
{
    return 1024 * (general ? oneOf<int>(random, {64, 64, 99, 163, 227}) : oneOf<int>(random, {99, 163, 227}));
}

HostBands drawBands(cv::RNG& random)
{
    HostBands bands;
    if (random.uniform(0, 4))
        bands.rows = random.uniform(1, random.uniform(0, 2) ? 6 : 40);
    if (random.uniform(0, 4))
        bands.pieceBytes = random.uniform(1, 2000);
    bands.pageLockedSrc = random.uniform(0, 3) == 0;
    bands.pageLockedDst = random.uniform(0, 3) == 0;
    bands.order = random.next();
    return bands;
}

// The filter and the types of a cell, from one stream of random numbers, and its images, from another.
Cell drawCell(const Entry& row, cv::RNG& random, cv::RNG& ofImages, const Choice& choice)
{
    Cell cell;
    cell.filter = row.draw(random);
    const int channels = choice.channels ? choice.channels : oneOf(random, row.channels);
    const int srcDepth = choice.srcDepth < 0 ? oneOf(random, srcDepths(row)) : choice.srcDepth;
    const int dstDepth = choice.dstDepth < 0 ? drawDstDepth(random, row, srcDepth) : choice.dstDepth;
    cell.srcType = CV_MAKETYPE(srcDepth, channels);
    cell.dstType = cell.filter.dstType(cell.srcType, dstDepth);
    cell.borders = drawBorders(random, cell.filter, srcDepth, choice.border);
    cell.kernels = drawKernels(random);
    cell.sharedMemory = drawSharedMemory(random, cell.kernels == KernelChoice::General || row.name == "Median");
    const int longest = longestSide(cell.filter.parameters);
    cell.images = drawImages(ofImages, cell.srcType, cell.dstType, longest, row.name == "Median" && longest > 7,
                             choice.image == kHighImage ? std::max(heightOf(cell.filter.parameters), 1) : 0,
                             {cell.filter.resized, cell.filter.fitted});
    cell.bands = drawBands(ofImages);
    if (cell.filter.guideChannels > 0 && ofImages.uniform(0, 8) > 0)
        cell.guide = drawGuide(ofImages, cell.images.size, cell.filter.guideType(cell.srcType));
    return cell;
}

std::string typeText(int type)
{
    static const char* const names[] = {"8U", "8S", "16U", "16S", "32S", "32F", "64F", "16F"};
    return cv::format("%sC%d", names[CV_MAT_DEPTH(type)], CV_MAT_CN(type));
}

std::string describe(const Cell& cell)
{
    const CellImages& images = cell.images;
    const cv::Scalar& outside = cell.borders.outside;
    return cell.filter.text + ", " + typeText(cell.srcType) + " to " + typeText(cell.dstType) +
           cv::format(
               ", %dx%d, margins %d %d %d %d, borders %d %d outside (%g %g %g %g)%s, steps %zu %zu, offsets %d %d",
               images.size.width, images.size.height, images.margin[0], images.margin[1], images.margin[2],
               images.margin[3], cell.borders.row, cell.borders.column, outside[0], outside[1], outside[2], outside[3],
               images.inPlace ? ", in place" : "", images.src.step(), images.dst.step(), images.src.offsetBytes,
               images.dst.offsetBytes) +
           cv::format(", bands of %d rows%s%s", cell.bands.rows, cell.bands.pageLockedSrc ? ", src page-locked" : "",
                      cell.bands.pageLockedDst ? ", dst page-locked" : "") +
           (!cell.guide
                ? ""
                : cv::format(", guide of %dx%d at (%d, %d), step %zu", cell.guide->layout.cols, cell.guide->layout.rows,
                             cell.guide->region.x, cell.guide->region.y, cell.guide->layout.step()));
}

// The bytes of a buffer are page-locked where CUDA is emulated.
class PageLocked
{
public:
    PageLocked([[maybe_unused]] Buffer& buffer, [[maybe_unused]] bool lock)
    {
#ifdef CUDATILED_EMULATED
        const cv::Mat image = buffer.image();
        if (lock && cudaHostRegister(image.data, image.dataend - image.data, cudaHostRegisterDefault) == cudaSuccess)
            memory_ = image.data;
#endif
    }
    ~PageLocked()
    {
#ifdef CUDATILED_EMULATED
        if (memory_)
            cudaHostUnregister(memory_);
#endif
    }
    PageLocked(const PageLocked&) = delete;
    PageLocked& operator=(const PageLocked&) = delete;

private:
    [[maybe_unused]] uchar* memory_ = nullptr;
};

// An image on the device, whole or a region, and one for its result.
struct DevicePair
{
    cv::cuda::GpuMat src, dst;
};

DevicePair uploadPair(const Cell& cell, Buffer& src, Buffer& dst)
{
    const cv::cuda::GpuMat whole = src.upload();
    const cv::cuda::GpuMat part = cell.images.whole() ? whole : cv::cuda::GpuMat(whole, cell.images.region());
    return {part, cell.images.inPlace ? part : dst.upload()};
}

// Another image of a batch: laid out as that of the cell, or smaller.
class OtherOfBatch
{
public:
    OtherOfBatch(const Cell& cell, cv::RNG& random)
        : cell_(cell), src_(cell.images.src, random), dst_(cell.images.dst, random)
    {
        fillImage(src_.image(), CV_MAT_DEPTH(cell.dstType), random);
        images_ = uploadPair(cell, src_, dst_);
        if (!cell.filter.fitted && random.uniform(0, 3) == 0)
        {
            const cv::Size size(random.uniform(1, cell.images.size.width + 1),
                                random.uniform(1, cell.images.size.height + 1));
            images_.src = cv::cuda::GpuMat(images_.src, {{0, 0}, size});
            images_.dst = cv::cuda::GpuMat(images_.dst, {{0, 0}, cell.filter.dstSize(size)});
        }
    }

    const DevicePair& images() const { return images_; }

    // Throws unless the batch has made what the filter alone makes.
    void check(Filter& filter)
    {
        Buffer& written = cell_.images.inPlace ? src_ : dst_;
        const cv::Mat before = written.image().clone();
        written.download();
        const cv::Mat ofBatch = written.image().clone();
        before.copyTo(written.image());
        DevicePair alone = uploadPair(cell_, src_, dst_);
        cv::cuda::GpuMat result(alone.dst, {{0, 0}, images_.dst.size()});
        filter.apply(cv::cuda::GpuMat(alone.src, {{0, 0}, images_.src.size()}), result,
                     static_cast<CUstream_st*>(nullptr));
        written.download();
        const cv::Mat image = written.image();
        for (int y = 0; y < image.rows; ++y)
            if (std::memcmp(image.ptr(y), ofBatch.ptr(y), image.cols * image.elemSize()) != 0)
                throw std::runtime_error(cv::format("row %d of another image of the batch differs from what the filter "
                                                    "makes of it alone",
                                                    y));
    }

private:
    const Cell& cell_;
    Buffer src_, dst_;
    DevicePair images_;
};

// Filters a batch of which the image of the cell is one.
void applyToBatch(Filter& filter, const Cell& cell, Buffer& src, Buffer& dst)
{
    cv::RNG random(cell.bands.order + 1);
    const DevicePair own = uploadPair(cell, src, dst);
    std::list<OtherOfBatch> others;
    std::vector<cv::cuda::GpuMat> sources{own.src}, results{own.dst};
    for (int i = random.uniform(1, 5); i > 0; --i)
    {
        others.emplace_back(cell, random);
        const int place = random.uniform(0, static_cast<int>(sources.size()) + 1);
        sources.insert(sources.begin() + place, others.back().images().src);
        results.insert(results.begin() + place, others.back().images().dst);
    }
    filter.apply(sources, results, static_cast<CUstream_st*>(nullptr));
    for (OtherOfBatch& other : others)
        other.check(filter);
    (cell.images.inPlace ? src : dst).download();
}

// The guide of a cell with its pixels; none where the path or the cell has none.
class Guide
{
public:
    Guide(const Cell& cell, Path path, cv::RNG& random)
    {
        if (!cell.guide || path == Path::Batch)
            return;
        image_ = *cell.guide;
        pixels_.emplace(image_.layout, random);
        fillImage(pixels_->image(), CV_MAT_DEPTH(cell.dstType), random);
        before_ = pixels_;
    }

    explicit operator bool() const { return pixels_.has_value(); }
    cv::Mat whole() { return pixels_->image(); }
    cv::Rect region() const { return image_.region; }
    cv::Mat onHost() { return image_.whole() ? whole() : whole()(image_.region); }
    cv::cuda::GpuMat upload()
    {
        const cv::cuda::GpuMat all = pixels_->upload();
        return image_.whole() ? all : cv::cuda::GpuMat(all, image_.region);
    }
    void download() { pixels_->download(); }
    std::string firstChange() const { return pixels_ ? pixels_->firstChangeOutside(*before_, cv::Rect()) : ""; }

private:
    GuideImage image_{};
    std::optional<Buffer> pixels_, before_;
};

// Runs the filter on the path: from `src` to `dst`, which is `src` where the cell is in place.
void apply(const Cell& cell, Path path, Buffer& src, Buffer& dst, Guide& guide)
{
    const cv::Ptr<Filter> filter = cell.filter.create(cell.srcType, cell.dstType, cell.borders);
    if (path == Path::Batch)
        return applyToBatch(*filter, cell, src, dst);
    if (path == Path::Device)
    {
        DevicePair images = uploadPair(cell, src, dst);
        if (guide)
        {
            cell.filter.applyGuided(*filter, guide.upload(), images.src, images.dst, nullptr);
            guide.download();
        }
        else
            filter->apply(images.src, images.dst, static_cast<CUstream_st*>(nullptr));
        (cell.images.inPlace ? src : dst).download();
        return;
    }
    setBackend(path == Path::Cpu ? BACKEND_CPU : BACKEND_CUDA);
    const PageLocked srcLock(src, cell.bands.pageLockedSrc), dstLock(dst, cell.bands.pageLockedDst);
    const cv::Mat part = cell.images.whole() ? src.image() : src.image()(cell.images.region());
    cv::Mat result = cell.images.inPlace ? part : dst.image();
    if (guide)
        cell.filter.applyGuided(*filter, guide.onHost(), part, result, nullptr);
    else
        filter->apply(part, result);
    setBackend(BACKEND_AUTO);
}

// Whether a sum may lie beyond int, where cv::filter2D and cv::sepFilter2D wrap on x86.
bool mayWrap(const Cell& cell, const Definition& definition)
{
    const double brightest = CV_ELEM_SIZE1(cell.srcType) == 1 ? 255 : 65535;
    const double taps = definition.kernel.empty() ? 0 : cv::norm(definition.kernel, cv::NORM_L1);
    return CV_MAT_DEPTH(cell.srcType) < CV_32S && CV_MAT_DEPTH(cell.dstType) < CV_32S &&
           brightest * taps * std::max(std::abs(definition.scale), 1.) + std::abs(definition.delta) > INT_MAX;
}

bool openCvHas(const Cell& cell, const Definition& definition, const cv::Mat& part)
{
    const int mode = cell.borders.row & ~cv::BORDER_ISOLATED;
    // Cases where OpenCV is wrong: reflected rows beyond a region, negative sums to unsigned depths, the mean of two
    // bytes.
    const bool reflects = mode == cv::BORDER_REFLECT || mode == cv::BORDER_REFLECT_101;
    const auto is = [&](const char* name) {
        return cell.filter.text.find(name) == 0;
    };
    const bool line = cell.images.size.width == 1 ||
                      cell.images.size.height == 1; // isolated, boxFilter may shrink the box off its anchor
    const bool wrongBox =
        (is("Box") && (part.depth() == CV_16S || (line && cell.isolated()))) || is("Box 2x1") || is("Box 1x2");
    // cv::bilateralFilter has a table of the differences in a float image, which those to pixels outside may exceed.
    const bool likeColours = part.channels() == 1 || part.channels() == 3;
    const bool inTable = part.depth() == CV_32F && !part.isSubmatrix() && mode != cv::BORDER_CONSTANT;
    if ((is("Bilateral") || is("JointBilateral")) && !(likeColours && (part.depth() == CV_8U || inTable)))
        return false;
    if (part.depth() == CV_16F || CV_MAT_DEPTH(cell.dstType) == CV_16F)
        return false;
    if (is("SqrBox") && line) // its box shrinks to that line
        return false;
    if ((reflects && part.isSubmatrix() && !cell.isolated()) || wrongBox || mayWrap(cell, definition))
        return false;
    const bool byDft = (is("Linear") || is("Convolution")) && (!part.isSubmatrix() || cell.isolated());
    return cell.borders.row == cell.borders.column && mode != cv::BORDER_WRAP && mode != cv::cudatiled::BORDER_INSIDE &&
           part.depth() != CV_8S && !byDft && (mode != cv::BORDER_CONSTANT || cell.borders.outside == cv::Scalar());
}

// Where peers are compared: whole images, as they have neither regions nor values outside.
bool comparesPeers(const Cell& cell, Path path)
{
    const bool are16F = CV_MAT_DEPTH(cell.srcType) == CV_16F || CV_MAT_DEPTH(cell.dstType) == CV_16F;
    return path == Path::Device && !are16F && cell.images.whole() && !cell.isolated() &&
           cell.borders.row == cell.borders.column && cell.borders.row != cv::cudatiled::BORDER_INSIDE &&
           (cell.borders.row != cv::BORDER_CONSTANT || cell.borders.outside == cv::Scalar());
}

// What a peer makes of the image; empty where it has no such filter.
cv::Mat peerResult(Peer peer, const std::string& filter, const Cell& cell, const cv::Mat& image)
{
    const bool crashes = filter == (peer == Peer::Npp ? "Median" : "Canny"); // they use memory that is not theirs
    if (crashes)
        return {};
    const PeerFilter run =
        createPeer(peer, filter, cell.filter.parameters, cell.borders.row, cell.srcType, cell.dstType);
    if (!run)
        return {};
    const DeviceImage src(image), dst(cell.filter.dstSize(image.size()), cell.dstType);
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

// Leaves the regions alone.
void isolate(Surroundings& image)
{
    image.whole = image.whole(image.region).clone();
    image.region = {{0, 0}, image.whole.size()};
    if (image.guide.empty())
        return;
    image.guide = image.guide(image.guided).clone();
    image.guided = image.region;
}

void check(const std::string& filter, const Cell& cell, Path path, bool peers, cv::RNG& random, Outcome& outcome)
{
    Buffer src(cell.images.src, random), dst(cell.images.dst, random);
    fillImage(src.image(), CV_MAT_DEPTH(cell.dstType), random);
    const Buffer srcBefore = src, dstBefore = dst;
    const cv::Mat original = src.image().clone();
    const Situation situation{cell.images.size, cell.borders.row, !cell.images.whole()};
    const Definition definition =
        cell.filter.definition(CV_MAT_DEPTH(cell.srcType), CV_MAT_DEPTH(cell.dstType), situation);
    const int plain = ~cv::BORDER_ISOLATED;
    Surroundings image{original, cell.images.region(), cell.borders.row & plain, cell.borders.column & plain,
                       cell.borders.outside};
    Guide guide(cell, path, random);
    if (guide)
        image.guide = guide.whole().clone(), image.guided = guide.region();
    if (cell.isolated())
        isolate(image);
    const Expected expected = evaluate(definition, image, CV_MAT_DEPTH(cell.dstType), path == Path::Cpu);

    apply(cell, path, src, dst, guide);
    Buffer& written = cell.images.inPlace ? src : dst;
    const cv::Rect region = cell.images.inPlace ? cell.images.region() : cv::Rect({0, 0}, cell.images.dstSize());
    const cv::Mat result = written.image()(region);
    outcome.failure = firstViolation(result, expected);
    if (outcome.failure.empty())
        outcome.failure = written.firstChangeOutside(cell.images.inPlace ? srcBefore : dstBefore, region);
    if (outcome.failure.empty() && !cell.images.inPlace)
        outcome.failure = src.firstChangeOutside(srcBefore, cv::Rect());
    if (outcome.failure.empty())
        outcome.failure = guide.firstChange();
    outcome.definition = differenceFrom(result, expected);
    outcome.error = largestError(result, expected);
    const cv::Mat width = expected.highest - expected.lowest;
    outcome.exactScalars = outcome.definition.scalars - cv::countNonZero(width.reshape(1));

    const cv::Mat part = cell.images.whole() ? original : original(cell.images.region());
    if (!guide && openCvHas(cell, definition, part))
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

// The kernels that a cell asks for, and the emulated device; as before at its end.
class Circumstances
{
public:
#if CUDATILED_WITH_CUDA
    explicit Circumstances(const Cell& cell) : before_(kernelChoice())
    {
        if (before_ == KernelChoice::Auto) // nobody asked for others
            setKernelChoice(cell.kernels);
        setDevice(cell.sharedMemory, cell.bands.order);
        setBandSizes(cell.bands.rows, static_cast<std::size_t>(cell.bands.pieceBytes));
    }
    ~Circumstances()
    {
        setBandSizes(0, 0);
        setKernelChoice(before_);
        setDevice(227 * 1024, 0);
    }

private:
    static void setDevice([[maybe_unused]] int sharedMemory, [[maybe_unused]] unsigned order)
    {
#ifdef CUDATILED_EMULATED
        cuda_on_cpu::setSharedMemory(sharedMemory);
        cuda_on_cpu::seedOrder(order);
#endif
    }

    const KernelChoice before_;
#else
    explicit Circumstances(const Cell&)
    {}
#endif
};

cv::RNG streamOfImages(std::uint64_t seed, const Choice& choice)
{
    return streamOf(seed ^ ((choice.image + 1) << 40));
}

// An image of a layout with any pixels, in memory that grows as images ask for it.
cv::cuda::GpuMat anyImage(const Layout& layout, DeviceImage& memory)
{
    const int bytes = static_cast<int>(layout.total());
    if (memory.size().width < bytes)
        memory.create(1, 2 * bytes, CV_8U);
    return cv::cuda::GpuMat(layout.rows, layout.cols, layout.type,
                            memory.gpuMat().data + layout.guardBytes + layout.offsetBytes, layout.step());
}

} // namespace

const char* pathName(Path path)
{
    return path == Path::Cpu          ? "Cpu"
           : path == Path::HostOnCuda ? "HostOnCuda"
           : path == Path::Device     ? "Device"
                                      : "Batch";
}

bool pathExists(Path path)
{
    static const bool cuda = getBackend() == BACKEND_CUDA;
    return path == Path::Cpu || cuda;
}

Outcome runCell(const std::string& filter, Path path, std::uint64_t seed, const Choice& choice)
{
    cv::RNG random = streamOf(seed), ofImages = streamOfImages(seed, choice);
    Outcome outcome;
    const Cell cell = drawCell(entryOf(filter), random, ofImages, choice);
    outcome.text = describe(cell);
    outcome.srcDepth = CV_MAT_DEPTH(cell.srcType);
    outcome.dstDepth = CV_MAT_DEPTH(cell.dstType);
    const Circumstances circumstances(cell);
    try
    {
        check(filter, cell, path, choice.peers, ofImages, outcome);
    }
    catch (const std::exception& error)
    {
        outcome.failure = std::string("exception: ") + error.what();
    }
    return outcome;
}

Placement traceCell(const std::string& filter, std::uint64_t seed, const Choice& choice)
{
    cv::RNG random = streamOf(seed), ofImages = streamOfImages(seed, choice);
    const Cell cell = drawCell(entryOf(filter), random, ofImages, choice);
    const Circumstances circumstances(cell);
    const CellImages& images = cell.images;
    static DeviceImage srcMemory, dstMemory, guideMemory;
    const cv::cuda::GpuMat whole = anyImage(images.src, srcMemory);
    const cv::cuda::GpuMat part = images.whole() ? whole : cv::cuda::GpuMat(whole, images.region());
    cv::cuda::GpuMat result = images.inPlace ? part : anyImage(images.dst, dstMemory);
    const cv::Ptr<Filter> created = cell.filter.create(cell.srcType, cell.dstType, cell.borders);
    if (cell.guide)
        cell.filter.applyGuided(*created,
                                cv::cuda::GpuMat(anyImage(cell.guide->layout, guideMemory), cell.guide->region), part,
                                result, nullptr);
    else
        created->apply(part, result, static_cast<CUstream_st*>(nullptr));
    Placement placement;
    placement.srcPhase = phaseOf(images.src, images.margin[0], images.margin[1]);
    placement.dstPhase = images.inPlace ? placement.srcPhase : phaseOf(images.dst, 0, 0);
    placement.srcStep = images.src.step();
    placement.dstStep = images.inPlace ? placement.srcStep : images.dst.step();
    placement.rows = images.size.height;
    placement.windowBeyondImage = longestSide(cell.filter.parameters) > std::min(images.size.width, images.size.height);
    return placement;
}

} // namespace cudatiled_test
