"""Functions of the rules' fixtures as scenarios, and what befalls them: a full disk, another process, another disk."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

from flake8_atomic.crash import KILL, POSIX_WEAK, Model
from flake8_atomic.helpers import atomic_write_text
from tests.crash.mutants.temp_elsewhere import elsewhere
from tests.crash.patches import patched, plainly
from tests.crash.scenarios import NAME, OLD, Scenario, named
from tests.fixtures import FIXTURES, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flake8_atomic.crash import State, Tree

NEW = b"{}"
MODE = 0o644
_open = open


class Befalls(NamedTuple):
    """How what a rule names as the cause is brought about, and the model that then says what is found."""

    model: Model
    options: tuple[str, ...] = ()
    around: str = ""


CAUSES = {
    "any save": Befalls(KILL),
    "a kill": Befalls(KILL),
    "a power cut": Befalls(POSIX_WEAK),
    "a save onto a full disk": Befalls(KILL, ("-e", "inject=write:error=ENOSPC")),
    "a kill while another process saves": Befalls(KILL, around="beside_another"),
    "a kill where the temp lies on another filesystem": Befalls(KILL, around="with_temps_elsewhere"),
}


def is_in(what: str, state: State) -> bool:
    """Is the file found like this?"""
    node = state.tree.get(NAME)
    if what == "temp left over":
        return any(mark.startswith("raised-") for mark in state.marks) and {*state.tree} != {NAME}
    if node is None or what == "gone":
        return node is None and what == "gone"
    return {
        "empty": node.data == b"",
        "old again": node.data == OLD and "returned" in state.marks,
        "wrong mode": node.data == NEW and node.mode != MODE,
    }[what]


@dataclass(frozen=True, slots=True)
class Shown(Scenario):
    """One function of a fixture; `writer` is `folder/module:function`, or a function here."""

    def prepare(self, root: Path) -> None:
        root.mkdir(parents=True, exist_ok=True)
        (root / NAME).write_bytes(OLD)
        (root / NAME).chmod(MODE)

    def load(self) -> Callable[..., object]:
        module, _, function = self.writer.partition(":")
        if "/" not in module:
            return named(self.writer)  # type: ignore[no-any-return]
        return getattr(load(FIXTURES / f"{module}.py"), function)  # type: ignore[no-any-return]

    def write(self, root: Path) -> None:
        around = dict(self.options).get("around")
        function = self.load()
        during: AbstractContextManager[object] = nullcontext()
        if around:
            during = named(f"{__name__}:{around}")(function, root)
        # sendfile is not modelled; without it a copy reads and writes.
        with during, mock.patch.object(shutil, "_USE_CP_SENDFILE", False):
            function(root)

    def fault(self, tree: Tree, *, returned: bool, power: bool = True) -> str | None:
        raise NotImplementedError("a state is asked for by its name")


def good(folder: Path) -> None:
    """Save as every rule's good example does."""
    atomic_write_text(folder / NAME, "{}")


@contextmanager
def with_temps_elsewhere(_: Callable[..., object], root: Path) -> Iterator[None]:
    """Let the system's folder for temps lie on another filesystem than the file."""
    with mock.patch.object(tempfile, "tempdir", elsewhere(root)):
        yield


@contextmanager
def beside_another(function: Callable[..., object], root: Path) -> Iterator[None]:
    """Let another process save between the last write and the rename, which comes when it has opened its temp."""
    waiting: list[Callable[[], None]] = []
    done: list[bool] = []

    def at(name: str, number: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        if name in ("replace", "rename") and not done and not waiting:
            waiting.append(lambda: real(*args, **kwargs))
            with mock.patch.object(os, "getpid", return_value=-1), suppress(OSError):
                function(root)
            return None
        result = plainly(name, number, real, args, kwargs)
        if name == "open" and args[1] & os.O_CREAT:
            go_on()
        return result

    def opening(*args: Any, **kwargs: Any) -> Any:
        handle = _open(*args, **kwargs)
        go_on()
        return handle

    def go_on() -> None:
        if waiting and not done:
            done.append(True)
            waiting[0]()

    with mock.patch.dict(function.__globals__, {"open": opening}), patched(at):
        yield
    assert done, "the other process has not opened its temp"
