#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles the C++ of the README and of docs. Usage: snippets.sh <root of the repository> <compiler> <its arguments…>
# A block with a main is a program; any other is the body of a function that has an image, a structuring element and a stream.
root=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/before" <<'CODE'
#include <opencv2/cudatiled/imgproc.hpp>
#include <opencv2/imgproc.hpp>
void snippet(const cv::Mat& image, const cv::Mat& element, cv::Mat& result, CUstream_st* stream)
{
    (void)image, (void)element, (void)result, (void)stream;
CODE

broken=0
blocks=0
for page in "$root"/README.md "$root"/docs/*.md; do
    for line in $(grep -nx '```cpp' "$page" | cut -d: -f1); do
        blocks=$((blocks + 1))
        { echo "#line $((line + 1)) \"$page\"" && sed -n "$((line + 1)),\$p" "$page" | sed '/^```$/,$d'; } >"$scratch/block"
        if grep -q 'int main()' "$scratch/block"; then
            cp "$scratch/block" "$scratch/block.cpp"
        else
            { cat "$scratch/before" "$scratch/block" && echo "}"; } >"$scratch/block.cpp"
        fi
        "$@" -fsyntax-only "$scratch/block.cpp" || broken=1
    done
done
[ $blocks -gt 0 ] || { echo "no C++ was found in the pages of $root" && broken=1; }
exit $broken
