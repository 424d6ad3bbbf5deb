// SPDX-License-Identifier: Apache-2.0
// Every filter once.
#include "catalogue.hpp"

#include <opencv2/cudatiled/cudafilters.hpp>
#include <opencv2/imgproc.hpp>

#include "rank_definition.hpp"

namespace cudatiled_test {

namespace {

using namespace cv::cudatiled;

template <class T> T oneOf(cv::RNG& random, std::initializer_list<T> values)
{
    return values.begin()[random.uniform(0, static_cast<int>(values.size()))];
}

// Mostly small sizes, now and then one wider than tiles, cells and images.
int drawLength(cv::RNG& random)
{
    const int kind = random.uniform(0, 60);
    return kind < 3 ? random.uniform(50, 100) : kind < 9 ? random.uniform(10, 48) : random.uniform(1, 8);
}

// Often a small square that has a kernel of its own, now and then more taps than fit into the arguments of a kernel.
cv::Size drawKernelSize(cv::RNG& random)
{
    if (random.uniform(0, 80) == 0)
    {
        const int taps = random.uniform(901, 930), others = random.uniform(1, 8);
        return random.uniform(0, 2) ? cv::Size(taps, others) : cv::Size(others, taps);
    }
    const int square = random.uniform(0, 3) == 0 ? oneOf(random, {3, 3, 5, 7, 9, 11}) : 0;
    return square ? cv::Size(square, square) : cv::Size(drawLength(random), drawLength(random));
}

cv::Point drawAnchor(cv::RNG& random, cv::Size ksize)
{
    if (random.uniform(0, 2) == 0)
        return {-1, -1};
    if (random.uniform(0, 3) == 0) // a corner
        return {random.uniform(0, 2) * (ksize.width - 1), random.uniform(0, 2) * (ksize.height - 1)};
    return {random.uniform(0, ksize.width), random.uniform(0, ksize.height)};
}

cv::Mat drawTaps(cv::RNG& random, int rows, int cols)
{
    cv::Mat taps(rows, cols, CV_32F);
    const int kind = random.uniform(0, 6);
    if (kind == 5) // all alike
        taps.setTo(random.uniform(0.5f, 1.f) / static_cast<float>(taps.total()));
    else if (kind % 2 == 0)
    {
        cv::Mat integers(rows, cols, CV_16S);
        random.fill(integers, cv::RNG::UNIFORM, -4, 5);
        integers.convertTo(taps, CV_32F);
    }
    else
    {
        random.fill(taps, cv::RNG::UNIFORM, -1.f, 1.f);
        taps *= 2. / std::sqrt(static_cast<double>(taps.total()));
    }
    return taps;
}

double drawDelta(cv::RNG& random)
{
    return oneOf(random, {0., 0., 128., -7., 0.25});
}

cv::Point centred(cv::Point anchor, cv::Size ksize)
{
    return {anchor.x < 0 ? ksize.width / 2 : anchor.x, anchor.y < 0 ? ksize.height / 2 : anchor.y};
}

std::string text(cv::Size size)
{
    return cv::format("%dx%d", size.width, size.height);
}

std::string text(cv::Point anchor)
{
    return anchor.x < 0 ? "" : cv::format(" anchor (%d, %d)", anchor.x, anchor.y);
}

std::string textOfDelta(double delta)
{
    return delta == 0 ? "" : cv::format(" delta %g", delta);
}

Definition dense(const cv::Mat& kernel, cv::Point anchor, double delta)
{
    Definition definition;
    kernel.convertTo(definition.kernel, CV_64F);
    definition.anchor = centred(anchor, kernel.size());
    definition.delta = delta;
    return definition;
}

// OpenCV's function on the same pixels in double, saturated: for 32S, which it has not or not in all digits.
void inDouble(const cv::Mat& src, cv::Mat& dst, int ddepth, const std::function<void(const cv::Mat&, cv::Mat&)>& f)
{
    cv::Size size;
    cv::Point offset;
    src.locateROI(size, offset);
    cv::Mat whole = src, wide, sums;
    whole.adjustROI(offset.y, size.height - offset.y - src.rows, offset.x, size.width - offset.x - src.cols);
    whole.convertTo(wide, CV_64F);
    f(wide(cv::Rect(offset, src.size())), sums);
    if (ddepth != CV_32F)
        sums = cv::min(cv::max(sums, -2147483648.), 2147483647.);
    sums.convertTo(dst, ddepth);
}

bool has32S(const cv::Mat& src, int ddepth)
{
    return src.depth() == CV_32S || ddepth == CV_32S;
}

using OpenCvFunction = std::function<void(const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType)>;

// `function`, or for 32S cv::sepFilter2D with these taps.
OpenCvFunction orInDouble(const OpenCvFunction& function, const cv::Mat& row, const cv::Mat& column, cv::Point anchor,
                          double delta)
{
    return [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (!has32S(src, ddepth))
            return function(src, dst, ddepth, borderType);
        inDouble(src, dst, ddepth, [&](const cv::Mat& from, cv::Mat& to) {
            cv::sepFilter2D(from, to, CV_64F, row, column, anchor, delta, borderType);
        });
    };
}

Definition separable(const cv::Mat& row, const cv::Mat& column, cv::Point anchor, double delta)
{
    cv::Mat rowTaps, columnTaps;
    row.reshape(1, 1).convertTo(rowTaps, CV_64F);
    column.reshape(1, static_cast<int>(column.total())).convertTo(columnTaps, CV_64F);
    Definition definition = dense(columnTaps * rowTaps, anchor, delta);
    definition.chain = rowTaps.cols + columnTaps.rows;
    return definition;
}

} // namespace

static Instance linear(const std::string& name, const cv::Mat& kernel, cv::Point anchor, double delta)
{
    Instance instance;
    instance.text = name;
    instance.parameters.kernel = kernel;
    instance.parameters.ksize = kernel.size();
    instance.parameters.anchor = anchor;
    instance.parameters.delta = delta;
    instance.definition = [=](int, int, const Situation&) {
        return dense(kernel, anchor, delta);
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        cv::filter2D(src, dst, ddepth, kernel, anchor, delta, borderType);
    };
    return instance;
}

Instance linear(const cv::Mat& kernel, cv::Point anchor, double delta)
{
    Instance instance =
        linear("Linear " + text(kernel.size()) + text(anchor) + textOfDelta(delta), kernel, anchor, delta);
    instance.create = [=](int srcType, int dstType, const Borders& borders) {
        return createLinearFilter(srcType, dstType, kernel, anchor, borders.row, borders.outside, delta);
    };
    return instance;
}

Instance sharpen(int neighbours, double k, double delta)
{
    const float side = static_cast<float>(-k), corner = neighbours == 8 ? side : 0.f;
    const float centre = static_cast<float>(1 + neighbours * k);
    const cv::Mat kernel(cv::Matx33f(corner, side, corner, side, centre, side, corner, side, corner));
    Instance instance =
        linear(cv::format("Sharpen %d k %g", neighbours, k) + textOfDelta(delta), kernel, {-1, -1}, delta);
    instance.create = [=](int srcType, int dstType, const Borders& borders) {
        return createSharpenFilter(srcType, dstType, neighbours, k, borders.row, borders.outside, delta);
    };
    return instance;
}

Instance emboss(int direction, double strength, bool midGray, double delta)
{
    static const char* const matrices[] = {"200010001", "020010010", "002010100", "000112000",
                                           "100010002", "010010020", "001010200", "000211000"};
    cv::Mat_<float> kernel(3, 3);
    for (int i = 0; i < 9; ++i)
        kernel(i / 3, i % 3) = (matrices[direction][i] == '2'   ? 2
                                : matrices[direction][i] == '1' ? -1
                                                                : 0) *
                               static_cast<float>(strength);
    Instance instance;
    instance.text = cv::format("Emboss direction %d strength %g%s", direction, strength, midGray ? " midGray" : "") +
                    textOfDelta(delta);
    instance.parameters.kernel = kernel;
    instance.parameters.ksize = {3, 3};
    instance.parameters.delta = midGray ? 128 : delta;
    const auto offset = [=](int depth) {
        return delta + (!midGray ? 0 : depth == CV_8U ? 128 : depth == CV_16U ? 32768 : depth == CV_32F ? 0.5 : 0);
    };
    instance.create = [=](int srcType, int dstType, const Borders& borders) {
        return createEmbossFilter(srcType, dstType, direction, strength, midGray, borders.row, borders.outside, delta);
    };
    instance.definition = [=](int, int dstDepth, const Situation&) {
        return dense(kernel, {-1, -1}, offset(dstDepth));
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        cv::filter2D(src, dst, ddepth, kernel, {-1, -1}, offset(ddepth), borderType);
    };
    return instance;
}

Instance separableLinear(const cv::Mat& row, const cv::Mat& column, cv::Point anchor, double delta)
{
    const cv::Size ksize(static_cast<int>(row.total()), static_cast<int>(column.total()));
    Instance instance;
    instance.text = "SeparableLinear " + text(ksize) + text(anchor) + textOfDelta(delta);
    instance.parameters.rowKernel = row;
    instance.parameters.columnKernel = column;
    instance.parameters.ksize = ksize;
    instance.parameters.anchor = anchor;
    instance.parameters.delta = delta;
    instance.separateBorders = true;
    instance.create = [=](int srcType, int dstType, const Borders& b) {
        return createSeparableLinearFilter(srcType, dstType, row, column, anchor, b.row, b.column, delta, b.outside);
    };
    instance.definition = [=](int, int, const Situation&) {
        return separable(row, column, anchor, delta);
    };
    const auto opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        cv::sepFilter2D(src, dst, ddepth, row, column, anchor, delta, borderType);
    };
    instance.opencv = orInDouble(opencv, row, column, anchor, delta);
    return instance;
}

Instance sobel(int dx, int dy, int ksize, double scale, double delta)
{
    Instance instance;
    instance.text = cv::format("Sobel dx %d dy %d ksize %d scale %g", dx, dy, ksize, scale) + textOfDelta(delta);
    instance.parameters.dx = dx;
    instance.parameters.dy = dy;
    instance.parameters.ksize = {ksize, ksize};
    instance.parameters.scale = scale;
    instance.parameters.delta = delta;
    instance.separateBorders = true;
    instance.create = [=](int srcType, int dstType, const Borders& b) {
        return createSobelFilter(srcType, dstType, dx, dy, ksize, scale, b.row, b.column, delta, b.outside);
    };
    cv::Mat row, column;
    cv::getDerivKernels(row, column, dx, dy, ksize, false, CV_32F);
    (dx == 0 ? row : column) *= scale;
    instance.definition = [=](int, int, const Situation&) {
        return separable(row, column, {-1, -1}, delta);
    };
    const auto opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        cv::Sobel(src, dst, ddepth, dx, dy, ksize, scale, delta, borderType);
    };
    instance.opencv = orInDouble(opencv, row, column, {-1, -1}, delta);
    return instance;
}

Instance deriv(int dx, int dy, int ksize, bool normalize, double scale, double delta)
{
    Instance instance = sobel(dx, dy, ksize, scale, delta);
    instance.text.replace(0, 5, "Deriv") += normalize ? " normalized" : "";
    instance.parameters.normalizeTaps = normalize;
    cv::Mat row, column;
    cv::getDerivKernels(row, column, dx, dy, ksize, normalize, CV_32F);
    (dx == 0 ? row : column) *= scale;
    instance.create = [=](int srcType, int dstType, const Borders& b) {
        return createDerivFilter(srcType, dstType, dx, dy, ksize, normalize, scale, b.row, b.column, delta, b.outside);
    };
    instance.definition = [=](int, int, const Situation&) {
        return separable(row, column, {-1, -1}, delta);
    };
    const auto opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        cv::sepFilter2D(src, dst, ddepth, row, column, {-1, -1}, delta, borderType);
    };
    instance.opencv = orInDouble(opencv, row, column, {-1, -1}, delta);
    return instance;
}

Instance scharr(int dx, double scale, double delta)
{
    Instance instance = sobel(dx, 1 - dx, cv::FILTER_SCHARR, scale, delta);
    instance.text = cv::format("Scharr dx %d dy %d scale %g", dx, 1 - dx, scale) + textOfDelta(delta);
    instance.create = [=](int srcType, int dstType, const Borders& b) {
        return createScharrFilter(srcType, dstType, dx, 1 - dx, scale, b.row, b.column, delta, b.outside);
    };
    const OpenCvFunction ofSobel = instance.opencv;
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (has32S(src, ddepth))
            ofSobel(src, dst, ddepth, borderType);
        else
            cv::Scharr(src, dst, ddepth, dx, 1 - dx, scale, delta, borderType);
    };
    return instance;
}

static Definition laplacianDefinition(int ksize, double scale, double delta)
{
    const cv::Mat row = ksize == 1 ? cv::Mat(cv::Matx13d(0, 1, 0)) : cv::Mat();
    cv::Mat derivative, smoothing;
    cv::getDerivKernels(derivative, smoothing, 2, 0, ksize, false, CV_64F);
    smoothing = row.empty() ? smoothing.t() : row;
    const cv::Mat along = smoothing.t() * derivative.t(), across = derivative * smoothing;
    Definition definition = dense((along + across) * scale, {-1, -1}, delta);
    definition.weights = cv::Mat((cv::abs(along) + cv::abs(across)) * std::abs(scale));
    definition.chain = along.cols + 2 * along.rows;
    return definition;
}

Instance laplacian(int ksize, double scale, double delta)
{
    Instance instance;
    instance.text = cv::format("Laplacian ksize %d scale %g", ksize, scale) + textOfDelta(delta);
    instance.parameters.ksize = {ksize, ksize};
    instance.parameters.scale = scale;
    instance.parameters.delta = delta;
    instance.create = [=](int srcType, int dstType, const Borders& b) {
        return createLaplacianFilter(srcType, dstType, ksize, scale, b.row, b.outside, delta);
    };
    instance.definition = [=](int, int, const Situation&) {
        return laplacianDefinition(ksize, scale, delta);
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (has32S(src, ddepth))
            return inDouble(src, dst, ddepth, [&](const cv::Mat& from, cv::Mat& to) {
                cv::Laplacian(from, to, CV_64F, ksize, 1, 0, borderType); // it has the small kernels in float
                to.convertTo(to, CV_64F, scale, delta);
            });
        // The small ones are filter2D, which from 16U, 16S and 32F makes no other integers; the large ones leave the range of int.
        const bool pair = src.depth() == CV_8U || ddepth == src.depth() || ddepth == CV_32F;
        cv::Laplacian(src, dst, (ksize > 3 || pair) && ksize < 11 ? ddepth : CV_32F, ksize, scale, delta, borderType);
        if (dst.depth() != ddepth)
            dst = cv::min(cv::max(dst, -1e6), 1e6);
        dst.convertTo(dst, ddepth);
    };
    return instance;
}

static Definition boxDefinition(cv::Size ksize, cv::Point anchor, bool normalize, int srcDepth, int dstDepth)
{
    Definition definition = dense(cv::Mat::ones(ksize, CV_64F), anchor, 0);
    definition.chain = ksize.width + ksize.height;
    definition.scale = normalize ? 1. / ksize.area() : 1;
    if (srcDepth == CV_32F || srcDepth == CV_32S)
        definition.kernel *= definition.scale;
    else if (dstDepth == CV_32S && definition.scale == 1)
        definition.finish = Finish::Sum;
    else if (srcDepth == CV_8U && dstDepth == CV_8U && normalize && ksize.area() > 1 && ksize.area() <= 256)
        definition.finish = Finish::ByteMean;
    else
        definition.finish = Finish::FloatScale;
    return definition;
}

Instance box(cv::Size ksize, cv::Point anchor, bool normalize)
{
    Instance instance;
    instance.text = "Box " + text(ksize) + text(anchor) + (normalize ? "" : " sum");
    instance.parameters.ksize = ksize;
    instance.parameters.anchor = anchor;
    instance.parameters.normalize = normalize;
    instance.create = [=](int srcType, int dstType, const Borders& b) {
        return createBoxFilter(srcType, dstType, ksize, anchor, b.row, b.outside, normalize);
    };
    instance.definition = [=](int srcDepth, int dstDepth, const Situation& s) {
        const bool shrinks = normalize && s.isolated();
        cv::Size size = ksize;
        cv::Point place = anchor;
        if (shrinks && s.size.height == 1)
            size.height = 1, place.y = anchor.y < 0 ? -1 : 0;
        if (shrinks && s.size.width == 1)
            size.width = 1, place.x = anchor.x < 0 ? -1 : 0;
        return boxDefinition(size, place, normalize, srcDepth, dstDepth);
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (src.depth() <= CV_16S || !has32S(src, ddepth)) // of 32S, it adds up in int and makes means in float
            return cv::boxFilter(src, dst, ddepth, ksize, anchor, normalize, borderType);
        inDouble(src, dst, ddepth, [&](const cv::Mat& from, cv::Mat& to) {
            cv::boxFilter(from, to, CV_64F, ksize, anchor, normalize, borderType);
        });
    };
    return instance;
}

Instance lineSum(bool row, int ksize, int anchor)
{
    const cv::Size size = row ? cv::Size(ksize, 1) : cv::Size(1, ksize);
    const cv::Point place = row ? cv::Point(anchor, 0) : cv::Point(0, anchor);
    Instance instance = box(size, place, false);
    instance.text = cv::format("%sSum %d anchor %d", row ? "Row" : "Column", ksize, anchor);
    instance.parameters.anchor = {anchor, anchor};
    instance.create = [=](int srcType, int dstType, const Borders& b) {
        const auto factory = row ? createRowSumFilter : createColumnSumFilter;
        return factory(srcType, dstType, ksize, anchor, b.row, b.outside);
    };
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

// OpenCV's quantisation of a Gaussian to `bits` fraction bits, restated: round with the error carried on, the centre gets the rest.
static cv::Mat fixedPointGaussian(int size, double sigma, int bits)
{
    const cv::Mat_<double> exact = cv::getGaussianKernel(size, sigma, CV_64F);
    cv::Mat_<double> taps(size, 1);
    const double one = std::ldexp(1., bits);
    double carried = 0, rest = one;
    for (int i = 0; i < size / 2; ++i)
    {
        const double wanted = exact(i) * one + carried;
        const double tap = std::nearbyint(wanted);
        carried = wanted - tap;
        rest -= 2 * tap;
        taps(i) = taps(size - 1 - i) = tap / one;
    }
    taps(size / 2) = rest / one;
    return taps;
}

Instance gaussian(cv::Size ksize, double sigmaX, double sigmaY)
{
    const double sigma2 = sigmaY > 0 ? sigmaY : sigmaX;
    Instance instance;
    instance.text = "Gaussian " + text(ksize) + cv::format(" sigma %g %g", sigmaX, sigmaY);
    instance.parameters.ksize = ksize;
    instance.parameters.sigmaX = sigmaX;
    instance.parameters.sigmaY = sigma2;
    instance.separateBorders = true;
    instance.create = [=](int srcType, int dstType, const Borders& b) {
        return createGaussianFilter(srcType, dstType, ksize, sigmaX, sigmaY, b.row, b.column, b.outside);
    };
    instance.definition = [=](int srcDepth, int dstDepth, const Situation& s) {
        if (srcDepth == dstDepth && (s.isolated() || !s.submatrix) && (srcDepth == CV_8U || srcDepth == CV_16U))
        {
            const int bits = srcDepth == CV_8U ? 8 : 16;
            Definition definition = separable(fixedPointGaussian(ksize.width, sigmaX, bits),
                                              fixedPointGaussian(ksize.height, sigma2, bits), {-1, -1}, 0);
            definition.finish = Finish::HalfUp;
            return definition;
        }
        return separable(cv::getGaussianKernel(ksize.width, sigmaX, CV_32F),
                         cv::getGaussianKernel(ksize.height, sigma2, CV_32F), {-1, -1}, 0);
    };
    const cv::Mat row = cv::getGaussianKernel(ksize.width, sigmaX, CV_32F),
                  column = cv::getGaussianKernel(ksize.height, sigma2, CV_32F);
    const auto opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (ddepth == src.depth())
            cv::GaussianBlur(src, dst, ksize, sigmaX, sigmaY, borderType);
        else
            cv::sepFilter2D(src, dst, ddepth, row, column, {-1, -1}, 0, borderType);
    };
    instance.opencv = orInDouble(opencv, row, column, {-1, -1}, 0);
    return instance;
}

Instance morphology(const MorphologyCase& m, const std::string& shape)
{
    static const char* const names[] = {"erode", "dilate", "open", "close", "gradient", "top-hat", "black-hat"};
    Instance instance;
    instance.text = cv::format("Morphology %s ", names[m.op]) + text(m.element.size()) + " " + shape + text(m.anchor) +
                    cv::format(" iterations %d%s", m.iterations, m.defaultOutside ? " default outside" : "");
    instance.parameters.element = m.element;
    instance.parameters.ksize = m.element.size();
    instance.parameters.anchor = m.anchor;
    instance.parameters.op = m.op;
    instance.parameters.iterations = m.iterations;
    instance.parameters.defaultOutside = m.defaultOutside;
    const auto outside = [=](const cv::Scalar& other) {
        return m.defaultOutside ? cv::morphologyDefaultBorderValue() : other;
    };
    instance.create = [=](int srcType, int, const Borders& b) {
        return createMorphologyFilter(m.op, srcType, m.element, m.anchor, m.iterations, b.row, outside(b.outside));
    };
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image) {
            return morphologyOf(m, image);
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int, int borderType) {
        cv::morphologyEx(src, dst, m.op, m.element, m.anchor, m.iterations, borderType, outside({}));
    };
    return instance;
}

Instance boxExtreme(const std::string& name, cv::Size ksize, cv::Point anchor)
{
    const bool highest = name == "BoxMax";
    const MorphologyCase m{highest ? cv::MORPH_DILATE : cv::MORPH_ERODE, cv::Mat::ones(ksize, CV_8U), anchor, 1, false};
    Instance instance = morphology(m, "");
    instance.text = name + " " + text(ksize) + text(anchor);
    instance.create = [=](int srcType, int, const Borders& b) {
        return highest ? createBoxMaxFilter(srcType, ksize, anchor, b.row, b.outside)
                       : createBoxMinFilter(srcType, ksize, anchor, b.row, b.outside);
    };
    return instance;
}

// Medians by the definition `medians`, which also stands in where OpenCV has none.
static Instance medianBy(const std::function<cv::Mat(const Surroundings&)>& medians, int size,
                         const std::function<bool(const cv::Mat& src, int ddepth)>& openCvHas)
{
    Instance instance;
    instance.parameters.ksize = {size, size};
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = medians;
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int) {
        if (openCvHas(src, ddepth))
            cv::medianBlur(src, dst, size);
        else
            medians({src, {{0, 0}, src.size()}, 0, 0, {}}).convertTo(dst, ddepth);
    };
    return instance;
}

Instance median(int size)
{
    const auto medians = [=](const Surroundings& image) {
        return medianOf(size, image);
    };
    Instance instance = medianBy(medians, size, [=](const cv::Mat& src, int ddepth) {
        return size <= 5 || (ddepth == CV_8U && src.channels() != 2);
    });
    instance.text = cv::format("Median %d", size);
    instance.create = [=](int srcType, int, const Borders&) {
        return createMedianFilter(srcType, size);
    };
    return instance;
}

// cv::cuda's medians: their windows end at the edges of the image.
static Instance cutMedian(int size)
{
    const auto medians = [=](const Surroundings& image) {
        return cutMedianOf(size, image);
    };
    Instance instance = medianBy(medians, size, [](const cv::Mat&, int) { return false; });
    instance.text = cv::format("Median %d cut", size);
    instance.create = [=](int srcType, int, const Borders&) {
        return cv::cudatiled::cuda::createMedianFilter(srcType, size);
    };
    return instance;
}

namespace {

Instance drawLinear(cv::RNG& random)
{
    const cv::Size ksize = drawKernelSize(random);
    const cv::Mat kernel = drawTaps(random, ksize.height, ksize.width);
    const cv::Point anchor = drawAnchor(random, ksize);
    return linear(kernel, anchor, drawDelta(random));
}

Instance drawSharpen(cv::RNG& random)
{
    const int neighbours = oneOf<int>(random, {SHARPEN_4, SHARPEN_8});
    const double k = oneOf(random, {1., 1., 0.5, 2., 0.3});
    return sharpen(neighbours, k, drawDelta(random));
}

Instance drawEmboss(cv::RNG& random)
{
    const int direction = random.uniform(0, 8);
    const double strength = oneOf(random, {1., 1., 2., 0.7});
    const bool midGray = random.uniform(0, 2) == 0;
    return emboss(direction, strength, midGray, drawDelta(random));
}

Instance drawSeparableLinear(cv::RNG& random)
{
    const cv::Size ksize = drawKernelSize(random);
    const cv::Mat row = drawTaps(random, 1, ksize.width), column = drawTaps(random, ksize.height, 1);
    const cv::Point anchor = drawAnchor(random, ksize);
    return separableLinear(row, column, anchor, drawDelta(random));
}

cv::Point drawOrders(cv::RNG& random, int ksize)
{
    const int highest = ksize == -1 ? 1 : ksize == 1 ? 2 : std::min(ksize - 1, 3);
    int dx = random.uniform(0, highest + 1), dy = random.uniform(0, highest + 1);
    if (ksize == -1)
        dy = 1 - dx;
    if (dx + dy == 0)
        dx = 1;
    return {dx, dy};
}

double drawScale(cv::RNG& random)
{
    return oneOf(random, {1., 1., 0.125, 0.3});
}

Instance drawSobel(cv::RNG& random)
{
    const int ksize = oneOf(random, {3, 3, 5, 1, 7, -1});
    const cv::Point orders = drawOrders(random, ksize);
    const double scale = drawScale(random);
    return sobel(orders.x, orders.y, ksize, scale, drawDelta(random));
}

Instance drawDeriv(cv::RNG& random)
{
    const int ksize = oneOf(random, {3, 5, 1, 7, 9, -1});
    const cv::Point orders = drawOrders(random, ksize);
    const bool normalize = random.uniform(0, 2) == 0;
    const double scale = drawScale(random);
    return deriv(orders.x, orders.y, ksize, normalize, scale, drawDelta(random));
}

Instance drawScharr(cv::RNG& random)
{
    const int dx = random.uniform(0, 2);
    const double scale = drawScale(random);
    return scharr(dx, scale, drawDelta(random));
}

Instance drawLaplacian(cv::RNG& random)
{
    const int ksize = random.uniform(0, 2) ? oneOf(random, {1, 1, 3, 5}) : random.uniform(0, 16) * 2 + 1;
    const double scale = oneOf(random, {1., 1., 2., 0.125, 0.3});
    return laplacian(ksize, scale, drawDelta(random));
}

Instance drawBox(cv::RNG& random)
{
    // Two white bytes are the one mean that OpenCV's integer formula puts above 255. Large boxes have a kernel of their own.
    // Boxes of 17 x 17 bytes are the smallest that have no integer formula.
    const int kind = random.uniform(0, 9);
    const cv::Size ksize = kind == 0   ? cv::Size(2, 1)
                           : kind == 8 ? cv::Size(random.uniform(16, 18), 17)
                           : kind == 1 ? cv::Size(random.uniform(12, 50), random.uniform(6, 40))
                                       : drawKernelSize(random);
    const cv::Point anchor = drawAnchor(random, ksize);
    return box(ksize, anchor, random.uniform(0, 4) != 0);
}

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

Instance drawGaussian(cv::RNG& random)
{
    // Bytes have an arithmetic of their own for the default taps of 3 and 5, and one for others.
    if (random.uniform(0, 3) == 0)
    {
        const int size = oneOf(random, {3, 5});
        return gaussian({size, size}, oneOf(random, {0., 0.8}), 0);
    }
    const cv::Size drawn = drawKernelSize(random), ksize(drawn.width | 1, drawn.height | 1);
    const double sigmaX = oneOf(random, {0., 1.5, 0.8, 3.}), sigmaY = oneOf(random, {0., 0., 2.});
    return gaussian(ksize, sigmaX, sigmaY);
}

// A structuring element, and what to call it.
std::pair<cv::Mat, std::string> drawElement(cv::RNG& random, cv::Size ksize)
{
    const int shape = random.uniform(0, 5);
    if (shape < 2)
        return {cv::Mat::ones(ksize, CV_8U), "rectangle"};
    if (shape == 2)
        return {cv::getStructuringElement(cv::MORPH_CROSS, ksize), "cross"};
    if (shape == 3)
        return {cv::getStructuringElement(cv::MORPH_ELLIPSE, ksize), "ellipse"};
    cv::Mat mask(ksize, CV_8U);
    random.fill(mask, cv::RNG::UNIFORM, 0, 3);
    mask.at<uchar>(random.uniform(0, ksize.height), random.uniform(0, ksize.width)) = 1; // one at least
    return {mask, "mask"};
}

Instance drawMorphology(cv::RNG& random)
{
    MorphologyCase m;
    // Kernels walk masks in cells of 16 pixels; small squares, and squares of odd sizes to 15, have kernels of their own.
    const int kind = random.uniform(0, 10);
    const bool small = kind == 6 || kind == 7, square = kind > 7;
    const int side = square ? 7 + 2 * random.uniform(0, 5) : oneOf(random, {3, 3, 5});
    const cv::Size ksize = small || square ? cv::Size(side, side)
                           : kind == 0     ? cv::Size(random.uniform(17, 40), random.uniform(2, 8))
                                           : drawKernelSize(random);
    const auto [element, shape] =
        square ? std::pair<cv::Mat, std::string>(cv::Mat::ones(ksize, CV_8U), "square") : drawElement(random, ksize);
    m.op = random.uniform(0, square ? 2 : 7);
    m.element = element;
    m.anchor = small || square ? cv::Point(-1, -1) : drawAnchor(random, ksize);
    m.iterations = small || square || ksize.area() > 400 ? 1 : oneOf(random, {1, 1, 1, 2, 3, 0});
    m.defaultOutside = random.uniform(0, 2) == 0;
    return morphology(m, shape);
}

Instance drawBoxMax(cv::RNG& random)
{
    const cv::Size ksize = drawKernelSize(random);
    return boxExtreme("BoxMax", ksize, drawAnchor(random, ksize));
}

Instance drawBoxMin(cv::RNG& random)
{
    const cv::Size ksize = drawKernelSize(random);
    return boxExtreme("BoxMin", ksize, drawAnchor(random, ksize));
}

Instance drawMedian(cv::RNG& random)
{
    const bool large = random.uniform(0, 15) == 0;
    const int size = large ? oneOf(random, {19, 19, 21, 31, 33, 65, 65})
                           : oneOf(random, {3, 3, 3, 5, 5, 7, 7, 9, 9, 11, 13, 15, 17});
    return random.uniform(0, 8) ? median(size) : cutMedian(size);
}

} // namespace

const std::vector<CatalogueRow>& catalogue()
{
    static const std::vector<CatalogueRow> rows = {
        {"Linear", "cv::filter2D", "integer images, integer taps", Depths::Conv2d, drawLinear},
        {"Sharpen", "cv::filter2D", "integer images, integer k", Depths::Conv2d, drawSharpen},
        {"Emboss", "cv::filter2D", "integer images, integer strength", Depths::Conv2d, drawEmboss},
        {"SeparableLinear", "cv::sepFilter2D", "integer images, integer taps", Depths::Separable, drawSeparableLinear},
        {"Sobel", "cv::Sobel", "integer images, integer scale", Depths::Separable, drawSobel},
        {"Deriv", "cv::getDerivKernels, cv::sepFilter2D", "integer images, integer scale, not normalized",
         Depths::Separable, drawDeriv},
        {"Scharr", "cv::Scharr", "integer images, integer scale", Depths::Separable, drawScharr},
        {"Laplacian", "cv::Laplacian", "integer images, integer scale", Depths::Separable, drawLaplacian},
        {"Box", "cv::boxFilter",
         "8U → 8U of at most 256 pixels; other images of 8 and 16 bits but for ties in OpenCV's last columns",
         Depths::Separable, drawBox},
        {"RowSum", "cv::boxFilter", "integer images", Depths::Sum, drawRowSum},
        {"ColumnSum", "cv::boxFilter", "integer images", Depths::Sum, drawColumnSum},
        {"Gaussian", "cv::GaussianBlur", "8U → 8U, 16U → 16U", Depths::Separable, drawGaussian},
        {"Morphology", "cv::morphologyEx", "all images", Depths::Same, drawMorphology},
        {"BoxMax", "cv::dilate", "all images", Depths::Same, drawBoxMax},
        {"BoxMin", "cv::erode", "all images", Depths::Same, drawBoxMin},
        {"Median", "cv::medianBlur", "all images", Depths::Same, drawMedian},
    };
    return rows;
}

std::vector<int> srcDepths(const CatalogueRow& row)
{
    if (row.depths == Depths::Separable)
        return {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S, CV_32F};
    return {CV_8U, CV_8S, CV_16U, CV_16S, CV_32F};
}

std::vector<int> dstDepths(const CatalogueRow& row, int srcDepth)
{
    if (row.depths == Depths::Same)
        return {srcDepth};
    if (row.depths == Depths::Sum)
        return {CV_32S, CV_32F};
    if (srcDepth == CV_8S)
        return {CV_8S, CV_16S, CV_32F};
    if (row.depths == Depths::Separable)
        return {CV_8U, CV_16U, CV_16S, CV_32S, CV_32F};
    if (srcDepth == CV_8U)
        return {CV_8U, CV_16U, CV_16S, CV_32F};
    return srcDepth == CV_32F ? std::vector<int>{CV_32F} : std::vector<int>{srcDepth, CV_32F};
}

} // namespace cudatiled_test
