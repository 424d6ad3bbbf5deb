# SPDX-License-Identifier: Apache-2.0
# Tests of gallery; see common.sh.
source "$(dirname "$0")/common.sh"

writes_every_picture_and_the_sheet() {
    expect_text "all keep the accuracy contract" "$PROGRAM" --images "$DATA" --out out
    [[ $(ls out/*.png | wc -l) == 133 ]] || fail "$(ls out/*.png | wc -l) pictures instead of 3 x 2 x 22 and the sheet"
    [[ $(describe out/gallery.png) == 1[6-9]*CV_8UC3 ]] || fail "the sheet is $(describe out/gallery.png)"
}

refuses_a_folder_without_pictures() {
    expect_error "--images" "$PROGRAM" --images missing
    expect_error "no pictures" "$PROGRAM" --images .
    expect_error "--images" "$PROGRAM"
}

"$1"
