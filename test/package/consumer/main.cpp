// SPDX-License-Identifier: Apache-2.0
// A program as a stranger would write it: the installed package has to be enough for it. C++11.
#include <iostream>

#include <opencv2/cudatiled.hpp>

int main()
{
    const cv::Mat image(40, 60, CV_8UC3, cv::Scalar(10, 20, 30));
    cv::Mat blurred;
    cv::cudatiled::createGaussianFilter(image.type(), -1, cv::Size(7, 7), 1.5)->apply(image, blurred);
    std::cout << cv::cudatiled::getBackendName() << std::endl;
    return cv::norm(image, blurred, cv::NORM_INF) == 0 ? 0 : 1; // an even area stays as it is
}
