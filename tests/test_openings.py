"""The calls that open a file, with the path and the modes they may have."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Open
from tests.snippets import parsed

HEAD = "import os, io, gzip, bz2, lzma, codecs, aiofiles, pathlib, tempfile\nfrom pathlib import Path\n"


def opens(file: File) -> Iterator[Open]:
    for scope in file.top.walk():
        yield from file.trace(scope).opens


def opened(text: str) -> list[tuple[str, str]]:
    """Path and modes of what a snippet opens."""
    return [(ast.unparse(e.path.node), " ".join(sorted(e.modes))) for e in opens(parsed(HEAD + text))]


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("open(p)", "r"),
        ("open(p, 'w')", "w"),
        ("open(p, mode='w')", "w"),
        ("open(mode='w', file=p)", "w"),
        ("open(p, b'w')", ""),
        ("open(p, mode)", ""),
        ("open(p, MODE)\nMODE = 'w'", "w"),
        ("open(p, 'w' if c else 'a')", "a w"),
        ("open(p, 'w' + 'b')", "wb"),
        ("open(p, m + 'b')\nm = 'w' if c else 'a'", "ab wb"),
        ("open(p, m * 2)\nm = 'w'", ""),
        ("open(p, " + " + ".join(["'w'"] * 9) + ")", "w"),
        ("open(p, " + " + ".join(["'r'"] * 9) + ")", ""),
        ("open(p, 'w' + binary)", "w"),
        ("open(p, f'w{binary}')", "w"),
        ("open(p, f'{binary}w')", ""),
        ("open(p, 'wb%s' % plus)", "w"),
        ("open(p, 'w{}'.format(binary))", "w"),
        ("open(p, 'w, then closed' + mode)", ""),
        ("open(p, m)\nm = m + 'b'", ""),
        ("m = 'w'\n" + "".join(f"if c: m = '{n}'\n" for n in range(20)) + "open(p, m)", ""),
        ("m = 'r'\nif c: m = 'w'\nopen(p, m)", "r w"),
        ("io.open(p, 'w')", "w"),
        ("io.FileIO(p, 'w')", "w"),
        ("codecs.open(p, 'w', 'utf-8')", "w"),
        ("gzip.open(p)", "rb"),
        ("gzip.GzipFile(filename=p, mode='w')", "w"),
        ("bz2.BZ2File(p, 'w')", "w"),
        ("lzma.LZMAFile(p, 'w')", "w"),
        ("aiofiles.open(p, 'w')", "w"),
        ("p.open('w')", "w"),
        ("p.open(mode='w')", "w"),
        ("p.open('w', 1)", "w"),
        ("Path.open(p, 'w')", "w"),
        ("pathlib.Path.open(p)", "r"),
        ("os.open(p, os.O_WRONLY | os.O_TRUNC)", "w"),
        ("os.open(p, os.O_WRONLY | os.O_TRUNC | os.O_APPEND)", "a"),
        ("os.open(p, os.O_WRONLY | os.O_TRUNC | os.O_EXCL)", "x"),
        ("os.open(p, os.O_RDWR)", "r+"),
        ("os.open(p, os.O_RDWR | os.O_CREAT)", "r+"),
        ("os.open(p, os.O_WRONLY | os.O_CREAT)", "r+"),
        ("os.open(p, os.O_WRONLY)", "r+"),
        ("os.open(p, flags)\nflags = os.O_CREAT\nflags |= os.O_TRUNC", "w"),
        ("from os import O_TRUNC, O_CREAT\nos.open(p, O_TRUNC | O_CREAT)", "w"),
        ("os.open(p, flags)", "r"),
        ("os.open(p, 1)", "r"),
        ("os.fdopen(os.open(p, os.O_TRUNC), 'w')", "w"),
        ("fd = os.open(p, os.O_TRUNC)\nopen(fd, 'w')", "w"),
        ("def f(p, m): open(p, m)\nf(1, 'w')\nf(2, 'a')", "a w"),
        ("def f(p, m='w'): open(p, m)", "w"),
        ("def f(p, m='r'): open(p, m)\nf(1, 'w')", "r w"),
    ],
)
def test_a_call_opens_its_path_in_these_modes(text: str, mode: str) -> None:
    assert opened(text) == [("p", mode)]


@pytest.mark.parametrize(
    "text",
    [
        "open()",
        "open(*args)",
        "open(*args, 'w')",
        "open(**options)",
        "webbrowser.open(url)",
        "bucket.blob(name).open('wb')",
        "p.open('wb')\np = bucket.get_blob(name)",
        "image.open('picture.png')",
        "archive.open(name, mode)",
        "archive.open('name', member)",
        "archive.open('w', member)",
        "device.open(1)",
        "os.open(p)",
        "os.open(flags=1)",
        "os.fdopen()",
        "os.fdopen(fd, 'w')",
        "os.fdopen(made())",
        "Path.open()",
        "gzip.GzipFile('a', 'w', fileobj=buffer)",
        "bz2.BZ2File(io.BytesIO(), 'w')",
        "def f(p: 'BinaryIO'): bz2.open(p, 'w')",
        "def f(p: io.BytesIO): bz2.open(p, 'w')",
        "open",
        "opened(p, 'w')",
        "f()(p, 'w')",
    ],
)
def test_a_call_opens_nothing_by_name(text: str) -> None:
    assert opened(text) == []


@pytest.mark.parametrize(
    "text",
    ["def f(p: str): bz2.open(p, 'w')", "def f(p): bz2.open(p, 'w')", "def f(p: 'Literal[1] | b.C'): bz2.open(p, 'w')"],
)
def test_a_parameter_that_is_no_handle_is_a_path(text: str) -> None:
    assert opened(text) == [("p", "w")]


def test_a_compressed_file_around_a_handle_is_that_handle() -> None:
    assert opened("bz2.BZ2File(open(p, 'wb'), 'w')") == [("p", "wb")]


@pytest.mark.parametrize(
    ("wrapper", "call", "expected"),
    [
        ("def fopen(path, mode):\n  return open(path, mode)", "fopen(p, 'w')", ("p", "w")),
        ("def fopen(path, mode='w'):\n  return open(path, mode)", "fopen(p)", ("p", "w")),
        ("def fopen(path, mode):\n  return open(path, mode)", "fopen(p)", ("p", "")),
        ("def fopen(path):\n  return open(path, 'w')", "fopen(p)", ("p", "w")),
        ("def fopen(path):\n  return open(path)", "fopen(p)", ("p", "r")),
        ("def fopen(path):\n  if c:\n    return 1\n  return open(path, 'w')", "fopen(p)", ("p", "w")),
        ("class C:\n def fopen(self, path):\n  return open(path, 'w')\n def f(self):", "  self.fopen(p)", ("p", "w")),
    ],
)  # fmt: skip
def test_a_wrapper_opens_where_it_is_called(wrapper: str, call: str, expected: tuple[str, str]) -> None:
    found = opened(f"{wrapper}\n{call}")
    assert expected in found
    assert len(found) == 2


@pytest.mark.parametrize(
    ("call", "mode"),
    [
        ("fopen(p)", "r"),
        ("fopen(p, **kind)", "r w"),
        ("fopen(p, *kind)", "r w"),
        ("fopen(p, mode='wb')", "wb"),
        ("glue(p)", ""),
    ],
)
def test_what_others_tell_a_wrapper_opens_nothing_here(call: str, mode: str) -> None:
    wrappers = "def fopen(path, mode='r'):\n  return open(path, mode)\nfopen(q, 'w')\n"
    wrappers += "def glue(path, mode='r'):\n  mode += 'b'\n  return open(path, mode)\nglue(q, 'w')\n"
    assert ("p", mode) in opened(wrappers + call)


@pytest.mark.parametrize(
    ("mode", "modes"), [("'w' + ('' if text else 'b')", "w wb"), ("KIND + 'b'", "wb"), ("self.kind + 't'", "wt")]
)
def test_a_mode_that_a_wrapper_makes_up_itself(mode: str, modes: str) -> None:
    text = "KIND = 'w'\nclass C:\n def __init__(self): self.kind = 'w'\n def fopen(self, path, text=1):\n"
    text += f"  return open(path, {mode})\n def f(self):\n  self.fopen(p, 0)"
    assert ("p", modes) in opened(text)


@pytest.mark.parametrize(
    ("wrapper", "call"),
    [
        ("def fopen(path):\n  return open('fixed', 'w')", "fopen(p)"),
        ("def fopen(path):\n  return open(path, 'w')", "fopen()"),
        ("def fopen(path):\n  return open(*path)", "fopen(p)"),
        ("def fopen(path):\n  return json.load(open(path))", "fopen(p)"),
    ],
)
def test_a_call_of_what_is_no_wrapper_opens_nothing(wrapper: str, call: str) -> None:
    assert opened(f"{wrapper}\n{call}") == opened(wrapper)
