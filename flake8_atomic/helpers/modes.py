"""Which of `open`'s arguments an atomic file takes, and what is said about the others."""

from __future__ import annotations

import io
import operator
import os

from .text import default_encoding

_INSTEAD = {
    "r": "it only reads; use open()",
    "a": "appending keeps the old content in place; use open()",
    "x": "creating a new file cannot tear an old one; use open()",
}


def check_types(mode: object, encoding: object, errors: object, newline: object) -> None:
    """Raise what open() raises for arguments of the wrong type."""
    names = ("mode", "encoding", "errors", "newline")
    for name, value in zip(names, (mode, encoding, errors, newline), strict=True):
        if not isinstance(value, str) and (name == "mode" or value is not None):
            message = f"argument '{name}' must be str, not {type(value).__name__}"
            raise TypeError(message)


def is_binary(mode: str) -> bool:
    """Whether a mode means bytes; raise what open() raises for a wrong one, and ValueError for r, a and x."""
    letters = set(mode)
    if letters - set("rwaxbt+") or len(mode) > len(letters):
        message = f"invalid mode: {mode!r}"
        raise ValueError(message)
    if letters >= {"b", "t"}:
        message = "can't have text and binary mode at once"
        raise ValueError(message)
    if len(letters & set("rwax")) != 1:
        message = "must have exactly one of create/read/write/append mode"
        raise ValueError(message)
    for letter, instead in _INSTEAD.items():
        if letter in letters:
            if letters >= {"r", "+"}:
                instead = "an update changes the old content in place; use open()"
            message = f"atomic_open() cannot open with mode {mode!r}: {instead}"
            raise ValueError(message)
    return "b" in letters


def check_binary(buffering: int, encoding: str | None, errors: str | None, newline: str | None) -> None:
    """Raise and warn like open() in a binary mode."""
    for name, value in (("an encoding", encoding), ("an errors", errors), ("a newline", newline)):
        if value is not None:
            message = f"binary mode doesn't take {name} argument"
            raise ValueError(message)
    if buffering == 1:
        import warnings

        message = "line buffering (buffering=1) isn't supported in binary mode, the default size is used"
        warnings.warn(message, RuntimeWarning, stacklevel=4)


def check_text(buffering: int, encoding: str | None, errors: str | None, newline: str | None) -> str:
    """Raise and warn like open() in a text mode, and return the encoding to use."""
    if buffering == 0:
        message = "can't have unbuffered text I/O"
        raise ValueError(message)
    if encoding is None:
        encoding = default_encoding(5)
    io.TextIOWrapper(io.BytesIO(), encoding, errors, newline)
    return encoding


def buffer_size(buffering: int) -> int:
    """Return how many bytes to gather before a write; 0 is none."""
    buffering = operator.index(buffering)
    return io.DEFAULT_BUFFER_SIZE if buffering < 0 or buffering == 1 else buffering


def access_of(mode: str) -> int:
    """Return the flag with which the target must allow to be opened."""
    return os.O_RDWR if "+" in mode else os.O_WRONLY
