// SPDX-License-Identifier: Apache-2.0
// Errors: texts and throwing.
#include "require.hpp"

#include <opencv2/core/check.hpp>

namespace cv { namespace cudatiled {

void fail(cv::Error::Code code, const char* function, const std::string& what, const char* file, int line)
{
    const cv::Exception exception(code, std::string(function) + ": " + what, function, file, line);
    cv::error(exception);
    throw exception;
}

std::string depthName(int depth)
{
    const std::string name = cv::depthToString(depth); // CV_8U
    return name.rfind("CV_", 0) == 0 ? name.substr(3) : cv::format("depth %d", depth);
}

std::string typeName(int type)
{
    return depthName(CV_MAT_DEPTH(type)) + "C" + std::to_string(CV_MAT_CN(type));
}

}} // namespace cv::cudatiled
