// SPDX-License-Identifier: Apache-2.0
// Errors: texts and throwing.
#include "require.hpp"

namespace cv { namespace cudatiled {

void fail(cv::Error::Code code, const char* function, const std::string& what, const char* file, int line)
{
    const cv::Exception exception(code, std::string(function) + ": " + what, function, file, line);
    cv::error(exception);
    throw exception;
}

std::string depthName(int depth)
{
    static const char* const names[] = {"8U", "8S", "16U", "16S", "32S", "32F", "64F", "16F"};
    return depth >= 0 && depth < 8 ? names[depth] : cv::format("depth %d", depth);
}

std::string typeName(int type)
{
    return depthName(CV_MAT_DEPTH(type)) + "C" + std::to_string(CV_MAT_CN(type));
}

}} // namespace cv::cudatiled
