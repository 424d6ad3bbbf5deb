// SPDX-License-Identifier: Apache-2.0
// Chains beside their filters one by one.
#include <algorithm>
#include <cstdio>

#include <opencv2/cudatiled.hpp>

#include "copy_times.hpp"
#include "environment.hpp"
#include "views.hpp"

namespace perf {

namespace {

using FilterPtr = cv::Ptr<cv::cudatiled::Filter>;
using Filters = std::vector<FilterPtr>;

const std::vector<cv::Size> kSizes = {{3840, 2160}, {8192, 8192}};
const std::vector<int> kTypes = {CV_8UC1, CV_8UC3};
const std::vector<std::string> kTimes = {"copy_us", "parts_us", "us"};

struct NamedChain
{
    std::string title;
    Filters (*create)(int type);
};

const std::vector<NamedChain> kChains = {
    {"Gaussian 5x5, Sobel 3x3 to 16S",
     [](int type) -> Filters {
         return {cv::cudatiled::createGaussianFilter(type, -1, {5, 5}, 1),
                 cv::cudatiled::createSobelFilter(type, CV_MAKETYPE(CV_16S, CV_MAT_CN(type)), 1, 0)};
     }},
    {"Gaussian 5x5, Median 3x3, Sharpen 3x3",
     [](int type) -> Filters {
         return {cv::cudatiled::createGaussianFilter(type, -1, {5, 5}, 1), cv::cudatiled::createMedianFilter(type, 3),
                 cv::cudatiled::createSharpenFilter(type, -1)};
     }},
    {"Box 3x3, BoxMax 5x5, Gaussian 3x3, Sharpen 3x3", [](int type) -> Filters {
         return {cv::cudatiled::createBoxFilter(type, -1, {3, 3}), cv::cudatiled::createBoxMaxFilter(type, {5, 5}),
                 cv::cudatiled::createGaussianFilter(type, -1, {3, 3}, 0.8),
                 cv::cudatiled::createSharpenFilter(type, -1)};
     }}};

struct ChainCase
{
    const NamedChain* chain;
    cv::Size size;
    int type;

    std::string name() const
    {
        return chain->title + "/" + typeText(type) + cv::format("/%dx%d", size.width, size.height);
    }
};

std::vector<std::string> header()
{
    std::vector<std::string> names = {"chain", "src", "width", "height"};
    names.insert(names.end(), kTimes.begin(), kTimes.end());
    names.insert(names.end(), {"device", "commit"});
    return names;
}

class ChainView
{
public:
    explicit ChainView(const Settings& settings)
        : pool_(settings.warm), stopwatch_(settings.effort(), settings.rest), csv_(settings.chainCsv, header())
    {}

    Times measure(const ChainCase& c)
    {
        const Filters filters = c.chain->create(c.type);
        const FilterPtr chain = cv::cudatiled::createChain(filters);
        Times times;
        for (const FilterPtr& filter : filters)
            times["parts_us"] += microseconds(c, filter, filter->srcType());
        times["copy_us"] = fastestCopy(pool_, stopwatch_, copiedBytes(c, *chain), false);
        times["us"] = microseconds(c, chain, c.type);
        addTimes(csv_, c.name(),
                 {c.chain->title, typeText(c.type), std::to_string(c.size.width), std::to_string(c.size.height)},
                 kTimes, times);
        return times;
    }

private:
    static std::size_t copiedBytes(const ChainCase& c, const cv::cudatiled::Filter& chain)
    {
        return static_cast<std::size_t>(c.size.area()) *
               (CV_ELEM_SIZE(chain.srcType()) + CV_ELEM_SIZE(chain.dstType())) / 2;
    }

    double microseconds(const ChainCase& c, const FilterPtr& filter, int srcType)
    {
        Rotation images = pool_.rotationFor({nullptr, c.size, srcType, filter->dstType(), cv::BORDER_DEFAULT, false});
        const auto apply = [&] {
            filter->apply(images.src(), images.dst(), stopwatch_.stream());
            images.next();
        };
        return stopwatch_.deviceMicroseconds(apply, kOurs);
    }

    ImagePool pool_;
    Stopwatch stopwatch_;
    CsvFile csv_;
};

} // namespace

void addChainView(const Settings& settings)
{
    const Selection& selection = settings.selection;
    const auto view = std::make_shared<ChainView>(settings);
    for (const cv::Size size : selection.sizes.empty() ? kSizes : selection.sizes)
        for (const int type : selection.types.empty() ? kTypes : selection.types)
            for (const NamedChain& chain : kChains)
            {
                const ChainCase c{&chain, size, type};
                if (selection.takes(chain.title))
                    addBenchmark(c.name(), [=] { return view->measure(c); });
            }
}

} // namespace perf
