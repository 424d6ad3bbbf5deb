// SPDX-License-Identifier: Apache-2.0
// Conformance by kernel instances: which cells each instance still lacks. Random cells meet the instances of common types
// and short windows a hundred times before a rare one, and hardly ever rows of whole chunks that begin between two.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "account.hpp"
#include "support/launches.hpp"

namespace cudatiled_test {

// What the cells of an instance were like.
struct Stratum
{
    int cells = 0, failures = 0;
    std::set<int> srcPhases, dstPhases;
    // One of each is wanted: a single block, several, a window larger than the image, rows of source and target a multiple
    // of 16, 32 and 512 bytes apart, and the same of a source that does not begin at such a multiple.
    std::set<std::string> situations;
};

class Strata
{
public:
    // Takes one of `shares` of the program's instances, and wants `each` cells of all of them.
    Strata(int each, int share, int shares);

    // Whether an instance of this share lacks a cell like this one.
    bool wants(const std::vector<Launched>& launches, const Placement& placement) const;
    void add(const std::vector<Launched>& launches, const Placement& placement, bool failed);

    bool full() const { return lacking() == 0; }
    int lacking() const; // instances with too few cells or phases

    // Prints a table of kernels, and the instances that lack cells.
    void print() const;

private:
    bool isFull(const Stratum& stratum) const;

    int each_;
    std::map<std::string, Stratum> strata_;
};

// Draws cells of the filters until each instance has its share, or hardly any cell that is wanted is found; runs those that are wanted.
void fillStrata(const std::vector<std::string>& filters, std::uint64_t firstSeed, Strata& strata, Account& account);

} // namespace cudatiled_test
