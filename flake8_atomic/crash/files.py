"""What system calls do to a file's contents and metadata."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import NotModelledError
from .operations import Chmod, Chown, Grow, Operation, Sync, Truncate, Xattr, split
from .paths import Place

if TYPE_CHECKING:
    from .calls import Call
    from .descriptors import Opened
    from .kernel import Kernel


def _write_at(kernel: Kernel, call: Call, inode: int, offset: int, data: bytes) -> None:
    size = kernel.image.inodes[inode].size
    operations: list[Operation] = []
    if offset > size:
        # A hole that the program made itself reads as zeros on every filesystem.
        operations.append(Truncate(inode, offset))
    for part in split(inode, offset, data):
        operations.append(part)
        end = part.offset + len(part.data)
        if end > size:
            operations.append(Grow(inode, end))
    kernel.steps_of(call, operations)


def write(kernel: Kernel, call: Call) -> None:
    """Follow write and writev."""
    opened = kernel.descriptors.opened(call)
    if opened is None:
        return
    if opened.append:
        opened.position = kernel.image.inodes[opened.inode].size
    _write_at(kernel, call, opened.inode, opened.position, call.data(1)[: call.result])
    opened.position += call.result


def write_there(kernel: Kernel, call: Call) -> None:
    """Follow pwrite64 and pwritev, which do not move the position."""
    opened = kernel.descriptors.opened(call)
    if opened is None:
        return
    if opened.append:
        raise NotModelledError("pwrite to a file opened for appending")
    _write_at(kernel, call, opened.inode, call.number(3), call.data(1)[: call.result])


def read(kernel: Kernel, call: Call) -> None:
    """Follow the position of read and readv."""
    opened = kernel.descriptors.opened(call)
    if opened is not None and not call.name.startswith("p"):
        opened.position += call.result


def seek(kernel: Kernel, call: Call) -> None:
    """Follow lseek."""
    opened = kernel.descriptors.opened(call)
    if opened is not None:
        opened.position = call.result


def sync(kernel: Kernel, call: Call) -> None:
    """Follow fsync and fdatasync; one that failed is a step too, for it loses pages."""
    opened = kernel.descriptors.opened(call)
    if opened is not None:
        data_only = call.name == "fdatasync"
        kernel.step(Sync(opened.inode, call.began, data_only, bool(call.error)), call)


def sync_all(kernel: Kernel, call: Call) -> None:
    """Follow sync and syncfs."""
    kernel.step(Sync(None, call.began), call)


def _inode(kernel: Kernel, call: Call) -> int | None:
    """Return what the call's first argument means, be it a descriptor or a path."""
    if call.name in BY_DESCRIPTOR:
        opened: Opened | None = kernel.descriptors.opened(call)
        return None if opened is None else opened.inode
    at = call.name.startswith("fch") and call.name.endswith(("at", "at2"))
    follow = not call.name.startswith("l") and "AT_SYMLINK_NOFOLLOW" not in call.arguments[-1]
    place = kernel.descriptors.place(call, int(at), follow=follow)
    return place.inode if isinstance(place, Place) else None


def change_metadata(kernel: Kernel, call: Call) -> None:
    """Follow truncate, chmod, chown and the attribute calls in all their forms."""
    inode = _inode(kernel, call)
    if inode is None:
        return
    kernel.step(_change(kernel, call, inode), call)


def _change(kernel: Kernel, call: Call, inode: int) -> Operation:
    first = 2 if call.name in ("fchmodat", "fchmodat2", "fchownat") else 1
    if "truncate" in call.name:
        return Truncate(inode, call.number(1))
    if "mod" in call.name:
        return Chmod(inode, call.number(first))
    if "own" in call.name:
        node, uid, gid = kernel.image.inodes[inode], call.number(first), call.number(first + 1)
        return Chown(inode, node.uid if uid in KEEP else uid, node.gid if gid in KEEP else gid)
    if "POSIX_ACL" in call.text(1).upper():
        raise NotModelledError("an access control list also changes the mode")
    return Xattr(inode, call.text(1), None if "remove" in call.name else call.data(2))


def allocate(kernel: Kernel, call: Call) -> None:
    """Follow fallocate where all it does is to make a file longer."""
    opened = kernel.descriptors.opened(call)
    if opened is None:
        return
    if call.arguments[1] != "0":
        raise NotModelledError(f"fallocate with mode {call.arguments[1]}")
    end = call.number(2) + call.number(3)
    if end > kernel.image.inodes[opened.inode].size:
        kernel.step(Truncate(opened.inode, end), call)


KEEP = frozenset((-1, 0xFFFFFFFF))
BY_DESCRIPTOR = frozenset(("ftruncate", "fchmod", "fchown", "fsetxattr", "fremovexattr"))
_BY_PATH = frozenset(
    ("truncate", "chmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchownat", "setxattr", "lsetxattr")
)
HANDLERS = {
    "write": write,
    "writev": write,
    "pwrite64": write_there,
    "pwritev": write_there,
    "lseek": seek,
    "fsync": sync,
    "fdatasync": sync,
    "sync": sync_all,
    "syncfs": sync_all,
    "fallocate": allocate,
    **dict.fromkeys((*_BY_PATH, *BY_DESCRIPTOR, "removexattr", "lremovexattr"), change_metadata),
}
