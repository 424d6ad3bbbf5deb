#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the documentation's pages: docs/build.sh [folder], build/docs if none is given. Fails at a warning; exits 77,
# which ctest takes for "skipped", where Doxygen is not installed.
case ${1:-} in
"") out=build/docs ;;
/*) out=$1 ;;
*) out=$PWD/$1 ;;
esac
cd "$(dirname "$0")/.." || exit 2
if ! command -v doxygen >/dev/null; then
    echo "The pages are not built: doxygen is not installed (apt-get install doxygen)"
    exit 77
fi
mkdir -p "$out" || exit 1
{ cat docs/Doxyfile; echo "OUTPUT_DIRECTORY = \"$out\""; } | doxygen - || exit 1
echo "$out/html/index.html"
