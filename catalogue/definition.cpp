// SPDX-License-Identifier: Apache-2.0
// Filters by definition.
#include "definition.hpp"

#include <algorithm>
#include <cmath>

namespace cudatiled_catalogue {

cv::Mat reached(cv::Size kernel, cv::Point anchor, const Surroundings& image)
{
    cv::Mat values(image.region.height + kernel.height - 1, image.region.width + kernel.width - 1,
                   CV_MAKETYPE(CV_64F, image.whole.channels()));
    cv::Mat whole;
    image.whole.convertTo(whole, CV_64F);
    const int channels = whole.channels();
    cv::Mat outside(1, 1, image.whole.type(), image.outside), outsideValue;
    outside.convertTo(outsideValue, CV_64F);
    for (int y = 0; y < values.rows; ++y)
        for (int x = 0; x < values.cols; ++x)
        {
            const int py = cv::borderInterpolate(image.region.y + y - anchor.y, whole.rows, image.columnBorder);
            const int px = cv::borderInterpolate(image.region.x + x - anchor.x, whole.cols, image.rowBorder);
            const double* from = py < 0 || px < 0 ? outsideValue.ptr<double>() : whole.ptr<double>(py) + px * channels;
            std::copy_n(from, channels, values.ptr<double>(y) + x * channels);
        }
    return values;
}

namespace {

bool isInteger(double value)
{
    return value == std::nearbyint(value);
}

bool tapsAreIntegers(const Definition& definition)
{
    for (double tap : definition.kernel)
        if (!isInteger(tap))
            return false;
    return definition.finish == Finish::Scaled || isInteger(definition.delta);
}

struct Sum
{
    double value, magnitude;
};

Sum sumAt(const Definition& definition, const cv::Mat& values, int x, int y)
{
    const int channels = values.channels();
    const double delta = definition.finish == Finish::Scaled ? 0 : definition.delta;
    Sum sum{delta, std::abs(delta)};
    for (int j = 0; j < definition.kernel.rows; ++j)
    {
        const double* taps = definition.kernel[j];
        const double* weights = definition.weights.empty() ? taps : definition.weights[j];
        const double* row = values.ptr<double>(y + j) + x;
        for (int i = 0; i < definition.kernel.cols; ++i)
        {
            sum.value += taps[i] * row[i * channels];
            sum.magnitude += std::abs(weights[i] * row[i * channels]);
        }
    }
    return sum;
}

// In units of 2^-24. A chain of n products is rounded n + 1 times, the last time with delta, so it is off by n + 1 at
// most (Higham, Accuracy and Stability of Numerical Algorithms, 4.2). Roundings are as good as independent, so that the
// error of longer chains grows as the root of their number (Higham and Mary, A New Approach to Probabilistic Rounding
// Error Analysis, 2019); `float_chains` measures the factor. OpenCV's own loops, which need not use fma, are held to
// the worst case of all their products.
double roundingsAllowed(const Definition& definition, bool openCvItself)
{
    if (openCvItself)
        return std::max(16., definition.kernel.total() + 1.);
    const double chain = definition.chain ? definition.chain : static_cast<double>(definition.kernel.total());
    return std::min(chain + 1, 2.5 * std::sqrt(chain + 1));
}

double exactBelow(bool wide)
{
    return wide ? 9007199254740992. : 16777216.;
}

// By one fma.
double scaledOnce(const Definition& definition, double sum, bool wide)
{
    return wide ? std::fma(sum, definition.scale, definition.delta)
                : std::fma(static_cast<float>(sum), static_cast<float>(definition.scale),
                           static_cast<float>(definition.delta));
}

// `wide`: products are added up in double.
Interval finish(const Definition& definition, Sum sum, int dstDepth, bool integers, bool wide, bool openCvItself)
{
    const auto exactly = [&](double value) {
        const double result = saturateRound(value, dstDepth);
        return Interval{result, result};
    };
    switch (definition.finish)
    {
    case Finish::HalfUp: return exactly(std::floor(sum.value + 0.5));
    case Finish::ByteMean: {
        const int area = static_cast<int>(std::lround(1 / definition.scale));
        const double quotient = 8388608. / area, whole = std::floor(quotient);
        const bool up = quotient - whole >= 0.5;
        return exactly(std::floor((sum.value + area / 2 + (up ? 0 : 1)) * (whole + (up ? 1 : 0)) / 8388608.));
    }
    case Finish::FloatScale:
        if (openCvItself) // the scale is a float in its vector loops and a double in their remainders
        {
            sum = {sum.value * definition.scale, sum.magnitude * definition.scale};
            integers = false;
            break;
        }
        return exactly(static_cast<float>(sum.value) * static_cast<float>(definition.scale));
    case Finish::Scaled:
        if (!openCvItself && integers && sum.magnitude < exactBelow(wide))
            return exactly(scaledOnce(definition, sum.value, wide));
        sum = {sum.value * definition.scale + definition.delta,
               sum.magnitude * std::abs(definition.scale) + std::abs(definition.delta)};
        integers = false;
        break;
    case Finish::Sum:
        if (integers)
            return exactly(sum.value);
        break;
    case Finish::Rounded: break;
    }
    if (integers && sum.magnitude < exactBelow(wide))
        return exactly(sum.value);
    if (wide && !isFloatDepth(dstDepth))
    {
        // 2^-40 for up to 8190 roundings of a filter's own, and those of the sum here.
        const double ownRoundings = std::ldexp(static_cast<double>(definition.kernel.total()), -53);
        const double window = std::max(1e-3, sum.magnitude * (std::ldexp(1., -40) + ownRoundings));
        return {saturateRound(sum.value - window, dstDepth), saturateRound(sum.value + window, dstDepth)};
    }
    const double relative = std::ldexp(sum.magnitude, -24) * roundingsAllowed(definition, openCvItself);
    if (dstDepth == CV_32F)
        return {sum.value - relative, sum.value + relative};
    if (dstDepth == CV_16F)
        return {saturateRound(sum.value - relative, dstDepth), saturateRound(sum.value + relative, dstDepth)};
    const double window = std::max(1e-3, relative);
    return {saturateRound(sum.value - window, dstDepth), saturateRound(sum.value + window, dstDepth)};
}

} // namespace

namespace {

// To 11 bits, or to a multiple of the least number; infinite from 65520 on.
double nearestHalf(double value)
{
    if (!std::isfinite(value))
        return value;
    int exponent;
    std::frexp(value, &exponent);
    const double step = std::ldexp(1., std::max(exponent - 11, -24)), rounded = std::nearbyint(value / step) * step;
    return std::abs(rounded) < 65520 ? rounded : std::copysign(HUGE_VAL, value);
}

// Float results of definitions that are no sum.
Expected inDepth(const Expected& expected, int depth)
{
    if (depth != CV_16F)
        return expected;
    const auto rounded = [](const cv::Mat& values) {
        cv::Mat halves = values.clone();
        for (int y = 0; y < halves.rows; ++y)
            std::transform(halves.ptr<double>(y), halves.ptr<double>(y) + halves.cols * halves.channels(),
                           halves.ptr<double>(y), nearestHalf);
        return halves;
    };
    return {rounded(expected.lowest), rounded(expected.highest)};
}

} // namespace

double saturateRound(double value, int depth)
{
    static const double lowest[] = {0, -128, 0, -32768, -2147483648.},
                        highest[] = {255, 127, 65535, 32767, 2147483647.};
    if (depth == CV_16F)
        return nearestHalf(value);
    if (depth > CV_32S)
        return static_cast<float>(value);
    return std::min(std::max(std::nearbyint(value), lowest[depth]), highest[depth]);
}

Expected evaluate(const Definition& definition, const Surroundings& image, int dstDepth, bool openCvItself)
{
    if (definition.results)
        return inDepth(definition.results(image, dstDepth, openCvItself), dstDepth);
    const cv::Mat values = reached(definition.kernel.size(), definition.anchor, image);
    const bool integers = image.whole.depth() <= CV_32S && tapsAreIntegers(definition);
    const bool inDouble = definition.finish == Finish::Rounded || definition.finish == Finish::Scaled;
    const bool wide = inDouble && (image.whole.depth() == CV_32S || dstDepth == CV_32S);
    const int channels = values.channels();
    Expected expected;
    expected.lowest.create(image.region.height, image.region.width, values.type());
    expected.highest.create(image.region.height, image.region.width, values.type());
    for (int y = 0; y < image.region.height; ++y)
        for (int x = 0; x < image.region.width * channels; ++x)
        {
            Interval interval =
                finish(definition, sumAt(definition, values, x, y), dstDepth, integers, wide, openCvItself);
            if (definition.combined)
                interval = definition.combined(
                    values.ptr<double>(y + definition.anchor.y)[x + definition.anchor.x * channels], interval);
            expected.lowest.ptr<double>(y)[x] = interval.lowest;
            expected.highest.ptr<double>(y)[x] = interval.highest;
        }
    return expected;
}

Difference& Difference::operator+=(const Difference& other)
{
    scalars += other.scalars;
    differing += other.differing;
    largest = std::max(largest, other.largest);
    return *this;
}

namespace {

// `low` and `high` bound the values that count as equal; distances of floats are measured in the tolerance of the
// scalar.
void count(Difference& difference, double value, double low, double high, double unit)
{
    const double distance = std::max({0., low - value, value - high});
    ++difference.scalars;
    if (distance == 0)
        return;
    ++difference.differing;
    difference.largest = std::max(difference.largest, distance / unit);
}

template <class F> Difference overScalars(const cv::Mat& result, const Expected& expected, F&& f)
{
    cv::Mat values;
    result.convertTo(values, CV_64F);
    Difference difference;
    for (int y = 0; y < values.rows; ++y)
        for (int x = 0; x < values.cols * values.channels(); ++x)
        {
            const double low = expected.lowest.ptr<double>(y)[x], high = expected.highest.ptr<double>(y)[x];
            const bool isFloat = result.depth() == CV_32F && high > low;
            f(difference, values.ptr<double>(y)[x], y, x, isFloat ? (high - low) / 2 : 1.);
        }
    return difference;
}

} // namespace

Difference differenceFrom(const cv::Mat& result, const Expected& expected)
{
    return overScalars(result, expected, [&](Difference& difference, double value, int y, int x, double unit) {
        count(difference, value, expected.lowest.ptr<double>(y)[x], expected.highest.ptr<double>(y)[x], unit);
    });
}

Difference differenceBetween(const cv::Mat& result, const cv::Mat& other, const Expected& expected)
{
    cv::Mat others;
    other.convertTo(others, CV_64F);
    return overScalars(result, expected, [&](Difference& difference, double value, int y, int x, double unit) {
        count(difference, value, others.ptr<double>(y)[x], others.ptr<double>(y)[x], unit);
    });
}

double largestError(const cv::Mat& result, const Expected& expected)
{
    double largest = -1;
    if (result.depth() != CV_32F)
        return largest;
    for (int y = 0; y < result.rows; ++y)
        for (int x = 0; x < result.cols * result.channels(); ++x)
        {
            const double low = expected.lowest.ptr<double>(y)[x], high = expected.highest.ptr<double>(y)[x];
            const double error = std::abs(result.ptr<float>(y)[x] - (low + high) / 2);
            if (high > low && std::isfinite(error))
                largest = std::max(largest, error / ((high - low) / 2));
        }
    return largest;
}

std::string firstViolation(const cv::Mat& result, const Expected& expected)
{
    cv::Mat values;
    result.convertTo(values, CV_64F);
    int violations = 0;
    std::string first;
    for (int y = 0; y < values.rows; ++y)
        for (int x = 0; x < values.cols * values.channels(); ++x)
        {
            const double value = values.ptr<double>(y)[x];
            const double low = expected.lowest.ptr<double>(y)[x], high = expected.highest.ptr<double>(y)[x];
            const bool isAny = low == -HUGE_VAL && high == HUGE_VAL; // also no number
            if (isAny || (value >= low && value <= high))
                continue;
            if (violations++ == 0)
                first = cv::format("row %d, pixel %d, channel %d is %.9g; the definition gives %.9g to %.9g", y,
                                   x / values.channels(), x % values.channels(), value, low, high);
        }
    return violations ? first + cv::format(" (%d scalars are wrong)", violations) : first;
}

} // namespace cudatiled_catalogue
