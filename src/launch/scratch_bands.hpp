// SPDX-License-Identifier: Apache-2.0
// Images whose sums along rows lie in scratch memory are filtered in bands of rows, one after the other in the same
// memory.
#pragma once

#include <algorithm>
#include <cstddef>

#include "../core/kernel_choice.hpp"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

// Memory that a filter may take, asked when it is created. If every fast kernel is wanted, bands are as low as can be,
// so that tests have several in small images.
inline std::size_t scratchBytes()
{
    return kernelChoice() == KernelChoice::Fast ? 1 : kScratchBytes;
}

// Rows of results of a band, a multiple of `step`, all bands about as high. Their sums, `haloRows` more, take at most
// `bytes`, unless there would be fewer rows than in the halo.
inline int rowsOfBand(std::size_t bytes, int rows, std::size_t rowBytes, int haloRows, int step)
{
    const auto fit = static_cast<std::ptrdiff_t>(bytes / rowBytes) - haloRows;
    const auto most = std::max<std::ptrdiff_t>({fit, haloRows, step});
    const auto bands = static_cast<int>((rows + most - 1) / most);
    return ((rows + bands - 1) / bands + step - 1) / step * step;
}

// Calls use(first row, rows) for each band.
template <class Use> void forBands(int rows, int rowsOfEach, Use use)
{
    for (int first = 0; first < rows; first += rowsOfEach)
        use(first, std::min(rowsOfEach, rows - first));
}

}} // namespace cv::cudatiled
