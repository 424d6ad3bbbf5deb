// SPDX-License-Identifier: Apache-2.0
// Named parameters with ranges and defaults, and the values that a user gave for them as text.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <opencv2/core.hpp>

namespace cudatiled_catalogue {

// What a parameter's text must look like. Every value is a small matrix of numbers; these differ in shape and in what
// is allowed.
enum class Kind
{
    Integer, // "7"
    Real,    // "1.5" or "1/9"
    Size,    // "7" for both sides, or "9x5"
    Point,   // "1,2"
    Scalar,  // "128" for every channel, or up to four numbers "10,20,30"
    Vector,  // "1/4 1/2 1/4"
    Matrix,  // rows end with ';': "0 -1 0; -1 5 -1; 0 -1 0"
    Choice   // one of the names in `choices`
};

constexpr double kUnbounded = 1e30;

struct Parameter
{
    std::string name; // as on the command line, without the dashes
    Kind kind;
    std::string defaultText;
    std::string help;
    double smallest = -kUnbounded, largest = kUnbounded; // of every number in the value
    std::vector<std::pair<std::string, int>> choices = {};
    std::vector<std::pair<std::string, std::string>> names = {}; // of texts
};

// The numbers that `text` stands for: CV_64F, one row for everything but a Matrix, the number of the name for a Choice.
// Throws std::invalid_argument that names the parameter, the text and what is accepted.
cv::Mat parseValue(const Parameter& parameter, const std::string& text);

// What a parameter accepts, for people: "1 ... 31", "4 | 8", "a number".
std::string accepted(const Parameter& parameter);

// One value for every parameter of a list: its default, until set.
class Settings
{
public:
    // `parameters` must outlive the settings.
    explicit Settings(const std::vector<Parameter>& parameters);

    // Throws std::invalid_argument for an unknown name or a value that is not accepted; changes nothing then.
    void set(const std::string& name, const std::string& text);

    // Sets what a text in the form of a command line says: "--ksize 7 --sigma 1.5".
    void setAll(const std::string& options);

    bool has(const std::string& name) const;
    int integer(const std::string& name) const;
    double real(const std::string& name) const;
    cv::Size size(const std::string& name) const;
    cv::Point point(const std::string& name) const;
    cv::Scalar scalar(const std::string& name) const;
    const cv::Mat& matrix(const std::string& name) const;

    // What was set, in the form of a command line.
    std::string text() const;

private:
    const Parameter& parameter(const std::string& name) const;

    const std::vector<Parameter>* parameters_;
    std::map<std::string, std::string> texts_;
    std::map<std::string, cv::Mat> values_;
};

} // namespace cudatiled_catalogue
