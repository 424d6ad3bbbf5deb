// SPDX-License-Identifier: Apache-2.0
// Filters on device images, beside the copy of the same bytes, an empty launch, cv::cuda, NPP and OpenCV's CPU.
#include <algorithm>
#include <tuple>

#include <opencv2/cudatiled.hpp>

#include "copy_times.hpp"
#include "noise.hpp"
#include "peer_times.hpp"
#include "views.hpp"

namespace perf {

namespace {

using cudatiled_test::Peer;
using FilterPtr = cv::Ptr<cv::cudatiled::Filter>;

const std::vector<cv::Size> kPeerSizes = {{3840, 2160}, {8192, 8192}};
const std::vector<cv::Size> kCpuSizes = {{1920, 1080}};
constexpr int kLargestIssuedArea = 1920 * 1080; // above, the device takes longer than the host
constexpr int kCpuCalls = 3;

// Other libraries come last: behind some of their functions, whatever the process launches takes up to 4 % longer.
class DeviceView
{
public:
    DeviceView(const Settings& settings, std::shared_ptr<Record> record)
        : settings_(settings), record_(std::move(record)), pool_(settings.warm),
          stopwatch_(settings.effort(), settings.rest)
    {}

    bool hasPeers(const Cell& cell) const { return wantsPeers(cell) || wantsNullStream(cell); }
    Times measure(const Cell& cell);      // records the cell, unless it has peers
    Times measurePeers(const Cell& cell); // and records what was measured before

private:
    using Reference = std::tuple<int, int, std::size_t>; // width, source type, bytes

    struct Measured
    {
        Times times;
        std::string kernel;
    };

    bool wanted(const char* view, const Cell& cell, const std::vector<cv::Size>& usualSizes) const;
    bool wantsPeers(const Cell& cell) const;
    bool wantsNullStream(const Cell& cell) const;
    void measureOurs(const Cell& cell, const FilterPtr& filter, Rotation& images, Times& times);
    void measureReferences(const Cell& cell, Times& times);
    void measureOpenCvCpu(const Cell& cell, Times& times);
    void write(const Cell& cell, const Measured& measured);

    Settings settings_;
    std::shared_ptr<Record> record_;
    ImagePool pool_;
    Stopwatch stopwatch_;
    std::map<Reference, Times> references_;
    std::map<std::string, Measured> beforePeers_; // by the names of cells
};

bool DeviceView::wanted(const char* view, const Cell& cell, const std::vector<cv::Size>& usualSizes) const
{
    const Selection& selection = settings_.selection;
    const bool usual = std::find(usualSizes.begin(), usualSizes.end(), cell.size) != usualSizes.end();
    return selection.has(view) && (usual || !selection.sizes.empty());
}

bool DeviceView::wantsPeers(const Cell& cell) const
{
    return wanted("peers", cell, kPeerSizes) ||
           (cell.border != cv::BORDER_REPLICATE && settings_.selection.has("peers"));
}

bool DeviceView::wantsNullStream(const Cell& cell) const
{
    return wanted("null", cell, kPeerSizes) && cell.benchmark->sample && cell.border == cv::BORDER_REPLICATE;
}

void DeviceView::measureOurs(const Cell& cell, const FilterPtr& filter, Rotation& images, Times& times)
{
    const cudatiled_catalogue::Instance& instance = cell.benchmark->instance;
    cv::cudatiled::DeviceImage guide;
    if (instance.applyGuided)
        guide.upload(randomImage(cell.size, instance.guideType(cell.srcType)));
    const auto apply = [&] {
        if (instance.applyGuided)
            instance.applyGuided(*filter, guide.gpuMat(), images.src(), images.dst(), stopwatch_.stream());
        else
            filter->apply(images.src(), images.dst(), stopwatch_.stream());
        images.next();
    };
    times["us"] = stopwatch_.deviceMicroseconds(apply, kOurs);
    times["host_us"] = stopwatch_.hostMicroseconds(apply, times["us"]);
    if (cell.size.area() <= kLargestIssuedArea)
        std::tie(times["issue_us"], times["empty_issue_us"]) = stopwatch_.issueMicroseconds(
            apply, [&] { launchEmpty(stopwatch_.stream()); }, kOurs);
}

// As many bytes as the filter reads and writes, half of them each way; measured once for all filters on the same
// images.
void DeviceView::measureReferences(const Cell& cell, Times& times)
{
    const auto bytesOf = [](cv::Size size, int type) {
        return static_cast<std::size_t>(size.width) * size.height * CV_ELEM_SIZE(type);
    };
    const auto& instance = cell.benchmark->instance;
    const std::size_t ofGuide = instance.applyGuided ? bytesOf(cell.size, instance.guideType(cell.srcType)) : 0;
    const std::size_t bytes = (bytesOf(cell.size, cell.srcType) + ofGuide + bytesOf(cell.dstSize(), cell.dstType)) / 2;
    Times& reference = references_[{cell.size.width, cell.srcType, bytes}];
    if (reference.empty())
    {
        const auto empty = [&] {
            launchEmpty(stopwatch_.stream());
        };
        reference["copy_us"] = fastestCopy(pool_, stopwatch_, bytes, false);
        reference["early_copy_us"] = fastestCopy(pool_, stopwatch_, bytes, true);
        reference["empty_us"] = stopwatch_.deviceMicroseconds(empty, kReference);
    }
    times.insert(reference.begin(), reference.end());
}

Times DeviceView::measurePeers(const Cell& cell)
{
    const auto which = [&](Peer peer) {
        return PeerCase{peer,        cell.benchmark->filter, cell.benchmark->instance.parameters,
                        cell.border, cell.srcType,           cell.dstType};
    };
    const auto found = beforePeers_.find(cell.name());
    if (found == beforePeers_.end()) // measuring it failed
        return {};
    Measured& measured = found->second;
    const auto note = [&](const char* column, double microseconds) {
        if (microseconds > 0)
            measured.times[column] = microseconds;
    };
    Rotation images = pool_.rotationFor(cell);
    if (wantsPeers(cell))
    {
        note("opencv_cuda_us", peerMicroseconds(which(Peer::OpenCvCuda), images, stopwatch_));
        if (!cell.oddRegion) // NPP would not read the image around the region
            note("npp_us", peerMicroseconds(which(Peer::Npp), images, stopwatch_));
    }
    if (wantsNullStream(cell))
        note("opencv_cuda_null_us", peerNullStreamMicroseconds(which(Peer::OpenCvCuda), images, stopwatch_));
    write(cell, measured);
    return measured.times;
}

void DeviceView::measureOpenCvCpu(const Cell& cell, Times& times)
{
    if (!wanted("cpu", cell, kCpuSizes) || cell.border != cv::BORDER_REPLICATE || cell.benchmark->instance.applyGuided)
        return;
    const cv::Mat src = randomImage(cell.size, cell.srcType);
    cv::Mat dst;
    const auto function = [&] {
        cell.benchmark->instance.opencv(src, dst, CV_MAT_DEPTH(cell.dstType), cell.border);
    };
    times["opencv_cpu_us"] = wallMicroseconds(function, kCpuCalls);
}

Times DeviceView::measure(const Cell& cell)
{
    Times times;
    const FilterPtr filter =
        cell.benchmark->instance.create(cell.srcType, cell.dstType, {cell.border, cell.border, {}});
    Rotation images = pool_.rotationFor(cell);
    measureReferences(cell, times);
    measureOurs(cell, filter, images, times);
    measureOpenCvCpu(cell, times);
    const bool guided = static_cast<bool>(cell.benchmark->instance.applyGuided); // by the one kernel for two images
    const Measured measured{times, guided ? "bilateralKernel" : filter->kernelName(images.src(), images.dst())};
    if (hasPeers(cell))
        beforePeers_[cell.name()] = measured;
    else
        write(cell, measured);
    return times;
}

void DeviceView::write(const Cell& cell, const Measured& measured)
{
    record_->add(cell, measured.times, measured.kernel);
    printTableLine(true, cell, measured.times);
}

} // namespace

void addDeviceView(const Settings& settings, std::shared_ptr<Record> record)
{
    const auto view = std::make_shared<DeviceView>(settings, std::move(record));
    const std::vector<Cell> cells = deviceCells(settings.selection);
    for (const Cell& cell : cells)
        addBenchmark(cell.name(), [view, cell] { return view->measure(cell); });
    for (const Cell& cell : cells)
        if (view->hasPeers(cell))
            addBenchmark(cell.name() + "/peers", [view, cell] { return view->measurePeers(cell); });
}

} // namespace perf
