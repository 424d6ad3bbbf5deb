// SPDX-License-Identifier: Apache-2.0
// Reads parameter values from text, checks them against their ranges, and hands them out typed.
#include "settings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace cudatiled_catalogue {
namespace {

[[noreturn]] void refuse(const Parameter& parameter, const std::string& text)
{
    throw std::invalid_argument("--" + parameter.name + ": '" + text + "' is not accepted; it takes " +
                                accepted(parameter));
}

bool isSeparator(char c)
{
    return c == ',' || c == 'x' || c == '\t' || c == '\r';
}

// "1.5" or "1/9"; false if there is anything else.
bool parseNumber(const std::string& word, double& number)
{
    char* end = nullptr;
    number = std::strtod(word.c_str(), &end);
    if (end == word.c_str())
        return false;
    if (*end == '/')
    {
        const char* denominator = end + 1;
        number /= std::strtod(denominator, &end);
        if (end == denominator)
            return false;
    }
    return *end == '\0';
}

bool parseRow(std::string text, cv::Mat1d& row)
{
    std::replace_if(text.begin(), text.end(), isSeparator, ' ');
    std::istringstream words(text);
    for (std::string word; words >> word;)
    {
        double number = 0;
        if (!parseNumber(word, number))
            return false;
        if (row.empty())
            row = cv::Mat1d(1, 1, number);
        else
            cv::hconcat(row, cv::Mat1d(1, 1, number), row);
    }
    return true;
}

// Rows of equal length that end with ';' or a line break; empty if the text is anything else.
cv::Mat1d parseMatrix(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ';');
    std::istringstream lines(text);
    cv::Mat1d matrix;
    for (std::string line; std::getline(lines, line, ';');)
    {
        cv::Mat1d row;
        if (!parseRow(line, row))
            return {};
        if (row.empty())
            continue;
        if (!matrix.empty() && matrix.cols != row.cols)
            return {};
        matrix.push_back(row);
    }
    return matrix;
}

bool hasShape(const cv::Mat1d& value, Kind kind)
{
    const int count = value.cols;
    switch (kind)
    {
    case Kind::Integer:
    case Kind::Real: return value.rows == 1 && count == 1;
    case Kind::Size: return value.rows == 1 && (count == 1 || count == 2);
    case Kind::Point: return value.rows == 1 && count == 2;
    case Kind::Scalar: return value.rows == 1 && count >= 1 && count <= 4;
    case Kind::Vector: return value.rows == 1 && count >= 1;
    default: return value.rows >= 1;
    }
}

bool isInRange(const cv::Mat1d& value, const Parameter& parameter)
{
    const bool whole = parameter.kind == Kind::Integer || parameter.kind == Kind::Size || parameter.kind == Kind::Point;
    return std::all_of(value.begin(), value.end(), [&](double number) { // written so that NaN is outside
        return number >= parameter.smallest && number <= parameter.largest && (!whole || number == std::rint(number));
    });
}

// A value with spaces is quoted on a command line.
std::string withQuotes(const std::string& text)
{
    return text.find(' ') == std::string::npos ? text : '"' + text + '"';
}

std::string withoutQuotes(const std::string& text)
{
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return quoted ? text.substr(1, text.size() - 2) : text;
}

std::string plainNumber(double number)
{
    std::ostringstream text;
    text << number;
    return text.str();
}

} // namespace

std::string accepted(const Parameter& parameter)
{
    if (parameter.kind == Kind::Choice)
    {
        std::string names;
        for (const auto& choice : parameter.choices)
            names += (names.empty() ? "" : " | ") + choice.first;
        return names;
    }
    static const std::map<Kind, std::string> shapes = {{Kind::Integer, "a whole number"},
                                                       {Kind::Real, "a number"},
                                                       {Kind::Size, "a whole number, or two: WxH"},
                                                       {Kind::Point, "two whole numbers X,Y"},
                                                       {Kind::Scalar, "1 to 4 numbers"},
                                                       {Kind::Vector, "numbers \"a b c\""},
                                                       {Kind::Matrix, "numbers \"a b; c d\""}};
    std::string text = shapes.at(parameter.kind);
    for (const auto& name : parameter.names)
        text += " | " + name.first;
    if (parameter.smallest > -kUnbounded && parameter.largest < kUnbounded)
        text += ", " + plainNumber(parameter.smallest) + " ... " + plainNumber(parameter.largest);
    else if (parameter.smallest > -kUnbounded)
        text += ", at least " + plainNumber(parameter.smallest);
    return text;
}

cv::Mat parseValue(const Parameter& parameter, const std::string& text)
{
    if (parameter.kind == Kind::Choice)
    {
        for (const auto& choice : parameter.choices)
            if (choice.first == text)
                return cv::Mat1d(1, 1, double(choice.second));
        refuse(parameter, text);
    }
    const auto named = std::find_if(parameter.names.begin(), parameter.names.end(),
                                    [&](const auto& name) { return name.first == text; });
    const cv::Mat1d value = parseMatrix(named == parameter.names.end() ? text : named->second);
    if (value.empty() || !hasShape(value, parameter.kind) || !isInRange(value, parameter))
        refuse(parameter, text);
    return value;
}

Settings::Settings(const std::vector<Parameter>& parameters) : parameters_(&parameters)
{
    for (const Parameter& entry : parameters)
        values_[entry.name] = parseValue(entry, entry.defaultText);
}

const Parameter& Settings::parameter(const std::string& name) const
{
    for (const Parameter& entry : *parameters_)
        if (entry.name == name)
            return entry;
    throw std::invalid_argument("there is no parameter --" + name);
}

void Settings::set(const std::string& name, const std::string& text)
{
    values_[name] = parseValue(parameter(name), text);
    texts_[name] = text;
}

void Settings::setAll(const std::string& options)
{
    Settings changed = *this;
    for (std::size_t at = options.find("--"); at != std::string::npos;)
    {
        const std::size_t next = options.find(" --", at);
        const std::string option = options.substr(at + 2, next == std::string::npos ? next : next - at - 2);
        const std::size_t space = option.find(' ');
        if (space == std::string::npos)
            throw std::invalid_argument("--" + option + " has no value");
        changed.set(option.substr(0, space), withoutQuotes(option.substr(space + 1)));
        at = next == std::string::npos ? next : next + 1;
    }
    *this = changed;
}

bool Settings::has(const std::string& name) const
{
    return values_.count(name) != 0;
}

const cv::Mat& Settings::matrix(const std::string& name) const
{
    return values_.at(name);
}

double Settings::real(const std::string& name) const
{
    return matrix(name).at<double>(0);
}

int Settings::integer(const std::string& name) const
{
    return cvRound(real(name));
}

cv::Size Settings::size(const std::string& name) const
{
    const cv::Mat& value = matrix(name);
    return {cvRound(value.at<double>(0)), cvRound(value.at<double>(value.cols - 1))};
}

cv::Point Settings::point(const std::string& name) const
{
    return size(name);
}

cv::Scalar Settings::scalar(const std::string& name) const
{
    const cv::Mat& value = matrix(name);
    if (value.cols == 1)
        return cv::Scalar::all(real(name));
    cv::Scalar scalar;
    for (int i = 0; i < value.cols; ++i)
        scalar[i] = value.at<double>(i);
    return scalar;
}

std::string Settings::text() const
{
    std::string all;
    for (const Parameter& entry : *parameters_)
    {
        const auto given = texts_.find(entry.name);
        if (given != texts_.end())
            all += (all.empty() ? "--" : " --") + entry.name + " " + withQuotes(given->second);
    }
    return all;
}

} // namespace cudatiled_catalogue
