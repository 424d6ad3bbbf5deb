// SPDX-License-Identifier: Apache-2.0
// The list of filters.
#include "catalogue.hpp"

#include <algorithm>
#include <stdexcept>

namespace cudatiled_catalogue {

// Each is in its filter's file.
Entry linearEntry();
Entry convolutionEntry();
Entry sharpenEntry();
Entry embossEntry();
Entry separableLinearEntry();
Entry separableConvolutionEntry();
Entry sobelEntry();
Entry derivEntry();
Entry scharrEntry();
Entry prewittEntry();
Entry robertsEntry();
Entry gradientEntry();
Entry cannyEntry();
Entry cornerHarrisEntry();
Entry cornerMinEigenValEntry();
Entry laplacianEntry();
Entry laplacianOfGaussianEntry();
Entry differenceOfGaussiansEntry();
Entry boxEntry();
Entry rowSumEntry();
Entry columnSumEntry();
Entry gaussianEntry();
Entry unsharpMaskEntry();
Entry sqrBoxEntry();
Entry localVarianceEntry();
Entry wienerEntry();
Entry localContrastNormalizationEntry();
Entry pyrDownEntry();
Entry pyrUpEntry();
Entry resizeEntry();
Entry bilateralEntry();
Entry jointBilateralEntry();
Entry morphologyEntry();
Entry boxMaxEntry();
Entry boxMinEntry();
Entry medianEntry();
Entry grayEntry();
Entry contrastEntry();
Entry thresholdEntry();
Entry adaptiveThresholdEntry();
Entry lookUpTableEntry();
Entry equalizeHistEntry();
Entry autoThresholdEntry();
Entry autoContrastEntry();
Entry greyWorldEntry();

const std::vector<Entry>& catalogue()
{
    static const std::vector<Entry> entries = {
        linearEntry(),
        convolutionEntry(),
        sharpenEntry(),
        embossEntry(),
        separableLinearEntry(),
        separableConvolutionEntry(),
        sobelEntry(),
        derivEntry(),
        scharrEntry(),
        prewittEntry(),
        robertsEntry(),
        gradientEntry(),
        cannyEntry(),
        cornerHarrisEntry(),
        cornerMinEigenValEntry(),
        laplacianEntry(),
        laplacianOfGaussianEntry(),
        differenceOfGaussiansEntry(),
        boxEntry(),
        rowSumEntry(),
        columnSumEntry(),
        gaussianEntry(),
        unsharpMaskEntry(),
        bilateralEntry(),
        jointBilateralEntry(),
        sqrBoxEntry(),
        localVarianceEntry(),
        wienerEntry(),
        localContrastNormalizationEntry(),
        pyrDownEntry(),
        pyrUpEntry(),
        resizeEntry(),
        morphologyEntry(),
        boxMaxEntry(),
        boxMinEntry(),
        medianEntry(),
        grayEntry(),
        contrastEntry(),
        thresholdEntry(),
        adaptiveThresholdEntry(),
        lookUpTableEntry(),
        equalizeHistEntry(),
        autoThresholdEntry(),
        autoContrastEntry(),
        greyWorldEntry(),
    };
    return entries;
}

const std::vector<Benchmark>& benchmarks()
{
    static const std::vector<Benchmark> all = [] {
        std::vector<Benchmark> list;
        for (const Entry& entry : catalogue())
            for (Benchmark benchmark : entry.benchmarks)
            {
                benchmark.filter = entry.name;
                list.push_back(std::move(benchmark));
            }
        return list;
    }();
    return all;
}

std::string Benchmark::kernelText() const
{
    const cv::Size size = instance.parameters.ksize; // -1: the 3x3 Scharr operator
    return cv::format("%dx%d", size.width < 0 ? 3 : size.width, size.height < 0 ? 3 : size.height);
}

std::string Benchmark::title() const
{
    const bool pointwise = instance.parameters.ksize == cv::Size(1, 1);
    return filter + (pointwise ? "" : " " + kernelText()) + (variant.empty() ? "" : " " + variant);
}

const Entry& entryOf(const std::string& name)
{
    for (const Entry& entry : catalogue())
        if (entry.name == name)
            return entry;
    throw std::runtime_error("there is no filter '" + name + "' in the catalogue");
}

bool takes(const Entry& entry, int srcType)
{
    const std::vector<int> depths = srcDepths(entry);
    const auto has = [](const std::vector<int>& list, int value) {
        return std::find(list.begin(), list.end(), value) != list.end();
    };
    return has(depths, CV_MAT_DEPTH(srcType)) && has(entry.channels, CV_MAT_CN(srcType));
}

bool isTimed(const Benchmark& benchmark, int srcType)
{
    const Entry& entry = entryOf(benchmark.filter);
    const bool sameDepth = benchmark.dstDepth < 0 || benchmark.dstDepth == CV_MAT_DEPTH(srcType);
    if (entry.depths == Depths::Levels)
        return sameDepth && takes(entry, srcType);
    const bool hasDepth = benchmark.dstDepth < 0 || entry.depths == Depths::Statistic ||
                          entry.depths == Depths::Squares || CV_MAT_DEPTH(srcType) == CV_8U;
    return hasDepth && takes(entry, srcType);
}

std::vector<int> srcDepths(const Entry& entry)
{
    if (entry.depths == Depths::Separable || entry.depths == Depths::Gradient)
        return {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S, CV_32F, CV_16F};
    if (entry.depths == Depths::Bytes)
        return {CV_8U};
    if (entry.depths == Depths::Levels)
        return {CV_8U, CV_16U};
    if (entry.depths == Depths::Color)
        return {CV_8U, CV_16U, CV_32F, CV_16F};
    if (entry.depths == Depths::Corner || entry.depths == Depths::ByteOrFloat)
        return {CV_8U, CV_32F, CV_16F};
    if (entry.depths == Depths::Statistic || entry.depths == Depths::Squares || entry.depths == Depths::SameOrFloat ||
        entry.depths == Depths::Threshold || entry.depths == Depths::Pyramid)
        return {CV_8U, CV_16U, CV_16S, CV_32F, CV_16F};
    return {CV_8U, CV_8S, CV_16U, CV_16S, CV_32F, CV_16F};
}

bool hasSameDepth(const Entry& entry)
{
    return entry.depths == Depths::Same || entry.depths == Depths::Bytes || entry.depths == Depths::Levels ||
           entry.depths == Depths::Color || entry.depths == Depths::Threshold || entry.depths == Depths::Pyramid ||
           entry.depths == Depths::ByteOrFloat;
}

namespace {

std::vector<int> statisticDepths(Depths depths, int srcDepth)
{
    std::vector<int> all = {CV_32F};
    if (srcDepth == CV_8U || srcDepth == CV_32F)
        all.push_back(CV_16F);
    if (depths == Depths::Squares)
        all.insert(all.end(), {CV_8U, CV_16U, CV_16S});
    if (depths == Depths::SameOrFloat && srcDepth != CV_32F)
        all.push_back(srcDepth);
    return all;
}

} // namespace

std::vector<int> dstDepths(const Entry& entry, int srcDepth)
{
    if (hasSameDepth(entry))
        return {srcDepth};
    if (entry.depths == Depths::Corner)
        return {CV_32F};
    if (srcDepth == CV_16F)
        return entry.depths == Depths::Sum || entry.depths == Depths::Gradient ? std::vector<int>{CV_32F}
                                                                               : std::vector<int>{CV_32F, CV_16F};
    if (entry.depths == Depths::Sum)
        return {CV_32S, CV_32F};
    if (entry.depths == Depths::Statistic || entry.depths == Depths::Squares || entry.depths == Depths::SameOrFloat)
        return statisticDepths(entry.depths, srcDepth);
    if (entry.depths == Depths::Gradient)
        return srcDepth == CV_8U ? std::vector<int>{CV_8U, CV_16S, CV_32F} : std::vector<int>{CV_16S, CV_32F};
    if (srcDepth == CV_8S)
        return {CV_8S, CV_16S, CV_32F};
    if (entry.depths == Depths::Separable)
        return srcDepth == CV_8U || srcDepth == CV_32F ? std::vector<int>{CV_8U, CV_16U, CV_16S, CV_32S, CV_32F, CV_16F}
                                                       : std::vector<int>{CV_8U, CV_16U, CV_16S, CV_32S, CV_32F};
    if (srcDepth == CV_8U)
        return {CV_8U, CV_16U, CV_16S, CV_32F, CV_16F};
    return srcDepth == CV_32F ? std::vector<int>{CV_32F, CV_16F} : std::vector<int>{srcDepth, CV_32F};
}

} // namespace cudatiled_catalogue
