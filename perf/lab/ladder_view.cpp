// SPDX-License-Identifier: Apache-2.0
// The ladder from the naive kernel to cudatiled, and kernels with other tiles.
#include <opencv2/cudatiled.hpp>

#include "../copy_times.hpp"
#include "ladder_images.hpp"
#include "record.hpp"

namespace perf { namespace lab {

namespace {

using cv::cudatiled::Filter;

const cv::Size kSize(8192, 8192);
// cudatiled's results are as near as its contract says: sums within 2^-20 of what they could be at most, 255, before
// bytes are rounded.
constexpr double kContract = 255. / (1 << 20);

struct LadderCase
{
    bool separable, floats;
    int radius;

    int type() const { return floats ? CV_32FC1 : CV_8UC1; }
    std::string kind() const { return separable ? "separable" : "dense"; }
    std::string ksize() const { return cv::format("%dx%d", 2 * radius + 1, 2 * radius + 1); }
};

std::vector<LadderCase> ladderCases()
{
    std::vector<LadderCase> cases;
    for (const bool floats : {true, false})
    {
        for (const int radius : {1, 2, 4})
            cases.push_back({false, floats, radius});
        for (const int radius : {2, 7})
            cases.push_back({true, floats, radius});
    }
    return cases;
}

// The masks of a case: one, or one of rows and one of columns.
class Masks
{
public:
    explicit Masks(const LadderCase& c) : first_(c.radius, c.separable ? 0 : c.radius)
    {
        if (c.separable)
            columns_ = std::make_unique<LadderMask>(0, c.radius);
    }

    cv::Mat kernel() const { return columns_ ? cv::Mat(columns_->kernel * first_.kernel) : first_.kernel; }

    void launch(Rung rung, const LadderImages& images, Stream stream) const
    {
        const View src = images.src().view(), between = images.between().view(), dst = images.dst().view();
        launchRung(rung, src, columns_ ? between : dst, first_.taps, stream);
        if (columns_)
            launchRung(rung, between, dst, columns_->taps, stream);
    }

    cv::Ptr<Filter> filter(int type) const
    {
        const cv::Point middle(-1, -1);
        return columns_ ? cv::cudatiled::createSeparableLinearFilter(type, type, first_.kernel, columns_->kernel,
                                                                     middle, cv::BORDER_CONSTANT)
                        : cv::cudatiled::createLinearFilter(type, type, first_.kernel, middle, cv::BORDER_CONSTANT);
    }

private:
    LadderMask first_;
    std::unique_ptr<LadderMask> columns_;
};

// Rungs (a) to (h), and cudatiled itself as (i).
class LadderView
{
public:
    LadderView(const Settings& settings, const SharedRecord& record)
        : settings_(settings), size_(settings.selection.sizes.empty() ? kSize : settings.selection.sizes.front()),
          pool_(settings.warm), stopwatch_(settings.effort()), record_(record)
    {}

    Times measure(const LadderCase& c, int rung);
    Times measureShape(std::size_t index);

private:
    using LaunchOn = std::function<void(const LadderImages&)>;

    LaunchOn launchOf(const Masks& masks, int rung, int type) const;
    double checked(const LaunchOn& launch, bool floats, const cv::Mat& kernel) const;
    Times timed(const LaunchOn& launch, bool floats);

    Settings settings_;
    cv::Size size_;
    ImagePool pool_;
    Stopwatch stopwatch_;
    SharedRecord record_;
    std::unique_ptr<LadderImages> images_;
    double copyMicroseconds_ = 0; // of images_
};

LadderView::LaunchOn LadderView::launchOf(const Masks& masks, int rung, int type) const
{
    const Stream stream = stopwatch_.stream();
    if (rung < kRungs)
        return [&masks, rung, stream](const LadderImages& images) {
            masks.launch(static_cast<Rung>(rung), images, stream);
        };
    return [filter = masks.filter(type), stream](const LadderImages& images) {
        cv::cuda::GpuMat dst = images.dst().gpuMat();
        filter->apply(images.src().gpuMat(), dst, stream);
    };
}

double LadderView::checked(const LaunchOn& launch, bool floats, const cv::Mat& kernel) const
{
    const cv::Mat src = checkedImage(floats);
    const LadderImages images(src, 1);
    launch(images);
    return differenceFrom(src, kernel, images.dst().download());
}

Times LadderView::timed(const LaunchOn& launch, bool floats)
{
    if (!images_ || images_->floats() != floats)
    {
        images_.reset();
        images_ = std::make_unique<LadderImages>(size_, floats, settings_.warm);
        copyMicroseconds_ = fastestCopy(pool_, stopwatch_, size_.area() * (floats ? sizeof(float) : 1), false);
    }
    const auto once = [&] {
        launch(*images_);
        images_->next();
    };
    return {{"us", stopwatch_.deviceMicroseconds(once, kOurs)}, {"copy_us", copyMicroseconds_}};
}

Times LadderView::measure(const LadderCase& c, int rung)
{
    const Masks masks(c);
    const LaunchOn launch = launchOf(masks, rung, c.type());
    Line line{"ladder", c.kind(), std::string(1, static_cast<char>('a' + rung)), c.type(), c.type(), size_, c.ksize()};
    line.difference = checked(launch, c.floats, masks.kernel());
    requireAgreement(line, rung < kRungs ? 0 : c.floats ? kContract : 1);
    return record_->add(line, timed(launch, c.floats));
}

std::string shapeKind(const ShapeCase& shape)
{
    return shape.radiusY == 0 ? "rows" : shape.radiusX == 0 ? "columns" : "dense";
}

Times LadderView::measureShape(std::size_t index)
{
    const ShapeCase& shape = shapeCases()[index];
    const LadderMask mask(shape.radiusX, shape.radiusY);
    const auto launch = [&](const LadderImages& images) {
        launchShape(index, images.src().view(), images.dst().view(), mask.taps, stopwatch_.stream());
    };
    Line line{"shape",
              shapeKind(shape),
              cv::format("%dx%d", shape.threadsX, shape.threadsY),
              CV_32FC1,
              CV_32FC1,
              size_,
              cv::format("%dx%d", 2 * shape.radiusX + 1, 2 * shape.radiusY + 1),
              shape.resultsX * shape.resultsY};
    line.difference = checked(launch, true, mask.kernel);
    requireAgreement(line, 0);
    return record_->add(line, timed(launch, true));
}

} // namespace

void addLadder(const Settings& settings, const SharedRecord& record)
{
    const auto view = std::make_shared<LadderView>(settings, record);
    for (const LadderCase& c : ladderCases())
        for (int rung = 0; rung <= kRungs; ++rung)
            addIfSelected(settings,
                          "ladder/" + c.kind() + " " + c.ksize() + "/" + typeText(c.type()) + "/" + char('a' + rung),
                          [=] { return view->measure(c, rung); });
}

void addShapes(const Settings& settings, const SharedRecord& record)
{
    const auto view = std::make_shared<LadderView>(settings, record);
    for (std::size_t i = 0; i < shapeCases().size(); ++i)
    {
        const ShapeCase& shape = shapeCases()[i];
        addIfSelected(settings,
                      cv::format("shape/%s %d/%dx%d/%d", shapeKind(shape).c_str(),
                                 std::max(shape.radiusX, shape.radiusY), shape.threadsX, shape.threadsY,
                                 shape.resultsX * shape.resultsY),
                      [=] { return view->measureShape(i); });
    }
}

}} // namespace perf::lab
