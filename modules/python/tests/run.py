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

if __name__ == "__main__":
    print("numpy", np.__version__)
    suite = unittest.defaultTestLoader.discover(str(Path(__file__).parent))
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
