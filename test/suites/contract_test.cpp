// SPDX-License-Identifier: Apache-2.0
// What a filter promises besides its pixels: what it asks of CUDA, where it writes, which images it takes, and any
// number of taps.
#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <functional>
#include <limits>
#include <thread>

#include <opencv2/cudatiled.hpp>
#include <opencv2/imgproc.hpp>

#include "../support/catalogue.hpp"
#include "../support/cell.hpp"
#include "../support/filtered.hpp"
#include "../support/path_test.hpp"

#if CUDATILED_WITH_CUDA
#include <cuda_runtime.h>
#endif

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

const auto kDefaultStream = static_cast<CUstream_st*>(nullptr);

cv::Mat randomImage(cv::Size size, int type)
{
    cv::Mat image(size, type);
    const int depth = CV_MAT_DEPTH(type);
    cv::randu(image, depth == CV_16S || depth == CV_8S || depth == CV_32F ? -100 : 0, 120);
    return image;
}

cv::Mat randomTaps(int rows, int cols)
{
    cv::Mat taps(rows, cols, CV_32F);
    cv::randu(taps, -1.f, 1.f);
    return taps;
}

struct NamedFilter
{
    std::string name;
    Instance instance;
    int srcType, dstType;
    int launches = 1;      // 0: any number
    int scratchImages = 0; // where the number of launches is given
    // Questions for the current device by each launch, 0: one to three. The others are for taps that are stored, and
    // for more than 48 KB of shared memory.
    int questions = 1;
    bool copiesInPlace = true;

    cv::Ptr<Filter> create(int borderFlags = 0) const
    {
        const bool constant = !instance.parameters.element.empty() && instance.parameters.defaultOutside;
        const int border = (constant ? cv::BORDER_CONSTANT : cv::BORDER_DEFAULT) | borderFlags;
        return instance.create(srcType, dstType, {border, border, {}});
    }
};

void PrintTo(const NamedFilter& filter, std::ostream* out)
{
    *out << filter.instance.text;
}

// The examples and the benchmarks of the catalogue; types change from one to the next.
void addCatalogue(std::vector<NamedFilter>& all)
{
    for (const Entry& entry : catalogue())
    {
        const bool inSteps = hasSameDepth(entry) || entry.depths == Depths::Corner || // some of them
                             entry.depths == Depths::Squares || entry.depths == Depths::SameOrFloat;
        const int launches = inSteps ? 0 : 1;
        const auto add = [&](const Instance& instance, int number, int srcType, int dstDepth) {
            const cv::Size ksize = instance.parameters.ksize;
            const bool pointwise = ksize == cv::Size(1, 1), isLong = entry.name == "Gaussian" && ksize.width > 49;
            all.push_back({entry.name + "_" + std::to_string(number), instance, srcType,
                           instance.dstType(srcType, dstDepth), isLong ? 2 : launches, isLong ? 1 : 0, isLong ? 2 : 0,
                           !pointwise});
        };
        add(entry.example.instance, 0, entry.example.srcType, entry.example.dstDepth);
        const std::vector<int> depths = srcDepths(entry);
        int number = 0;
        for (const Benchmark& row : entry.benchmarks)
        {
            const int srcDepth = row.dstDepth < 0 ? depths[number % depths.size()] : CV_8U;
            const int channels = entry.channels[number % entry.channels.size()];
            add(row.instance, number + 1, CV_MAKETYPE(srcDepth, channels), row.dstDepth);
            ++number;
        }
    }
}

Instance morphologyBy(int op, const cv::Mat& element, int iterations)
{
    return morphology({op, element, {-1, -1}, iterations, true}, "");
}

Instance chainOfFour()
{
    Instance chain;
    chain.text = "sharpen, median, sharpen, box maximum";
    chain.create = [](int srcType, int, const Borders& b) {
        const cv::Ptr<Filter> sharpen = createSharpenFilter(srcType, -1, SHARPEN_8, 1, b.row);
        return createChain({sharpen, createMedianFilter(srcType, 3), sharpen, createBoxMaxFilter(srcType, {9, 4})});
    };
    return chain;
}

// Filters with kernels or numbers of launches that the catalogue does not show, then the catalogue.
std::vector<NamedFilter> everyFilter()
{
    const cv::Point centre(-1, -1);
    const cv::Mat cross = cv::getStructuringElement(cv::MORPH_CROSS, {3, 3}), square = cv::Mat::ones(3, 3, CV_8U);
    const cv::Mat disk = cv::getStructuringElement(cv::MORPH_ELLIPSE, {61, 61});
    std::vector<NamedFilter> all = {
        {"LinearOf31x31", linear(cv::Mat::ones(31, 31, CV_32F) / 961, centre, 0), CV_8UC1, CV_8UC1, 1, 0, 2},
        {"LinearOfBytes7x7", linear(randomTaps(7, 7) * 0.1, centre, 0), CV_8UC1, CV_8UC1, 1, 0, 2}, // as matrices
        {"Separable", separableLinear(randomTaps(1, 5), randomTaps(7, 1), centre, 0), CV_16SC2, CV_32FC2},
        {"SeparableOf600x500", separableLinear(randomTaps(1, 600), randomTaps(500, 1), centre, 0), CV_32FC1, CV_32FC1,
         2, 1, 2},
        {"ScharrTo32S", scharr(1, 0, 1, 0), CV_8UC3, CV_32SC3},
        {"LaplacianOf7x7", laplacian(7, 1, 0), CV_32FC1, CV_32FC1},
        {"Box", box({9, 9}, centre, true), CV_8UC3, CV_8UC3, 1, 0, 3},
        {"BoxOfFloats", box({5, 6}, centre, true), CV_32FC1, CV_32FC1, 1, 0, 3},
        {"BoxOf700x600", box({700, 600}, centre, true), CV_8UC1, CV_8UC1},
        {"Gaussian", gaussian({7, 7}, 1.5, 0), CV_8UC3, CV_8UC3, 1, 0, 3},
        {"GaussianOf32S", gaussian({9, 9}, 0, 0), CV_32SC2, CV_32SC2},
        {"GaussianOf451x451", gaussian({451, 451}, 0, 0), CV_8UC1, CV_8UC1, 2, 1, 2},
        {"Erode", morphologyBy(cv::MORPH_ERODE, square, 1), CV_8UC3, CV_8UC3},
        {"DilateSevenTimes", morphologyBy(cv::MORPH_DILATE, square, 7), CV_16UC1, CV_16UC1},
        {"ErodeByACross", morphologyBy(cv::MORPH_ERODE, cross, 1), CV_32FC1, CV_32FC1},
        {"ErodeByACrossThreeTimes", morphologyBy(cv::MORPH_ERODE, cross, 3), CV_8UC1, CV_8UC1, 3, 1},
        {"DilateByADisk", morphologyBy(cv::MORPH_DILATE, disk, 1), CV_8UC1, CV_8UC1, 1, 0, 2},
        {"Open", morphologyBy(cv::MORPH_OPEN, square, 1), CV_8UC1, CV_8UC1},
        {"OpenByACross", morphologyBy(cv::MORPH_OPEN, cross, 1), CV_8UC1, CV_8UC1, 2, 1},
        {"CloseByACrossTwice", morphologyBy(cv::MORPH_CLOSE, cross, 2), CV_8UC4, CV_8UC4, 4, 1},
        {"Gradient", morphologyBy(cv::MORPH_GRADIENT, square, 2), CV_16SC1, CV_16SC1, 2, 1},
        {"GradientByACrossTwice", morphologyBy(cv::MORPH_GRADIENT, cross, 2), CV_8UC1, CV_8UC1, 4, 3},
        {"TopHat", morphologyBy(cv::MORPH_TOPHAT, square, 1), CV_8SC1, CV_8SC1, 2, 1},
        {"BlackHat", morphologyBy(cv::MORPH_BLACKHAT, cross, 1), CV_8UC1, CV_8UC1, 2, 1},
        {"UnsharpMaskInTwoKernels", unsharpMask({3, 3}, 0, 0, 1, 0), CV_8SC1, CV_8SC1, 2},
        {"Wiener", wiener({5, 5}, centre, 100), CV_8UC3, CV_8UC3},
        {"WienerByEstimate", wiener({5, 5}, centre, -1), CV_8UC3, CV_8UC3, 5, 3},
        {"LocalContrastNormalization", localContrastNormalization({7, 7}, centre, 50, 128, 1), CV_16UC1, CV_16UC1},
        {"SqrBox", sqrBox({7, 7}, centre, true), CV_8UC3, CV_32FC3},
        {"SqrBoxTo16U", sqrBox({7, 7}, centre, true), CV_8UC3, CV_16UC3, 2, 1},
        {"AutoThresholdOf16U", autoThreshold(255, cv::THRESH_OTSU), CV_16UC3, CV_16UC3, 4, 2, 0, false},
        {"Median", median(3), CV_8UC3, CV_8UC3},
        {"MedianOf5x5", median(5), CV_8UC3, CV_8UC3},
        {"MedianOfBytes15x15", median(15), CV_8UC1, CV_8UC1},
        {"MedianOf15x15", median(15), CV_16UC1, CV_16UC1},
        {"MedianOf21x21", median(21), CV_16UC1, CV_16UC1, 1, 0, 2},
        {"MedianOf31x31", median(31), CV_8UC1, CV_8UC1, 1, 0, 2},
        {"MedianOf33x33", median(33), CV_16SC1, CV_16SC1, 2, 1, 0},
        {"MedianOf67x67", median(67), CV_16SC1, CV_16SC1, 1, 0, 2},
        {"MedianOf101x101", median(101), CV_8UC1, CV_8UC1, 1, 0, 2},
        // Pixels are gathered; for each bit, a division by it, three by digits of columns, and the search.
        {"MedianOf301x301", median(301), CV_8UC1, CV_8UC1, 1 + 8 * (2 + 3 * 2 + 1), 1},
        {"MedianOfFloats9x9", median(9), CV_32FC1, CV_32FC1},
        {"MedianOfFloats17x17", median(17), CV_32FC1, CV_32FC1},
        {"BoxMax", boxMinmax("BoxMax", {9, 4}, centre), CV_8UC1, CV_8UC1},
        {"BoxMin", boxMinmax("BoxMin", {3, 3}, centre), CV_32FC3, CV_32FC3},
        {"Chain", chainOfFour(), CV_8UC1, CV_8UC1, 4, 2, 1, false},
    };
    addCatalogue(all);
    return all;
}

class EveryFilter : public testing::TestWithParam<NamedFilter>
{};

INSTANTIATE_TEST_SUITE_P(, EveryFilter, testing::ValuesIn(everyFilter()),
                         [](const auto& parameter) { return parameter.param.name; });

// ---- What a filter asks of CUDA

#ifdef CUDATILED_EMULATED

Calls callsOf(Filter& filter, const DeviceImage& src, const DeviceImage& dst)
{
    return callsDuring([&] { filter.apply(src.gpuMat(), dst.gpuMat(), kDefaultStream); });
}

TEST_P(EveryFilter, LaunchesItsKernelsAndAsksCudaForNothingElse)
{
    const cv::Ptr<Filter> filter = GetParam().create();
    const DeviceImage src(randomImage({40, 35}, filter->srcType())), dst(filter->dstSize({40, 35}), filter->dstType());
    Calls calls = callsOf(*filter, src, dst);
    EXPECT_EQ(callsOf(*filter, src, dst), calls) << "the first is like any other";
    const bool any = GetParam().launches == 0;
    const int launches = any ? calls["cudaLaunchKernelEx"] : GetParam().launches;
    const int scratchImages = any ? calls["cudaMallocFromPoolAsync"] : GetParam().scratchImages;
    // What differs from device to device needs the number of the current one: each launch asks for it, and once more
    // for a table, and for much shared memory.
    const int questions = GetParam().questions
                              ? GetParam().questions * launches
                              : std::clamp(calls["cudaGetDevice"] - scratchImages, launches, 3 * launches);
    Calls expected{{"cudaLaunchKernelEx", launches}, {"cudaGetDevice", questions + scratchImages}};
    expected["cudaMallocFromPoolAsync"] = expected["cudaFreeAsync"] = scratchImages;
    EXPECT_GE(launches, 1);
    for (const char* function : {"cudaMallocFromPoolAsync", "cudaFreeAsync"})
        calls[function]; // 0 where it was not called
    EXPECT_EQ(calls, expected);
}

TEST_P(EveryFilter, BorrowsOneStreamOrderedCopyInPlaceUnlessItIsAChain)
{
    const cv::Ptr<Filter> filter = GetParam().create();
    if (filter->srcType() != filter->dstType() || filter->dstSize({40, 35}) != cv::Size(40, 35))
        GTEST_SKIP() << "source and destination have different types or sizes";
    const DeviceImage image(randomImage({40, 35}, filter->srcType())), dst(35, 40, filter->dstType());
    Calls expected = callsOf(*filter, image, dst);
    if (GetParam().copiesInPlace)
        for (const char* call : {"cudaGetDevice", "cudaMallocFromPoolAsync", "cudaMemcpy2DAsync", "cudaFreeAsync"})
            ++expected[call];
    EXPECT_EQ(callsOf(*filter, image, image), expected);
}

TEST(FilterContract, HostImagesAreUploadedFilteredDownloadedAndComplete)
{
    const cv::Ptr<Filter> filter = createBoxFilter(CV_8UC1, -1, {3, 3});
    const cv::Mat src = randomImage({40, 35}, CV_8UC1);
    cv::Mat dst;
    filter->apply(src, dst); // allocates what is kept
    const Calls expected{{"cudaStreamIsCapturing", 1}, {"cudaPointerGetAttributes", 2}, {"cudaGetDevice", 2},
                         {"cudaMemcpy2DAsync", 2},     {"cudaLaunchKernelEx", 1},       {"cudaEventRecord", 2},
                         {"cudaEventSynchronize", 2},  {"cudaStreamSynchronize", 1}};
    EXPECT_EQ(callsDuring([&] { filter->apply(src, dst); }), expected);
}

TEST(FilterContract, TheCpuBackendNeverAsksCuda)
{
    setBackend(BACKEND_CPU);
    const cv::Ptr<Filter> filter = createBoxFilter(CV_8UC1, -1, {3, 3});
    cv::Mat image = randomImage({40, 35}, CV_8UC1);
    EXPECT_EQ(callsDuring([&] { filter->apply(image, image); }), Calls());
    setBackend(BACKEND_AUTO);
}

#elif CUDATILED_WITH_CUDA

// A capture ends in an error where anything is allocated but by the stream, or waits.
TEST_P(EveryFilter, CanBeCapturedInACudaGraph)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    const cv::Ptr<Filter> filter = GetParam().create();
    // Numbers of columns have three digits of two bits, as in the images above: launches of the largest medians depend
    // on that.
    const cv::Mat image = randomImage({60, 300}, filter->srcType());
    const DeviceImage src(image), dst(cv::Mat(filter->dstSize({60, 300}), filter->dstType(), cv::Scalar::all(99)));
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t run = nullptr;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    filter->apply(src.gpuMat(), dst.gpuMat(), stream);
    ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    std::size_t nodes = 0;
    EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
    if (GetParam().launches != 0)
    {
        EXPECT_EQ(nodes, static_cast<std::size_t>(GetParam().launches + 2 * GetParam().scratchImages));
    }
    ASSERT_EQ(cudaGraphInstantiateWithFlags(&run, graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphLaunch(run, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    cv::Mat result;
    dst.download(result);
    EXPECT_TRUE(equal(result, filtered(*filter, image, Path::Device)));
    cudaGraphExecDestroy(run);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}

#endif

// ---- One filter, many uses

TEST_P(EveryFilter, KnowsItsTypes)
{
    const cv::Ptr<Filter> filter = GetParam().create();
    const cv::Mat src = randomImage({20, 15}, filter->srcType());
    const cv::Mat result = filtered(*filter, src, Path::Cpu);
    EXPECT_EQ(result.type(), filter->dstType());
    EXPECT_EQ(result.size(), filter->dstSize(src.size()));
}

TEST_P(EveryFilter, RefusesEmptyImagesAndOtherTypes)
{
    const cv::Ptr<Filter> filter = GetParam().create();
    const int otherChannels = CV_MAKETYPE(CV_MAT_DEPTH(filter->srcType()), CV_MAT_CN(filter->srcType()) % 4 + 1);
    const cv::Mat before(20, 15, filter->dstType(), cv::Scalar::all(9));
    cv::Mat dst = before.clone();
    for (const cv::Mat& src : {cv::Mat(), randomImage({15, 20}, otherChannels), randomImage({15, 20}, CV_64FC1)})
        EXPECT_THROW(filter->apply(src, dst), cv::Exception) << src.type();
    EXPECT_TRUE(equal(dst, before));
}

TEST_P(EveryFilter, TakesAnIsolatedRegionForAnImageByItself)
{
    const cv::Ptr<Filter> filter = GetParam().create(cv::BORDER_ISOLATED);
    const cv::Mat image = randomImage({60, 45}, filter->srcType());
    const cv::Rect region(7, 3, 41, 30);
    for (const Path path : {Path::Cpu, Path::HostOnCuda, Path::Device})
    {
        if (!pathExists(path))
            continue;
        const cv::Mat ofRegion = filtered(*filter, image, region, path);
        EXPECT_TRUE(equal(ofRegion, filtered(*filter, image(region).clone(), path))) << pathName(path);
    }
}

TEST_P(EveryFilter, GivesTheSameInPlace)
{
    const cv::Ptr<Filter> filter = GetParam().create();
    const cv::Mat src = randomImage({60, 45}, filter->srcType());
    for (const Path path : {Path::Cpu, Path::Device})
    {
        if (!pathExists(path))
            continue;
        cv::Mat image = src.clone();
        setBackend(path == Path::Cpu ? BACKEND_CPU : BACKEND_AUTO);
        if (path == Path::Cpu)
            filter->apply(image, image);
        else
        {
            DeviceImage onDevice(src);
            filter->apply(onDevice, onDevice);
            onDevice.download(image);
        }
        setBackend(BACKEND_AUTO);
        EXPECT_TRUE(equal(image, filtered(*filter, src, path))) << pathName(path);
    }
}

TEST(FilterContract, ANegativeDstTypeIsTheSourceType)
{
    const cv::Ptr<Filter> box = createBoxFilter(CV_16UC3, -1, {3, 3}),
                          sobel = createSobelFilter(CV_8UC2, CV_16SC2, 1, 0);
    EXPECT_EQ(box->srcType(), CV_16UC3);
    EXPECT_EQ(box->dstType(), CV_16UC3);
    EXPECT_EQ(sobel->srcType(), CV_8UC2);
    EXPECT_EQ(sobel->dstType(), CV_16SC2);
}

TEST_P(EveryFilter, GivesTheSameResultAgainAndAgain)
{
    const cv::Ptr<Filter> filter = GetParam().create();
    const cv::Mat src = randomImage({60, 45}, filter->srcType()), other = randomImage({31, 77}, filter->srcType());
    for (const Path path : {Path::Cpu, Path::HostOnCuda, Path::Device})
    {
        if (!pathExists(path))
            continue;
        const cv::Mat first = filtered(*filter, src, path);
        filtered(*filter, other, path);
        EXPECT_TRUE(equal(filtered(*filter, src, path), first)) << pathName(path);
    }
}

#ifndef CUDATILED_EMULATED // the emulator is not for several host threads

TEST_P(EveryFilter, ServesEightThreadsAtOnce)
{
    const cv::Ptr<Filter> filter = GetParam().create();
    const cv::Mat src = randomImage({60, 45}, filter->srcType());
    for (const int backend : {BACKEND_CPU, BACKEND_CUDA})
    {
        if (backend == BACKEND_CUDA && !pathExists(Path::HostOnCuda))
            continue;
        setBackend(backend);
        cv::Mat expected;
        filter->apply(src, expected);
        bool right[8] = {};
        std::vector<std::thread> threads;
        for (bool& mine : right)
            threads.emplace_back([&] {
                mine = true;
                for (int run = 0; run < 20; ++run)
                {
                    cv::Mat dst;
                    filter->apply(src, dst);
                    mine = mine && equal(dst, expected);
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        for (const bool mine : right)
            EXPECT_TRUE(mine) << "backend " << backend;
        setBackend(BACKEND_AUTO);
    }
}

#endif

// ---- Where a filter writes

class OnEveryPath : public OnPath
{
protected:
    // The frame after a filter has gone from one part of it to another.
    cv::Mat filteredWithin(Filter& filter, const cv::Mat& frame, const cv::Rect& from, const cv::Rect& to) const
    {
        cv::Mat result = frame.clone();
        if (GetParam() == Path::Device)
        {
            const DeviceImage image(frame);
            filter.apply(image(from).gpuMat(), image(to).gpuMat(), kDefaultStream);
            image.download(result);
            return result;
        }
        cv::Mat part = result(to);
        filter.apply(result(from), part);
        return result;
    }
};

INSTANTIATE_TEST_SUITE_P(, OnEveryPath, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

class OnHostPaths : public OnEveryPath
{};

INSTANTIATE_TEST_SUITE_P(, OnHostPaths, testing::Values(Path::Cpu, Path::HostOnCuda),
                         [](const auto& parameter) { return pathName(parameter.param); });

TEST_P(OnEveryPath, OverlappingPartsOfOneImageGiveTheResultOfACopy)
{
    const cv::Mat frame = randomImage({50, 40}, CV_8UC3);
    const cv::Rect from(8, 9, 26, 20), all(0, 0, 50, 40);
    for (const int border : {static_cast<int>(cv::BORDER_REFLECT_101), cv::BORDER_REPLICATE | cv::BORDER_ISOLATED})
    {
        const cv::Ptr<Filter> filter = createGaussianFilter(CV_8UC3, -1, {7, 5}, 1.5, 0, border);
        for (const cv::Point shift : {cv::Point(0, 0), cv::Point(5, 3), cv::Point(-4, -6), cv::Point(0, 1),
                                      cv::Point(-1, 0), cv::Point(16, 0), cv::Point(0, 11)})
        {
            const cv::Rect to = from + shift;
            cv::Mat expected = frame.clone(), part = expected(to);
            filter->apply(frame(from), part);
            EXPECT_TRUE(equal(filteredWithin(*filter, frame, from, to), expected)) << "shifted by " << shift;
        }
        EXPECT_TRUE(equal(filteredWithin(*filter, frame, all, all), filtered(*filter, frame, Path::Cpu)));
    }
}

TEST_P(OnEveryPath, AMedianMayBeOfMorePixelsThan16BitsCount)
{
    const cv::Mat images[] = {randomImage({5, 4}, CV_8UC1), randomImage({4, 5}, CV_8SC3),
                              cv::Mat(3, 3, CV_8UC1, cv::Scalar(9))}; // all of them in one count
    for (const cv::Mat& src : images)
    {
        cv::Mat expected;
        medianOf(257, {src, {{0, 0}, src.size()}, 0, 0, {}}).convertTo(expected, src.depth());
        EXPECT_TRUE(equal(filtered(*createMedianFilter(src.type(), 257), src, GetParam()), expected));
    }
}

TEST_P(OnEveryPath, PixelsThatAreNotFiniteSpoilTheWindowsThatHaveThemAndNoOthers)
{
    const float infinity = std::numeric_limits<float>::infinity(), largest = std::numeric_limits<float>::max();
    for (const int channels : {1, 3})
        for (const int size : {15, 31})
            for (const bool box : {false, true})
            {
                if (box && GetParam() == Path::Cpu)
                    continue; // OpenCV's running sums keep what is not finite to the end of the image
                SCOPED_TRACE(cv::format("%d channels, %d x %d, %s", channels, size, size, box ? "box" : "Gaussian"));
                const int type = CV_32FC(channels), x = 50, y = 40, half = size / 2;
                const auto filter = box ? createBoxFilter(type, -1, {size, size})
                                        : createGaussianFilter(type, -1, {size, size}, size / 4.);
                const cv::Mat plain = randomImage({140, 90}, type), expected = filtered(*filter, plain, GetParam());
                for (const float pixel : {infinity, std::numeric_limits<float>::quiet_NaN(), largest})
                {
                    cv::Mat src = plain.clone();
                    src.ptr<float>(y)[x * channels] = pixel;
                    const cv::Mat dst = filtered(*filter, src, GetParam());
                    for (int row = 0; row < src.rows; ++row)
                        for (int i = 0; i < src.cols * channels; ++i)
                        {
                            const bool reached =
                                std::abs(row - y) <= half && std::abs(i / channels - x) <= half && i % channels == 0;
                            const float actual = dst.ptr<float>(row)[i];
                            // Two sums, each as far from the exact one as 2 * size taps in a chain may be; pixels are
                            // below 120.
                            if (!reached)
                                ASSERT_NEAR(actual, expected.ptr<float>(row)[i],
                                            240 * 2.5 * std::sqrt(2. * size + 1) * std::exp2(-24))
                                    << row << ' ' << i;
                            else if (pixel == largest)
                                ASSERT_TRUE(std::isfinite(actual)) << row << ' ' << i;
                            else
                                ASSERT_FALSE(std::isfinite(actual)) << row << ' ' << i;
                        }
                }
            }
}

// Shared memory that devices let a block have, in KB: too little for a tile of large windows, and enough for each. A
// real device has what it has.
std::vector<int> sharedMemories()
{
#ifdef CUDATILED_EMULATED
    return {64, 99, 163, 227}; // the last is what the emulated device has otherwise
#else
    return {0};
#endif
}

cv::Ptr<Filter> createMedianFilterWith(int sharedMemory, int type, int size)
{
#ifdef CUDATILED_EMULATED
    cuda_on_cpu::setSharedMemory(sharedMemory * 1024);
#else
    (void)sharedMemory;
#endif
    return createMedianFilter(type, size);
}

cv::Mat randomImageOfAllBits(cv::Size size, int type)
{
    cv::Mat image(size, type);
    const int depth = CV_MAT_DEPTH(type), bits = depth <= CV_8S ? 8 : 16, values = 1 << bits;
    const int lowest = depth == CV_8U || depth == CV_16U ? 0 : -values / 2;
    cv::randu(image, lowest, lowest + values);
    return image;
}

// Images wider and higher than one tile, whose threads sort for one another.
TEST_P(OnEveryPath, AMedianMayBeOfAnImageOfSeveralTiles)
{
    const struct
    {
        int size, type;
        cv::Size image;
    } cases[] = {{9, CV_16UC1, {131, 18}}, {11, CV_16UC1, {250, 9}}, {13, CV_32FC2, {117, 5}},
                 {15, CV_16SC3, {75, 10}}, {17, CV_32FC1, {241, 5}}, {19, CV_16SC1, {240, 9}},
                 {19, CV_32FC3, {239, 3}}, {21, CV_16UC4, {233, 9}}, {21, CV_32FC1, {236, 9}}};
    for (const auto& c : cases)
    {
        const cv::Mat src = randomImageOfAllBits(c.image, c.type);
        cv::Mat expected;
        medianOf(c.size, {src, {{0, 0}, src.size()}, 0, 0, {}}).convertTo(expected, src.depth());
        EXPECT_TRUE(equal(filtered(*createMedianFilter(c.type, c.size), src, GetParam()), expected))
            << c.size << ", type " << c.type << ", " << c.image;
    }
}

// Emulated kernels take their time: the slowest tests leave out images that come from the host.
bool isDetour([[maybe_unused]] Path path)
{
#ifdef CUDATILED_EMULATED
    return path == Path::HostOnCuda;
#else
    return false;
#endif
}

// Images wider or higher than the results of one tile, or smaller than the window; the largest window of each tile, and
// some for none.
TEST_P(OnEveryPath, AMedianMayBeOfALargeWindow)
{
    if (isDetour(GetParam()))
        GTEST_SKIP() << "the same kernels run for device images";
    const struct
    {
        int size, type;
        cv::Size image;
    } cases[] = {{33, CV_16UC1, {139, 4}},  {33, CV_32FC3, {3, 163}}, {63, CV_16SC3, {21, 17}},
                 {93, CV_32FC1, {71, 5}},   {95, CV_16UC4, {9, 17}},  {127, CV_16UC2, {44, 3}},
                 {125, CV_16SC1, {23, 40}}, {149, CV_16SC1, {3, 45}}, {149, CV_32FC2, {22, 2}},
                 {151, CV_32FC1, {10, 35}}, {63, CV_8UC3, {23, 9}},   {37, CV_8UC4, {139, 3}},
                 {101, CV_8SC1, {9, 70}}};
    for (const auto& c : cases)
    {
        const cv::Mat src = randomImageOfAllBits(c.image, c.type);
        cv::Mat expected;
        medianOf(c.size, {src, {{0, 0}, src.size()}, 0, 0, {}}).convertTo(expected, src.depth());
        for (const int sharedMemory : sharedMemories())
        {
            const cv::Ptr<Filter> filter = createMedianFilterWith(sharedMemory, c.type, c.size);
            EXPECT_TRUE(equal(filtered(*filter, src, GetParam()), expected))
                << c.size << ", type " << c.type << ", " << c.image << ", " << sharedMemory << " KB";
        }
    }
}

// The smallest and the largest window of bytes of each tile of mmaMedianU8Kernel, and the one behind them; pixels of
// noise, and such that results side by side lie far from each other.
TEST_P(OnEveryPath, AMedianOfBytesMayBeOfAnySize)
{
    if (isDetour(GetParam()))
        GTEST_SKIP() << "the same kernels run for device images";
    cv::Mat steep(6, 35, CV_8SC2);
    for (int y = 0; y < steep.rows; ++y)
        for (int x = 0; x < steep.cols; ++x)
            steep.at<cv::Vec2b>(y, x) = {static_cast<uchar>(x * 7 + y * 40), static_cast<uchar>(x < 18 ? 3 : 250)};
    for (const int size : {17, 33, 35, 65, 67, 97, 99, 129, 131, 161, 163, 193, 195, 225, 227, 255, 257})
        for (const cv::Mat& src : {randomImageOfAllBits({67, 5}, CV_8UC1), steep})
        {
            cv::Mat expected;
            medianOf(size, {src, {{0, 0}, src.size()}, 0, 0, {}}).convertTo(expected, src.depth());
            EXPECT_TRUE(equal(filtered(*createMedianFilter(src.type(), size), src, GetParam()), expected))
                << size << ", type " << src.type();
        }
}

// The smallest and the largest windows of each tile of mmaMedianBucketsKernel, and the one behind them; results of
// several tiles; keys of noise, few values, and values that rise along the image, from the lowest to the highest.
TEST_P(OnEveryPath, AMedianInOrderMayBeOfAnySizeAndContent)
{
    if (isDetour(GetParam()))
        GTEST_SKIP() << "the same kernels run for device images";
    cv::Mat few(4, 70, CV_32FC1), steep(3, 100, CV_16SC2);
    for (int y = 0; y < few.rows; ++y)
        for (int x = 0; x < few.cols; ++x)
            few.at<float>(y, x) = static_cast<float>((x / 9 + y) % 3) - 1.f;
    for (int y = 0; y < steep.rows; ++y)
        for (int x = 0; x < steep.cols; ++x)
            steep.at<cv::Vec2s>(y, x) = {static_cast<short>(x * 655 - 32768),
                                         static_cast<short>(32767 - y * 9 - x % 2)};
    const cv::Mat images[] = {randomImageOfAllBits({99, 4}, CV_16UC1), randomImageOfAllBits({3, 107}, CV_32FC1), few,
                              steep};
    for (const int size : {23, 33, 35, 65, 67})
        for (const cv::Mat& src : images)
        {
            cv::Mat expected;
            medianOf(size, {src, {{0, 0}, src.size()}, 0, 0, {}}).convertTo(expected, src.depth());
            EXPECT_TRUE(equal(filtered(*createMedianFilter(src.type(), size), src, GetParam()), expected))
                << size << ", type " << src.type() << ", " << src.size();
        }
}

// Windows larger than any tile of ranks; images that are smaller than they are, or divided into parts of 2048 x 2048
// results.
TEST_P(OnEveryPath, AMedianMayBeOfAWindowLargerThanAnyTile)
{
    if (isDetour(GetParam()))
        GTEST_SKIP() << "the same kernels run for device images";
    const struct
    {
        int size, type;
        cv::Size image;
    } cases[] = {{163, CV_16UC1, {1, 1}},    {163, CV_16UC1, {6, 3}},   {165, CV_32FC2, {5, 34}},
                 {179, CV_16SC3, {67, 2}},   {201, CV_32FC1, {170, 5}}, {175, CV_16UC4, {3, 180}},
                 {1001, CV_16SC1, {7, 5}},   {151, CV_8SC3, {21, 40}},  {201, CV_8UC1, {2050, 2}},
                 {163, CV_32FC1, {2051, 2}}, {167, CV_16UC1, {2, 2053}}};
    for (const auto& c : cases)
    {
        const cv::Mat src = randomImageOfAllBits(c.image, c.type);
        cv::Mat expected;
        medianOf(c.size, {src, {{0, 0}, src.size()}, 0, 0, {}}).convertTo(expected, src.depth());
        EXPECT_TRUE(equal(filtered(*createMedianFilter(c.type, c.size), src, GetParam()), expected))
            << c.size << ", type " << c.type << ", " << c.image;
    }
}

// Where all pixels are equal but a few, and where they rise or fall along the image, the order is far from that of
// random ones.
TEST_P(OnEveryPath, AMedianMayBeOfALargeWindowOfAnyContent)
{
    cv::Mat images[3];
    for (cv::Mat& image : images)
        image.create(10, 44, CV_32FC1);
    for (int y = 0; y < 10; ++y)
        for (int x = 0; x < 44; ++x)
        {
            images[0].at<float>(y, x) = static_cast<float>(x * 37 + y * 3);
            images[1].at<float>(y, x) = static_cast<float>(-x - y * 100);
            images[2].at<float>(y, x) = (x + y) % 29 == 0 ? -1.f : 0.5f;
        }
    for (const cv::Mat& src : images)
    {
        cv::Mat expected;
        medianOf(75, {src, {{0, 0}, src.size()}, 0, 0, {}}).convertTo(expected, CV_32F);
        for (const int sharedMemory : sharedMemories())
            EXPECT_TRUE(
                equal(filtered(*createMedianFilterWith(sharedMemory, CV_32FC1, 75), src, GetParam()), expected));
    }
}

// Images whose pixels have all bits in common, some, or none.
TEST_P(OnEveryPath, AMedianMayBeOfAWindowLargerThanAnyTileOfAnyContent)
{
    if (isDetour(GetParam()))
        GTEST_SKIP() << "the same kernels run for device images";
    cv::Mat images[7];
    for (cv::Mat& image : images)
        image.create(7, 70, CV_32FC1);
    cv::RNG random(5);
    for (int y = 0; y < 7; ++y)
        for (int x = 0; x < 70; ++x)
        {
            const float noise = random.uniform(-1.f, 1.f);
            images[0].at<float>(y, x) = 5;
            images[1].at<float>(y, x) = x < 35 ? 0.f : 1e6f; // of 16 bits, the largest number there is
            images[2].at<float>(y, x) = (x < 35 ? 0.f : 1e6f) + noise;
            images[3].at<float>(y, x) =
                1 + static_cast<float>(x + 70 * y) * std::exp2(-23.f); // they differ in their lowest bits
            images[4].at<float>(y, x) = noise * std::exp2(static_cast<float>(random.uniform(-120, 120)));
            images[5].at<float>(y, x) = static_cast<float>(x * 37 - y * 300);
            images[6].at<float>(y, x) = noise < 0 ? -std::numeric_limits<float>::infinity()
                                        : x < 30  ? noise
                                                  : std::numeric_limits<float>::infinity();
        }
    for (const cv::Mat& src : images)
        for (const int depth : {CV_32F, CV_16U, CV_16S})
        {
            cv::Mat converted, expected;
            src.convertTo(converted, depth);
            medianOf(163, {converted, {{0, 0}, converted.size()}, 0, 0, {}}).convertTo(expected, depth);
            EXPECT_TRUE(equal(filtered(*createMedianFilter(converted.type(), 163), converted, GetParam()), expected))
                << "image " << &src - images << ", depth " << depth;
        }
}

TEST_P(OnEveryPath, AMedianMayBeInfinite)
{
    const float infinity = std::numeric_limits<float>::infinity();
    cv::Mat src(6, 7, CV_32FC1, cv::Scalar(infinity));
    src.at<float>(2, 3) = 0;
    const cv::Mat result = filtered(*createMedianFilter(CV_32FC1, 9), src, GetParam());
    EXPECT_EQ(cv::countNonZero(result == infinity), 42);
    EXPECT_EQ(cv::countNonZero(filtered(*createMedianFilter(CV_32FC1, 9), -src, GetParam()) == -infinity), 42);
}

TEST_P(OnEveryPath, SumsBeyondIntAreSaturatedToIntAndWholeInFloat)
{
    const cv::Mat src(3, 2, CV_16UC1, cv::Scalar(60000));
    const int border = cv::BORDER_REPLICATE;
    const cv::Mat toInt = filtered(*createColumnSumFilter(CV_16UC1, CV_32SC1, 40000, -1, border), src, GetParam());
    const cv::Mat toFloat = filtered(*createRowSumFilter(CV_16UC1, CV_32FC1, 40000, -1, border), src, GetParam());
    EXPECT_TRUE(equal(toInt, cv::Mat(3, 2, CV_32SC1, cv::Scalar(INT_MAX))));
    EXPECT_TRUE(equal(toFloat, cv::Mat(3, 2, CV_32FC1, cv::Scalar(2.4e9))));
}

// Each small pixel that is added to a large sum is rounded as coarsely as that, and alike.
TEST_P(OnEveryPath, SumsOfSmallPixelsBesideALargeBorderKeepTheContract)
{
    constexpr int taps = 16, rows = 30;
    const double outside = 2, tolerance = 2.5 * std::sqrt(taps + 1.) * std::ldexp(1., -24);
    for (const int depth : {CV_16F, CV_32F})
        for (int step = 1; step <= 30; ++step)
        {
            cv::Mat src, floats(rows, 9, CV_32FC1, cv::Scalar(step * 7e-8));
            floats.convertTo(src, depth);
            src.convertTo(floats, CV_32F);
            const double pixel = floats.at<float>(0);
            const cv::Mat sums = filtered(
                *createColumnSumFilter(src.type(), CV_32FC1, taps, -1, cv::BORDER_CONSTANT, cv::Scalar(outside)), src,
                GetParam());
            for (int y = 0; y < rows; ++y)
            {
                const int first = std::max(y - taps / 2, 0), last = std::min(y - taps / 2 + taps, rows);
                const double exact = (last - first) * pixel + (taps - (last - first)) * outside;
                EXPECT_NEAR(sums.at<float>(y, 4), exact, tolerance * exact) << "row " << y << ", pixel " << pixel;
            }
        }
}

TEST_P(OnEveryPath, BoxesBeyondIntAreSaturatedAndTheirMeansAreNot)
{
    const int border = cv::BORDER_REPLICATE;
    for (const int type : {CV_16UC1, CV_32SC1})
    {
        const int pixel = type == CV_16UC1 ? 60000 : INT_MIN;
        const cv::Mat src(3, 2, type, cv::Scalar(pixel));
        for (const bool mean : {false, true})
        {
            const auto box = createBoxFilter(type, CV_32SC1, {200, 200}, {-1, -1}, border, {}, mean);
            const double expected = mean ? pixel : type == CV_16UC1 ? INT_MAX : INT_MIN;
            EXPECT_TRUE(equal(filtered(*box, src, GetParam()), cv::Mat(3, 2, CV_32SC1, cv::Scalar(expected))));
        }
    }
}

// The sum of all products in 64 bits, saturated to 32.
cv::Mat integerCorrelation(const cv::Mat& src, const cv::Mat& row, const cv::Mat& column, std::int64_t delta)
{
    cv::Mat wide, dst(src.size(), CV_32SC(src.channels()));
    src.convertTo(wide, CV_64F);
    const int x = static_cast<int>(row.total()) / 2, y = static_cast<int>(column.total()) / 2;
    cv::copyMakeBorder(wide, wide, y, y, x, x, cv::BORDER_REPLICATE);
    for (int i = 0; i < dst.rows; ++i)
        for (int k = 0; k < dst.cols * dst.channels(); ++k)
        {
            std::int64_t sum = delta;
            for (int j = 0; j <= 2 * y; ++j)
                for (int l = 0; l <= 2 * x; ++l)
                    sum += static_cast<std::int64_t>(column.at<float>(j)) *
                           static_cast<std::int64_t>(row.at<float>(l)) *
                           static_cast<std::int64_t>(wide.ptr<double>(i + j)[k + l * src.channels()]);
            dst.ptr<int>(i)[k] = static_cast<int>(std::clamp<std::int64_t>(sum, INT_MIN, INT_MAX));
        }
    return dst;
}

TEST_P(OnEveryPath, IntegersOf32BitsAreExactWhateverAFloatHolds)
{
    cv::RNG random(32);
    const int delta = 16777217; // no float
    for (const int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_16SC2, CV_32SC1})
        for (const int size : {3, 5, 7})
            for (const int largestTap : {3, 700, 20000})
            {
                if (type == CV_32SC1 && largestTap > 3)
                    continue; // sums beyond 2^53
                SCOPED_TRACE(
                    cv::format("%s, %d x %d, taps to %d", cv::typeToString(type).c_str(), size, size, largestTap));
                cv::Mat src(19, 41, type), taps(2, size, CV_32S);
                random.fill(taps, cv::RNG::UNIFORM, -largestTap, largestTap + 1);
                taps.convertTo(taps, CV_32F);
                const cv::Mat row = taps.row(0), column = taps.row(1);
                random.fill(src, cv::RNG::UNIFORM, type == CV_32SC1 ? INT_MIN / 2 : -32768,
                            type == CV_32SC1 ? INT_MAX / 2 : 65536);
                const auto filter = createSeparableLinearFilter(type, CV_MAKETYPE(CV_32S, src.channels()), row, column,
                                                                {-1, -1}, cv::BORDER_REPLICATE, -1, delta);
                EXPECT_TRUE(equal(filtered(*filter, src, GetParam()), integerCorrelation(src, row, column, delta)));
            }
}

TEST_P(OnHostPaths, MemoryOfTheRightSizeAndTypeIsReusedAndOtherIsReplaced)
{
    const cv::Ptr<Filter> filter = createSobelFilter(CV_8UC1, CV_16SC1, 1, 0);
    const cv::Mat src = randomImage({30, 20}, CV_8UC1);
    cv::Mat expected;
    cv::Sobel(src, expected, CV_16S, 1, 0);

    cv::Mat frame(40, 60, CV_16SC1, cv::Scalar(7)), part = frame(cv::Rect(11, 12, 30, 20));
    const uchar* const data = part.data;
    filter->apply(src, part);
    EXPECT_EQ(part.data, data);
    EXPECT_TRUE(equal(part, expected));
    EXPECT_EQ(cv::countNonZero(frame != 7), cv::countNonZero(expected != 7)) << "pixels around dst were changed";

    for (cv::Mat dst : {cv::Mat(), cv::Mat(20, 31, CV_16SC1), cv::Mat(20, 30, CV_8UC1), cv::Mat(20, 30, CV_16SC2)})
    {
        filter->apply(src, dst);
        EXPECT_TRUE(equal(dst, expected));
    }
}

TEST_P(OnHostPaths, DstMayBeSrcAlsoWhereTheTypeChanges)
{
    const cv::Mat src = randomImage({30, 20}, CV_8UC1);
    cv::Mat image = src.clone(), expected;
    createSobelFilter(CV_8UC1, CV_32FC1, 1, 0)->apply(image, image);
    cv::Sobel(src, expected, CV_32F, 1, 0);
    EXPECT_TRUE(equal(image, expected));

    cv::Mat frame = src.clone(), part = frame(cv::Rect(3, 4, 20, 10));
    createSobelFilter(CV_8UC1, CV_32FC1, 1, 0)->apply(part, part);
    EXPECT_TRUE(equal(part, expected(cv::Rect(3, 4, 20, 10))));
    EXPECT_TRUE(equal(frame, src));
}

TEST_P(OnHostPaths, FixedTypesAreTakenWhereTheyFit)
{
    const cv::Mat src = randomImage({30, 20}, CV_8UC1);
    cv::Mat expected;
    cv::Sobel(src, expected, CV_32F, 0, 1);
    cv::Mat_<float> dst;
    createSobelFilter(CV_8UC1, CV_32FC1, 0, 1)->apply(src, dst);
    EXPECT_TRUE(equal(dst, expected));
}

TEST_P(OnHostPaths, UMatsAreTaken)
{
    const cv::Mat src = randomImage({30, 20}, CV_8UC1);
    cv::Mat expected;
    cv::blur(src, expected, {3, 3});
    const cv::Ptr<Filter> filter = createBoxFilter(CV_8UC1, -1, {3, 3});
    cv::UMat image, dst;
    src.copyTo(image);
    filter->apply(image, dst);
    EXPECT_TRUE(equal(dst.getMat(cv::ACCESS_READ), expected));
    filter->apply(image, image);
    EXPECT_TRUE(equal(image.getMat(cv::ACCESS_READ), expected));
}

TEST_P(OnHostPaths, VectorsAreTakenAsRows)
{
    const cv::Mat image = randomImage({30, 1}, CV_8UC1);
    const std::vector<uchar> src(image.begin<uchar>(), image.end<uchar>());
    const std::vector<float> taps{1, 2, 4};
    cv::Mat expected, result;
    cv::filter2D(image, expected, -1, cv::Mat(cv::Matx13f(1, 2, 4)), {-1, -1}, 0, cv::BORDER_REPLICATE);
    for (const cv::Ptr<Filter>& filter :
         {createLinearFilter(CV_8UC1, -1, taps, {-1, -1}, cv::BORDER_REPLICATE),
          createSeparableLinearFilter(CV_8UC1, -1, taps, std::vector<float>{1}, {-1, -1}, cv::BORDER_REPLICATE)})
    {
        filter->apply(src, result);
        EXPECT_TRUE(equal(result, expected));
        std::vector<uchar> dst;
        filter->apply(src, dst);
        EXPECT_EQ(dst, std::vector<uchar>(expected.begin<uchar>(), expected.end<uchar>()));
    }
#if CV_VERSION_MAJOR >= 5
    const cv::Mat part = cv::Mat(src).colRange(10, 25); // of one dimension; it does not know what lies around it
    ASSERT_EQ(part.dims, 1);
    createBoxFilter(CV_8UC1, -1, {3, 1})->apply(part, result);
    cv::blur(image.colRange(10, 25), expected, {3, 1}, {-1, -1}, cv::BORDER_DEFAULT | cv::BORDER_ISOLATED);
    EXPECT_TRUE(equal(result, expected));
#endif
}

TEST_P(OnHostPaths, HostMemIsTaken)
{
    if (!CUDATILED_OPENCV_HAS_CUDA || !pathExists(Path::Device))
        GTEST_SKIP() << "pinned memory takes an OpenCV with CUDA and a device";
    const cv::Mat image = randomImage({30, 20}, CV_8UC1);
    cv::Mat expected;
    cv::blur(image, expected, {3, 3});
    const cv::cuda::HostMem src(image);
    cv::cuda::HostMem dst;
    createBoxFilter(CV_8UC1, -1, {3, 3})->apply(src, dst);
    EXPECT_TRUE(equal(dst.createMatHeader(), expected));
}

#ifdef HAVE_OPENCV_CUDAFILTERS
TEST(FilterContract, APtrOfCudafiltersHoldsIt)
{
    const cv::Ptr<cv::cuda::Filter> filter = createBoxFilter(CV_8UC1, -1, {3, 3});
    ASSERT_FALSE(filter.empty());
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    const cv::Mat image = randomImage({30, 20}, CV_8UC1);
    cv::Mat expected, result;
    cv::blur(image, expected, {3, 3});
    const DeviceImage src(image), dst(20, 30, CV_8UC1);
    filter->apply(src.gpuMat(), dst.gpuMat());
    dst.download(result);
    EXPECT_TRUE(equal(result, expected));
}
#endif

// ---- Any number of taps

// How the results with the default border mode differ from those of the definition; empty if they do not.
std::string violation(const Instance& instance, const cv::Mat& src, int dstType, Path path)
{
    const int depth = CV_MAT_DEPTH(dstType), border = cv::BORDER_DEFAULT;
    const Definition definition = instance.definition(src.depth(), depth, {src.size(), border, false});
    const cv::Ptr<Filter> filter = instance.create(src.type(), dstType, {border, border, {}});
    return firstViolation(
        filtered(*filter, src, path),
        evaluate(definition, {src, {{0, 0}, src.size()}, border, border, {}}, depth, path == Path::Cpu));
}

// Very many taps, on a small image.
struct ManyTaps
{
    std::string name;
    int srcType, dstType;
    Instance instance;
};

const std::vector<ManyTaps>& filtersOfManyTaps()
{
    cv::setRNGSeed(1);
    cv::Mat integers(29, 33, CV_32S), integerTaps;
    cv::randu(integers, -5, 6);
    integers.convertTo(integerTaps, CV_32F);
    const cv::Point centre(-1, -1);
    const auto separable = [=](double rowScale, double columnScale) {
        return separableLinear(randomTaps(1, 600) * rowScale, randomTaps(500, 1) * columnScale, centre, 0);
    };
    static const std::vector<ManyTaps> all = {
        {"Dense31x31Of8U", CV_8UC1, CV_8UC1, linear(randomTaps(31, 31) / 30, centre, 0)},
        {"Dense31x31Of32F", CV_32FC2, CV_32FC2, linear(randomTaps(31, 31), centre, 0)},
        {"Dense33x29IntegersTo16S", CV_8UC1, CV_16SC1, linear(integerTaps, centre, 0)},
        {"Dense33x29IntegersTo32F", CV_16SC3, CV_32FC3, linear(integerTaps, centre, 0)},
        {"Separable600x500Of32F", CV_32FC1, CV_32FC1, separable(1, 1)},
        {"Separable600x500Of8U", CV_8UC1, CV_8UC1, separable(1 / 25., 1 / 22.)},
        {"Separable600x500To32S", CV_16UC1, CV_32SC1, separable(1, 1)},
        {"Box300x200Of8U", CV_8UC3, CV_8UC3, box({300, 200}, centre, true)},
        {"Box300x200Of16S", CV_16SC1, CV_32FC1, box({300, 200}, centre, true)},
        {"Box300x200Of32F", CV_32FC1, CV_32FC1, box({300, 200}, centre, true)},
        {"Gaussian451x451Of8U", CV_8UC1, CV_8UC1, gaussian({451, 451}, 70, 0)},
        {"Gaussian451x451Of16U", CV_16UC1, CV_16UC1, gaussian({451, 451}, 0, 0)},
        {"Gaussian451x451Of32F", CV_32FC1, CV_32FC1, gaussian({451, 451}, 70, 0)},
    };
    return all;
}

class ManyTapsOn : public testing::TestWithParam<std::tuple<std::size_t, Path>>
{};

TEST_P(ManyTapsOn, GiveThePixelsOfTheDefinition)
{
    const Path path = std::get<1>(GetParam());
    if (!pathExists(path))
        GTEST_SKIP() << "there is no CUDA device";
    const ManyTaps& many = filtersOfManyTaps()[std::get<0>(GetParam())];
    EXPECT_EQ(violation(many.instance, randomImage({14, 9}, many.srcType), many.dstType, path), "");
}

INSTANTIATE_TEST_SUITE_P(, ManyTapsOn,
                         testing::Combine(testing::Range<std::size_t>(0, filtersOfManyTaps().size()),
                                          testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device)),
                         [](const auto& parameter) {
                             return filtersOfManyTaps()[std::get<0>(parameter.param)].name + "_" +
                                    pathName(std::get<1>(parameter.param));
                         });

// So wide that blocks lie inside it, whose strips are read from memory and shifted.
TEST(Regions, MayBeginAtAnyByte)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    const cv::Ptr<Filter> filters[] = {createSharpenFilter(CV_8UC1, -1), createSobelFilter(CV_8UC1, CV_16SC1, 1, 0),
                                       createBoxFilter(CV_8UC1, -1, {5, 5}), createMedianFilter(CV_8UC1, 3),
                                       createMorphologyFilter(cv::MORPH_ERODE, CV_8UC1, cv::Mat::ones(3, 3, CV_8U))};
    const cv::Mat image = randomImage({1300, 60}, CV_8UC1);
    const DeviceImage onDevice(image);
    for (const cv::Ptr<Filter>& filter : filters)
        for (int x = 4; x < 10; ++x)
        {
            const cv::Rect region(x, 5, 1280, 50);
            const cv::Mat expected = filtered(*filter, image(region), Path::Cpu);
            const DeviceImage result(region.size(), expected.type());
            cv::cuda::GpuMat part(onDevice.gpuMat(), region), dst = result.gpuMat();
            filter->apply(part, dst, kDefaultStream);
            cv::Mat actual;
            result.download(actual);
            EXPECT_TRUE(equal(actual, expected)) << "filter " << &filter - filters << ", from column " << x;
        }
}

// Several blocks side by side and one below the other, of windows that neither begin nor end with a group of rows or of
// neighbours.
TEST_P(OnEveryPath, ABoxMayBeLarge)
{
    for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_16SC3, CV_16UC4, CV_32FC1, CV_32FC2, CV_32FC3})
        for (const cv::Size ksize : {cv::Size(41, 37), cv::Size(64, 12)})
        {
            SCOPED_TRACE(cv::format("%s, %d x %d", cv::typeToString(type).c_str(), ksize.width, ksize.height));
            const cv::Mat src = randomImage({CV_MAT_CN(type) == 1 ? 1300 : 450, 34}, type);
            EXPECT_EQ(violation(box(ksize, {-1, -1}, true), src, type, GetParam()), "");
        }
}

// A mean of 65534.5017 whose sum has 25 bits: cut off to 24 bits, it would be 65534.4983.
TEST_P(OnEveryPath, MeansJustAboveATieRoundUp)
{
    cv::Mat src(40, 40, CV_16UC1, cv::Scalar(65535));
    src.at<std::uint16_t>(20, 20) = 65535 - 144;
    EXPECT_EQ(violation(box({17, 17}, {-1, -1}, true), src, CV_16UC1, GetParam()), "");
}

TEST_P(OnEveryPath, ABoxMayHaveSumsOfMoreThan31Bits)
{
    for (const int dstType : {CV_16UC1, CV_32FC1})
    {
        cv::Mat src(3, 9, CV_16UC1);
        cv::randu(src, 0, 65536);
        EXPECT_EQ(violation(box({262, 262}, {-1, -1}, true), src, dstType, GetParam()), "");
    }
}

// Taps that fall off by half each, alternating in sign; their magnitudes add up to `sum`.
cv::Mat fallingTaps(int count, double sum)
{
    cv::Mat_<double> taps(1, count);
    for (int i = 0; i < count; ++i)
        taps(i) = std::ldexp(i % 3 == 1 ? -1. : 1., -i);
    taps *= sum / cv::norm(taps, cv::NORM_L1);
    cv::Mat floats;
    taps.convertTo(floats, CV_32F);
    return floats;
}

TEST_P(OnEveryPath, TapsMayBeOfVeryDifferentMagnitudes)
{
    for (const int type : {CV_8UC1, CV_8UC4, CV_16UC1, CV_16SC3})
        for (const int count : {11, 29})
            for (const double sum : {1., 5., 100.})
            {
                SCOPED_TRACE(
                    cv::format("%s, %d taps, of magnitude %g in all", cv::typeToString(type).c_str(), count, sum));
                cv::Mat row = fallingTaps(count, sum), column, src = randomImage({70, 45}, type);
                cv::flip(fallingTaps(count, sum), column, 1);
                cv::Mat dark = src(cv::Rect(0, 0, 50, 45)); // the smallest taps count where all is dark
                dark.convertTo(dark, type, 1. / (src.elemSize1() == 1 ? 100 : 20000));
                EXPECT_EQ(violation(separableLinear(row, column, {-1, -1}, 0), src, type, GetParam()), "");
            }
}

// Taps as integers over `scale`: the one in the middle fills four signed bytes, all others fit into the lowest of them.
cv::Mat tapsBesideALargeOne(int size, double largest, double scale)
{
    cv::Mat taps(size, size, CV_32F);
    for (int i = 0; i < static_cast<int>(taps.total()); ++i)
        taps.at<float>(i / size, i % size) = static_cast<float>((i % 2 == 0 ? 127 : -126) / scale);
    taps.at<float>(size / 2, size / 2) = static_cast<float>(largest);
    return taps;
}

// A kernel may leave out the products of the lowest bytes of taps and pixels, if sums change by less than 0.001. In the
// first image these bytes are all that a window has; delta moves its sum to 0.0011 from a tie, so that errors show.
TEST_P(OnEveryPath, SmallFloatTapsBesideALargeOneCountIn16BitImages)
{
    for (const int size : {7, 11})
        for (const double largest : {0.25, 1., 8.})
            for (const int type : {CV_16UC1, CV_16SC1})
                for (const int sign : {1, -1})
                {
                    SCOPED_TRACE(cv::format("%d, %g, %s, %d", size, largest, cv::typeToString(type).c_str(), sign));
                    const cv::Mat taps = tapsBesideALargeOne(size, largest, std::ldexp(1. / largest, 30));
                    cv::Mat src(size, 16, type, cv::Scalar(0)), window = src.colRange(0, size), pixels;
                    window.setTo(255, taps * sign > 0);
                    window.at<std::uint16_t>(size / 2, size / 2) = 0;
                    window.convertTo(pixels, CV_64F);
                    const double sum = cv::Mat1d(taps).dot(pixels);
                    EXPECT_EQ(violation(linear(taps, {-1, -1}, 0.5 - sum + sign * 0.0011), src, type, GetParam()), "");
                    src += cv::Scalar(type == CV_16UC1 ? 0x4200 : -0x4200);
                    EXPECT_EQ(violation(linear(taps, {-1, -1}, 0), src, type, GetParam()), "");
                }
}

// As cv::cuda takes them.
TEST(FilterContract, TakesTapsAndElementsOfAnyDepthAndADepthForAType)
{
    const cv::Mat src = randomImage({33, 21}, CV_8UC3), taps(cv::Matx33f(0, 1, 0, 1, -4, 1, 0, 1, 0));
    const cv::Mat expected = filtered(*createLinearFilter(CV_8UC3, CV_16SC3, taps), src, Path::Cpu);
    for (const int depth : {CV_8S, CV_16S, CV_32S, CV_64F})
    {
        cv::Mat other;
        taps.convertTo(other, depth);
        EXPECT_TRUE(equal(filtered(*createLinearFilter(CV_8UC3, CV_16S, other), src, Path::Cpu), expected)) << depth;
    }
    const cv::Mat element = cv::getStructuringElement(cv::MORPH_CROSS, {5, 3});
    const cv::Mat eroded = filtered(*createMorphologyFilter(cv::MORPH_ERODE, CV_8UC3, element), src, Path::Cpu);
    cv::Mat other;
    element.convertTo(other, CV_32F, -0.5);
    EXPECT_TRUE(equal(filtered(*createMorphologyFilter(cv::MORPH_ERODE, CV_8UC3, other), src, Path::Cpu), eroded));
}

}} // namespace cudatiled_test
