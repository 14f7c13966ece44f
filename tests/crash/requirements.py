"""What a tier needs: where it could run and cannot for want of a package, `python -m tests.crash` is red."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

import pytest

STRICT = "CRASH_TESTS_STRICT"
BUDGET = "CRASH_TESTS_BUDGET"
PACKAGES = {"strace": "strace", "mkfs.ext4": "e2fsprogs", "mkfs.xfs": "xfsprogs", "mkfs.btrfs": "btrfs-progs"}


def budget(ci: int, long: int) -> int:
    """Return how much to do: the fixed budget of CI, or that of a long run."""
    return long if os.environ.get(BUDGET) == "long" else ci


def _missing(tool: str) -> NoReturn:
    message = f"{tool} is not installed (Debian package {PACKAGES[tool]})"
    if os.environ.get(STRICT):
        pytest.fail(f"{message}, so a tier that can run here did not")
    pytest.skip(message)


def need_strace() -> None:
    """Skip where nothing can be traced."""
    if sys.platform != "linux":
        pytest.skip("strace is for Linux")
    if shutil.which("strace") is None:
        _missing("strace")


def need_mounts() -> None:
    """Skip where this user or this machine cannot mount."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root can mount: no power was cut")
    for tool in ("mkfs.ext4", "mkfs.xfs", "mkfs.btrfs"):
        if shutil.which(tool) is None:
            _missing(tool)
    if reason := _cannot_mount():
        pytest.skip(f"this machine does not mount ({reason}): no power was cut")


def _cannot_mount() -> str:
    from tests.crash.power.mounts import FILESYSTEMS, make, mounted
    from tests.crash.power.recorder import recorder

    with tempfile.TemporaryDirectory(prefix="crash-") as scratch:
        image = Path(scratch, "probe.img")
        make(FILESYSTEMS[0], image)
        try:
            with (
                recorder(image, Path(scratch, "fuse")) as served,
                mounted(FILESYSTEMS[0], served.disk, Path(scratch, "m")),
            ):
                return ""
        except OSError as error:
            return str(error)
