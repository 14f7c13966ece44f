"""The folder works as a copy in another package, and its import is cheap."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import flake8_atomic.helpers

PROGRAM = """
import sys
import os, json
before = set(sys.modules)
import {package}
loaded = set(sys.modules) - before
unwanted = {{"ast", "inspect", "dataclasses", "tempfile", "flake8", "libcst"}}
unwanted |= {{"typing", "sqlite3", "threading", "contextlib"}}
assert not loaded & unwanted, loaded & unwanted
{package}.atomic_write_text({path!r}, "written by a copy")
with {package}.atomic_open({path!r}, "w") as file:
    file.write("and again")
"""


@pytest.mark.parametrize("flags", [["-I"], ["-I", "-S"], ["-I", "-X", "utf8"]])
def test_folder_works_as_a_copy_and_imports_little(memory: Path, flags: list[str]) -> None:
    package = Path(flake8_atomic.helpers.__file__).parent
    copy = memory / "project" / "safe_files"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (memory / "project" / "__init__.py").write_text("")
    program = f"import sys; sys.path.insert(0, {str(memory)!r})\n" + PROGRAM.format(
        package="project.safe_files", path=str(memory / "target")
    )
    subprocess.run([sys.executable, *flags, "-W", "error", "-B", "-c", program], check=True)
    assert (memory / "target").read_text() == "and again"


def test_import_is_cheap(memory: Path) -> None:
    """Under 10 ms of processor time beyond os and json, from bytecode, the best of some tries."""
    program = (
        "import os, json, time; start = time.process_time_ns();"
        "import flake8_atomic.helpers; print(time.process_time_ns() - start)"
    )
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(memory), "PYTHONPATH": os.getcwd()}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", program]
    tries = [
        int(subprocess.run(command, env=environment, check=True, capture_output=True).stdout) / 1e6 for _ in range(6)
    ]
    assert min(tries[1:]) < 10, tries
