"""Downloads pinned packages as wheels, once, and reads the Python files that they ship."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(os.environ.get("ATOMIC_BENCHMARKS", "build/benchmarks"))


# Not the package's own code, or not shipped to users.
FOREIGN = frozenset({"tests", "test", "testing", "_vendor", "vendored", "vendor", "patched", "site-packages"})


def fetch(requirement: str) -> Path:
    """The folder with the Python files of one package, downloaded as a wheel when it is not there yet."""
    folder = FOLDER / requirement.replace("==", "-")
    if not folder.is_dir():
        wheels = FOLDER / "wheels" / requirement
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        subprocess.run([*command, "--dest", str(wheels), requirement], check=True)
        partial = folder.with_name(f"{folder.name}.{os.getpid()}.part")
        partial.mkdir()  # some packages only name others
        with zipfile.ZipFile(next(wheels.glob("*.whl"))) as wheel:
            wheel.extractall(partial, [name for name in wheel.namelist() if name.endswith(".py")])
        partial.replace(folder)
    return folder


def sources(requirement: str) -> Iterator[tuple[str, str]]:
    """The name and text of each of the package's own files."""
    folder = fetch(requirement)
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder)
        if FOREIGN.isdisjoint(name.parts):
            try:
                yield str(name), path.read_bytes().decode("utf-8-sig")
            except UnicodeDecodeError:
                continue
