# SPDX-License-Identifier: Apache-2.0
# Tests of live_filters without a window; see common.sh.
source "$(dirname "$0")/common.sh"

every_filter_runs_headless() {
    for filter in sharpen emboss sobel scharr deriv laplacian box gaussian linear separable morphology boxmax boxmin median; do
        expect_text "10 frames of 640x480, $filter" "$PROGRAM" --pattern --headless 10 --filter $filter
    done
}

filters_one_after_another() {
    expect_text "5 frames of 640x480, gaussian --ksize 7 --sigma 1.5 --then median --ksize 5 --then sobel:" \
        "$PROGRAM" --pattern --filter gaussian --then median --ksize 5 --then sobel --headless 5
    expect_error "makes CV_16SC3 of CV_8UC3" "$PROGRAM" --then sobel --depth 16s --headless 5
    expect_error "no filter 'blur'" "$PROGRAM" --headless 5 --then blur
}

filters_several_frames_at_a_time() {
    expect_text "2 in flight" "$PROGRAM" --pattern --headless 5
    for frames in 1 3 64; do
        expect_text "10 frames of 640x480, median --ksize 5 --then box:" \
            "$PROGRAM" --pattern --headless 10 --frames-in-flight $frames --filter median --then box
        expect_text "$frames in flight" "$PROGRAM" --headless 10 --frames-in-flight $frames
    done
    expect_text "1 frames of" "$PROGRAM" --headless 1 --frames-in-flight 8 # fewer than would be in flight
    expect_error "--frames-in-flight" "$PROGRAM" --headless 5 --frames-in-flight 65
    expect_text "--devices all means the CPU here: CPU, OpenCV" "$PROGRAM" --headless 5 --devices all
    expect_error "--devices 0: no CUDA device is in use" "$PROGRAM" --headless 5 --devices 0
    expect_error "'x' is neither all nor a list of numbers" "$PROGRAM" --headless 5 --devices x
}

filters_a_picture_and_a_video() {
    expect_text "5 frames of 600x400" "$PROGRAM" --input "$DATA/coffee.png" --headless 5
    "$DESCRIBE" --as-video "$DATA/coffee.png" clip.avi
    expect_text "20 frames of 600x400" "$PROGRAM" --input clip.avi --headless 20 # longer than the clip: it starts over
    expect_error "does not exist" "$PROGRAM" --input missing.avi --headless 5
    echo "no video" >text.avi
    expect_error "neither a picture nor a video" "$PROGRAM" --input text.avi --headless 5
}

says_that_there_is_no_display() {
    expect_error "there is no display" env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM "$PROGRAM" --pattern
    expect_error "cannot be opened" env -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM DISPLAY=:987 "$PROGRAM" --pattern
}

says_that_there_is_no_camera() {
    expect_error "camera 63 cannot be opened" "$PROGRAM" --camera 63 --headless 5
}

refuses_bad_arguments() {
    expect_error "no filter 'blur'" "$PROGRAM" --headless 5 --filter blur
    expect_error "joint-bilateral reads a second picture" "$PROGRAM" --headless 5 --filter joint-bilateral
    expect_error "joint-bilateral reads a second picture" "$PROGRAM" --headless 5 --then joint-bilateral
    expect_error "--headless" "$PROGRAM" --headless 0
    expect_error "--camera" "$PROGRAM" --camera 0 --pattern --headless 5
}

# Needs Xvfb and xdotool; skipped (exit code 77) without them.
obeys_its_keys_in_a_window() {
    command -v Xvfb >/dev/null && command -v xdotool >/dev/null || exit 77
    timeout 90 Xvfb -displayfd 3 -screen 0 1600x900x24 3>display.txt 2>xvfb.txt &
    server=$!
    local window
    trap 'kill $server; rm -rf "$scratch"' EXIT
    for _ in $(seq 100); do [[ -s display.txt ]] && break; sleep 0.1; done
    export DISPLAY=:$(cat display.txt) QT_QPA_PLATFORM=xcb
    "$PROGRAM" --pattern >stdout.txt 2>stderr.txt &
    local program=$!
    window=$(timeout 30 xdotool search --sync --name '^live_filters$' | tail -1) || fail "no window: $(cat stderr.txt)"
    sleep 1
    for key in h d b space space s; do xdotool key --window "$window" $key; sleep 0.5; done
    kill -0 $program || fail "it ended by itself: $(cat stderr.txt)"
    xdotool key --window "$window" q
    wait $program || fail "exit code $?: $(cat stderr.txt)"
    [[ $(describe live_filters_001.png) == "1280x480 CV_8UC3" ]] || fail "no snapshot"
}

"$1"
