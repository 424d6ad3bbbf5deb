# SPDX-License-Identifier: Apache-2.0
# Tests of before_after; see common.sh.
source "$(dirname "$0")/common.sh"

# The documentation shows a picture of each factory, and none is large.
draws_every_filter_of_the_header() {
    local root="$DATA/../.." name
    "$PROGRAM" --images "$DATA" --out out || fail "exit code $?"
    for name in $(grep -oP '^CV_EXPORTS_W Ptr<Filter> create\K\w+(?=Filter\()' "$root/include/opencv2/cudatiled.hpp") overview; do
        [[ -f out/$name.jpg ]] || fail "$name was not drawn"
        [[ -f $root/docs/pictures/$name.jpg ]] || fail "docs/pictures has no $name.jpg"
        [[ $name == overview || $(stat -c %s "$root/docs/pictures/$name.jpg") -le 40960 ]] || fail "$name.jpg is larger than 40 KiB"
    done
    [[ $(ls out) == $(ls "$root/docs/pictures") ]] || fail "docs/pictures has other pictures than are drawn"
}

"$1"
