// SPDX-License-Identifier: Apache-2.0
// Trackbars through highgui.
#include "control_panel.hpp"

#include <algorithm>

#include <opencv2/highgui.hpp>

namespace samples {
namespace {

const char* const kFilterBar = "filter";
constexpr int kWidestPicture = 1600; // on the screen
constexpr int kBarsHeight = 130;

} // namespace

ControlPanel::ControlPanel(const std::string& window, const Selection& selection)
    : window_(window), selection_(selection)
{
    cv::namedWindow(window_, cv::WINDOW_NORMAL | cv::WINDOW_KEEPRATIO | cv::WINDOW_GUI_NORMAL);
    cv::createTrackbar(kFilterBar, window_, nullptr, int(liveCommands().size()) - 1);
    cv::setTrackbarPos(kFilterBar, window_, selection_.filter);
    for (int bar = 0; bar < Selection::kBars; ++bar)
        cv::createTrackbar(barName(bar), window_, nullptr, 1);
    showSliders();
}

void ControlPanel::showSliders()
{
    for (int bar = 0; bar < Selection::kBars; ++bar)
    {
        const Slider* slider = sliderOf(selection_.filter, bar);
        const int last = slider ? std::max(int(slider->positions.size()) - 1, 1) : 1;
        cv::setTrackbarMax(barName(bar), window_, last);
        cv::setTrackbarPos(barName(bar), window_, last); // Qt writes a new maximum only when the position changes
        cv::setTrackbarPos(barName(bar), window_, selection_.positions[bar]);
    }
}

const Selection& ControlPanel::poll()
{
    const int filter = cv::getTrackbarPos(kFilterBar, window_);
    if (filter != selection_.filter && filter >= 0)
    {
        selection_ = selectFilter(filter);
        showSliders();
        return selection_;
    }
    for (int bar = 0; bar < Selection::kBars; ++bar)
        if (const Slider* slider = sliderOf(selection_.filter, bar))
        {
            const int last = int(slider->positions.size()) - 1;
            selection_.positions[bar] = std::clamp(cv::getTrackbarPos(barName(bar), window_), 0, last);
        }
    return selection_;
}

void ControlPanel::fitTo(cv::Size picture)
{
    const int width = std::min(picture.width, kWidestPicture);
    cv::resizeWindow(window_, width, width * picture.height / picture.width + kBarsHeight);
}

bool ControlPanel::isOpen() const
{
    return cv::getWindowProperty(window_, cv::WND_PROP_VISIBLE) >= 1;
}

} // namespace samples
