// SPDX-License-Identifier: Apache-2.0
// Every filter once: tests, benchmarks, samples and tables of documents are made from this list.
#pragma once

#include "entry.hpp"
#include "rank_definition.hpp"

namespace cudatiled_catalogue {

const std::vector<Entry>& catalogue();

// The entries of all filters.
const std::vector<Benchmark>& benchmarks();

// The entry of a filter by its name, which must exist.
const Entry& entryOf(const std::string& name);

// Whether a filter takes images of that type.
bool takes(const Entry& entry, int srcType);

// Whether the speed of a benchmark is recorded for sources of that type.
bool isTimed(const Benchmark& benchmark, int srcType);

// The source depths of a filter, and the destination depths that it makes from one.
std::vector<int> srcDepths(const Entry& entry);
std::vector<int> dstDepths(const Entry& entry, int srcDepth);

// Whether results always have the depth of the source.
bool hasSameDepth(const Entry& entry);

// Filters with chosen parameters; each has its file.
Instance linear(const cv::Mat& kernel, cv::Point anchor, double delta);
Instance convolution(const cv::Mat& mask, cv::Point origin, double scale, double delta);
Instance sharpen(int neighbours, double k, double delta);
Instance emboss(int direction, double strength, bool midGray, double delta);
Instance separableLinear(const cv::Mat& row, const cv::Mat& column, cv::Point anchor, double delta);
Instance separableConvolution(const cv::Mat& row, const cv::Mat& column, cv::Point origin, double scale, double delta);
Instance sobel(int dx, int dy, int ksize, double scale, double delta);
Instance deriv(int dx, int dy, int ksize, bool normalize, double scale, double delta);
Instance scharr(int dx, int dy, double scale, double delta);
Instance box(cv::Size ksize, cv::Point anchor, bool normalize);
Instance gaussian(cv::Size ksize, double sigmaX, double sigmaY);
Instance gradient(int ksize, int norm, double scale); // its magnitude
Instance canny(double threshold1, double threshold2, int apertureSize, bool l2);
Instance pyrDown(); // to the size of cv::pyrDown, as pyrUp
Instance pyrUp();
struct ResizeCase // arguments of createResizeFilter
{
    cv::Size dsize;
    double fx, fy;
    int interpolation;
    bool alignCorners;
};
Instance resize(const ResizeCase& r);
Instance gray(int code);
Instance contrast(int lowest, int highest);
Instance threshold(double thresh, double maxval, int type);
Instance adaptiveThreshold(double maxValue, int adaptiveMethod, int thresholdType, int blockSize, double c);
Instance unsharpMask(cv::Size ksize, double sigmaX, double sigmaY, double amount, double threshold);
Instance bilateral(int d, double sigmaColor, double sigmaSpace);
Instance jointBilateral(int guideChannels, int d, double sigmaColor, double sigmaSpace);
Instance sqrBox(cv::Size ksize, cv::Point anchor, bool normalize);
Instance localVariance(cv::Size ksize, cv::Point anchor, bool deviation);
Instance wiener(cv::Size ksize, cv::Point anchor, double noise);
Instance localContrastNormalization(cv::Size ksize, cv::Point anchor, double gain, double offset, double least);
Instance laplacian(int ksize, double scale, double delta);
Instance lineSum(bool row, int ksize, int anchor);
Instance morphology(const MorphologyCase& m, const std::string& shape);
Instance boxMinmax(const std::string& name, cv::Size ksize, cv::Point anchor);
Instance median(int size);
Instance lookUpTable(const cv::Mat& lut); // one channel
Instance equalizeHist();
Instance autoThreshold(double maxval, int type);
Instance autoContrast(double share, bool together);
Instance greyWorld();
Instance cutMedian(int size); // cv::cuda's: windows end at the edges of the image

} // namespace cudatiled_catalogue
