// SPDX-License-Identifier: Apache-2.0
// Bad input: every refusal names the function, the offending value and what would be accepted, and writes nothing.
#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <functional>
#include <limits>
#include <ostream>

#include <opencv2/cudatiled.hpp>
#include <opencv2/cudatiled/imgproc.hpp>
#include <opencv2/imgproc.hpp>

#include "../support/cell.hpp"

#ifdef CUDATILED_EMULATED
#include <cuda_runtime.h>
#endif

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

const double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

// The three things that a message has to say.
struct Refusal
{
    std::string function; // the message starts with it
    std::string offender; // e.g. "ksize.width is 4"
    std::string accepted; // e.g. "odd"
};

void expectRefusal(const std::function<void()>& call, const Refusal& refusal)
{
    try
    {
        call();
        ADD_FAILURE() << "no exception";
    }
    catch (const cv::Exception& error)
    {
        EXPECT_EQ(error.err.rfind(refusal.function + ": ", 0), 0u) << "function: " << error.err;
        EXPECT_NE(error.err.find(refusal.offender), std::string::npos) << "offender: " << error.err;
        EXPECT_NE(error.err.find(refusal.accepted), std::string::npos) << "accepted: " << error.err;
    }
}

template <class Case> std::string nameOf(const testing::TestParamInfo<Case>& parameter)
{
    return parameter.param.name;
}

// ---- Arguments of factories

struct BadArgument
{
    std::string name;
    std::function<void()> create;
    Refusal refusal;
};

void PrintTo(const BadArgument& bad, std::ostream* out)
{
    *out << bad.name;
}

struct Parameters
{
    int srcType = CV_8UC1, dstType = -1;
    int borderMode = cv::BORDER_DEFAULT, columnBorderMode = -1;
    cv::Scalar borderVal;
    double delta = 0;
};

// Which destination depths a factory takes.
enum class Targets
{
    Conv2d,
    Separable,
    Sum, // 32S and 32F
    Same // none: it is asked for the source type only
};

// A factory with good arguments, but for those that all of them have.
struct Factory
{
    std::string name;
    std::function<void(const Parameters&)> create;
    Targets targets;
    bool hasColumnBorder, hasDelta, hasBorder = true;
};

std::vector<Factory> factories()
{
    const cv::Point centre(-1, -1);
    const cv::Mat square = cv::Mat::ones(3, 3, CV_32F), row = cv::Mat::ones(1, 3, CV_32F);
    return {
        {"createLinearFilter",
         [=](const Parameters& p) {
             createLinearFilter(p.srcType, p.dstType, square, centre, p.borderMode, p.borderVal, p.delta);
         },
         Targets::Conv2d, false, true},
        {"createSeparableLinearFilter",
         [=](const Parameters& p) {
             createSeparableLinearFilter(p.srcType, p.dstType, row, row, centre, p.borderMode, p.columnBorderMode,
                                         p.delta, p.borderVal);
         },
         Targets::Separable, true, true},
        {"createSharpenFilter",
         [](const Parameters& p) {
             createSharpenFilter(p.srcType, p.dstType, SHARPEN_4, 1, p.borderMode, p.borderVal, p.delta);
         },
         Targets::Conv2d, false, true},
        {"createEmbossFilter",
         [](const Parameters& p) {
             createEmbossFilter(p.srcType, p.dstType, EMBOSS_NORTH, 1, true, p.borderMode, p.borderVal, p.delta);
         },
         Targets::Conv2d, false, true},
        {"createSobelFilter",
         [](const Parameters& p) {
             createSobelFilter(p.srcType, p.dstType, 1, 0, 3, 1, p.borderMode, p.columnBorderMode, p.delta,
                               p.borderVal);
         },
         Targets::Separable, true, true},
        {"createDerivFilter",
         [](const Parameters& p) {
             createDerivFilter(p.srcType, p.dstType, 1, 0, 5, true, 1, p.borderMode, p.columnBorderMode, p.delta,
                               p.borderVal);
         },
         Targets::Separable, true, true},
        {"createScharrFilter",
         [](const Parameters& p) {
             createScharrFilter(p.srcType, p.dstType, 1, 0, 1, p.borderMode, p.columnBorderMode, p.delta, p.borderVal);
         },
         Targets::Separable, true, true},
        {"createLaplacianFilter",
         [](const Parameters& p) {
             createLaplacianFilter(p.srcType, p.dstType, 3, 1, p.borderMode, p.borderVal, p.delta);
         },
         Targets::Separable, false, true},
        {"createBoxFilter",
         [=](const Parameters& p) {
             createBoxFilter(p.srcType, p.dstType, {3, 3}, centre, p.borderMode, p.borderVal);
         },
         Targets::Separable, false, false},
        {"createRowSumFilter",
         [](const Parameters& p) {
             const int dstType = p.dstType < 0 ? CV_MAKETYPE(CV_32F, CV_MAT_CN(p.srcType)) : p.dstType;
             createRowSumFilter(p.srcType, dstType, 3, -1, p.borderMode, p.borderVal);
         },
         Targets::Sum, false, false},
        {"createColumnSumFilter",
         [](const Parameters& p) {
             const int dstType = p.dstType < 0 ? CV_MAKETYPE(CV_32S, CV_MAT_CN(p.srcType)) : p.dstType;
             createColumnSumFilter(p.srcType, dstType, 3, -1, p.borderMode, p.borderVal);
         },
         Targets::Sum, false, false},
        {"createGaussianFilter",
         [](const Parameters& p) {
             createGaussianFilter(p.srcType, p.dstType, {3, 3}, 1, 0, p.borderMode, p.columnBorderMode, p.borderVal);
         },
         Targets::Separable, true, false},
        {"createMorphologyFilter",
         [=](const Parameters& p) {
             createMorphologyFilter(cv::MORPH_OPEN, p.srcType, cv::Mat(), centre, 1, p.borderMode, p.borderVal);
         },
         Targets::Same, false, false},
        {"createMedianFilter", [](const Parameters& p) { createMedianFilter(p.srcType, 5); }, Targets::Same, false,
         false, false},
        {"createBoxMaxFilter",
         [=](const Parameters& p) {
             createBoxMaxFilter(p.srcType, {3, 3}, centre, p.borderMode, p.borderVal);
         },
         Targets::Same, false, false},
        {"createBoxMinFilter",
         [=](const Parameters& p) {
             createBoxMinFilter(p.srcType, {3, 3}, centre, p.borderMode, p.borderVal);
         },
         Targets::Same, false, false},
    };
}

// What every factory has to refuse.
std::vector<BadArgument> argumentsOfEveryFactory()
{
    const char* const modes = "REFLECT_101 (4)";
    const char* const finite = "finite float";
    std::vector<BadArgument> all;
    for (const Factory& factory : factories())
    {
        const bool separable = factory.targets == Targets::Separable;
        const char* const depths =
            separable ? "8U, 8S, 16U, 16S, 32S and 32F are supported" : "8U, 8S, 16U, 16S and 32F are supported";
        const auto add = [&](const char* name, Parameters parameters, const char* offender, const char* accepted) {
            all.push_back(
                {factory.name + "_" + name, [=] { factory.create(parameters); }, {factory.name, offender, accepted}});
        };
        const auto types = [](int srcType, int dstType) {
            Parameters p;
            p.srcType = srcType, p.dstType = dstType;
            return p;
        };
        if (!separable)
            add("Src32S", types(CV_32SC1, -1), "srcType is 32SC1", depths);
        add("Src64F", types(CV_64FC3, -1), "srcType is 64FC3", depths);
        add("Src16F", types(CV_16FC1, -1), "srcType is 16FC1", depths);
#if CV_VERSION_MAJOR >= 5 // depths that OpenCV 4 lacks, and one that OpenCV 5 lacks as well
        add("Src16BF", types(CV_16BFC2, -1), "srcType is 16BFC2", depths);
        add("SrcBool", types(CV_BoolC1, -1), "srcType is BoolC1", depths);
        add("Src64U", types(CV_64UC4, -1), "srcType is 64UC4", depths);
        add("Src64S", types(CV_64SC1, -1), "srcType is 64SC1", depths);
        add("Src32U", types(CV_32UC3, -1), "srcType is 32UC3", depths);
        add("SrcOfNoDepth", types(CV_MAKETYPE(CV_DEPTH_MAX - 1, 1), -1), "srcType is depth 31C1", depths);
        if (factory.targets != Targets::Same)
            add("DstBool", types(CV_8UC3, CV_BoolC3), "dstType is BoolC3", "from 8UC3 the depths");
#endif
        add("SrcNegative", types(-1, -1), "srcType is -1", "CV_8UC1");
        add("FiveChannels", types(CV_8UC(5), -1), "srcType is 8UC5", "1 to 4 channels");
        if (factory.targets != Targets::Same)
            add("OtherChannels", types(CV_8UC3, CV_8UC4), "dstType is 8UC4", "same number of channels");
        if (factory.targets == Targets::Sum)
        {
            add("From8UTo8U", types(CV_8UC1, CV_8UC1), "dstType is 8UC1", "from 8UC1 the depths 32S 32F are supported");
            add("From32FTo64F", types(CV_32FC2, CV_64FC2), "dstType is 64FC2", "32S 32F are supported");
        }
        else if (factory.targets != Targets::Same)
        {
            const char* const from8U = separable ? "8U 16U 16S 32S 32F are supported" : "8U 16U 16S 32F are supported";
            add("From8UTo8S", types(CV_8UC1, CV_8SC1), "dstType is 8SC1", from8U);
            add("From8UTo64F", types(CV_8UC1, CV_64FC1), "dstType is 64FC1", from8U);
            add("From8STo32S", types(CV_8SC4, CV_32SC4), "dstType is 32SC4", "8S 16S 32F are supported");
            add("From8STo8U", types(CV_8SC2, CV_8UC2), "dstType is 8UC2", "8S 16S 32F are supported");
        }
        if (separable)
            add("From32STo8S", types(CV_32SC1, CV_8SC1), "dstType is 8SC1",
                "from 32SC1 the depths 8U 16U 16S 32S 32F are supported");
        if (factory.targets == Targets::Conv2d)
        {
            add("From8UTo32S", types(CV_8UC1, CV_32SC1), "dstType is 32SC1", "8U 16U 16S 32F are supported");
            add("From16UTo8U", types(CV_16UC1, CV_8UC1), "dstType is 8UC1", "16U 32F are supported");
            add("From16STo16U", types(CV_16SC1, CV_16UC1), "dstType is 16UC1", "16S 32F are supported");
            add("From32FTo8U", types(CV_32FC4, CV_8UC4), "dstType is 8UC4", "from 32FC4 the depths 32F are supported");
        }

        if (!factory.hasBorder)
            continue;
        const auto border = [](int mode, int columnMode, const cv::Scalar& value) {
            Parameters p;
            p.borderMode = mode, p.columnBorderMode = columnMode, p.borderVal = value;
            return p;
        };
        const char* const modeName = factory.hasColumnBorder ? "rowBorderMode" : "borderMode";
        for (const int mode : {5, 7, -2, 100, 5 | cv::BORDER_ISOLATED})
            add(mode < 0 ? "BorderNegative" : cv::format("Border%d", mode).c_str(), border(mode, -1, {}),
                cv::format("%s is %d", modeName, mode).c_str(), modes);
        if (factory.hasColumnBorder)
            add("ColumnBorder5", border(cv::BORDER_WRAP, 5, {}), "columnBorderMode is 5", modes);
        add("BorderValNaN", border(cv::BORDER_CONSTANT, -1, {0, 0, kNaN, 0}), "borderVal is nan", finite);
        add("BorderValInfinite", border(cv::BORDER_CONSTANT, -1, {-kInfinity}), "borderVal is -inf", finite);

        const auto delta = [](double value) {
            Parameters p;
            p.delta = value;
            return p;
        };
        if (factory.hasDelta)
        {
            add("DeltaNaN", delta(kNaN), "delta is nan", finite);
            add("DeltaInfinite", delta(kInfinity), "delta is inf", finite);
            add("DeltaBeyondFloat", delta(1e39), "delta is 1e+39", finite);
        }
    }
    return all;
}

cv::Mat onesWith(double tap, int type = CV_32FC1)
{
    cv::Mat kernel(3, 3, type, cv::Scalar(1));
    kernel.col(1).row(2).setTo(tap);
    return kernel;
}

// What one or two factories have to refuse.
std::vector<BadArgument> argumentsOfSingleFactories()
{
    const auto linear = [](const char* name, const cv::Mat& kernel, cv::Point anchor, const char* offender,
                           const char* accepted) {
        return BadArgument{std::string("Linear_") + name,
                           [=] { createLinearFilter(CV_8UC1, -1, kernel, anchor); },
                           {"createLinearFilter", offender, accepted}};
    };
    const auto separable = [](const char* name, const cv::Mat& row, const cv::Mat& column, cv::Point anchor,
                              const char* offender, const char* accepted) {
        return BadArgument{std::string("Separable_") + name,
                           [=] { createSeparableLinearFilter(CV_8UC1, -1, row, column, anchor); },
                           {"createSeparableLinearFilter", offender, accepted}};
    };
    const auto sharpen = [](const char* name, int neighbours, double k, const char* offender, const char* accepted) {
        return BadArgument{std::string("Sharpen_") + name,
                           [=] { createSharpenFilter(CV_8UC1, -1, neighbours, k); },
                           {"createSharpenFilter", offender, accepted}};
    };
    const auto emboss = [](const char* name, int direction, double strength, const char* offender,
                           const char* accepted) {
        return BadArgument{std::string("Emboss_") + name,
                           [=] { createEmbossFilter(CV_8UC1, -1, direction, strength); },
                           {"createEmbossFilter", offender, accepted}};
    };
    const auto sobel = [](const char* name, int dx, int dy, int ksize, double scale, const char* offender,
                          const char* accepted) {
        return BadArgument{std::string("Sobel_") + name,
                           [=] { createSobelFilter(CV_8UC1, CV_16SC1, dx, dy, ksize, scale); },
                           {"createSobelFilter", offender, accepted}};
    };
    const auto deriv = [](const char* name, int dx, int dy, int ksize, double scale, const char* offender,
                          const char* accepted) {
        return BadArgument{std::string("Deriv_") + name,
                           [=] { createDerivFilter(CV_8UC1, CV_16SC1, dx, dy, ksize, false, scale); },
                           {"createDerivFilter", offender, accepted}};
    };
    const auto scharrFilter = [](const char* name, int dx, int dy, double scale, const char* offender,
                                 const char* accepted) {
        return BadArgument{std::string("Scharr_") + name,
                           [=] { createScharrFilter(CV_8UC1, CV_16SC1, dx, dy, scale); },
                           {"createScharrFilter", offender, accepted}};
    };
    const auto laplacian = [](const char* name, int ksize, double scale, const char* offender, const char* accepted) {
        return BadArgument{std::string("Laplacian_") + name,
                           [=] { createLaplacianFilter(CV_8UC1, CV_16SC1, ksize, scale); },
                           {"createLaplacianFilter", offender, accepted}};
    };
    const auto box = [](const char* name, cv::Size ksize, cv::Point anchor, const char* offender,
                        const char* accepted) {
        return BadArgument{std::string("Box_") + name,
                           [=] { createBoxFilter(CV_8UC1, -1, ksize, anchor); },
                           {"createBoxFilter", offender, accepted}};
    };
    const auto gaussian = [](const char* name, cv::Size ksize, double sigma1, double sigma2, const char* offender,
                             const char* accepted) {
        return BadArgument{std::string("Gaussian_") + name,
                           [=] { createGaussianFilter(CV_8UC1, -1, ksize, sigma1, sigma2); },
                           {"createGaussianFilter", offender, accepted}};
    };
    const auto morphology = [](const char* name, int op, const cv::Mat& element, cv::Point anchor, int iterations,
                               const char* offender, const char* accepted) {
        return BadArgument{std::string("Morphology_") + name,
                           [=] { createMorphologyFilter(op, CV_8UC1, element, anchor, iterations); },
                           {"createMorphologyFilter", offender, accepted}};
    };
    const auto rowSum = [](const char* name, int ksize, int anchor, const char* offender, const char* accepted) {
        return BadArgument{std::string("RowSum_") + name,
                           [=] { createRowSumFilter(CV_8UC1, CV_32SC1, ksize, anchor); },
                           {"createRowSumFilter", offender, accepted}};
    };
    const auto columnSum = [](const char* name, int ksize, int anchor, const char* offender, const char* accepted) {
        return BadArgument{std::string("ColumnSum_") + name,
                           [=] { createColumnSumFilter(CV_8UC1, CV_32SC1, ksize, anchor); },
                           {"createColumnSumFilter", offender, accepted}};
    };
    const auto median = [](const char* name, int size, const char* offender, const char* accepted) {
        return BadArgument{std::string("Median_") + name,
                           [=] { createMedianFilter(CV_8UC1, size); },
                           {"createMedianFilter", offender, accepted}};
    };
    const auto boxMax = [](const char* name, cv::Size ksize, cv::Point anchor, const char* offender,
                           const char* accepted) {
        return BadArgument{std::string("BoxMax_") + name,
                           [=] { createBoxMaxFilter(CV_8UC1, ksize, anchor); },
                           {"createBoxMaxFilter", offender, accepted}};
    };
    const auto boxMin = [](const char* name, cv::Size ksize, cv::Point anchor, const char* offender,
                           const char* accepted) {
        return BadArgument{std::string("BoxMin_") + name,
                           [=] { createBoxMinFilter(CV_8UC1, ksize, anchor); },
                           {"createBoxMinFilter", offender, accepted}};
    };
    const cv::Mat element = cv::Mat::ones(3, 3, CV_8U), none = cv::Mat::zeros(3, 2, CV_8U);
    const int erode = cv::MORPH_ERODE, hitOrMiss = cv::MORPH_HITMISS;
    const cv::Point centre(-1, -1);
    const cv::Mat good = onesWith(1), row = cv::Mat::ones(1, 5, CV_32F), column = cv::Mat::ones(3, 1, CV_64F);
    const char* const inside = "inside the kernel of 3 x 3";
    const char* const types = "one channel and a depth of 8U to 64F";
    const char* const finite = "finite float";
    const char* const vector = "one row or one column";
    const int scharr = cv::FILTER_SCHARR;
    return {
        linear("EmptyKernel", {}, centre, "kernel is empty", "at least one tap"),
        linear("KernelOfThreeDimensions", cv::Mat({2, 3, 4}, CV_32F), centre, "kernel has 3 dimensions", "matrix of 2"),
        linear("KernelOf16F", cv::Mat(3, 3, CV_16FC1, cv::Scalar(1)), centre, "kernel is of type 16FC1", types),
        linear("KernelOfTwoChannels", onesWith(1, CV_32FC2), centre, "kernel is of type 32FC2", types),
        linear("KernelWithNaN", onesWith(kNaN), centre, "kernel has the tap nan at (1, 2)", finite),
        linear("KernelWithInfinity", onesWith(-kInfinity), centre, "kernel has the tap -inf at (1, 2)", finite),
        linear("KernelBeyondFloat", onesWith(1e300, CV_64FC1), centre, "kernel has the tap inf at (1, 2)", finite),
        linear("AnchorRight", good, {3, 0}, "anchor is (3, 0)", inside),
        linear("AnchorBelow", good, {0, 3}, "anchor is (0, 3)", inside),
        linear("AnchorLeft", good, {-2, 0}, "anchor is (-2, 0)", inside),

        separable("EmptyRow", {}, column, centre, "rowKernel is empty", "at least one tap"),
        separable("EmptyColumn", row, {}, centre, "columnKernel is empty", "at least one tap"),
        separable("RowOfTwoChannels", cv::Mat::ones(1, 3, CV_16SC2), column, centre, "rowKernel is of type 16SC2",
                  types),
        separable("ColumnOfTwoChannels", row, cv::Mat::ones(3, 1, CV_32SC2), centre, "columnKernel is of type 32SC2",
                  types),
        separable("RowIsMatrix", cv::Mat::ones(2, 3, CV_32F), column, centre, "rowKernel is 3 x 2", vector),
        separable("ColumnIsMatrix", row, good, centre, "columnKernel is 3 x 3", vector),
        separable("RowWithNaN", row * kNaN, column, centre, "rowKernel has the tap nan at (0, 0)", finite),
        separable("ColumnWithInfinity", row, column * kInfinity, centre, "columnKernel has the tap inf", finite),
        separable("AnchorRight", row, column, {5, 1}, "anchor is (5, 1)", "inside the kernel of 5 x 3"),
        separable("AnchorBelow", row, column, {1, 3}, "anchor is (1, 3)", "inside the kernel of 5 x 3"),

        sharpen("FiveNeighbours", 5, 1, "neighbours is 5", "SHARPEN_4 (4) or SHARPEN_8 (8)"),
        sharpen("NoNeighbours", 0, 1, "neighbours is 0", "SHARPEN_4 (4) or SHARPEN_8 (8)"),
        sharpen("NegativeK", SHARPEN_8, -1, "k is -1", "must not be negative"),
        sharpen("KNaN", SHARPEN_8, kNaN, "k is nan", finite),
        sharpen("KInfinite", SHARPEN_4, kInfinity, "k is inf", finite),
        sharpen("CentreBeyondFloat", SHARPEN_8, 1e38, "1 + neighbours * k is 8e+38", finite),

        emboss("Direction8", 8, 1, "direction is 8", "EMBOSS_NORTH_WEST (0) to EMBOSS_WEST (7)"),
        emboss("DirectionNegative", -1, 1, "direction is -1", "EMBOSS_NORTH_WEST (0) to EMBOSS_WEST (7)"),
        emboss("StrengthNaN", 0, kNaN, "strength is nan", finite),
        emboss("StrengthInfinite", 0, -kInfinity, "strength is -inf", finite),
        emboss("TapBeyondFloat", 0, 3e38, "2 * strength is 6e+38", finite),

        sobel("NoDerivative", 0, 0, 3, 1, "(dx, dy) is (0, 0)", "not both 0"),
        sobel("NegativeDx", -1, 2, 3, 1, "(dx, dy) is (-1, 2)", "not be negative"),
        sobel("NegativeDy", 1, -1, 3, 1, "(dx, dy) is (1, -1)", "not be negative"),
        sobel("ThirdOrderOf3", 3, 0, 3, 1, "(dx, dy) is (3, 0)", "with ksize 3 the orders go up to 2"),
        sobel("ThirdOrderOf1", 0, 3, 1, 1, "(dx, dy) is (0, 3)", "with ksize 1 the orders go up to 2"),
        sobel("FifthOrderOf5", 0, 5, 5, 1, "(dx, dy) is (0, 5)", "with ksize 5 the orders go up to 4"),
        sobel("HugeOrders", INT_MAX, INT_MAX, 3, 1, "(dx, dy) is (2147483647, 2147483647)", "the orders go up to 2"),
        sobel("EvenAperture", 1, 0, 4, 1, "ksize is 4", "odd and from 1 to 31"),
        sobel("NoAperture", 1, 0, 0, 1, "ksize is 0", "odd and from 1 to 31"),
        sobel("NegativeAperture", 1, 0, -3, 1, "ksize is -3", "FILTER_SCHARR (-1)"),
        sobel("LargeAperture", 1, 0, 33, 1, "ksize is 33", "odd and from 1 to 31"),
        sobel("ScharrInBoth", 1, 1, scharr, 1, "(dx, dy) is (1, 1)", "must be (1, 0) or (0, 1)"),
        sobel("ScharrOfSecondOrder", 2, 0, scharr, 1, "(dx, dy) is (2, 0)", "must be (1, 0) or (0, 1)"),
        sobel("ScaleNaN", 1, 0, 3, kNaN, "scale is nan", finite),
        sobel("ScaleInfinite", 1, 0, 3, kInfinity, "scale is inf", finite),
        sobel("TapBeyondFloat", 1, 0, 3, 3e38, "scale is 3e+38", "finite floats"),

        deriv("NoDerivative", 0, 0, 3, 1, "(dx, dy) is (0, 0)", "not both 0"),
        deriv("ThirdOrderOf3", 3, 0, 3, 1, "(dx, dy) is (3, 0)", "with ksize 3 the orders go up to 2"),
        deriv("EvenAperture", 1, 0, 4, 1, "ksize is 4", "odd and from 1 to 31"),
        deriv("ScaleNaN", 1, 0, 3, kNaN, "scale is nan", finite),

        scharrFilter("InBoth", 1, 1, 1, "(dx, dy) is (1, 1)", "must be (1, 0) or (0, 1)"),
        scharrFilter("NoDerivative", 0, 0, 1, "(dx, dy) is (0, 0)", "not both 0"),
        scharrFilter("SecondOrder", 0, 2, 1, "(dx, dy) is (0, 2)", "must be (1, 0) or (0, 1)"),
        scharrFilter("TapBeyondFloat", 1, 0, 3e38, "scale is 3e+38", "finite floats"),

        laplacian("EvenAperture", 4, 1, "ksize is 4", "odd and from 1 to 31"),
        laplacian("NoAperture", 0, 1, "ksize is 0", "odd and from 1 to 31"),
        laplacian("LargeAperture", 33, 1, "ksize is 33", "odd and from 1 to 31"),
        laplacian("ScaleNaN", 3, kNaN, "scale is nan", finite),
        laplacian("TapBeyondFloat", 3, 1e38, "scale is 1e+38", "finite floats"),

        box("NoWidth", {0, 3}, centre, "ksize is 0 x 3", "at least 1"),
        box("NegativeHeight", {3, -1}, centre, "ksize is 3 x -1", "at least 1"),
        box("AnchorRight", {3, 3}, {3, 1}, "anchor is (3, 1)", inside),
        box("AnchorAbove", {3, 3}, {1, -2}, "anchor is (1, -2)", inside),

        morphology("HitOrMiss", hitOrMiss, element, centre, 1, "op is 7", "MORPH_ERODE (0) to MORPH_BLACKHAT (6)"),
        morphology("OpNegative", -1, element, centre, 1, "op is -1", "MORPH_ERODE (0) to MORPH_BLACKHAT (6)"),
        morphology("KernelOfTwoChannels", erode, onesWith(1, CV_8UC2), centre, 1, "kernel is of type 8UC2",
                   "must have one channel"),
        morphology("KernelOfZeros", erode, none, centre, 1, "kernel is 2 x 3 and all of it is 0", "at least one pixel"),
        morphology("AnchorRight", erode, element, {3, 1}, 1, "anchor is (3, 1)", inside),
        morphology("AnchorOfNoKernel", erode, {}, {0, 3}, 1, "anchor is (0, 3)", inside),
        morphology("NegativeIterations", erode, element, centre, -1, "iterations is -1", "must not be negative"),
        morphology("HugeIterations", erode, element, centre, INT_MAX, "iterations is 2147483647", "at most"),
        rowSum("NoWidth", 0, -1, "ksize is 0", "at least 1"),
        rowSum("AnchorRight", 3, 3, "anchor is (3, 0)", "inside the kernel of 3 x 1"),
        columnSum("Negative", -1, -1, "ksize is -1", "at least 1"),
        columnSum("AnchorBelow", 3, 3, "anchor is (0, 3)", "inside the kernel of 1 x 3"),
        median("Even", 4, "windowSize is 4", "odd and from 3 to 4095"),
        median("One", 1, "windowSize is 1", "odd and from 3 to 4095"),
        median("Negative", -3, "windowSize is -3", "odd and from 3 to 4095"),
        median("Huge", 4097, "windowSize is 4097", "odd and from 3 to 4095"),
        morphology("ManyIterations", erode, cv::Mat::eye(3, 3, CV_8U), centre, 10001, "iterations is 10001",
                   "at most 10000"),
        boxMax("NoWidth", {0, 3}, centre, "ksize is 0 x 3", "at least 1"),
        boxMax("AnchorRight", {3, 3}, {3, 1}, "anchor is (3, 1)", inside),
        boxMin("NegativeHeight", {3, -1}, centre, "ksize is 3 x -1", "at least 1"),
        boxMin("AnchorAbove", {3, 3}, {1, -2}, "anchor is (1, -2)", inside),

        gaussian("EvenWidth", {4, 3}, 1, 1, "ksize.width is 4", "odd"),
        gaussian("EvenHeight", {3, 8}, 1, 1, "ksize.height is 8", "odd"),
        gaussian("NegativeWidth", {-3, 3}, 1, 1, "ksize.width is -3", "must be positive"),
        gaussian("NegativeHeight", {3, -1}, 1, 1, "ksize.height is -1", "must be positive"),
        gaussian("NeitherKsizeNorSigma", {0, 0}, 0, 0, " is 0 and sigma 0", "one of them must be positive"),
        gaussian("NegativeSigma1", {3, 3}, -1, 1, "sigma1 is -1", "finite number of pixels"),
        gaussian("NegativeSigma2", {3, 3}, 1, -0.5, "sigma2 is -0.5", "finite number of pixels"),
        gaussian("Sigma1NaN", {3, 3}, kNaN, 1, "sigma1 is nan", "finite number of pixels"),
        gaussian("Sigma2NaN", {3, 3}, 1, kNaN, "sigma2 is nan", "finite number of pixels"),
        gaussian("Sigma1Infinite", {0, 0}, kInfinity, 1, "sigma1 is inf", "finite number of pixels"),
        gaussian("Sigma2Infinite", {3, 3}, 1, kInfinity, "sigma2 is inf", "finite number of pixels"),
        gaussian("HugeSigma", {0, 0}, 1e6, 0, "sigma is 1e+06", "a sigma below 4000"),
    };
}

class BadInput : public testing::TestWithParam<BadArgument>
{};

TEST_P(BadInput, IsRefusedByTheFactory)
{
    expectRefusal(GetParam().create, GetParam().refusal);
}

INSTANTIATE_TEST_SUITE_P(OfAny, BadInput, testing::ValuesIn(argumentsOfEveryFactory()), nameOf<BadArgument>);
INSTANTIATE_TEST_SUITE_P(Of, BadInput, testing::ValuesIn(argumentsOfSingleFactories()), nameOf<BadArgument>);

// ---- Images

const cv::Size kSize(7, 5);
const char kApply[] = "cudatiled::Filter::apply";
const auto kDefaultStream = static_cast<CUstream_st*>(nullptr);

cv::Mat poisoned(int type = CV_8UC1)
{
    return cv::Mat(kSize, type, cv::Scalar::all(90));
}

cv::Mat goodSource(int type)
{
    cv::Mat image(kSize, type);
    cv::randu(image, 0, 200);
    return image;
}

// A GpuMat over host memory: good enough for what is refused before a kernel sees it.
cv::cuda::GpuMat header(const cv::Mat& image)
{
    return cv::cuda::GpuMat(image.rows, image.cols, image.type(), image.data, image.step);
}

bool isUntouched(const cv::Mat& dst, const cv::Mat& before, const uchar* data)
{
    return dst.data == data && dst.size() == before.size() && dst.type() == before.type() &&
           cv::norm(dst, before, cv::NORM_INF) == 0;
}

cv::Ptr<Filter> makeBlur(int type)
{
    return createBoxFilter(type, -1, {3, 3});
}

void expectWorks(Filter& filter)
{
    const cv::Mat src = goodSource(filter.srcType());
    cv::Mat dst, expected;
    filter.apply(src, dst);
    cv::blur(src, expected, {3, 3});
    EXPECT_LE(cv::norm(dst, expected, cv::NORM_INF), src.depth() == CV_32F ? 1e-4 : 0) << "after the refusal";
}

enum class Needs
{
    Nothing,
    Device,
    NoDevice,
    DeviceAndOpenCvWithoutCuda
};

struct BadImage
{
    std::string name;
    Needs needs;
    int filterType;
    cv::Mat dst; // poisoned
    std::function<void(Filter&, cv::Mat& dst)> apply;
    Refusal refusal;
};

void PrintTo(const BadImage& bad, std::ostream* out)
{
    *out << bad.name;
}

std::vector<BadImage> badHostImages()
{
    const auto onHost = [](const char* name, const cv::Mat& src, const char* offender, const char* accepted) {
        const auto apply = [=](Filter& filter, cv::Mat& dst) {
            filter.apply(src, dst);
        };
        return BadImage{name, Needs::Nothing, CV_8UC1, poisoned(), apply, {kApply, offender, accepted}};
    };
    const auto toFixed = [](const char* name, const cv::Mat& dst, const std::function<void(Filter&, cv::Mat&)>& apply,
                            const char* offender) {
        return BadImage{name, Needs::Nothing, CV_8UC1, dst, apply, {kApply, offender, "it must be 7 x 5 of type 8UC1"}};
    };
    cv::Mat atNull = goodSource(CV_8UC1);
    atNull.data = nullptr;
    const int threeDimensions[] = {2, 3, 4};
    return {
        onHost("EmptySrc", {}, "src is empty (0 x 0)", "at least one pixel"),
        onHost("SrcAtNull", atNull, "src is a Mat of 7 x 5 pixels at a null pointer", "must point to its pixels"),
        onHost("SrcOfThreeDimensions", cv::Mat(3, threeDimensions, CV_8U, cv::Scalar(1)), "src has 3 dimensions",
               "an image has 2"),
        onHost("SrcOfOtherDepth", goodSource(CV_16UC1), "src is of type 16UC1", "created for 8UC1"),
        onHost("SrcOfOtherChannels", goodSource(CV_8UC3), "src is of type 8UC3", "created for 8UC1"),
        onHost("SrcOfSignedDepth", goodSource(CV_8SC1), "src is of type 8SC1", "created for 8UC1"),
        {"NoSrc",
         Needs::Nothing,
         CV_8UC1,
         poisoned(),
         [](Filter& filter, cv::Mat& dst) { filter.apply(cv::noArray(), dst); },
         {kApply, "src or dst is noArray()", "both must be images"}},
        {"NoDst",
         Needs::Nothing,
         CV_8UC1,
         poisoned(),
         [](Filter& filter, cv::Mat&) { filter.apply(goodSource(CV_8UC1), cv::noArray()); },
         {kApply, "src or dst is noArray()", "both must be images"}},
        toFixed(
            "FixedTypeOfDst", poisoned(CV_32FC1),
            [](Filter& filter, cv::Mat& dst) { filter.apply(goodSource(CV_8UC1), static_cast<cv::Mat_<float>&>(dst)); },
            "dst is 7 x 5 of type 32FC1 and cannot be changed"),
        toFixed(
            "FixedSizeOfDst", cv::Mat(5, 6, CV_8UC1, cv::Scalar(90)),
            [](Filter& filter, cv::Mat& dst) { filter.apply(goodSource(CV_8UC1), static_cast<const cv::Mat&>(dst)); },
            "dst is 6 x 5 of type 8UC1 and cannot be changed"),
    };
}

// GpuMats that are no images; the headers lie on the memory of `dst`, or of good host images.
std::vector<BadImage> badDeviceImages()
{
    using cv::cuda::GpuMat;
    const auto from = [](const char* name, int type, const std::function<GpuMat()>& src, const char* offender,
                         const char* accepted) {
        const auto apply = [=](Filter& filter, cv::Mat& dst) {
            GpuMat result = header(dst);
            filter.apply(src(), result, kDefaultStream);
        };
        return BadImage{std::string("Device") + name, Needs::Nothing, type, poisoned(type), apply,
                        {kApply, offender, accepted}};
    };
    const auto to = [](const char* name, int type, Needs needs, const std::function<GpuMat(const GpuMat&)>& change,
                       const char* offender, const char* accepted) {
        const auto apply = [=](Filter& filter, cv::Mat& dst) {
            const cv::Mat src = goodSource(type);
            GpuMat result = change(header(dst));
            filter.apply(header(src), result, kDefaultStream);
        };
        return BadImage{std::string("Device") + name, needs, type, poisoned(type), apply, {kApply, offender, accepted}};
    };
    const auto toConst = [](const char* name, int type, const char* offender) {
        const auto apply = [](Filter& filter, cv::Mat& dst) {
            const GpuMat result = header(dst);
            filter.apply(header(cv::Mat(3, 3, CV_8UC1)), result, kDefaultStream);
        };
        return BadImage{std::string("Device") + name,
                        Needs::Device,
                        CV_8UC1,
                        poisoned(type),
                        apply,
                        {kApply, offender, "it must be 3 x 3 of type 8UC1"}};
    };
    static const cv::Mat bytes = goodSource(CV_8UC1), floats = goodSource(CV_32FC1), shorts = goodSource(CV_16UC1);
    const auto atNull = [](GpuMat image) {
        image.data = nullptr;
        return image;
    };
    const auto withStep = [](GpuMat image, std::size_t step) {
        image.step = step;
        return image;
    };
    const auto movedByOneByte = [](GpuMat image) {
        ++image.data, ++image.datastart;
        return image;
    };
    return {
        from(
            "SrcEmpty", CV_8UC1, [] { return GpuMat(); }, "src is empty (0 x 0)", "at least one pixel"),
        from(
            "SrcAtNull", CV_8UC1, [=] { return atNull(header(bytes)); },
            "src is a GpuMat of 7 x 5 pixels at a null pointer", "must point to device memory"),
        from(
            "SrcOfOtherType", CV_8UC1, [] { return header(floats); }, "src is of type 32FC1", "created for 8UC1"),
        from(
            "SrcStepTooSmall", CV_32FC1, [=] { return withStep(header(floats), 24); }, "src has a step of 24 bytes",
            "a row of 7 pixels of type 32FC1 takes 28"),
        from(
            "SrcMisaligned16U", CV_16UC1, [=] { return movedByOneByte(header(shorts)); }, "src is at address",
            "multiples of 2"),
        from(
            "SrcMisaligned32F", CV_32FC1, [=] { return movedByOneByte(header(floats)); }, "src is at address",
            "multiples of 4"),
        from(
            "SrcStepMisaligned16U", CV_16UC1, [=] { return withStep(header(shorts), 15); }, "with a step of 15 bytes",
            "multiples of 2"),
        from(
            "SrcStepMisaligned32F", CV_32FC1, [=] { return withStep(header(floats), 30); }, "with a step of 30 bytes",
            "multiples of 4"),
        from(
            "SrcRowOfMisalignedImage", CV_16UC1,
            [=] {
                const GpuMat image(4, 7, CV_16UC1, shorts.data, 15);
                return GpuMat(image, cv::Rect(0, 0, 7, 1)); // its neighbours are at odd addresses
            },
            "with a step of 15 bytes", "multiples of 2"),

        to("DstAtNull", CV_8UC1, Needs::DeviceAndOpenCvWithoutCuda, atNull,
           "dst is a GpuMat of 7 x 5 pixels at a null pointer", "must point to device memory"),
        to(
            "DstStepTooSmall", CV_8UC1, Needs::Device, [=](const GpuMat& dst) { return withStep(dst, 6); },
            "dst has a step of 6 bytes", "a row of 7 pixels of type 8UC1 takes 7"),
        to("DstMisaligned", CV_32FC1, Needs::Device, movedByOneByte, "dst is at address", "multiples of 4"),
        to(
            "DstStepMisaligned", CV_16UC1, Needs::Device, [=](const GpuMat& dst) { return withStep(dst, 15); },
            "with a step of 15 bytes", "multiples of 2"),
        to(
            "DstOfWrongSize", CV_8UC1, Needs::DeviceAndOpenCvWithoutCuda,
            [](const GpuMat& dst) { return GpuMat(dst, cv::Rect(0, 0, 6, 5)); }, "dst is 6 x 5 of type 8UC1",
            "7 x 5 of type 8UC1, or a cv::cudatiled::DeviceImage"),
        to(
            "DstOfWrongType", CV_32FC1, Needs::DeviceAndOpenCvWithoutCuda, [](const GpuMat&) { return header(bytes); },
            "dst is 7 x 5 of type 8UC1", "7 x 5 of type 32FC1, or a cv::cudatiled::DeviceImage"),
        to(
            "DstEmpty", CV_8UC1, Needs::DeviceAndOpenCvWithoutCuda, [](const GpuMat&) { return GpuMat(); },
            "dst is 0 x 0", "7 x 5 of type 8UC1, or a cv::cudatiled::DeviceImage"),
        toConst("FixedSizeOfDst", CV_8UC1, "dst is 7 x 5 of type 8UC1 and cannot be changed"),
        toConst("FixedTypeOfDst", CV_32FC1, "dst is 7 x 5 of type 32FC1 and cannot be changed"),

        {"DeviceSrcWithoutDevice",
         Needs::NoDevice,
         CV_8UC1,
         poisoned(),
         [](Filter& filter, cv::Mat& dst) {
             GpuMat result = header(dst);
             filter.apply(header(bytes), result, kDefaultStream);
         },
         {kApply, "there is no CUDA device", "host images"}},
        {"DeviceSrcToHostDst",
         Needs::Nothing,
         CV_8UC1,
         poisoned(),
         [](Filter& filter, cv::Mat& dst) { filter.apply(header(bytes), dst, kDefaultStream); },
         {kApply, "src is a device image and dst a host image", "both must be on the same side"}},
        {"HostSrcToDeviceDst",
         Needs::Nothing,
         CV_8UC1,
         poisoned(),
         [](Filter& filter, cv::Mat& dst) {
             GpuMat result = header(dst);
             filter.apply(bytes, result, kDefaultStream);
         },
         {kApply, "src is a host image and dst a device image", "both must be on the same side"}},
    };
}

const char* missing(Needs needs)
{
    const bool device = pathExists(Path::Device);
    if (needs == Needs::NoDevice)
        return device ? "there is a CUDA device" : nullptr;
    if (needs != Needs::Nothing && !device)
        return "there is no CUDA device";
    if (needs == Needs::DeviceAndOpenCvWithoutCuda && CUDATILED_OPENCV_HAS_CUDA)
        return "OpenCV was built with CUDA";
    return nullptr;
}

class BadInputImage : public testing::TestWithParam<BadImage>
{};

TEST_P(BadInputImage, IsRefusedAndNothingIsWritten)
{
    const BadImage& bad = GetParam();
    if (const char* const reason = missing(bad.needs))
        GTEST_SKIP() << reason;
    const cv::Ptr<Filter> filter = makeBlur(bad.filterType);
    cv::Mat dst = bad.dst;
    const cv::Mat before = dst.clone();
    expectRefusal([&] { bad.apply(*filter, dst); }, bad.refusal);
    EXPECT_TRUE(isUntouched(dst, before, bad.dst.data));
    expectWorks(*filter);
}

INSTANTIATE_TEST_SUITE_P(Host, BadInputImage, testing::ValuesIn(badHostImages()), nameOf<BadImage>);
INSTANTIATE_TEST_SUITE_P(Gpu, BadInputImage, testing::ValuesIn(badDeviceImages()), nameOf<BadImage>);

#if CV_VERSION_MAJOR >= 5
TEST(BadInput, KernelsAreNotOfDepthsThatOpenCV4Lacks)
{
    for (const int depth : {CV_16BF, CV_Bool, CV_64U, CV_64S, CV_32U})
    {
        const cv::Mat kernel(3, 3, depth, cv::Scalar(1));
        const std::string offender = "kernel is of type ", accepted = "one channel and a depth of 8U to 64F";
        expectRefusal([&] { createLinearFilter(CV_8UC1, -1, kernel); }, {"createLinearFilter", offender, accepted});
        expectRefusal([&] { createMorphologyFilter(cv::MORPH_ERODE, CV_8UC1, kernel); },
                      {"createMorphologyFilter", offender, accepted});
    }
}
#endif

TEST(BadInput, KernelsAreOnTheHostOrEmpty)
{
    cv::Mat ones = cv::Mat::ones(3, 3, CV_32F), row = ones.row(0).clone();
    const cv::cuda::GpuMat onDevice = header(ones), rowOnDevice = header(row), none;
    expectRefusal([&] { cv::cudatiled::createLinearFilter(CV_8UC1, -1, onDevice); },
                  {"createLinearFilter", "kernel is a cuda::GpuMat", "it must be a Mat"});
    expectRefusal([&] { cv::cudatiled::createSeparableLinearFilter(CV_8UC1, -1, row, rowOnDevice); },
                  {"createSeparableLinearFilter", "columnKernel is a cuda::GpuMat", "it must be a Mat"});
    expectRefusal([&] { cv::cudatiled::createMorphologyFilter(cv::MORPH_ERODE, CV_8UC1, onDevice); },
                  {"createMorphologyFilter", "kernel is a cuda::GpuMat", "it must be a Mat"});
    const cv::Mat src = goodSource(CV_8UC1);
    cv::Mat dst, expected;
    expectRefusal([&] { cv::cudatiled::erode(src, dst, onDevice); },
                  {"createMorphologyFilter", "kernel is a cuda::GpuMat", "it must be a Mat"});
    cv::cudatiled::erode(src, dst, none);
    cv::erode(src, expected, {});
    EXPECT_EQ(cv::norm(dst, expected, cv::NORM_INF), 0);
}

TEST(BadInput, LeavesADeviceImageAsItWas)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    const cv::Ptr<Filter> filter = makeBlur(CV_8UC1);
    const DeviceImage other(goodSource(CV_16UC1)), empty;
    DeviceImage dst(poisoned(CV_32FC3));
    const uchar* const data = dst.gpuMat().data;
    expectRefusal([&] { filter->apply(other, dst); }, {kApply, "src is of type 16UC1", "created for 8UC1"});
    expectRefusal([&] { filter->apply(empty, dst); }, {kApply, "src is empty", "at least one pixel"});
    cv::Mat downloaded;
    dst.download(downloaded);
    EXPECT_TRUE(dst.gpuMat().data == data && cv::norm(downloaded, poisoned(CV_32FC3), cv::NORM_INF) == 0);
}

TEST(BadInput, OfADeviceImageIsRefused)
{
    static const char cls[] = "cudatiled::DeviceImage";
    if (!pathExists(Path::Device))
    {
        expectRefusal([] { DeviceImage(3, 3, CV_8U); }, {cls, "there is no CUDA device", "host images"});
        expectRefusal([] { DeviceImage().upload(cv::Mat::ones(3, 3, CV_8U)); },
                      {cls, "there is no CUDA device", "host images"});
    }
    cv::Mat dst = poisoned();
    const cv::Mat before = dst.clone();
    const uchar* const data = dst.data;
    expectRefusal([] { DeviceImage(0, 3, CV_8U); }, {cls, "the size is 3 x 0", "at least 1"});
    expectRefusal([] { DeviceImage(cv::Size(-1, 3), CV_8U); }, {cls, "the size is -1 x 3", "at least 1"});
    expectRefusal([] { DeviceImage(cv::Mat()); }, {cls, "the image to upload is empty", "2-D"});
    expectRefusal([&] { DeviceImage().download(dst); }, {cls, "the device image is empty", "nothing to download"});
    expectRefusal([] { DeviceImage()(cv::Rect(0, 0, 1, 1)); },
                  {cls, "the part is 1 x 1 at (0, 0)", "inside the image of 0 x 0"});
    EXPECT_TRUE(isUntouched(dst, before, data));
}

#ifndef CUDATILED_EMULATED // AddressSanitizer ends the program that asks for so much
TEST(BadInput, AnImageLargerThanTheDeviceIsRefused)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    expectRefusal([] { DeviceImage(1 << 30, 1 << 20, CV_8U); },
                  {"cudatiled::DeviceImage", "cudaMallocPitch of 1073741824 rows of 1048576 bytes failed", "memory"});
    expectWorks(*makeBlur(CV_8UC1));
}
#endif

// ---- CUDA that fails

#ifdef CUDATILED_EMULATED

struct CudaFailure
{
    std::string name;
    std::string call;
    cudaError_t error;
    Path path;
    bool inPlace;
    Refusal refusal;
};

void PrintTo(const CudaFailure& failure, std::ostream* out)
{
    *out << failure.name;
}

std::vector<CudaFailure> cudaFailures()
{
    const cudaError_t noMemory = cudaErrorMemoryAllocation, other = cudaErrorInvalidValue;
    const Refusal outOfMemory{kApply, "cudaMallocAsync of 1280 bytes failed", "out of memory"};
    const char* const kernel = kApply;
    return {
        {"NoMemoryForAHostImage", "cudaMallocAsync", noMemory, Path::HostOnCuda, false, outOfMemory},
        {"NoMemoryInPlace", "cudaMallocAsync", noMemory, Path::Device, true, outOfMemory},
        {"UploadFails", "cudaMemcpy2DAsync", other, Path::HostOnCuda, false, {kApply, "upload of src failed", ""}},
        {"CopyInPlaceFails", "cudaMemcpy2DAsync", other, Path::Device, true, {kApply, "overlapping source failed", ""}},
        {"LaunchOfADeviceImageFails",
         "cudaLaunchKernelEx",
         cudaErrorInvalidConfiguration,
         Path::Device,
         false,
         {kernel, "the launch of 2 blocks of slidingWindowKernel failed", ""}},
        {"LaunchOfAHostImageFails",
         "cudaLaunchKernelEx",
         cudaErrorLaunchOutOfResources,
         Path::HostOnCuda,
         false,
         {kernel, "the launch of 2 blocks of slidingWindowKernel failed", ""}},
        {"LaunchInPlaceFails",
         "cudaLaunchKernelEx",
         cudaErrorInvalidValue,
         Path::Device,
         true,
         {kernel, "the launch of 2 blocks of slidingWindowKernel failed", ""}},
        {"NoMachineCodeForTheDevice",
         "cudaLaunchKernelEx",
         cudaErrorNoKernelImageForDevice,
         Path::Device,
         false,
         {kernel, "slidingWindowKernel was compiled for other architectures than this device's",
          "add it to CMAKE_CUDA_ARCHITECTURES"}},
        {"EarlierErrorOfTheProcess",
         "cudaLaunchKernelEx",
         cudaErrorIllegalAddress,
         Path::Device,
         false,
         {kernel, "slidingWindowKernel was not launched, because CUDA was in error already",
          "from earlier work of this process"}},
    };
}

class BadCuda : public testing::TestWithParam<CudaFailure>
{};

TEST_P(BadCuda, IsReportedAndTheFilterWorksAgain)
{
    const CudaFailure& failure = GetParam();
    const cv::Ptr<Filter> filter = makeBlur(CV_8UC1);
    const cv::Mat src = goodSource(CV_8UC1), before = failure.inPlace ? src.clone() : poisoned();
    cv::Mat dst = before.clone();
    const uchar* const data = dst.data;
    DeviceImage srcImage(src), dstImage(before);
    cuda_on_cpu::failNext(failure.call, failure.error);
    if (failure.path == Path::HostOnCuda)
        expectRefusal([&] { filter->apply(src, dst); }, failure.refusal);
    else
    {
        expectRefusal([&] { filter->apply(failure.inPlace ? dstImage : srcImage, dstImage); }, failure.refusal);
        dstImage.download(dst);
    }
    EXPECT_TRUE(isUntouched(dst, before, data));
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "the caller would trip over it";
    expectWorks(*filter);
}

INSTANTIATE_TEST_SUITE_P(, BadCuda, testing::ValuesIn(cudaFailures()), nameOf<CudaFailure>);

TEST(BadInput, AScratchImageThatFindsNoMemoryIsReported)
{
    const DeviceImage src(goodSource(CV_8UC1));
    DeviceImage dst(poisoned());
    for (const int op : {cv::MORPH_OPEN, cv::MORPH_GRADIENT})
    {
        const cv::Mat cross = cv::getStructuringElement(cv::MORPH_CROSS, {3, 3}); // rectangles need no scratch image
        const cv::Ptr<Filter> filter = createMorphologyFilter(op, CV_8UC1, cross);
        cuda_on_cpu::failNext("cudaMallocAsync", cudaErrorMemoryAllocation);
        expectRefusal([&] { filter->apply(src, dst); },
                      {kApply, "cudaMallocAsync of 1280 bytes failed", "out of memory"});
        cv::Mat downloaded;
        dst.download(downloaded);
        EXPECT_EQ(cv::norm(downloaded, poisoned(), cv::NORM_INF), 0);
        EXPECT_NO_THROW(filter->apply(src.gpuMat(), DeviceImage(poisoned()).gpuMat(), kDefaultStream));
    }
}

TEST(BadInput, ADeviceThatDoesNotSayHowMuchSharedMemoryItHasIsReported)
{
    cuda_on_cpu::failNext("cudaDeviceGetAttribute", cudaErrorInvalidValue);
    expectRefusal([] { createMedianFilter(CV_16UC1, 33); },
                  {"createMedianFilter", "cudaDeviceGetAttribute failed", "an error"});
    EXPECT_NO_THROW(createMedianFilter(CV_16UC1, 33));
}

TEST(BadInput, DeviceMemoryThatIsExhaustedIsReported)
{
    const auto outOfMemory = [](const char* call) {
        cuda_on_cpu::failNext(call, cudaErrorMemoryAllocation);
    };
    outOfMemory("cudaMallocPitch");
    expectRefusal([] { DeviceImage(5, 7, CV_8U); },
                  {"cudatiled::DeviceImage", "cudaMallocPitch of 5 rows of 7 bytes failed", "out of memory"});
    const auto createWithManyTaps = [] {
        return createLinearFilter(CV_8UC1, -1, cv::Mat::ones(31, 31, CV_32F));
    };
    outOfMemory("cudaMalloc");
    expectRefusal(createWithManyTaps, {"cudatiled::Filter", "cudaMalloc for the taps failed", "out of memory"});
    EXPECT_NO_THROW(createWithManyTaps());

    DeviceImage dst(poisoned(CV_32FC1)), src(goodSource(CV_8UC1));
    outOfMemory("cudaMallocPitch");
    EXPECT_THROW(makeBlur(CV_8UC1)->apply(src, dst), cv::Exception);
    cv::Mat downloaded;
    dst.download(downloaded);
    EXPECT_EQ(cv::norm(downloaded, poisoned(CV_32FC1), cv::NORM_INF), 0) << "dst could not be created anew";
}

#endif

}} // namespace cudatiled_test
