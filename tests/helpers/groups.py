"""The files of the tests' groups, and what befalls a group."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any

import pytest

from flake8_atomic.helpers import Unreplaceable, atomic_group, forward

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NEW = {"a": "new", "sub/c": "new"}
OLD = {"a": "old", "b": "old", "sub/c": "old"}


def contents(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text() for path in sorted(root.rglob("*")) if path.is_file()}


def in_thread(act: Callable[[], object]) -> None:
    errors: list[BaseException] = []

    def run() -> None:
        try:
            act()
        except BaseException as error:  # noqa: BLE001 - raised in the thread that asked
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]


def failing(monkeypatch: pytest.MonkeyPatch, name: str, wanted: int, error: BaseException, module: object = os) -> None:
    """Let one call raise this."""

    def fail() -> None:
        raise error

    monkeypatch.setattr(module, name, _before_call(module, name, wanted, fail))


def _before_call(where: object, name: str, wanted: int, act: Callable[[], object]) -> Callable[..., Any]:
    """The function as it is, but that something happens just before one of its calls."""
    real, count = getattr(where, name), 0

    def call(*arguments: Any, **options: Any) -> Any:
        nonlocal count
        count += 1
        if count == wanted:
            act()
        return real(*arguments, **options)

    return call


def save(root: Path) -> None:
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.write_text(root / "sub/c", "new")


def die_at(where: object, name: str, wanted: int) -> None:
    """Let the process die just before one call."""
    setattr(where, name, _before_call(where, name, wanted, lambda: os._exit(9)))


def killed(root: Path, where: object, name: str, wanted: int, *, sync: str = "full") -> None:
    """Let a group die just before one of its calls."""
    pid = os.fork()
    if not pid:
        die_at(where, name, wanted)
        with atomic_group(root, sync=sync) as group:
            group.write_text(root / "a", "new")
            group.write_text(root / "sub/c", "new")
            group.unlink(root / "b")
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9


def committed(root: Path, sync: str = "full") -> None:
    killed(root, forward.Forward, "finish", 1, sync=sync)


def own(root: Path) -> Path:
    (found,) = root.glob(".txn-*")
    return found


def as_user(act: Callable[[], None], user: int = 1234) -> int:
    """Do something as another user, in a fork, and return how it ended."""
    pid = os.fork()
    if not pid:
        code = 0
        try:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            act()
        except OSError as error:
            code = error.errno or 99
            code += 100 if isinstance(error, Unreplaceable) else 0
        except BaseException:  # noqa: BLE001 - the exit code is all that comes back
            code = 98
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
