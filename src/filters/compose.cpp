// SPDX-License-Identifier: Apache-2.0
// compose: one mask for two convolutions. normalizingScale: what makes the taps of a mask sum to 1.
#include <cmath>

#include "mask.hpp"

namespace cv { namespace cudatiled {

namespace {

cv::Mat1d fullConvolution(const cv::Mat1d& a, const cv::Mat1d& b)
{
    cv::Mat1d product = cv::Mat1d::zeros(a.rows + b.rows - 1, a.cols + b.cols - 1);
    for (int y = 0; y < b.rows; ++y)
        for (int x = 0; x < b.cols; ++x)
            product(cv::Rect({x, y}, a.size())) += a * b(y, x);
    return product;
}

} // namespace

Point compose(InputArray a, InputArray b, OutputArray mask, Point originOfA, Point originOfB)
{
    const cv::Mat1d first = tapsInDouble(__func__, "a", a), second = tapsInDouble(__func__, "b", b);
    const cv::Point origin = checkedOrigin(__func__, "originOfA", first.size(), originOfA) +
                             checkedOrigin(__func__, "originOfB", second.size(), originOfB);
    fullConvolution(first, second).copyTo(mask);
    return origin;
}

double normalizingScale(InputArray mask)
{
    const cv::Mat1d taps = tapsInDouble(__func__, "mask", mask);
    const double sum = cv::sum(taps)[0], magnitude = cv::norm(taps, cv::NORM_L1);
    return std::abs(sum) <= 1e-6 * magnitude ? 1 : 1 / sum;
}

}} // namespace cv::cudatiled
