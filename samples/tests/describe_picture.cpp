// SPDX-License-Identifier: Apache-2.0
// Looks at picture files for the tests of the programs, and makes those that the data do not have.
//   describe_picture FILE              prints size and type
//   describe_picture FILE OTHER        and whether the pixels of both are equal
//   describe_picture --with-alpha FILE OUT   adds an alpha channel with a gradient
//   describe_picture --as-video FILE OUT     writes a video of eight frames
#include <cstdio>
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/opencv_modules.hpp>
#ifdef HAVE_OPENCV_VIDEOIO
#include <opencv2/videoio.hpp>
#endif

namespace {

cv::Mat withAlpha(const cv::Mat& picture)
{
    cv::Mat alpha(picture.size(), picture.depth()), complete;
    for (int x = 0; x < alpha.cols; ++x)
        alpha.col(x).setTo(x * x % 256);
    cv::merge(std::vector<cv::Mat>{picture, alpha}, complete);
    return complete;
}

bool writeVideo(const cv::Mat& picture, const std::string& path)
{
#ifdef HAVE_OPENCV_VIDEOIO
    cv::VideoWriter writer(path, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 25, picture.size());
    for (int i = 0; i < 8; ++i)
        writer.write(picture);
    return writer.isOpened();
#else
    return picture.empty() || path.empty();
#endif
}

bool equal(const cv::Mat& a, const cv::Mat& b)
{
    return a.size() == b.size() && a.type() == b.type() && cv::norm(a, b, cv::NORM_INF) == 0;
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty())
        return 2;
    const bool make = words[0].rfind("--", 0) == 0 && words.size() == 3;
    const cv::Mat picture = cv::imread(words[make], cv::IMREAD_UNCHANGED);
    if (picture.empty())
        return 1;
    if (make)
        return (words[0] == "--as-video" ? writeVideo(picture, words[2]) : cv::imwrite(words[2], withAlpha(picture)))
                   ? 0
                   : 1;
    std::printf("%dx%d %s", picture.cols, picture.rows, cv::typeToString(picture.type()).c_str());
    if (words.size() == 2)
        std::printf(" %s", equal(picture, cv::imread(words[1], cv::IMREAD_UNCHANGED)) ? "equal" : "different");
    std::printf("\n");
    return 0;
}
