// SPDX-License-Identifier: Apache-2.0
// What lists of kernels of means have in common.
#pragma once

#include "../kernels/general/separable_arithmetic.cuh"
#include "../plans/box_plan.hpp"
#include "cuda_kernel.hpp"

namespace cv { namespace cudatiled {

// For means of at most 256 bytes the constants of OpenCV's ColumnSum<ushort, uchar>: division by `area` as a
// multiplication and a shift by 23.
inline ByteBoxArithmetic byteBox(int area)
{
    const double reciprocal = static_cast<double>(1 << 23) / area;
    const unsigned whole = static_cast<unsigned>(reciprocal);
    const bool roundUp = reciprocal - whole >= 0.5;
    ByteBoxArithmetic arithmetic{};
    arithmetic.divScale = roundUp ? whole + 1 : whole;
    arithmetic.divDelta = static_cast<unsigned>(roundUp ? area / 2 : area / 2 + 1);
    return arithmetic;
}

// Kernels by a function of the box, which is another one for some images: see BoxPlan::forImage.
template <class Make> CudaKernels forEveryImageSize(const BoxPlan& plan, Make kernelsOf)
{
    CudaKernels kernels = kernelsOf(plan);
    for (const cv::Size size : {cv::Size(1, 1), cv::Size(1, 2), cv::Size(2, 1)})
    {
        const BoxPlan shrunk = plan.forImage(size);
        if (shrunk.ksize == plan.ksize)
            continue;
        const auto isOfSize = [size](const CudaCall& call) {
            const cv::Size image = call.src.region.image;
            return std::min(image.width, 2) == size.width && std::min(image.height, 2) == size.height;
        };
        kernels.insert(kernels.begin(), kernelsWhere(isOfSize, kernelsOf(shrunk)));
    }
    return kernels;
}

}} // namespace cv::cudatiled
