// SPDX-License-Identifier: Apache-2.0
// What filters promise on a device besides pixels: what they ask of the CUDA runtime, and how they stand streams,
// graphs, threads, long runs and errors that others made.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <thread>

#include <unistd.h>

#include <opencv2/imgproc.hpp>

#include "../../src/core/scratch_pool.hpp"
#include "broken_kernels.hpp"
#include "device_test.hpp"
#include "graph.hpp"
#include "random_filters.hpp"
#include "runtime_calls.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

using Calls = std::map<std::string, int>;

const auto kDefaultStream = static_cast<cudaStream_t>(nullptr);

cv::Ptr<Filter> filterWithInlineTaps()
{
    return createLinearFilter(CV_8UC3, -1, integerTaps(5, 5));
}

cv::Ptr<Filter> filterWithStoredTaps()
{
    return createLinearFilter(CV_8UC3, -1, integerTaps(31, 31)); // 961 taps; 900 fit into the arguments of a kernel
}

// ---- Each way in which a filter runs on the device.

struct Way
{
    const char* name;
    cv::Ptr<Filter> (*create)();
    enum
    {
        ToAnotherImage,
        InPlace,
        OnHostImages
    } images;
    Calls calls; // of the runtime, by one apply
};

void PrintTo(const Way& way, std::ostream* out)
{
    *out << way.name;
}

const Calls kLaunch = {{"cudaLaunchKernelExC", 1}};
const Calls kLaunchOnCopy = {
    {"cudaMallocFromPoolAsync", 1}, {"cudaMemcpy2DAsync", 1}, {"cudaLaunchKernelExC", 1}, {"cudaFreeAsync", 1}};
const Calls kTransfer = {{"cudaMemcpy2DAsync", 2},
                         {"cudaLaunchKernelExC", 1},
                         {"cudaEventRecord", 2},
                         {"cudaEventSynchronize", 2},
                         {"cudaStreamSynchronize", 1}}; // by page-locked memory of the first call

const Way kInlineTaps{"InlineTaps", filterWithInlineTaps, Way::ToAnotherImage, kLaunch};
const Way kStoredTaps{"StoredTaps", filterWithStoredTaps, Way::ToAnotherImage, kLaunch};
const Way kInPlace{"InPlace", filterWithInlineTaps, Way::InPlace, kLaunchOnCopy};
const Way kHostImages{"HostImages", filterWithInlineTaps, Way::OnHostImages, kTransfer};

// A filter with an image to filter.
class Work
{
public:
    explicit Work(const Way& way, cv::Size size = {61, 47})
        : way_(way), filter(way.create()), pixels(randomImage(size, filter->srcType(), random_)),
          expected(filteredOnCpu(*filter, pixels)), src(pixels), dst(size, filter->dstType())
    {}

    void apply(cudaStream_t stream = kDefaultStream)
    {
        if (way_.images == Way::OnHostImages)
            filter->apply(pixels, hostResult_, stream);
        else
            filter->apply(src.gpuMat(), target().gpuMat(), stream);
    }

    const DeviceImage& target() const { return way_.images == Way::InPlace ? src : dst; }
    cv::Mat result() const { return way_.images == Way::OnHostImages ? hostResult_ : downloaded(target()); }

private:
    const Way& way_;
    cv::RNG random_{1};
    cv::Mat hostResult_;

public:
    const cv::Ptr<Filter> filter;
    const cv::Mat pixels, expected;
    DeviceImage src, dst;
};

std::string nameOf(const testing::TestParamInfo<Way>& parameter)
{
    return parameter.param.name;
}

class Apply : public DeviceTest, public testing::WithParamInterface<Way>
{};
INSTANTIATE_TEST_SUITE_P(, Apply, testing::Values(kInlineTaps, kStoredTaps, kInPlace, kHostImages), nameOf);

class ApplyOnDevice : public DeviceTest, public testing::WithParamInterface<Way>
{};
INSTANTIATE_TEST_SUITE_P(, ApplyOnDevice, testing::Values(kInlineTaps, kStoredTaps, kInPlace), nameOf);

// ---- Calls of the runtime.

class RuntimeCalls : public DeviceTest
{};

// Without this, a test that counts nothing would pass.
TEST_F(RuntimeCalls, OfTheLibraryAreCounted)
{
    resetRuntimeCalls();
    EXPECT_EQ(runtimeCalls(), Calls());
    {
        const cv::Ptr<Filter> filter = filterWithStoredTaps();
        const DeviceImage image(cv::Mat(10, 10, CV_8UC3, cv::Scalar::all(1)));
    }
    // registerTileKernel and conv2dKernel have a table of taps each.
    const Calls expected = {{"cudaMalloc", 2},        {"cudaStreamCreateWithFlags", 2},
                            {"cudaMemcpyAsync", 2},   {"cudaStreamSynchronize", 3}, // once for the image
                            {"cudaStreamDestroy", 2}, {"cudaFree", 3},
                            {"cudaMallocPitch", 1},   {"cudaMemcpy2DAsync", 1}};
    EXPECT_EQ(runtimeCalls(), expected);
    cudaDeviceSynchronize();
    EXPECT_EQ(runtimeCalls()["cudaDeviceSynchronize"], 1);
    resetRuntimeCalls();
    EXPECT_EQ(runtimeCalls(), Calls());
}

TEST_P(Apply, AllocatesNothingAndWaitsForNothingAfterTheFirstCall)
{
    Work work(GetParam());
    const Stream stream;
    work.apply(stream);
    require(cudaStreamSynchronize(stream));
    for (int i = 0; i < 3; ++i)
    {
        resetRuntimeCalls();
        work.apply(stream);
        EXPECT_EQ(runtimeCalls(), GetParam().calls);
    }
    require(cudaStreamSynchronize(stream));
}

// ---- Streams.

void sleepOnStream(void*)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
}

void expectOrder(const Way& way, cudaStream_t stream)
{
    Work work(way);
    work.apply(stream); // loads the kernel
    require(cudaDeviceSynchronize());
    const DeviceImage fresh(work.pixels), saved(work.pixels.size(), work.filter->dstType());
    const cv::Mat stale(work.pixels.size(), work.pixels.type(), cv::Scalar::all(77));
    work.src.upload(stale);

    require(cudaLaunchHostFunc(stream, sleepOnStream, nullptr));
    copyOnStream(fresh, work.src, stream);
    work.apply(stream);
    EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady) << "apply waited for the stream";
    cudaGetLastError();
    copyOnStream(work.target(), saved, stream);
    copyOnStream(saved, work.src, stream); // the image may be written as soon as the filter has read it
    require(cudaStreamSynchronize(stream));
    EXPECT_TRUE(equal(downloaded(saved), work.expected));
}

TEST_P(ApplyOnDevice, TakesItsTurnOnANonBlockingStream)
{
    expectOrder(GetParam(), Stream(cudaStreamNonBlocking));
}

TEST_P(ApplyOnDevice, TakesItsTurnOnABlockingStream)
{
    expectOrder(GetParam(), Stream(cudaStreamDefault));
}

TEST_P(ApplyOnDevice, TakesItsTurnOnTheDefaultStream)
{
    expectOrder(GetParam(), kDefaultStream);
}

// Kernels are brought up before the last one is done: each must wait for what it reads, and for what still reads where
// it writes. A filter for each of many kernels, back and forth between two images.
class Chain
{
public:
    explicit Chain(cv::Size size) : pixels_(randomImage(size, CV_8UC1, random_)), first_(pixels_), second_(pixels_) {}

    // `between` runs after each filter.
    template <class F> void enqueue(cudaStream_t stream, F&& between)
    {
        for (int round = 0; round < 4; ++round)
            for (std::size_t i = 0; i < filters_.size(); ++i)
            {
                const DeviceImage &src = i % 2 == 0 ? first_ : second_, &dst = i % 2 == 0 ? second_ : first_;
                filters_[i]->apply(src.gpuMat(), dst.gpuMat(), stream);
                between();
            }
    }

    // The image in the end, after work(stream) on the same pixels as ever.
    template <class F> cv::Mat after(F&& work)
    {
        const Stream stream;
        first_.upload(pixels_);
        work(stream);
        require(cudaStreamSynchronize(stream));
        return downloaded(first_);
    }

    cv::Mat oneByOne()
    {
        return after([&](cudaStream_t stream) { enqueue(stream, [&] { require(cudaStreamSynchronize(stream)); }); });
    }

private:
    cv::RNG random_{9};
    const cv::Mat pixels_;
    DeviceImage first_, second_;
    const std::vector<cv::Ptr<Filter>> filters_ = { // an even number
        createSharpenFilter(CV_8UC1, -1),
        createGaussianFilter(CV_8UC1, -1, {15, 15}, 3),
        createSharpenFilter(CV_8UC1, -1),
        createBoxFilter(CV_8UC1, -1, {61, 5}),
        createMedianFilter(CV_8UC1, 5),
        createLinearFilter(CV_8UC1, -1, integerTaps(5, 5)),
        createMorphologyFilter(cv::MORPH_OPEN, CV_8UC1, cv::Mat::ones(15, 15, CV_8U)),
        createMedianFilter(CV_8UC1, 15),
        createSeparableLinearFilter(CV_8UC1, -1, integerTaps(1, 3), integerTaps(1, 19)),
        createSharpenFilter(CV_8UC1, -1)};
};

class Chains : public DeviceTest, public testing::WithParamInterface<cv::Size>
{};
INSTANTIATE_TEST_SUITE_P(, Chains, testing::Values(cv::Size(61, 47), cv::Size(640, 480), cv::Size(1920, 1080)),
                         [](const auto& parameter) { return "Width" + std::to_string(parameter.param.width); });

TEST_P(Chains, GiveWhatFiltersGiveOneByOne)
{
    Chain chain(GetParam());
    const cv::Mat expected = chain.oneByOne();
    for (int i = 0; i < 50; ++i)
        EXPECT_TRUE(equal(chain.after([&](cudaStream_t stream) { chain.enqueue(stream, [] {}); }), expected));
}

// ---- Graphs.

class Graphs : public DeviceTest, public testing::WithParamInterface<std::string>
{};

TEST_P(Graphs, OfRandomInstancesReplayOnNewPixels)
{
    cv::RNG random(7);
    forRandomFilters(GetParam(), 20, random, [&](const cv::Ptr<Filter>& filter, cv::Size size, bool inPlace) {
        expectReplay(filter, size, inPlace, random);
    });
}

INSTANTIATE_TEST_SUITE_P(, Graphs, testing::ValuesIn(filterNames()),
                         [](const auto& parameter) { return parameter.param; });

TEST_P(Chains, InAGraphGiveWhatFiltersGiveOneByOne)
{
    Chain chain(GetParam());
    const cv::Mat expected = chain.oneByOne();
    for (int i = 0; i < 10; ++i)
        EXPECT_TRUE(equal(chain.after([&](cudaStream_t stream) {
            Graph graph(stream, [&] { chain.enqueue(stream, [] {}); });
            graph.launch(stream);
            require(cudaStreamSynchronize(stream));
        }),
                          expected));
}

class GraphsOfStoredTaps : public DeviceTest
{};

TEST_F(GraphsOfStoredTaps, ReplayOnNewPixels)
{
    cv::RNG random(8);
    for (const cv::Ptr<Filter>& filter :
         {filterWithStoredTaps(), createSeparableLinearFilter(CV_16SC1, -1, integerTaps(1, 601), integerTaps(1, 401)),
          createGaussianFilter(CV_8UC1, -1, {801, 201}, 100), createGaussianFilter(CV_32FC2, -1, {701, 301}, 100)})
        for (const bool inPlace : {false, true})
            expectReplay(filter, {150, 90}, inPlace, random);
}

TEST_F(GraphsOfStoredTaps, MayBeOfFiltersThatAreMadeMeanwhile)
{
    cv::RNG random(10);
    const cv::Mat pixels = randomImage({300, 200}, CV_8UC3, random);
    const DeviceImage src(pixels);
    for (const double sigma : {1.23, 4.56})
    {
        DeviceImage dst(pixels.size(), pixels.type());
        const Stream stream;
        cv::Ptr<Filter> filter;
        Graph graph(stream, [&] {
            filter = createGaussianFilter(CV_8UC3, -1, {15, 15}, sigma);
            filter->apply(src.gpuMat(), dst.gpuMat(), stream);
            filterWithStoredTaps(); // and one that is let go of
        });
        graph.launch(stream);
        cv::Mat result;
        dst.download(result, stream);
        DeviceImage alone;
        filter->apply(src, alone);
        cv::Mat expected;
        alone.download(expected);
        EXPECT_TRUE(equal(result, expected)) << "sigma " << sigma;
    }
}

class GraphsOfChains : public DeviceTest
{};

TEST_F(GraphsOfChains, ReplayOnNewPixels)
{
    cv::RNG random(9);
    const cv::Ptr<Filter> chain =
        createChain({createGaussianFilter(CV_8UC1, -1, {5, 5}, 1), createMedianFilter(CV_8UC1, 3),
                     createMorphologyFilter(cv::MORPH_OPEN, CV_8UC1, cv::Mat::ones(3, 3, CV_8U)),
                     createSharpenFilter(CV_8UC1, -1)});
    for (const bool inPlace : {false, true})
        expectReplay(chain, {300, 200}, inPlace, random);
}

TEST_F(GraphsOfChains, TakeScratchMemoryOfAPoolThatIsMadeMeanwhile)
{
    const Stream stream;
    ScratchPools pools;
    Graph graph(stream, [&] {
        void* memory = nullptr;
        require(pools.allocate(&memory, 1 << 20, stream));
        require(cudaMemsetAsync(memory, 1, 1 << 20, stream));
        require(cudaFreeAsync(memory, stream));
    });
    for (int i = 0; i < 3; ++i)
        graph.launch(stream);
    require(cudaStreamSynchronize(stream));
}

class GraphsOfBatches : public DeviceTest
{};

// The images are parts of one, which is filtered in a graph that was captured before it had its pixels. If they are
// swapped, the first and the last image are the sources of each other's results, so that the graph holds a list.
void expectReplayOfBatches(bool swapped)
{
    constexpr int kImages = 300;
    const cv::Size size(224, 50);
    cv::Mat pixels(kImages * size.height, size.width, CV_8UC3);
    DeviceImage src(pixels.size(), pixels.type()), dst(pixels.size(), pixels.type());
    std::vector<cv::cuda::GpuMat> sources, results;
    for (int i = 0; i < kImages; ++i)
        for (const auto& [image, headers] : {std::make_pair(&src, &sources), {&dst, &results}})
        {
            const cv::cuda::GpuMat all = image->gpuMat();
            headers->emplace_back(size.height, size.width, all.type(), all.data + i * size.height * all.step, all.step);
        }
    if (swapped)
        std::swap(sources.front(), sources.back());
    const cv::Ptr<Filter> filter = createChain({createGaussianFilter(CV_8UC3, -1, {7, 7}, 1.4),
                                                createMedianFilter(CV_8UC3, 3), createSharpenFilter(CV_8UC3, -1)});
    const Stream stream;
    Graph graph(stream, [&] { filter->apply(sources, results, stream); });
    for (int turn = 0; turn < 3; ++turn)
    {
        cv::theRNG().fill(pixels, cv::RNG::UNIFORM, 0, 256);
        src.upload(pixels);
        graph.launch(stream);
        cv::Mat filtered;
        dst.download(filtered, stream);
        for (const int i : {0, 1, kImages - 1})
        {
            const auto rowsOf = [&](int image) {
                return cv::Range(image * size.height, (image + 1) * size.height);
            };
            const cv::Range rows = rowsOf(i), read = rowsOf(swapped && i != 1 ? kImages - 1 - i : i);
            DeviceImage alone;
            filter->apply(DeviceImage(pixels.rowRange(read).clone()), alone);
            cv::Mat expected;
            alone.download(expected);
            EXPECT_EQ(cv::norm(filtered.rowRange(rows), expected, cv::NORM_INF), 0) << "image " << i;
        }
    }
}

TEST_F(GraphsOfBatches, ReplayOnNewPixels)
{
    expectReplayOfBatches(false);
}

TEST_F(GraphsOfBatches, WithAListReplayOnNewPixels)
{
    expectReplayOfBatches(true);
}

// ---- Threads.

// 157 times on each of 4 streams; returns how many results were wrong.
int wrongResults(const Way& way, Filter& filter, const Work& reference)
{
    struct Lane
    {
        explicit Lane(const Work& work)
            : src(work.pixels), dst(work.dst.size(), work.dst.type()), saved(work.dst.size(), work.dst.type())
        {}
        Stream stream;
        DeviceImage src, dst, saved;
    };
    const DeviceImage pixels(reference.pixels);
    std::vector<std::unique_ptr<Lane>> lanes;
    for (int i = 0; i < 4; ++i)
        lanes.emplace_back(new Lane(reference));
    int wrong = 0;
    for (int round = 0; round < 157; ++round)
    {
        for (const auto& lane : lanes)
        {
            const DeviceImage& target = way.images == Way::InPlace ? lane->src : lane->dst;
            copyOnStream(pixels, lane->src, lane->stream);
            filter.apply(lane->src.gpuMat(), target.gpuMat(), lane->stream);
            copyOnStream(target, lane->saved, lane->stream);
            const cv::cuda::GpuMat& header = target.gpuMat();
            require(cudaMemset2DAsync(header.data, header.step, 0x5a, header.cols * header.elemSize(), header.rows,
                                      lane->stream));
        }
        for (const auto& lane : lanes)
        {
            cv::Mat result;
            lane->saved.download(result, lane->stream);
            wrong += !equal(result, reference.expected);
        }
    }
    return wrong;
}

TEST_P(ApplyOnDevice, TenThousandTimesOn16ThreadsAnd64StreamsGivesTheSameResult)
{
    const Work reference(GetParam());
    std::vector<std::future<int>> threads;
    for (int i = 0; i < 16; ++i)
        threads.push_back(
            std::async(std::launch::async, [&] { return wrongResults(GetParam(), *reference.filter, reference); }));
    for (std::future<int>& thread : threads)
        EXPECT_EQ(thread.get(), 0);
}

// ---- Memory.

std::size_t deviceMemoryInUse()
{
    std::size_t free = 0, total = 0;
    require(cudaDeviceSynchronize());
    require(cudaMemGetInfo(&free, &total));
    return total - free;
}

std::size_t hostMemoryInUse()
{
    std::size_t pages = 0, residentPages = 0;
    std::ifstream("/proc/self/statm") >> pages >> residentPages;
    return residentPages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Runs `work` often enough for caches to fill, then `times` more; memory must not grow. The slack is what other work of
// the driver may take: 100 000 times the smallest piece of device memory, 512 bytes, would be 51 MB.
template <class F> void expectFlatMemory(int times, F&& work)
{
    for (int i = 0; i < times / 10; ++i)
        work();
    const std::size_t device = deviceMemoryInUse(), host = hostMemoryInUse();
    for (int i = 0; i < times; ++i)
        work();
    EXPECT_LE(deviceMemoryInUse(), device + (std::size_t{8} << 20));
    EXPECT_LE(hostMemoryInUse(), host + (std::size_t{4} << 20));
}

TEST_P(Apply, HundredThousandTimesLeavesMemoryFlat)
{
    Work work(GetParam(), {24, 20});
    const Stream stream;
    expectFlatMemory(100000, [&] { work.apply(stream); });
}

class StoredTaps : public DeviceTest
{};

TEST_F(StoredTaps, OfTwoThousandFiltersAreFreed)
{
    const DeviceImage src(cv::Mat(10, 10, CV_8UC3, cv::Scalar::all(1))), dst(10, 10, CV_8UC3);
    const cv::Mat taps = cv::Mat::ones(150, 150, CV_32F); // 90 KB: 2000 of them would be 180 MB
    expectFlatMemory(2000, [&] { createLinearFilter(CV_8UC3, -1, taps)->apply(src.gpuMat(), dst.gpuMat()); });
}

class ScratchMemory : public DeviceTest
{};

TEST_F(ScratchMemory, IsKeptUntilItIsReleased)
{
    const DeviceImage image(cv::Mat(8192, 8192, CV_8UC1, cv::Scalar(1)));
    require(cudaDeviceSynchronize());
    releaseTransferMemory();
    const std::size_t before = deviceMemoryInUse(), bytes = 8192 * 8192;
    const auto applyInPlace = [&] {
        createSharpenFilter(CV_8UC1, -1)->apply(image.gpuMat(), image.gpuMat());
    };
    applyInPlace();
    const std::size_t kept = deviceMemoryInUse();
    EXPECT_GE(kept, before + bytes);
    applyInPlace();
    EXPECT_EQ(deviceMemoryInUse(), kept);
    releaseTransferMemory();
    EXPECT_LT(deviceMemoryInUse(), before + bytes);
}

// ---- Errors that others made.

TEST_P(Apply, NeitherMindsNorSwallowsAnErrorThatAnotherCallLeft)
{
    Work work(GetParam());
    void* memory = nullptr;
    const cudaError_t left = cudaMalloc(&memory, std::size_t{1} << 60);
    ASSERT_NE(left, cudaSuccess);
    work.apply();
    EXPECT_EQ(cudaPeekAtLastError(), left);
    cudaGetLastError();
    EXPECT_TRUE(equal(work.result(), work.expected));
}

// Death tests run first, each in a process of its own: there CUDA is in error for good.
using ErrorOfAnotherKernelDeathTest = Apply;
INSTANTIATE_TEST_SUITE_P(, ErrorOfAnotherKernelDeathTest,
                         testing::Values(kInlineTaps, kStoredTaps, kInPlace, kHostImages), nameOf);

[[noreturn]] void applyAfterAnIllegalAddress(const Way& way)
{
    Work work(way);
    work.apply();
    writeToAnIllegalAddress();
    try
    {
        work.apply();
    }
    catch (const cv::Exception& error)
    {
        std::fprintf(stderr, "caught: %s\n", error.what());
        std::_Exit(0);
    }
    std::_Exit(1);
}

TEST_P(ErrorOfAnotherKernelDeathTest, IsReportedAsSuch)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe"; // a new process, where CUDA has not started yet
    EXPECT_EXIT(applyAfterAnIllegalAddress(GetParam()), testing::ExitedWithCode(0),
                "caught: .*CUDA was in error already, from earlier work of this process.*cudaErrorIllegalAddress");
}

// ---- For compute-sanitizer, which must find these faults; sanitize.sh runs them.

class PlantedFault : public DeviceTest
{};

TEST_F(PlantedFault, DISABLED_memcheck)
{
    writeToAnIllegalAddress();
}

TEST_F(PlantedFault, DISABLED_racecheck)
{
    readBeforeTheBarrier();
}

TEST_F(PlantedFault, DISABLED_initcheck)
{
    readUninitialisedMemory();
}

TEST_F(PlantedFault, DISABLED_synccheck)
{
    meetAtABarrierByHalves();
}

}} // namespace cudatiled_test
