"""Patches the calls of `os`, to fail, cut, kill, interrupt or interleave at every one of them."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from types import BuiltinFunctionType, ModuleType
from typing import TYPE_CHECKING, Any
from unittest import mock

from flake8_atomic.crash import scan
from tests.crash.forks import descriptors

if TYPE_CHECKING:
    from pathlib import Path

    from tests.crash.scenarios import Scenario

_PATCHED = """
open close dup read write writev pwrite fsync fdatasync replace rename link symlink unlink remove mkdir rmdir
stat lstat fstat access readlink chmod fchmod chown fchown lchown truncate ftruncate utime lseek
listxattr getxattr setxattr removexattr urandom listdir scandir statvfs
"""
PATCHED = _PATCHED.split()
METADATA = frozenset(("fchmod", "fchown", "setxattr", "removexattr", "listxattr", "getxattr"))
REFUSED = frozenset((errno.EPERM, errno.EACCES, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOSYS))
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
    # Who asks `os.f in os.supports_dir_fd` must get the answer of the real function.
    wrapped = {name: wrapper(name, getattr(os, name)) for name in names}
    support = {
        group: getattr(os, group)
        | {wrapped[name] for name in names if getattr(os, name) in getattr(os, group)}
        for group in ("supports_dir_fd", "supports_fd", "supports_follow_symlinks", "supports_effective_ids")
    }
    aliases = _aliases(names)
    with ExitStack() as patches:
        for name, value in {**wrapped, **support}.items():
            patches.enter_context(mock.patch.object(os, name, value))
        for module, alias, name in aliases:
            patches.enter_context(mock.patch.object(module, alias, wrapped[name]))
        yield seen


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


def killed(scenario: Scenario, root: Path, wanted: int) -> str | None:
    """Kill a forked write at one call and judge what is left."""
    fresh(scenario, root)
    pid = os.fork()
    if not pid:  # pragma: no cover - the child dies inside the write
        with patched(with_kill(wanted)):
            scenario.write(root)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return scenario.fault(scan(root), returned=False, power=False) if status == 9 else "NOT-INJECTED"


def failed(scenario: Scenario, root: Path, wanted: int, name: str, code: int) -> str | None:
    """Fail one call of a write and judge what is left."""
    fresh(scenario, root)
    before = descriptors()
    try:
        with patched(with_error(wanted, code)):
            scenario.write(root)
    except OSError as error:
        return after_error(scenario, root, name, error) or ("FD" if descriptors() - before else None)
    tree = scan(root)
    if code == errno.ENOENT and name in ("open", "stat", "lstat", "readlink"):
        return None
    if code in REFUSED and name in METADATA and scenario.is_stricter(tree):
        return None
    return scenario.fault(tree, returned=True, power=False) or (
        "FALSE-SUCCESS" if name == "write" else "FD" if descriptors() - before else None
    )


def after_error(scenario: Scenario, root: Path, name: str, error: OSError) -> str | None:
    tree, published = scan(root), type(error).__name__ == "NotDurable"
    if scenario.leftovers(tree) and name not in ("unlink", "remove"):
        return "TEMP-LEFT"
    if scenario.is_new(tree) != published:
        return "NOT-DURABLE-BUT-OLD" if published else "PUBLISHED-AND-FAILED"
    return scenario.fault(tree, returned=published, power=False)


def interrupted(scenario: Scenario, root: Path, wanted: int) -> str | None:
    """Raise KeyboardInterrupt instead of one call and judge what is left."""

    def at(name: str, number: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        if number == wanted:
            raise KeyboardInterrupt
        return plainly(name, number, real, args, kwargs)

    fresh(scenario, root)
    with patched(at):
        try:
            scenario.write(root)
        except KeyboardInterrupt:
            pass
        else:
            return "INTERRUPT-LOST"
    tree = scan(root)
    return "TEMP-LEFT" if scenario.leftovers(tree) else scenario.fault(tree, returned=False, power=False)


def cut_short(scenario: Scenario, root: Path) -> str | None:
    """Let every write take only part of its data."""
    fresh(scenario, root)
    with patched(with_short_writes):
        scenario.write(root)
    return scenario.fault(scan(root), returned=True, power=False)


def interleaved(scenario: Scenario, root: Path, wanted: int) -> str | None:
    """Let another writer finish a whole write in the middle of this one."""
    other = replace(scenario, size=scenario.size // 2 + 1)
    fresh(scenario, root)
    try:
        with patched(with_other_writer(wanted, lambda: other.write(root))):
            scenario.write(root)
    except OSError as error:
        return f"WRITERS-COLLIDE {errno.errorcode.get(error.errno or 0)}"
    tree = scan(root)
    faults = {each.fault(tree, returned=True, power=False) for each in (scenario, other)}
    return None if None in faults else "MIXED"
