#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds cudatiled and runs all its tests. Arguments go to CMake, e.g. ./test.sh -DOpenCV_DIR=/opt/opencv/lib/cmake/opencv4
set -eu
cd "$(dirname "$0")"
. cmake/setup.sh

packages="$packages libgtest-dev pkg-config git"
packages="$packages python3 python3-matplotlib libbenchmark-dev" # the benchmarks, whose logic is tested without a GPU
packages="$packages python3-numpy python3-venv"                  # the Python package
packages="$packages xvfb xauth xdotool"                          # the window of live_filters
packages="$packages doxygen"                                     # the documentation's pages
packages="$packages dpkg-dev file"                               # the Debian packages
install_packages
configure -DCUDATILED_BUILD_PERF=ON -DCUDATILED_BUILD_PYTHON=ON "$@"
say "Building"
cmake --build "$build"
say "Testing"
ctest --test-dir "$build" --output-on-failure --parallel "$(nproc)"
