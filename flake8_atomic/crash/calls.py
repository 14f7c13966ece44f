"""Text of strace into calls: names, arguments, results, and which began before which ended."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import NotModelledError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WHOLE = re.compile(r"(\d+) +(\w+)\((.*)\) += (\S.*)$", re.DOTALL)
_BEGUN = re.compile(r"(\d+) +(\w+)\((.*?) <unfinished \.\.\.>$", re.DOTALL)
_RESUMED = re.compile(r"(\d+) +<\.\.\. (\w+) resumed>(.*?)\) += (\S.*)$", re.DOTALL)
_NO_CALL = re.compile(r"\d+ +(\+\+\+|---|\?\?\?\?|.* <detached \.\.\.>$)")
_RESULT = re.compile(r"(0x[0-9a-f]+|-?\d+|\?)(<[^>]*>\S*)?(?: (E[A-Z0-9]+))?")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
_DESCRIPTOR = re.compile(r"(AT_FDCWD|-?\d+)(?:<(?:((?:\\x[0-9a-f]{2})+)|[^>]*)>(\(deleted\))?)?")
_OCTAL = re.compile("0[0-7]+")


@dataclass(frozen=True, slots=True)
class Call:
    """One system call; `began` and `ended` count lines of the trace."""

    pid: int
    name: str
    arguments: tuple[str, ...]
    result: int
    error: str
    injected: bool
    began: int
    ended: int
    returned: str = ""

    def text(self, index: int) -> str:
        """Return a path argument."""
        return self.data(index).decode("utf-8", "surrogateescape")

    def data(self, index: int) -> bytes:
        """Return a buffer argument."""
        return b"".join(_strings(self.arguments[index]))

    def descriptor(self, index: int) -> tuple[int | None, str]:
        """Return a descriptor argument, None for the working directory, and the path strace shows for it."""
        found = _DESCRIPTOR.fullmatch(self.arguments[index])
        if found is None:
            raise NotModelledError(f"{self.name}: descriptor {self.arguments[index]!r} is not understood")
        number = None if found[1] == "AT_FDCWD" else int(found[1])
        return number, "" if found[3] else decoded(found[2] or "").decode("utf-8", "surrogateescape")

    def number(self, index: int) -> int:
        """Return an integer argument."""
        return _integer(self.arguments[index])

    def flags(self, index: int) -> frozenset[str]:
        """Return the names in a flag argument."""
        return frozenset(self.arguments[index].split("|"))


def _integer(text: str) -> int:
    return int(text, 8 if _OCTAL.fullmatch(text) else 0)


def decoded(text: str) -> bytes:
    r"""Return the bytes of \x41\x42."""
    return bytes.fromhex(text.replace("\\x", ""))


def _strings(argument: str) -> Iterator[bytes]:
    for found in _STRING.finditer(argument):
        if found[2]:
            raise NotModelledError("strace cut a buffer short, its contents are not known")
        yield decoded(found[1])


def parse(lines: Iterable[str]) -> Iterator[Call]:
    """Yield calls in the order they ended."""
    open_calls: dict[int, tuple[str, str, int]] = {}
    for number, line in enumerate(lines):
        text = line.rstrip("\n")
        if found := _BEGUN.match(text):
            open_calls[int(found[1])] = (found[2], found[3], number)
        elif found := _RESUMED.match(text):
            name, start, began = open_calls.pop(int(found[1]))
            yield _call(int(found[1]), name, start + found[3], found[4], began, number)
        elif found := _WHOLE.match(text):
            yield _call(int(found[1]), found[2], found[3], found[4], number, number)
        elif not _NO_CALL.match(text):
            raise NotModelledError(f"a line of the trace is not understood: {text[:200]!r}")


def _call(pid: int, name: str, arguments: str, result: str, began: int, ended: int) -> Call:
    found = _RESULT.match(result)
    if found is None:
        raise NotModelledError(f"{name}: result {result!r} is not understood")
    value = -1 if found[1] == "?" else _integer(found[1])
    injected = result.endswith("(INJECTED)")
    shown = decoded((found[2] or "<>").partition(">")[0][1:]) if (found[2] or "").startswith("<\\x") else b""
    path = shown.decode("utf-8", "surrogateescape")
    return Call(pid, name, tuple(_split(arguments)), value, found[3] or "", injected, began, ended, path)


def _split(arguments: str) -> Iterator[str]:
    depth, start = 0, 0
    for position, character in enumerate(arguments):
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == "," and not depth:
            yield arguments[start:position].strip()
            start = position + 1
    if rest := arguments[start:].strip():
        yield rest
