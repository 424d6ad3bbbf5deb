# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of the Python package; exit code 77 where numpy is missing."""

import sys
import unittest
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("skipped: this Python has no numpy")
    sys.exit(77)

try:
    import cv2
except ImportError:
    cv2 = None

if __name__ == "__main__":
    print("Python", sys.version.split()[0], "numpy", np.__version__, "cv2", cv2.__version__ if cv2 else "none")
    suite = unittest.defaultTestLoader.discover(str(Path(__file__).parent))
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
