// SPDX-License-Identifier: Apache-2.0
// The steps of a morphological operation, and the pixels outside for each.
#include "morphology_plan.hpp"

#include <cfloat>
#include <climits>

namespace cv { namespace cudatiled {

namespace {

double highestOf(int depth)
{
    switch (depth)
    {
    case CV_8U: return UCHAR_MAX;
    case CV_8S: return SCHAR_MAX;
    case CV_16U: return USHRT_MAX;
    case CV_16S: return SHRT_MAX;
    case CV_16F: return 65504;
    default: return FLT_MAX;
    }
}

double lowestOf(int depth)
{
    switch (depth)
    {
    case CV_8S: return SCHAR_MIN;
    case CV_16S: return SHRT_MIN;
    case CV_32F: return -FLT_MAX;
    case CV_16F: return -65504;
    default: return 0;
    }
}

} // namespace

std::vector<MorphologyStep> MorphologyPlan::steps() const
{
    using Operation = MorphologyOperation;
    const auto count = static_cast<std::size_t>(iterations);
    const bool erodeFirst =
        operation == Operation::Erode || operation == Operation::Open || operation == Operation::TopHat;
    std::vector<MorphologyStep> all(count, erodeFirst ? MorphologyStep::Erode : MorphologyStep::Dilate);
    if (operation != Operation::Erode && operation != Operation::Dilate && operation != Operation::Gradient)
        all.insert(all.end(), count, erodeFirst ? MorphologyStep::Dilate : MorphologyStep::Erode);
    return all;
}

ImagePlan MorphologyPlan::planOf(MorphologyStep step) const
{
    ImagePlan plan = *this;
    const int depth = CV_MAT_DEPTH(srcType);
    if (defaultOutside)
        plan.border.outside = cv::Scalar::all(step == MorphologyStep::Erode ? highestOf(depth) : lowestOf(depth));
    return plan;
}

}} // namespace cv::cudatiled
