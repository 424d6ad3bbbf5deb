// SPDX-License-Identifier: Apache-2.0
// createChain.
#include "../api/engine.hpp"
#include "../core/require.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createChain(const std::vector<Ptr<Filter>>& filters)
{
    CUDATILED_REQUIRE(!filters.empty(), __func__, StsBadSize, "filters is empty; it must have at least one filter");
    Stages stages;
    for (std::size_t i = 0; i < filters.size(); ++i)
    {
        CUDATILED_REQUIRE(filters[i], __func__, StsNullPtr, "filters[%zu] is null; it must be a filter", i);
        const Stages* const own = stagesOf(*filters[i]);
        CUDATILED_REQUIRE(own, __func__, StsBadArg,
                          "filters[%zu] is none of this library; a create... function must make it", i);
        CUDATILED_REQUIRE(
            i == 0 || filters[i]->srcType() == filters[i - 1]->dstType(), __func__, StsUnmatchedFormats,
            "filters[%zu] takes %s and filters[%zu] makes %s; each must take what the one before it makes", i,
            typeName(filters[i]->srcType()).c_str(), i - 1, typeName(filters[i - 1]->dstType()).c_str());
        stages.insert(stages.end(), own->begin(), own->end());
    }
    return makeFilter(std::move(stages));
}

}} // namespace cv::cudatiled
