// SPDX-License-Identifier: Apache-2.0
// Frames keep the filter that was selected when they were pushed, and their memory is used again.
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "../live/live_stream.hpp"

using namespace samples;

namespace {

cv::Mat noise(int number)
{
    cv::Mat image(30, 40, CV_8UC3);
    cv::RNG(std::uint64_t(number) + 1).fill(image, cv::RNG::UNIFORM, 0, 256);
    return image;
}

cv::Mat expected(const Selection& selection, const std::vector<Recipe>& following, const cv::Mat& frame)
{
    cv::Mat result;
    RecipeChain(recipeOf(selection), following).create(frame.type())->apply(frame, result);
    return result;
}

} // namespace

TEST(LiveStream, FramesKeepTheFilterThatWasSelected)
{
    const std::vector<Recipe> following = {Recipe("median")};
    Selection larger = selectFilter("box");
    ++larger.positions[0];
    const Selection selections[] = {selectFilter("gaussian"), selectFilter("box"), larger};
    for (const int inFlight : {1, 2, 5})
    {
        LiveStream stream(following, inFlight, {});
        FilteredFrame shown;
        int popped = 0;
        for (int i = 0; i < 30; ++i)
        {
            stream.push(selections[i / 2 % 3], noise(i));
            for (; stream.isFull() || (i == 29 && !stream.isEmpty()); ++popped)
            {
                stream.pop(shown);
                const Selection& selection = selections[popped / 2 % 3];
                EXPECT_EQ(cv::norm(shown.frame, noise(popped), cv::NORM_INF), 0) << popped;
                EXPECT_EQ(cv::norm(shown.result, expected(selection, following, noise(popped)), cv::NORM_INF), 0)
                    << popped;
                EXPECT_EQ(shown.chain->text(), RecipeChain(recipeOf(selection), following).text());
                EXPECT_GE(shown.age, shown.milliseconds);
            }
        }
        EXPECT_EQ(popped, 30);
    }
}

TEST(LiveStream, UsesMemoryAgainThatIsNotShown)
{
    LiveStream stream({}, 2, {});
    FilteredFrame shown;
    std::set<const uchar*> frames, results;
    for (int i = 0; i < 20; ++i)
    {
        cv::Mat frame = stream.memory();
        EXPECT_TRUE(frame.empty() || frame.data != shown.frame.data);
        noise(i).copyTo(frame);
        stream.push(selectFilter("sharpen"), frame);
        frames.insert(frame.data);
        if (!stream.isFull())
            continue;
        stream.pop(shown);
        results.insert(shown.result.data);
    }
    EXPECT_LE(frames.size(), 4u); // two in flight, one shown, and one to come
    EXPECT_LE(results.size(), 4u);
}

TEST(LiveStream, DropsWhatIsInFlight)
{
    LiveStream stream({}, 3, {});
    for (int i = 0; i < 2; ++i)
        stream.push(selectFilter("box"), noise(i));
    stream.drain();
    EXPECT_TRUE(stream.isEmpty());
    FilteredFrame shown;
    stream.push(selectFilter("box"), noise(5));
    stream.pop(shown);
    EXPECT_EQ(cv::norm(shown.frame, noise(5), cv::NORM_INF), 0);
}

TEST(LiveStream, RefusesResultsOfAnotherType)
{
    LiveStream stream({Recipe("sobel --depth 16s")}, 2, {});
    EXPECT_THROW(stream.push(selectFilter("box"), noise(0)), std::invalid_argument);
    EXPECT_TRUE(stream.isEmpty());
}
