// SPDX-License-Identifier: Apache-2.0
// The window with its trackbars: filter, size, amount, variant.
#pragma once

#include <string>

#include "selection.hpp"

namespace samples {

class ControlPanel
{
public:
    ControlPanel(const std::string& window, const Selection& selection);

    // What the trackbars say now. After a change of filter they stand where that filter starts.
    const Selection& poll();

    // Makes the window as large as pictures of this size need, within reason.
    void fitTo(cv::Size picture);

    // False once the user has closed the window.
    bool isOpen() const;

private:
    void showSliders();

    std::string window_;
    Selection selection_;
};

} // namespace samples
