// SPDX-License-Identifier: Apache-2.0
// Writes the pictures and the film that suites of cudafilters' clients read, made of OpenCV's samples:
// client_pictures SAMPLES DATA. They stand in for those of opencv_extra, of the same names, which OpenCV's sources do
// not have.
#include <opencv2/core.hpp>
#include <opencv2/core/utils/filesystem.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include <cstdio>
#include <string>

namespace {

cv::Mat read(const std::string& file)
{
    const cv::Mat image = cv::imread(file);
    CV_Assert(!image.empty() && "a picture among OpenCV's samples");
    return image;
}

void write(const std::string& data, const std::string& file, const cv::Mat& image)
{
    cv::utils::fs::createDirectories(data + "/" + file.substr(0, file.rfind('/')));
    CV_Assert(cv::imwrite(data + "/" + file, image));
}

// A film of a window that moves over the picture, enlarged, so that a film of half the size still shows what it shows.
void film(const std::string& data, const cv::Mat& picture)
{
    cv::Mat image;
    cv::resize(picture, image, cv::Size(), 4, 4, cv::INTER_CUBIC);
    cv::utils::fs::createDirectories(data + "/superres");
    const cv::Size size(160, 120);
    cv::VideoWriter video(data + "/superres/car.avi", cv::CAP_OPENCV_MJPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'),
                          24, size);
    CV_Assert(video.isOpened());
    for (int frame = 0; frame < 16; frame++)
        video << image(cv::Rect(cv::Point(200 + 2 * frame, 200 + frame), size));
}

} // namespace

int main(int argc, char** argv)
try
{
    CV_Assert(argc == 3 && "client_pictures SAMPLES DATA");
    const std::string samples = argv[1], data = argv[2];
    cv::Mat plant;
    cv::resize(read(samples + "/aloeL.jpg"), plant, cv::Size(), 0.5, 0.5, cv::INTER_AREA);
    write(data, "gpu/stereobm/aloe-L.png", plant);
    write(data, "gpu/features2d/aloe.png", plant);
    write(data, "gpu/opticalflow/frame0.png", read(samples + "/rubberwhale1.png"));
    write(data, "cv/shared/templ.png", read(samples + "/templ.png"));
    film(data, plant);
    return 0;
}
catch (const std::exception& error)
{
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
