"""What system calls do to the names in directories."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .descriptors import Opened
from .errors import NotModelledError
from .operations import Link, Rename, Truncate, Unlink
from .paths import Place

if TYPE_CHECKING:
    from .calls import Call
    from .kernel import Kernel

_BY_DESCRIPTOR_PATH = re.compile(r"/(?:proc/self|dev)/fd/(\d+)")


def open_file(kernel: Kernel, call: Call) -> None:
    """Follow open, openat and creat."""
    first = int(call.name == "openat")
    if call.name == "creat":
        flags, mode = frozenset(("O_WRONLY", "O_CREAT", "O_TRUNC")), 1
    else:
        flags, mode = call.flags(first + 1), first + 2
    place = kernel.descriptors.place(call, first, follow=not flags & {"O_NOFOLLOW", "O_EXCL"})
    if isinstance(place, str):
        _refuse_if_inside(kernel, call)
        kernel.descriptors.table[call.result] = None
        return
    if flags & {"O_SYNC", "O_DSYNC", "O_DIRECT"} and not flags & {"O_RDONLY"}:
        raise NotModelledError(f"open with {call.arguments[first + 1]}")
    inode = _opened_inode(kernel, call, place, flags, mode)
    kernel.descriptors.table[call.result] = Opened(inode, append="O_APPEND" in flags)


def _refuse_if_inside(kernel: Kernel, call: Call) -> None:
    if call.returned.startswith(kernel.paths.root + "/"):
        raise NotModelledError(f"{call.returned} was reached on a way that is not understood")


def _opened_inode(kernel: Kernel, call: Call, place: Place, flags: frozenset[str], mode: int) -> int:
    if "O_TMPFILE" in flags:
        return kernel.give_birth("file", call.number(mode) & ~kernel.descriptors.umask, place.inode or 0)
    if place.inode is None:
        inode = kernel.give_birth("file", call.number(mode) & ~kernel.descriptors.umask, place.directory)
        kernel.step(Link(place.directory, place.name, inode), call)
        return inode
    if "O_TRUNC" in flags and kernel.image.inodes[place.inode].kind == "file":
        kernel.step(Truncate(place.inode, 0), call)
    return place.inode


def rename(kernel: Kernel, call: Call) -> None:
    """Follow rename, renameat and renameat2."""
    if call.name == "renameat2" and call.arguments[4] not in ("0", "RENAME_NOREPLACE"):
        raise NotModelledError(f"renameat2 with {call.arguments[4]}")
    first, second = (0, 1) if call.name == "rename" else (1, 3)
    source = kernel.descriptors.place(call, first, follow=False)
    target = kernel.descriptors.place(call, second, follow=False)
    if isinstance(source, str) and isinstance(target, str):
        return
    if isinstance(source, str) or isinstance(target, str) or source.inode is None:
        raise NotModelledError(f"{call.name} across the edge of the observed directory")
    # POSIX: two names of one file, and rename leaves both.
    if source.inode != target.inode:
        gone, there = Unlink(source.directory, source.name), Link(target.directory, target.name, source.inode)
        kernel.step(Rename(gone, there, replaces=target.inode is not None), call)


def link(kernel: Kernel, call: Call) -> None:
    """Follow link and linkat, also of a file that has no name."""
    first, second = (0, 1) if call.name == "link" else (1, 3)
    target = kernel.descriptors.place(call, second, follow=False)
    if isinstance(target, str):
        return
    inode = _linked_inode(kernel, call, first)
    if inode is None:
        raise NotModelledError(f"{call.name} across the edge of the observed directory")
    kernel.step(Link(target.directory, target.name, inode), call)


def _linked_inode(kernel: Kernel, call: Call, first: int) -> int | None:
    if found := _BY_DESCRIPTOR_PATH.fullmatch(call.text(first)):
        opened = kernel.descriptors.table.get(int(found[1]))
        return None if opened is None else opened.inode
    if "AT_EMPTY_PATH" in call.arguments[-1]:
        opened = kernel.descriptors.opened(call, 0)
        return None if opened is None else opened.inode
    source = kernel.descriptors.place(call, first, follow="AT_SYMLINK_FOLLOW" in call.arguments[-1])
    return None if isinstance(source, str) else source.inode


def unlink(kernel: Kernel, call: Call) -> None:
    """Follow unlink, unlinkat and rmdir."""
    place = kernel.descriptors.place(call, int(call.name == "unlinkat"), follow=False)
    if isinstance(place, Place):
        kernel.step(Unlink(place.directory, place.name), call)


def make_directory(kernel: Kernel, call: Call) -> None:
    """Follow mkdir and mkdirat."""
    first = int(call.name == "mkdirat")
    place = kernel.descriptors.place(call, first, follow=False)
    if isinstance(place, Place):
        mode = call.number(first + 1) & ~kernel.descriptors.umask
        inode = kernel.give_birth("dir", mode, place.directory)
        kernel.step(Link(place.directory, place.name, inode), call)


def make_symlink(kernel: Kernel, call: Call) -> None:
    """Follow symlink and symlinkat."""
    place = kernel.descriptors.place(call, 2 if call.name == "symlinkat" else 1, follow=False)
    if isinstance(place, Place):
        inode = kernel.give_birth("link", 0o777, place.directory, call.data(0))
        kernel.step(Link(place.directory, place.name, inode), call)


HANDLERS = {
    **dict.fromkeys(("open", "openat", "creat"), open_file),
    **dict.fromkeys(("rename", "renameat", "renameat2"), rename),
    **dict.fromkeys(("link", "linkat"), link),
    **dict.fromkeys(("unlink", "unlinkat", "rmdir"), unlink),
    **dict.fromkeys(("mkdir", "mkdirat"), make_directory),
    **dict.fromkeys(("symlink", "symlinkat"), make_symlink),
}
