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

// An image that the first stage reads.
struct Source
{
    Region region;
    cv::Rect part;     // of the whole image, that is read
    HostRows host;     // the columns of `part`; row 0 is that of the whole image
    const char* first; // pixel of the region

    Source(const ImagePlan& plan, const cv::Mat& image)
        : region(regionOf(plan, image)), part(partRead(plan, region)), first(reinterpret_cast<char*>(image.data))
    {
        const std::ptrdiff_t left = part.x - region.offset.x;
        const RowsView rows{reinterpret_cast<char*>(image.data) + left * static_cast<std::ptrdiff_t>(image.elemSize()),
                            image.step, part.width * image.elemSize()};
        host.rows = rows.from(-region.offset.y);
        host.pageLocked = isPageLocked(host.rows, {part.y, part.br().y});
    }
};

// What all bands of an image have in common.
struct Image
{
    std::vector<Source> sources; // the source, and the guide if there is one
    std::vector<HostRows> results;
    std::vector<int> numbers; // of the results, in targetsOf()
    bool isPageLocked;        // all of them

    const Source& src() const { return sources.front(); }
    std::vector<HostRows> uploaded() const
    {
        std::vector<HostRows> rows;
        for (const Source& source : sources)
            rows.push_back(source.host);
        return rows;
    }

    // Bytes of a row on the wider of the two ways.
    std::size_t widestRow() const
    {
        std::size_t up = 0, widest = 0;
        for (const Source& source : sources)
            up += source.host.rows.rowBytes;
        for (const HostRows& result : results)
            widest = std::max(widest, result.rows.rowBytes);
        return std::max(widest, up);
    }
};

Image imageOf(const ImagePlan& plan, const cv::Mat& src, const HostGuide* guide, const std::vector<cv::Mat>& results)
{
    Image image;
    image.sources.emplace_back(plan, src);
    if (guide)
        image.sources.emplace_back(plan, guide->image);
    image.isPageLocked = std::all_of(image.sources.begin(), image.sources.end(),
                                     [](const Source& source) { return source.host.pageLocked; });
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
    cv::Size size = image.src().region.size;
    for (std::size_t i = 0; i < stage; ++i)
        size = stages[i]->dstSize(size);
    return size;
}

// Device memory for the bands: in each slot the input of each stage, the guide, then the results.
class BandMemory
{
public:
    BandMemory(const Stages& stages, const Image& image, const RowBands& bands, const std::vector<StageBand>& guide,
               HostLink& link)
        : inputs_(stages.size() + (guide.empty() ? 0 : 1))
    {
        std::size_t slotBytes = 0;
        std::vector<std::size_t> begins;
        const auto addRows = [&](std::size_t rowBytes, int rows) {
            begins.push_back(slotBytes);
            rowBytes_.push_back(rowBytes);
            steps_.push_back(rowBytes % 32 == 0 ? rowBytes : roundedUp(rowBytes));
            slotBytes += roundedUp(steps_.back() * rows);
        };
        addRows(image.src().host.rows.rowBytes, bands.capacity(0));
        for (std::size_t stage = 1; stage < stages.size(); ++stage)
            addRows(static_cast<std::size_t>(inputSize(stages, stage, image).width) *
                        CV_ELEM_SIZE(stages[stage]->plan().srcType),
                    bands.capacity(static_cast<int>(stage)));
        if (!guide.empty())
            addRows(image.sources.back().host.rows.rowBytes, heldAtMost(guide));
        for (const HostRows& result : image.results)
            addRows(result.rows.rowBytes, bands.capacity(static_cast<int>(stages.size())));

        const int slots = std::min(bands.count(), HostLink::kSlots);
        char* const memory = link.deviceMemory(slotBytes * slots);
        for (int slot = 0; slot < slots; ++slot)
            for (const std::size_t begin : begins)
                data_.push_back(memory + slot * slotBytes + begin);
    }

    RowsView input(int slot, std::size_t number) const { return at(slot, number); }
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
    // The guide may be null, as in filterHostImage.
    BandFilter(const Stages& stages, const char* function, const Image& image, const HostGuide* guide,
               const BandRows& rows, HostLink& link)
        : stages_(stages), function_(function), image_(image), guide_(guide), bands_(stages, image.src().region, rows),
          ofGuide_(guide ? guideBands(stages.front()->plan(), image.sources.back().region, bands_)
                         : std::vector<StageBand>()),
          memory_(stages, image, bands_, ofGuide_, link)
    {}

    int bands() const { return bands_.count(); }
    std::size_t sources() const { return image_.sources.size(); }
    const Rows& sourceRows(int band, std::size_t source) const { return at(band, inputOf(source)).arriving; }
    RowsView source(int band, std::size_t source) const
    {
        return held(band, inputOf(source)).from(sourceRows(band, source).begin);
    }
    const Rows& resultRows(int band) const { return bands_.at(band, last()).results; }
    std::size_t results() const { return image_.results.size(); }
    RowsView result(int band, std::size_t number) const { return memory_.result(slotOf(band), number); }

    void run(int band, CudaStream stream, StageClock* clock) const
    {
        for (int stage = 0; stage <= last(); ++stage)
        {
            keepRows(band, stage, stream);
            if (stage == 0 && guide_)
                keepRows(band, guideInput(), stream);
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

    // An input is that of the stage of its number; behind these, the guide.
    int guideInput() const { return last() + 1; }
    int inputOf(std::size_t source) const { return source == 0 ? 0 : guideInput(); }
    const StageBand& at(int band, int input) const { return input <= last() ? bands_.at(band, input) : ofGuide_[band]; }

    // Of an input, row 0 is that of the whole input, and may lie before the memory.
    RowsView held(int band, int input) const
    {
        return memory_.input(slotOf(band), input).from(-at(band, input).held.begin);
    }

    // Copies rows of earlier bands that are read again.
    void keepRows(int band, int input, CudaStream stream) const
    {
        const StageBand& rows = at(band, input);
        const int count = rows.arriving.begin - rows.held.begin;
        if (count > 0)
            enqueueCopy(held(band, input).from(rows.held.begin), held(band - 1, input).from(rows.held.begin), count,
                        cudaMemcpyDeviceToDevice, stream, function_, "the copy of rows of the band before");
    }

    // What the kernels of a stage are told of an input.
    CudaSource view(int band, int stage, int input) const
    {
        const StageBand& rows = at(band, input);
        const RowsView read = held(band, input).from(rows.read.begin);
        const cv::Size size = inputSize(stages_, stage, image_);
        const int sourceRows = stages_[stage]->resizes() ? size.height : rows.filtered.count();
        Region region{{size.width, sourceRows}, {size.width, rows.read.count()}, {0, rows.filtered.begin}};
        if (stage == 0)
        {
            const Source& source = input == 0 ? image_.src() : image_.sources.back();
            region.whole.width = source.part.width;
            region.offset += source.region.offset - cv::Point(source.part.x, 0);
            region.submatrix = source.region.isSubmatrix();
        }
        region.offset.y -= rows.read.begin;
        region.image = size;
        return {read.data, read.step, region};
    }

    CudaCall call(int band, int stage, CudaStream stream) const
    {
        CudaCall call{view(band, stage, stage), {}, stream};
        if (stage < last())
        {
            const RowsView output = held(band, stage + 1);
            call.dst = {output.row(bands_.at(band, stage).results.begin), output.step};
        }
        for (std::size_t i = 0; stage == last() && i < results(); ++i)
            *targetsOf(call)[image_.numbers[i]] = {result(band, i).data, result(band, i).step};
        return call;
    }

    void runStage(int band, int stage, const CudaCall& call) const
    {
        if (stage == 0 && guide_)
            guide_->run(view(band, stage, guideInput()), call);
        else
            stages_[stage]->onCuda(call);
    }

    void filter(int band, int stage, CudaStream stream) const
    {
        const StageBand& rows = bands_.at(band, stage);
        CudaCall wanted = call(band, stage, stream);
        if (rows.filtered.count() == rows.results.count())
            return runStage(band, stage, wanted);
        const std::size_t rowBytes = (stage < last() ? memory_.input(0, stage + 1) : memory_.result(0, 0)).rowBytes;
        const ScratchImage all(rowBytes, rows.filtered.count(), stream, function_);
        const RowsView from{static_cast<char*>(all.data()), all.step(), rowBytes};
        const RowsView to{static_cast<char*>(wanted.dst.data), wanted.dst.step, rowBytes};
        wanted.dst = {all.data(), all.step()};
        runStage(band, stage, wanted);
        enqueueCopy(to, from.from(rows.results.begin - rows.filtered.begin), rows.results.count(),
                    cudaMemcpyDeviceToDevice, stream, function_, "the copy of results that no cut has spoilt");
    }

    const Stages& stages_;
    const char* const function_;
    const Image& image_;
    const HostGuide* const guide_;
    const RowBands bands_;
    const std::vector<StageBand> ofGuide_; // empty if there is none
    const BandMemory memory_;
};

void upload(const BandFilter& filter, int band, Uploads& uploads)
{
    for (std::size_t i = 0; i < filter.sources(); ++i)
        uploads.enqueue(filter.sourceRows(band, i), i, filter.source(band, i));
}

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
    upload(filter, 0, uploads);
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
        upload(filter, band, uploads);
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
bool overwrites(const std::vector<HostRows>& results, const Source& source)
{
    const RowsView& read = source.host.rows;
    const RowsView readEnd = read.from(source.part.br().y - 1);
    return std::any_of(results.begin(), results.end(), [&](const HostRows& result) {
        const RowsView writeEnd = result.rows.from(source.region.size.height - 1);
        const bool overlap = read.row(source.part.y) < writeEnd.data + writeEnd.rowBytes &&
                             result.rows.data < readEnd.data + readEnd.rowBytes;
        return overlap && !(result.rows.data == source.first && result.rows.step == read.step);
    });
}

bool overwritesSource(const Image& image)
{
    return std::any_of(image.sources.begin(), image.sources.end(),
                       [&](const Source& source) { return overwrites(image.results, source); });
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
                     const std::vector<cv::Mat>& results, CudaStream stream, StageClock* clock, const HostGuide* guide)
{
    requireNoCapture(stream, function);
    const BorrowedLink borrowed(function);
    HostLink& link = *borrowed;
    const Image image = imageOf(stages.front()->plan(), src, guide, results);
    const bool whole = clock || overwritesSource(image);
    const int all = image.src().part.height;
    const BandRows rows = whole ? BandRows{all, all} : bandRows(image.widestRow(), all, image.isPageLocked);
    const BandFilter filter(stages, function, image, guide, rows, link);
    const bool atOnce = filter.bands() == 1;
    Downloads downloads(image.results, link, atOnce ? stream : link.download, function);
    Uploads uploads(image.uploaded(), link, atOnce ? stream : link.upload, function, downloads);
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
