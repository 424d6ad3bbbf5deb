// SPDX-License-Identifier: Apache-2.0
// Values by their keys, of which only the last ones that were asked for are kept.
#pragma once

#include <list>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace cv { namespace cudatiled {

// Any number of threads may use it. Values are pointers that count their owners: one that is in use outlives its place.
template <class Value> class RecentlyUsed
{
public:
    explicit RecentlyUsed(std::size_t most) : most_(most) {}

    // The value of the key, which create() makes if it is not there.
    template <class Create> Value get(const std::string& key, const Create& create)
    {
        Value value = find(key);
        if (!value)
        {
            value = create();
            insert(key, value);
        }
        return value;
    }

private:
    using Values = std::list<std::pair<std::string, Value>>; // the one used last in front

    Value find(const std::string& key)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto found = places_.find(key);
        if (found == places_.end())
            return {};
        values_.splice(values_.begin(), values_, found->second);
        return found->second->second;
    }

    void insert(const std::string& key, const Value& value)
    {
        Value last; // is released without the lock
        const std::lock_guard<std::mutex> lock(mutex_);
        if (places_.count(key)) // another thread created it first
            return;
        values_.emplace_front(key, value);
        places_[key] = values_.begin();
        if (values_.size() <= most_)
            return;
        last = std::move(values_.back().second);
        places_.erase(values_.back().first);
        values_.pop_back();
    }

    const std::size_t most_;
    std::mutex mutex_;
    Values values_;
    std::unordered_map<std::string, typename Values::iterator> places_;
};

}} // namespace cv::cudatiled
