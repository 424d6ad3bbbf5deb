// SPDX-License-Identifier: Apache-2.0
// Morphology step by step, so that borders which OpenCV lacks can be laid around the image before each; medians.
#include "rank_reference.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace samples {
namespace {

struct Element
{
    cv::Mat mask;
    cv::Point anchor;
    int border; // negative: pixels outside never win
    cv::Scalar outside;
};

Element elementOf(const Recipe& recipe)
{
    const Settings& s = recipe.settings;
    const cv::Size ksize = s.size("ksize");
    const cv::Point given = s.point("anchor");
    Element element;
    element.mask = cv::getStructuringElement(s.has("shape") ? s.integer("shape") : int(cv::MORPH_RECT), ksize);
    element.anchor = {given.x < 0 ? ksize.width / 2 : given.x, given.y < 0 ? ksize.height / 2 : given.y};
    element.border = s.integer("border");
    element.outside = s.scalar("border-value");
    const int iterations = s.has("iterations") ? s.integer("iterations") : 1;
    if (iterations > 1 && cv::countNonZero(element.mask) == int(element.mask.total()))
    {
        element.mask = cv::Mat::ones(1 + iterations * (ksize.height - 1), 1 + iterations * (ksize.width - 1), CV_8U);
        element.anchor *= iterations;
    }
    return element;
}

cv::Mat once(const cv::Mat& src, const Element& e, bool dilates)
{
    const auto function = dilates ? cv::dilate : cv::erode;
    cv::Mat dst;
    if (e.border < 0)
        function(src, dst, e.mask, e.anchor, 1, cv::BORDER_CONSTANT, cv::morphologyDefaultBorderValue());
    else
    {
        const cv::Point behind = cv::Point(e.mask.size()) - cv::Point(1, 1) - e.anchor;
        cv::Mat padded;
        cv::copyMakeBorder(src, padded, e.anchor.y, behind.y, e.anchor.x, behind.x, e.border, e.outside);
        function(padded, dst, e.mask, e.anchor, 1, cv::BORDER_REPLICATE, {});
        dst = dst(cv::Rect(e.anchor, src.size())).clone();
    }
    return dst;
}

cv::Mat repeated(cv::Mat image, const Recipe& recipe, bool dilates)
{
    const Element element = elementOf(recipe);
    int times = recipe.settings.integer("iterations");
    if (times > 1 && cv::countNonZero(element.mask) == int(element.mask.total()))
        times = 1; // of the larger rectangle
    for (; times > 0; --times)
        image = once(image, element, dilates);
    return image;
}

cv::Mat morphology(const Recipe& recipe, const cv::Mat& src)
{
    switch (recipe.settings.integer("op"))
    {
    case cv::MORPH_ERODE: return repeated(src, recipe, false);
    case cv::MORPH_DILATE: return repeated(src, recipe, true);
    case cv::MORPH_OPEN: return repeated(repeated(src, recipe, false), recipe, true);
    case cv::MORPH_CLOSE: return repeated(repeated(src, recipe, true), recipe, false);
    case cv::MORPH_GRADIENT: return repeated(src, recipe, true) - repeated(src, recipe, false);
    case cv::MORPH_TOPHAT: return src - repeated(repeated(src, recipe, false), recipe, true);
    default: return repeated(repeated(src, recipe, true), recipe, false) - src;
    }
}

// cv::medianBlur, which has large squares of 8U only, or the middle of each sorted square.
cv::Mat median(const cv::Mat& src, int size)
{
    cv::Mat dst, padded, wide;
    if (size <= 5 || (src.depth() == CV_8U && src.channels() != 2))
    {
        cv::medianBlur(src, dst, size);
        return dst;
    }
    cv::copyMakeBorder(src, padded, size / 2, size / 2, size / 2, size / 2, cv::BORDER_REPLICATE);
    padded.reshape(1).convertTo(wide, CV_64F);
    cv::Mat1d result(src.rows, src.cols * src.channels());
    for (int y = 0; y < result.rows; ++y)
        for (int x = 0; x < result.cols; ++x)
        {
            std::vector<double> window;
            for (int i = 0; i < size * size; ++i)
                window.push_back(wide.at<double>(y + i / size, x + i % size * src.channels()));
            std::nth_element(window.begin(), window.begin() + size * size / 2, window.end());
            result(y, x) = window[size * size / 2];
        }
    result.reshape(src.channels()).convertTo(dst, src.depth());
    return dst;
}

} // namespace

bool picksPixels(const Recipe& recipe)
{
    static const std::set<std::string> names = {"morphology", "boxmax", "boxmin", "median"};
    return names.count(recipe.filter->name) != 0;
}

cv::Mat opencvPicks(const Recipe& recipe, const cv::Mat& src)
{
    if (recipe.filter->name == "median")
        return median(src, recipe.settings.integer("ksize"));
    if (recipe.filter->name == "morphology")
        return morphology(recipe, src);
    return once(src, elementOf(recipe), recipe.filter->name == "boxmax");
}

} // namespace samples
