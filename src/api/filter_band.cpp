// SPDX-License-Identifier: Apache-2.0
// Filtering one band of an image.
#include "filter_band.hpp"

#include "../core/scratch.hpp"
#include "host_rows.hpp"

namespace cv { namespace cudatiled {

void filterBand(const Engine& stage, const CudaCall& call, const StageBand& band, const char* function)
{
    if (band.filtered.count() == band.results.count())
        return stage.onCuda(call);
    const std::size_t rowBytes =
        static_cast<std::size_t>(call.src.region.size.width) * CV_ELEM_SIZE(stage.plan().dstType);
    const ScratchImage all(rowBytes, band.filtered.count(), call.stream, function);
    CudaCall whole = call;
    whole.dst = {all.data(), all.step()};
    stage.onCuda(whole);
    const RowsView from{static_cast<char*>(all.data()), all.step(), rowBytes};
    const RowsView to{static_cast<char*>(call.dst.data), call.dst.step, rowBytes};
    enqueueCopy(to, from.from(band.results.begin - band.filtered.begin), band.results.count(), cudaMemcpyDeviceToDevice,
                call.stream, function, "the copy of results that no cut has spoilt");
}

}} // namespace cv::cudatiled
