# SPDX-License-Identifier: Apache-2.0
# A file for each filter and what they share. Paths are relative to this folder.

set(catalogue
    box.cpp
    box_minmax.cpp
    catalogue.cpp
    definition.cpp
    deriv.cpp
    emboss.cpp
    gaussian.cpp
    laplacian.cpp
    line_sum.cpp
    linear.cpp
    median.cpp
    morphology.cpp
    parameters.cpp
    parts.cpp
    rank_definition.cpp
    scharr.cpp
    separable_linear.cpp
    settings.cpp
    sharpen.cpp
    sobel.cpp)
