"""Six published libraries that write files atomically, called like our own writers."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

PACKAGES = (
    "atomicwrites==1.4.1",
    "boltons==26.2.0",
    "safer==6.1.0",
    "durablewrite==1.0.0",
    "safewrite==0.1.3",
    "hermes-agent==0.19.0",
    "PyYAML",
)


def _load(name: str) -> Any:
    # They are installed for this test alone, where no type checker looks.
    return importlib.import_module(name)


def atomicwrites(path: Path, data: bytes) -> None:
    with _load("atomicwrites").atomic_write(str(path), mode="wb", overwrite=True) as handle:
        handle.write(data)


def boltons(path: Path, data: bytes) -> None:
    with _load("boltons.fileutils").atomic_save(str(path)) as handle:
        handle.write(data)


def safer(path: Path, data: bytes) -> None:
    with _load("safer").open(str(path), "wb", temp_file=True) as handle:
        handle.write(data)


def durablewrite(path: Path, data: bytes) -> None:
    with _load("durablewrite").atomic_write(str(path), "wb") as handle:
        handle.write(data)


def safewrite(path: Path, data: bytes) -> None:
    _load("safewrite").write_bytes(str(path), data)


def hermes(path: Path, data: bytes) -> None:
    from tests.crash.writers import Verbatim

    _load("utils").atomic_json_write(str(path), data.decode("ascii"), cls=Verbatim)


def builtin(path: Path, data: bytes) -> None:
    path.write_bytes(data)
