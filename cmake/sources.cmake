# SPDX-License-Identifier: Apache-2.0
# Every file of the library, one per line; both builds read it. Paths are relative to the repository root.

set(cudatiled_headers
    include/opencv2/cudatiled.hpp
    include/opencv2/cudatiled/cudafilters.hpp
    include/opencv2/cudatiled/device_image.hpp
    include/opencv2/cudatiled/imgproc.hpp)

set(cudatiled_sources
    src/core/device.cpp
    src/core/require.cpp
    src/engines/box_cpu.cpp
    src/engines/conv2d_cpu.cpp
    src/engines/cpu.cpp
    src/engines/cuda_kernel.cpp
    src/engines/gaussian_cpu.cpp
    src/engines/laplacian_cpu.cpp
    src/engines/median_cpu.cpp
    src/engines/morphology_cpu.cpp
    src/engines/separable_cpu.cpp
    src/engines/sum_cpu.cpp
    src/filters/arguments.cpp
    src/filters/backend.cpp
    src/filters/box.cpp
    src/filters/box_max.cpp
    src/filters/box_min.cpp
    src/filters/column_sum.cpp
    src/filters/cuda_transfer.cpp
    src/filters/cudafilters.cpp
    src/filters/deriv.cpp
    src/filters/derivative.cpp
    src/filters/emboss.cpp
    src/filters/filter_cache.cpp
    src/filters/gaussian.cpp
    src/filters/gpumat.cpp
    src/filters/gpumat_device_image.cpp
    src/filters/imgproc.cpp
    src/filters/laplacian.cpp
    src/filters/linear.cpp
    src/filters/median.cpp
    src/filters/morphology.cpp
    src/filters/planned_filter.cpp
    src/filters/row_sum.cpp
    src/filters/scharr.cpp
    src/filters/separable_linear.cpp
    src/filters/sharpen.cpp
    src/filters/sobel.cpp)

# Only where the library is built with CUDA.
set(cudatiled_cuda_sources
    src/core/device_table.cpp
    src/core/kernel_choice.cpp
    src/core/scratch.cpp
    src/engines/box.cu
    src/engines/conv2d.cu
    src/engines/dense_band.cpp
    src/engines/extreme_march.cu
    src/engines/extreme_strips.cu
    src/engines/extreme_tiles.cu
    src/engines/gaussian.cu
    src/engines/laplacian.cu
    src/engines/launch.cpp
    src/engines/median.cu
    src/engines/morphology.cu
    src/engines/separable.cu
    src/engines/sum.cu)
