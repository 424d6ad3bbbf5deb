// SPDX-License-Identifier: Apache-2.0
// What happens to a picture between its file and the file of its result.
#include "picture_filter.hpp"

#include <opencv2/imgproc.hpp>

#include "../common/picture_file.hpp"
#include "../common/timing.hpp"

namespace samples {
namespace {

// Whether alpha goes around the filter, from the picture to the result, which has colours beside it.
bool keepsAlpha(int type, int resultType, const PictureOptions& options)
{
    return CV_MAT_CN(type) == 4 && CV_MAT_CN(resultType) == 3 && !options.gray && !options.filterAlpha &&
           !options.dropAlpha;
}

// What is filtered of a picture of this type.
int filteredType(int type, const PictureOptions& options)
{
    int channels = CV_MAT_CN(type);
    if (channels == 4 && (options.gray || options.dropAlpha || !options.filterAlpha))
        channels = 3;
    return CV_MAKETYPE(CV_MAT_DEPTH(type), options.gray && channels == 3 ? 1 : channels);
}

int writtenType(int type, const PictureOptions& options, const RecipeChain& chain)
{
    const int result = chain.dstType(filteredType(type, options));
    return keepsAlpha(type, result, options) ? CV_MAKETYPE(CV_MAT_DEPTH(result), 4) : result;
}

cv::Mat filteredPart(const cv::Mat& picture, const PictureOptions& options)
{
    cv::Mat part = picture;
    const int channels = CV_MAT_CN(filteredType(picture.type(), options));
    if (part.channels() == 4 && channels != 4)
        cv::cvtColor(picture, part, cv::COLOR_BGRA2BGR);
    if (part.channels() == 3 && channels == 1)
        cv::cvtColor(part, part, cv::COLOR_BGR2GRAY);
    return part;
}

// All channels but alpha are compared.
Guide readGuide(const std::string& path)
{
    Guide guide{path, readPicture(path)};
    if (guide.image.channels() == 4)
        cv::cvtColor(guide.image, guide.image, cv::COLOR_BGRA2BGR);
    return guide;
}

cv::Mat withAlphaOf(const cv::Mat& picture, const cv::Mat& result)
{
    cv::Mat alpha, complete;
    cv::extractChannel(picture, alpha, 3);
    alpha.convertTo(alpha, result.depth());
    if (alpha.size() != result.size())
        cv::resize(alpha, alpha, result.size(), 0, 0, cv::INTER_AREA);
    cv::merge(std::vector<cv::Mat>{result, alpha}, complete);
    return complete;
}

} // namespace

// The options that would change the type of what is written, as far as the filter takes them.
std::vector<Alternative> PictureFilter::alternatives(int type) const
{
    std::vector<Alternative> found;
    const int written = writtenType(type, options_, chain_);
    const auto offer = [&](const std::string& option, const PictureOptions& options, const RecipeChain& chain) {
        const int other = writtenType(type, options, chain);
        if (other == written)
            return;
        try
        {
            chain.create(filteredType(type, options));
            found.push_back({option, other});
        }
        catch (const cv::Exception&) // this filter has no such result
        {}
    };
    PictureOptions gray = options_, opaque = options_;
    gray.gray = opaque.dropAlpha = true;
    offer("--gray", gray, chain_);
    offer("--drop-alpha", opaque, chain_);
    for (const Parameter& parameter : chain_.recipes.back().filter->parameters)
        for (const auto& choice : parameter.choices)
            if (parameter.name == "depth" && choice.second >= 0)
            {
                RecipeChain changed = chain_;
                changed.recipes.back().settings.set("depth", choice.first);
                offer("--depth " + choice.first, options_, changed);
            }
    return found;
}

void PictureFilter::requireWritableResults(const Job& job, int type) const
{
    const std::string output = job.output.string();
    const int written = writtenType(type, options_, chain_);
    requireWritable(output, written, canHold(output, written) ? std::vector<Alternative>{} : alternatives(type));
    if (job.compare.empty())
        return;
    const int channels = CV_MAT_CN(chain_.dstType(filteredType(type, options_)));
    requireWritable(job.compare.string(), CV_MAKETYPE(writesFloats(job, channels) ? CV_32F : CV_8U, channels));
}

// Differences as they are, with their signs.
bool PictureFilter::writesFloats(const Job& job, int channels) const
{
    return options_.differenceScale == 0 && canHold(job.compare.string(), CV_32FC(channels), true);
}

Picture PictureFilter::read(const Job& job) const
{
    Picture picture;
    picture.whole = readPicture(job.input.string());
    requireWritableResults(job, picture.whole.type());
    picture.part = filteredPart(picture.whole, options_);
    if (!job.joint.empty())
        picture.guide = readGuide(job.joint.string());
    return picture;
}

cv::Ptr<cv::cudatiled::Filter> PictureFilter::filterOf(int type)
{
    cv::Ptr<cv::cudatiled::Filter>& filter = filters_[type];
    if (!filter)
        filter = chain_.create(type);
    return filter;
}

cv::Ptr<cv::cudatiled::Filter> PictureFilter::filterFor(const Picture& picture)
{
    const int type = picture.part.type();
    if (picture.guide.image.empty())
        return filterOf(type);
    return cv::makePtr<GuidedChain>(chain_, type, picture.part.size(), picture.guide);
}

void PictureFilter::writeDifference(const Job& job, const cv::Mat& result, Report& report) const
{
    const cv::Mat& reference = report.comparison.reference;
    if (writesFloats(job, result.channels()))
    {
        report.difference = "the picture is the difference in floats";
        return writePicture(job.compare.string(), signedDifference(result, reference));
    }
    const double scale = options_.differenceScale > 0 ? options_.differenceScale : brightestScale(result, reference);
    report.difference = cv::format("the picture is |difference| * %g", scale);
    writePicture(job.compare.string(), differencePicture(result, reference, scale));
}

void PictureFilter::write(const Job& job, const Picture& picture, const cv::Mat& result, Report& report) const
{
    if (!job.compare.empty())
    {
        report.comparison = compareWithOpenCv(chain_, picture.part, result);
        writeDifference(job, result, report);
    }
    report.written =
        keepsAlpha(picture.whole.type(), result.type(), options_) ? withAlphaOf(picture.whole, result) : result;
    writePicture(job.output.string(), report.written);
}

void PictureFilter::run(const Job& job, Report& report)
{
    const Picture picture = read(job);
    const cv::Ptr<cv::cudatiled::Filter> filter = filterFor(picture);
    cv::Mat result, pixel = cv::Mat::zeros(1, 1, picture.part.type()), ignored;
    filterOf(pixel.type())->apply(pixel, ignored); // starts the device up, which the times are not to show
    report.milliseconds = milliseconds([&] { filter->apply(picture.part, result); });
    if (options_.times)
        report.times = cv::cudatiled::timeStages(*filter, picture.part, result);
    write(job, picture, result, report);
}

} // namespace samples
