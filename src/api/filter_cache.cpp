// SPDX-License-Identifier: Apache-2.0
// Filters by the arguments that they were made from: a list in the order of use, and where each key is in it.
#include "filter_cache.hpp"

#include <list>
#include <mutex>
#include <unordered_map>

namespace cv { namespace cudatiled {

namespace {

class FilterCache
{
public:
    cv::Ptr<Filter> find(const std::string& key)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto found = places_.find(key);
        if (found == places_.end())
            return {};
        filters_.splice(filters_.begin(), filters_, found->second);
        return found->second->second;
    }

    void insert(const std::string& key, const cv::Ptr<Filter>& filter)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (places_.count(key)) // another thread created it first
            return;
        filters_.emplace_front(key, filter);
        places_[key] = filters_.begin();
        if (filters_.size() <= kFiltersKept)
            return;
        places_.erase(filters_.back().first);
        filters_.pop_back(); // a filter in use is still held by its user
    }

private:
    using Filters = std::list<std::pair<std::string, cv::Ptr<Filter>>>; // the one used last in front
    std::mutex mutex_;
    Filters filters_;
    std::unordered_map<std::string, Filters::iterator> places_;
};

} // namespace

cv::Ptr<Filter> cachedFilter(const FilterKey& key, const std::function<cv::Ptr<Filter>()>& create)
{
    static FilterCache& cache = *new FilterCache; // never destroyed: at exit, CUDA may be gone before it
    cv::Ptr<Filter> filter = cache.find(key.bytes());
    if (!filter)
    {
        filter = create();
        cache.insert(key.bytes(), filter);
    }
    return filter;
}

}} // namespace cv::cudatiled
