"""The calls of a scope as what they do to files."""

from __future__ import annotations

import ast

import pytest

from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.files.events import Copy, Edit, Event, Read, Remove, Rename, Save, Whole
from tests.snippets import parsed

HEAD = """
import os, shutil, fileinput, numpy as np, torch
from pathlib import Path
from xml.etree import ElementTree as ET
"""


def shown(part: object) -> str:
    node = part.node if isinstance(part, Term) else part
    return ast.unparse(node) if isinstance(node, ast.AST) else str(part)


def told(event: Event) -> list[str]:
    """The kind of an event and what it is told about, as text."""
    own = {
        Whole: ("path", "function"),
        Save: ("path", "function"),
        Copy: ("source", "path", "function"),
        Edit: ("path",),
        Rename: ("source", "target", "function"),
        Read: ("path", "asks"),
        Remove: ("path",),
    }
    return [type(event).__name__, *(shown(getattr(event, name)) for name in own[type(event)])]


def events(text: str) -> list[list[str]]:
    file = parsed(HEAD + text)
    return [told(event) for event in file.trace(file.top).events]


@pytest.mark.parametrize(
    ("call", "event"),
    [
        ("p.write_text(x)", ["Whole", "p", "write_text"]),
        ("p.write_bytes(data=x)", ["Whole", "p", "write_bytes"]),
        ("Path.write_text(p, x)", ["Whole", "p", "write_text"]),
        ("np.save(p, x)", ["Save", "p", "numpy.save"]),
        ("np.savetxt(fname=p)", ["Save", "p", "numpy.savetxt"]),
        ("torch.save(x, p)", ["Save", "p", "torch.save"]),
        ("frame.to_csv(p)", ["Save", "p", ".to_csv"]),
        ("frame.to_csv(path_or_buf=p)", ["Save", "p", ".to_csv"]),
        ("tree.write(p)", ["Save", "p", "tree"]),
        ("shutil.copy(q, p)", ["Copy", "q", "p", "shutil.copy"]),
        ("shutil.copyfile(src=q, dst=p)", ["Copy", "q", "p", "shutil.copyfile"]),
        ("os.replace(q, p)", ["Rename", "q", "p", "os.replace"]),
        ("os.renames(old=q, new=p)", ["Rename", "q", "p", "os.renames"]),
        ("getattr(os, 'replace', os.rename)(q, p)", ["Rename", "q", "p", "os.replace"]),
        ("Path.rename(q, p)", ["Rename", "q", "p", "pathlib.Path.rename"]),
        ("q.rename(p)", ["Rename", "q", "p", "rename"]),
        ("q.replace(p)", ["Rename", "q", "p", "replace"]),
        ("fileinput.input(p, inplace=True)", ["Edit", "p"]),
        ("fileinput.FileInput(inplace=1)", ["Edit", "None"]),
        ("os.remove(p)", ["Remove", "p"]),
        ("os.unlink(path=p)", ["Remove", "p"]),
        ("p.unlink()", ["Remove", "p"]),
        ("asyncio.to_thread(p.write_text, x)", ["Whole", "p", "write_text"]),
        ("loop.run_in_executor(None, functools.partial(p.write_bytes, x))", ["Whole", "p", "write_bytes"]),
        ("np.load(p)", ["Read", "p", "False"]),
        ("p.read_text()", ["Read", "p", "False"]),
        ("p.exists()", ["Read", "p", "True"]),
        ("os.path.isfile(p)", ["Read", "p", "True"]),
    ],
)
def test_a_call_does_this_to_a_file(call: str, event: list[str]) -> None:
    assert events(call) == [event]


@pytest.mark.parametrize(
    "call",
    [
        "Path.write_text(p)",
        "asyncio.to_thread(write_text, x)",
        "use(p.write_text, x)",
        "np.save()",
        "np.save(*x)",
        "frame.to_csv()",
        "tree.write()",
        "ET.write(p)",
        "shutil.copy(q)",
        "os.replace(q)",
        "os.replace(*x)",
        "text.replace(old, new)",
        "text.replace(old, count=1)",
        "text.replace()",
        "fileinput.input(p)",
        "os.remove()",
        "Path.unlink(p)",
        "fileinput.input(p, inplace=False)",
        "fileinput.input(p, inplace=maybe)",
        "np.load()",
        "os.path.exists()",
        "replace(q, p)",
        "f()(q, p)",
    ],
)
def test_a_call_does_nothing_to_a_file(call: str) -> None:
    assert events(call) == []
