// SPDX-License-Identifier: Apache-2.0
// The functions of opencv2/cudatiled/imgproc.hpp: each makes a filter from its arguments, or finds it, and applies it.
#include <opencv2/cudatiled/histogram.hpp>
#include <opencv2/cudatiled/imgproc.hpp>

#include <cmath>

#include <opencv2/imgproc.hpp>

#include "../core/dispatch.hpp"
#include "../core/require.hpp"
#include "backend.hpp"
#include "filter_cache.hpp"
#include "gpumat.hpp"

namespace cv { namespace cudatiled {

namespace {

int typeWithDepth(int srcType, int ddepth)
{
    return ddepth < 0 ? srcType : CV_MAKETYPE(ddepth, CV_MAT_CN(srcType));
}

void sobelLike(InputArray src, OutputArray dst, int ddepth, int dx, int dy, int ksize, double scale, double delta,
               int borderType)
{
    const int srcType = src.type(), dstType = typeWithDepth(srcType, ddepth);
    const FilterKey key = FilterKey("Sobel") << srcType << dstType << dx << dy << ksize << scale << delta << borderType;
    const auto create = [&] {
        return createSobelFilter(srcType, dstType, dx, dy, ksize, scale, borderType, -1, delta);
    };
    cachedFilter(key, create)->apply(src, dst);
}

} // namespace

void filter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernel, Point anchor, double delta,
              int borderType)
{
    const int srcType = src.type(), dstType = typeWithDepth(srcType, ddepth);
    const cv::Mat taps = kernelOf("createLinearFilter", "kernel", kernel);
    const FilterKey key = FilterKey("Linear") << srcType << dstType << taps << anchor << delta << borderType;
    const auto create = [&] {
        return createLinearFilter(srcType, dstType, taps, anchor, borderType, {}, delta);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void sepFilter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernelX, InputArray kernelY, Point anchor,
                 double delta, int borderType)
{
    const int srcType = src.type(), dstType = typeWithDepth(srcType, ddepth);
    const cv::Mat row = kernelOf("createSeparableLinearFilter", "rowKernel", kernelX),
                  column = kernelOf("createSeparableLinearFilter", "columnKernel", kernelY);
    const FilterKey key = FilterKey("SeparableLinear")
                          << srcType << dstType << row << column << anchor << delta << borderType;
    const auto create = [&] {
        return createSeparableLinearFilter(srcType, dstType, row, column, anchor, borderType, -1, delta);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void GaussianBlur(InputArray src, OutputArray dst, Size ksize, double sigmaX, double sigmaY, int borderType)
{
    const int type = src.type();
    const FilterKey key = FilterKey("Gaussian") << type << ksize << sigmaX << sigmaY << borderType;
    const auto create = [&] {
        return createGaussianFilter(type, type, ksize, sigmaX, sigmaY, borderType);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void blur(InputArray src, OutputArray dst, Size ksize, Point anchor, int borderType)
{
    cudatiled::boxFilter(src, dst, -1, ksize, anchor, true, borderType);
}

void boxFilter(InputArray src, OutputArray dst, int ddepth, Size ksize, Point anchor, bool normalize, int borderType)
{
    const int srcType = src.type(), dstType = typeWithDepth(srcType, ddepth);
    const FilterKey key = FilterKey("Box") << srcType << dstType << ksize << anchor << normalize << borderType;
    const auto create = [&] {
        return createBoxFilter(srcType, dstType, ksize, anchor, borderType, {}, normalize);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void sqrBoxFilter(InputArray src, OutputArray dst, int ddepth, Size ksize, Point anchor, bool normalize, int borderType)
{
    const int srcType = src.type(), dstType = typeWithDepth(srcType, ddepth < 0 ? CV_32F : ddepth);
    const FilterKey key = FilterKey("SqrBox") << srcType << dstType << ksize << anchor << normalize << borderType;
    const auto create = [&] {
        return createSqrBoxFilter(srcType, dstType, ksize, anchor, borderType, {}, normalize);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void Sobel(InputArray src, OutputArray dst, int ddepth, int dx, int dy, int ksize, double scale, double delta,
           int borderType)
{
    sobelLike(src, dst, ddepth, dx, dy, ksize, scale, delta, borderType);
}

void Scharr(InputArray src, OutputArray dst, int ddepth, int dx, int dy, double scale, double delta, int borderType)
{
    sobelLike(src, dst, ddepth, dx, dy, cv::FILTER_SCHARR, scale, delta, borderType);
}

void Laplacian(InputArray src, OutputArray dst, int ddepth, int ksize, double scale, double delta, int borderType)
{
    const int srcType = src.type(), dstType = typeWithDepth(srcType, ddepth);
    const FilterKey key = FilterKey("Laplacian") << srcType << dstType << ksize << scale << delta << borderType;
    const auto create = [&] {
        return createLaplacianFilter(srcType, dstType, ksize, scale, borderType, {}, delta);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void spatialGradient(InputArray src, OutputArray dx, OutputArray dy, int ksize, int borderType)
{
    const int type = src.type(), dstType = typeWithDepth(type, CV_16S);
    const FilterKey key = FilterKey("Gradient") << type << dstType << ksize << borderType;
    const auto create = [&] {
        return createGradientFilter(type, dstType, ksize, cv::NORM_L1, false, 1, borderType);
    };
    cachedFilter(key, create).dynamicCast<GradientFilter>()->apply(src, dx, dy, cv::noArray(), cv::noArray());
}

namespace {

Ptr<CannyFilter> cachedCanny(int type, double threshold1, double threshold2, int apertureSize, bool L2gradient)
{
    const FilterKey key = FilterKey("Canny") << type << threshold1 << threshold2 << apertureSize << L2gradient;
    const auto create = [&] {
        return createCannyFilter(type, threshold1, threshold2, apertureSize, L2gradient);
    };
    return cachedFilter(key, create).dynamicCast<CannyFilter>();
}

} // namespace

void Canny(InputArray image, OutputArray edges, double threshold1, double threshold2, int apertureSize, bool L2gradient)
{
    cachedCanny(image.type(), threshold1, threshold2, apertureSize, L2gradient)->apply(image, edges);
}

void Canny(InputArray dx, InputArray dy, OutputArray edges, double threshold1, double threshold2, bool L2gradient)
{
    cachedCanny(typeWithDepth(dx.type(), CV_8U), threshold1, threshold2, 3, L2gradient)->detect(dx, dy, edges);
}

void cornerHarris(InputArray src, OutputArray dst, int blockSize, int ksize, double k, int borderType)
{
    const int type = src.type();
    const FilterKey key = FilterKey("CornerHarris") << type << blockSize << ksize << k << borderType;
    const auto create = [&] {
        return createCornerHarrisFilter(type, blockSize, ksize, k, borderType);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void cornerMinEigenVal(InputArray src, OutputArray dst, int blockSize, int ksize, int borderType)
{
    const int type = src.type();
    const FilterKey key = FilterKey("CornerMinEigenVal") << type << blockSize << ksize << borderType;
    const auto create = [&] {
        return createCornerMinEigenValFilter(type, blockSize, ksize, borderType);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void erode(InputArray src, OutputArray dst, InputArray kernel, Point anchor, int iterations, int borderType,
           const Scalar& borderValue)
{
    cudatiled::morphologyEx(src, dst, cv::MORPH_ERODE, kernel, anchor, iterations, borderType, borderValue);
}

void dilate(InputArray src, OutputArray dst, InputArray kernel, Point anchor, int iterations, int borderType,
            const Scalar& borderValue)
{
    cudatiled::morphologyEx(src, dst, cv::MORPH_DILATE, kernel, anchor, iterations, borderType, borderValue);
}

void morphologyEx(InputArray src, OutputArray dst, int op, InputArray kernel, Point anchor, int iterations,
                  int borderType, const Scalar& borderValue)
{
    const int type = src.type();
    const cv::Mat element = kernelOf("createMorphologyFilter", "kernel", kernel);
    const FilterKey key = FilterKey("Morphology")
                          << op << type << element << anchor << iterations << borderType << borderValue;
    const auto create = [&] {
        return createMorphologyFilter(op, type, element, anchor, iterations, borderType, borderValue);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void bilateralFilter(InputArray src, OutputArray dst, int d, double sigmaColor, double sigmaSpace, int borderType)
{
    const int type = src.type();
    const FilterKey key = FilterKey("Bilateral") << type << d << sigmaColor << sigmaSpace << borderType;
    const auto create = [&] {
        return createBilateralFilter(type, d, sigmaColor, sigmaSpace, borderType);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void jointBilateralFilter(InputArray joint, InputArray src, OutputArray dst, int d, double sigmaColor,
                          double sigmaSpace, int borderType)
{
    if (joint.empty())
        return cudatiled::bilateralFilter(src, dst, d, sigmaColor, sigmaSpace, borderType);
    const int jointType = joint.type(), srcType = src.type();
    const FilterKey key = FilterKey("JointBilateral")
                          << jointType << srcType << d << sigmaColor << sigmaSpace << borderType;
    const auto create = [&] {
        return createJointBilateralFilter(jointType, srcType, d, sigmaColor, sigmaSpace, borderType);
    };
    cachedFilter(key, create).dynamicCast<JointBilateralFilter>()->apply(joint, src, dst);
}

void pyrDown(InputArray src, OutputArray dst, const Size& dstsize, int borderType)
{
    const int type = src.type();
    const Size dsize = dstsize.area() == 0 ? Size() : dstsize; // as cv::pyrDown
    const FilterKey key = FilterKey("PyrDown") << type << dsize << borderType;
    const auto create = [&] {
        return createPyrDownFilter(type, dsize, borderType);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void pyrUp(InputArray src, OutputArray dst, const Size& dstsize, int borderType)
{
    CUDATILED_REQUIRE(borderType == cv::BORDER_DEFAULT, __func__, StsBadArg,
                      "borderType is %d; it must be BORDER_DEFAULT (4)", borderType);
    const int type = src.type();
    const Size dsize = dstsize.area() == 0 ? Size() : dstsize;
    const FilterKey key = FilterKey("PyrUp") << type << dsize;
    const auto create = [&] {
        return createPyrUpFilter(type, dsize);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void resize(InputArray src, OutputArray dst, Size dsize, double fx, double fy, int interpolation)
{
    const int type = src.type();
    const FilterKey key = FilterKey("Resize") << type << dsize << fx << fy << interpolation;
    const auto create = [&] {
        return createResizeFilter(type, dsize, fx, fy, interpolation);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void medianBlur(InputArray src, OutputArray dst, int ksize)
{
    const int type = src.type();
    const FilterKey key = FilterKey("Median") << type << ksize;
    const auto create = [&] {
        return ksize == 1 ? createBoxMaxFilter(type, {1, 1}) : createMedianFilter(type, ksize); // of 1 it is a copy
    };
    cachedFilter(key, create)->apply(src, dst);
}

void cvtColor(InputArray src, OutputArray dst, int code, int dstCn)
{
    CUDATILED_REQUIRE(dstCn == 0 || dstCn == 1, "cudatiled::cvtColor", BadNumChannels,
                      "dstCn is %d; it must be 1, or 0 for the code's", dstCn);
    const int type = src.type();
    const FilterKey key = FilterKey("Gray") << type << code;
    const auto create = [&] {
        return createGrayFilter(type, code);
    };
    cachedFilter(key, create)->apply(src, dst);
}

namespace {

constexpr int kByHistogram = cv::THRESH_OTSU | cv::THRESH_TRIANGLE;

// The threshold that the histogram of a device image tells. Waits for it.
double levelOf(const cv::_InputArray& src, int method)
{
    const int bins = src.depth() == CV_8U ? 256 : 65536;
    const DeviceImage hist(1, bins, CV_32SC1), level(1, 1, CV_32SC1);
    calcHist(src, hist.gpuMat(), bins, static_cast<CUstream_st*>(nullptr));
    thresholdLevel(hist.gpuMat(), level.gpuMat(), method);
    cv::Mat1i number;
    level.download(number);
    return number(0);
}

double thresholdByHistogram(InputArray src, OutputArray dst, double maxval, int type)
{
    const int srcType = src.type(), method = type & kByHistogram;
    CUDATILED_REQUIRE(srcType == CV_8UC1 || srcType == CV_16UC1, "cudatiled::threshold", StsUnsupportedFormat,
                      "src is of type %s; THRESH_OTSU and THRESH_TRIANGLE take 8UC1 and 16UC1",
                      typeName(srcType).c_str());
    const auto apply = [&](double level, const cv::_InputArray& from, const cv::_OutputArray& to) {
        createThresholdFilter(srcType, level, maxval, type & ~kByHistogram)->apply(from, to);
        return level;
    };
    if (isDeviceImage(src))
        return apply(levelOf(src, method), src, dst);
    if (getBackend() == BACKEND_CPU)
    {
        cv::Mat hist, level;
        calcHist(src, hist, srcType == CV_8UC1 ? 256 : 65536);
        thresholdLevel(hist, level, method);
        return apply(level.at<int>(0, 0), src, dst);
    }
    const DeviceImage image(src);
    const DeviceImage result(image.size(), srcType);
    const double level = apply(levelOf(image.gpuMat(), method), image.gpuMat(), result.gpuMat());
    result.download(dst);
    return level;
}

} // namespace

double threshold(InputArray src, OutputArray dst, double thresh, double maxval, int type)
{
    if (type >= 0 && (type & kByHistogram) != 0)
        return thresholdByHistogram(src, dst, maxval, type);
    const int srcType = src.type();
    const FilterKey key = FilterKey("Threshold") << srcType << thresh << maxval << type;
    const auto create = [&] {
        return createThresholdFilter(srcType, thresh, maxval, type);
    };
    cachedFilter(key, create)->apply(src, dst);
    return isFloatDepth(CV_MAT_DEPTH(srcType)) ? thresh : std::floor(thresh);
}

void adaptiveThreshold(InputArray src, OutputArray dst, double maxValue, int adaptiveMethod, int thresholdType,
                       int blockSize, double C)
{
    const int type = src.type();
    const FilterKey key = FilterKey("AdaptiveThreshold")
                          << type << maxValue << adaptiveMethod << thresholdType << blockSize << C;
    const auto create = [&] {
        return createAdaptiveThresholdFilter(type, maxValue, adaptiveMethod, thresholdType, blockSize, C);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void LUT(InputArray src, InputArray lut, OutputArray dst)
{
    const int type = src.type();
    const cv::Mat table = kernelOf("createLookUpTableFilter", "lut", lut);
    const FilterKey key = FilterKey("LookUpTable") << type << table;
    const auto create = [&] {
        return createLookUpTableFilter(type, table);
    };
    cachedFilter(key, create)->apply(src, dst);
}

void equalizeHist(InputArray src, OutputArray dst)
{
    const int type = src.type();
    const auto create = [&] {
        return createEqualizeHistFilter(type);
    };
    cachedFilter(FilterKey("EqualizeHist") << type, create)->apply(src, dst);
}

}} // namespace cv::cudatiled
