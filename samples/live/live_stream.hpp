// SPDX-License-Identifier: Apache-2.0
// Frames on their way through the filter that was selected when they came.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <vector>

#include <opencv2/cudatiled/frame_stream.hpp>

#include "selection.hpp"

namespace samples {

struct FilteredFrame
{
    cv::Mat frame, result;
    std::shared_ptr<const RecipeChain> chain; // that made the result
    double milliseconds = 0;                  // that the filter worked
    double age = 0;                           // milliseconds from push to pop
};

// The selected filter and those that follow it, made anew only when the selection or the type of the frames changes.
// Frames that are in flight keep theirs. The memory of frames and results is used again.
class LiveStream
{
public:
    // `devices` is what a FrameStream takes.
    LiveStream(const std::vector<Recipe>& following, int framesInFlight, const std::vector<int>& devices);

    // Memory for the next frame to be pushed, which nothing else uses; empty for the first ones.
    cv::Mat memory();

    // Throws std::invalid_argument where the result would be of another type than the frame.
    void push(const Selection& selection, const cv::Mat& frame);

    // Waits for the oldest frame. What `shown` held before is memory for others.
    void pop(FilteredFrame& shown);

    // Waits for all frames, and drops them.
    void drain();

    bool isEmpty() const { return stream_.isEmpty(); }
    bool isFull() const { return stream_.isFull(); }
    int framesInFlight() const { return framesInFlight_; }

private:
    using Clock = std::chrono::steady_clock;
    struct Pushed
    {
        cv::Mat frame;
        std::shared_ptr<const RecipeChain> chain;
        Clock::time_point time;
    };

    void select(const Selection& selection, int type);

    const std::vector<Recipe> following_;
    const int framesInFlight_;
    Selection selection_;
    std::shared_ptr<const RecipeChain> chain_;
    cv::Ptr<cv::cudatiled::Filter> filter_;
    std::vector<cv::Mat> spareFrames_, spareResults_;
    std::deque<Pushed> pushed_; // as they are in the stream
    cv::cudatiled::FrameStream stream_;
};

} // namespace samples
