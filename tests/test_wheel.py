"""What is shipped: both packages, typed, and none of the fixtures."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.fixtures import ROOT


def test_the_wheel_holds_both_packages_and_no_fixtures(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True)
    if "No matching distribution" in done.stdout + done.stderr:
        pytest.skip("NOT RUN: the package index is out of reach")
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
        scripts = wheel.read(next(name for name in names if name.endswith("/entry_points.txt"))).decode()
        metadata = wheel.read(next(name for name in names if name.endswith("/METADATA"))).decode()
    shipped = {name.partition("/")[0] for name in names if ".dist-info" not in name}
    assert shipped == {"flake8_atomic", "codemods"}
    assert {"flake8_atomic/py.typed", "codemods/py.typed", "flake8_atomic/rules/dumped_in_place.py"} <= names
    assert "flake8_atomic/helpers/LICENSE" in names
    assert "atomicize = codemods.atomicize:main" in scripts
    required = [line for line in metadata.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert required == []
