// SPDX-License-Identifier: Apache-2.0
// Frames leave a stream in the order in which they came, each as its filter makes it.
#include <opencv2/cudatiled/frame_stream.hpp>

#include "../support/error_of.hpp"
#include "../support/filtered.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

cv::Mat frameOf(int number, cv::Size size = {48, 36})
{
    cv::Mat frame(size, CV_8UC3);
    cv::RNG(static_cast<std::uint64_t>(number) + 1).fill(frame, cv::RNG::UNIFORM, 0, 256);
    return frame;
}

// By the backend that is set, as the streams do it at the same time.
cv::Mat filteredAlone(Filter& filter, const cv::Mat& frame)
{
    cv::Mat result;
    filter.apply(frame, result);
    return result;
}

bool says(const std::string& error, const std::string& words)
{
    return error.find(words) != std::string::npos;
}

class FrameStreams : public OnPath
{
protected:
    const cv::Ptr<Filter> filter_ =
        createChain({createMedianFilter(CV_8UC3, 3), createSobelFilter(CV_8UC3, CV_16SC3, 1, 0)});
};
INSTANTIATE_TEST_SUITE_P(, FrameStreams, testing::Values(Path::Cpu, Path::HostOnCuda),
                         [](const auto& parameter) { return pathName(parameter.param); });

TEST_P(FrameStreams, KeepTheOrderOfTheirFrames)
{
    for (const int inFlight : {1, 3, 8})
    {
        FrameStream stream(filter_, inFlight);
        int popped = 0;
        const auto pop = [&] {
            const cv::Mat result = stream.pop();
            EXPECT_TRUE(equal(result, filteredAlone(*filter_, frameOf(popped)))) << "frame " << popped;
            ++popped;
        };
        for (int i = 0; i < 40; ++i)
        {
            stream.push(frameOf(i));
            EXPECT_EQ(stream.isFull(), i - popped + 1 == inFlight);
            if (stream.isFull())
                pop();
        }
        while (!stream.isEmpty())
            pop();
        EXPECT_EQ(popped, 40);
    }
}

TEST_P(FrameStreams, TakeFramesOfAnySize)
{
    FrameStream stream(filter_, 6);
    const cv::Size sizes[] = {{200, 150}, {1, 1}, {64, 2}, {3, 90}, {100, 100}, {17, 31}};
    for (int i = 0; i < 6; ++i)
        stream.push(frameOf(i, sizes[i]));
    for (int i = 0; i < 6; ++i)
        EXPECT_TRUE(equal(stream.pop(), filteredAlone(*filter_, frameOf(i, sizes[i]))));
}

TEST_P(FrameStreams, WriteResultsWhereTheyAreTold)
{
    FrameStream stream(filter_, 2);
    const cv::Mat fitting(36, 48, CV_16SC3), other(36, 48, CV_8UC3, cv::Scalar::all(7));
    stream.push(frameOf(1), fitting);
    stream.push(frameOf(2), other);
    const cv::Mat first = stream.pop(), second = stream.pop();
    EXPECT_EQ(first.data, fitting.data);
    EXPECT_NE(second.data, other.data);
    EXPECT_TRUE(equal(second, filteredAlone(*filter_, frameOf(2))));
    EXPECT_EQ(cv::norm(other, cv::Mat(36, 48, CV_8UC3, cv::Scalar::all(7)), cv::NORM_INF), 0);
}

TEST_P(FrameStreams, ThrowForTheFrameThatCannotBeFiltered)
{
    FrameStream stream(filter_, 3);
    stream.push(frameOf(0));
    stream.push(cv::Mat(20, 20, CV_8UC1, cv::Scalar(1)));
    stream.push(frameOf(2));
    EXPECT_TRUE(equal(stream.pop(), filteredAlone(*filter_, frameOf(0))));
    EXPECT_TRUE(says(errorOf([&] { stream.pop(); }), "src is of type 8UC1; the filter was created for 8UC3"));
    EXPECT_TRUE(equal(stream.pop(), filteredAlone(*filter_, frameOf(2))));
    EXPECT_TRUE(stream.isEmpty());
}

TEST_P(FrameStreams, FilterEachFrameByItsOwnFilter)
{
    const std::vector<cv::Ptr<Filter>> filters = {createMedianFilter(CV_8UC3, 3), createBoxFilter(CV_8UC3, -1, {5, 3}),
                                                  createSobelFilter(CV_16UC1, CV_32FC1, 0, 1)};
    const auto frame = [&](int i) {
        cv::Mat image;
        frameOf(i).convertTo(image, filters[i % 3]->srcType());
        return i % 3 == 2 ? cv::Mat(image.reshape(1)) : image;
    };
    FrameStream stream(4);
    int popped = 0;
    for (int i = 0; i < 20; ++i)
    {
        stream.push(filters[i % 3], frame(i));
        for (; stream.isFull() || (i == 19 && !stream.isEmpty()); ++popped)
            EXPECT_TRUE(equal(stream.pop(), filteredAlone(*filters[popped % 3], frame(popped)))) << "frame " << popped;
    }
    EXPECT_EQ(popped, 20);
}

TEST_P(FrameStreams, MayHaveAFilterForTheFramesWithoutOne)
{
    const cv::Ptr<Filter> other = createBoxFilter(CV_8UC3, -1, {3, 3});
    FrameStream stream(filter_, 2);
    stream.push(other, frameOf(0));
    stream.push(frameOf(1));
    EXPECT_TRUE(equal(stream.pop(), filteredAlone(*other, frameOf(0))));
    EXPECT_TRUE(equal(stream.pop(), filteredAlone(*filter_, frameOf(1))));
}

TEST_P(FrameStreams, TellHowLongAFrameTook)
{
    FrameStream stream(filter_, 2);
    double milliseconds = -1;
    stream.push(frameOf(0));
    stream.push(cv::Mat(20, 20, CV_8UC1, cv::Scalar(1)));
    stream.pop(&milliseconds);
    EXPECT_GT(milliseconds, 0);
    milliseconds = -1;
    errorOf([&] { stream.pop(&milliseconds); });
    EXPECT_GE(milliseconds, 0); // of a frame that could not be filtered, too
}

TEST_P(FrameStreams, RunOnAllDevicesAndWhereThereIsNone)
{
    const std::vector<int> devices = FrameStream::allDevices();
    EXPECT_EQ(devices.empty(), !pathExists(Path::HostOnCuda));
    FrameStream stream(filter_, 4, devices);
    for (int i = 0; i < 4; ++i)
        stream.push(frameOf(i));
    for (int i = 0; i < 4; ++i)
        EXPECT_TRUE(equal(stream.pop(), filteredAlone(*filter_, frameOf(i))));
}

TEST_P(FrameStreams, MayEndBeforeTheirFrames)
{
    for (int i = 0; i < 20; ++i)
    {
        FrameStream stream(filter_, 5);
        for (int frame = 0; frame < i % 6; ++frame)
            stream.push(frameOf(frame));
    }
}

TEST_P(FrameStreams, RefuseMoreFramesThanTheyTakeAndToGiveNone)
{
    FrameStream stream(filter_, 2);
    EXPECT_TRUE(says(errorOf([&] { stream.pop(); }), "FrameStream::pop: no frame is in the stream; push() one first"));
    stream.push(frameOf(0));
    stream.push(frameOf(1));
    EXPECT_TRUE(says(errorOf([&] { stream.push(frameOf(2)); }),
                     "FrameStream::push: 2 frames are in the stream, which takes 2 at a time; pop() one first"));
    EXPECT_TRUE(equal(stream.pop(), filteredAlone(*filter_, frameOf(0))));
}

TEST_P(FrameStreams, RefuseWhatTheyCannotWorkWith)
{
    EXPECT_TRUE(says(errorOf([] { FrameStream(nullptr, 2); }), "cudatiled::FrameStream: filter is null"));
    for (const int count : {0, -1, 65})
        EXPECT_TRUE(says(errorOf([&] { FrameStream(filter_, count); }),
                         cv::format("framesInFlight is %d; it must be 1 to 64", count)));
    EXPECT_TRUE(says(errorOf([&] { FrameStream(filter_, 2, {-1}); }), "devices has -1"));
    EXPECT_TRUE(says(errorOf([&] { FrameStream(filter_, 2, {99}); }), "devices has 99"));
    EXPECT_TRUE(says(errorOf([] { FrameStream(0); }), "framesInFlight is 0; it must be 1 to 64"));
    EXPECT_TRUE(says(errorOf([] { FrameStream(2).push(frameOf(0)); }),
                     "FrameStream::push: the stream was made without a filter; push(filter, frame) brings one"));
    EXPECT_TRUE(
        says(errorOf([] { FrameStream(2).push(cv::Ptr<Filter>(), frameOf(0)); }), "FrameStream::push: filter is null"));
}

}} // namespace cudatiled_test
