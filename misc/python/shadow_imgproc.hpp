// SPDX-License-Identifier: Apache-2.0
// Python: functions with a kernel take it as a numpy array whatever src is. OpenCV's generator has all arrays of a call of one kind, and
// kernels of cuda_GpuMat are refused; of these declarations it makes one with numpy kernels for each kind of image.
#error "for the generator of bindings alone, no compiler includes it"

namespace cv { namespace cudatiled {

CV_EXPORTS_W void filter2D(InputArray src, OutputArray dst, int ddepth, const Mat& kernel, Point anchor = Point(-1, -1),
                           double delta = 0, int borderType = BORDER_DEFAULT);

CV_EXPORTS_W void sepFilter2D(InputArray src, OutputArray dst, int ddepth, const Mat& kernelX, const Mat& kernelY,
                              Point anchor = Point(-1, -1), double delta = 0, int borderType = BORDER_DEFAULT);

CV_EXPORTS_W void erode(InputArray src, OutputArray dst, const Mat& kernel, Point anchor = Point(-1, -1),
                        int iterations = 1, int borderType = BORDER_CONSTANT,
                        const Scalar& borderValue = Scalar::all(DBL_MAX));

CV_EXPORTS_W void dilate(InputArray src, OutputArray dst, const Mat& kernel, Point anchor = Point(-1, -1),
                         int iterations = 1, int borderType = BORDER_CONSTANT,
                         const Scalar& borderValue = Scalar::all(DBL_MAX));

CV_EXPORTS_W void morphologyEx(InputArray src, OutputArray dst, int op, const Mat& kernel, Point anchor = Point(-1, -1),
                               int iterations = 1, int borderType = BORDER_CONSTANT,
                               const Scalar& borderValue = Scalar::all(DBL_MAX));

}} // namespace cv::cudatiled
