// SPDX-License-Identifier: Apache-2.0
// Sums along rows and columns.
#include "catalogue.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory lineSumFactory(bool row, int ksize, int anchor)
{
    return [=](int srcType, int dstType, const Borders& b) {
        const auto create = row ? createRowSumFilter : createColumnSumFilter;
        return create(srcType, dstType, ksize, anchor, b.row, b.outside);
    };
}

} // namespace

Instance lineSum(bool row, int ksize, int anchor)
{
    const cv::Size size = row ? cv::Size(ksize, 1) : cv::Size(1, ksize);
    const cv::Point place = row ? cv::Point(anchor, 0) : cv::Point(0, anchor);
    Instance instance = box(size, place, false);
    instance.text = cv::format("%sSum %d anchor %d", row ? "Row" : "Column", ksize, anchor);
    instance.parameters.anchor = {anchor, anchor};
    instance.create = lineSumFactory(row, ksize, anchor);
    instance.definition = [=](int, int, const Situation&) {
        Definition definition = dense(cv::Mat::ones(size, CV_64F), place, 0);
        definition.finish = Finish::Sum;
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (src.depth() != CV_32F || ddepth == CV_32F)
            return cv::boxFilter(src, dst, ddepth, size, place, false, borderType);
        inDouble(src, dst, ddepth, [&](const cv::Mat& from, cv::Mat& to) {
            cv::boxFilter(from, to, CV_64F, size, place, false, borderType);
        });
    };
    return instance;
}

namespace {

Instance drawLineSum(cv::RNG& random, bool row)
{
    const int ksize = drawLength(random);
    return lineSum(row, ksize, random.uniform(0, 2) ? -1 : random.uniform(0, ksize));
}

Instance drawRowSum(cv::RNG& random)
{
    return drawLineSum(random, true);
}

Instance drawColumnSum(cv::RNG& random)
{
    return drawLineSum(random, false);
}

// Programs do not offer sums: they leave the range of pictures.
Entry lineSumEntry(const std::string& name, bool row, Instance (*draw)(cv::RNG& random), std::vector<Refused> refused)
{
    return {name,
            "cv::boxFilter",
            "integer images",
            Depths::Sum,
            draw,
            {},
            {"astronaut", kFace, CV_8UC1, CV_32F, lineSum(row, 31, -1), 1. / 31},
            {{"", CV_32F, false, lineSum(row, 15, -1)}},
            std::move(refused)};
}

} // namespace

Entry rowSumEntry()
{
    return lineSumEntry("RowSum", true, drawRowSum,
                        {{lineSumFactory(true, 0, -1), "ksize is 0", "at least 1"},
                         {lineSumFactory(true, 3, 3), "anchor is (3, 0)", "inside the kernel of 3 x 1"}});
}

Entry columnSumEntry()
{
    return lineSumEntry("ColumnSum", false, drawColumnSum,
                        {{lineSumFactory(false, -1, -1), "ksize is -1", "at least 1"},
                         {lineSumFactory(false, 3, 3), "anchor is (0, 3)", "inside the kernel of 1 x 3"}});
}

} // namespace cudatiled_catalogue
