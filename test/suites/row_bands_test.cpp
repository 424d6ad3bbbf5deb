// SPDX-License-Identifier: Apache-2.0
// Images in bands of rows: every stage finds the rows that its results are made of, and beyond the ends of what it
// finds lie the same pixels as beyond those of the whole image.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "../../src/api/row_bands.hpp"

namespace {

using namespace cv::cudatiled;

class FakeEngine final : public Engine
{
public:
    FakeEngine(const ImagePlan& plan, int cut) : plan_(plan), cut_(cut) {}
    const ImagePlan& plan() const override { return plan_; }
    RowReach rowReach() const override
    {
        const RowReach reach = rowReachOf(plan_);
        return {reach.above, reach.below, cut_ * reach.above, cut_ * reach.below};
    }
    cv::Rect window() const override { return windowOf(plan_); }
    bool resizes() const override { return false; }
    cv::Size dstSize(cv::Size srcSize) const override { return srcSize; }
    void checkSize(const char*, cv::Size) const override {}
    void onCpu(const cv::Mat&, cv::Mat&) const override {}

private:
    ImagePlan plan_;
    int cut_; // steps after the first
};

struct Draw
{
    Stages stages;
    Region region;
    int rows;
};

Draw draw(cv::RNG& random)
{
    Draw d;
    const int longest = random.uniform(0, 4) ? 7 : 60;
    for (int count = random.uniform(1, 4); count > 0; --count)
    {
        ImagePlan plan;
        plan.ksize = {random.uniform(1, longest), random.uniform(1, longest)};
        plan.anchor = {random.uniform(0, plan.ksize.width), random.uniform(0, plan.ksize.height)};
        plan.border.row = plan.border.column = static_cast<Border>(random.uniform(0, 5));
        if (plan.border.row == Border::Wrap && random.uniform(0, 4))
            plan.border.row = plan.border.column = Border::Reflect;
        d.stages.push_back(std::make_shared<FakeEngine>(plan, random.uniform(0, 3) ? 0 : random.uniform(1, 3)));
    }
    const int above = random.uniform(0, 3) ? 0 : random.uniform(0, 70),
              below = random.uniform(0, 3) ? 0 : random.uniform(0, 70);
    const cv::Size size(random.uniform(1, 50), random.uniform(1, random.uniform(0, 2) ? 500 : 20));
    d.region = {size, {size.width, above + size.height + below}, {0, above}};
    d.rows = random.uniform(1, 40);
    return d;
}

// Whether rows beyond the ends of those read are the same pixels as in an image of `length` rows.
void expectSameRows(const Rows& filtered, const Rows& read, int offset, const ImagePlan& plan, int length)
{
    ASSERT_GE(read.begin, 0);
    ASSERT_LE(read.end, length);
    for (int y = filtered.begin; y < filtered.end; ++y)
        for (int k = 0; k < plan.ksize.height; ++k)
        {
            const int row = offset + y + k - plan.anchor.y;
            const int whole = borderIndex(row, length, plan.border.column);
            const int part = borderIndex(row - read.begin, read.count(), plan.border.column);
            ASSERT_EQ(part < 0 ? part : part + read.begin, whole) << "row " << row;
        }
}

struct Input
{
    int offset, length;
    Rows all; // that are read
};

Input inputOf(const Draw& d, int stage)
{
    const int height = d.region.size.height;
    if (stage > 0)
        return {0, height, {0, height}};
    const cv::Rect part = partRead(d.stages[0]->plan(), d.region);
    return {d.region.offset.y, d.region.whole.height, {part.y, part.br().y}};
}

void check(const Draw& d, const RowBands& bands, int stage)
{
    const ImagePlan& plan = d.stages[stage]->plan();
    const Input input = inputOf(d, stage);
    const int height = d.region.size.height;
    const RowReach reach = d.stages[stage]->rowReach();
    Rows held{input.all.begin, input.all.begin}, results;
    for (int band = 0; band < bands.count(); ++band)
    {
        const StageBand& rows = bands.at(band, stage);
        ASSERT_EQ(rows.arriving.begin, held.end) << "rows arrive in order";
        ASSERT_GE(rows.held.begin, held.begin) << "rows that are held were held before, or arrive";
        ASSERT_LE(rows.held.begin, rows.arriving.begin);
        ASSERT_EQ(rows.held.end, rows.arriving.end);
        ASSERT_EQ(rows.results.begin, results.end);
        held = rows.held;
        results = rows.results;
        ASSERT_GE(bands.capacity(stage), held.count());
        if (results.count() == 0)
            continue;
        ASSERT_LE(held.begin, rows.read.begin);
        ASSERT_LE(rows.read.end, held.end);
        EXPECT_EQ(rows.filtered.begin, std::max(results.begin - reach.spoiltAbove, 0));
        EXPECT_EQ(rows.filtered.end, std::min(results.end + reach.spoiltBelow, height));
        expectSameRows(rows.filtered, rows.read, input.offset, plan, input.length);
    }
    EXPECT_EQ(held.end, input.all.end);
    EXPECT_EQ(results.end, height);
}

TEST(RowBands, EveryStageFindsWhatItReads)
{
    const auto seed = static_cast<std::uint64_t>(std::time(nullptr));
    int inBands = 0;
    for (int i = 0; i < 3000; ++i)
    {
        SCOPED_TRACE(cv::format("seed %llu", static_cast<unsigned long long>(seed + i)));
        cv::RNG random(seed + i);
        const Draw d = draw(random);
        const RowBands bands(d.stages, d.region, {d.rows, 3 * d.rows});
        inBands += bands.count() > 1;
        for (int stage = 0; stage < static_cast<int>(d.stages.size()); ++stage)
            check(d, bands, stage);
        if (HasFailure())
            return;
    }
    EXPECT_GT(inBands, 500);
}

// A guide with any number of rows around its region, as the first stage's results need it.
void checkGuide(const Draw& d, const RowBands& bands, const Region& region)
{
    const ImagePlan& plan = d.stages[0]->plan();
    const std::vector<StageBand> all = guideBands(plan, region, bands);
    const cv::Rect part = partRead(plan, region);
    ASSERT_EQ(static_cast<int>(all.size()), bands.count());
    Rows held{part.y, part.y};
    int most = 0;
    for (int i = 0; i < bands.count(); ++i)
    {
        const StageBand& rows = all[i];
        ASSERT_EQ(rows.arriving.begin, held.end) << "rows arrive in order";
        ASSERT_GE(rows.held.begin, held.begin) << "rows that are held were held before, or arrive";
        ASSERT_LE(rows.held.begin, rows.arriving.begin);
        ASSERT_EQ(rows.held.end, rows.arriving.end);
        held = rows.held;
        most = std::max(most, held.count());
        EXPECT_EQ(rows.results.begin, bands.at(i, 0).results.begin);
        EXPECT_EQ(rows.results.end, bands.at(i, 0).results.end);
        if (rows.results.count() == 0)
            continue;
        ASSERT_LE(held.begin, rows.read.begin);
        ASSERT_LE(rows.read.end, held.end);
        ASSERT_GE(held.end, rows.results.end + region.offset.y) << "results may take the place of what arrived alone";
        expectSameRows(rows.filtered, rows.read, region.offset.y, plan, region.whole.height);
    }
    EXPECT_EQ(held.end, part.br().y);
    EXPECT_EQ(heldAtMost(all), most);
}

TEST(RowBands, AGuideArrivesWithTheResultsThatAreMadeOfIt)
{
    const auto seed = static_cast<std::uint64_t>(std::time(nullptr));
    int inBands = 0;
    for (int i = 0; i < 3000 && !HasFailure(); ++i)
    {
        SCOPED_TRACE(cv::format("seed %llu", static_cast<unsigned long long>(seed + i)));
        cv::RNG random(seed + i);
        const Draw d = draw(random);
        const int above = random.uniform(0, 3) ? 0 : random.uniform(0, 70),
                  below = random.uniform(0, 3) ? 0 : random.uniform(0, 70);
        const cv::Size size = d.region.size;
        const RowBands bands(d.stages, d.region, {d.rows, 3 * d.rows});
        inBands += bands.count() > 1;
        checkGuide(d, bands, {size, {size.width, above + size.height + below}, {0, above}});
    }
    EXPECT_GT(inBands, 500);
}

TEST(RowBands, PixelsReadStandForThoseOutside)
{
    for (const Border border : {Border::Constant, Border::Replicate, Border::Reflect, Border::Wrap, Border::Reflect101})
        for (int length = 1; length < 9; ++length)
            for (int begin = 0; begin < length; ++begin)
                for (int end = begin + 1; end <= length; ++end)
                    for (int ksize = 1; ksize < 12; ++ksize)
                        for (int anchor = 0; anchor < ksize; ++anchor)
                        {
                            ImagePlan plan;
                            plan.ksize = {1, ksize};
                            plan.anchor = {0, anchor};
                            plan.border.column = border;
                            const Rows read = pixelsRead({begin, end}, {anchor, ksize - 1 - anchor, border}, length);
                            expectSameRows({begin, end}, read, 0, plan, length);
                            ASSERT_FALSE(HasFatalFailure()) << length << ' ' << begin << ' ' << end << ' ' << ksize
                                                            << ' ' << anchor << ' ' << static_cast<int>(border);
                        }
}

} // namespace
