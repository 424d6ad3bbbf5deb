// SPDX-License-Identifier: Apache-2.0
// Bad input: every refusal names the function, the offending value and what would be accepted, and writes nothing.
#include <gtest/gtest.h>

#include <cctype>
#include <functional>
#include <limits>
#include <ostream>

#include <opencv2/cudatiled.hpp>
#include <opencv2/cudatiled/imgproc.hpp>
#include <opencv2/imgproc.hpp>

#include "../support/catalogue.hpp"
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

std::string factoryName(const Entry& entry)
{
    return "create" + entry.name + "Filter";
}

// A type that the filter makes of `srcType`, where it has the source depth; else any.
int dstTypeOf(const Entry& entry, int srcType)
{
    return entry.depths == Depths::Sum || entry.depths == Depths::Statistic ? CV_MAKETYPE(CV_32F, CV_MAT_CN(srcType))
                                                                            : -1;
}

// Good arguments, of which the value of outside pixels counts.
Instance goodInstance(const Entry& entry)
{
    cv::RNG random(1);
    Instance instance = entry.draw(random);
    while (!instance.parameters.element.empty() && instance.parameters.defaultOutside)
        instance = entry.draw(random);
    return instance;
}

// What every factory has to refuse.
std::vector<BadArgument> argumentsOfEveryFactory()
{
    const char* const modes = "REFLECT_101 (4)";
    const char* const finite = "finite float";
    std::vector<BadArgument> all;
    for (const Entry& entry : catalogue())
    {
        const Instance instance = goodInstance(entry);
        const bool separable = entry.depths == Depths::Separable, gradient = entry.depths == Depths::Gradient,
                   hasTargets = !hasSameDepth(entry) && entry.depths != Depths::Corner;
        const bool statistic = entry.depths == Depths::Statistic || entry.depths == Depths::Squares ||
                               entry.depths == Depths::SameOrFloat,
                   levels = entry.depths == Depths::Bytes || entry.depths == Depths::Levels,
                   two = entry.depths == Depths::Corner || entry.depths == Depths::ByteOrFloat;
        const char* const depths = entry.depths == Depths::Bytes   ? "the depth 8U is supported"
                                   : levels                        ? "8U and 16U are supported"
                                   : entry.depths == Depths::Color ? "8U, 16U, 32F and 16F are supported"
                                   : two                           ? "8U, 32F and 16F are supported"
                                   : statistic || entry.depths == Depths::Threshold || entry.depths == Depths::Pyramid
                                       ? "8U, 16U, 16S, 32F and 16F are supported"
                                   : separable || gradient ? "8U, 8S, 16U, 16S, 32S, 32F and 16F are supported"
                                                           : "8U, 8S, 16U, 16S, 32F and 16F are supported";
        const auto add = [&](const std::string& name, int srcType, int dstType, const Borders& borders,
                             const std::string& offender, const char* accepted) {
            all.push_back({factoryName(entry) + "_" + name,
                           [=] { instance.create(srcType, dstType, borders); },
                           {factoryName(entry), offender, accepted}});
        };
        const Borders goodBorders{cv::BORDER_DEFAULT, cv::BORDER_DEFAULT, {}};
        const auto src = [&](const char* name, int type, const char* offender, const char* accepted) {
            add(name, type, dstTypeOf(entry, type), goodBorders, offender, accepted);
        };
        const auto pair = [&](const char* name, int srcType, int dstType, const char* offender, const char* accepted) {
            add(name, srcType, dstType, goodBorders, offender, accepted);
        };
        if (!separable && !gradient)
            src("Src32S", CV_32SC1, "srcType is 32SC1", depths);
        if (entry.depths == Depths::Pyramid)
            src("Src8S", CV_8SC1, "srcType is 8SC1", depths);
        src("Src64F", CV_64FC3, "srcType is 64FC3", depths);
        if (levels)
            src("Src16F", CV_16FC1, "srcType is 16FC1", depths);
#if CV_VERSION_MAJOR >= 5 // depths that OpenCV 4 lacks, and one that OpenCV 5 lacks as well
        src("Src16BF", CV_16BFC2, "srcType is 16BFC2", depths);
        src("SrcBool", CV_BoolC1, "srcType is BoolC1", depths);
        src("Src64U", CV_64UC4, "srcType is 64UC4", depths);
        src("Src64S", CV_64SC1, "srcType is 64SC1", depths);
        src("Src32U", CV_32UC3, "srcType is 32UC3", depths);
        src("SrcOfNoDepth", CV_MAKETYPE(CV_DEPTH_MAX - 1, 1), "srcType is depth 31C1", depths);
        if (hasTargets)
            pair("DstBool", CV_8UC3, CV_BoolC3, "dstType is BoolC3", "from 8UC3 the depths");
#endif
        src("SrcNegative", -1, "srcType is -1", "CV_8UC1");
        src("FiveChannels", CV_8UC(5), "srcType is 8UC5", "1 to 4 channels");
        if (hasTargets)
            pair("OtherChannels", CV_8UC3, CV_8UC4, "dstType is 8UC4", "same number of channels");
        if (entry.depths == Depths::Sum)
        {
            pair("From8UTo8U", CV_8UC1, CV_8UC1, "dstType is 8UC1", "from 8UC1 the depths 32S 32F are supported");
            pair("From32FTo64F", CV_32FC2, CV_64FC2, "dstType is 64FC2", "32S 32F are supported");
            pair("From16FTo16F", CV_16FC2, CV_16FC2, "dstType is 16FC2", "from 16FC2 the depths 32F are supported");
        }
        else if (entry.depths == Depths::Statistic)
        {
            pair("From8UTo8U", CV_8UC1, CV_8UC1, "dstType is 8UC1", "from 8UC1 the depths 32F 16F are supported");
            pair("From32FTo64F", CV_32FC2, CV_64FC2, "dstType is 64FC2", "from 32FC2 the depths 32F 16F are supported");
            pair("From16UTo16F", CV_16UC1, CV_16FC1, "dstType is 16FC1", "from 16UC1 the depths 32F are supported");
        }
        else if (entry.depths == Depths::Squares)
        {
            pair("From8UTo32S", CV_8UC1, CV_32SC1, "dstType is 32SC1",
                 "from 8UC1 the depths 8U 16U 16S 32F 16F are supported");
            pair("From32FTo64F", CV_32FC2, CV_64FC2, "dstType is 64FC2",
                 "from 32FC2 the depths 8U 16U 16S 32F 16F are supported");
            pair("From16FTo8U", CV_16FC1, CV_8UC1, "dstType is 8UC1", "from 16FC1 the depths 32F 16F are supported");
        }
        else if (entry.depths == Depths::SameOrFloat)
        {
            pair("From8UTo16U", CV_8UC1, CV_16UC1, "dstType is 16UC1", "from 8UC1 the depths 8U 32F 16F are supported");
            pair("From32FTo8U", CV_32FC3, CV_8UC3, "dstType is 8UC3", "from 32FC3 the depths 32F 16F are supported");
        }
        else if (gradient)
        {
            pair("From8UTo8S", CV_8UC1, CV_8SC1, "dstType is 8SC1", "from 8UC1 the depths 8U 16S 32F are supported");
            pair("From8UTo64F", CV_8UC1, CV_64FC1, "dstType is 64FC1", "8U 16S 32F are supported");
            pair("From32STo8U", CV_32SC4, CV_8UC4, "dstType is 8UC4", "from 32SC4 the depths 16S 32F are supported");
            pair("From16FTo16F", CV_16FC1, CV_16FC1, "dstType is 16FC1", "from 16FC1 the depths 32F are supported");
        }
        else if (hasTargets)
        {
            const char* const from8U =
                separable ? "8U 16U 16S 32S 32F 16F are supported" : "8U 16U 16S 32F 16F are supported";
            pair("From8UTo8S", CV_8UC1, CV_8SC1, "dstType is 8SC1", from8U);
            pair("From8UTo64F", CV_8UC1, CV_64FC1, "dstType is 64FC1", from8U);
            pair("From8STo32S", CV_8SC4, CV_32SC4, "dstType is 32SC4", "8S 16S 32F are supported");
            pair("From8STo8U", CV_8SC2, CV_8UC2, "dstType is 8UC2", "8S 16S 32F are supported");
        }
        if (separable)
            pair("From32STo8S", CV_32SC1, CV_8SC1, "dstType is 8SC1",
                 "from 32SC1 the depths 8U 16U 16S 32S 32F are supported");
        if (entry.depths == Depths::Conv2d)
        {
            pair("From8UTo32S", CV_8UC1, CV_32SC1, "dstType is 32SC1", "8U 16U 16S 32F 16F are supported");
            pair("From16UTo8U", CV_16UC1, CV_8UC1, "dstType is 8UC1", "16U 32F are supported");
            pair("From16STo16U", CV_16SC1, CV_16UC1, "dstType is 16UC1", "16S 32F are supported");
            pair("From32FTo8U", CV_32FC4, CV_8UC4, "dstType is 8UC4", "from 32FC4 the depths 32F 16F are supported");
            pair("From16FTo8U", CV_16FC4, CV_8UC4, "dstType is 8UC4", "from 16FC4 the depths 32F 16F are supported");
        }

        if (instance.borderModes == 0)
            continue;
        const auto border = [&](const std::string& name, const Borders& borders, const std::string& offender,
                                const char* accepted) {
            add(name, CV_8UC1, dstTypeOf(entry, CV_8UC1), borders, offender, accepted);
        };
        const bool columns = instance.borderModes == 2;
        for (const int mode : {5, 7, -2, 100, 5 | cv::BORDER_ISOLATED})
            border(mode < 0 ? "BorderNegative" : cv::format("Border%d", mode), {mode, -1, {}},
                   cv::format("%s is %d", columns ? "rowBorderMode" : "borderMode", mode), modes);
        if (columns)
            border("ColumnBorder5", {cv::BORDER_WRAP, 5, {}}, "columnBorderMode is 5", modes);
        border("BorderValNaN", {cv::BORDER_CONSTANT, -1, {0, 0, kNaN, 0}}, "borderVal is nan", finite);
        border("BorderValInfinite", {cv::BORDER_CONSTANT, -1, {-kInfinity}}, "borderVal is -inf", finite);
    }
    return all;
}

// What single factories have to refuse, by their files in the catalogue.
std::vector<BadArgument> argumentsOfSingleFactories()
{
    std::vector<BadArgument> all;
    for (const Entry& entry : catalogue())
        for (const Refused& refused : entry.refused)
        {
            std::string name = entry.name + "_" + std::to_string(all.size()) + "_";
            for (const char c : refused.offender)
                name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
            const int srcType = CV_8UC(entry.channels.front()),
                      dstType = CV_MAKETYPE(dstDepths(entry, CV_8U).back(), 1);
            all.push_back({name,
                           [=] {
                               refused.create(srcType, dstType, {cv::BORDER_DEFAULT, cv::BORDER_DEFAULT, {}});
                           },
                           {factoryName(entry), refused.offender, refused.accepted}});
        }
    return all;
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
    const Refusal outOfMemory{kApply, "cudaMallocFromPoolAsync of 1280 bytes failed", "out of memory"};
    const char* const kernel = kApply;
    return {
        {"NoDeviceMemoryForAHostImage",
         "cudaMalloc",
         noMemory,
         Path::HostOnCuda,
         false,
         {kApply, "cudaMalloc of ", "out of memory"}},
        {"NoPageLockedMemoryForAHostImage",
         "cudaHostAlloc",
         noMemory,
         Path::HostOnCuda,
         false,
         {kApply, "cudaHostAlloc of ", "out of memory"}},
        {"NoStreamForAHostImage",
         "cudaStreamCreateWithFlags",
         other,
         Path::HostOnCuda,
         false,
         {kApply, "cudaStreamCreateWithFlags failed", ""}},
        {"NoMemoryInPlace", "cudaMallocFromPoolAsync", noMemory, Path::Device, true, outOfMemory},
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
    releaseTransferMemory(); // which would be used again
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
        cuda_on_cpu::failNext("cudaMallocFromPoolAsync", cudaErrorMemoryAllocation);
        expectRefusal([&] { filter->apply(src, dst); },
                      {kApply, "cudaMallocFromPoolAsync of 1280 bytes failed", "out of memory"});
        cv::Mat downloaded;
        dst.download(downloaded);
        EXPECT_EQ(cv::norm(downloaded, poisoned(), cv::NORM_INF), 0);
        EXPECT_NO_THROW(filter->apply(src.gpuMat(), DeviceImage(poisoned()).gpuMat(), kDefaultStream));
    }
}

TEST(BadInput, ADeviceThatDoesNotSayHowMuchSharedMemoryItHasIsReported)
{
    EXPECT_NO_THROW(createMedianFilter(CV_16UC1, 33)); // what is asked once for all filters, is asked
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
        return createLinearFilter(CV_8UC1, -1, cv::Mat::eye(31, 31, CV_32F));
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
