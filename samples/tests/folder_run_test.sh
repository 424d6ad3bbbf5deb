# SPDX-License-Identifier: Apache-2.0
# Tests of filter_image on folders with many pictures: several at a time, interrupted, resumed. See common.sh.
source "$(dirname "$0")/common.sh"

photo=$DATA/chelsea.png

# copies N FILE: the folder `in` has N pictures.
copies() {
    mkdir in
    for i in $(seq -w "$1"); do cp "$2" "in/$i.${2##*.}"; done
}

# Waits until the background program $1 has written $2 pictures to out, and sends it a signal.
interrupt() {
    until [[ $(ls out 2>/dev/null | wc -l) -ge $2 ]]; do
        kill -0 $1 2>/dev/null || fail "it ended with $(ls out | wc -l) results: $(cat stderr.txt)"
        sleep 0.01
    done
    kill "$3" $1 || fail "it ended before it could be interrupted"
}

# Every result is that of a run which nothing interrupted.
results_are_whole() {
    for result in out/*; do cmp "$result" "expected/${result#out/}" || fail "$result is not whole"; done
}

resumed_run_equals_the_uninterrupted_one() {
    expect_text "0 failed, $(ls out | wc -l) complete before" "$PROGRAM" gaussian --resume in out
    diff -r out expected || fail "the resumed run made other results"
}

many_small_pictures_of_all_types() {
    mkdir in
    "$DESCRIBE" --small-pictures "$photo" in
    for options in "gaussian --ksize 5" "morphology --filter-alpha --compare differences"; do
        rm -rf out
        expect_text "48 pictures, 0 failed" "$PROGRAM" $options in out
        for picture in in/*; do
            "$PROGRAM" ${options%--compare*} $picture alone.${picture##*.} >/dev/null
            cmp out/${picture#in/} alone.${picture##*.} || fail "$picture is filtered otherwise in its folder: $options"
        done
    done
    [[ $(ls differences | wc -l) == 48 ]] || fail "not all are compared: $(ls differences)"
}

damaged_pictures_do_not_stop_the_others() {
    copies 60 "$photo"
    for i in 20 21 40; do rm in/$i.png; done
    head -c 5000 "$photo" >in/20.png
    echo "no picture" >in/21.png
    "$PROGRAM" linear --kernel 1 "$photo" whole.jpg
    head -c 5000 whole.jpg >in/40.jpg
    expect_error "20.png: 'in/20.png' cannot be read as a picture" "$PROGRAM" box in out
    grep -q "60 pictures, 3 failed" stdout.txt || fail "$(cat stdout.txt)"
    grep -o 'filter_image: [0-9a-z.]*: .*' stderr.txt >errors.txt
    diff errors.txt - <<'END' || fail "other errors"
filter_image: 20.png: 'in/20.png' cannot be read as a picture
filter_image: 21.png: 'in/21.png' cannot be read as a picture
filter_image: 40.jpg: 'in/40.jpg' cannot be read as a picture: its end is missing
END
    grep -oE '[0-9]{2}\.(png|jpg)' stderr.txt | uniq >names.txt
    sort -c names.txt || fail "not in order: $(cat stderr.txt)"
    "$PROGRAM" box "$photo" expected.png
    for result in out/*; do cmp $result expected.png; done
    [[ $(ls -A out | wc -l) == 57 ]] || fail "out has $(ls -A out)"
}

resumes_with_what_is_missing_or_outdated() {
    copies 12 "$photo"
    "$PROGRAM" gaussian in expected
    expect_text "12 pictures, 0 failed, 0 complete before" "$PROGRAM" gaussian --resume in out
    rm out/03.png out/11.png
    touch -d yesterday out/05.png out/07.png
    touch -d "1 hour" marker
    touch -r marker out/0[1246].png # no run writes into the future
    echo "half a picture" >out/.03.part.png
    echo "half a picture" >out/.04.part.png
    expect_text "12 pictures, 0 failed, 8 complete before" "$PROGRAM" gaussian --resume in out
    for result in out/0[1246].png; do [[ ! $result -ot marker ]] || fail "$result was complete"; done
    diff -r out expected || fail "not all results are there, or others, too"
    expect_text "12 pictures, 0 failed, 12 complete before" "$PROGRAM" gaussian --resume in out
    expect_text "12 pictures, 0 failed, 0 complete before" "$PROGRAM" gaussian --resume --compare differences in out
    rm differences/02.png
    expect_text "0 failed, 11 complete before" "$PROGRAM" gaussian --resume --compare differences in out
    [[ -e differences/02.png ]] || fail "the difference picture is still missing"
}

resuming_needs_results_beside_the_pictures() {
    copies 2 "$photo"
    expect_error "'in/1.png' replaces it; name another folder" "$PROGRAM" box --resume in in
    expect_error "--resume is for a folder of pictures" "$PROGRAM" box --resume "$photo" out.png
    cmp in/1.png "$photo"
    [[ ! -e out.png ]] || fail "out.png was written"
}

a_killed_run_leaves_whole_results() {
    copies 100 "$photo"
    "$PROGRAM" gaussian in expected 2>/dev/null
    for results in 1 10 30; do
        rm -rf out
        "$PROGRAM" gaussian in out >stdout.txt 2>stderr.txt &
        interrupt $! $results -KILL
        wait $! 2>/dev/null && fail "it was not killed"
        results_are_whole
        resumed_run_equals_the_uninterrupted_one
    done
}

# The signal SIGXFSZ ends it where its first file becomes too large.
a_run_that_is_killed_while_it_writes_leaves_no_half_result() {
    copies 4 "$photo"
    "$PROGRAM" gaussian in expected
    (ulimit -c 0 -f 8 && exec "$PROGRAM" gaussian in out) 2>stderr.txt && fail "it was not killed"
    [[ -z $(ls out) && $(ls -A out) == .*.part.png ]] || fail "out has $(ls -A out)"
    resumed_run_equals_the_uninterrupted_one
}

a_signal_ends_a_run_between_two_pictures() {
    copies 100 "$photo"
    "$PROGRAM" gaussian in expected 2>/dev/null
    set -m # else SIGINT is ignored in the background
    for signal in INT TERM; do
        local code=0
        rm -rf out
        "$PROGRAM" gaussian in out >stdout.txt 2>stderr.txt &
        interrupt $! 10 -$signal
        wait $! || code=$?
        [[ $code == $((128 + $(kill -l $signal))) ]] || fail "exit code $code after $signal"
        left=$((100 - $(ls out | wc -l)))
        grep -q "interrupted; $left pictures are left" stderr.txt || fail "$left are left: $(cat stderr.txt)"
        [[ $(ls -A out) == $(ls out) ]] || fail "half a file is left: $(ls -A out)"
        results_are_whole
        resumed_run_equals_the_uninterrupted_one
    done
}

what_a_killed_run_left_is_no_picture() {
    copies 1 "$photo"
    cp "$photo" in/.2.part.png
    expect_text "1 pictures, 0 failed" "$PROGRAM" box in out
}

# Of many formats OpenCV does not notice that a file was cut off when it was written.
a_full_disk_leaves_no_half_file() {
    for format in png jpg bmp tiff ppm webp; do
        (trap '' XFSZ && ulimit -f 8 && expect_error "too large" "$PROGRAM" box "$photo" out.$format)
    done
    [[ $(ls -A) == $'stderr.txt\nstdout.txt' ]] || fail "there is $(ls -A)"
}

needs_no_more_memory_for_more_pictures() {
    "$DESCRIBE" --enlarged "$DATA/coffee.png" large.jpg
    copies 200 large.jpg
    mkdir few
    mv in/0[0-1]*.jpg few
    local few many
    few=$("$PEAK_MEMORY" "$PROGRAM" box --threads 2 few out)
    many=$("$PEAK_MEMORY" "$PROGRAM" box --threads 2 in out)
    [[ $many -gt 0 && $((2 * many)) -lt $((3 * few)) ]] || fail "$few KiB for 19 pictures, $many KiB for 181"
}

several_devices_make_the_pictures_of_one() {
    copies 60 "$photo"
    "$PROGRAM" gaussian in expected # by the CPU
    export CUDATILED_BACKEND=auto
    if ! "$PROGRAM" gaussian --devices 0,1 in out >stdout.txt 2>stderr.txt; then
        grep -qE "no CUDA device is in use|there is no device 1" stderr.txt || fail "$(cat stderr.txt)"
        echo "SKIPPED: $(tail -n 1 stderr.txt)"
        exit 77
    fi
    diff -r out expected || fail "devices 0 and 1 made other results"
    expect_text "60 pictures, 0 failed" "$PROGRAM" gaussian --devices 1 in second
    diff -r second expected || fail "device 1 made other results"
    expect_text "on CUDA devices 0,1" "$PROGRAM" gaussian --devices all in every
    diff -r every expected || fail "all devices made other results"
    expect_error "--devices 99: there is no device 99; all and the numbers from 0 to" "$PROGRAM" box --devices 99 in no
}

refuses_bad_devices_and_threads() {
    copies 2 "$photo"
    expect_text "--devices all means the CPU here: CPU, OpenCV" "$PROGRAM" box --devices all in out
    expect_error "--devices 0: no CUDA device is in use, but the CPU, OpenCV" "$PROGRAM" box --devices 0 in no
    expect_error "only all is accepted" "$PROGRAM" box --devices 1,0 in no
    for text in x 0, ,0 -1 0,x 0-1 99999 all,0; do
        expect_error "'$text' is neither all nor a list of numbers, such as 0,1" "$PROGRAM" box "--devices=$text" in no
    done
    expect_error "'' is neither" "$PROGRAM" box --devices "" in no
    expect_error "--threads" "$PROGRAM" box --threads 0 in no
    expect_error "--threads is for a folder of pictures" "$PROGRAM" box --threads 2 "$photo" no.png
    expect_error "--devices is for a folder of pictures" "$PROGRAM" box --devices all "$photo" no.png
    [[ ! -e no && ! -e no.png ]] || fail "something was written"
}

"$1"
