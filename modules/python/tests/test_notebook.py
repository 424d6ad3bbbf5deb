# SPDX-License-Identifier: Apache-2.0
"""samples/python/tour.ipynb runs from its first cell to its last. `test_notebook.py --write` stores its new outputs."""

import os
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import ipykernel  # noqa: F401, the kernel that runs the cells
    import matplotlib  # noqa: F401, what the cells draw with
    import nbclient
    import nbformat
except ImportError as error:
    nbclient = None
    missing = error.name

NOTEBOOK = Path(__file__).parents[3] / "samples" / "python" / "tour.ipynb"
LARGEST_FILE = 600_000  # bytes, outputs included


def executed():
    """The notebook with new outputs. Raises what a cell raises."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["IPYTHONDIR"] = os.environ["JUPYTER_RUNTIME_DIR"] = folder  # nothing is left at home
        nbclient.NotebookClient(
            notebook,
            resources={"metadata": {"path": str(NOTEBOOK.parent)}},
            record_timing=False,
            timeout=120,
        ).execute()
    notebook.metadata.language_info = {"name": "python"}
    return notebook


@unittest.skipIf(nbclient is None, f"the notebook needs {missing if nbclient is None else ''}, which this Python lacks")
class Notebook(unittest.TestCase):
    def test_runs(self):
        notebook = executed()
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        self.assertTrue(cells)
        for cell in cells:
            self.assertFalse([o for o in cell.outputs if o.get("name") == "stderr"], f"a cell warns:\n{cell.source}")

    def test_has_its_outputs_and_is_small(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        nbformat.validate(notebook)
        pictures = [o for cell in notebook.cells for o in cell.get("outputs", []) if "image/jpeg" in o.get("data", {})]
        self.assertGreaterEqual(len(pictures), 8)
        self.assertLessEqual(NOTEBOOK.stat().st_size, LARGEST_FILE)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        nbformat.write(executed(), NOTEBOOK)
    else:
        unittest.main()
