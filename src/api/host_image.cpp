// SPDX-License-Identifier: Apache-2.0
// Host images on CUDA: bands of rows are uploaded, filtered and downloaded at the same time, on three streams.
#include "host_image.hpp"

#include <algorithm>

#include "../core/cuda_error.hpp"
#include "../core/scratch.hpp"
#include "band_sizes.hpp"
#include "host_rows.hpp"

namespace cv { namespace cudatiled {

namespace {

// What all bands of an image have in common.
struct Image
{
    Region region;
    cv::Rect part; // of the whole image, that is read
    HostRows src;  // the columns of `part`; row 0 is that of the whole image
    std::vector<HostRows> results;
    std::vector<int> numbers; // of the results, in targetsOf()
    bool isPageLocked;        // all of them

    std::size_t widestRow() const
    {
        std::size_t widest = src.rows.rowBytes;
        for (const HostRows& result : results)
            widest = std::max(widest, result.rows.rowBytes);
        return widest;
    }
};

Image imageOf(const ImagePlan& plan, const cv::Mat& src, const std::vector<cv::Mat>& results)
{
    Image image;
    image.region = regionOf(plan, src);
    image.part = partRead(plan, image.region);
    const std::ptrdiff_t left = image.part.x - image.region.offset.x;
    const RowsView rows{reinterpret_cast<char*>(src.data) + left * static_cast<std::ptrdiff_t>(src.elemSize()),
                        src.step, image.part.width * src.elemSize()};
    image.src.rows = rows.from(-image.region.offset.y);
    image.src.pageLocked = isPageLocked(image.src.rows, {image.part.y, image.part.br().y});
    image.isPageLocked = image.src.pageLocked;
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        const cv::Mat& result = results[i];
        if (result.empty())
            continue;
        const RowsView to{reinterpret_cast<char*>(result.data), result.step, result.cols * result.elemSize()};
        image.results.push_back({to, isPageLocked(to, {0, result.rows})});
        image.numbers.push_back(static_cast<int>(i));
        image.isPageLocked = image.isPageLocked && image.results.back().pageLocked;
    }
    return image;
}

// Of the image that a stage filters.
cv::Size inputSize(const Stages& stages, std::size_t stage, const Image& image)
{
    cv::Size size = image.region.size;
    for (std::size_t i = 0; i < stage; ++i)
        size = stages[i]->dstSize(size);
    return size;
}

// Device memory for the bands: in each slot the input of each stage, then the results.
class BandMemory
{
public:
    BandMemory(const Stages& stages, const Image& image, const RowBands& bands, HostLink& link) : inputs_(stages.size())
    {
        std::size_t slotBytes = 0;
        std::vector<std::size_t> begins;
        const auto addRows = [&](std::size_t rowBytes, int rows) {
            begins.push_back(slotBytes);
            rowBytes_.push_back(rowBytes);
            steps_.push_back(rowBytes % 32 == 0 ? rowBytes : roundedUp(rowBytes));
            slotBytes += roundedUp(steps_.back() * rows);
        };
        addRows(image.src.rows.rowBytes, bands.capacity(0));
        for (std::size_t stage = 1; stage < stages.size(); ++stage)
            addRows(static_cast<std::size_t>(inputSize(stages, stage, image).width) *
                        CV_ELEM_SIZE(stages[stage]->plan().srcType),
                    bands.capacity(static_cast<int>(stage)));
        for (const HostRows& result : image.results)
            addRows(result.rows.rowBytes, bands.capacity(static_cast<int>(stages.size())));

        const int slots = std::min(bands.count(), HostLink::kSlots);
        char* const memory = link.deviceMemory(slotBytes * slots);
        for (int slot = 0; slot < slots; ++slot)
            for (const std::size_t begin : begins)
                data_.push_back(memory + slot * slotBytes + begin);
    }

    RowsView input(int slot, std::size_t stage) const { return at(slot, stage); }
    RowsView result(int slot, std::size_t number) const { return at(slot, inputs_ + number); }

private:
    static std::size_t roundedUp(std::size_t bytes) { return (bytes + 255) / 256 * 256; }
    RowsView at(int slot, std::size_t i) const { return {data_[slot * steps_.size() + i], steps_[i], rowBytes_[i]}; }

    const std::size_t inputs_;
    std::vector<std::size_t> rowBytes_, steps_;
    std::vector<char*> data_;
};

// The bands of one image on the device: which rows each stage finds there, and the launches.
class BandFilter
{
public:
    BandFilter(const Stages& stages, const char* function, const Image& image, const BandRows& rows, HostLink& link)
        : stages_(stages), function_(function), image_(image), bands_(stages, image.region, rows),
          memory_(stages, image, bands_, link)
    {}

    int bands() const { return bands_.count(); }
    const Rows& sourceRows(int band) const { return bands_.at(band, 0).arriving; }
    const Rows& resultRows(int band) const { return bands_.at(band, last()).results; }
    RowsView source(int band) const { return held(band, 0).from(sourceRows(band).begin); }
    std::size_t results() const { return image_.results.size(); }
    RowsView result(int band, std::size_t number) const { return memory_.result(slotOf(band), number); }

    void run(int band, CudaStream stream, StageClock* clock) const
    {
        for (int stage = 0; stage <= last(); ++stage)
        {
            keepRows(band, stage, stream);
            if (bands_.at(band, stage).results.count() > 0)
                filter(band, stage, stream);
            if (clock)
                clock->ended(StageClock::Part::Stage);
        }
    }

    // The kernels, where there is one band.
    std::vector<std::string> kernelNames() const
    {
        std::vector<std::string> names;
        for (int stage = 0; stage <= last(); ++stage)
            names.push_back(stages_[stage]->kernelName(call(0, stage, nullptr)));
        return names;
    }

private:
    int last() const { return static_cast<int>(stages_.size()) - 1; }
    static int slotOf(int band) { return band % HostLink::kSlots; }

    // The input of a stage; row 0 is that of the whole input, and may lie before the memory.
    RowsView held(int band, int stage) const
    {
        return memory_.input(slotOf(band), stage).from(-bands_.at(band, stage).held.begin);
    }

    // Copies rows of earlier bands that are read again.
    void keepRows(int band, int stage, CudaStream stream) const
    {
        const StageBand& rows = bands_.at(band, stage);
        const int count = rows.arriving.begin - rows.held.begin;
        if (count > 0)
            enqueueCopy(held(band, stage).from(rows.held.begin), held(band - 1, stage).from(rows.held.begin), count,
                        cudaMemcpyDeviceToDevice, stream, function_, "the copy of rows of the band before");
    }

    CudaCall call(int band, int stage, CudaStream stream) const
    {
        const StageBand& rows = bands_.at(band, stage);
        const RowsView input = held(band, stage).from(rows.read.begin);
        const cv::Size size = inputSize(stages_, stage, image_);
        const int sourceRows = stages_[stage]->resizes() ? size.height : rows.filtered.count();
        Region region{{size.width, sourceRows}, {size.width, rows.read.count()}, {0, rows.filtered.begin}};
        if (stage == 0)
        {
            region.whole.width = image_.part.width;
            region.offset += image_.region.offset - cv::Point(image_.part.x, 0);
        }
        region.offset.y -= rows.read.begin;
        region.image = size;
        region.submatrix = stage == 0 && image_.region.isSubmatrix();
        CudaCall call{{input.data, input.step, region}, {}, stream};
        if (stage < last())
        {
            const RowsView output = held(band, stage + 1);
            call.dst = {output.row(rows.results.begin), output.step};
        }
        for (std::size_t i = 0; stage == last() && i < results(); ++i)
            *targetsOf(call)[image_.numbers[i]] = {result(band, i).data, result(band, i).step};
        return call;
    }

    void filter(int band, int stage, CudaStream stream) const
    {
        const StageBand& rows = bands_.at(band, stage);
        CudaCall wanted = call(band, stage, stream);
        if (rows.filtered.count() == rows.results.count())
            return stages_[stage]->onCuda(wanted);
        const std::size_t rowBytes = (stage < last() ? memory_.input(0, stage + 1) : memory_.result(0, 0)).rowBytes;
        const ScratchImage all(rowBytes, rows.filtered.count(), stream, function_);
        const RowsView from{static_cast<char*>(all.data()), all.step(), rowBytes};
        const RowsView to{static_cast<char*>(wanted.dst.data), wanted.dst.step, rowBytes};
        wanted.dst = {all.data(), all.step()};
        stages_[stage]->onCuda(wanted);
        enqueueCopy(to, from.from(rows.results.begin - rows.filtered.begin), rows.results.count(),
                    cudaMemcpyDeviceToDevice, stream, function_, "the copy of results that no cut has spoilt");
    }

    const Stages& stages_;
    const char* const function_;
    const Image& image_;
    const RowBands bands_;
    const BandMemory memory_;
};

void download(const BandFilter& filter, int band, Downloads& downloads)
{
    for (std::size_t i = 0; i < filter.results(); ++i)
        downloads.enqueue(filter.resultRows(band), i, filter.result(band, i));
}

// One band: all work goes to the caller's stream.
void runAtOnce(const BandFilter& filter, Uploads& uploads, Downloads& downloads, CudaStream stream, StageClock* clock)
{
    const auto ended = [clock](StageClock::Part part) {
        if (clock)
            clock->ended(part);
    };
    ended(StageClock::Part::Preparation);
    uploads.enqueue(filter.sourceRows(0), filter.source(0));
    ended(StageClock::Part::Upload);
    filter.run(0, stream, clock);
    download(filter, 0, downloads);
    ended(StageClock::Part::Download);
    downloads.finish();
    if (clock)
        clock->setNames(filter.kernelNames());
}

// A slot is filled again when nothing reads it any more: what is uploaded after the next band, which copies rows of
// it, is computed; what is computed after it is downloaded.
void runInBands(const BandFilter& filter, Uploads& uploads, Downloads& downloads, HostLink& link, CudaStream stream,
                const char* function)
{
    link.begun.record(stream, function);
    link.begun.holdUp(link.upload, function);
    for (int band = 0; band < filter.bands(); ++band)
    {
        Slot& slot = link.slots[band % HostLink::kSlots];
        if (band >= HostLink::kSlots)
            link.slots[(band + 1) % HostLink::kSlots].computed.holdUp(link.upload, function);
        uploads.enqueue(filter.sourceRows(band), filter.source(band));
        slot.uploaded.record(link.upload, function);

        slot.uploaded.holdUp(link.compute, function);
        if (band >= HostLink::kSlots)
            slot.downloaded.holdUp(link.compute, function);
        filter.run(band, link.compute, nullptr);
        slot.computed.record(link.compute, function);

        slot.computed.holdUp(link.download, function);
        download(filter, band, downloads);
        slot.downloaded.record(link.download, function);
    }
    downloads.finish();
}

// Whether results of a band would overwrite source rows that are not uploaded yet. They do not where both images have
// their rows at the same addresses.
bool overwritesSource(const Image& image, const cv::Mat& src)
{
    const RowsView& read = image.src.rows;
    const RowsView readEnd = read.from(image.part.br().y - 1);
    return std::any_of(image.results.begin(), image.results.end(), [&](const HostRows& result) {
        const RowsView writeEnd = result.rows.from(src.rows - 1);
        const bool overlap = read.row(image.part.y) < writeEnd.data + writeEnd.rowBytes &&
                             result.rows.data < readEnd.data + readEnd.rowBytes;
        const char* const first = reinterpret_cast<const char*>(src.data);
        return overlap && !(result.rows.data == first && result.rows.step == src.step);
    });
}

// Nothing may use the images, or the link, any more when an exception leaves this library.
void waitForAll(HostLink& link, CudaStream stream)
{
    for (const CudaStream each : {stream, CudaStream(link.upload), CudaStream(link.compute), CudaStream(link.download)})
        cudaStreamSynchronize(each);
    cudaGetLastError(); // the exception tells the first
}

void requireNoCapture(CudaStream stream, const char* function)
{
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    requireCuda(cudaStreamIsCapturing(stream, &status), function, "cudaStreamIsCapturing");
    CUDATILED_REQUIRE(status == cudaStreamCaptureStatusNone, function, StsBadArg,
                      "stream is being captured, and src and dst are on the host; only work on device images can be "
                      "captured");
}

} // namespace

void filterHostImage(const Stages& stages, const char* function, const cv::Mat& src,
                     const std::vector<cv::Mat>& results, CudaStream stream, StageClock* clock)
{
    requireNoCapture(stream, function);
    const BorrowedLink borrowed(function);
    HostLink& link = *borrowed;
    const Image image = imageOf(stages.front()->plan(), src, results);
    const bool whole = clock || overwritesSource(image, src);
    const int all = image.part.height;
    const BandRows rows = whole ? BandRows{all, all} : bandRows(image.widestRow(), all, image.isPageLocked);
    const BandFilter filter(stages, function, image, rows, link);
    const bool atOnce = filter.bands() == 1;
    Downloads downloads(image.results, link, atOnce ? stream : link.download, function);
    Uploads uploads(image.src, link, atOnce ? stream : link.upload, function, downloads);
    try
    {
        if (atOnce)
            runAtOnce(filter, uploads, downloads, stream, clock);
        else
            runInBands(filter, uploads, downloads, link, stream, function);
    }
    catch (const cv::Exception& error)
    {
        waitForAll(link, stream);
        if (!downloads.begun())
            throw;
        throw cv::Exception(error.code, error.err + "; some rows of dst may be written already", error.func, error.file,
                            error.line);
    }
    catch (...)
    {
        waitForAll(link, stream);
        throw;
    }
}

}} // namespace cv::cudatiled
