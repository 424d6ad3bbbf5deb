# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of the Python package: run.py [FOLDER]. Exit code 77 where numpy is missing.

FOLDER is where environment.py made a virtual environment, in which the tests run then; without one, in this Python.
"""

import os
import sys
import unittest
from pathlib import Path

import environment

if len(sys.argv) > 1 and environment.is_made(sys.argv[1]):
    python = str(environment.python_of(sys.argv[1]))
    os.execv(python, [python, __file__])

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
