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
#include <cctype>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace {

using cv::cuda::GpuMat;

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

// Points and their descriptors, a point in a row.
cv::Mat orb(const GpuMat& gray)
{
    std::vector<cv::KeyPoint> points;
    GpuMat descriptors;
    const bool blurForDescriptor = true; // the filter's place
    cv::cuda::ORB::create(500, 1.2f, 8, 31, 0, 2, cv::ORB::HARRIS_SCORE, 31, 20, blurForDescriptor)
        ->detectAndCompute(gray, cv::noArray(), points, descriptors);
    const cv::Mat bytes = download(descriptors);
    std::vector<std::vector<float>> rows;
    for (size_t i = 0; i < points.size(); i++)
    {
        const cv::KeyPoint& point = points[i];
        rows.push_back({float(point.octave), point.pt.x, point.pt.y, point.angle, point.response});
        rows.back().insert(rows.back().end(), bytes.ptr(int(i)), bytes.ptr(int(i)) + bytes.cols);
    }
    return sorted(rows);
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

struct Result
{
    const char* name;
    std::function<cv::Mat()> compute;
};

std::vector<Result> results(const cv::Mat& color)
{
    cv::Mat host;
    GpuMat gray, real;
    if (!color.empty())
    {
        cv::cvtColor(color, host, cv::COLOR_BGR2GRAY);
        gray.upload(host);
        gray.convertTo(real, CV_32F, 1. / 255);
    }
    return {{"Canny",
             [=] {
                 return canny(gray);
             }},
            {"HoughCircles",
             [] {
                 return houghCircles();
             }},
            {"GeneralizedHough",
             [] {
                 return generalizedHough();
             }},
            {"Harris 8U",
             [=] {
                 return corners(cv::cuda::createHarrisCorner(CV_8UC1, 5, 3, 0.04), gray);
             }},
            {"Harris 32F, Scharr",
             [=] {
                 return corners(cv::cuda::createHarrisCorner(CV_32FC1, 5, -1, 0.04), real);
             }},
            {"MinEigenVal 8U",
             [=] {
                 return corners(cv::cuda::createMinEigenValCorner(CV_8UC1, 5, 5), gray);
             }},
            {"ORB",
             [=] {
                 return orb(gray);
             }},
            {"GMG",
             [=] {
                 return foreground(cv::cuda::createBackgroundSubtractorGMG(10), color);
             }},
            {"FGD",
             [=] {
                 return foreground(cv::cuda::createBackgroundSubtractorFGD(), color);
             }},
            {"BTV-L1", [=] {
                 return superResolution(color);
             }}};
}

// The name of a result in a file.
std::string key(const Result& result)
{
    std::string name = result.name;
    for (char& letter : name)
        if (!std::isalnum(static_cast<unsigned char>(letter)))
            letter = '_';
    return name;
}

bool compute(const std::string& picture, const std::string& file)
{
    const cv::Mat color = cv::imread(picture);
    CV_Assert(!color.empty() && "the picture");
    cv::FileStorage storage(file, cv::FileStorage::WRITE_BASE64);
    bool succeeded = true;
    for (const Result& result : results(color))
    {
        cv::Mat values;
        try
        {
            values = result.compute();
        }
        catch (const cv::Exception& error)
        {
            std::printf("%s: %s\n", result.name, error.what());
            succeeded = false;
        }
        storage << key(result) << values;
    }
    return succeeded;
}

// How many values are others, and the largest difference.
std::string difference(const cv::Mat& a, const cv::Mat& b)
{
    if (a.size() != b.size() || a.type() != b.type())
        return cv::format("%zu values", b.total() * b.channels());
    if (a.empty())
        return "0";
    cv::Mat apart;
    cv::absdiff(a.reshape(1), b.reshape(1), apart);
    double largest = 0;
    cv::minMaxLoc(apart, nullptr, &largest);
    const int others = cv::countNonZero(apart);
    return others == 0 ? "0" : cv::format("%d (by %.3g at most)", others, largest);
}

void compare(const char* const* files)
{
    const cv::FileStorage a(files[0], cv::FileStorage::READ);
    const cv::FileStorage b(files[1], cv::FileStorage::READ);
    const cv::FileStorage c(files[2], cv::FileStorage::READ);
    for (const Result& result : results(cv::Mat()))
    {
        const cv::Mat values = a[key(result)].mat();
        const int notZero = values.empty() ? 0 : cv::countNonZero(values.reshape(1));
        std::printf("%s\t%zu\t%d\t%s\t%s\n", result.name, values.total() * values.channels(), notZero,
                    difference(values, b[key(result)].mat()).c_str(), difference(values, c[key(result)].mat()).c_str());
    }
}

} // namespace

int main(int argc, char** argv)
try
{
    if (argc == 5 && argv[1] == std::string("--compare"))
        compare(argv + 2);
    else if (argc == 3)
        return compute(argv[1], argv[2]) ? 0 : 1;
    else
        CV_Error(cv::Error::StsBadArg, "client_results PICTURE FILE, or client_results --compare A B C");
    return 0;
}
catch (const std::exception& error)
{
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
