"""Three writes of which it is easy to foresee what a run makes, and a process that makes it."""

from __future__ import annotations

import os
from collections.abc import Callable

from tests.codemods.conftest import FIXED, IMPORT, LEFT, SAFE, UNSAFE, Ran
from tests.fixtures import ROOT

Run = Callable[..., Ran]
EVERY = f"{SAFE}\n{UNSAFE}\n{LEFT}\n"
DONE = f"{IMPORT}{FIXED}\n{UNSAFE}\n{LEFT}\n"
FORESEEN = """
import signal
import sys
from codemods.running import one
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job that a shell starts in the background ignores it
from codemods.atomicize import main
from tests.codemods.conftest import foreseen
one.rewrite = foreseen
sys.exit(main())
"""


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}
