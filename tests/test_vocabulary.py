"""Every function of the vocabulary is seen under whichever name a file imports it."""

from __future__ import annotations

import pytest

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.files.events import Event, Read, Remove, Rename
from tests.snippets import codes, parsed

SPELLINGS = {
    "import m": ("import {module}", "{module}.{name}"),
    "import m as x": ("import {module} as x", "x.{name}"),
    "from m import f": ("from {module} import {name}", "{name}"),
    "from m import f as x": ("from {module} import {name} as x", "x"),
    "from m import (f as x)": ("from {module} import (  # all\n    {name} as x,\n)", "x"),
    "x = m.f": ("import {module}\nx = {module}.{name}", "x"),
}


def spelled(function: str) -> list[tuple[str, str]]:
    """The ways to import a function, each with the name that it is called by."""
    module, _, name = function.rpartition(".")
    if not module:
        return [("", name), (f"x = {name}", "x")]
    words = {"module": module, "name": name}
    return [(before.format(**words), called.format(**words)) for before, called in SPELLINGS.values()]


def programs(table: dict[str, str], assigned: bool = True) -> pytest.MarkDecorator:
    """Each function of a table of bodies, in each spelling; `{}` stands for its name."""
    texts = {
        f"{function}-{number}": f"{before}\n{body.replace('{}', called)}\n"
        for function, body in table.items()
        for number, (before, called) in enumerate(spelled(function))
        if assigned or "x = " not in before
    }
    return pytest.mark.parametrize("text", texts.values(), ids=texts)


OPENS = {name: f"{{}}({o.path.keyword}=state_path, {o.mode.keyword}='w')" for name, o in v.OPENERS.items()}
OPENS = {name: f"def save(state_path, data):\n    with {call} as f: f.write(data)" for name, call in OPENS.items()}
HANDLE = "def go(state_path, data):\n    with open(state_path, 'w') as f: "
DUMPS = dict.fromkeys(v.DUMPERS, f"{HANDLE}{{}}(data, f)")
SAVES = {name: f"def go(state_path):\n    {{}}({path.keyword}=state_path)" for name, path in v.SAVERS.items()}
COPIES = dict.fromkeys(v.COPIES, "def go(source, state_path):\n    {}(source, state_path)")
EDITS = dict.fromkeys(v.EDITS, "def go(state_path):\n    for line in {}(state_path, inplace=True): print(line)")


@programs(OPENS)
def test_opened(text: str) -> None:
    assert codes(text) == ["ATM103"]


@programs(DUMPS)
def test_dumped(text: str) -> None:
    assert codes(text) == ["ATM104"]


@programs(SAVES)
def test_saved(text: str) -> None:
    assert codes(text) == ["ATM105"]


@programs(COPIES)
def test_copied(text: str) -> None:
    assert codes(text) == ["ATM106"]


@programs(EDITS)
def test_edited(text: str) -> None:
    assert codes(text) == ["ATM107"]


def events(text: str) -> list[Event]:
    """What the last function of a snippet does to files."""
    file = parsed(text)
    return file.trace(file.top.children[-1]).events


@programs(dict.fromkeys(v.RENAMES, "def go(a, b):\n    {}(a, b)"))
def test_renamed(text: str) -> None:
    assert [type(event) for event in events(text)] == [Rename]


@programs(dict.fromkeys(v.REMOVERS, "def go(a):\n    {}(a)"))
def test_removed(text: str) -> None:
    assert [type(event) for event in events(text)] == [Remove]


@programs(dict.fromkeys(v.COMMANDS, "def go(a):\n    {}('rm ' + a)"), assigned=False)
def test_removed_by_a_command(text: str) -> None:
    assert [type(event) for event in events(text)] == [Remove]


@programs(
    {name: f"def go(a):\n    {{}}({path.keyword}=a)" for name, path in (v.READERS | v.ASKERS).items()}, assigned=False
)
def test_read(text: str) -> None:
    assert [type(event) for event in events(text)] == [Read]


@programs({name: f"{HANDLE}{{}}({inner.keyword or '*'}=f).write(data)" for name, inner in v.WRAPPERS.items()})
def test_wrapped(text: str) -> None:
    text = text.replace("*=f", "f")
    file = parsed(text)
    (function,) = file.top.children
    assert [use.what for use in file.trace(function).uses] == ["wrap", "write"]
