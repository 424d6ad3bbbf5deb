// SPDX-License-Identifier: Apache-2.0
// Loaded before a program: OpenCV's loops run in the threads that call them. Where OpenCV's pool of threads is TBB's,
// ThreadSanitizer does not see that a loop waits for it, and would call all its work a race.
#include <opencv2/core.hpp>

namespace {

const bool set = [] {
    cv::setNumThreads(1);
    return true;
}();

} // namespace
