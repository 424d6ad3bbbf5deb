// SPDX-License-Identifier: Apache-2.0
// What OpenCV's clients of cudafilters compute, those too that no suite of theirs calls, and how far two builds of
// them differ:
//     client_results PICTURE FILE       computes, and writes the results to FILE, such as results.yml.gz
//     client_results --compare A B C    a line for each result of file A: how many values of B and of C are others
#include <opencv2/cudafeatures2d.hpp>
#include <opencv2/cudaimgproc.hpp>
#include <opencv2/cudalegacy.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/superres.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using cv::cuda::GpuMat;

const char* const kNames[] = {"canny",          "hough_circles", "generalized_hough", "harris_8u", "harris_32f",
                              "min_eigenvalue", "orb_points",    "orb_descriptors",   "gmg",       "fgd",
                              "btv_l1"};

cv::Mat download(const GpuMat& image)
{
    cv::Mat host;
    if (!image.empty())
        image.download(host);
    return host;
}

// Rows in the order of their values, for what threads add to a list in any order.
cv::Mat sorted(const std::vector<std::vector<float>>& rows)
{
    std::vector<std::vector<float>> order = rows;
    std::sort(order.begin(), order.end());
    cv::Mat values(int(order.size()), order.empty() ? 0 : int(order[0].size()), CV_32F);
    for (size_t i = 0; i < order.size(); i++)
        std::copy(order[i].begin(), order[i].end(), values.ptr<float>(int(i)));
    return values;
}

// A list of vectors as its detectors give it: one row, several channels.
cv::Mat sortedVectors(const GpuMat& list)
{
    const cv::Mat host = download(list);
    std::vector<std::vector<float>> rows(host.empty() ? 0 : host.cols);
    for (size_t i = 0; i < rows.size(); i++)
    {
        const float* first = host.ptr<float>(0) + i * host.channels();
        rows[i].assign(first, first + host.channels());
    }
    return sorted(rows);
}

cv::Mat canny(const GpuMat& gray)
{
    GpuMat edges;
    cv::cuda::createCannyEdgeDetector(50, 100)->detect(gray, edges);
    return download(edges);
}

cv::Mat houghCircles()
{
    cv::Mat image(480, 640, CV_8U, cv::Scalar(0));
    for (int i = 0; i < 12; i++)
        cv::circle(image, {80 + 150 * (i % 4), 80 + 150 * (i / 4)}, 20 + 4 * i, cv::Scalar(255), -1);
    GpuMat circles;
    cv::cuda::createHoughCirclesDetector(2, 20, 100, 50, 10, 80)->detect(GpuMat(image), circles);
    return sortedVectors(circles);
}

cv::Mat generalizedHough()
{
    cv::Mat part(60, 80, CV_8U, cv::Scalar(0)), image(480, 640, CV_8U, cv::Scalar(0));
    cv::ellipse(part, {40, 30}, {30, 15}, 20, 0, 270, cv::Scalar(255), 3);
    cv::line(part, {10, 50}, {60, 5}, cv::Scalar(255), 3);
    for (const cv::Point corner : {cv::Point(30, 40), cv::Point(300, 50), cv::Point(411, 303)})
        part.copyTo(image(cv::Rect(corner, part.size())));
    const cv::Ptr<cv::GeneralizedHoughBallard> detector = cv::cuda::createGeneralizedHoughBallard();
    detector->setVotesThreshold(100);
    detector->setTemplate(GpuMat(part));
    GpuMat positions;
    detector->detect(GpuMat(image), positions);
    return sortedVectors(positions);
}

cv::Mat corners(const cv::Ptr<cv::cuda::CornernessCriteria>& criterion, const GpuMat& gray)
{
    GpuMat response;
    criterion->compute(gray, response);
    return download(response);
}

// The points and their descriptors, in the order of the points.
void orb(const GpuMat& gray, cv::Mat& points, cv::Mat& descriptors)
{
    std::vector<cv::KeyPoint> found;
    GpuMat described;
    const bool blurForDescriptor = true; // the filter's place
    cv::cuda::ORB::create(500, 1.2f, 8, 31, 0, 2, cv::ORB::HARRIS_SCORE, 31, 20, blurForDescriptor)
        ->detectAndCompute(gray, cv::noArray(), found, described);
    const cv::Mat bytes = download(described);
    std::vector<std::vector<float>> rows;
    for (size_t i = 0; i < found.size(); i++)
    {
        const cv::KeyPoint& point = found[i];
        rows.push_back({float(point.octave), point.pt.x, point.pt.y, point.angle, point.response});
        rows.back().insert(rows.back().end(), bytes.ptr(int(i)), bytes.ptr(int(i)) + bytes.cols);
    }
    const cv::Mat all = sorted(rows);
    points = all.colRange(0, 5).clone();
    all.colRange(5, all.cols).convertTo(descriptors, CV_8U);
}

// Frame number `index` of a film: a picture that darkens, and discs that move before it.
cv::Mat frame(const cv::Mat& picture, int index)
{
    cv::Mat image = picture * (1 - 0.002 * index);
    for (int disc = 0; disc < 4; disc++)
        cv::circle(image, {60 + 120 * disc + 5 * index, 100 + 80 * disc - 2 * index}, 35, cv::Scalar::all(60 * disc),
                   -1);
    return image;
}

cv::Mat foreground(const cv::Ptr<cv::BackgroundSubtractor>& subtractor, const cv::Mat& picture)
{
    GpuMat mask;
    for (int index = 0; index < 24; index++)
        subtractor->apply(GpuMat(frame(picture, index)), mask);
    return download(mask);
}

// A film of a window that moves over a picture.
class Window : public cv::superres::FrameSource
{
public:
    explicit Window(const cv::Mat& picture) : picture_(picture) {}
    void nextFrame(cv::OutputArray frame) CV_OVERRIDE
    {
        picture_(cv::Rect(2 * index_, index_, 160, 120)).copyTo(frame);
        index_++;
    }
    void reset() CV_OVERRIDE { index_ = 0; }

private:
    cv::Mat picture_;
    int index_ = 0;
};

cv::Mat superResolution(const cv::Mat& picture)
{
    const cv::Ptr<cv::superres::SuperResolution> method = cv::superres::createSuperResolution_BTVL1_CUDA();
    method->setScale(2);
    method->setIterations(40);
    method->setTemporalAreaRadius(2);
    method->setInput(cv::makePtr<Window>(picture));
    cv::Mat image;
    for (int index = 0; index < 3; index++)
        method->nextFrame(image);
    return image;
}

void compute(const std::string& picture, const std::string& file)
{
    const cv::Mat color = cv::imread(picture);
    CV_Assert(!color.empty() && "the picture");
    cv::Mat host;
    cv::cvtColor(color, host, cv::COLOR_BGR2GRAY);
    const GpuMat gray(host);
    GpuMat real;
    gray.convertTo(real, CV_32F, 1. / 255);
    cv::Mat points, descriptors;
    orb(gray, points, descriptors);
    const std::vector<cv::Mat> results = {canny(gray),
                                          houghCircles(),
                                          generalizedHough(),
                                          corners(cv::cuda::createHarrisCorner(CV_8UC1, 5, 3, 0.04), gray),
                                          corners(cv::cuda::createHarrisCorner(CV_32FC1, 5, -1, 0.04), real),
                                          corners(cv::cuda::createMinEigenValCorner(CV_8UC1, 5, 5), gray),
                                          points,
                                          descriptors,
                                          foreground(cv::cuda::createBackgroundSubtractorGMG(10), color),
                                          foreground(cv::cuda::createBackgroundSubtractorFGD(), color),
                                          superResolution(color)};
    cv::FileStorage storage(file, cv::FileStorage::WRITE_BASE64);
    for (size_t i = 0; i < results.size(); i++)
    {
        CV_Assert(!results[i].empty() && cv::countNonZero(results[i].reshape(1)) > 0 &&
                  "a result with something in it");
        storage << kNames[i] << results[i];
    }
}

// "3 (largest 0.5)": how many values are others, and the largest difference beside the largest value.
std::string difference(const cv::Mat& a, const cv::Mat& b)
{
    if (a.size() != b.size() || a.type() != b.type())
        return cv::format("%d x %d values", b.rows, b.cols * b.channels());
    cv::Mat apart;
    cv::absdiff(a.reshape(1), b.reshape(1), apart);
    double largest = 0;
    cv::minMaxLoc(apart, nullptr, &largest);
    const int others = cv::countNonZero(apart);
    return others == 0 ? "0" : cv::format("%d (by %.3g at most)", others, largest);
}

void compare(const char* const* files)
{
    const cv::FileStorage a(files[0], cv::FileStorage::READ), b(files[1], cv::FileStorage::READ),
        c(files[2], cv::FileStorage::READ);
    for (const char* name : kNames)
    {
        const cv::Mat first = a[name].mat();
        std::printf("%s\t%zu\t%s\t%s\n", name, first.total() * first.channels(),
                    difference(first, b[name].mat()).c_str(), difference(first, c[name].mat()).c_str());
    }
}

} // namespace

int main(int argc, char** argv)
try
{
    if (argc == 5 && argv[1] == std::string("--compare"))
        compare(argv + 2);
    else if (argc == 3)
        compute(argv[1], argv[2]);
    else
        CV_Error(cv::Error::StsBadArg, "client_results PICTURE FILE, or client_results --compare A B C");
    return 0;
}
catch (const std::exception& error)
{
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
