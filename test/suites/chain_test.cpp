// SPDX-License-Identifier: Apache-2.0
// A chain gives the bits of its filters one after another, whatever they are, and tells what each of them took.
#include <gtest/gtest.h>

#include <algorithm>

#include <opencv2/cudatiled.hpp>

#include "../support/chain_cell.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

const auto kDefaultStream = static_cast<CUstream_st*>(nullptr);

cv::Mat randomImage(cv::Size size, int type)
{
    cv::Mat image(size, type);
    cv::randu(image, 0, 120);
    return image;
}

class ChainOn : public OnPath
{
protected:
    // Filters into a new image.
    static cv::Mat filtered(Filter& filter, const cv::Mat& src)
    {
        cv::Mat dst;
        if (GetParam() != Path::Device)
        {
            filter.apply(src, dst);
            return dst;
        }
        DeviceImage result;
        filter.apply(DeviceImage(src), result);
        result.download(dst);
        return dst;
    }
};

INSTANTIATE_TEST_SUITE_P(, ChainOn, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

TEST_P(ChainOn, GivesTheBitsOfItsFiltersOneAfterAnother)
{
#ifdef CUDATILED_EMULATED
    const std::uint64_t seeds = GetParam() == Path::Device ? 150 : 50;
#else
    const std::uint64_t seeds = 500;
#endif
    for (std::uint64_t seed = 1; seed <= seeds && !HasFailure(); ++seed)
    {
        const ChainOutcome outcome = runChainCell(GetParam(), seed);
        EXPECT_EQ(outcome.failure, "") << outcome.text;
    }
}

// ---- Chosen chains

// From 8U by way of 8U, 16S and 32F to 16S.
Filters fiveFilters(int border = cv::BORDER_DEFAULT)
{
    return {createGaussianFilter(CV_8UC3, -1, {5, 5}, 1.2, 0, border), createMedianFilter(CV_8UC3, 3),
            createSobelFilter(CV_8UC3, CV_16SC3, 1, 0, 3, 1, border),
            createBoxFilter(CV_16SC3, CV_32FC3, {5, 3}, {-1, -1}, border),
            createLaplacianFilter(CV_32FC3, CV_16SC3, 1, 1, border)};
}

TEST_P(ChainOn, HasTheTypesOfItsEnds)
{
    const cv::Ptr<Filter> chain = createChain(fiveFilters());
    EXPECT_EQ(chain->srcType(), CV_8UC3);
    EXPECT_EQ(chain->dstType(), CV_16SC3);
    EXPECT_EQ(filtered(*chain, randomImage({30, 20}, CV_8UC3)).type(), CV_16SC3);
}

TEST_P(ChainOn, MayHoldChains)
{
    const Filters f = fiveFilters();
    const cv::Ptr<Filter> nested =
        createChain({createChain({f[0]}), createChain({f[1], createChain({f[2], f[3]})}), f[4]});
    const cv::Mat src = randomImage({61, 40}, CV_8UC3);
    EXPECT_TRUE(sameBits(filtered(*nested, src), filtered(*createChain(f), src)));
}

TEST_P(ChainOn, MayHoldAFilterSeveralTimesAndOutlivesThem)
{
    cv::Ptr<Filter> blur = createGaussianFilter(CV_8UC1, -1, {3, 3}, 0);
    const cv::Ptr<Filter> chain = createChain({blur, blur, blur});
    const cv::Mat src = randomImage({40, 30}, CV_8UC1);
    cv::Mat expected = src;
    for (int i = 0; i < 3; ++i)
        expected = filtered(*blur, expected);
    blur.reset();
    EXPECT_TRUE(sameBits(filtered(*chain, src), expected));
}

TEST_P(ChainOn, ReadsTheNeighboursOfARegionInItsFirstFilterAlone)
{
    const cv::Mat frame = randomImage({50, 40}, CV_8UC3);
    const cv::Rect from(8, 9, 26, 20);
    for (const int isolated : {0, static_cast<int>(cv::BORDER_ISOLATED)})
    {
        const Filters f = fiveFilters(cv::BORDER_REPLICATE | isolated);
        cv::Mat first, result;
        if (GetParam() == Path::Device)
        {
            const DeviceImage image(frame);
            DeviceImage blurred, dst;
            f[0]->apply(image(from), blurred);
            blurred.download(first);
            createChain(f)->apply(image(from), dst);
            dst.download(result);
        }
        else
        {
            f[0]->apply(frame(from), first);
            createChain(f)->apply(frame(from), result);
        }
        const cv::Ptr<Filter> rest = createChain({f.begin() + 1, f.end()});
        EXPECT_TRUE(sameBits(result, filtered(*rest, first)));
        EXPECT_EQ(sameBits(result, filtered(*createChain(f), frame(from).clone())), isolated != 0);
    }
}

TEST_P(ChainOn, MayGoFromOnePartOfAnImageToAnotherThatOverlapsIt)
{
    const cv::Mat frame = randomImage({50, 40}, CV_8UC1);
    const cv::Rect from(8, 9, 26, 20);
    const Filters filters = {createSharpenFilter(CV_8UC1, -1), createBoxFilter(CV_8UC1, -1, {5, 5}),
                             createMedianFilter(CV_8UC1, 3)};
    for (const int count : {1, 2, 3})
        for (const cv::Point shift : {cv::Point(0, 0), cv::Point(5, 3), cv::Point(-4, -6), cv::Point(16, 0)})
        {
            const cv::Ptr<Filter> chain = createChain({filters.begin(), filters.begin() + count});
            const cv::Rect to = from + shift;
            cv::Mat expected = frame.clone(), part = expected(to), actual = frame.clone();
            chain->apply(frame(from), part);
            if (GetParam() == Path::Device)
            {
                const DeviceImage image(frame);
                chain->apply(image(from).gpuMat(), image(to).gpuMat(), kDefaultStream);
                image.download(actual);
            }
            else
                chain->apply(actual(from), actual(to));
            EXPECT_TRUE(sameBits(actual, expected)) << count << " filters, shifted by " << shift;
        }
}

TEST_P(ChainOn, MayWriteToItsSourceAlsoWhereTheTypeChanges)
{
    const cv::Ptr<Filter> chain = createChain(fiveFilters());
    const cv::Mat src = randomImage({33, 21}, CV_8UC3), expected = filtered(*chain, src);
    cv::Mat image = src.clone();
    if (GetParam() == Path::Device)
    {
        DeviceImage both(src);
        chain->apply(both, both);
        both.download(image);
    }
    else
        chain->apply(image, image);
    EXPECT_TRUE(sameBits(image, expected));
}

TEST(Chain, NamesItsKernelsInOrder)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    const Filters f = fiveFilters();
    const DeviceImage src(randomImage({64, 40}, CV_8UC3)), dst(40, 64, CV_16SC3);
    std::vector<DeviceImage> images = imagesOneByOne(f, src.gpuMat(), dst.gpuMat());
    images.push_back(dst);
    std::string names = f[0]->kernelName(src.gpuMat(), images[0].gpuMat());
    for (std::size_t i = 1; i < f.size(); ++i)
        names += " + " + f[i]->kernelName(images[i - 1].gpuMat(), images[i].gpuMat());
    EXPECT_EQ(createChain(f)->kernelName(src.gpuMat(), images.back().gpuMat()), names);
    EXPECT_EQ(createChain({createChain(f)})->kernelName(src.gpuMat(), images.back().gpuMat()), names);
}

// ---- Errors

// A filter that somebody else wrote.
class OtherFilter final : public Filter
{
public:
    void apply(cv::InputArray, cv::OutputArray) override {}
    void apply(cv::InputArray, cv::OutputArray, cv::cuda::Stream&) override {}
    void apply(cv::InputArray, cv::OutputArray, CUstream_st*) override {}
    int srcType() const override { return CV_8UC1; }
    int dstType() const override { return CV_8UC1; }
    cv::String kernelName(cv::InputArray, cv::InputArray) const override { return {}; }
};

struct Refusal
{
    int code;
    std::string text;
};

template <class Action> Refusal refusalOf(Action&& action)
{
    try
    {
        action();
    }
    catch (const cv::Exception& error)
    {
        return {error.code, error.err};
    }
    return {0, "no error"};
}

TEST(Chain, RefusesWhatDoesNotMakeOne)
{
    const cv::Ptr<Filter> blur = createBoxFilter(CV_8UC1, -1, {3, 3}), other = cv::makePtr<OtherFilter>();
    const cv::Ptr<Filter> sobel = createSobelFilter(CV_8UC1, CV_16SC1, 1, 0), colour = createMedianFilter(CV_8UC3, 3);
    const struct
    {
        Filters filters;
        int code;
        const char* text;
    } cases[] = {
        {{}, cv::Error::StsBadSize, "createChain: filters is empty; it must have at least one filter"},
        {{blur, {}}, cv::Error::StsNullPtr, "createChain: filters[1] is null; it must be a filter"},
        {{other}, cv::Error::StsBadArg, "createChain: filters[0] is none of this library; "},
        {{blur, sobel, blur},
         cv::Error::StsUnmatchedFormats,
         "createChain: filters[2] takes 8UC1 and filters[1] makes 16SC1; each must take what the one before it makes"},
        {{blur, colour}, cv::Error::StsUnmatchedFormats, "filters[1] takes 8UC3 and filters[0] makes 8UC1"},
        {{createChain({blur, sobel}), blur},
         cv::Error::StsUnmatchedFormats,
         "filters[1] takes 8UC1 and filters[0] makes 16SC1"},
    };
    for (const auto& c : cases)
    {
        const Refusal refusal = refusalOf([&] { createChain(c.filters); });
        EXPECT_EQ(refusal.code, c.code) << c.text;
        EXPECT_NE(refusal.text.find(c.text), std::string::npos) << refusal.text;
    }
    const Refusal refusal = refusalOf([&] {
        cv::Mat image = randomImage({9, 9}, CV_8UC1);
        timeStages(*other, image, image);
    });
    EXPECT_EQ(refusal.code, cv::Error::StsBadArg);
    EXPECT_EQ(refusal.text.rfind("timeStages: filter is none of this library", 0), 0u) << refusal.text;
}

TEST_P(ChainOn, WritesNothingWhenItIsRefused)
{
    const cv::Ptr<Filter> chain = createChain(fiveFilters());
    const cv::Mat gray = randomImage({30, 20}, CV_8UC1), before = randomImage({30, 20}, CV_16SC3);
    const DeviceImage onDevice = GetParam() == Path::Device ? DeviceImage(before) : DeviceImage();
    cv::Mat after = before.clone();
    const auto apply = [&](const cv::Mat& src) {
        return refusalOf([&] {
            if (GetParam() == Path::Device)
                chain->apply(DeviceImage(src).gpuMat(), onDevice.gpuMat(), kDefaultStream);
            else
                chain->apply(src, after);
        });
    };
    EXPECT_NE(apply(gray).text.find("src is of type 8UC1; the filter was created for 8UC3"), std::string::npos);
#ifdef CUDATILED_EMULATED
    if (GetParam() != Path::Cpu)
    {
        releaseTransferMemory(); // which would be used again
        cuda_on_cpu::failNext(GetParam() == Path::Device ? "cudaMallocFromPoolAsync" : "cudaMalloc",
                              cudaErrorMemoryAllocation);
        EXPECT_EQ(apply(randomImage({30, 20}, CV_8UC3)).code, cv::Error::StsNoMem);
    }
#endif
    if (GetParam() == Path::Device)
        onDevice.download(after);
    EXPECT_TRUE(sameBits(after, before));
}

// ---- Times

TEST_P(ChainOn, TellsTheTimesOfItsStages)
{
    const Filters f = fiveFilters();
    const cv::Ptr<Filter> chain = createChain({f[0], createChain({f[1], f[2]}), f[3], f[4]});
    const cv::Mat src = randomImage({200, 100}, CV_8UC3), expected = filtered(*chain, src);
    const bool onHost = GetParam() != Path::Device;
    cv::Mat result;
    FilterTimes times;
    if (onHost)
        times = timeStages(*chain, src, result);
    else
    {
        const DeviceImage image(src), dst(src.size(), CV_16SC3);
        times = timeStages(*chain, image.gpuMat(), dst.gpuMat());
        dst.download(result);
    }
    EXPECT_TRUE(sameBits(result, expected));

    ASSERT_EQ(times.stages.size(), f.size());
    float sum = times.upload + times.download;
    for (const StageTime& stage : times.stages)
    {
        EXPECT_EQ(stage.name == "CPU", GetParam() == Path::Cpu) << stage.name;
        EXPECT_GT(stage.milliseconds, 0);
        sum += stage.milliseconds;
    }
    EXPECT_LE(sum, times.whole * 1.001f + 0.01f); // events are rounded
    EXPECT_EQ(times.upload > 0, GetParam() == Path::HostOnCuda);
    EXPECT_EQ(times.download > 0, GetParam() == Path::HostOnCuda);
}

TEST_P(ChainOn, TimesAnyFilterAsOneStage)
{
    const cv::Ptr<Filter> filter = createBoxFilter(CV_8UC1, -1, {3, 3});
    const cv::Mat src = randomImage({40, 30}, CV_8UC1), expected = filtered(*filter, src);
    cv::Mat image = src.clone();
    if (GetParam() == Path::Device)
    {
        const DeviceImage both(src); // a copy is made first, which is no part of the stage
        const FilterTimes times = timeStages(*filter, both.gpuMat(), both.gpuMat());
        both.download(image);
        ASSERT_EQ(times.stages.size(), 1u);
        EXPECT_EQ(times.stages[0].name, filter->kernelName(both.gpuMat(), both.gpuMat()));
    }
    else
        EXPECT_EQ(timeStages(*filter, image, image).stages.size(), 1u);
    EXPECT_TRUE(sameBits(image, expected));
}

// ---- What a chain asks of CUDA

#ifdef CUDATILED_EMULATED

// The calls of the CUDA runtime that move images, wait or measure.
Calls callsOf(const std::function<void()>& action)
{
    Calls calls = callsDuring(action);
    calls.erase("cudaGetDevice");
    return calls;
}

TEST(Chain, BorrowsAtMostTwoImages)
{
    const cv::Ptr<Filter> sharpen = createSharpenFilter(CV_8UC1, -1);
    const DeviceImage src(randomImage({40, 35}, CV_8UC1)), dst(35, 40, CV_8UC1);
    for (int count = 1; count <= 5; ++count)
    {
        const cv::Ptr<Filter> chain = createChain(Filters(count, sharpen));
        Calls expected = {{"cudaLaunchKernelEx", count}};
        if (count > 1)
            expected["cudaMallocFromPoolAsync"] = expected["cudaFreeAsync"] = std::min(count - 1, 2);
        EXPECT_EQ(callsOf([&] { chain->apply(src.gpuMat(), dst.gpuMat(), kDefaultStream); }), expected);
        if (count == 1) // in place, a single filter copies
            continue;
        EXPECT_EQ(callsOf([&] { chain->apply(src.gpuMat(), src.gpuMat(), kDefaultStream); }), expected);
    }
}

TEST(Chain, UploadsOnceAndDownloadsOnce)
{
    const cv::Ptr<Filter> sharpen = createSharpenFilter(CV_8UC1, -1), chain = createChain(Filters(5, sharpen));
    const cv::Mat src = randomImage({40, 35}, CV_8UC1);
    cv::Mat dst;
    chain->apply(src, dst); // allocates what is kept
    Calls expected = {{"cudaStreamIsCapturing", 1}, {"cudaPointerGetAttributes", 2}, {"cudaLaunchKernelEx", 5},
                      {"cudaMemcpy2DAsync", 2},     {"cudaEventRecord", 2}, // of page-locked memory
                      {"cudaEventSynchronize", 2},  {"cudaStreamSynchronize", 1}};
    EXPECT_EQ(callsOf([&] { chain->apply(src, dst); }), expected);

    const int marks = 9; // the beginning, preparation, upload, five stages, download
    expected["cudaEventCreate"] = expected["cudaEventDestroy"] = marks;
    expected["cudaEventRecord"] += marks;
    expected.erase("cudaEventSynchronize");
    Calls measured = callsOf([&] { timeStages(*chain, src, dst); });
    measured.erase("cudaEventSynchronize");
    measured.erase("cudaEventElapsedTime");
    EXPECT_EQ(measured, expected);
}

TEST(Chain, FailsWhereAnEventFailsAndLeavesNone)
{
    const cv::Ptr<Filter> chain = createChain(fiveFilters());
    const cv::Mat src = randomImage({40, 35}, CV_8UC3);
    cv::Mat dst;
    for (const char* call : {"cudaEventCreate", "cudaEventRecord", "cudaEventElapsedTime"})
    {
        cuda_on_cpu::failNext(call, cudaErrorMemoryAllocation);
        const Refusal refusal = refusalOf([&] { timeStages(*chain, src, dst); });
        EXPECT_EQ(refusal.code, cv::Error::StsNoMem);
        EXPECT_NE(refusal.text.find(std::string("timeStages: ") + call + " failed"), std::string::npos) << refusal.text;
    }
}

TEST(Chain, OnTheCpuNeverAsksCuda)
{
    setBackend(BACKEND_CPU);
    const cv::Ptr<Filter> chain = createChain(fiveFilters());
    const cv::Mat src = randomImage({40, 35}, CV_8UC3);
    cv::Mat dst;
    EXPECT_EQ(callsOf([&] { chain->apply(src, dst); }), Calls());
    EXPECT_EQ(callsOf([&] { timeStages(*chain, src, dst); }), Calls());
    setBackend(BACKEND_AUTO);
}

#endif

TEST(Reach, IsTheWindowOfAFilterAndTheSumOfAChains)
{
    const auto gauss = createGaussianFilter(CV_8UC1, -1, {7, 5}, 1.5);
    EXPECT_EQ(reachOf(*gauss).window, cv::Rect(-3, -2, 7, 5));
    const auto corner = createLinearFilter(CV_8UC1, -1, cv::Mat::ones(3, 5, CV_32F), {0, 2}, cv::BORDER_WRAP);
    EXPECT_EQ(reachOf(*corner).window, cv::Rect(0, -2, 5, 3));
    EXPECT_TRUE(reachOf(*corner).wrapsRows && reachOf(*corner).wrapsColumns);
    const FilterReach chain = reachOf(*createChain({gauss, corner}));
    EXPECT_EQ(chain.window, cv::Rect(-3, -4, 11, 7));
    EXPECT_TRUE(chain.wrapsRows && chain.wrapsColumns);
    EXPECT_FALSE(reachOf(*gauss).wrapsRows || reachOf(*gauss).wrapsColumns);
    const cv::Mat element = cv::Mat::ones(3, 3, CV_8U);
    const auto open = createMorphologyFilter(cv::MORPH_OPEN, CV_8UC1, element, {-1, -1}, 2);
    EXPECT_EQ(reachOf(*open).window, cv::Rect(-4, -4, 9, 9));
    EXPECT_EQ(reachOf(*createMedianFilter(CV_8UC1, 9)).window, cv::Rect(-4, -4, 9, 9));
}

}} // namespace cudatiled_test
