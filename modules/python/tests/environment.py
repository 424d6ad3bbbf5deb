# SPDX-License-Identifier: Apache-2.0
"""Makes the virtual environment of the Python package's tests: environment.py FOLDER.

Exit code 77 where PyPI is out of reach. The folder keeps it: it is made again only for other requirements, or for
another Python.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
NOT_INSTALLED = 77


def python_of(folder):
    return Path(folder) / "bin" / "python"


def wanted():
    return f"{sys.version}\n{REQUIREMENTS.read_text()}"


def is_made(folder):
    stamp = Path(folder) / "made_of.txt"
    return stamp.exists() and stamp.read_text() == wanted() and python_of(folder).exists()


def make(folder):
    """Returns why it could not be made; nothing if it was."""
    begin = time.monotonic()
    shutil.rmtree(folder, ignore_errors=True)
    pip = [str(python_of(folder)), "-m", "pip", "--disable-pip-version-check"]
    for command in (
        [sys.executable, "-m", "venv", str(folder)],
        [*pip, "install", "--quiet", "--only-binary=:all:", "--retries=1", "--timeout=20", "-r", str(REQUIREMENTS)],
    ):
        made = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if made.returncode != 0:
            return f"{' '.join(command)} failed:\n{made.stdout}"
    (Path(folder) / "made_of.txt").write_text(wanted())
    print(f"made {folder} in {time.monotonic() - begin:.0f} s")
    return None


def main(folder):
    if is_made(folder):
        print(f"{folder} is there already")
        return 0
    reason = make(folder)
    if reason is None:
        return 0
    shutil.rmtree(folder, ignore_errors=True)
    print(f"SKIPPED: the Python package is tested without Dask, cv2 and the notebook: {reason}")
    return NOT_INSTALLED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
