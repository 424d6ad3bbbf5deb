#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds cudatiled and filters three photographs with every filter: out/gallery.png and a table of times and differences from OpenCV.
set -euo pipefail
cd "$(dirname "$0")"
. cmake/setup.sh

install_packages
configure "$@"
say "Building"
cmake --build "$build" --target gallery filter_image
say "Filtering the photographs"
"$build/samples/gallery" --images samples/data --out out
say "Look at out/gallery.png. To filter a picture of your own:"
echo "    $build/samples/filter_image gaussian --ksize 7 --sigma 1.5 picture.png blurred.png"
