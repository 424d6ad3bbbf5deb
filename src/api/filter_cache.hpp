// SPDX-License-Identifier: Apache-2.0
// Filters by the arguments that they were made from.
#pragma once

#include <functional>
#include <string>
#include <type_traits>

#include <opencv2/cudatiled.hpp>

namespace cv { namespace cudatiled {

// The arguments of a factory as bytes: equal keys, equal filters.
class FilterKey
{
public:
    explicit FilterKey(const char* factory) : bytes_(factory) {}

    template <class T> FilterKey& operator<<(const T& value)
    {
        static_assert(std::is_arithmetic_v<T>, "the bytes of a struct need not be its value");
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
        return *this;
    }
    FilterKey& operator<<(const cv::Point& p) { return *this << p.x << p.y; }
    FilterKey& operator<<(const cv::Size& s) { return *this << s.width << s.height; }
    FilterKey& operator<<(const cv::Scalar& s) { return *this << s[0] << s[1] << s[2] << s[3]; }
    FilterKey& operator<<(const cv::Mat& m)
    {
        *this << m.size() << m.type();
        const cv::Mat continuous = m.isContinuous() ? m : m.clone();
        if (!continuous.empty())
            bytes_.append(reinterpret_cast<const char*>(continuous.data), continuous.total() * continuous.elemSize());
        return *this;
    }

    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

// The filter of that key: one of the last kFiltersKept filters asked for, or a new one. Any number of threads may call
// it.
constexpr std::size_t kFiltersKept = 64;
cv::Ptr<Filter> cachedFilter(const FilterKey& key, const std::function<cv::Ptr<Filter>()>& create);

}} // namespace cv::cudatiled
