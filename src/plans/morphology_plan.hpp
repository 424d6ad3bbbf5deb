// SPDX-License-Identifier: Apache-2.0
// The plan of minima and maxima: Morphology, BoxMax, BoxMin.
#pragma once

#include <cstdint>
#include <vector>

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// The values are those of cv::MorphTypes.
enum class MorphologyOperation : int
{
    Erode = 0,
    Dilate = 1,
    Open = 2,
    Close = 3,
    Gradient = 4,
    TopHat = 5,
    BlackHat = 6
};

// Rectangles whose longer side is at most this are applied as a whole; larger ones may be applied in pieces.
constexpr int kNeverInPieces = 5;

// One minimum or maximum over the structuring element.
enum class MorphologyStep
{
    Erode,
    Dilate
};

// As cv::morphologyEx. Every step after the first filters the previous result, as an image by itself.
struct MorphologyPlan : ImagePlan
{
    MorphologyOperation operation = MorphologyOperation::Erode;
    cv::Mat element;             // CV_8UC1: ksize pixels, those that are not 0 belong to it; empty: all of ksize
    int iterations = 1;          // of every erosion and dilation
    bool defaultOutside = false; // pixels outside never win, instead of border.outside

    // The steps one after the other. For the gradient: the steps of the dilated image, from which the eroded one is
    // subtracted.
    std::vector<MorphologyStep> steps() const;

    // Properties of a step that all engines need.
    ImagePlan planOf(MorphologyStep step) const;
};

}} // namespace cv::cudatiled
