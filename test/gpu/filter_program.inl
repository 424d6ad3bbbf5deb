// SPDX-License-Identifier: Apache-2.0
// A program of cv::cuda calls, which is compiled with both namespaces: FILTERS is cv::cuda or cv::cudatiled::cuda.

struct Step
{
    const char* name;
    bool isGray;
    cv::Ptr<cv::cuda::Filter> filter;
};

inline std::vector<Step> steps()
{
    const cv::Mat kernel = (cv::Mat_<float>(3, 3) << 0, -1, 0, -1, 5, -1, 0, -1, 0);
    const cv::Mat taps = (cv::Mat_<float>(1, 5) << 1, 4, 6, 4, 1) / 16;
    const cv::Mat element = cv::getStructuringElement(cv::MORPH_RECT, {5, 3});
    return {
        {"Box", true, FILTERS::createBoxFilter(CV_8UC1, CV_8UC1, {5, 5})},
        {"Linear", true, FILTERS::createLinearFilter(CV_8UC1, CV_8UC1, kernel)},
        {"Linear of 4 channels", false, FILTERS::createLinearFilter(CV_8UC4, CV_8UC4, kernel)},
        {"Laplacian", true, FILTERS::createLaplacianFilter(CV_8UC1, CV_8UC1, 3)},
        {"SeparableLinear", true, FILTERS::createSeparableLinearFilter(CV_8UC1, CV_8UC1, taps, taps)},
        {"Deriv", true, FILTERS::createDerivFilter(CV_8UC1, CV_16SC1, 1, 0, 3)},
        {"Sobel", true, FILTERS::createSobelFilter(CV_8UC1, CV_16SC1, 0, 1)},
        {"Scharr", true, FILTERS::createScharrFilter(CV_8UC1, CV_16SC1, 1, 0)},
        {"Gaussian", true, FILTERS::createGaussianFilter(CV_8UC1, CV_8UC1, {7, 7}, 1.5)},
        {"Gaussian of 4 channels", false, FILTERS::createGaussianFilter(CV_8UC4, CV_8UC4, {5, 5}, 1.1)},
        {"erode", true, FILTERS::createMorphologyFilter(cv::MORPH_ERODE, CV_8UC1, element)},
        {"dilate", false, FILTERS::createMorphologyFilter(cv::MORPH_DILATE, CV_8UC4, element)},
        {"open", true, FILTERS::createMorphologyFilter(cv::MORPH_OPEN, CV_8UC1, element)},
        {"black-hat", true, FILTERS::createMorphologyFilter(cv::MORPH_BLACKHAT, CV_8UC1, element)},
        {"BoxMax", true, FILTERS::createBoxMaxFilter(CV_8UC1, {3, 5})},
        {"BoxMin", true, FILTERS::createBoxMinFilter(CV_8UC1, {3, 5})},
        {"RowSum", true, FILTERS::createRowSumFilter(CV_8UC1, CV_32FC1, 5)},
        {"ColumnSum", true, FILTERS::createColumnSumFilter(CV_8UC1, CV_32FC1, 5)},
        {"Median", true, FILTERS::createMedianFilter(CV_8UC1, 5)},
    };
}

// Filters a part of both images.
inline std::vector<NamedImage> run(const cv::Mat& gray, const cv::Mat& colour, const cv::Rect& part)
{
    std::vector<NamedImage> results;
    cv::cuda::Stream stream;
    for (const Step& step : steps())
    {
        const cv::cuda::GpuMat src(step.isGray ? gray : colour);
        cv::cuda::GpuMat dst;
        step.filter->apply(src(part), dst, stream);
        stream.waitForCompletion();
        results.push_back({step.name, downloaded(dst)});
    }
    return results;
}
