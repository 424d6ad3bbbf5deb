// SPDX-License-Identifier: Apache-2.0
// Chains on device images in bands, on emulated CUDA: which stages share them, and what is asked of CUDA for them.
#include <opencv2/cudatiled.hpp>

#include "../../src/api/band_sizes.hpp"
#include "../support/chain_cell.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

const auto kDefaultStream = static_cast<CUstream_st*>(nullptr);

cv::Mat noise(cv::Size size, int type)
{
    cv::Mat image(size, type);
    cv::theRNG().fill(image, cv::RNG::UNIFORM, 0, 200);
    return image;
}

cv::Ptr<Filter> sharpen(int border = cv::BORDER_DEFAULT)
{
    return createSharpenFilter(CV_8UC1, -1, SHARPEN_8, 0.25, border);
}

cv::Mat downloaded(const DeviceImage& image)
{
    cv::Mat pixels;
    image.download(pixels);
    return pixels;
}

cv::Mat oneByOne(const Filters& filters, const cv::Mat& src)
{
    const DeviceImage image(src), dst(src.size(), filters.back()->dstType());
    imagesOneByOne(filters, image.gpuMat(), dst.gpuMat());
    return downloaded(dst);
}

class DeviceBands : public testing::Test
{
protected:
    ~DeviceBands() override { setChainBandRows(0); }
};

// ---- Which stages share bands

struct CutChain
{
    const char* name;
    Filters filters;
    int launches, copies; // of an image of 40 rows in bands of 10
};

std::vector<CutChain> cutChains()
{
    const auto open = createMorphologyFilter(cv::MORPH_OPEN, CV_8UC1, cv::Mat::ones(3, 3, CV_8U));
    const auto wrapped = sharpen(cv::BORDER_WRAP), median = createMedianFilter(CV_8UC1, 5);
    const auto toFloats = createBoxFilter(CV_8UC1, CV_32FC1, {3, 3}),
               back = createSobelFilter(CV_32FC1, CV_32FC1, 1, 0);
    const auto inAnyOrder = createSeparableLinearFilter(CV_8UC1, -1, cv::Mat(1, 15, CV_32F, cv::Scalar(0.0667)),
                                                        cv::Mat(1, 15, CV_32F, cv::Scalar(0.0667)));
    return {
        {"three", {sharpen(), median, sharpen()}, 3 * 4, 0},
        {"floats in the order of their window", {toFloats, back}, 2 * 4, 0},
        {"one that is not cut first", {inAnyOrder, sharpen(), median}, 1 + 2 * 4, 0},
        {"one that is not cut last", {sharpen(), median, inAnyOrder}, 2 * 4 + 1, 0},
        {"one that is not cut between two", {sharpen(), inAnyOrder, sharpen()}, 3, 0},
        {"one that is not cut between groups", {sharpen(), median, wrapped, median, sharpen()}, 2 * 4 + 1 + 2 * 4, 0},
        {"two steps in the middle", {sharpen(), open, sharpen()}, 3 * 4, 0},
        {"two steps at the end", {sharpen(), open}, 2 * 4, 4},
    };
}

TEST_F(DeviceBands, AreOfNeighboursWhoseBitsDoNotDependOnTheRows)
{
    for (const CutChain& c : cutChains())
    {
        const cv::Mat pixels = noise({50, 40}, c.filters.front()->srcType());
        const DeviceImage src(pixels), dst(pixels.size(), c.filters.back()->dstType());
        const cv::Ptr<Filter> chain = createChain(c.filters);
        setChainBandRows(10);
        Calls calls = callsDuring([&] { chain->apply(src.gpuMat(), dst.gpuMat(), kDefaultStream); });
        EXPECT_EQ(calls["cudaLaunchKernelEx"], c.launches) << c.name;
        EXPECT_EQ(calls["cudaMemcpy2DAsync"], c.copies) << c.name;
        EXPECT_TRUE(sameBits(downloaded(dst), oneByOne(c.filters, pixels))) << c.name;
    }
}

TEST_F(DeviceBands, BorrowMemoryOnce)
{
    const DeviceImage src(noise({50, 40}, CV_8UC1)), dst(40, 50, CV_8UC1);
    setChainBandRows(10);
    for (int count = 2; count <= 6; ++count)
    {
        const cv::Ptr<Filter> chain = createChain(Filters(count, sharpen()));
        for (const DeviceImage& target : {dst, src})
        {
            Calls calls = callsDuring([&] { chain->apply(src.gpuMat(), target.gpuMat(), kDefaultStream); });
            calls.erase("cudaGetDevice");
            EXPECT_EQ(calls,
                      (Calls{{"cudaLaunchKernelEx", 4 * count}, {"cudaMallocFromPoolAsync", 1}, {"cudaFreeAsync", 1}}));
        }
    }
}

TEST_F(DeviceBands, AreNotOfImagesThatAreTimedOrLow)
{
    const DeviceImage src(noise({50, 40}, CV_8UC1)), dst(40, 50, CV_8UC1);
    const cv::Ptr<Filter> chain = createChain({sharpen(), sharpen()});
    const auto launches = [&](const auto& action) {
        return callsDuring(action)["cudaLaunchKernelEx"];
    };
    setChainBandRows(10);
    EXPECT_EQ(launches([&] { timeStages(*chain, src.gpuMat(), dst.gpuMat()); }), 2);
    for (const int rows : {0, -1, 40})
    {
        setChainBandRows(rows);
        EXPECT_EQ(launches([&] { chain->apply(src.gpuMat(), dst.gpuMat(), kDefaultStream); }), 2) << rows;
    }
}

// ---- Overlapping images

TEST_F(DeviceBands, MayGoFromOnePartOfAnImageToAnotherThatOverlapsIt)
{
    const cv::Mat frame = noise({70, 90}, CV_8UC1);
    const cv::Rect from(9, 12, 44, 60);
    const Filters all = {createMedianFilter(CV_8UC1, 7), sharpen(), createBoxFilter(CV_8UC1, -1, {5, 5}), sharpen()};
    for (int count = 2; count <= 4; ++count)
        for (const int rows : {1, 2, 5, 6, 7, 13, 30})
            for (const cv::Point shift : {cv::Point(0, 0), cv::Point(0, 1), cv::Point(0, -3), cv::Point(2, 0)})
            {
                const Filters filters(all.begin(), all.begin() + count);
                cv::Mat expected = frame.clone();
                const DeviceImage image(frame), result(from.size(), CV_8UC1);
                setChainBandRows(0);
                imagesOneByOne(filters, image(from).gpuMat(), result.gpuMat());
                downloaded(result).copyTo(expected(from + shift));
                setChainBandRows(rows);
                createChain(filters)->apply(image(from).gpuMat(), image(from + shift).gpuMat(), kDefaultStream);
                ASSERT_TRUE(sameBits(downloaded(image), expected))
                    << count << " filters, bands of " << rows << " rows, shifted by " << shift;
            }
}

TEST_F(DeviceBands, AreCutInPlaceUnlessTheyAreLowerThanWhatIsReadAgain)
{
    const DeviceImage image(noise({50, 60}, CV_8UC1));
    const cv::Ptr<Filter> chain = createChain({createMedianFilter(CV_8UC1, 7), sharpen()});
    for (const auto& [rows, launches] : {std::pair(3, 2), {4, 2 * 15}, {20, 2 * 3}})
    {
        setChainBandRows(rows);
        Calls calls = callsDuring([&] { chain->apply(image.gpuMat(), image.gpuMat(), kDefaultStream); });
        EXPECT_EQ(calls["cudaLaunchKernelEx"], launches) << rows;
    }
}

// ---- Streams

TEST_F(DeviceBands, AreWorkOfTheCallersStreamAlone)
{
    const Filters filters = {sharpen(), createMedianFilter(CV_8UC1, 5), sharpen()};
    const cv::Mat pixels = noise({50, 40}, CV_8UC1), expected = oneByOne(filters, oneByOne(filters, pixels));
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    setChainBandRows(8);
    const DeviceImage src(pixels), dst(pixels.size(), CV_8UC1);
    const Calls calls = callsDuring([&] {
        const cv::Ptr<Filter> chain = createChain(filters); // gone before its work is done
        chain->apply(src.gpuMat(), src.gpuMat(), stream);
        chain->apply(src.gpuMat(), dst.gpuMat(), stream);
    });
    for (const char* call : {"cudaStreamSynchronize", "cudaEventRecord", "cudaStreamWaitEvent"})
        EXPECT_EQ(calls.count(call), 0u) << call;
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    EXPECT_TRUE(sameBits(downloaded(dst), expected));
}

// ---- How many rows

TEST(ChainBandRows, AreOfLargeImagesAlone)
{
    const auto rowsOf = [](int columns, int rows, int pixelBytes, int stages) {
        const auto bytes = static_cast<std::size_t>(columns) * pixelBytes;
        return chainBandRows({stages, 2 * bytes, (stages - 1) * bytes}, rows);
    };
    EXPECT_EQ(rowsOf(1920, 1080, 3, 3), 0);
    EXPECT_EQ(rowsOf(3840, 2160, 1, 3), 0);
    for (const int pixelBytes : {1, 3, 4})
    {
        const int rows = rowsOf(8192, 8192, pixelBytes, 3);
        EXPECT_GT(rows, 100);
        EXPECT_LE(2 * rows * 8192 * pixelBytes, 50 << 20);
    }
    EXPECT_EQ(rowsOf(1 << 26, 2, 1, 3), 0) << "a row that is larger than the cache";
}

}} // namespace cudatiled_test
