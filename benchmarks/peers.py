"""The other Python libraries that write a file whole, and where they are installed."""

from __future__ import annotations

import os
import subprocess
import tempfile
import venv
import zipfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.contest import Contenders

ROOT = Path(__file__).resolve().parent.parent
PEERS = ("atomicwrites==1.4.1", "boltons==26.2.0", "safer==6.1.0", "durablewrite==1.0.0", "safewrite==0.1.3")
HERMES = "hermes-agent==0.19.0"


def byte_peers(path: str, data: bytes) -> Contenders:
    names = ("atomicwrites", "boltons.fileutils", "safer", "durablewrite", "safewrite")
    try:
        atomicwrites, boltons, safer, durablewrite, safewrite = map(import_module, names)
    except ImportError:
        return {}

    def by(opener: Callable[..., Any], *arguments: object, **options: object) -> Callable[[], None]:
        def write() -> None:
            with opener(path, *arguments, **options) as file:
                file.write(data)

        return write

    return {
        "atomicwrites": by(atomicwrites.atomic_write, mode="wb", overwrite=True),
        "boltons (no directory sync)": by(boltons.atomic_save, text_mode=False),
        "safer (no sync)": by(safer.open, "wb", temp_file=True),
        "durablewrite": lambda: durablewrite.write_bytes_atomic(path, data),
        "safewrite": lambda: safewrite.write_bytes(path, data),
    }


def json_peers(path: str, obj: object, options: dict[str, Any]) -> Contenders:
    try:
        atomic_json_write = import_module("utils").atomic_json_write
    except ImportError:
        return {}
    return {"hermes (no directory sync)": lambda: atomic_json_write(path, obj, **options)}


def group_peers(folder: Path, names: list[str], data: bytes) -> Contenders:
    try:
        filetx: Any = import_module("filetx")
    except ImportError:
        return {}

    def write() -> None:
        with filetx.Transaction(journal=str(folder / "journal.jsonl")) as transaction:
            for name in names:
                Path(name + ".new").write_bytes(data)
                transaction.move(name + ".new", name, overwrite=True)

    return {"filetx (no data sync)": write}


def with_peers(arguments: list[str]) -> int:
    """Install the other libraries beside, not into, this interpreter and start again there."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = os.path.join(folder, "bin", "python")
        quiet = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*quiet, "install", *PEERS, "pyyaml"], check=True)
        subprocess.run([*quiet, "download", "--no-deps", "--dest", folder, HERMES], check=True)
        (wheel,) = Path(folder).glob("hermes_agent-*.whl")
        zipfile.ZipFile(wheel).extract("utils.py", folder)
        path = os.pathsep.join([str(ROOT), folder])
        command = [python, "-m", "benchmarks.helpers", "--no-peers", *arguments]
        return subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False).returncode
