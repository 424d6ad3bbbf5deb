// SPDX-License-Identifier: Apache-2.0
// A program of cv::cuda filters gives the same pictures when its namespace is changed to cv::cudatiled::cuda.
#include "device_test.hpp"

#if CUDATILED_OPENCV_HAS_CUDA
#include <opencv2/opencv_modules.hpp>
#endif

#ifdef HAVE_OPENCV_CUDAFILTERS

#include <opencv2/cudafilters.hpp>
#include <opencv2/cudatiled/cudafilters.hpp>

namespace cudatiled_test { namespace {

struct NamedImage
{
    std::string name;
    cv::Mat image;
};

cv::Mat downloaded(const cv::cuda::GpuMat& image)
{
    cv::Mat host;
    image.download(host);
    return host;
}

namespace before {
#define FILTERS cv::cuda
#include "filter_program.inl"
#undef FILTERS
} // namespace before

namespace after {
#define FILTERS cv::cudatiled::cuda
#include "filter_program.inl"
#undef FILTERS
} // namespace after

class Namespaces : public DeviceTest
{};

// cv::cuda rounds some results another way, so integers may be 1 apart.
TEST_F(Namespaces, CanBeSwappedInAProgramOfFilters)
{
    cv::RNG random(3);
    const cv::Mat gray = randomImage({300, 200}, CV_8UC1, random), colour = randomImage({300, 200}, CV_8UC4, random);
    for (const cv::Rect part : {cv::Rect(0, 0, 300, 200), cv::Rect(11, 7, 201, 150), cv::Rect(4, 1, 64, 33)})
    {
        const std::vector<NamedImage> expected = before::run(gray, colour, part),
                                      found = after::run(gray, colour, part);
        ASSERT_EQ(expected.size(), found.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            ASSERT_EQ(expected[i].image.type(), found[i].image.type()) << expected[i].name;
            EXPECT_LE(cv::norm(expected[i].image, found[i].image, cv::NORM_INF), 1)
                << expected[i].name << " of " << part;
        }
    }
}

// A program that has moved some of its filters.
TEST_F(Namespaces, FiltersOfBothLibrariesFitIntoOneContainer)
{
    cv::RNG random(5);
    const cv::cuda::GpuMat image(randomImage({130, 90}, CV_8UC1, random));
    const auto steps = before::steps();
    const auto moved = after::steps();
    std::vector<cv::Ptr<cv::cuda::Filter>> filters;
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i].isGray)
            filters.push_back(i % 2 == 0 ? steps[i].filter : moved[i].filter);
    cv::cuda::Stream stream;
    for (const cv::Ptr<cv::cuda::Filter>& filter : filters)
    {
        cv::cuda::GpuMat dst;
        filter->apply(image, dst, stream);
        stream.waitForCompletion();
        EXPECT_EQ(dst.size(), image.size());
    }
    filters.clear(); // through the base class
}

}} // namespace cudatiled_test

#endif
