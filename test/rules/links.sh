#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks that every relative link of every Markdown page leads to a file or folder. Usage: links.sh <root of the repository>
cd "$1" || exit 2
broken=0
links=0
for page in $(find . \( -name '.?*' -o -path ./build -o -path ./out \) -prune -o -name '*.md' -print | sort); do
    for target in $(grep -oE '\]\([^)# ]+' "$page" | sed 's/^](//'); do
        case $target in
        *://*) continue ;;
        esac
        links=$((links + 1))
        [ -e "$(dirname "$page")/$target" ] || { echo "$page: there is no $target" && broken=1; }
    done
done
[ $links -gt 0 ] || { echo "no page with a link was found" && broken=1; }
exit $broken
