// SPDX-License-Identifier: Apache-2.0
// gallery: every filter over every photograph of a folder; writes the pictures and a contact sheet, prints times and
// differences from OpenCV's CPU, and fails if a difference breaks the accuracy contract.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <opencv2/cudatiled.hpp>
#include <opencv2/imgproc.hpp>

#include "common/command_line.hpp"
#include "common/picture_file.hpp"
#include "gallery/contact_sheet.hpp"
#include "gallery/exhibits.hpp"

namespace {

namespace fs = std::filesystem;
using namespace samples;

struct Photograph
{
    std::string name; // "coffee", "coffee_gray"
    cv::Mat pixels;
    cv::Rect detail; // what the contact sheet shows of it
};

// Which photograph a row of the sheet shows: the number among the sorted files, and whether in gray.
struct Choice
{
    std::size_t file;
    bool gray;
};
const std::map<std::string, Choice> kSheetChoices = {
    {"Sharpen", {1, false}},  {"Emboss", {0, true}},    {"Sobel", {2, true}},       {"Box", {0, false}},
    {"Laplacian", {2, true}}, {"Gaussian", {2, false}}, {"Morphology", {1, false}}, {"Median", {0, false}}};

// Where the eye goes, in 0 ... 1; the middle of all others.
const std::map<std::string, cv::Point2d> kCentres = {{"astronaut", {0.45, 0.28}}, {"coffee", {0.45, 0.5}}};

// Each file in colour, followed by the same in gray.
std::vector<Photograph> readPhotographs(const std::string& folder)
{
    if (!fs::is_directory(folder))
        throw std::invalid_argument("--images: '" + folder + "' is not a folder");
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (isPicture(entry.path().string()))
            files.push_back(entry.path().string());
    if (files.empty())
        throw std::runtime_error("--images: there are no pictures in '" + folder + "'");
    std::sort(files.begin(), files.end());

    std::vector<Photograph> photographs;
    for (const std::string& file : files)
    {
        cv::Mat colour = readPicture(file), gray;
        if (colour.depth() != CV_8U)
            throw std::runtime_error("'" + file + "': the gallery takes pictures of 8 bits");
        if (colour.channels() != 3)
            cv::cvtColor(colour, colour, colour.channels() == 1 ? cv::COLOR_GRAY2BGR : cv::COLOR_BGRA2BGR);
        cv::cvtColor(colour, gray, cv::COLOR_BGR2GRAY);
        const std::string name = fs::path(file).stem().string();
        const auto centre = kCentres.find(name);
        const cv::Rect detail =
            detailOf(colour.size(), centre == kCentres.end() ? cv::Point2d(0.5, 0.5) : centre->second);
        photographs.push_back({name, colour, detail});
        photographs.push_back({name + "_gray", gray, detail});
    }
    return photographs;
}

const Photograph& shownInRow(const std::vector<Photograph>& photographs, const std::string& section)
{
    const Choice& choice = kSheetChoices.at(section);
    return photographs[choice.file * 2 % photographs.size() + choice.gray];
}

void printHeading()
{
    std::printf("%-15s  %-36s  %-22s  %9s  %9s  %7s  %7s\n", "picture", "filter", "backend", "ms", "ms on GPU",
                "largest", "pixels");
    std::printf("%-15s  %-36s  %-22s  %9s  %9s  %7s  %7s\n", "", "", "", "", "", "diff.", "differ");
}

void printRow(const Photograph& photograph, const Exhibit& exhibit, const Measurement& m)
{
    const std::string deviceMs = m.deviceMs < 0 ? "-" : cv::format("%.4f", m.deviceMs);
    std::printf("%-15s  %-36s  %-22.22s  %9.3f  %9s  %7g  %7lld%s\n", photograph.name.c_str(),
                (exhibit.section + " " + exhibit.caption).c_str(), shortBackendName().c_str(), m.hostMs,
                deviceMs.c_str(), m.largest, static_cast<long long>(m.differingPixels),
                m.contractKept ? "" : "  BREAKS THE ACCURACY CONTRACT");
    std::fflush(stdout);
}

// A row of the sheet for each section, which starts with the photograph as it was.
std::vector<SheetRow> emptyRows(const std::vector<Photograph>& photographs)
{
    std::vector<SheetRow> rows;
    for (const Exhibit& exhibit : exhibits())
        if (rows.empty() || rows.back().title != exhibit.section)
        {
            const Photograph& photograph = shownInRow(photographs, exhibit.section);
            rows.push_back({exhibit.section, {{photograph.pixels(photograph.detail), "original"}}});
        }
    return rows;
}

// Shows every exhibit of one photograph; the number of those that break the contract.
int showPhotograph(const Photograph& photograph, const std::string& out, const std::vector<Photograph>& photographs,
                   std::vector<SheetRow>& rows)
{
    int broken = 0;
    for (const Exhibit& exhibit : exhibits())
    {
        const Measurement measurement = measure(exhibit, photograph.pixels);
        printRow(photograph, exhibit, measurement);
        writePicture((fs::path(out) / (photograph.name + "_" + exhibit.name + ".png")).string(), measurement.picture);
        broken += !measurement.contractKept;
        if (&photograph == &shownInRow(photographs, exhibit.section))
            for (SheetRow& row : rows)
                if (row.title == exhibit.section)
                    row.tiles.push_back({measurement.picture(photograph.detail), exhibit.caption});
    }
    return broken;
}

int runGallery(const std::string& images, const std::string& out)
{
    const std::vector<Photograph> photographs = readPhotographs(images);
    const std::string backend = cv::cudatiled::getBackendName();
    fs::create_directories(out);
    std::printf("Backend: %s\n\n", backend.c_str());
    printHeading();
    std::vector<SheetRow> rows = emptyRows(photographs);
    int broken = 0;
    for (const Photograph& photograph : photographs)
        broken += showPhotograph(photograph, out, photographs, rows);
    const std::string sheet = (fs::path(out) / "gallery.png").string();
    writePicture(sheet, contactSheet("cudatiled", "Details at full size, filtered on " + backend, rows));
    std::printf("\n%zu pictures and %s: %s\n", photographs.size() * exhibits().size(), sheet.c_str(),
                broken == 0 ? "all keep the accuracy contract" : "SOME BREAK THE ACCURACY CONTRACT");
    return broken == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Shows every filter on the photographs of a folder and checks the results against OpenCV's CPU.",
                 "gallery");
    std::string images, out = "out";
    app.add_option("--images", images, "folder of photographs")->required()->type_name("DIR");
    app.add_option("--out", out, "folder for the results, created if missing")->capture_default_str()->type_name("DIR");
    addBackendOption(app);
    return runProgram(app, argc, argv, [&] { return runGallery(images, out); });
}
