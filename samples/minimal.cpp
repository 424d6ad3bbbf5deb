// SPDX-License-Identifier: Apache-2.0
// The shortest whole program: blurs a picture, on the GPU where there is one.
#include <opencv2/cudatiled.hpp>
#include <opencv2/imgcodecs.hpp>

int main()
{
    const cv::Mat image = cv::imread("in.png");
    const cv::Ptr<cv::cudatiled::Filter> blur =
        cv::cudatiled::createGaussianFilter(image.type(), -1, cv::Size(7, 7), 1.5);
    cv::Mat blurred;
    blur->apply(image, blurred);
    return cv::imwrite("out.png", blurred) ? 0 : 1;
}
