# SPDX-License-Identifier: Apache-2.0
# The suites and what they share; the stand-alone build and the one inside OpenCV's tree read it. Paths are relative to this folder.

set(suites
    suites/accuracy_test.cpp
    suites/backend_test.cpp
    suites/batch_test.cpp
    suites/bad_input_test.cpp
    suites/canny_test.cpp
    suites/chain_test.cpp
    suites/contract_test.cpp
    suites/convolution_test.cpp
    suites/cudafilters_test.cpp
    suites/device_image_test.cpp
    suites/frame_stream_test.cpp
    suites/gradient_test.cpp
    suites/histogram_test.cpp
    suites/joint_bilateral_test.cpp
    suites/imgproc_test.cpp
    suites/levels_test.cpp
    suites/local_statistics_test.cpp
    suites/pointwise_test.cpp
    suites/pyramid_test.cpp
    suites/resize_test.cpp
    suites/row_bands_test.cpp)
set(cuda_suites # of a library that is built with CUDA
    suites/kernel_choice_test.cpp)
set(support
    support/buffer.cpp
    support/cell.cpp
    support/chain_cell.cpp
    support/draw_image.cpp
    support/peers.cpp)
