// SPDX-License-Identifier: Apache-2.0
// Errors: cv::Exceptions that name the public function, the offending value and what would be accepted.
#pragma once

#include <string>

#include <opencv2/core.hpp>

namespace cv { namespace cudatiled {

// Throws a cv::Exception whose text is "<function>: <what>", also when OpenCV's error callback returns.
[[noreturn]] void fail(cv::Error::Code code, const char* function, const std::string& what, const char* file, int line);

// E.g. "8UC3".
std::string typeName(int type);
std::string depthName(int depth);

}} // namespace cv::cudatiled

#define CUDATILED_FAIL(function, code, ...)                                                                            \
    ::cv::cudatiled::fail(cv::Error::code, function, cv::format(__VA_ARGS__), __FILE__, __LINE__)

#define CUDATILED_REQUIRE(condition, function, code, ...)                                                              \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!(condition))                                                                                              \
            CUDATILED_FAIL(function, code, __VA_ARGS__);                                                               \
    } while (false)
