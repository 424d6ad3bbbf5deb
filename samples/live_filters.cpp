// SPDX-License-Identifier: Apache-2.0
// live_filters: a camera, a video, a picture or a test pattern beside its filtered self, with trackbars for the filter.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <opencv2/cudatiled.hpp>
#include <opencv2/highgui.hpp>

#include "common/command_line.hpp"
#include "common/comparison.hpp"
#include "common/picture_file.hpp"
#include "common/timing.hpp"
#include "live/control_panel.hpp"
#include "live/display.hpp"
#include "live/frame_source.hpp"
#include "live/overlay.hpp"
#include "live/selection.hpp"

namespace {

using namespace samples;

const std::string kWindow = "live_filters";
const std::vector<std::string> kHelp = {"space  pause",          "s  snapshot",  "d  difference from OpenCV's CPU",
                                        "b  switch the backend", "h  this help", "q, Esc  quit"};

// The filter of a selection and those that follow it, made anew only when the selection or the type of the pictures
// changes.
class SelectedFilter
{
public:
    explicit SelectedFilter(const std::vector<Recipe>& following) : following_(following) {}

    // The result keeps its memory from picture to picture. Returns the milliseconds that the filter took.
    double apply(const Selection& selection, const cv::Mat& frame, cv::Mat& result)
    {
        if (!filter_ || selection != selection_ || frame.type() != filter_->srcType())
        {
            selection_ = selection;
            chain_ = RecipeChain(recipeOf(selection), following_);
            filter_ = chain_.create(frame.type());
            if (filter_->dstType() != frame.type())
                throw std::invalid_argument("'" + chain_.text() + "' makes " + cv::typeToString(filter_->dstType()) +
                                            " of " + cv::typeToString(frame.type()) + "; both must be the same here");
        }
        return milliseconds([&] { filter_->apply(frame, result); });
    }

    const RecipeChain& chain() const { return chain_; }

private:
    const std::vector<Recipe> following_;
    Selection selection_;
    RecipeChain chain_{Recipe(commands().front()), {}};
    cv::Ptr<cv::cudatiled::Filter> filter_;
};

// A mean that follows its values within some ten of them.
class MovingMean
{
public:
    void add(double value) { mean_ = mean_ == 0 ? value : 0.9 * mean_ + 0.1 * value; }
    double value() const { return mean_; }

private:
    double mean_ = 0;
};

class LiveFilters
{
public:
    LiveFilters(FrameSource& source, const Selection& selection, const std::vector<Recipe>& following)
        : source_(source), panel_(kWindow, selection), filter_(following)
    {}

    void run();

private:
    bool showNext();
    void compose();
    std::vector<std::string> overlayLines() const;
    bool handleKey(int key);
    void switchBackend();
    void saveSnapshot();

    FrameSource& source_;
    ControlPanel panel_;
    SelectedFilter filter_;
    cv::Mat frame_, filtered_, canvas_; // `canvas_` is what the window shows
    MovingMean frameMs_, filterMs_;
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
        if (!paused_)
            source_.next(frame_);
        filterMs_.add(filter_.apply(panel_.poll(), frame_, filtered_));
        const bool first = canvas_.empty();
        compose();
        cv::imshow(kWindow, canvas_);
        if (first)
            panel_.fitTo(canvas_.size());
    });
    return handleKey(cv::waitKey(std::max(1, cvFloor(source_.period() - workMs))));
}

// The picture at the left, its filtered self or the difference at the right.
void LiveFilters::compose()
{
    const int width = frame_.cols;
    canvas_.create(frame_.rows, 2 * width, frame_.type());
    cv::Mat left = canvas_.colRange(0, width), right = canvas_.colRange(width, 2 * width);
    frame_.copyTo(left);
    if (difference_)
    {
        const Comparison comparison = compareWithOpenCv(filter_.chain(), frame_, filtered_);
        message_ = comparison.text();
        differencePicture(filtered_, comparison.reference).copyTo(right);
    }
    else
        filtered_.copyTo(right);
    drawLines(left, overlayLines());
    if (help_)
        drawLines(right, kHelp);
}

std::vector<std::string> LiveFilters::overlayLines() const
{
    return {filter_.chain().text(), cv::cudatiled::getBackendName(),
            cv::format("%.1f FPS, filter %.2f ms%s", 1000 / std::max(frameMs_.value(), 0.001), filterMs_.value(),
                       paused_ ? ", paused" : ""),
            message_};
}

// False when the program is to end.
bool LiveFilters::handleKey(int key)
{
    switch (key < 0 ? key : key & 0xFF)
    {
    case ' ': paused_ = !paused_; break;
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

int runHeadless(FrameSource& source, const Selection& selection, const std::vector<Recipe>& following, int frames)
{
    SelectedFilter filter(following);
    cv::Mat frame, filtered;
    std::vector<double> times;
    const double totalMs = milliseconds([&] {
        for (int i = 0; i < frames; ++i)
        {
            source.next(frame);
            times.push_back(filter.apply(selection, frame, filtered));
        }
    });
    std::sort(times.begin(), times.end());
    std::printf("%d frames of %dx%d, %s: filter %.3f ms (median), %.3f ... %.3f; %.1f FPS in all; %s\n", frames,
                frame.cols, frame.rows, filter.chain().text().c_str(), times[times.size() / 2], times.front(),
                times.back(), 1000 * frames / totalMs, cv::cudatiled::getBackendName().c_str());
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Filters live pictures; in the window, h shows the keys. Without an input: a moving test pattern.",
                 "live_filters");
    int camera = 0, headless = 0;
    std::string input, filter = "gaussian";
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
    addBackendOption(app);
    app.footer(kThenHelp);
    std::vector<Recipe> following;
    return runProgram(app, argc, argv, following, [&] {
        const Selection selection = selectFilter(filter);
        if (headless == 0)
            requireDisplay(); // before any thread or camera is started
        const std::unique_ptr<FrameSource> source = cameraOption->count() != 0  ? openCamera(camera)
                                                    : inputOption->count() != 0 ? openFile(input)
                                                                                : makeTestPattern();
        if (headless != 0)
            return runHeadless(*source, selection, following, headless);
        LiveFilters(*source, selection, following).run();
        return 0;
    });
}
