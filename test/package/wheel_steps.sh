# SPDX-License-Identifier: Apache-2.0
# What tests of Python wheels share. Sourced; $work is a folder for the log of a failed step.

# Runs a command whose output matters only if it fails.
quietly() {
    "$@" >"$work/log" 2>&1 </dev/null || {
        tail -n 60 "$work/log"
        echo "FAILED: $*"
        exit 1
    }
}

# PYTHON FOLDER PROJECT ENVIRONMENT: the package's tests with the wheel of the folder in a new environment, beside each
# of PyPI's OpenCVs; the last lines say which, and how many passed. Then both packages are imported in either order.
# shellcheck disable=SC2034,SC2016
tests='
set -eu
for opencv in "opencv-python-headless<5" "opencv-python-headless>=5"; do
    rm -rf "$4" && "$1" -m venv "$4" && "$4/bin/pip" install -q "$2"/cudatiled-*.whl "$opencv"
    PYTHONDONTWRITEBYTECODE=1 "$4/bin/python" "$3/modules/python/tests/run.py" >"$4/log" 2>&1 || {
        cat "$4/log"
        exit 1
    }
    grep ^Python "$4/log"
    grep -E "^(Ran|OK)" "$4/log"
    for order in "cv2, cudatiled" "cudatiled, cv2"; do
        "$4/bin/python" -c "import $order, numpy as np
image = np.random.default_rng(1).integers(0, 256, (480, 640, 3), np.uint8)
np.testing.assert_array_equal(cudatiled.GaussianBlur(image, (7, 7), 1.5), cv2.GaussianBlur(image, (7, 7), 1.5))
np.testing.assert_array_equal(cudatiled.Median(5)(image), cv2.medianBlur(image, 5))"
        echo "imported in the order $order: same pixels"
    done
done'
