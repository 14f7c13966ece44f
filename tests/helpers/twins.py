"""Lets the builtin and the helper do the same in twin directories, and compares what they leave."""

from __future__ import annotations

import itertools
import os
import pickle
import stat
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.helpers.acts import ACTS, Act
from tests.helpers.targets import GROUP, SECOND_GROUP, USER, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


Outcome = tuple[str, Any, Any]


def attempt(act: Callable[[Any], object], path: Any) -> Outcome:
    try:
        return "value", act(path), None
    except Exception as error:  # noqa: BLE001 - whatever the builtin raises is the yardstick
        return "error", (type(error).__name__, getattr(error, "errno", None)), repr(error)


def tree(place: str) -> dict[str, tuple[Any, ...]]:
    """Everything below a directory that a user can see, but times and inode numbers."""
    found = {}
    for folder, folders, files in os.walk(os.fsencode(place)):
        for name in [*folders, *files]:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            attributes: dict[str, bytes] = {}
            content: bytes | None = None
            if stat.S_ISLNK(status.st_mode):
                content = os.readlink(path).replace(os.fsencode(place), b"")
            else:
                attributes = {key: os.getxattr(path, key) for key in os.listxattr(path)}
            if stat.S_ISREG(status.st_mode):
                content = content_of(path, stat.S_IMODE(status.st_mode))
            found[os.fsdecode(path[len(place) :])] = (
                oct(status.st_mode),
                status.st_uid,
                status.st_gid,
                content,
                attributes,
            )
    return found


def content_of(path: bytes, mode: int) -> bytes:
    """Read a file, also one whose owner may not."""
    if not mode & stat.S_IRUSR and os.geteuid():
        os.chmod(path, mode | stat.S_IRUSR)
    with open(path, "rb") as file:
        content = file.read()
    if not mode & stat.S_IRUSR and os.geteuid():
        os.chmod(path, mode)
    return content


class Case(NamedTuple):
    """One cell of the matrix, prepared twice."""

    label: str
    kind: Kind
    act: Act
    umask: int
    twins: tuple[str, str]


def prepared(memory: Path, cells: Iterator[tuple[str, Kind, Act, int]], owner: tuple[int, int] | None) -> list[Case]:
    cases = []
    for number, (label, kind, act, umask) in enumerate(cells):
        twins = (str(memory / f"{number}a"), str(memory / f"{number}b"))
        for place in twins:
            os.mkdir(place)
            kind.prepare(place)
            if owner is not None:
                give(place, *owner)
        cases.append(Case(label, kind, act, umask, twins))
    return cases


def give(place: str, uid: int, gid: int) -> None:
    for folder, folders, files in os.walk(place):
        for path in [folder, *(os.path.join(folder, name) for name in [*folders, *files])]:
            status = os.lstat(path)
            if status.st_uid == 0:
                os.chown(path, uid, gid if status.st_gid == 0 else status.st_gid, follow_symlinks=False)
                if not stat.S_ISLNK(status.st_mode):
                    os.chmod(path, stat.S_IMODE(status.st_mode))


def run_case(case: Case) -> list[tuple[Outcome, bytes]]:
    results = []
    os.umask(case.umask)
    for place, act in zip(case.twins, (case.act.builtin, case.act.helper), strict=True):
        path: Any = case.kind.path
        if case.kind.cwd:
            os.chdir(place)
        elif isinstance(path, bytes):
            path = os.path.join(os.fsencode(place), path)
        else:
            path = os.path.join(place, path)
        reader = -1
        target = os.path.join(place, "target")
        if "FIFO" in case.label:
            reader = os.open(target, os.O_RDONLY | os.O_NONBLOCK)
        before = len(os.listdir("/proc/self/fd"))
        outcome = attempt(act, path)
        leaked = len(os.listdir("/proc/self/fd")) - before
        received = b""
        if reader >= 0:
            received = os.read(reader, 1 << 20)
            os.close(reader)
        os.chdir("/")
        results.append((outcome, received + b"leak" * leaked))
    return results


def in_child(cases: list[Case], drop: bool) -> list[list[tuple[Outcome, bytes]]]:
    """Run the cases in a forked child, without privileges if asked."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(receiving)
            if drop:
                os.setgroups([GROUP, SECOND_GROUP])
                os.setgid(GROUP)
                os.setuid(USER)
            with open(sending, "wb") as pipe:
                pickle.dump([run_case(case) for case in cases], pipe)
            status = 0
        finally:
            os._exit(status)
    os.close(sending)
    with open(receiving, "rb") as pipe:
        results = pickle.load(pipe)
    assert os.waitpid(child, 0)[1] == 0
    return results  # type: ignore[no-any-return]


def differences(memory: Path, cells: Iterator[tuple[str, Kind, Act, int]], *, drop: bool) -> tuple[int, list[str]]:
    cases = prepared(memory, cells, (USER, GROUP) if drop else None)
    before = [tree(case.twins[1]) for case in cases]
    found = []
    for case, old, (builtin, helper) in zip(cases, before, in_child(cases, drop), strict=True):
        if builtin[0][:2] != helper[0][:2] or builtin[1] != helper[1]:
            found.append(f"{case.label}: {builtin} != {helper}")
            continue
        # Where the builtin fails after it has truncated, the helper leaves the old: the difference to be had.
        expected = old if builtin[0][0] == "error" else tree(case.twins[0])
        if expected != tree(case.twins[1]):
            found.append(f"{case.label}: {expected} != {tree(case.twins[1])}")
    return len(cases), found


def matrix(kinds: dict[str, Kind]) -> Iterator[tuple[str, Kind, Act, int]]:
    for (kind_name, kind), (act_name, act) in itertools.product(kinds.items(), ACTS.items()):
        for umask in (0o022, 0o077, 0o000, 0o027) if act_name in ("text", "open wb") else (0o022,):
            yield f"{kind_name} / {act_name} / {umask:o}", kind, act, umask
