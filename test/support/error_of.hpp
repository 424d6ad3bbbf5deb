// SPDX-License-Identifier: Apache-2.0
// What an action says when it fails.
#pragma once

#include <exception>
#include <functional>
#include <string>

namespace cudatiled_test {

// The text of the exception that the action throws.
inline std::string errorOf(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const std::exception& error)
    {
        return error.what();
    }
    return "no error";
}

} // namespace cudatiled_test
