// SPDX-License-Identifier: Apache-2.0
// Filters among the types of an OpenCV that was built with CUDA.
#include "device_test.hpp"

#if CUDATILED_OPENCV_HAS_CUDA

#include <opencv2/core/cuda_stream_accessor.hpp>

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class OpenCvCuda : public DeviceTest
{
protected:
    cv::RNG random{1};
    const cv::Mat image = randomImage({201, 133}, CV_8UC3, random);
    const cv::Ptr<Filter> filter = createLinearFilter(CV_8UC3, -1, integerTaps(5, 7));
};

cv::Mat downloaded(const cv::cuda::GpuMat& image)
{
    cv::Mat host;
    image.download(host);
    return host;
}

TEST_F(OpenCvCuda, StreamsAreTaken)
{
    const cv::cuda::GpuMat src(image);
    cv::cuda::GpuMat dst;
    cv::cuda::Stream stream, wrapped = cv::cuda::StreamAccessor::wrapStream(nullptr);
    for (cv::cuda::Stream* s : {&stream, &wrapped, &cv::cuda::Stream::Null()})
    {
        dst.release();
        filter->apply(src, dst, *s);
        s->waitForCompletion();
        EXPECT_TRUE(equal(downloaded(dst), filteredOnCpu(*filter, image)));
    }
}

TEST_F(OpenCvCuda, StreamsKeepTheOrderOfTheirWork)
{
    cv::cuda::Stream stream;
    cv::cuda::GpuMat src(image.size(), image.type(), cv::Scalar::all(9)), dst;
    cv::cuda::HostMem pixels(image), result(image.size(), image.type());
    src.upload(pixels, stream);
    filter->apply(src, dst, stream);
    dst.download(result, stream);
    stream.waitForCompletion();
    EXPECT_TRUE(equal(result.createMatHeader(), filteredOnCpu(*filter, image)));
}

TEST_F(OpenCvCuda, GpuMatsAreCreatedAndOnlyReplacedWhereTheyMustBe)
{
    cv::cuda::GpuMat dst;
    filter->apply(cv::cuda::GpuMat(image), dst);
    EXPECT_TRUE(equal(downloaded(dst), filteredOnCpu(*filter, image)));

    const uchar* const memory = dst.data;
    filter->apply(cv::cuda::GpuMat(image), dst);
    EXPECT_EQ(dst.data, memory);

    const cv::Mat larger = randomImage({300, 200}, CV_8UC3, random);
    filter->apply(cv::cuda::GpuMat(larger), dst);
    EXPECT_TRUE(equal(downloaded(dst), filteredOnCpu(*filter, larger)));

    cv::cuda::GpuMat otherType(image.size(), CV_32FC1);
    filter->apply(cv::cuda::GpuMat(image), otherType);
    EXPECT_TRUE(equal(downloaded(otherType), filteredOnCpu(*filter, image)));
}

TEST_F(OpenCvCuda, ARegionReadsItsNeighboursAsOnTheCpu)
{
    const cv::cuda::GpuMat src(image);
    ASSERT_GT(src.step, static_cast<std::size_t>(src.cols) * src.elemSize()) << "rows should be padded";
    const cv::Rect whole({0, 0}, image.size());
    for (const cv::Rect roi : {cv::Rect(20, 30, 100, 50), cv::Rect(0, 1, 30, 132), cv::Rect(120, 100, 81, 33), whole})
        for (const int border : {int(cv::BORDER_REPLICATE), cv::BORDER_REFLECT_101 | cv::BORDER_ISOLATED})
        {
            const cv::Ptr<Filter> bordered = createLinearFilter(CV_8UC3, -1, integerTaps(5, 7), {-1, -1}, border);
            cv::cuda::GpuMat dst;
            bordered->apply(src(roi), dst);
            EXPECT_TRUE(equal(downloaded(dst), filteredOnCpu(*bordered, image(roi)))) << roi << ", border " << border;
        }
}

TEST_F(OpenCvCuda, HostMemIsTakenAndFilled)
{
    const cv::cuda::HostMem src(image);
    cv::cuda::HostMem dst;
    filter->apply(src, dst);
    EXPECT_TRUE(equal(dst.createMatHeader(), filteredOnCpu(*filter, image)));
}

#ifdef HAVE_OPENCV_CUDAFILTERS
TEST_F(OpenCvCuda, APtrOfCudafiltersHoldsAFilter)
{
    const cv::Ptr<cv::cuda::Filter> base = filter;
    cv::cuda::GpuMat dst;
    cv::cuda::Stream stream;
    base->apply(cv::cuda::GpuMat(image), dst, stream);
    stream.waitForCompletion();
    EXPECT_TRUE(equal(downloaded(dst), filteredOnCpu(*filter, image)));
    base->apply(cv::cuda::GpuMat(image), dst); // the default argument of cv::cuda::Filter
    EXPECT_TRUE(equal(downloaded(dst), filteredOnCpu(*filter, image)));
}
#endif

}} // namespace cudatiled_test

#endif
