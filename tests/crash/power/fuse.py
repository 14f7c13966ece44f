"""A FUSE server of two files: a disk whose writes and flushes are logged, and a place to write marks to."""

from __future__ import annotations

import errno
import os
import struct
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT, DISK, MARKS = 1, 2, 3
NODES = {b"disk": DISK, b"marks": MARKS}
HEADER = struct.Struct("<IIQQIIII")
ANSWER = struct.Struct("<IiQ")
TRANSFER = struct.Struct("<QQIIQII")
LOOKUP, FORGET, GETATTR, SETATTR, OPEN, READ, WRITE, STATFS = 1, 2, 3, 4, 14, 15, 16, 17
RELEASE, FSYNC, FLUSH, INIT, OPENDIR, RELEASEDIR, INTERRUPT, DESTROY, BATCH_FORGET = (
    18,
    20,
    25,
    26,
    27,
    29,
    36,
    38,
    42,
)
SILENT = frozenset((FORGET, BATCH_FORGET, INTERRUPT))
EMPTY = frozenset((RELEASE, FLUSH, RELEASEDIR, DESTROY))
MAX_WRITE = 1 << 17
BLOCK = 4096
BIG_WRITES, MAX_PAGES, DIRECT_IO = 1 << 5, 1 << 22, 1


class Entry(NamedTuple):
    """One thing that reached the disk: "write", "flush" or "mark"."""

    kind: str
    offset: int = 0
    data: bytes = b""


class Server:
    """Answers the kernel until the filesystem is unmounted."""

    def __init__(self, device: int, disk: int) -> None:
        self.device, self.disk = device, disk
        self.log: list[Entry] = []
        # A write that holds these bytes fails, as a bad sector would.
        self.bad = b""

    def serve(self) -> None:
        """Read requests until there are no more."""
        while True:
            try:
                request = os.read(self.device, MAX_WRITE + 4096)
            except OSError as error:
                if error.errno == errno.ENODEV:
                    return
                continue
            self._answer(request)

    def _answer(self, request: bytes) -> None:
        _, opcode, unique, node, *_ = HEADER.unpack_from(request)
        if opcode in SILENT:
            return
        handler = HANDLERS.get(opcode)
        body, error = b"", 0
        if handler is not None:
            try:
                body = handler(self, node, request[HEADER.size :])
            except OSError as failure:
                error = failure.errno or errno.EIO
        elif opcode not in EMPTY:
            error = errno.ENOSYS
        with suppress(OSError):
            os.write(self.device, ANSWER.pack(ANSWER.size + len(body), -error, unique) + body)

    def attributes(self, node: int) -> bytes:
        size = os.fstat(self.disk).st_size if node == DISK else 0
        mode = 0o040700 if node == ROOT else 0o100600
        return struct.pack("<6Q10I", node, size, size // 512, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)

    def init(self, _: int, body: bytes) -> bytes:
        major, _minor, readahead, flags = struct.unpack_from("<4I", body)
        wanted = flags & (BIG_WRITES | MAX_PAGES)
        return struct.pack("<4I2H2I2HI28x", major, 31, readahead, wanted, 16, 12, MAX_WRITE, 1, 32, 0, 0)

    def lookup(self, _: int, body: bytes) -> bytes:
        node = NODES.get(body.rstrip(b"\0"))
        if node is None:
            raise OSError(errno.ENOENT, "")
        return struct.pack("<4Q2I", node, 0, 3600, 3600, 0, 0) + self.attributes(node)

    def getattr(self, node: int, _: bytes) -> bytes:
        return struct.pack("<Q2I", 3600 if node == DISK else 0, 0, 0) + self.attributes(node)

    def open(self, node: int, _: bytes) -> bytes:
        return struct.pack("<Q2I", node, DIRECT_IO if node == MARKS else 0, 0)

    def read(self, node: int, body: bytes) -> bytes:
        _, offset, size, *_ = TRANSFER.unpack_from(body)
        return os.pread(self.disk, size, offset) if node == DISK else b""

    def write(self, node: int, body: bytes) -> bytes:
        _, offset, size, *_ = TRANSFER.unpack_from(body)
        data = body[TRANSFER.size : TRANSFER.size + size]
        if node == MARKS:
            self._mark(data)
        elif self.bad and self.bad in data:
            raise OSError(errno.EIO, "")
        else:
            os.pwrite(self.disk, data, offset)
            # A disk promises no more than a sector; one request may be torn where blocks end.
            for start in range(0, size, BLOCK):
                self.log.append(Entry("write", offset + start, data[start : start + BLOCK]))
        return struct.pack("<2I", size, 0)

    def _mark(self, data: bytes) -> None:
        if data.startswith(b"bad:"):
            self.bad = data.removeprefix(b"bad:")
        else:
            self.log.append(Entry("mark", 0, data))

    def fsync(self, node: int, _: bytes) -> bytes:
        if node == DISK:
            self.log.append(Entry("flush"))
        return b""


HANDLERS: dict[int, Callable[[Server, int, bytes], bytes]] = {
    INIT: Server.init,
    LOOKUP: Server.lookup,
    GETATTR: Server.getattr,
    SETATTR: Server.getattr,
    OPEN: Server.open,
    OPENDIR: Server.open,
    READ: Server.read,
    WRITE: Server.write,
    FSYNC: Server.fsync,
}
