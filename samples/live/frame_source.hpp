// SPDX-License-Identifier: Apache-2.0
// Where the live pictures come from: a camera, a video, a picture, or a moving test pattern.
#pragma once

#include <memory>
#include <string>

#include <opencv2/core.hpp>

namespace samples {

class FrameSource
{
public:
    virtual ~FrameSource() = default;

    // The next picture, 8UC3; the memory of `frame` is reused. Throws std::runtime_error when there are no more.
    virtual void next(cv::Mat& frame) = 0;

    // Milliseconds from one picture to the next; 0 for a source that makes us wait by itself.
    virtual double period() const { return 1000.0 / 60; }
};

// These throw std::runtime_error that says what is wrong and what to do.
std::unique_ptr<FrameSource> openCamera(int index);
std::unique_ptr<FrameSource> openFile(const std::string& path); // a picture, or a video that starts over at its end
std::unique_ptr<FrameSource> makeTestPattern();

} // namespace samples
