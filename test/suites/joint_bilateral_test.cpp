// SPDX-License-Identifier: Apache-2.0
// Joint bilateral filters: two images beside a sum over the disc that is written out here, wherever they lie.
#include <gtest/gtest.h>

#include <cmath>

#include <opencv2/cudatiled/imgproc.hpp>
#include <opencv2/imgproc.hpp>

#if CUDATILED_WITH_CUDA
#include <cuda_runtime.h>
#endif
#ifdef CUDATILED_EMULATED
#include "../support/device_memory.hpp"
#endif

#include "../../src/api/band_sizes.hpp"
#include "../support/draw_image.hpp"
#include "../support/error_of.hpp"
#include "../support/filtered.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

template <class T> T oneOf(cv::RNG& random, std::initializer_list<T> values)
{
    return values.begin()[random.uniform(0, static_cast<int>(values.size()))];
}

// An image and a region of it, on which another one's region lies.
struct Part
{
    cv::Mat image;
    cv::Rect region;

    cv::Mat onHost() const { return image(region); }
    DeviceImage onDevice() const { return DeviceImage(image)(region); }
    cv::Mat_<double> channel(int c) const
    {
        cv::Mat one;
        cv::extractChannel(image, one, c);
        one.convertTo(one, CV_64F);
        return one;
    }
};

struct Case
{
    Part joint, src;
    int d, border;
    double sigmaColor, sigmaSpace;
    cv::Scalar outside;

    bool isolated() const { return (border & cv::BORDER_ISOLATED) != 0; }
    int radius() const { return std::max(d > 0 ? d / 2 : cvRound(1.5 * sigmaSpace), 1); }
    cv::Ptr<JointBilateralFilter> create() const
    {
        return createJointBilateralFilter(joint.image.type(), src.image.type(), d, sigmaColor, sigmaSpace, border,
                                          outside);
    }
    std::string text() const
    {
        return cv::format(
            "d %d, sigmas %g %g, border %d, %dx%d, joint of %d channels at (%d, %d) of %dx%d, src of type "
            "%d at (%d, %d) of %dx%d",
            d, sigmaColor, sigmaSpace, border, src.region.width, src.region.height, joint.image.channels(),
            joint.region.x, joint.region.y, joint.image.cols, joint.image.rows, src.image.type(), src.region.x,
            src.region.y, src.image.cols, src.image.rows);
    }
};

Part drawPart(cv::RNG& random, cv::Size size, int type)
{
    const int inside = random.uniform(0, 2);
    const auto margin = [&] {
        return inside * random.uniform(0, 9);
    };
    Part part;
    part.region = {cv::Point(margin(), margin()), size};
    part.image.create(part.region.br().y + margin(), part.region.br().x + margin(), type);
    fillImage(part.image, part.image.depth(), random);
    return part;
}

Case drawCase(std::uint64_t seed, int mostRows = 40)
{
    cv::RNG random(seed * 7919 + 1);
    Case c;
    const int depth = oneOf<int>(random, {CV_8U, CV_8U, CV_32F, CV_16F});
    const cv::Size size(random.uniform(1, oneOf(random, {20, 90})), random.uniform(1, mostRows));
    c.joint = drawPart(random, size, CV_MAKETYPE(depth, oneOf(random, {1, 3})));
    c.src = drawPart(random, size, CV_MAKETYPE(depth, oneOf(random, {1, 3})));
    c.d = oneOf(random, {-1, 3, 5, 6, 9, 19, 25});
    c.sigmaSpace = oneOf(random, {0.7, 2., 5.});
    c.sigmaColor = (depth == CV_8U ? 1 : 1. / 255) * oneOf(random, {3., 20., 60., 1000.});
    c.border = oneOf<int>(random, {cv::BORDER_CONSTANT, cv::BORDER_REPLICATE, cv::BORDER_REFLECT, cv::BORDER_WRAP,
                                   cv::BORDER_REFLECT_101}) |
               oneOf<int>(random, {0, 0, cv::BORDER_ISOLATED});
    c.outside = depth == CV_8U ? cv::Scalar(9, 200, 60) : cv::Scalar(0.3, -2, 1);
    return c;
}

// The pixel at (x, y) from the first one of the region, continued by the border mode.
double at(const Case& c, const Part& part, const cv::Mat_<double>& pixels, int channel, int x, int y)
{
    const cv::Rect whole({0, 0}, pixels.size()), limits = c.isolated() ? part.region : whole;
    const int mode = c.border & ~cv::BORDER_ISOLATED;
    const int column = cv::borderInterpolate(part.region.x + x - limits.x, limits.width, mode),
              row = cv::borderInterpolate(part.region.y + y - limits.y, limits.height, mode);
    return column < 0 || row < 0 ? c.outside[channel] : pixels(limits.y + row, limits.x + column);
}

struct Reference
{
    cv::Mat mean, magnitude; // weighted means of the pixels, and of their magnitudes; CV_64F
    double largestExponent = 0;
};

// cv::ximgproc::jointBilateralFilter without its tables, in double.
Reference referenceOf(const Case& c)
{
    std::vector<cv::Mat_<double>> guide, source;
    for (int i = 0; i < c.joint.image.channels(); ++i)
        guide.push_back(c.joint.channel(i));
    for (int i = 0; i < c.src.image.channels(); ++i)
        source.push_back(c.src.channel(i));
    const int channels = static_cast<int>(source.size()), radius = c.radius();
    Reference reference;
    reference.mean.create(c.src.region.size(), CV_64FC(channels));
    reference.magnitude.create(c.src.region.size(), CV_64FC(channels));
    for (int y = 0; y < c.src.region.height; ++y)
        for (int x = 0; x < c.src.region.width; ++x)
        {
            double sums[4] = {}, magnitudes[4] = {}, weights = 0;
            for (int j = -radius; j <= radius; ++j)
                for (int i = -radius; i <= radius; ++i)
                {
                    if (i * i + j * j > radius * radius)
                        continue;
                    double difference = 0;
                    for (std::size_t k = 0; k < guide.size(); ++k)
                        difference += std::abs(at(c, c.joint, guide[k], static_cast<int>(k), x + i, y + j) -
                                               at(c, c.joint, guide[k], static_cast<int>(k), x, y));
                    const double exponent = (i * i + j * j) / (2 * c.sigmaSpace * c.sigmaSpace) +
                                            difference * difference / (2 * c.sigmaColor * c.sigmaColor);
                    const double weight = std::exp(-exponent);
                    weights += weight;
                    if (weight > 1e-12)
                        reference.largestExponent = std::max(reference.largestExponent, exponent);
                    for (int k = 0; k < channels; ++k)
                    {
                        const double pixel = at(c, c.src, source[k], k, x + i, y + j);
                        sums[k] += weight * pixel;
                        magnitudes[k] += weight * std::abs(pixel);
                    }
                }
            for (int k = 0; k < channels; ++k)
            {
                reference.mean.ptr<double>(y)[x * channels + k] = sums[k] / weights;
                reference.magnitude.ptr<double>(y)[x * channels + k] = magnitudes[k] / weights;
            }
        }
    return reference;
}

// Integers are roundings of values within 1e-3; floats have the errors of their sums and, twice, of the weights, whose
// exponents have up to 2 * 3 + 4 operations. A weight below 1e-12 adds less than the rounding of a float. 16F has 11
// bits, and multiples of 2^-24.
void expectNear(const Case& c, const cv::Mat& result)
{
    const Reference reference = referenceOf(c);
    const double area = (2 * c.radius() + 1) * (2 * c.radius() + 1);
    const double inUnits = 5 * std::sqrt(area + 1) + 5 + 2 * (4 + 10 * reference.largestExponent) + area * 1e-12;
    ASSERT_EQ(result.size(), c.src.region.size());
    ASSERT_EQ(result.type(), c.src.image.type());
    cv::Mat actual;
    result.convertTo(actual, CV_64F);
    for (int y = 0; y < actual.rows; ++y)
        for (int x = 0; x < actual.cols * actual.channels(); ++x)
        {
            const double mean = reference.mean.ptr<double>(y)[x], value = actual.ptr<double>(y)[x];
            const double tolerance = std::ldexp(inUnits * reference.magnitude.ptr<double>(y)[x], -24);
            if (result.depth() == CV_8U)
                ASSERT_LE(std::abs(value - mean), 0.5 + std::max(tolerance, 1e-3)) << "scalar " << x << " of row " << y;
            else if (result.depth() == CV_16F)
                ASSERT_LE(std::abs(value - mean),
                          tolerance + std::ldexp(std::abs(mean) + tolerance, -11) + std::ldexp(1., -25))
                    << "scalar " << x << " of row " << y;
            else
                ASSERT_LE(std::abs(value - mean), tolerance) << "scalar " << x << " of row " << y;
        }
}

cv::Mat resultOf(const Case& c, Path path)
{
    cv::Mat result;
    if (path == Path::Device)
    {
        DeviceImage onDevice;
        c.create()->apply(c.joint.onDevice(), c.src.onDevice(), onDevice);
        onDevice.download(result);
    }
    else
        c.create()->apply(c.joint.onHost(), c.src.onHost(), result);
    return result;
}

class JointBilateralOn : public OnPath
{};

INSTANTIATE_TEST_SUITE_P(, JointBilateralOn, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

TEST_P(JointBilateralOn, WeighsByThePixelsOfAnotherImage)
{
#ifdef CUDATILED_EMULATED
    const std::uint64_t seeds = 60;
#else
    const std::uint64_t seeds = 150;
#endif
    for (std::uint64_t seed = 1; seed <= seeds && !HasFailure(); ++seed)
    {
        const Case c = drawCase(seed);
        SCOPED_TRACE(cv::format("seed %d: ", static_cast<int>(seed)) + c.text());
        expectNear(c, resultOf(c, GetParam()));
    }
}

// A step in the guide stays, however flat or noisy the source is; without one, the source's own step is blurred.
TEST_P(JointBilateralOn, EdgesAreThoseOfTheGuide)
{
    Case c;
    c.d = 9, c.sigmaColor = 10, c.sigmaSpace = 4, c.border = cv::BORDER_REPLICATE;
    const cv::Rect all(0, 0, 40, 30), right(20, 0, 20, 30);
    cv::Mat step(all.size(), CV_8UC1, cv::Scalar(50)), flat(all.size(), CV_8UC1, cv::Scalar(90));
    step(right).setTo(150);
    c.joint = {step, all}, c.src = {step, all};
    EXPECT_TRUE(equal(resultOf(c, GetParam()), step)) << "a step of both";
    c.joint = {flat, all};
    const cv::Mat blurred = resultOf(c, GetParam());
    EXPECT_GT(blurred.at<uchar>(15, 19), 80) << "a step of the source alone";
    EXPECT_LT(blurred.at<uchar>(15, 20), 120);
    c.joint = {step, all}, c.src = {flat, all};
    EXPECT_TRUE(equal(resultOf(c, GetParam()), flat)) << "a step of the guide alone";
}

TEST_P(JointBilateralOn, OneImageIsItsOwnGuide)
{
    for (const int type : {CV_8UC1, CV_8UC3, CV_32FC1, CV_32FC3})
        for (const int d : {5, 13})
        {
            cv::Mat image(37, 51, type);
            cv::randu(image, 0, 255);
            const auto joint = createJointBilateralFilter(CV_MAKETYPE(CV_MAT_DEPTH(type), 3), type, d, 40, 3),
                       own = createJointBilateralFilter(type, type, d, 40, 3);
            const auto plain = createBilateralFilter(type, d, 40, 3);
            const cv::Mat expected = filtered(*plain, image, GetParam());
            EXPECT_TRUE(equal(filtered(*joint, image, GetParam()), expected)) << type << " " << d;
            cv::Mat result;
            if (GetParam() == Path::Device)
            {
                const DeviceImage src(image);
                DeviceImage dst;
                own->apply(src, src, dst);
                dst.download(result);
            }
            else
            {
                setBackend(GetParam() == Path::Cpu ? BACKEND_CPU : BACKEND_AUTO); // which `filtered` changed
                own->apply(image, image, result);
            }
            EXPECT_TRUE(equal(result, expected)) << type << " " << d;
        }
}

// The results lie over the source or over the guide, or over a part of either.
TEST_P(JointBilateralOn, ResultsMayOverlapBothImages)
{
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
    {
        cv::RNG random(seed);
        const int type = seed % 2 ? CV_8UC3 : CV_32FC1;
        const cv::Rect region(3, 2, 44, 31), shifted(7, 4, 44, 31);
        Case c = drawCase(seed);
        c.joint = {cv::Mat(50, 60, type), region}, c.src = {cv::Mat(50, 60, type), region};
        c.border = cv::BORDER_REFLECT;
        for (cv::Mat* image : {&c.joint.image, &c.src.image})
            fillImage(*image, image->depth(), random);
        const cv::Mat expected = resultOf(c, GetParam());
        for (const bool overJoint : {false, true})
            for (const cv::Rect& place : {region, shifted})
            {
                SCOPED_TRACE(cv::format("seed %d, over the %s at %d", static_cast<int>(seed),
                                        overJoint ? "joint" : "src", place.x));
                cv::Mat joint = c.joint.image.clone(), src = c.src.image.clone(), written = overJoint ? joint : src;
                if (GetParam() == Path::Device)
                {
                    DeviceImage onDevice[2]{DeviceImage(joint), DeviceImage(src)};
                    DeviceImage result = onDevice[overJoint ? 0 : 1](place);
                    c.create()->apply(onDevice[0](region), onDevice[1](region), result);
                    onDevice[overJoint ? 0 : 1].download(written);
                }
                else
                    c.create()->apply(joint(region), src(region), written(place));
                EXPECT_TRUE(equal(written(place), expected));
                const cv::Mat& before = overJoint ? c.joint.image : c.src.image;
                before(place).copyTo(written(place));
                EXPECT_TRUE(equal(written, before)) << "pixels around the results";
            }
    }
}

TEST_P(JointBilateralOn, IsAFunctionAsWell)
{
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
    {
        Case c = drawCase(seed);
        if ((c.border & ~cv::BORDER_ISOLATED) == cv::BORDER_CONSTANT)
            c.outside = {};
        const cv::Mat expected = resultOf(c, GetParam());
        cv::Mat result, own, plain;
        if (GetParam() == Path::Device)
        {
            const DeviceImage joint = c.joint.onDevice(), src = c.src.onDevice(), dst(src.size(), src.type()),
                              ofPlain(src.size(), src.type());
            cv::cudatiled::jointBilateralFilter(joint.gpuMat(), src.gpuMat(), dst.gpuMat(), c.d, c.sigmaColor,
                                                c.sigmaSpace, c.border);
            dst.download(result);
            cv::cudatiled::jointBilateralFilter(cv::noArray(), src.gpuMat(), dst.gpuMat(), c.d, c.sigmaColor,
                                                c.sigmaSpace, c.border);
            dst.download(own);
            cv::cudatiled::bilateralFilter(src.gpuMat(), ofPlain.gpuMat(), c.d, c.sigmaColor, c.sigmaSpace, c.border);
            ofPlain.download(plain);
        }
        else
        {
            const cv::Mat src = c.src.onHost();
            cv::cudatiled::jointBilateralFilter(c.joint.onHost(), src, result, c.d, c.sigmaColor, c.sigmaSpace,
                                                c.border);
            cv::cudatiled::jointBilateralFilter(cv::noArray(), src, own, c.d, c.sigmaColor, c.sigmaSpace, c.border);
            cv::cudatiled::bilateralFilter(src, plain, c.d, c.sigmaColor, c.sigmaSpace, c.border);
        }
        EXPECT_TRUE(equal(result, expected)) << c.text();
        EXPECT_TRUE(equal(own, plain)) << c.text();
    }
}

TEST_P(JointBilateralOn, IsAPartOfChainsAndTakesBatches)
{
    cv::Mat image(33, 47, CV_8UC3), smooth;
    cv::randu(image, 0, 256);
    const auto joint = createJointBilateralFilter(CV_8UC1, CV_8UC3, 7, 30, 2);
    const auto box = createBoxFilter(CV_8UC3, -1, {3, 3});
    const cv::Mat expected = filtered(*joint, filtered(*box, image, GetParam()), GetParam());
    const auto chain = createChain({box, joint});
    EXPECT_TRUE(equal(filtered(*chain, image, GetParam()), expected));
    EXPECT_EQ(reachOf(*joint).window, cv::Rect(-3, -3, 7, 7));
    if (GetParam() != Path::Device)
        return;
    const std::vector<DeviceImage> batch{DeviceImage(image), DeviceImage(image)};
    std::vector<DeviceImage> results;
    joint->apply(batch, results);
    ASSERT_EQ(results.size(), 2u);
    for (const DeviceImage& result : results)
    {
        cv::Mat pixels;
        result.download(pixels);
        EXPECT_TRUE(equal(pixels, filtered(*joint, image, GetParam())));
    }
}

TEST(JointBilateral, RefusesImagesThatDoNotGoTogether)
{
    const auto filter = createJointBilateralFilter(CV_8UC3, CV_8UC1, 5, 30, 2);
    const cv::Mat joint(9, 8, CV_8UC3, cv::Scalar::all(3)), src(9, 8, CV_8UC1, cv::Scalar(3)), low(8, 8, CV_8UC3),
        floats(9, 8, CV_32FC3);
    cv::Mat dst;
    std::vector<cv::Mat> batch{src};
    cv::cuda::GpuMat onDevice;
    const auto error = [&](cv::InputArray guide, cv::InputArray source, cv::OutputArray result) {
        return errorOf([&] { filter->apply(guide, source, result); });
    };
    const auto expect = [&](const std::string& text, const char* part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
        EXPECT_NE(text.find("cudatiled::JointBilateralFilter::apply"), std::string::npos) << text;
    };
    expect(error(floats, src, dst), "joint is of type 32FC3; the filter was created for 8UC3");
    expect(error(src, src, dst), "joint is of type 8UC1; the filter was created for 8UC3");
    expect(error(joint, joint, dst), "src is of type 8UC3; the filter was created for 8UC1");
    expect(error(low, src, dst), "joint is 8 x 8 and src 8 x 9; both must have the same size");
    expect(error(cv::Mat(0, 0, CV_8UC3), src, dst), "both must have the same size");
    expect(error(joint, cv::Mat(), dst), "src is empty");
    expect(error(cv::noArray(), src, dst), "must be images");
    expect(error(joint, batch, dst), "must be images");
    expect(error(joint, src, cv::noArray()), "must be images");
    expect(error(onDevice, src, dst), "all of them on the host or all of them on the device");
    EXPECT_TRUE(dst.empty());
    cv::Mat_<float> fixed(3, 3);
    expect(error(joint, src, fixed), "dst is 3 x 3 of type 32FC1 and cannot be changed");
    DeviceImage result;
    expect(errorOf([&] { filter->apply(DeviceImage(), DeviceImage(), result); }), "joint or src is empty");
    EXPECT_NE(errorOf([&] {
                  cv::cudatiled::jointBilateralFilter(joint, floats, dst, 5, 30, 2);
              }).find("jointType is 8UC3 and srcType 32FC3; jointType must be 32FC1 or 32FC3"),
              std::string::npos);
}

#ifdef CUDATILED_EMULATED

// So that a graph can capture it: of disjoint images a call is one launch.
TEST(JointBilateral, DeviceImagesAreFilteredByALaunchAlone)
{
    const DeviceImage joint(cv::Mat(40, 50, CV_8UC3, cv::Scalar::all(7))), src(cv::Mat(40, 50, CV_8UC1, cv::Scalar(9))),
        dst(40, 50, CV_8UC1);
    const auto filter = createJointBilateralFilter(CV_8UC3, CV_8UC1, 9, 30, 2);
    const auto apply = [&] {
        filter->apply(joint.gpuMat(), src.gpuMat(), dst.gpuMat(), static_cast<CUstream_st*>(nullptr));
    };
    EXPECT_EQ(callsDuring(apply), (Calls{{"cudaGetDevice", 1}, {"cudaLaunchKernelEx", 1}}));
}

TEST(JointBilateral, BorrowsAStreamOrderedCopyOfEachImageThatTheResultsOverlap)
{
    const DeviceImage joint(cv::Mat(40, 50, CV_8UC1, cv::Scalar(7))), src(cv::Mat(40, 50, CV_8UC1, cv::Scalar(9)));
    const auto filter = createJointBilateralFilter(CV_8UC1, CV_8UC1, 9, 30, 2);
    const Calls expected{{"cudaGetDevice", 2},
                         {"cudaMallocFromPoolAsync", 1},
                         {"cudaMemcpy2DAsync", 1},
                         {"cudaLaunchKernelEx", 1},
                         {"cudaFreeAsync", 1}};
    for (const DeviceImage& dst : {joint, src})
        EXPECT_EQ(callsDuring([&] {
                      filter->apply(joint.gpuMat(), src.gpuMat(), dst.gpuMat(), static_cast<CUstream_st*>(nullptr));
                  }),
                  expected);
}

// Bands of host images are a few rows high here.
class JointBilateralBands : public testing::Test
{
protected:
    ~JointBilateralBands() override
    {
        setBandSizes(0, 0);
        cuda_on_cpu::setDeviceMemory(0);
        cuda_on_cpu::watchLaunches({});
    }

    // Rows enough for several bands, unless the border wraps around.
    static Case drawTall(std::uint64_t seed)
    {
        Case c = drawCase(seed, 160);
        c.d = seed % 2 ? 3 : 5;
        return c;
    }
};

// Page-locks an image, with all around it, for as long as it lives.
class PageLock
{
public:
    PageLock(const cv::Mat& image, bool wanted) : first_(wanted ? image.data : nullptr)
    {
        if (first_)
            cudaHostRegister(first_, image.total() * image.elemSize(), cudaHostRegisterDefault);
    }
    ~PageLock()
    {
        if (first_)
            cudaHostUnregister(first_);
    }
    PageLock(const PageLock&) = delete;
    PageLock& operator=(const PageLock&) = delete;

private:
    uchar* const first_;
};

TEST_F(JointBilateralBands, EqualDeviceImages)
{
    int inBands = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed)
    {
        const Case c = drawTall(seed);
        SCOPED_TRACE(cv::format("seed %d: ", static_cast<int>(seed)) + c.text());
        const cv::Mat expected = resultOf(c, Path::Device);
        cuda_on_cpu::seedOrder(seed);
        setBandSizes(static_cast<int>(seed % 9) + 1, static_cast<std::size_t>(seed % 7 * 100 + 1));
        cv::Mat dst(expected.size(), expected.type());
        const PageLock joint(c.joint.image, seed % 2), src(c.src.image, seed % 4 > 1), result(dst, seed % 8 > 3);
        inBands +=
            callsDuring([&] { c.create()->apply(c.joint.onHost(), c.src.onHost(), dst); })["cudaStreamWaitEvent"] > 0;
        ASSERT_TRUE(equal(dst, expected));
    }
    EXPECT_GT(inBands, 60);
}

TEST_F(JointBilateralBands, MayLieOverBothImages)
{
    for (std::uint64_t seed = 1; seed <= 24; ++seed)
    {
        cv::RNG random(seed);
        Case c = drawTall(seed);
        const cv::Rect region(3, 12, 44, 90);
        const int type = oneOf<int>(random, {CV_8UC1, CV_8UC3, CV_32FC1});
        c.joint = {cv::Mat(130, 60, type), region}, c.src = {cv::Mat(130, 60, type), region};
        for (cv::Mat* image : {&c.joint.image, &c.src.image})
            fillImage(*image, image->depth(), random);
        const cv::Mat expected = resultOf(c, Path::Device);
        for (const bool overJoint : {false, true})
            for (const cv::Point shift : {cv::Point(0, 0), cv::Point(0, 11), cv::Point(0, -9), cv::Point(5, 3)})
            {
                setBandSizes(static_cast<int>(seed % 9) + 1, 300);
                const cv::Mat joint = c.joint.image.clone(), src = c.src.image.clone();
                c.create()->apply(joint(region), src(region), (overJoint ? joint : src)(region + shift));
                cv::Mat frame = (overJoint ? c.joint : c.src).image.clone();
                expected.copyTo(frame(region + shift));
                ASSERT_TRUE(equal(overJoint ? joint : src, frame))
                    << "seed " << seed << (overJoint ? ", over joint" : ", over src") << ", shifted by " << shift;
            }
    }
}

TEST_F(JointBilateralBands, OfRegionsOfOneImage)
{
    cv::Mat frame(200, 70, CV_8UC1), dst;
    cv::randu(frame, 0, 256);
    const auto filter = createJointBilateralFilter(CV_8UC1, CV_8UC1, 5, 30, 2);
    const cv::Rect upper(2, 0, 60, 100), lower(5, 100, 60, 100);
    const Case c{{frame, upper}, {frame, lower}, 5, cv::BORDER_DEFAULT, 30, 2, {}};
    const cv::Mat expected = resultOf(c, Path::Device);
    setBandSizes(4, 200);
    filter->apply(frame(upper), frame(lower), frame(lower));
    EXPECT_TRUE(equal(frame(lower), expected));
}

TEST_F(JointBilateralBands, MayBeLargerThanTheDevicesMemory)
{
    Case c;
    c.d = 5, c.sigmaColor = 30, c.sigmaSpace = 2, c.border = cv::BORDER_REFLECT_101;
    const cv::Rect all(0, 0, 300, 900);
    c.joint = {cv::Mat(all.size(), CV_8UC3), all}, c.src = {cv::Mat(all.size(), CV_8UC1), all};
    cv::randu(c.joint.image, 0, 256), cv::randu(c.src.image, 0, 256);
    const cv::Mat expected = resultOf(c, Path::Device);
    releaseTransferMemory();
    setBandSizes(10, 300);
    leaveDeviceMemory(400 << 10); // the guide alone has 800 KB
    EXPECT_TRUE(equal(resultOf(c, Path::HostOnCuda), expected));

    c.border = cv::BORDER_WRAP; // one band
    cv::Mat dst(all.size(), CV_8UC1, cv::Scalar(77)), before = dst.clone();
    const std::string error = errorOf([&] { c.create()->apply(c.joint.image, c.src.image, dst); });
    EXPECT_NE(error.find("cudatiled::JointBilateralFilter::apply: cudaMalloc of "), std::string::npos) << error;
    EXPECT_TRUE(equal(dst, before)) << "a call that fails before its first result leaves dst as it was";
}

TEST_F(JointBilateralBands, SayThatRowsMayBeWrittenAfterAnErrorBetweenBands)
{
    Case c = drawTall(1);
    const cv::Rect all(0, 0, 60, 150);
    c.border = cv::BORDER_REPLICATE;
    c.joint = {cv::Mat(all.size(), CV_8UC3, cv::Scalar::all(9)), all}, c.src = {cv::Mat(all.size(), CV_8UC1), all};
    c.sigmaColor = 20;
    cv::randu(c.src.image, 0, 256);
    const cv::Mat expected = resultOf(c, Path::Device);
    setBandSizes(10, 300);
    for (const char* call : {"cudaMemcpy2DAsync", "cudaEventRecord", "cudaStreamWaitEvent", "cudaLaunchKernelEx"})
    {
        int launches = 0;
        cuda_on_cpu::watchLaunches([&](const void*, dim3) {
            if (++launches == 3)
                cuda_on_cpu::failNext(call, cudaErrorInvalidValue);
            return true;
        });
        cv::Mat dst;
        const std::string error = errorOf([&] { c.create()->apply(c.joint.image, c.src.image, dst); });
        cuda_on_cpu::watchLaunches({});
        EXPECT_NE(error.find("some rows of dst may be written already"), std::string::npos) << call << ": " << error;
        EXPECT_TRUE(equal(resultOf(c, Path::HostOnCuda), expected)) << call;
    }
}

#elif CUDATILED_WITH_CUDA

TEST(JointBilateral, CanBeCapturedInACudaGraph)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    const Case c = drawCase(5);
    const DeviceImage joint = c.joint.onDevice(), src = c.src.onDevice(), dst(src.size(), src.type());
    const cv::Ptr<JointBilateralFilter> filter = c.create();
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t run = nullptr;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    filter->apply(joint.gpuMat(), src.gpuMat(), dst.gpuMat(), stream);
    ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiateWithFlags(&run, graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphLaunch(run, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    cv::Mat result;
    dst.download(result);
    EXPECT_TRUE(equal(result, resultOf(c, Path::Device)));
    cudaGraphExecDestroy(run);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}

#endif

}} // namespace cudatiled_test
