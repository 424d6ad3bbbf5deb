// SPDX-License-Identifier: Apache-2.0
// What conformance found, by filter, source depth and destination depth.
#include "tallies.hpp"

#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace cudatiled_test {

void Tally::add(const Outcome& outcome)
{
    error = std::max(error, outcome.error);
    if (outcome.openCvCudaError >= 0)
    {
        besideOpenCvCuda = std::max(besideOpenCvCuda, outcome.error);
        openCvCudaError = std::max(openCvCudaError, outcome.openCvCudaError);
    }
    ++cells;
    failures += !outcome.failure.empty();
    exactScalars += outcome.exactScalars;
    definition += outcome.definition;
    openCv += outcome.openCv;
    openCvFromDefinition += outcome.openCvFromDefinition;
    openCvCuda += outcome.openCvCuda;
    npp += outcome.npp;
}

void writeCsv(const std::string& file, const Tallies& tallies)
{
    static const char* const depths[] = {"8U", "8S", "16U", "16S", "32S", "32F", "64F", "16F"};
    std::ofstream out(file);
    out << "filter,src,dst,cells,failures,scalars,exact_scalars";
    for (const char* column : {"wrong", "opencv", "opencv_wrong", "opencv_cuda", "npp"})
        out << "," << column << "_scalars," << column << "_differing," << column << "_largest";
    out << ",error,error_beside_opencv_cuda,opencv_cuda_error\n";
    for (const auto& [key, tally] : tallies)
    {
        out << std::get<0>(key) << "," << depths[std::get<1>(key)] << "," << depths[std::get<2>(key)] << ","
            << tally.cells << "," << tally.failures << "," << tally.definition.scalars << "," << tally.exactScalars;
        for (const Difference& d :
             {tally.definition, tally.openCv, tally.openCvFromDefinition, tally.openCvCuda, tally.npp})
            out << "," << d.scalars << "," << d.differing << "," << d.largest;
        for (const double error : {tally.error, tally.besideOpenCvCuda, tally.openCvCudaError})
            out << "," << (error < 0 ? std::string() : cv::format("%.3f", error));
        out << "\n";
    }
    if (!out.flush())
        throw std::runtime_error("cannot write " + file);
}

int furtherThanOpenCvCuda(const Tallies& tallies)
{
    int further = 0;
    for (const auto& [key, tally] : tallies)
        if (tally.openCvCudaError >= 0 && tally.besideOpenCvCuda > 2 * tally.openCvCudaError)
        {
            ++further;
            std::printf("FAILED %s to 32F: its largest error is %.3f tolerances, cv::cuda's on the same images %.3f\n",
                        std::get<0>(key).c_str(), tally.besideOpenCvCuda, tally.openCvCudaError);
        }
    return further;
}

} // namespace cudatiled_test
