// SPDX-License-Identifier: Apache-2.0
// Filters that make each level another one, by definition.
#include "levels.hpp"

namespace cudatiled_catalogue {

namespace {

int levelAt(const cv::Mat& image, int y, int i)
{
    return image.depth() == CV_16U ? image.ptr<ushort>(y)[i] : image.ptr(y)[i];
}

template <class Function> void forEachScalar(const cv::Mat& image, const Function& function)
{
    const int channels = image.channels();
    for (int y = 0; y < image.rows; ++y)
        for (int x = 0; x < image.cols; ++x)
            for (int c = 0; c < channels; ++c)
                function(y, x * channels + c, c);
}

cv::Mat resultsOf(const cv::Mat& image, const LevelRule& rule)
{
    cv::Mat results(image.size(), CV_64FC(image.channels()));
    forEachScalar(image, [&](int y, int i, int c) { results.ptr<double>(y)[i] = rule(c, levelAt(image, y, i)); });
    return results;
}

} // namespace

std::vector<Histogram> histogramsOf(const cv::Mat& image)
{
    const int levels = image.depth() == CV_16U ? 65536 : kLevels;
    std::vector<Histogram> histograms(image.channels(), Histogram(levels));
    forEachScalar(image, [&](int y, int i, int c) { ++histograms[c][levelAt(image, y, i)]; });
    return histograms;
}

Instance byLevels(const std::function<LevelRule(const cv::Mat& image)>& ruleOf)
{
    Instance instance;
    instance.borderModes = 0;
    instance.parameters.ksize = {1, 1};
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int, bool) {
            const cv::Mat region = image.whole(image.region);
            return exactly(resultsOf(region, ruleOf(region)));
        };
        return definition;
    };
    return instance;
}

std::function<void(const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType)>
byTables(const std::function<LevelRule(const cv::Mat& image)>& ruleOf)
{
    return [=](const cv::Mat& src, cv::Mat& dst, int, int) {
        const LevelRule rule = ruleOf(src);
        const int channels = src.channels();
        cv::Mat lut(1, kLevels, CV_8UC(channels));
        for (int i = 0; i < kLevels * channels; ++i)
            lut.ptr()[i] = cv::saturate_cast<uchar>(rule(i % channels, i / channels));
        cv::LUT(src, lut, dst);
    };
}

std::function<void(const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType)>
channelByChannel(const std::function<void(const cv::Mat& src, cv::Mat& dst)>& function)
{
    return [=](const cv::Mat& src, cv::Mat& dst, int, int) {
        std::vector<cv::Mat> channels;
        cv::split(src, channels);
        for (cv::Mat& channel : channels)
        {
            cv::Mat result;
            function(channel, result);
            channel = result;
        }
        cv::merge(channels, dst);
    };
}

} // namespace cudatiled_catalogue
