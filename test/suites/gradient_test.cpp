// SPDX-License-Identifier: Apache-2.0
// All results of a gradient, in any combination: derivatives by definition, magnitude and angle of these.
#include <gtest/gtest.h>

#include <opencv2/cudatiled/imgproc.hpp>
#include <opencv2/imgproc.hpp>

#ifdef CUDATILED_EMULATED
#include "../../src/api/band_sizes.hpp"
#endif
#include "../support/catalogue.hpp"
#include "../support/draw_image.hpp"
#include "../support/error_of.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

constexpr int kResults = 4;
const char* const kNames[kResults] = {"dx", "dy", "magnitude", "angle"};

struct Case
{
    cv::Mat image;          // of which a region is filtered
    cv::Rect region, place; // in the image, and of the results in larger ones
    int srcType, dstType, ksize, norm, border;
    bool degrees;
    double scale;

    cv::Ptr<GradientFilter> create() const
    {
        return createGradientFilter(srcType, dstType, ksize, norm, degrees, scale, border);
    }
    int derivativeType() const
    {
        return CV_MAT_DEPTH(dstType) == CV_8U ? CV_MAKETYPE(CV_16S, CV_MAT_CN(dstType)) : dstType;
    }
    int typeOf(int result) const
    {
        return result == 3 ? CV_MAKETYPE(CV_32F, CV_MAT_CN(dstType)) : result == 2 ? dstType : derivativeType();
    }
    std::string text() const
    {
        return cv::format("%dx%d of %dx%d at (%d, %d), type %d -> %d, ksize %d, norm %d, border %d, scale %g, place %d",
                          region.width, region.height, image.cols, image.rows, region.x, region.y, srcType, dstType,
                          ksize, norm, border, scale, place.x);
    }
};

template <class T> T oneOf(cv::RNG& random, std::initializer_list<T> values)
{
    return values.begin()[random.uniform(0, static_cast<int>(values.size()))];
}

Case drawCase(std::uint64_t seed)
{
    cv::RNG random(seed * 7919);
    Case c;
    const int channels = random.uniform(1, 5),
              depth = oneOf<int>(random, {CV_8U, CV_8U, CV_8U, CV_8S, CV_16U, CV_16S, CV_32F});
    c.srcType = CV_MAKETYPE(depth, channels);
    const int dstDepth = depth == CV_32F  ? CV_32F
                         : depth == CV_8U ? oneOf<int>(random, {CV_8U, CV_16S, CV_32F})
                                          : oneOf<int>(random, {CV_16S, CV_32F});
    c.dstType = CV_MAKETYPE(dstDepth, channels);
    c.ksize = oneOf(random, {3, 3, 5, 7, -1, 1, 9});
    c.norm = oneOf<int>(random, {cv::NORM_L1, cv::NORM_L2});
    c.border = oneOf<int>(random, {cv::BORDER_CONSTANT, cv::BORDER_REPLICATE, cv::BORDER_REFLECT,
                                   cv::BORDER_REFLECT_101, cv::BORDER_WRAP}) |
               oneOf<int>(random, {0, 0, cv::BORDER_ISOLATED});
    c.degrees = random.uniform(0, 2) != 0;
    c.scale = oneOf(random, {1., 1., 1., 2., 0.3});
    c.image.create(random.uniform(1, 60), random.uniform(1, oneOf(random, {40, 700})), c.srcType);
    fillImage(c.image, dstDepth, random);
    c.region = {0, 0, c.image.cols, c.image.rows};
    if (random.uniform(0, 2))
    {
        c.region.x = random.uniform(0, c.image.cols);
        c.region.y = random.uniform(0, c.image.rows);
        c.region.width = random.uniform(1, c.image.cols - c.region.x + 1);
        c.region.height = random.uniform(1, c.image.rows - c.region.y + 1);
    }
    c.place = {random.uniform(0, 3) ? 0 : random.uniform(1, 20), random.uniform(0, 3), c.region.width, c.region.height};
    return c;
}

using Results = std::array<cv::Mat, kResults>; // empty: not wanted

// Results in the midst of larger images, whose other pixels must stay as they are.
Results onHost(const Case& c, unsigned wanted)
{
    Results frames, results;
    for (int i = 0; i < kResults; ++i)
        if (wanted >> i & 1)
        {
            frames[i].create(c.place.br().y + 2, c.place.br().x + 5, c.typeOf(i));
            frames[i].setTo(cv::Scalar::all(77));
            results[i] = frames[i](c.place);
        }
    const auto output = [&](int i) {
        return wanted >> i & 1 ? cv::_OutputArray(results[i]) : cv::_OutputArray(cv::noArray());
    };
    c.create()->apply(c.image(c.region), output(0), output(1), output(2), output(3));
    for (int i = 0; i < kResults; ++i)
        if (wanted >> i & 1)
        {
            EXPECT_EQ(results[i].data, frames[i](c.place).data) << "written in place";
            results[i] = results[i].clone();
            frames[i](c.place).setTo(cv::Scalar::all(77));
            EXPECT_EQ(
                cv::norm(frames[i], cv::Mat(frames[i].size(), frames[i].type(), cv::Scalar::all(77)), cv::NORM_INF), 0)
                << "pixels around " << kNames[i];
        }
    return results;
}

Results onDevice(const Case& c, unsigned wanted)
{
    const DeviceImage source(c.image);
    DeviceImage frames[kResults], parts[kResults];
    for (int i = 0; i < kResults; ++i)
        if (wanted >> i & 1)
        {
            const cv::Mat frame(c.place.br().y + 2, c.place.br().x + 5, c.typeOf(i), cv::Scalar::all(77));
            frames[i].upload(frame);
            parts[i] = frames[i](c.place);
        }
    const auto part = [&](int i) {
        return wanted >> i & 1 ? &parts[i] : nullptr;
    };
    c.create()->apply(source(c.region), part(0), part(1), part(2), part(3));
    Results results;
    for (int i = 0; i < kResults; ++i)
        if (wanted >> i & 1)
        {
            parts[i].download(results[i]);
            cv::Mat frame;
            frames[i].download(frame);
            frame(c.place).setTo(cv::Scalar::all(77));
            EXPECT_EQ(cv::norm(frame, cv::Mat(frame.size(), frame.type(), cv::Scalar::all(77)), cv::NORM_INF), 0)
                << "pixels around " << kNames[i];
        }
    return results;
}

Results resultsOf(const Case& c, unsigned wanted, Path path)
{
    return path == Path::Device ? onDevice(c, wanted) : onHost(c, wanted);
}

void expectDerivative(const Case& c, const cv::Mat& derivative, int dx, int dy)
{
    const bool isolated = (c.border & cv::BORDER_ISOLATED) != 0;
    Surroundings image;
    image.whole = isolated ? c.image(c.region).clone() : c.image;
    image.region = isolated ? cv::Rect({0, 0}, c.region.size()) : c.region;
    image.rowBorder = image.columnBorder = c.border & ~cv::BORDER_ISOLATED;
    const Instance instance = sobel(dx, dy, c.ksize, c.scale, 0);
    const Situation situation{c.region.size(), c.border, c.region.size() != c.image.size()};
    const Definition definition = instance.definition(CV_MAT_DEPTH(c.srcType), derivative.depth(), situation);
    EXPECT_EQ(firstViolation(derivative, evaluate(definition, image, derivative.depth(), false)), "")
        << (dx ? "dx of " : "dy of ") << c.text();
}

void expectMagnitude(const Case& c, const Results& results)
{
    cv::Mat dx, dy, expected, actual;
    results[0].convertTo(dx, CV_64F);
    results[1].convertTo(dy, CV_64F);
    if (c.norm == cv::NORM_L1)
        expected = cv::abs(dx) + cv::abs(dy);
    else
        cv::magnitude(dx, dy, expected);
    const bool isFloat = CV_MAT_DEPTH(c.dstType) == CV_32F;
    const cv::Mat tolerance =
        isFloat ? cv::Mat(expected / (1 << 22)) : cv::Mat::zeros(expected.size(), expected.type());
    if (!isFloat)
        expected.convertTo(expected, CV_MAT_DEPTH(c.dstType));
    expected.convertTo(expected, CV_64F);
    EXPECT_EQ(firstViolation(results[2], {expected - tolerance, expected + tolerance}), "")
        << "magnitude of " << c.text();
}

// cv::phase's polynomial is within 0.0115 degrees of the angle, and the filter within 0.0002 of that.
void expectAngle(const Case& c, const Results& results)
{
    cv::Mat dx, dy;
    results[0].convertTo(dx, CV_32F);
    results[1].convertTo(dy, CV_32F);
    const double turn = c.degrees ? 360 : 2 * CV_PI;
    cv::Mat phase;
    cv::phase(dx, dy, phase, c.degrees);
    double largest = 0;
    for (int y = 0; y < phase.rows; ++y)
        for (int x = 0; x < phase.cols * phase.channels(); ++x)
        {
            const double actual = results[3].ptr<float>(y)[x], across = dx.ptr<float>(y)[x],
                         along = dy.ptr<float>(y)[x];
            if (std::abs(across) + std::abs(along) > 1e18)
                continue; // cv::phase divides by infinity there
            const double off = std::remainder(actual - phase.ptr<float>(y)[x], turn) / turn * 360,
                         offTruth =
                             std::remainder(actual - std::atan2(along, across) / CV_PI * turn / 2, turn) / turn * 360;
            ASSERT_TRUE(actual >= 0 && actual <= turn * 1.000001) << actual;
            largest =
                std::max({largest, std::abs(off) / 2e-4, across == 0 && along == 0 ? 0. : std::abs(offTruth) / 0.012});
        }
    EXPECT_LE(largest, 1.) << "angle of " << c.text();
}

class GradientOn : public OnPath
{
#ifdef CUDATILED_EMULATED
protected:
    void SetUp() override
    {
        OnPath::SetUp();
        setBandSizes(9, 2000); // several bands of small images
    }
    void TearDown() override
    {
        setBandSizes(0, 0);
        OnPath::TearDown();
    }
#endif
};

INSTANTIATE_TEST_SUITE_P(, GradientOn, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

TEST_P(GradientOn, EachResultIsRightWhateverElseIsWanted)
{
#ifdef CUDATILED_EMULATED
    const std::uint64_t seeds = 250;
#else
    const std::uint64_t seeds = 400;
#endif
    for (std::uint64_t seed = 1; seed <= seeds && !HasFailure(); ++seed)
    {
        const Case c = drawCase(seed);
        SCOPED_TRACE(cv::format("seed %d: ", static_cast<int>(seed)) + c.text());
        const Results all = resultsOf(c, 15, GetParam());
        expectDerivative(c, all[0], 1, 0);
        expectDerivative(c, all[1], 0, 1);
        expectMagnitude(c, all);
        expectAngle(c, all);
        const unsigned wanted = static_cast<unsigned>(seed % 15) + 1;
        const Results some = resultsOf(c, wanted, GetParam());
        for (int i = 0; i < kResults; ++i)
            if (wanted >> i & 1)
            {
                EXPECT_EQ(cv::norm(some[i], all[i], cv::NORM_INF), 0) << kNames[i] << " beside others than all";
            }
    }
}

// Bytes near both ends of their range have derivatives of all magnitudes. A kernel of its own makes magnitudes alone.
TEST_P(GradientOn, MagnitudesAloneOfHighContrastAreRight)
{
    cv::RNG random(20261129);
    for (const int channels : {1, 3, 4})
        for (const int depth : {CV_8U, CV_16S, CV_32F})
            for (const int norm : {cv::NORM_L1, cv::NORM_L2})
            {
                const cv::Rect whole(0, 0, 700 / channels, 150);
                const Case c{cv::Mat(whole.size(), CV_8UC(channels)),
                             whole,
                             whole,
                             CV_8UC(channels),
                             CV_MAKETYPE(depth, channels),
                             3,
                             norm,
                             cv::BORDER_REFLECT_101,
                             false,
                             1};
                cv::Mat bytes = c.image.reshape(1);
                random.fill(bytes, cv::RNG::UNIFORM, 0, 256);
                for (int y = 0; y < bytes.rows; ++y)
                    for (int x = 0; x < bytes.cols; ++x)
                        if (std::uint8_t& byte = bytes.at<std::uint8_t>(y, x); random.uniform(0, 3))
                            byte = static_cast<std::uint8_t>(byte % 2 ? 255 - byte / 100 : byte / 100);
                Results results = resultsOf(c, 3, GetParam());
                results[2] = resultsOf(c, 4, GetParam())[2];
                expectMagnitude(c, results);
            }
}

TEST_P(GradientOn, ResultsMayTakeThePlaceOfTheSource)
{
    cv::Mat source(37, 90, CV_32FC3);
    cv::randu(source, -100, 100);
    const cv::Ptr<GradientFilter> filter = createGradientFilter(CV_32FC3, -1, 5);
    cv::Mat dx, dy, inPlace = source.clone(), other;
    if (GetParam() == Path::Device)
    {
        DeviceImage image(source), deviceDx, deviceDy;
        filter->apply(image, &deviceDx, &deviceDy, nullptr, nullptr);
        deviceDx.download(dx);
        deviceDy.download(dy);
        const cv::cuda::GpuMat header = image.gpuMat();
        filter->apply(header, image.gpuMat(), deviceDy.gpuMat(), cv::noArray(), cv::noArray(),
                      static_cast<CUstream_st*>(nullptr));
        image.download(inPlace);
        deviceDy.download(other);
    }
    else
    {
        filter->apply(source, dx, dy, cv::noArray(), cv::noArray());
        filter->apply(inPlace, inPlace, other, cv::noArray(), cv::noArray());
    }
    EXPECT_EQ(cv::norm(inPlace, dx, cv::NORM_INF), 0);
    EXPECT_EQ(cv::norm(other, dy, cv::NORM_INF), 0);
}

TEST_P(GradientOn, FilterMakesTheMagnitude)
{
    const Case c = drawCase(12);
    const cv::Mat all = resultsOf(c, 4, GetParam())[2];
    cv::Mat magnitude;
    if (GetParam() == Path::Device)
    {
        DeviceImage result;
        c.create()->apply(DeviceImage(c.image)(c.region), result);
        result.download(magnitude);
    }
    else
        c.create()->apply(c.image(c.region), magnitude);
    EXPECT_EQ(cv::norm(magnitude, all, cv::NORM_INF), 0);
}

TEST(Gradient, RefusesResultsThatItCannotMake)
{
    const cv::Ptr<GradientFilter> filter = createGradientFilter(CV_8UC1, -1);
    const cv::Mat image(9, 9, CV_8UC1, cv::Scalar(3));
    cv::Mat dx, untouched;
    std::vector<cv::Mat> batch{image};
    const auto error = [&](cv::InputArray src, cv::OutputArray first, cv::OutputArray second) {
        return errorOf([&] { filter->apply(src, first, second, cv::noArray(), cv::noArray()); });
    };
    EXPECT_NE(error(image, cv::noArray(), cv::noArray()).find("at least one must be an image"), std::string::npos);
    EXPECT_NE(error(batch, dx, cv::noArray()).find("src is noArray() or a vector of images"), std::string::npos);
    EXPECT_NE(error(cv::noArray(), dx, cv::noArray()).find("src is noArray()"), std::string::npos);
    cv::cuda::GpuMat device;
    EXPECT_NE(error(image, dx, device).find("dy is no host image"), std::string::npos);
    cv::Mat_<float> fixed(3, 3);
    EXPECT_NE(error(image, untouched, fixed).find("dy is 3 x 3 of type 32FC1 and cannot be changed"),
              std::string::npos);
    EXPECT_TRUE(untouched.empty());
}

TEST(Gradient, SpatialGradientIsImgprocs)
{
    cv::Mat image(50, 70, CV_8UC1), dx, dy, expectedDx, expectedDy;
    cv::randu(image, 0, 256);
    cv::cudatiled::spatialGradient(image, dx, dy);
    cv::spatialGradient(image, expectedDx, expectedDy, 3, cv::BORDER_REFLECT_101);
    EXPECT_EQ(cv::norm(dx, expectedDx, cv::NORM_INF) + cv::norm(dy, expectedDy, cv::NORM_INF), 0);
}

}} // namespace cudatiled_test
