#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds cudatiled and filters three photographs with every filter: out/gallery.png and a table of times and differences from OpenCV.
# Arguments go to CMake, e.g. ./demo.sh -DCUDATILED_WITH_CUDA=ON
set -eu
cd "$(dirname "$0")"
. cmake/setup.sh

build="build/demo"
install_packages
if [ -z "$(gpu_capability)" ]; then
    say "No NVIDIA GPU was found: building the CPU backend, all that this machine can run."
    echo "    With the CUDA backend, too: ./demo.sh -DCUDATILED_WITH_CUDA=ON"
    set -- -DCUDATILED_WITH_CUDA=OFF "$@"
fi
configure -DCUDATILED_BUILD_TESTS=OFF "$@"
say "Building"
cmake --build "$build" --target gallery filter_image
say "Filtering the photographs"
"$build/samples/gallery" --images samples/data --out out
say "Look at out/gallery.png. To filter a picture of your own:"
echo "    $build/samples/filter_image gaussian --ksize 7 --sigma 1.5 picture.png blurred.png"
