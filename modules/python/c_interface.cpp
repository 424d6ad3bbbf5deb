// SPDX-License-Identifier: Apache-2.0
// The library as functions of C, for Python's ctypes: one binary serves every version of Python. Functions that can
// fail return null or a number other than 0; cudatiled_error then says why, for the thread that called.
#include <opencv2/cudatiled.hpp>

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

// What a result depends on: pixels to the left, to the right, above and below; whether rows and columns wrap around.
CUDATILED_C void cudatiled_reach(const Filter* filter, int (&reach)[6])
{
    const cv::cudatiled::FilterReach all = cv::cudatiled::reachOf(*filter->pointer);
    const cv::Rect& window = all.window;
    const int values[] = {-window.x, window.br().x - 1, -window.y, window.br().y - 1, all.wrapsRows, all.wrapsColumns};
    std::copy(std::begin(values), std::end(values), reach);
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
