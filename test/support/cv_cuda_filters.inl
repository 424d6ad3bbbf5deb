// SPDX-License-Identifier: Apache-2.0
// The filter that cv::cuda has for one of the catalogue, compiled with both namespaces: FILTERS is cv::cuda or
// cv::cudatiled::cuda. Null where it has none.

inline cv::Ptr<FILTERS::Filter> createAsCvCuda(const std::string& filter, const Parameters& p, int border, int srcType,
                                               int dstType)
{
    if (filter == "Box")
        return FILTERS::createBoxFilter(srcType, dstType, p.ksize, p.anchor, border);
    if (filter == "Gaussian")
        return FILTERS::createGaussianFilter(srcType, dstType, p.ksize, p.sigmaX, p.sigmaY, border);
    if (filter == "Sobel")
        return FILTERS::createSobelFilter(srcType, dstType, p.dx, p.dy, p.ksize.width, p.scale, border);
    if (filter == "Morphology") // its border is fixed
        return FILTERS::createMorphologyFilter(p.op, srcType, p.element, p.anchor, p.iterations);
    if (filter == "Median") // so is that of medians
        return FILTERS::createMedianFilter(srcType, p.ksize.width);
    if (filter == "RowSum")
        return FILTERS::createRowSumFilter(srcType, dstType, p.ksize.width, p.anchor.x, border);
    if (filter == "ColumnSum")
        return FILTERS::createColumnSumFilter(srcType, dstType, p.ksize.height, p.anchor.y, border);
    if (filter == "BoxMax")
        return FILTERS::createBoxMaxFilter(srcType, p.ksize, p.anchor, border);
    if (filter == "BoxMin")
        return FILTERS::createBoxMinFilter(srcType, p.ksize, p.anchor, border);
    if (filter == "Deriv")
        return FILTERS::createDerivFilter(srcType, dstType, p.dx, p.dy, p.ksize.width, p.normalizeTaps, p.scale,
                                          border);
    if (filter == "Scharr")
        return FILTERS::createScharrFilter(srcType, dstType, p.dx, p.dy, p.scale, border);
    if (filter == "Laplacian")
        return FILTERS::createLaplacianFilter(srcType, dstType, p.ksize.width, p.scale, border);
    if (filter == "SeparableLinear")
        return FILTERS::createSeparableLinearFilter(srcType, dstType, p.rowKernel, p.columnKernel, p.anchor, border);
    return p.kernel.empty() ? nullptr : FILTERS::createLinearFilter(srcType, dstType, p.kernel, p.anchor, border);
}
