// SPDX-License-Identifier: Apache-2.0
// Looks at picture files for the tests of the programs, and makes those that the data do not have.
//   describe_picture FILE              prints size and type
//   describe_picture FILE OTHER        and whether the pixels of both are equal
//   describe_picture --with-alpha FILE OUT   adds an alpha channel with a gradient
//   describe_picture --as-video FILE OUT     writes a video of eight frames
//   describe_picture --enlarged FILE OUT     makes it three times as wide and high
//   describe_picture --small-pictures FILE FOLDER   writes 48 parts of it, of different sizes and types
#include <cstdio>
#include <map>
#include <string>
#include <utility>
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

bool writeWithAlpha(const cv::Mat& picture, const std::string& path)
{
    return cv::imwrite(path, withAlpha(picture));
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

bool writeEnlarged(const cv::Mat& picture, const std::string& path)
{
    cv::Mat large;
    cv::repeat(picture, 3, 3, large);
    return cv::imwrite(path, large);
}

cv::Mat ofType(const cv::Mat& picture, int type)
{
    cv::Mat changed;
    if (CV_MAT_CN(type) == 1)
        cv::extractChannel(picture, changed, 1);
    else
        changed = CV_MAT_CN(type) == 4 ? withAlpha(picture) : picture;
    changed.convertTo(changed, CV_MAT_DEPTH(type), CV_MAT_DEPTH(type) == CV_16U ? 257 : 1);
    return changed;
}

bool writeSmallPictures(const cv::Mat& picture, const std::string& folder)
{
    const std::vector<std::pair<int, std::string>> kinds = {{CV_8UC1, "png"},   {CV_8UC3, "png"},  {CV_8UC4, "png"},
                                                            {CV_16UC1, "png"},  {CV_16UC3, "png"}, {CV_32FC3, "tiff"},
                                                            {CV_32FC1, "tiff"}, {CV_8UC3, "jpg"}};
    bool written = true;
    for (int i = 0; i < 48; ++i)
    {
        const auto& [type, extension] = kinds[i % kinds.size()];
        const cv::Rect part(i, i, 1 + 37 * i % 90, 1 + 53 * i % 70);
        written = written &&
                  cv::imwrite(folder + "/" + std::to_string(100 + i) + "." + extension, ofType(picture(part), type));
    }
    return written;
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
    using Maker = bool (*)(const cv::Mat& picture, const std::string& path);
    const std::map<std::string, Maker> makers = {{"--with-alpha", writeWithAlpha},
                                                 {"--as-video", writeVideo},
                                                 {"--enlarged", writeEnlarged},
                                                 {"--small-pictures", writeSmallPictures}};
    const auto maker = makers.find(words[0]);
    const bool make = maker != makers.end() && words.size() == 3;
    const cv::Mat picture = cv::imread(words[make], cv::IMREAD_UNCHANGED);
    if (picture.empty())
        return 1;
    if (make)
        return maker->second(picture, words[2]) ? 0 : 1;
    std::printf("%dx%d %s", picture.cols, picture.rows, cv::typeToString(picture.type()).c_str());
    if (words.size() == 2)
        std::printf(" %s", equal(picture, cv::imread(words[1], cv::IMREAD_UNCHANGED)) ? "equal" : "different");
    std::printf("\n");
    return 0;
}
