// SPDX-License-Identifier: Apache-2.0
// Filters by the arguments that they were made from.
#include "filter_cache.hpp"

#include "../core/recently_used.hpp"

namespace cv { namespace cudatiled {

cv::Ptr<Filter> cachedFilter(const FilterKey& key, const std::function<cv::Ptr<Filter>()>& create)
{
    // Never destroyed: at exit, CUDA may be gone before it.
    static auto& filters = *new RecentlyUsed<cv::Ptr<Filter>>(kFiltersKept);
    return filters.get(key.bytes(), create);
}

}} // namespace cv::cudatiled
