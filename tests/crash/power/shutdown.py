"""Cuts a filesystem off by ioctl, after each call of a write in turn."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any

from tests.crash.patches import patched
from tests.crash.power.cuts import BOX, DIED, RAISED, Found, base, in_child, look
from tests.crash.power.mounts import Filesystem, cut_off, mounted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.crash.scenarios import Scenario


def shut_down(filesystem: Filesystem, scenario: Scenario, scratch: Path, flags: int) -> Iterator[Found]:
    """Cut the filesystem off after every call of the write, and after it has returned."""
    start, image, wanted = base(filesystem, scenario, scratch), scratch / "cut.img", 0
    while True:
        wanted += 1
        start.write(image)
        with mounted(filesystem, image, scratch / "mnt") as root:
            code = in_child(partial(_cut_after, scenario, root, flags, wanted))
        if code == RAISED:
            raise AssertionError(f"{scenario.key} failed before its power was cut")
        yield look(filesystem, scenario, image, scratch, f"shutdown {flags}", returned=code == 0)
        if code == 0:
            return


def _cut_after(scenario: Scenario, root: Path, flags: int, wanted: int) -> None:
    def at(_: str, number: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        try:
            return real(*args, **kwargs)
        finally:
            if number == wanted:
                with real_calls:
                    cut_off(root, flags)
                os._exit(DIED)

    real_calls = RealCalls()
    with patched(at):
        scenario.write(root / BOX)
    cut_off(root, flags)


class RealCalls:
    """Calls made by the harness itself, which must not be cut in turn."""

    def __init__(self) -> None:
        self.open, self.close = os.open, os.close
        self.patched: tuple[Any, Any] = (None, None)

    def __enter__(self) -> None:
        self.patched = os.open, os.close
        os.open, os.close = self.open, self.close

    def __exit__(self, *_: object) -> None:
        os.open, os.close = self.patched
