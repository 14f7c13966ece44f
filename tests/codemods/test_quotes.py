"""Strings that a fix adds are written in the quotes of the file, and names as it forms them."""

from __future__ import annotations

import ast

import pytest

from codemods.syntax.planned import Planned
from codemods.verify import verify
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import Argument, Call, CallInstead, Formatted, NoFix
from tests.codemods.fixing import pairs, rewrite_of, told

QUOTES = {
    "single ones": """
        import shutil

        __all__ = ['reset', "it's"]


        def reset(folder):
            \"\"\"Begin again.\"\"\"
            shutil.copyfile(folder / 'defaults', folder / 'config')
        ---
            with open(folder / 'defaults', 'rb') as source, atomic_open(folder / 'config', 'wb') as target:
    """,
    "more double ones": """
        import shutil

        __all__ = ["reset", "again"]


        def reset(folder):
            shutil.copyfile(folder / "defaults", folder / 'config')
        ---
            with open(folder / "defaults", "rb") as source, atomic_open(folder / 'config', "wb") as target:
    """,
    "as many of both": """
        import shutil


        def reset(folder):
            shutil.copyfile(folder / "defaults", folder / 'config')
        ---
            with open(folder / "defaults", "rb") as source, atomic_open(folder / 'config', "wb") as target:
    """,
    "the end of a line, and what holds quotes": r"""
        import json


        def save_state(path, state):
            with open(path + 'x', 'w') as f:
                json.dump(state, f)
                f.write("\n")
            print("it's saved", "that's it")
        ---
            atomic_write_json(path + 'x', state, end='\n')
    """,
}


@pairs(QUOTES)
def test_strings_are_written_in_the_quotes_of_the_file(before: str, after: str) -> None:
    assert after.strip("\n") in rewrite_of(before).after.split("\n")


SAVE = """
import os


def save(path, data):
    temp = {}
    with open(temp, 'w') as f:
        f.write(data)
        f.flush()
        os.fsync(f.fileno())
    check(temp)
    os.replace(temp, path)
"""
F_STRING = "\n\nprint(f'{SAVE}')\n"
NAMES = [
    ("path + '.tmp'", "", "path + '.{}.{}.tmp'.format(os.getpid(), secrets.token_hex(4))"),
    (
        "path + '.tmp'",
        "\n\nprint('of' 'it', \"self\")\n",
        "path + '.{}.{}.tmp'.format(os.getpid(), secrets.token_hex(4))",
    ),
    ("path + '.tmp'", F_STRING, "path + f'.{os.getpid()}.{secrets.token_hex(4)}.tmp'"),
    ('path + ".tmp"', F_STRING, 'path + f".{os.getpid()}.{secrets.token_hex(4)}.tmp"'),
    ("path + 'new'", F_STRING, "path + f'new.{os.getpid()}.{secrets.token_hex(4)}'"),
    ("f'{path}.tmp'", "", "f'{path}.tmp.{os.getpid()}.{secrets.token_hex(4)}'"),
    ("f'{path}' '.tmp'", "", "f'{path}' '.tmp' f\".{os.getpid()}.{secrets.token_hex(4)}\""),
    ("'.' f'{path}~'", "", "'.' f'{path}~.{os.getpid()}.{secrets.token_hex(4)}'"),
]


@pytest.mark.parametrize(("name", "more", "unique"), NAMES)
def test_the_name_of_a_temp_is_formed_as_the_file_forms_strings(name: str, more: str, unique: str) -> None:
    result = rewrite_of(SAVE.format(name) + more)
    assert f"    temp = {unique}\n" in result.after
    assert rewrite_of(result.after).after == result.after


@pytest.mark.parametrize("name", ["f'{path}'", "f'{path}.npy'", "path + '.new.npy'", "path.with_name('a.npy')"])
def test_an_ending_by_which_a_program_may_tell_what_to_write_stays(name: str) -> None:
    result = rewrite_of(SAVE.format(name))
    assert f"    temp = {name}\n" in result.after
    assert [site.fixed for site in result.sites if site.code == "ATM202"] == [False]


TEXT = "import os\nx = f'{a}.b'\n"
PARTS = (".", Call("os.getpid", ()), ".", Call("os.times", (Argument("4"),)))


@pytest.mark.parametrize(
    ("after", "is_planned"),
    [
        ("f'{a}.b.{os.getpid()}.{os.times(4)}'", True),
        ("f'{a}.b.' f'{os.getpid()}' f'.{os.times(4)}'", True),
        ("f'{a}.c.{os.getpid()}.{os.times(4)}'", False),
        ("f'{b}.b.{os.getpid()}.{os.times(4)}'", False),
        ("f'{a}.b.{os.getpid()}.{os.times(5)}'", False),
        ("f'{a}.b.{os.getpid()!r}.{os.times(4)}'", False),
        ("f'{a}.b.{os.getpid():x}.{os.times(4)}'", False),
        ("f'{a}.b.{os.getpid()}.{os.times(4)}.'", False),
        ("f'{a}.b.{os.getpid()}.'", False),
        ("f'{a}.b.7.{os.times(4)}'", False),
        ("'a.b'", False),
    ],
)
def test_an_f_string_is_what_was_planned(after: str, is_planned: bool) -> None:
    source = Source.parse(told(TEXT))
    assigned = source.tree.body[1]
    assert isinstance(assigned, ast.Assign)
    assert isinstance(assigned.value, ast.JoinedStr)
    plan = Planned([CallInstead(assigned.value, Formatted(PARTS, '"', assigned.value))])
    result = f"import os\nx = {after}\n"
    if is_planned:
        verify(source, result, "app.py", plan)
        return
    with pytest.raises(NoFix):
        verify(source, result, "app.py", plan)
