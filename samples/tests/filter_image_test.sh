# SPDX-License-Identifier: Apache-2.0
# Tests of filter_image; see common.sh.
source "$(dirname "$0")/common.sh"

photo=$DATA/chelsea.png
filters="sharpen emboss sobel scharr deriv laplacian box gaussian linear separable convolution separable-convolution"
pickers="morphology boxmax boxmin median"

every_filter_writes_a_picture_of_the_same_size() {
    for filter in $filters $pickers; do
        expect_text "451x300 CV_8UC3" "$PROGRAM" $filter "$photo" $filter.png
        [[ $(describe $filter.png) == "451x300 CV_8UC3" ]] || fail "$filter.png is $(describe $filter.png)"
    done
}

every_filter_keeps_the_contract_on_every_depth() {
    "$PROGRAM" linear --kernel 1 --depth 16u --border reflect "$photo" 16u.png
    "$PROGRAM" linear --kernel 1/255 --depth 32f "$photo" 32f.pfm
    for filter in $filters; do
        for input in "$photo" 16u.png 32f.pfm; do
            expect_text "OpenCV's CPU" "$PROGRAM" $filter --compare d.png $input out.${input##*.}
            expect_text "OpenCV's CPU" "$PROGRAM" $filter --gray --depth 32f --compare d.png $input out.tiff
        done
    done
    for filter in $pickers; do
        for input in "$photo" 16u.png 32f.pfm; do
            expect_text "equal to OpenCV" "$PROGRAM" $filter --compare d.png $input out.${input##*.}
        done
    done
    expect_text "OpenCV's CPU" "$PROGRAM" sharpen --k 0.3 --compare d.png "$photo" out.png
    expect_text "OpenCV's CPU" "$PROGRAM" box --ksize 21x19 --compare d.png "$photo" out.png
}

equals_opencv() { expect_text "equal to OpenCV" "$PROGRAM" "$@" --compare d.png "$photo" out.tiff; }

pixels_by_themselves_equal_opencv() {
    for input in "$photo" 16u.png 32f.pfm; do
        [[ -e $input ]] || "$PROGRAM" linear --kernel 1 --depth ${input%%.*} "$photo" $input
        expect_text "equal to OpenCV" "$PROGRAM" threshold --thresh 99.5 --type tozero --compare d.png $input out.${input##*.}
        expect_text "OpenCV's CPU" "$PROGRAM" gray --compare d.png $input out.${input##*.}
    done
    equals_opencv contrast --low 40 --high 166
    equals_opencv gray --order rgb
    for method in mean gaussian; do
        equals_opencv adaptive-threshold --gray --method $method --ksize 7 --offset 2.5 --inverse on
    done
    [[ $(describe out.tiff) == "451x300 CV_8UC1" ]] || fail "out.tiff is $(describe out.tiff)"
    expect_error "images of 1 channel" "$PROGRAM" adaptive-threshold "$photo" out.png
}

every_border_equals_opencv() {
    for border in constant replicate reflect reflect101 wrap; do
        equals_opencv gaussian --ksize 31 --sigma 5 --border $border
        equals_opencv box --ksize 9x4 --anchor 0,3 --border $border
        equals_opencv sobel --dx 0 --dy 1 --ksize 5 --depth 16s --gray --border $border --border-y reflect
        equals_opencv sobel --ksize 5 --depth 32s --gray --border $border
        equals_opencv sharpen --border $border --border-value 10,20,30
        equals_opencv morphology --op open --shape ellipse --ksize 7x5 --iterations 2 --border $border --border-value 90
        equals_opencv boxmax --ksize 9x4 --anchor 0,3 --border $border --border-value 90
    done
}

masks_have_names() {
    for mask in box3 gaussian5 sharpen4 sharpen8 edges edges-down emboss; do
        expect_text "OpenCV's CPU" "$PROGRAM" convolution --mask $mask --compare d.png "$photo" out.png
    done
    equals_opencv convolution --mask "1 2; 3 -4" --origin 1,0 --normalize off --border wrap
    expect_error "'nomask' is not accepted" "$PROGRAM" convolution --mask nomask "$photo" out.png
}

prints_the_factors_of_a_mask() {
    expect_text '--row "-1 0 1" --column "1 2 1"' "$PROGRAM" --separate "-1 0 1; -2 0 2; -1 0 1"
    expect_text "residual 0.336102, second singular value over first 0.01264: not separable" "$PROGRAM" --separate gaussian5
    expect_text "0.01264: separable" "$PROGRAM" --separate gaussian5 --tolerance 0.01
    printf '1 2\n2 4\n' >mask.txt
    expect_text '--row "1 2" --column "1 2"' "$PROGRAM" --separate mask.txt
    expect_error "tolerance is -1" "$PROGRAM" --separate box3 --tolerance=-1
}

difference_picture_is_black_where_equal() {
    expect_text "equal to OpenCV" "$PROGRAM" gaussian --ksize 7 --sigma 1.5 --compare difference.png "$photo" out.png
    "$PROGRAM" linear --kernel 0 "$photo" black.png
    [[ $(describe difference.png black.png) == *" equal" ]] || fail "the difference picture is not black"
}

differences_have_a_stated_scale() {
    expect_text "the picture is |difference| * 16" "$PROGRAM" box --compare d.png --difference-scale 16 "$photo" out.png
    expect_text "the picture is the difference in floats" "$PROGRAM" sobel --depth 16s --gray --compare d.tiff "$photo" out.tiff
    [[ $(describe d.tiff) == "451x300 CV_32FC1" ]] || fail "d.tiff is $(describe d.tiff)"
    expect_text "|difference| * 2" "$PROGRAM" box --compare d.tiff --difference-scale 2 "$photo" out.png
    [[ $(describe d.tiff) == "451x300 CV_8UC3" ]] || fail "d.tiff is $(describe d.tiff)"
    expect_error "--difference-scale" "$PROGRAM" box --compare d.png --difference-scale 0 "$photo" out.png
    expect_error "requires --compare" "$PROGRAM" box --difference-scale 16 "$photo" out.png
}

pipelines_have_names() {
    "$PROGRAM" gray --then auto-contrast --then linear --kernel tent5 --border inside "$photo" expected.png
    for pipeline in gray,histogram-contrast,tent gray-contrast-tent; do
        expect_text "equal to OpenCV" "$PROGRAM" --pipeline $pipeline --compare d.png "$photo" out.png
        cmp out.png expected.png
    done
    "$PROGRAM" --pipeline=gray "$photo" out.png --then auto-contrast --then linear --border inside --kernel tent5
    cmp out.png expected.png
    "$PROGRAM" --pipeline gray,edges,median "$photo" out.png
    "$PROGRAM" gray --then convolution --mask edges --then median "$photo" expected.png
    cmp out.png expected.png
    expect_text "histogram-contrast: auto-contrast" "$PROGRAM" --list
    expect_error "no stage 'nope'" "$PROGRAM" --pipeline gray,nope "$photo" out.png
    expect_error "needs the names" "$PROGRAM" --pipeline
}

lists_every_filter() {
    for filter in $filters $pickers; do
        expect_text "$filter: " "$PROGRAM" --list
    done
    for filter in $filters; do
        expect_text "--border" "$PROGRAM" $filter --help
    done
    for filter in $pickers; do
        expect_text "--ksize" "$PROGRAM" $filter --help
    done
    expect_text "31" "$PROGRAM" --list
}

refuses_bad_arguments() {
    expect_error "which filter" "$PROGRAM"
    expect_error "no filter 'blur'" "$PROGRAM" blur "$photo" out.png
    expect_error "does not exist" "$PROGRAM" box missing.png out.png
    echo "no picture" >text.png
    expect_error "cannot be read" "$PROGRAM" box text.png out.png
    expect_error "--sigma: 'wide'" "$PROGRAM" gaussian --sigma wide "$photo" out.png
    expect_error "--sigma: 'nan'" "$PROGRAM" gaussian --sigma nan "$photo" out.png
    expect_error "--border: 'mirror'" "$PROGRAM" box --border mirror "$photo" out.png
    expect_error "--kernel" "$PROGRAM" linear --kernel "1 2; 3" "$photo" out.png
    expect_error "4" "$PROGRAM" gaussian --ksize 4 "$photo" out.png
    expect_error "--strength" "$PROGRAM" gaussian --strength 2 "$photo" out.png
    expect_error "output" "$PROGRAM" box "$photo"
    expect_error "use .png" "$PROGRAM" box "$photo" out.docx
    expect_error "cannot hold" "$PROGRAM" box --depth 32f "$photo" out.png
    expect_error "--backend" "$PROGRAM" box --backend gpu "$photo" out.png
    expect_error "excludes" "$PROGRAM" box --filter-alpha --drop-alpha "$photo" out.png
    expect_error "docx" "$PROGRAM" box --format docx "$photo" .
    expect_error "'out.png' is none" "$PROGRAM" box --format tiff "$photo" out.png
    [[ $(echo out*) == "out*" ]] || fail "something was written: $(echo out*)"
}

failure_leaves_the_old_file() {
    cp "$photo" old.png
    expect_error "4" "$PROGRAM" gaussian --ksize 4 "$photo" old.png
    cmp "$photo" old.png
    "$PROGRAM" box old.png old.png
    [[ $(describe old.png "$photo") == *" different" ]] || fail "old.png was not replaced by its own filtered self"
    [[ $(ls -A | grep -c part) == 0 ]] || fail "a temporary file is left"
}

filters_a_folder() {
    expect_text "4 pictures, 0 failed" bash -c "mkdir in && cp '$DATA'/* in && cp '$photo' in/second.jpg.png &&
        '$PROGRAM' emboss --gray --compare differences in out"
    for name in astronaut chelsea coffee; do
        [[ $(describe out/$name.png) == *CV_8UC1 ]] || fail "out/$name.png is missing"
        [[ $(describe differences/$name.png) == *CV_8UC1 ]] || fail "differences/$name.png is missing"
    done
    touch file
    expect_error "is not" "$PROGRAM" box in file
    mkdir empty
    expect_error "no pictures" "$PROGRAM" box empty out
}

one_bad_picture_does_not_stop_a_folder() {
    mkdir in
    cp "$DATA"/*.png in
    head -c 1000 "$photo" >in/broken.png
    head -c 20 "$photo" >in/stub.png
    expect_error "in/stub.png" "$PROGRAM" box in out
    grep -q "failed" stdout.txt || fail "no summary: $(cat stdout.txt)"
    for name in astronaut chelsea coffee; do describe out/$name.png >description.txt; done
}

sixteen_bit_png_and_float_pfm_survive() {
    "$PROGRAM" linear --kernel 257 --depth 16u "$photo" 16u.png
    "$PROGRAM" linear --kernel 1 16u.png again.png
    [[ $(describe 16u.png again.png) == "451x300 CV_16UC3 equal" ]] || fail "$(describe 16u.png again.png)"
    "$PROGRAM" linear --kernel 1/3 --depth 32f "$photo" 32f.pfm
    "$PROGRAM" linear --kernel 1 32f.pfm again.pfm
    [[ $(describe 32f.pfm again.pfm) == "451x300 CV_32FC3 equal" ]] || fail "$(describe 32f.pfm again.pfm)"
}

alpha_is_kept() {
    "$PROGRAM" linear --kernel 0 "$photo" black.png
    "$DESCRIBE" --with-alpha "$photo" alpha.png
    "$PROGRAM" box --ksize 9 alpha.png blurred.png
    "$PROGRAM" box --ksize 9 "$photo" opaque.png
    "$DESCRIBE" --with-alpha opaque.png expected.png
    [[ $(describe blurred.png expected.png) == "451x300 CV_8UC4 equal" ]] || fail "$(describe blurred.png expected.png)"
    "$PROGRAM" box --ksize 9 --filter-alpha alpha.png all.png
    [[ $(describe all.png expected.png) == "451x300 CV_8UC4 different" ]] || fail "--filter-alpha kept alpha"
    expect_text "CV_8UC1" "$PROGRAM" box --gray alpha.png gray.png
}

# OpenCV 4.6 has no TIFFs of three channels of 16S; with another one that has, the picture is written.
refuses_before_filtering_what_no_format_holds() {
    if "$PROGRAM" sobel --depth 16s "$photo" out.tiff >/dev/null 2>&1; then
        [[ $(describe out.tiff) == *CV_16SC3 ]] || fail "out.tiff is $(describe out.tiff)"
        return
    fi
    for ways in "cannot hold CV_16SC3" "--gray (.tiff)" "--depth 32f (.tiff, .pfm"; do
        expect_error "$ways" "$PROGRAM" sobel --depth 16s --compare difference.png "$photo" out.tiff
    done
    [[ ! -e difference.png && ! -e out.tiff ]] || fail "it was filtered before it was refused"
    expect_text "CV_16SC1" "$PROGRAM" sobel --depth 16s --gray "$photo" out.tiff
    [[ $(describe out.tiff) == *CV_16SC1 ]] || fail "--gray was offered, but wrote $(describe out.tiff)"
}

names_the_formats_that_hold_a_type() {
    expect_error "use .tiff, .pfm" "$PROGRAM" box --depth 32f "$photo" out.png
    expect_error "or --depth 16u" "$PROGRAM" box --depth 32f "$photo" out.png
    expect_error "use .png, .tiff or .jpg" "$PROGRAM" morphology "$photo" out.pfm
    expect_error "use .png, .tiff or .jpg" "$PROGRAM" box --compare difference.pfm --difference-scale 2 "$photo" out.png
    expect_error "cannot hold CV_8UC1" "$PROGRAM" box --gray "$photo" out.pbm # one bit
    expect_error "negative numbers" "$PROGRAM" sobel --depth 32f "$photo" out.hdr
    expect_text "CV_32FC3" "$PROGRAM" box --depth 32f "$photo" light.hdr
    [[ $(echo out*) == "out*" && ! -e difference.pfm ]] || fail "something was written: $(ls)"
}

negative_colours_survive_in_a_tiff() {
    "$PROGRAM" sobel --depth 32f "$photo" sobel.tiff
    "$PROGRAM" sobel --depth 32f "$photo" sobel.pfm
    [[ $(describe sobel.tiff sobel.pfm) == "451x300 CV_32FC3 equal" ]] || fail "$(describe sobel.tiff sobel.pfm)"
}

alpha_is_never_lost_silently() {
    "$DESCRIBE" --with-alpha "$photo" alpha.png
    expect_error "with alpha" "$PROGRAM" box alpha.png out.jpg
    expect_error "--drop-alpha" "$PROGRAM" box alpha.png out.jpg
    [[ ! -e out.jpg ]] || fail "out.jpg was written"
    expect_text "CV_8UC4" "$PROGRAM" box alpha.png out.png
    expect_text "CV_8UC3" "$PROGRAM" box --drop-alpha alpha.png out.jpg
}

# Nobody creates files in /proc, not even root.
says_what_is_wrong_with_a_folder() {
    touch file
    expect_error "the folder 'missing' does not exist" "$PROGRAM" box --compare difference.png "$photo" missing/out.png
    expect_error "the folder 'missing' does not exist" "$PROGRAM" box --compare missing/difference.png "$photo" out.png
    expect_error "the folder 'missing' does not exist" "$PROGRAM" box "$photo" missing/
    expect_error "'file' is not a folder" "$PROGRAM" box "$photo" file/out.png
    expect_error "the folder '/proc' takes no new file" "$PROGRAM" box --compare difference.png "$photo" /proc/out.png
    expect_error "the folder '/proc' takes no new file" "$PROGRAM" box --compare /proc/difference.png "$photo" out.png
    expect_error "'/proc/out' cannot be created" "$PROGRAM" box "$DATA" /proc/out
    expect_error "'file' is not" "$PROGRAM" box --compare file "$DATA" out
    [[ $(ls -A) == $'file\nstderr.txt\nstdout.txt' ]] || fail "something was written: $(ls -A)"
}

# Three folders in a folder have a picture each, and so has the folder itself; one has none.
make_tree() {
    mkdir -p "in/a/b" "in/c d" in/empty
    for folder in in in/a in/a/b "in/c d"; do cp "$DATA/chelsea.png" "$folder"; done
}

filters_folders_in_folders() {
    make_tree
    ln -s .. in/a/loop
    expect_text "4 pictures, 0 failed" "$PROGRAM" box --recursive --compare differences in out
    [[ $(cd out && find . -type f | sort) == $(cd in && find . -type f | sort) ]] || fail "out is $(find out)"
    [[ $(cd differences && find . | sort) == $(cd out && find . | sort) ]] || fail "differences is $(find differences)"
    "$PROGRAM" box "$photo" expected.png
    [[ $(describe out/a/b/chelsea.png expected.png) == *" equal" ]] || fail "out/a/b/chelsea.png is not filtered"
    expect_text "a/b/chelsea.png" "$PROGRAM" box --recursive in out
    head -c 20 "$photo" >in/a/stub.png
    expect_error "a/stub.png: " "$PROGRAM" box --recursive in out
}

says_that_folders_are_left_out() {
    make_tree
    expect_text "1 pictures, 0 failed" "$PROGRAM" box in out
    [[ $(find out -type f) == out/chelsea.png ]] || fail "out is $(find out)"
    expect_text "left out 3 folders with pictures in 'in'; --recursive" "$PROGRAM" box in out
    rm in/chelsea.png
    expect_error "left out 3 folders with pictures in 'in'; --recursive" "$PROGRAM" box in out
    rm -r in/a "in/c d"
    cp "$photo" in
    "$PROGRAM" box in out >stdout.txt
    ! grep -q recursive stdout.txt || fail "nothing was left out: $(cat stdout.txt)"
}

results_inside_the_input_are_no_input() {
    make_tree
    for _ in 1 2; do
        expect_text "4 pictures, 0 failed" "$PROGRAM" box --recursive --compare in/a/differences in in/out
        expect_text "left out 3 folders" "$PROGRAM" box --compare in/a/differences in in/out
    done
    expect_text "4 pictures, 0 failed" "$PROGRAM" box --recursive --compare in/a/differences in "$PWD/in/c d/../out"
}

reports_a_folder_that_it_may_not_read() {
    local user=()
    [[ $(id -u) != 0 ]] || user=(setpriv --reuid=65534 --regid=65534 --clear-groups) # root may read everything
    "${user[@]}" "$PROGRAM" --list >/dev/null 2>&1 || { echo "skipped: nobody may not run $PROGRAM"; exit 77; }
    make_tree
    chmod -R a+rX in
    chmod 777 .
    chmod 000 in/a
    expect_error "the folder 'in/a' cannot be read" "${user[@]}" "$PROGRAM" box --recursive in out
    chmod 755 in/a
    [[ $(find out -type f | wc -l) == 2 ]] || fail "the other folders are not filtered: $(find out)"
}

overwrites_nothing_that_it_reads_or_writes() {
    mkdir in
    cp "$photo" in/a.png
    expect_error "would be written twice" "$PROGRAM" box --compare out.png in/a.png out.png
    expect_error "would overwrite 'in/a.png'" "$PROGRAM" box --compare in/a.png in/a.png out.png
    expect_error "would overwrite 'in/a.png'" "$PROGRAM" box --compare in in out
    expect_error "would be written twice" "$PROGRAM" box --compare out in out
    "$PROGRAM" box in/a.png in/a.jpg
    expect_error "would be written twice" "$PROGRAM" box --format tiff in out
    cmp in/a.png "$photo"
    [[ ! -e out && ! -e out.png ]] || fail "something was written"
    expect_text "2 pictures, 0 failed" "$PROGRAM" box in in
}

a_folder_of_results_has_a_format_of_its_own() {
    mkdir in
    "$PROGRAM" linear --kernel 1/255 --depth 32f "$photo" in/a.pfm
    "$PROGRAM" linear --kernel 1 "$photo" in/b.jpg
    expect_text "2 pictures, 0 failed" "$PROGRAM" sobel --gray --depth 32f --format tiff --compare differences in out
    [[ $(ls out) == $'a.tiff\nb.tiff' ]] || fail "out has $(ls out)"
    [[ $(ls differences) == $'a.pfm.png\nb.jpg.png' ]] || fail "differences has $(ls differences)"
    expect_text "out/chelsea.tiff" "$PROGRAM" box --format tiff "$photo" out
}

a_damaged_picture_is_a_failure_and_a_hidden_file_is_none() {
    mkdir in
    cp "$photo" in
    echo "no picture" >in/._chelsea.png
    expect_text "1 pictures, 0 failed" "$PROGRAM" box in out
    touch in/empty.png
    expect_error "empty.png: 'in/empty.png' cannot be read" "$PROGRAM" box in out
}

kernel_may_be_a_file() {
    printf '0 -1 0\n-1 5 -1\n0 -1 0\n' >kernel.txt
    "$PROGRAM" linear --kernel kernel.txt "$photo" file.png
    "$PROGRAM" linear --kernel "0 -1 0; -1 5 -1; 0 -1 0" "$photo" text.png
    "$PROGRAM" sharpen --neighbours 4 "$photo" sharpen.png
    [[ $(describe file.png text.png) == *" equal" ]] || fail "file and text differ"
    [[ $(describe file.png sharpen.png) == *" equal" ]] || fail "linear and sharpen differ"
    printf '1/4\n1/2\n1/4\n' >row.txt
    equals_opencv separable --row row.txt --column "1/4 1/2 1/4"
}

filters_one_after_another() {
    "$PROGRAM" gaussian --ksize 5 "$photo" blurred.png
    "$PROGRAM" sobel --dx 1 --dy 0 blurred.png expected.png
    expect_text "gaussian --ksize 5 --then sobel --dx 1 --dy 0, 451x300 CV_8UC3" \
        "$PROGRAM" gaussian --ksize 5 --then sobel --dx 1 --dy 0 "$photo" out.png
    [[ $(describe out.png expected.png) == *" equal" ]] || fail "the chain differs from its filters"
    "$PROGRAM" gaussian "$photo" out2.png --ksize 5 --then sobel --dx 1 --dy 0
    "$PROGRAM" gaussian "$photo" --ksize 5 --then sobel --dx=1 --dy=0 out3.png --backend cpu
    cmp out.png out2.png && cmp out.png out3.png
    printf '0 -1 0\n-1 5 -1\n0 -1 0\n' >kernel.txt
    "$PROGRAM" linear --kernel kernel.txt expected.png sharp.png
    "$PROGRAM" gaussian --ksize 5 --then sobel --dx 1 --dy 0 --then linear --kernel kernel.txt "$photo" three.png
    [[ $(describe three.png sharp.png) == *" equal" ]] || fail "three filters differ from one after another"
    mkdir in
    cp "$photo" in
    expect_text "1 pictures, 0 failed" "$PROGRAM" gaussian --ksize 5 --then sobel --dx 1 --dy 0 in out
    cmp out/chelsea.png out.png
}

chains_are_compared_filter_by_filter() {
    equals_opencv gaussian --ksize 5 --then median --ksize 3 --then sobel --depth 16u
    equals_opencv sobel --depth 32s --gray --then box --ksize 3 --depth 16u
    expect_text "OpenCV's CPU" "$PROGRAM" box --depth 32f --then sharpen --k 0.3 --then gaussian --compare d.png \
        "$photo" out.tiff
    expect_error "or --depth 16u" "$PROGRAM" box --depth 32f --then gaussian "$photo" out.png
}

prints_the_times_of_the_stages() {
    "$PROGRAM" gaussian --sigma 2 --then median "$photo" out.png --times >stdout.txt
    for part in "upload +0.000 ms" "gaussian --sigma 2 +[0-9.]+ ms  CPU" "median +[0-9.]+ ms  CPU" \
        "download +0.000 ms" "whole +[0-9.]+ ms"; do
        grep -qE "^  $part\$" stdout.txt || fail "no '$part' in $(cat stdout.txt)"
    done
    expect_error "--times is for one picture" "$PROGRAM" box --times "$DATA" out
}

refuses_bad_chains() {
    expect_error "--then is the last word" "$PROGRAM" box "$photo" out.png --then
    expect_error "no filter 'blur'" "$PROGRAM" box --then blur "$photo" out.png
    expect_error "no filter '--ksize'" "$PROGRAM" box --then --ksize 3 "$photo" out.png
    expect_error "median has no parameter --sigma" "$PROGRAM" gaussian --then median --sigma 3 "$photo" out.png
    expect_error "--strength" "$PROGRAM" gaussian --then median --strength 3 "$photo" out.png
    expect_error "--ksize: 'wide'" "$PROGRAM" gaussian --then median --ksize wide "$photo" out.png
    expect_error "output" "$PROGRAM" gaussian --then median "$photo"
    expect_error "32S" "$PROGRAM" sobel --depth 32s --then median "$photo" out.png
    [[ $(echo out*) == "out*" ]] || fail "something was written: $(echo out*)"
}

# Two levels stay as they are where the guide has the same edges, and are blurred where it has none.
filters_by_a_second_picture() {
    local options="--d 9 --sigma-color 30 --sigma-space 3"
    "$PROGRAM" gray "$photo" gray.png
    "$PROGRAM" threshold gray.png levels.png
    for guide in gray.png "$photo"; do "$PROGRAM" linear --kernel 0 $guide flat.${guide##*/}; done
    expect_text "joint-bilateral $options, 451x300 CV_8UC1" \
        "$PROGRAM" joint-bilateral $options --joint levels.png levels.png out.png
    cmp out.png levels.png
    "$PROGRAM" joint-bilateral $options --joint flat.gray.png levels.png blurred.png
    [[ $(describe blurred.png levels.png) == *" different" ]] || fail "a flat guide has kept edges"
    "$PROGRAM" joint-bilateral $options --joint flat.chelsea.png levels.png out.png
    cmp out.png blurred.png
    "$PROGRAM" joint-bilateral $options --joint "$photo" "$photo" by_colours.png
    "$PROGRAM" joint-bilateral $options --joint gray.png "$photo" by_gray.png
    [[ $(describe by_gray.png by_colours.png) == "451x300 CV_8UC3 different" ]] || fail "the colours are not compared"
    "$DESCRIBE" --with-alpha "$photo" alpha.png
    "$PROGRAM" joint-bilateral $options --joint alpha.png "$photo" by_alpha.png
    cmp by_alpha.png by_colours.png
    "$PROGRAM" joint-bilateral $options --joint "$photo" alpha.png with_alpha.png
    "$DESCRIBE" --with-alpha by_colours.png expected.png
    [[ $(describe with_alpha.png expected.png) == "451x300 CV_8UC4 equal" ]] || fail "alpha is not that of the picture"
    expect_text "451x300 CV_8UC1" "$PROGRAM" joint-bilateral --gray --joint "$photo" "$photo" out.png
}

chains_take_a_second_picture() {
    "$PROGRAM" gray "$photo" gray.png
    "$PROGRAM" gaussian --ksize 5 gray.png blurred.png
    "$PROGRAM" joint-bilateral --d 7 --joint "$photo" blurred.png joint.png
    "$PROGRAM" sobel joint.png --then median expected.png
    "$PROGRAM" gray --then gaussian --ksize 5 --then joint-bilateral --d 7 --joint "$photo" --then sobel --then median \
        "$photo" out.png
    [[ $(describe out.png expected.png) == *" equal" ]] || fail "the chain differs from its filters"
    "$PROGRAM" resize --size 90x60 "$photo" small.png
    expect_text "90x60" "$PROGRAM" resize --size 90x60 --then joint-bilateral --joint small.png "$photo" out.png
    expect_error "'$photo' is 451x300, and the picture that joint-bilateral filters 90x60" \
        "$PROGRAM" resize --size 90x60 --then joint-bilateral --joint "$photo" "$photo" out2.png
}

a_folder_has_a_folder_of_second_pictures() {
    mkdir in guides
    cp "$DATA"/*.png in
    for name in astronaut chelsea coffee; do "$PROGRAM" median in/$name.png guides/$name.png; done
    expect_text "3 pictures, 0 failed" "$PROGRAM" joint-bilateral --joint guides in out
    for name in astronaut chelsea coffee; do
        "$PROGRAM" joint-bilateral --joint guides in/$name.png expected.png
        cmp expected.png out/$name.png
    done
    expect_text "3 complete before" "$PROGRAM" joint-bilateral --resume --joint guides in out
    touch -d "+1 minute" guides/coffee.png
    expect_text "2 complete before" "$PROGRAM" joint-bilateral --resume --joint guides in out
    mv guides in
    expect_text "3 pictures, 0 failed" "$PROGRAM" joint-bilateral --recursive --joint in/guides in out2
    mkdir one
    cp "$photo" one/a.png
    cp "$photo" one/b.png
    expect_text "2 pictures, 0 failed" "$PROGRAM" joint-bilateral --joint "$photo" one out3
    cmp out3/a.png out3/b.png
    rm in/guides/coffee.png
    cp "$photo" in/guides/astronaut.png
    expect_error "coffee.png: 'in/guides/coffee.png' does not exist" \
        "$PROGRAM" joint-bilateral --joint in/guides in out4
    grep -q "png: 'in/guides/astronaut.png' is 451x300, and the picture .* filters 512x512" stderr.txt ||
        fail "no sizes in $(cat stderr.txt)"
    [[ $(ls out4) == chelsea.png ]] || fail "out4 has $(ls out4)"
}

refuses_bad_second_pictures() {
    "$PROGRAM" resize --size 90x60 "$photo" small.png
    "$PROGRAM" linear --kernel 1/255 --depth 32f "$photo" float.tiff
    local picture="and the picture that joint-bilateral filters" must="both must have the same"
    expect_error "'small.png' is 90x60, $picture 451x300; $must size" \
        "$PROGRAM" joint-bilateral --joint small.png "$photo" out.png
    expect_error "joint-bilateral needs --joint FILE" "$PROGRAM" joint-bilateral "$photo" out.png
    expect_error "joint-bilateral needs --joint FILE" "$PROGRAM" box --then joint-bilateral "$photo" out.png
    expect_error "--joint is 'small.png', but 'box --ksize 5' takes one picture; joint-bilateral" \
        "$PROGRAM" box --ksize 5 --joint small.png "$photo" out.png
    expect_error "--joint is 'missing.png', which does not exist" \
        "$PROGRAM" joint-bilateral --joint missing.png "$photo" out.png
    expect_error "'float.tiff' is CV_32FC3, $picture CV_8UC3; $must depth" \
        "$PROGRAM" joint-bilateral --joint float.tiff "$photo" out.png
    expect_error "--times is for filters of one picture" \
        "$PROGRAM" joint-bilateral --joint "$photo" --times "$photo" out.png
    expect_error "--compare is for filters of one picture" \
        "$PROGRAM" joint-bilateral --joint "$photo" --compare d.png "$photo" out.png
    cp "$photo" guide.png
    expect_error "would overwrite 'guide.png'" "$PROGRAM" joint-bilateral --joint guide.png "$photo" guide.png
    cmp guide.png "$photo"
    "$PROGRAM" linear --kernel 257 --depth 16u "$photo" 16u.png
    expect_error "srcType is 16UC3" "$PROGRAM" joint-bilateral --joint 16u.png 16u.png out.png
    [[ $(echo out* d.png) == "out* d.png" ]] || fail "something was written: $(ls)"
    "$PROGRAM" joint-bilateral --joint guide.png guide.png guide.png
    [[ $(describe guide.png "$photo") == *" different" ]] || fail "guide.png was not replaced by its own filtered self"
}

"$1"
