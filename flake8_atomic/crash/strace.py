"""Runs a program under strace, to watch it or to make one of its calls fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import RecordingError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# A buffer that strace cuts short is one whose contents are not known.
BUFFER = 1 << 26


@dataclass(frozen=True, slots=True)
class Traced:
    """How a traced program ended, and the lines of its trace."""

    code: int
    output: str
    errors: str
    lines: tuple[str, ...]


def available() -> bool:
    """Tell whether strace is installed."""
    return shutil.which("strace") is not None


def trace(
    arguments: Sequence[str],
    *options: str,
    directory: Path | None = None,
    environment: Mapping[str, str] | None = None,
    timeout: float = 120,
) -> Traced:
    """Run a program under strace and return its trace; `options` are strace's own."""
    if not available():
        raise RecordingError("strace is not installed")
    with tempfile.TemporaryDirectory(prefix="crash-trace-") as scratch:
        lines = Path(scratch, "trace")
        done = subprocess.run(
            ["strace", "-f", "-y", "-xx", "-s", str(BUFFER), "-o", lines, *options, "--", *arguments],
            cwd=directory,
            env=dict(os.environ if environment is None else environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
        text = lines.read_text("ascii", "replace") if lines.exists() else ""
    output, errors = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    # strace refuses an option with a message of its own and runs nothing, which would look like a pass.
    if "strace: " in errors and not text:
        raise RecordingError(errors.strip())
    return Traced(done.returncode, output, errors, tuple(text.split("\n")[:-1]))
