// SPDX-License-Identifier: Apache-2.0
// Cameras, videos and pictures through OpenCV, and a test pattern with edges of every direction and frequency.
#include "frame_source.hpp"

#include <cmath>
#include <filesystem>
#include <stdexcept>

#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include "../common/picture_file.hpp"

namespace samples {
namespace {

class Camera : public FrameSource
{
public:
    explicit Camera(int index) : index_(index)
    {
        if (!capture_.open(index))
            throw std::runtime_error(
                cv::format("camera %d cannot be opened: is it connected, free, and are you allowed "
                           "to use it? Without a camera try --pattern or --input FILE",
                           index));
    }

    void next(cv::Mat& frame) override
    {
        if (!capture_.read(frame) || frame.empty())
            throw std::runtime_error(cv::format("camera %d delivers no more pictures: was it unplugged?", index_));
    }

    double period() const override { return 0; }

private:
    int index_;
    cv::VideoCapture capture_;
};

class Video : public FrameSource
{
public:
    explicit Video(const std::string& path) : path_(path)
    {
        if (!capture_.open(path))
            throw std::runtime_error("'" + path + "' is neither a picture nor a video that OpenCV reads");
        const double rate = capture_.get(cv::CAP_PROP_FPS);
        period_ = rate > 0 ? 1000 / rate : 0;
    }

    void next(cv::Mat& frame) override
    {
        if (capture_.read(frame) && !frame.empty())
            return;
        if (!capture_.open(path_) || !capture_.read(frame) || frame.empty())
            throw std::runtime_error("'" + path_ + "' has ended and cannot be started over");
    }

    double period() const override { return period_; }

private:
    std::string path_;
    cv::VideoCapture capture_;
    double period_;
};

class Still : public FrameSource
{
public:
    explicit Still(const cv::Mat& picture) : picture_(picture) {}
    void next(cv::Mat& frame) override { picture_.copyTo(frame); }

private:
    cv::Mat picture_;
};

// Rings that run outwards, finer and finer, each colour at its own speed, and shapes that circle in front of them.
class TestPattern : public FrameSource
{
public:
    TestPattern() : phase_(480, 640, CV_8U), wave_(1, 256, CV_8U)
    {
        for (int y = 0; y < phase_.rows; ++y)
            for (int x = 0; x < phase_.cols; ++x)
                phase_.at<uchar>(y, x) =
                    uchar(int(std::hypot(x - 320, y - 240) * std::hypot(x - 320, y - 240) / 8) & 255);
    }

    void next(cv::Mat& frame) override
    {
        for (int c = 0; c < 3; ++c)
        {
            for (int i = 0; i < 256; ++i)
                wave_.at<uchar>(i) =
                    cv::saturate_cast<uchar>(128 + 100 * std::cos((i - time_ * (c + 2)) * CV_2PI / 256));
            cv::LUT(phase_, wave_, colours_[c]);
        }
        cv::merge(colours_, 3, frame);
        const cv::Point orbit(cvRound(200 * std::cos(time_ * 0.02)), cvRound(140 * std::sin(time_ * 0.02)));
        const cv::Point centre(320, 240);
        cv::circle(frame, centre + orbit, 60, {40, 160, 250}, cv::FILLED, cv::LINE_AA);
        cv::rectangle(frame, cv::Rect(centre - orbit - cv::Point(60, 40), cv::Size(120, 80)), {200, 80, 30},
                      cv::FILLED);
        cv::putText(frame, "cudatiled", centre - orbit + cv::Point(-54, 8), cv::FONT_HERSHEY_DUPLEX, 0.7,
                    {255, 255, 255}, 1, cv::LINE_AA);
        ++time_;
    }

private:
    cv::Mat phase_, wave_; // wave_ turns a phase of 1/256 of a period into a brightness
    cv::Mat colours_[3];
    int time_ = 0;
};

} // namespace

std::unique_ptr<FrameSource> openCamera(int index)
{
    return std::make_unique<Camera>(index);
}

std::unique_ptr<FrameSource> openFile(const std::string& path)
{
    const bool isAddress = path.find("://") != std::string::npos;
    if (!isAddress && !std::filesystem::exists(path))
        throw std::runtime_error("'" + path + "' does not exist");
    if (isAddress || !isPicture(path))
        return std::make_unique<Video>(path);
    cv::Mat picture = readPicture(path);
    if (picture.depth() != CV_8U)
        cv::normalize(picture, picture, 0, 255, cv::NORM_MINMAX, CV_8U);
    if (picture.channels() != 3)
        cv::cvtColor(picture, picture, picture.channels() == 1 ? cv::COLOR_GRAY2BGR : cv::COLOR_BGRA2BGR);
    return std::make_unique<Still>(picture);
}

std::unique_ptr<FrameSource> makeTestPattern()
{
    return std::make_unique<TestPattern>();
}

} // namespace samples
