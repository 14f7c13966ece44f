"""The kinds of targets that a write may meet, and how each is made."""

from __future__ import annotations

import os
import socket
import stat
import struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


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
