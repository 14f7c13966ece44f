"""The program that is recorded when recovery itself is crashed: it recovers many folders, each in its section."""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path

from flake8_atomic.crash import mark, section
from flake8_atomic.helpers import recover
from tests.crash.groups import groups, syncing_at


def main() -> None:
    (warm,) = groups("save", target="pair")
    folders = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    warm.prepare(Path(sys.argv[2]))
    warm.write(Path(sys.argv[2]))
    gc.disable()
    with syncing_at(1e9):
        for key, folder in folders.items():
            with section(key):
                recover(folder)
                mark("returned")


if __name__ == "__main__":
    main()
