// SPDX-License-Identifier: Apache-2.0
// A program that filters with OpenCV's imgproc, compiled twice: as it is, and with one namespace changed. Prints what
// it computed.
#include <cstdint>
#include <cstdio>

#include <opencv2/imgproc.hpp>

#ifdef CUDATILED_PROGRAM
#include <opencv2/cudatiled/imgproc.hpp>
namespace imgproc = cv::cudatiled;
#else
namespace imgproc = cv;
#endif

namespace {

void print(const char* name, const cv::Mat& image)
{
    std::uint64_t hash = 14695981039346656037u; // FNV-1a
    for (int y = 0; y < image.rows; ++y)
        for (std::size_t i = 0; i < image.cols * image.elemSize(); ++i)
            hash = (hash ^ image.ptr(y)[i]) * 1099511628211u;
    std::printf("%-34s %dx%d type %2d %016llx\n", name, image.cols, image.rows, image.type(),
                static_cast<unsigned long long>(hash));
}

cv::Mat photograph(int type)
{
    cv::Mat image(97, 131, type);
    cv::RNG random(4711);
    random.fill(image, cv::RNG::UNIFORM, 0, CV_MAT_DEPTH(type) == CV_16U ? 65536 : 256);
    return image;
}

void linear(const cv::Mat& image, cv::Mat& result)
{
    const cv::Matx33f laplace(-1, -1, -1, -1, 8, -1, -1, -1, -1);
    const cv::Matx13f row(1, 2, 1);
    const cv::Matx<float, 5, 1> column(1, 0, -2, 0, 1);
    imgproc::filter2D(image, result, -1, laplace);
    print("filter2D", result);
    imgproc::filter2D(image, result, CV_32F, laplace, {0, 2}, 16, cv::BORDER_CONSTANT);
    print("filter2D to 32F, anchor, delta", result);
    imgproc::filter2D(image, result, -1, cv::Mat::ones(3, 2, CV_32S));
    print("filter2D, integer kernel", result);
    imgproc::sepFilter2D(image, result, CV_32F, row, column, {-1, -1}, 0, cv::BORDER_REPLICATE);
    print("sepFilter2D", result);
    imgproc::boxFilter(image, result, CV_32F, {5, 3}, {0, 1}, false);
    print("boxFilter, sums", result);
    imgproc::sqrBoxFilter(image, result, -1, {5, 3}, {0, 1}, false);
    print("sqrBoxFilter, sums", result);
    imgproc::Sobel(image, result, CV_32F, 1, 0);
    print("Sobel", result);
    imgproc::Sobel(image, result, CV_32F, 1, 1, 5, 2, 3, cv::BORDER_REFLECT);
    print("Sobel 5", result);
    imgproc::Scharr(image, result, CV_32F, 0, 1);
    print("Scharr", result);
    imgproc::Laplacian(image, result, CV_32F, 3, 2, 7);
    print("Laplacian", result);
    imgproc::Laplacian(image, result, CV_32F, 5);
    print("Laplacian 5", result);
}

void fixedPoint(const cv::Mat& image, cv::Mat& result)
{
    imgproc::GaussianBlur(image, result, {7, 5}, 1.5);
    print("GaussianBlur", result);
    imgproc::GaussianBlur(image, result, {}, 1.2, 0.7, cv::BORDER_REPLICATE);
    print("GaussianBlur of sigma", result);
}

void rank(const cv::Mat& image, cv::Mat& result)
{
    const cv::Mat disk = cv::getStructuringElement(cv::MORPH_ELLIPSE, {7, 5}), square = cv::Mat::ones(3, 3, CV_8U);
    imgproc::erode(image, result, square);
    print("erode", result);
    imgproc::dilate(image, result, disk, {1, 4}, 2);
    print("dilate twice, anchor", result);
    imgproc::dilate(image, result, cv::Mat(), {-1, -1}, 3, cv::BORDER_REFLECT);
    print("dilate without a kernel", result);
    imgproc::erode(image, result, disk, {-1, -1}, 1, cv::BORDER_CONSTANT, cv::Scalar(10, 20, 30));
    print("erode, value outside", result);
    for (const int op : {cv::MORPH_OPEN, cv::MORPH_CLOSE, cv::MORPH_GRADIENT, cv::MORPH_TOPHAT, cv::MORPH_BLACKHAT})
    {
        imgproc::morphologyEx(image, result, op, disk);
        print(cv::format("morphologyEx %d", op).c_str(), result);
    }
    for (const int size : {1, 3, 5})
    {
        imgproc::medianBlur(image, result, size);
        print(cv::format("medianBlur %d", size).c_str(), result);
    }
}

void thresholds(const cv::Mat& image, cv::Mat& result)
{
    for (const int type : {cv::THRESH_BINARY, cv::THRESH_TRUNC, cv::THRESH_TOZERO_INV})
    {
        std::printf("threshold %g\n", imgproc::threshold(image, result, 99.5, 200.5, type));
        print("threshold", result);
    }
    cv::Mat gray;
    if (image.channels() == 1)
        gray = image;
    else
        imgproc::cvtColor(image, gray, image.channels() == 4 ? cv::COLOR_RGBA2GRAY : cv::COLOR_BGR2GRAY);
    print("gray", gray);
    if (gray.depth() != CV_8U)
        return;
    imgproc::adaptiveThreshold(gray, result, 200, cv::ADAPTIVE_THRESH_MEAN_C, cv::THRESH_BINARY, 11, 2.5);
    print("adaptiveThreshold, mean", result);
    imgproc::adaptiveThreshold(gray, result, 255, cv::ADAPTIVE_THRESH_GAUSSIAN_C, cv::THRESH_BINARY_INV, 7, -3);
    print("adaptiveThreshold, Gaussian", result);
}

void regions(const cv::Mat& image)
{
    const cv::Mat part = image(cv::Rect(20, 30, 50, 40));
    cv::Mat result, again = image.clone();
    imgproc::erode(part, result, cv::Mat());
    print("erode of a region", result);
    imgproc::Sobel(part, result, CV_32F, 0, 1, 3, 1, 0, cv::BORDER_DEFAULT | cv::BORDER_ISOLATED);
    print("Sobel of an isolated region", result);
    imgproc::dilate(again, again, cv::Mat());
    print("dilate in place", again);
}

void bytesOnly(const cv::Mat& image, cv::Mat& result)
{
    imgproc::blur(image, result, {5, 5});
    print("blur", result);
    imgproc::medianBlur(image, result, 21);
    print("medianBlur 21", result);
    cv::Mat gray, dx, dy;
    cv::extractChannel(image, gray, 0);
    imgproc::cornerHarris(gray, result, 3, 3, 0.04);
    std::printf("cornerHarris %dx%d type %d\n", result.cols, result.rows, result.type());
    imgproc::cornerMinEigenVal(gray, result, 2);
    std::printf("cornerMinEigenVal %dx%d type %d\n", result.cols, result.rows, result.type());
    imgproc::spatialGradient(gray, dx, dy);
    print("spatialGradient, dx", dx);
    print("spatialGradient, dy", dy);
    imgproc::spatialGradient(gray, gray, dy, 3, cv::BORDER_REPLICATE);
    print("spatialGradient, dx in place", gray);
    print("spatialGradient, dy", dy);
}

} // namespace

int main()
{
    for (const int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_16UC4})
    {
        const cv::Mat image = photograph(type);
        cv::Mat result;
        linear(image, result);
        fixedPoint(image, result);
        rank(image, result);
        regions(image);
        thresholds(image, result);
        if (image.depth() == CV_8U)
            bytesOnly(image, result);
    }
}
