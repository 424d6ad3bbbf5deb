// SPDX-License-Identifier: Apache-2.0
// A program of cv::cuda filters gives the same pictures when its namespace is changed to cv::cudatiled.
#include "device_test.hpp"

#if CUDATILED_OPENCV_HAS_CUDA
#include <opencv2/opencv_modules.hpp>
#endif

#ifdef HAVE_OPENCV_CUDAFILTERS

#include <opencv2/cudafilters.hpp>

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
#define FILTERS cv::cudatiled
#include "filter_program.inl"
#undef FILTERS
} // namespace after

class Namespaces : public DeviceTest
{};

// cv::cuda rounds its own way, and has its own ideas of borders for sums and medians: integers may be 1 apart, and borders are left out.
TEST_F(Namespaces, CanBeSwappedInAProgramOfFilters)
{
    cv::RNG random(3);
    const cv::Mat gray = randomImage({300, 200}, CV_8UC1, random), colour = randomImage({300, 200}, CV_8UC4, random);
    const std::vector<NamedImage> expected = before::run(gray, colour), found = after::run(gray, colour);
    ASSERT_EQ(expected.size(), found.size());
    const cv::Rect inner(8, 8, 284, 184);
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        ASSERT_EQ(expected[i].image.type(), found[i].image.type()) << expected[i].name;
        EXPECT_LE(cv::norm(expected[i].image(inner), found[i].image(inner), cv::NORM_INF), 1) << expected[i].name;
    }
}

}} // namespace cudatiled_test

#endif
