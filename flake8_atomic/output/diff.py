"""What would change, as a unified diff in the bytes of the file: `git apply` and `patch` take it."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator

from flake8_atomic.output.records import File

_UNFINISHED = b"\n\\ No newline at end of file\n"
_BOLD, _RED, _GREEN, _CYAN, _PLAIN = b"\x1b[1m", b"\x1b[31m", b"\x1b[32m", b"\x1b[36m", b"\x1b[0m"


def diff(file: File) -> bytes:
    """The difference between a file before and after."""
    names = [_name(side, file.path) for side in (b"a", b"b")]
    lines = difflib.diff_bytes(difflib.unified_diff, _lines(file.before), _lines(file.after), *names)  # type: ignore[arg-type]
    return b"".join(line if line.endswith(b"\n") else line + _UNFINISHED for line in lines)


def coloured(text: bytes) -> bytes:
    """The same diff for a terminal."""
    return b"".join(map(_coloured, text.splitlines(keepends=True) if b"\r" not in text else _lines(text)))


def _coloured(line: bytes) -> bytes:
    for start, colour in ((b"--- ", _BOLD), (b"+++ ", _BOLD), (b"@@", _CYAN), (b"-", _RED), (b"+", _GREEN)):
        if line.startswith(start):
            text = line.rstrip(b"\r\n")
            return colour + text + _PLAIN + line[len(text) :]
    return line


def _lines(data: bytes) -> list[bytes]:
    r"""Only \n parts the lines of a diff; bytes.splitlines would part them at \r, too."""
    return list(_parted(data))


def _parted(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        end = data.find(b"\n", at) + 1 or len(data)
        yield data[at:end]
        at = end


def _name(side: bytes, path: str) -> bytes:
    inside = os.path.relpath(path) if os.path.isabs(path) else path
    if inside.startswith(os.pardir + os.sep):
        inside = os.path.abspath(path).lstrip(os.sep)
    name = side + b"/" + os.fsencode(inside.removeprefix(os.curdir + os.sep).replace(os.sep, "/"))
    if any(byte < 0x20 or byte > 0x7E or byte in b'"\\' for byte in name):
        return b'"' + b"".join(map(_quoted, name)) + b'"'
    # A name with a blank ends in a tab, or its rest would be taken for a date.
    return name + b"\t" * (b" " in name)


def _quoted(byte: int) -> bytes:
    if byte in b'"\\':
        return b"\\%c" % byte
    return b"%c" % byte if 0x20 <= byte <= 0x7E else b"\\%03o" % byte
