// SPDX-License-Identifier: Apache-2.0
// The library as functions of C, for Python's ctypes: one binary serves every version of Python. Functions that can
// fail return null or a number other than 0; cudatiled_error then says why, for the thread that called.
#include <opencv2/cudatiled/histogram.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#define CUDATILED_C extern "C" __attribute__((visibility("default")))

namespace {

// A filter as Python holds it: by its address.
struct Filter
{
    const cv::Ptr<cv::cudatiled::Filter> pointer;
};

// Pixels of somebody else's array: `rows` rows of `cols` pixels, `step` bytes apart; `count` such images, `apart` bytes
// from each other.
struct Images
{
    void* data;
    std::int64_t step, apart;
    std::int32_t rows, cols, type, onDevice, count;

    // As cv::Mat or cv::cuda::GpuMat.
    template <class Array> Array image(int i = 0) const
    {
        return Array(rows, cols, type, static_cast<char*>(data) + i * apart, static_cast<std::size_t>(step));
    }
    template <class Array> std::vector<Array> batch() const
    {
        std::vector<Array> images;
        for (int i = 0; i < count; ++i)
            images.push_back(image<Array>(i));
        return images;
    }
};

thread_local std::string lastError;

// Calls f. What it throws becomes `failed`, and the text of cudatiled_error.
template <class F, class R> R guarded(F&& f, R failed) noexcept
try
{
    return f();
}
catch (const cv::Exception& error)
{
    lastError = error.err;
    return failed;
}
catch (const std::exception& error)
{
    lastError = error.what();
    return failed;
}

template <class F> Filter* created(F&& create) noexcept
{
    return guarded([&] { return new Filter{create()}; }, static_cast<Filter*>(nullptr));
}

// A kernel's taps; none if there is no array.
cv::Mat matOf(const Images* image)
{
    return image ? image->image<cv::Mat>().clone() : cv::Mat(); // filters may keep it
}

// The results are of the right size and type: they stay where they are.
template <class Array>
void apply(cv::cudatiled::Filter& filter, const Images& src, const Images& dst, CUstream_st* stream)
{
    if (src.count == 1)
    {
        Array result = dst.image<Array>();
        return filter.apply(src.image<Array>(), result, stream);
    }
    std::vector<Array> results = dst.batch<Array>();
    filter.apply(src.batch<Array>(), results, stream);
}

// The same for images and batches of any sizes.
template <class Array>
void applyList(cv::cudatiled::Filter& filter, const Images* const* src, const Images* const* dst, int count,
               CUstream_st* stream)
{
    const auto all = [count](const Images* const* images) {
        std::vector<Array> list;
        for (int i = 0; i < count; ++i)
            for (const Array& image : images[i]->batch<Array>())
                list.push_back(image);
        return list;
    };
    std::vector<Array> results = all(dst);
    filter.apply(all(src), results, stream);
}

// Results as GradientFilter::apply has them, of one image of a batch; null if not wanted.
template <class Array>
void applyGradient(cv::cudatiled::GradientFilter& filter, const Images& src, const Images* const (&results)[4], int i,
                   CUstream_st* stream)
{
    Array images[4];
    const auto output = [&](int result) {
        if (!results[result])
            return cv::_OutputArray(cv::noArray());
        images[result] = results[result]->image<Array>(i);
        return cv::_OutputArray(images[result]);
    };
    filter.apply(src.image<Array>(i), output(0), output(1), output(2), output(3), stream);
}

// Edges of one image of a batch.
template <class Array>
void detect(cv::cudatiled::CannyFilter& filter, const Images& dx, const Images& dy, const Images& edges, int i,
            CUstream_st* stream)
{
    Array result = edges.image<Array>(i);
    filter.detect(dx.image<Array>(i), dy.image<Array>(i), result, stream);
}

// One image of a batch by the guide of the same number.
template <class Array>
void applyJoint(cv::cudatiled::JointBilateralFilter& filter, const Images& joint, const Images& src, const Images& dst,
                int i, CUstream_st* stream)
{
    Array result = dst.image<Array>(i);
    filter.apply(joint.image<Array>(i), src.image<Array>(i), result, stream);
}

// Calls f with both as matrices of the host, or of the device.
template <class F> void withArrays(const Images& src, const Images& dst, F&& f)
{
    const auto call = [&](const auto& from, auto to) {
        f(from, to);
    };
    if (src.onDevice)
        call(src.image<cv::cuda::GpuMat>(), dst.image<cv::cuda::GpuMat>());
    else
        call(src.image<cv::Mat>(), dst.image<cv::Mat>());
}

cv::Scalar scalarOf(const double* value)
{
    return {value[0], value[1], value[2], value[3]};
}

} // namespace

CUDATILED_C const char* cudatiled_error()
{
    return lastError.c_str();
}

CUDATILED_C int cudatiled_type(int depth, int channels)
{
    return CV_MAKETYPE(depth, channels);
}

CUDATILED_C int cudatiled_depth(const Filter* filter)
{
    return CV_MAT_DEPTH(filter->pointer->dstType());
}

CUDATILED_C int cudatiled_channels(const Filter* filter)
{
    return CV_MAT_CN(filter->pointer->dstType());
}

// What a result depends on: pixels to the left, to the right, above and below; whether rows and columns wrap around;
// whether it depends on the whole image.
CUDATILED_C int cudatiled_reach(const Filter* filter, int (&reach)[7])
{
    return guarded(
        [&] {
            const cv::cudatiled::FilterReach all = cv::cudatiled::reachOf(*filter->pointer);
            const cv::Rect& window = all.window;
            const int values[] = {-window.x,     window.br().x - 1, -window.y,     window.br().y - 1,
                                  all.wrapsRows, all.wrapsColumns,  all.wholeImage};
            std::copy(std::begin(values), std::end(values), reach);
            return 0;
        },
        1);
}

// Rows and columns of the results.
CUDATILED_C int cudatiled_dst_size(const Filter* filter, int rows, int cols, int (&size)[2])
{
    return guarded(
        [&] {
            const cv::Size result = filter->pointer->dstSize({cols, rows});
            size[0] = result.height;
            size[1] = result.width;
            return 0;
        },
        1);
}

CUDATILED_C void cudatiled_release(Filter* filter)
{
    delete filter;
}

CUDATILED_C int cudatiled_apply(const Filter* filter, const Images* src, const Images* dst, CUstream_st* stream)
{
    return guarded(
        [&] {
            (src->onDevice ? apply<cv::cuda::GpuMat> : apply<cv::Mat>)(*filter->pointer, *src, *dst, stream);
            return 0;
        },
        1);
}

// All images are of one type, and all on the host or all on a device.
CUDATILED_C int cudatiled_apply_list(const Filter* filter, const Images* const* src, const Images* const* dst,
                                     int count, CUstream_st* stream)
{
    return guarded(
        [&] {
            (src[0]->onDevice ? applyList<cv::cuda::GpuMat> : applyList<cv::Mat>)(*filter->pointer, src, dst, count,
                                                                                  stream);
            return 0;
        },
        1);
}

// The filter is one of createCannyFilter.
CUDATILED_C int cudatiled_detect(const Filter* filter, const Images* dx, const Images* dy, const Images* edges,
                                 CUstream_st* stream)
{
    return guarded(
        [&] {
            auto& canny = dynamic_cast<cv::cudatiled::CannyFilter&>(*filter->pointer);
            for (int i = 0; i < dx->count; ++i)
                (dx->onDevice ? detect<cv::cuda::GpuMat> : detect<cv::Mat>)(canny, *dx, *dy, *edges, i, stream);
            return 0;
        },
        1);
}

// The filter is one of createJointBilateralFilter.
CUDATILED_C int cudatiled_apply_joint(const Filter* filter, const Images* joint, const Images* src, const Images* dst,
                                      CUstream_st* stream)
{
    return guarded(
        [&] {
            auto& bilateral = dynamic_cast<cv::cudatiled::JointBilateralFilter&>(*filter->pointer);
            for (int i = 0; i < src->count; ++i)
                (src->onDevice ? applyJoint<cv::cuda::GpuMat> : applyJoint<cv::Mat>)(bilateral, *joint, *src, *dst, i,
                                                                                     stream);
            return 0;
        },
        1);
}

// The filter is one of createGradientFilter. The results are dx, dy, magnitude and angle; null if not wanted.
CUDATILED_C int cudatiled_apply_gradient(const Filter* filter, const Images* src, const Images* const (&results)[4],
                                         CUstream_st* stream)
{
    return guarded(
        [&] {
            auto& gradient = dynamic_cast<cv::cudatiled::GradientFilter&>(*filter->pointer);
            for (int i = 0; i < src->count; ++i)
                (src->onDevice ? applyGradient<cv::cuda::GpuMat> : applyGradient<cv::Mat>)(gradient, *src, results, i,
                                                                                           stream);
            return 0;
        },
        1);
}

// Takes a row of mask->cols and a column of mask->rows numbers; the residual, the ratio of singular values, and 1 if the
// mask is separable.
CUDATILED_C int cudatiled_separate(const Images* mask, double tolerance, double* row, double* column,
                                   double (&numbers)[3])
{
    return guarded(
        [&] {
            const cv::cudatiled::Separation found = cv::cudatiled::separate(matOf(mask), tolerance);
            std::copy_n(found.row.ptr<double>(), mask->cols, row);
            std::copy_n(found.column.ptr<double>(), mask->rows, column);
            const double values[] = {found.residual, found.sigmaRatio, found.isSeparable ? 1. : 0.};
            std::copy(std::begin(values), std::end(values), numbers);
            return 0;
        },
        1);
}

// Takes a mask of (a->rows + b->rows - 1) x (a->cols + b->cols - 1) numbers, and its origin.
CUDATILED_C int cudatiled_compose(const Images* a, const Images* b, const int (&origins)[4], double* mask,
                                  int (&origin)[2])
{
    return guarded(
        [&] {
            cv::Mat both;
            const cv::Point at = cv::cudatiled::compose(matOf(a), matOf(b), both, {origins[0], origins[1]},
                                                        {origins[2], origins[3]});
            std::copy_n(both.ptr<double>(), both.total(), mask);
            origin[0] = at.x;
            origin[1] = at.y;
            return 0;
        },
        1);
}

// 0 after an error.
CUDATILED_C double cudatiled_normalizing_scale(const Images* mask)
{
    return guarded([&] { return cv::cudatiled::normalizingScale(matOf(mask)); }, 0.);
}

// hist has a row of `bins` 32-bit integers for each channel.
CUDATILED_C int cudatiled_calc_hist(const Images* src, const Images* hist, int bins, CUstream_st* stream)
{
    return guarded(
        [&] {
            withArrays(*src, *hist, [&](const auto& image, auto& counts) {
                cv::cudatiled::calcHist(image, counts, bins, stream);
            });
            return 0;
        },
        1);
}

// level has a 32-bit integer for each row of hist.
CUDATILED_C int cudatiled_threshold_level(const Images* hist, const Images* level, int type, CUstream_st* stream)
{
    return guarded(
        [&] {
            withArrays(*hist, *level, [&](const auto& counts, auto& thresholds) {
                cv::cudatiled::thresholdLevel(counts, thresholds, type, stream);
            });
            return 0;
        },
        1);
}

// The threshold that the histogram of an image of one channel tells. Waits for it.
CUDATILED_C int cudatiled_threshold_of(const Images* src, int type, double* level, CUstream_st* stream)
{
    return guarded(
        [&] {
            cv::Mat1i number;
            if (src->onDevice)
            {
                const cv::cudatiled::DeviceImage hist(CV_MAT_CN(src->type), 256, CV_32SC1),
                    found(CV_MAT_CN(src->type), 1, CV_32SC1);
                cv::cudatiled::calcHist(src->image<cv::cuda::GpuMat>(), hist.gpuMat(), 256, stream);
                cv::cudatiled::thresholdLevel(hist.gpuMat(), found.gpuMat(), type, stream);
                found.download(number, stream);
            }
            else
            {
                cv::Mat hist;
                cv::cudatiled::calcHist(src->image<cv::Mat>(), hist, 256, stream);
                cv::cudatiled::thresholdLevel(hist, number, type, stream);
            }
            *level = number(0, 0);
            return 0;
        },
        1);
}

CUDATILED_C int cudatiled_set_backend(int backend)
{
    return guarded(
        [&] {
            cv::cudatiled::setBackend(backend);
            return 0;
        },
        1);
}

CUDATILED_C int cudatiled_get_backend()
{
    return guarded([] { return cv::cudatiled::getBackend(); }, -1);
}

// Valid until the thread's next call of this function.
CUDATILED_C const char* cudatiled_backend_name()
{
    thread_local std::string name;
    return guarded(
        [&] {
            name = cv::cudatiled::getBackendName();
            return name.c_str();
        },
        static_cast<const char*>(nullptr));
}

CUDATILED_C Filter* cudatiled_createChain(const Filter* const* filters, int count)
{
    return created([&] {
        std::vector<cv::Ptr<cv::cudatiled::Filter>> all;
        for (int i = 0; i < count; ++i)
            all.push_back(filters[i]->pointer);
        return cv::cudatiled::createChain(all);
    });
}

#include "c_factories.inc" // made by generate.py of the public header
