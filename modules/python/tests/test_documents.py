# SPDX-License-Identifier: Apache-2.0
"""The programs of docs/PYTHON.md."""

import importlib.util
import re
import unittest
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "PYTHON.md"


class Programs(unittest.TestCase):
    def test_they_run(self):
        programs = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.S | re.M)
        self.assertTrue(programs)
        for program in programs:
            if "dask" in program and importlib.util.find_spec("dask") is None:
                print("skipped: this Python has no dask for a program of docs/PYTHON.md")
                continue
            exec(compile(program, str(PAGE), "exec"), {})


if __name__ == "__main__":
    unittest.main()
