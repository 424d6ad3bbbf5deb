// SPDX-License-Identifier: Apache-2.0
// live_filters: a camera, a video, a picture or a test pattern beside its filtered self, with trackbars for the filter.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <opencv2/cudatiled.hpp>
#include <opencv2/highgui.hpp>
#include <opencv2/imgproc.hpp>

#include "common/command_line.hpp"
#include "common/comparison.hpp"
#include "common/devices.hpp"
#include "common/picture_file.hpp"
#include "common/timing.hpp"
#include "live/control_panel.hpp"
#include "live/display.hpp"
#include "live/frame_source.hpp"
#include "live/live_stream.hpp"
#include "live/overlay.hpp"
#include "live/selection.hpp"

namespace {

using namespace samples;

const std::string kWindow = "live_filters";
const std::vector<std::string> kHelp = {"space  pause",          "s  snapshot",  "d  difference from OpenCV's CPU",
                                        "b  switch the backend", "h  this help", "q, Esc  quit"};

// A mean that follows its values within some ten of them.
class MovingMean
{
public:
    void add(double value) { mean_ = mean_ == 0 ? value : 0.9 * mean_ + 0.1 * value; }
    double value() const { return mean_; }

private:
    double mean_ = 0;
};

// Into a part of an image, which has its type; gray pixels become colours.
void copyPixels(const cv::Mat& image, cv::Mat& part)
{
    if (image.type() == part.type())
        image.copyTo(part);
    else
        cv::cvtColor(image, part, cv::COLOR_GRAY2BGR);
}

class LiveFilters
{
public:
    LiveFilters(FrameSource& source, LiveStream& stream, const Selection& selection, const std::vector<int>& devices)
        : source_(source), stream_(stream), panel_(kWindow, selection), devices_(devices)
    {}

    void run();

private:
    bool showNext();
    void pushNext();
    void compose();
    std::vector<std::string> overlayLines() const;
    bool handleKey(int key);
    void switchBackend();
    void saveSnapshot();

    FrameSource& source_;
    LiveStream& stream_;
    ControlPanel panel_;
    const std::vector<int> devices_;
    FilteredFrame shown_;
    cv::Mat canvas_; // what the window shows
    MovingMean frameMs_, filterMs_, ageMs_;
    std::string message_ = "h: help"; // the answer to the last key
    bool paused_ = false, difference_ = false, help_ = false;
};

void LiveFilters::run()
{
    for (bool running = true; running && panel_.isOpen();)
        frameMs_.add(milliseconds([&] { running = showNext(); }));
}

// False when the program is to end.
bool LiveFilters::showNext()
{
    const double workMs = milliseconds([&] {
        while (!stream_.isFull())
            pushNext();
        stream_.pop(shown_);
        filterMs_.add(shown_.milliseconds);
        ageMs_.add(shown_.age);
        const bool first = canvas_.empty();
        compose();
        cv::imshow(kWindow, canvas_);
        if (first)
            panel_.fitTo(canvas_.size());
    });
    return handleKey(cv::waitKey(std::max(1, cvFloor(source_.period() - workMs))));
}

// While paused, the frame that is shown is filtered again and again, so that the trackbars change it.
void LiveFilters::pushNext()
{
    cv::Mat frame = stream_.memory();
    if (paused_)
        shown_.frame.copyTo(frame);
    else
        source_.next(frame);
    stream_.push(panel_.poll(), frame);
}

// The picture at the left, its filtered self or the difference at the right.
void LiveFilters::compose()
{
    const int width = shown_.frame.cols;
    canvas_.create(shown_.frame.rows, 2 * width, shown_.frame.type());
    cv::Mat left = canvas_.colRange(0, width), right = canvas_.colRange(width, 2 * width);
    shown_.frame.copyTo(left);
    if (difference_)
    {
        const Comparison comparison = compareWithOpenCv(*shown_.chain, shown_.frame, shown_.result);
        message_ = comparison.text();
        const cv::Mat &ours = shown_.result, &theirs = comparison.reference;
        copyPixels(differencePicture(ours, theirs, brightestScale(ours, theirs)), right);
    }
    else
        copyPixels(shown_.result, right);
    drawLines(left, overlayLines());
    if (help_)
        drawLines(right, kHelp);
}

std::vector<std::string> LiveFilters::overlayLines() const
{
    return {shown_.chain->text(), whereFiltered(devices_),
            cv::format("%.1f FPS, filter %.2f ms, %d in flight: shown after %.0f ms%s",
                       1000 / std::max(frameMs_.value(), 0.001), filterMs_.value(), stream_.framesInFlight(),
                       ageMs_.value(), paused_ ? ", paused" : ""),
            message_};
}

// False when the program is to end.
bool LiveFilters::handleKey(int key)
{
    switch (key < 0 ? key : key & 0xFF)
    {
    case ' ':
        paused_ = !paused_;
        stream_.drain(); // what is shown stays
        break;
    case 's': saveSnapshot(); break;
    case 'd':
        difference_ = !difference_;
        message_.clear();
        break;
    case 'h': help_ = !help_; break;
    case 'b': switchBackend(); break;
    case 'q':
    case 27: // Esc
        return false;
    default: break;
    }
    return true;
}

void LiveFilters::switchBackend()
{
    const bool onGpu = cv::cudatiled::getBackend() == cv::cudatiled::BACKEND_CUDA;
    stream_.drain(); // so that the times are of one backend
    try
    {
        cv::cudatiled::setBackend(onGpu ? cv::cudatiled::BACKEND_CPU : cv::cudatiled::BACKEND_CUDA);
        filterMs_ = {};
        message_.clear();
    }
    catch (const cv::Exception& error)
    {
        message_ = error.err;
    }
}

void LiveFilters::saveSnapshot()
{
    std::string name;
    for (int i = 1; name.empty() || std::filesystem::exists(name); ++i)
        name = cv::format("live_filters_%03d.png", i);
    writePicture(name, canvas_);
    message_ = "wrote " + name;
    std::printf("%s\n", message_.c_str());
}

int runHeadless(FrameSource& source, LiveStream& stream, const Selection& selection, int frames,
                const std::vector<int>& devices)
{
    FilteredFrame filtered;
    std::vector<double> times;
    const auto pop = [&] {
        stream.pop(filtered);
        times.push_back(filtered.milliseconds);
    };
    const double totalMs = milliseconds([&] {
        for (int i = 0; i < frames; ++i)
        {
            cv::Mat frame = stream.memory();
            source.next(frame);
            stream.push(selection, frame);
            if (stream.isFull())
                pop();
        }
        while (!stream.isEmpty())
            pop();
    });
    std::sort(times.begin(), times.end());
    std::printf("%d frames of %dx%d, %s: filter %.3f ms (median), %.3f ... %.3f; %.1f FPS in all, %d in flight; %s\n",
                frames, filtered.frame.cols, filtered.frame.rows, filtered.chain->text().c_str(),
                times[times.size() / 2], times.front(), times.back(), 1000 * frames / totalMs, stream.framesInFlight(),
                whereFiltered(devices).c_str());
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Filters live pictures; in the window, h shows the keys. Without an input: a moving test pattern.",
                 "live_filters");
    int camera = 0, headless = 0, inFlight = 0;
    std::string input, filter = "gaussian", devicesText;
    bool pattern = false;
    CLI::Option* cameraOption =
        app.add_option("--camera", camera, "number of a camera, 0 is the first")->type_name("N");
    CLI::Option* inputOption =
        app.add_option("--input", input, "a video or picture file")->excludes(cameraOption)->type_name("FILE");
    app.add_flag("--pattern", pattern, "a moving test pattern (the default)")
        ->excludes(cameraOption)
        ->excludes(inputOption);
    app.add_option("--filter", filter, "the filter to start with")->capture_default_str()->type_name("NAME");
    app.add_option("--headless", headless, "filter N frames without a window and print the times")
        ->check(CLI::Range(1, 1000000))
        ->type_name("N");
    app.add_option("--frames-in-flight", inFlight,
                   "frames that are filtered at a time; 1 shows each as soon as it is filtered, more show each later, "
                   "but more of them (1 to 64; default: 2, or one for each device)")
        ->check(CLI::Range(1, 64))
        ->type_name("N");
    addDevicesOption(app, devicesText);
    addBackendOption(app);
    app.footer(kThenHelp);
    std::vector<Recipe> following;
    return runProgram(app, argc, argv, following, [&] {
        const Selection selection = selectFilter(filter);
        for (const Recipe& recipe : following)
            requireOnePicture(*recipe.filter);
        if (headless == 0)
            requireDisplay(); // before any thread or camera is started
        const std::unique_ptr<FrameSource> source = cameraOption->count() != 0  ? openCamera(camera)
                                                    : inputOption->count() != 0 ? openFile(input)
                                                                                : makeTestPattern();
        const std::vector<int> devices = devicesOf(devicesText);
        const int frames = inFlight != 0 ? inFlight : std::clamp(int(devices.size()), 2, 64);
        LiveStream stream(following, frames, devices);
        if (headless != 0)
            return runHeadless(*source, stream, selection, headless, devices);
        LiveFilters(*source, stream, selection, devices).run();
        return 0;
    });
}
