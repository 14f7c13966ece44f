"""Every kind of target, written by the builtin and by the helper in twin directories, ends the same way."""

from __future__ import annotations

import itertools
import os
import pickle
import socket
import stat
import struct
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from flake8_atomic.helpers import atomic_open, atomic_write_bytes, atomic_write_json, atomic_write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the matrix is of Linux file kinds")
USER, GROUP, SECOND_GROUP, STRANGER = 1000, 1000, 2000, 1234
OLD = b"old content that is longer than most of what replaces it\n"


class Kind(NamedTuple):
    """A way to prepare a directory, and the path to write within it."""

    prepare: Callable[[str], object]
    path: str | bytes = "target"
    cwd: bool = False


def regular(mode: int, content: bytes = OLD, name: str = "target") -> Callable[[str], None]:
    def prepare(place: str) -> None:
        with open(os.path.join(place, name), "wb") as file:
            file.write(content)
        os.chmod(os.path.join(place, name), mode)

    return prepare


def chain(*steps: Callable[[str], object]) -> Callable[[str], None]:
    def prepare(place: str) -> None:
        for step in steps:
            step(place)

    return prepare


def link(text: str, name: str = "target") -> Callable[[str], None]:
    return lambda place: os.symlink(text.replace("{place}", place), os.path.join(place, name))


def directory(name: str, mode: int = 0o755) -> Callable[[str], None]:
    def prepare(place: str) -> None:
        os.mkdir(os.path.join(place, name))
        os.chmod(os.path.join(place, name), mode)

    return prepare


def owned(uid: int, gid: int, name: str = "target") -> Callable[[str], None]:
    def prepare(place: str) -> None:
        if os.geteuid() == 0:
            path = os.path.join(place, name)
            mode = stat.S_IMODE(os.stat(path).st_mode)
            os.chown(path, uid, gid)
            os.chmod(path, mode)

    return prepare


def attribute(key: str, value: bytes, name: str = "target") -> Callable[[str], None]:
    return lambda place: os.setxattr(os.path.join(place, name), key, value)


def acl(*entries: tuple[int, int, int]) -> bytes:
    packed = [struct.pack("<HHI", tag, perm, ident & 0xFFFFFFFF) for tag, perm, ident in entries]
    return struct.pack("<I", 2) + b"".join(packed)


ACL = acl((1, 6, -1), (2, 6, STRANGER), (4, 4, -1), (16, 6, -1), (32, 0, -1))
DEFAULT_ACL = acl((1, 7, -1), (2, 7, STRANGER), (4, 5, -1), (16, 7, -1), (32, 5, -1))
LONG = "n" * 255
KINDS: dict[str, Kind] = {
    "absent": Kind(lambda _: None),
    **{f"mode {mode:o}": Kind(regular(mode)) for mode in (0o600, 0o640, 0o664, 0o755, 0o700, 0o200, 0o606)},
    **{f"set-id {mode:o}": Kind(regular(mode)) for mode in (0o2755, 0o4755, 0o6711, 0o2644, 0o6777)},
    "read-only": Kind(regular(0o444)),
    "no permission": Kind(regular(0o000)),
    "empty": Kind(regular(0o644, b"")),
    "symlink": Kind(chain(regular(0o640, name="real"), link("real"))),
    "absolute symlink": Kind(chain(regular(0o640, name="real"), link("{place}/real"))),
    "chain of links": Kind(chain(regular(0o604, name="real"), link("real", "one"), link("./one", "two"), link("two"))),
    "link to another directory": Kind(chain(directory("sub"), regular(0o640, name="sub/real"), link("sub/real"))),
    "link and back": Kind(chain(directory("sub"), link("../real", "sub/a"), link("sub/a"))),
    "dangling link": Kind(link("real")),
    "dangling chain": Kind(chain(link("one"), link("real", "one"))),
    "dangling into nowhere": Kind(link("missing/real")),
    "link with a slash": Kind(link("real/")),
    "link to a directory": Kind(chain(directory("sub"), link("sub"))),
    "link to a link loop": Kind(chain(link("loop"), link("target", "loop"))),
    "link to itself": Kind(link("target")),
    "link to read-only": Kind(chain(regular(0o444, name="real"), link("real"))),
    "15 links": Kind(chain(regular(0o640, name="l0"), *(link(f"l{n}", f"l{n + 1}") for n in range(15))), "l15"),
    "41 links": Kind(chain(regular(0o640, name="l0"), *(link(f"l{n}", f"l{n + 1}") for n in range(41))), "l41"),
    "linked parent": Kind(chain(directory("sub"), regular(0o640, name="sub/target"), link("sub", "via")), "via/target"),
    "FIFO": Kind(lambda place: os.mkfifo(os.path.join(place, "target"))),
    "link to FIFO": Kind(chain(lambda place: os.mkfifo(os.path.join(place, "target")), link("target", "via")), "via"),
    "socket": Kind(lambda place: bind_socket(place)),
    "directory": Kind(directory("target")),
    "trailing slash": Kind(regular(0o644), "target/"),
    "absent with a slash": Kind(lambda _: None, "target/"),
    "dot": Kind(lambda _: None, "."),
    "dot dot": Kind(directory("sub"), "sub/.."),
    "empty path": Kind(lambda _: None, "", cwd=True),
    "root": Kind(lambda _: None, "/", cwd=True),
    "double slash": Kind(chain(directory("sub"), regular(0o640, name="sub/target")), "sub//target"),
    "missing parent": Kind(lambda _: None, "missing/target"),
    "parent is a file": Kind(regular(0o644, name="file"), "file/target"),
    "parent without search": Kind(directory("sub", 0o600), "sub/target"),
    "parent without read": Kind(
        chain(directory("sub", 0o300), lambda p: regular(0o644, name="sub/target")(p)), "sub/target"
    ),
    "absent, parent without write": Kind(directory("sub", 0o555), "sub/target"),
    "255-byte name": Kind(regular(0o640, name=LONG), LONG),
    "absent 255-byte name": Kind(lambda _: None, LONG),
    "256-byte name": Kind(lambda _: None, LONG + "n"),
    "127 é": Kind(regular(0o640, name="é" * 127), "é" * 127),
    "128 é": Kind(lambda _: None, "é" * 128),
    "not UTF-8": Kind(regular(0o640, name="t\udcff"), "t\udcff"),
    "bytes path": Kind(regular(0o640), b"target"),
    "odd characters": Kind(regular(0o640, name="-rf \n*"), "-rf \n*"),
    "NUL": Kind(lambda _: None, "tar\0get"),
    "NUL in the directory": Kind(lambda _: None, "su\0b/target"),
    "lone surrogate": Kind(lambda _: None, "t\ud800"),
    "too long a path": Kind(directory("d"), "d/../" * 900 + "target"),
    "long path": Kind(chain(directory("d"), regular(0o640)), "d/../" * 200 + "target"),
    "relative": Kind(regular(0o640), "target", cwd=True),
    "relative absent": Kind(lambda _: None, "target", cwd=True),
    "relative below": Kind(chain(directory("sub"), regular(0o640, name="sub/target")), "sub/target", cwd=True),
    "user attribute": Kind(chain(regular(0o640), attribute("user.note", b"kept"))),
    "ACL": Kind(chain(regular(0o640), attribute("system.posix_acl_access", ACL))),
    "default ACL, absent": Kind(
        chain(directory("sub"), attribute("system.posix_acl_default", DEFAULT_ACL, "sub")), "sub/target"
    ),
    "default ACL, target without": Kind(
        chain(
            directory("sub"),
            regular(0o664, name="sub/target"),
            attribute("system.posix_acl_default", DEFAULT_ACL, "sub"),
        ),
        "sub/target",
    ),
    "group of two": Kind(chain(regular(0o664), owned(USER, SECOND_GROUP))),
    "setgid directory, absent": Kind(
        chain(directory("sub"), owned(USER, SECOND_GROUP, "sub"), lambda p: os.chmod(p + "/sub", 0o2775)),
        "sub/target",
    ),
    "setgid directory, other group": Kind(
        chain(
            directory("sub"),
            owned(USER, SECOND_GROUP, "sub"),
            lambda p: os.chmod(p + "/sub", 0o2775),
            regular(0o664, name="sub/target"),
            owned(USER, GROUP, "sub/target"),
        ),
        "sub/target",
    ),
    "sticky directory, own file": Kind(
        chain(directory("sub", 0o1777), regular(0o640, name="sub/target")), "sub/target"
    ),
    "sticky directory, absent": Kind(directory("sub", 0o1777), "sub/target"),
}
ROOT_KINDS: dict[str, Kind] = {
    "other owner": Kind(chain(regular(0o640), owned(STRANGER, STRANGER + 1))),
    "other owner, set-id": Kind(chain(regular(0o6755), owned(STRANGER, STRANGER + 1))),
    "other owner, sticky directory": Kind(
        chain(
            directory("sub", 0o1777),
            regular(0o666, name="sub/target"),
            owned(STRANGER, STRANGER, "sub/target"),
        ),
        "sub/target",
    ),
    "character device": Kind(
        lambda place: os.mknod(os.path.join(place, "target"), 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    ),
    "full device": Kind(lambda place: os.mknod(os.path.join(place, "target"), 0o666 | stat.S_IFCHR, os.makedev(1, 7))),
    "link to a device": Kind(
        chain(
            lambda place: os.mknod(os.path.join(place, "real"), 0o666 | stat.S_IFCHR, os.makedev(1, 3)),
            link("real"),
        )
    ),
    "trusted attribute": Kind(chain(regular(0o640), attribute("trusted.note", b"kept"))),
}


def bind_socket(place: str) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(os.path.join(place, "target"))


class Act(NamedTuple):
    """One write, as the builtin does it and as the helper does it."""

    builtin: Callable[[Any], object]
    helper: Callable[[Any], object]


def text(data: str, **options: Any) -> Act:
    def builtin(path: Any) -> int:
        with open(path, "w", **options) as file:
            return int(file.write(data))

    return Act(builtin, lambda path: atomic_write_text(path, data, **options))


def binary(data: Any) -> Act:
    def builtin(path: Any) -> int:
        with open(path, "wb") as file:
            return file.write(memoryview(data))

    return Act(builtin, lambda path: atomic_write_bytes(path, data))


def as_json(obj: object, **options: Any) -> Act:
    import json

    def builtin(path: Any) -> int:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(obj, file, **options)
            return len(json.dumps(obj, **options))

    return Act(builtin, lambda path: atomic_write_json(path, obj, encoding="utf-8", **options))


def opened(mode: str, *data: Any, **options: Any) -> Act:
    def write(opener: Any) -> Callable[[Any], object]:
        def act(path: Any) -> object:
            with opener(path, mode, **options) as file:
                seen: list[object] = [file.name == path or os.fspath(path), file.writable(), file.readable()]
                seen += [file.write(part) for part in data]
                seen += [getattr(file, "mode", None), getattr(file, "encoding", None), file.isatty()]
                if file.seekable():
                    seen.append(file.tell())
                if file.readable() and file.seekable():
                    file.seek(0)
                    seen.append(file.read())
            seen.append(file.closed)
            return seen

        return act

    return Act(write(open), write(atomic_open))


ACTS: dict[str, Act] = {
    "text": text("new\n", encoding="utf-8"),
    "no text": text("", encoding="utf-8"),
    "bytes": binary(b"new"),
    "no bytes": binary(b""),
    "json": as_json({"a": [1, 2.5, None, True, "é"]}),
    "json, indented": as_json({"a": [1, {}]}, indent=2, sort_keys=True),
    "open w": opened("w", "new\n", encoding="utf-8"),
    "open w, nothing": opened("w", encoding="utf-8"),
    "open wb": opened("wb", b"new"),
    "open wb, unbuffered": opened("wb", b"new", buffering=0),
    "open w+": opened("w+", "new\n", encoding="utf-8"),
    "open w+b": opened("w+b", b"new"),
}
TEXTS = ("", "new\n", "é\r\nß\n\r", "かな", "x" * 300_000, "\udc80")
ENCODINGS = (
    None,
    "utf-8",
    "UTF8",
    "utf-16",
    "utf-8-sig",
    "latin-1",
    "ascii",
    "iso2022_jp",
    "cp1252",
    "utf-7",
    "locale",
    "hex",
    "nonsense",
)
ERRORS = (None, "strict", "replace", "surrogateescape")
NEWLINES = (None, "", "\n", "\r\n", "\r", "x")
OPTIONS: dict[str, Act] = {
    f"text {data[:4]!r} {encoding} {errors} {newline!r}": text(data, encoding=encoding, errors=errors, newline=newline)
    for data, encoding, errors, newline in itertools.product(TEXTS, ENCODINGS, ERRORS, NEWLINES)
    if encoding is not None or not sys.flags.warn_default_encoding
}
OPTIONS |= {
    f"open {mode} {buffering} {encoding} {newline!r}": opened(
        mode,
        *(("ab\n", "é" * 9000, "c\r\n") if "b" not in mode else (b"ab\n", b"x" * 9000)),
        buffering=buffering,
        encoding=encoding,
        newline=newline,
    )
    for mode, buffering, encoding, newline in itertools.product(
        ("w", "wt", "w+", "wb", "wb+", "+bw", "wtb", "ww", "wx", "", "z", "rw", "b", "t", "w++", "U"),
        (-1, 0, 1, 2, 512, -2, -10, None, "x"),
        (None, "utf-8", "utf-16", "iso2022_jp", 5),
        (None, "", "\r\n", 7),
    )
    # Two mistakes at once: which is named first is not promised.
    if (mode, buffering) != ("b", 1)
}
OPTIONS |= {f"bytes {data!r:.30}": binary(data) for data in (b"x" * 70_000, bytearray(b"ab"), memoryview(b"abcd")[1:3])}

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


def report(capsys: pytest.CaptureFixture[str], what: str, count: int, found: list[str]) -> None:
    with capsys.disabled():
        print(f"\n[differential] {what}: {count} cases, {len(found)} differences", end=" ")
    assert not found, "\n".join(line[:700] for line in found[:12])


def test_same_as_the_builtin(memory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count, found = differences(memory, matrix(KINDS), drop=False)
    report(capsys, "targets x functions x umasks", count, found)


@pytest.mark.root
@pytest.mark.usefixtures("as_root")
def test_same_as_the_builtin_without_privileges(memory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.chown(memory, USER, GROUP)
    count, found = differences(memory, matrix(KINDS), drop=True)
    report(capsys, "the same as uid 1000", count, found)


@pytest.mark.root
@pytest.mark.usefixtures("as_root")
def test_same_as_the_builtin_for_what_root_meets(memory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count, found = differences(memory, matrix(ROOT_KINDS), drop=False)
    report(capsys, "owners and devices as root", count, found)


def test_same_bytes_for_every_option(memory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    total = 0
    found: list[str] = []
    acts = list(OPTIONS.items())
    for kind in ("absent", "mode 640"):
        place = memory / kind.replace(" ", "-")
        place.mkdir()
        cells = ((f"{kind} / {name}", KINDS[kind], act, 0o022) for name, act in acts)
        count, more = differences(place, cells, drop=False)
        total, found = total + count, found + more
    report(capsys, "options", total, found)
