// SPDX-License-Identifier: Apache-2.0
// Python: the argument of createChain, a sequence of filters. OpenCV's generator calls its type vector_Ptr_Filter.
#include "opencv2/cudatiled.hpp"

typedef std::vector<cv::Ptr<cv::cudatiled::Filter>> vector_Ptr_Filter;

template <> struct pyopencvVecConverter<cv::Ptr<cv::cudatiled::Filter>>
{
    static bool to(PyObject* sequence, vector_Ptr_Filter& filters, const ArgInfo& info)
    {
        return pyopencv_to_generic_vec(sequence, filters, info);
    }
};
