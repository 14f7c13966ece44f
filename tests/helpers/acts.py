"""What is written: by the builtin and by the helper that stands in for it."""

from __future__ import annotations

import itertools
import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from flake8_atomic.helpers import atomic_open, atomic_write_bytes, atomic_write_json, atomic_write_text

if TYPE_CHECKING:
    from collections.abc import Callable


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
