"""Runs the codemod of the working tree as a user would, and reads what it says of each site."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DONE, SOME_FAILED = 0, 2


@dataclass(frozen=True)
class Rewriting:
    """What one run of `atomicize` says it did, and the processor time it took with its workers."""

    report: dict[str, Any]
    code: int
    cpu: float

    @property
    def sites(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each finding with the file it is in."""
        for file in self.report["files"]:
            yield from ((file["path"], site) for site in file["sites"])

    @property
    def problems(self) -> list[str]:
        """The files that could not be handled, each with its reason."""
        return [f"{file['path']}: {file['problem']}" for file in self.report["files"] if file["problem"]]

    def states(self) -> Counter[str]:
        """How many sites were fixed, safely or not, how many would be only with --unsafe, and how many were left."""
        return Counter(
            f"fixed {site['level']}" if site["state"] == "fixed" else site["state"] for _, site in self.sites
        )

    def reasons(self) -> Counter[tuple[str, str]]:
        """Code and reason of every site that is as it was."""
        return Counter(
            (site["code"], site["text"] or "the file was not handled")
            for _, site in self.sites
            if site["state"] != "fixed"
        )


def atomicize(folder: Path, *arguments: str) -> Rewriting:
    """Rewrite what the arguments name in the folder, which stands for the user's project."""
    command = [sys.executable, "-P", "-m", "codemods.atomicize", "--format=json", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    before = _used()
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    if ran.returncode not in (DONE, SOME_FAILED) or not ran.stdout.strip():
        raise RuntimeError(f"atomicize ended with {ran.returncode}\n{ran.stderr.decode(errors='replace')}")
    return Rewriting(json.loads(ran.stdout), ran.returncode, _used() - before)


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
