// SPDX-License-Identifier: Apache-2.0
// Images in bands of rows that arrive one after the other.
#include "row_bands.hpp"

#include <algorithm>
#include <cstdint>

namespace cv { namespace cudatiled {

namespace {

// Along y, what one stage does with an image: `rows` results, of which the first lies at row `offset` of the input.
struct StageRows
{
    Reach reach;
    int spoiltAbove, spoiltBelow; // results that a cut spoils
    int offset, rows;
    int inputRows;
    int sourceRows; // of the input, from `offset` on: what a stage that makes another number of rows filters
    bool wholeImage, resizes;
    Rows arriving; // all input rows that are read

    int halo() const { return reach.before + reach.after + spoiltAbove + spoiltBelow; }

    // From the first result on, as many as can be made once input rows up to `arrived` are there.
    int possible(int arrived) const
    {
        if (arrived >= arriving.end)
            return rows;
        const bool standForRowsAbove = arrived > reach.before - offset;
        const std::int64_t count = std::int64_t(arrived) - reach.after - spoiltBelow - offset;
        return standForRowsAbove ? static_cast<int>(std::clamp<std::int64_t>(count, 0, rows)) : 0;
    }

    Rows filtered(const Rows& results) const
    {
        return {std::max(results.begin - spoiltAbove, 0),
                results.end == rows ? rows : std::min(results.end + spoiltBelow, rows)};
    }

    Rows read(const Rows& filtered) const
    {
        if (resizes)
            return {offset, offset + sourceRows};
        return pixelsRead({filtered.begin + offset, filtered.end + offset}, reach, inputRows);
    }

    StageBand band(const Rows& arrived, const Rows& results) const
    {
        StageBand band;
        band.arriving = arrived;
        band.results = results;
        band.filtered = filtered(results);
        band.read = read(band.filtered);
        band.held = {std::min(std::max(band.filtered.begin + offset - reach.before, arriving.begin), arrived.begin),
                     arrived.end};
        return band;
    }
};

std::vector<StageRows> stageRows(const Stages& stages, const Region& region)
{
    std::vector<StageRows> all;
    cv::Size size = region.size;
    for (const auto& stage : stages)
    {
        const bool first = all.empty();
        const RowReach reach = stage->rowReach();
        StageRows rows{{reach.above, reach.below, stage->plan().border.column},
                       reach.spoiltAbove,
                       reach.spoiltBelow,
                       first ? region.offset.y : 0,
                       stage->dstSize(size).height,
                       first ? region.whole.height : size.height,
                       size.height,
                       reach.wholeImage,
                       stage->resizes(),
                       {}};
        rows.arriving = first ? rows.read({0, rows.rows}) : Rows{0, size.height};
        all.push_back(rows);
        size = stage->dstSize(size);
    }
    return all;
}

// Windows should not reach further than a quarter of a band.
BandRows rowsOfBands(const std::vector<StageRows>& stages, const BandRows& wanted)
{
    const bool atOnce = std::any_of(stages.begin(), stages.end(), [](const StageRows& stage) {
        return stage.wholeImage || stage.reach.border == Border::Wrap;
    });
    const int all = stages.front().arriving.count();
    std::int64_t halo = 0;
    for (const StageRows& stage : stages)
        halo += stage.halo();
    const int least = static_cast<int>(std::min<std::int64_t>(std::max<std::int64_t>(wanted.least, 4 * halo), all));
    return atOnce ? BandRows{all, all} : BandRows{least, std::max(least, wanted.most)};
}

// Of the next band, after `arrived` rows and before `left` ones.
int rowsOfNext(const BandRows& rows, int arrived, int left)
{
    const int next = std::clamp(std::min(arrived, left / 2), rows.least, rows.most);
    return left - next < rows.least - rows.least / 2 ? left : next;
}

} // namespace

Rows pixelsRead(const Rows& results, const Reach& reach, int length)
{
    const std::int64_t all = length, begin = std::int64_t(results.begin) - reach.before,
                       end = std::int64_t(results.end) + reach.after;
    const bool sticksOut = begin < 0 || end > all;
    if (sticksOut && reach.border == Border::Wrap)
        return {0, length};
    std::int64_t first = std::max<std::int64_t>(begin, 0), last = std::min(end, all);
    if (begin < 0) // reflected, the position -i is i
        last = std::max(last, std::min(1 - begin, all));
    if (end > all)
        first = std::min(first, std::max<std::int64_t>(2 * all - 1 - end, 0));
    return {static_cast<int>(first), static_cast<int>(last)};
}

cv::Rect partRead(const ImagePlan& plan, const Region& region)
{
    const cv::Point after = cv::Point(plan.ksize) - cv::Point(1, 1) - plan.anchor,
                    end = region.offset + cv::Point(region.size);
    const Rows columns =
        pixelsRead({region.offset.x, end.x}, {plan.anchor.x, after.x, plan.border.row}, region.whole.width);
    const Rows rows =
        pixelsRead({region.offset.y, end.y}, {plan.anchor.y, after.y, plan.border.column}, region.whole.height);
    return {columns.begin, rows.begin, columns.count(), rows.count()};
}

RowBands::RowBands(const Stages& stages, const Region& region, const BandRows& rows) : capacities_(stages.size() + 1)
{
    const std::vector<StageRows> all = stageRows(stages, region);
    const BandRows ofBands = rowsOfBands(all, rows);
    const Rows source = all.front().arriving;
    std::vector<int> done(all.size()); // results so far
    for (int begin = source.begin; begin < source.end;)
    {
        const int end = begin + rowsOfNext(ofBands, begin - source.begin, source.end - begin);
        std::vector<StageBand> band;
        Rows arrived{begin, end};
        for (std::size_t i = 0; i < all.size(); ++i)
        {
            const Rows results{done[i], std::max(done[i], all[i].possible(arrived.end))};
            band.push_back(all[i].band(arrived, results));
            capacities_[i] = std::max(capacities_[i], band.back().held.count());
            done[i] = results.end;
            arrived = results;
        }
        capacities_.back() = std::max(capacities_.back(), arrived.count());
        bands_.push_back(std::move(band));
        begin = end;
    }
}

std::vector<StageBand> guideBands(const ImagePlan& plan, const Region& region, const RowBands& bands)
{
    const RowReach reach = rowReachOf(plan);
    const Reach ofWindow{reach.above, reach.below, plan.border.column};
    const int offset = region.offset.y, length = region.whole.height;
    int arrived = pixelsRead({offset, offset + region.size.height}, ofWindow, length).begin;
    std::vector<StageBand> all;
    for (int i = 0; i < bands.count(); ++i)
    {
        StageBand band;
        band.results = bands.at(i, 0).results;
        band.filtered = bands.at(i, 0).filtered;
        band.read = {arrived, arrived};
        if (band.results.count() > 0)
            band.read = pixelsRead({band.filtered.begin + offset, band.filtered.end + offset}, ofWindow, length);
        band.arriving = {arrived, std::max(arrived, band.read.end)};
        band.held = {std::min(arrived, band.read.begin), band.arriving.end};
        arrived = band.arriving.end;
        all.push_back(band);
    }
    return all;
}

int heldAtMost(const std::vector<StageBand>& bands)
{
    int most = 0;
    for (const StageBand& band : bands)
        most = std::max(most, band.held.count());
    return most;
}

}} // namespace cv::cudatiled
