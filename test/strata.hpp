// SPDX-License-Identifier: Apache-2.0
// Conformance by kernel instances: which cells each instance still lacks. Purely random cells meet a common instance a
// hundred times before a rare one.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "account.hpp"
#include "support/launches.hpp"

namespace cudatiled_test {

// What the cells of an instance were like.
struct Stratum
{
    std::string family; // of kernels that differ in numbers and types of scalars
    int cells = 0, failures = 0;
    long blockRows = 0; // of the highest block, at least
    std::set<int> srcPhases, dstPhases;
    std::set<std::string> situations; // such as "several blocks" and "source rows of 16, not from a chunk"
};

// Kernel instances that ran, and the blocks of each launch.
using Runs = std::vector<std::pair<std::string, long>>;

class Strata
{
public:
    // Takes one of `shares` of the program's instances, and wants `each` cells of all of them, or `rare` of those that
    // few cells run.
    Strata(int each, int rare, int share, int shares);

    // Those that still lack cells are rare.
    void settleForRare() { each_ = rare_; }

    // Whether an instance of this share lacks a cell like this one.
    bool wants(const Runs& runs, const Placement& placement) const;
    // Whether this cell has blocks twice as high as an instance of this share has had, or higher.
    bool wantsHigher(const Runs& runs, const Placement& placement) const;
    void add(const Runs& runs, const Placement& placement, bool failed);

    void noteFilter(const std::string& filter, const Runs& runs);
    // Whether an instance lacks cells, and the filter has launched one of its family, or no filter has.
    bool mayHelp(const std::string& filter) const;

    bool full() const { return lacking() == 0; }
    int lacking() const; // instances with too few cells or phases

    // Prints a table of kernels, and the instances that lack cells.
    void print() const;

private:
    bool isFull(const Stratum& stratum) const;

    int each_;
    const int rare_;
    std::map<std::string, Stratum> strata_;
    std::map<std::string, std::set<std::string>> filters_; // that have launched one of a family
};

// Draws cells of the filters, and runs those that `strata` wants, until it is full or 32,000 draws of each filter in a
// row were of no use. Instances for batches are looked for by those for other images, and run on Path::Batch.
void fillStrata(const std::vector<std::string>& filters, std::uint64_t firstSeed, Strata& strata, Account& account);

} // namespace cudatiled_test
