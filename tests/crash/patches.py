"""Patches the calls of `os`, so that a fault can come at any one of them."""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from types import BuiltinFunctionType, ModuleType
from typing import TYPE_CHECKING, Any
from unittest import mock

if TYPE_CHECKING:
    from pathlib import Path

    from tests.crash.scenarios import Scenario

_PATCHED = """
open close dup dup2 read write writev pwrite fsync fdatasync replace rename link symlink unlink remove mkdir rmdir
stat lstat fstat access readlink chmod fchmod chown fchown lchown truncate ftruncate utime lseek
listxattr getxattr setxattr removexattr urandom listdir scandir statvfs
"""
PATCHED = _PATCHED.split()
At = Callable[[str, int, Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]


@contextmanager
def patched(at: At) -> Iterator[Counter[str]]:
    """Let `at(name, number, real, args, kwargs)` stand for every call; count them by name."""
    seen: Counter[str] = Counter()

    def wrapper(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            seen[name] += 1
            return at(name, seen.total(), real, args, kwargs)

        return call

    names = [name for name in PATCHED if hasattr(os, name)]
    wrapped = {name: wrapper(name, getattr(os, name)) for name in names}
    support, aliases = _support(wrapped), _aliases(names)
    with ExitStack() as patches:
        for name, value in {**wrapped, **support}.items():
            patches.enter_context(mock.patch.object(os, name, value))
        for module, alias, name in aliases:
            patches.enter_context(mock.patch.object(module, alias, wrapped[name]))
        yield seen


def _support(wrapped: Mapping[str, Callable[..., Any]]) -> dict[str, set[Callable[..., Any]]]:
    """Give who asks `os.f in os.supports_dir_fd` the answer of the real function."""
    return {
        group: getattr(os, group) | {wrapped[name] for name in wrapped if getattr(os, name) in getattr(os, group)}
        for group in ("supports_dir_fd", "supports_fd", "supports_follow_symlinks", "supports_effective_ids")
    }


def _aliases(names: Iterable[str]) -> list[tuple[ModuleType, str, str]]:
    """Return where the helpers keep a call of `os` under a name of their own."""
    real = {getattr(os, name): name for name in names}
    helpers = [module for name, module in sys.modules.items() if name.startswith("flake8_atomic.helpers")]
    return [
        (module, alias, real[value])
        for module in helpers
        for alias, value in vars(module).items()
        if isinstance(value, BuiltinFunctionType) and value in real
    ]


def plainly(_: str, __: int, real: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Carry the call out."""
    return real(*args, **kwargs)


def calls(scenario: Scenario, root: Path, during: AbstractContextManager[object] | None = None) -> list[str]:
    """Return the names of the calls of an undisturbed write, which runs `during` a block."""
    names: list[str] = []

    def at(name: str, number: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        names.append(name)
        return plainly(name, number, real, args, kwargs)

    # The first write of a process imports; a coverage tool too looks at files when it first meets a module.
    fresh(scenario, root)
    with patched(plainly):
        scenario.write(root)
    fresh(scenario, root)
    with patched(at), during or nullcontext():
        scenario.write(root)
    return names


def descriptors() -> set[int]:
    """Return the open descriptors, however high their numbers are."""
    listed = {int(name) for name in os.listdir("/dev/fd")}
    # The listing itself had one, which is closed by now.
    return {number for number in listed if os.path.exists(f"/dev/fd/{number}")}


def close_new(before: set[int]) -> set[int]:
    """Close and return what was opened since: a leak must not hide the next one."""
    leaked = descriptors() - before
    for descriptor in leaked:
        os.close(descriptor)
    return leaked


def fresh(scenario: Scenario, root: Path) -> None:
    shutil.rmtree(root, ignore_errors=True)
    scenario.prepare(root)


def with_error(wanted: int, code: int) -> At:
    """Fail the call with number `wanted`."""

    def at(name: str, number: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        if number != wanted:
            return real(*args, **kwargs)
        if name == "close":
            # Linux frees the descriptor whatever close reports.
            real(*args, **kwargs)
        raise OSError(code, os.strerror(code))

    return at


def with_kill(wanted: int) -> At:
    """Die at the call with number `wanted`."""

    def at(name: str, number: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        if number == wanted:
            os._exit(9)
        return plainly(name, number, real, args, kwargs)

    return at


def with_short_writes(name: str, _: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Take a third of what is written, as a full disk or a signal may."""
    if name == "write":
        args = (args[0], memoryview(args[1])[: max(1, len(args[1]) // 3)])
    return real(*args, **kwargs)


def with_other_writer(wanted: int, other: Callable[[], None]) -> At:
    """Let another whole write happen just before the call with number `wanted`."""
    busy: list[bool] = []

    def at(name: str, number: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        if number == wanted and not busy:
            busy.append(True)
            other()
        return plainly(name, number, real, args, kwargs)

    return at
