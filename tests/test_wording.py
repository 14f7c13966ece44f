"""The words of a path: what its author called it."""

from __future__ import annotations

import pytest

from flake8_atomic.analysis.code.words import Wording, function_words, split_words
from flake8_atomic.analysis.paths.wording import wording_of
from tests.snippets import asked, parsed


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("userConfig_path", ["user", "config", "path"]),
        ("HTTPServer2", ["http", "server", "2"]),
        ("SAVE_FILE", ["save", "file"]),
        ("__x", ["x"]),
        ("", []),
    ],
)
def test_a_name_is_split_into_its_words(name: str, words: list[str]) -> None:
    assert split_words(name) == words


def wording(text: str) -> Wording:
    file = parsed(f"import os, own, json\nfrom pathlib import Path\n{text}")
    return wording_of(asked(file), file.values)


@pytest.mark.parametrize(
    "text",
    [
        "ask('a/state.json')",
        "ask(b'state.json')",
        "ask(Path('a') / 'state.json')",
        "ask(Path('a', 'state.json'))",
        "ask(os.path.join(folder, 'state.json'))",
        "ask(folder.joinpath('state.json'))",
        "ask(state)",
        "ask(self.state)",
        "ask(folder / state_name)",
        "ask(a + 'state.json')",
        "ask(f'{a}/state.json')",
        "ask(f'{a}state.json')",
        "ask('{}/state.json'.format(a))",
        "ask('%s/state.json' % a)",
        "ask(options['state_file'])",
        "ask(state_files[0])",
        "ask(a if c else state)",
        "ask(a or state)",
        "ask(str(state))",
        "ask(open(a, 'w') if 0 else state)",
        "async def f(): ask(await state)",
        "name = 'state.json'\nask(name)",
        "state = made()\nask(state)",
        "ask(state_file())",
        "ask(self.state_path())",
        "def made(): return 'state.json'\nask(made())",
        "def f(target): ask(target)\nf('state.json')",
        "class C:\n  def f(self):\n    self.a = 'state.json'\n    ask(self.a)",
        "with own.opened('state.json') as a: ask(a)",
        "for a in ['state.json']: ask(a)",
        "a, b = ('state.json', 1) if c else d\nask(a)",
        "ask(state.name)",
    ],
)
def test_a_path_is_called_state(text: str) -> None:
    words = wording(text)
    assert "state" in words.tail | (words.folder if "def f" in text else frozenset())


@pytest.mark.parametrize(
    "text",
    [
        "ask('state/a')",
        "ask(state / 'a')",
        "ask(Path('state') / 'a')",
        "ask(os.path.join(state, 'a'))",
        "ask(state_dir)",
        "ask(state.parent)",
        "ask(state.parents[0])",
        "ask(f'{state}/a')",
        "ask(state.joinpath('a'))",
    ],
)
def test_a_path_lies_in_a_folder_called_state(text: str) -> None:
    words = wording(text)
    assert "state" in words.folder
    assert "state" not in words.tail


@pytest.mark.parametrize(
    "text",
    [
        "ask(1)",
        "ask(lambda: state)",
        "ask(self)",
        "ask({'state': 1})",
        "import state\nask(state)",
        "a = a\nask(a)",
    ],
)
def test_other_expressions_call_a_path_nothing(text: str) -> None:
    assert "state" not in wording(text).tail | wording(text).folder


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ("ask('a.json')", "json"),
        ("ask('a.JSON')", "json"),
        ("ask(a / f'{b}.toml')", "toml"),
        ("ask(a.with_suffix('.pkl'))", "pkl"),
        ("ask(Path('a.json') / 'b')", ""),
        ("ask('a.')", ""),
        ("ask('.5')", ""),
        ("ask(a)", ""),
    ],
)
def test_a_path_has_the_suffix_of_its_last_part(text: str, suffix: str) -> None:
    assert wording(text).suffix == suffix


def test_the_functions_that_made_parts_of_it_are_named() -> None:
    assert wording("ask(Path.home() / os.getenv('A'))").calls >= {"pathlib.Path.home", "os.getenv"}


@pytest.mark.parametrize("text", ["ask('a/b.json')", "ask(Path('a/b.json'))", "name = 'a/b.json'\nask(str(name))"])
def test_its_text_is_what_is_written_down(text: str) -> None:
    assert wording(text).text == "a/b.json"


def test_a_path_of_very_many_parts_is_read_as_far_as_it_says_something() -> None:
    words = wording("ask(" + " + ".join(f"'part{number}'" for number in range(500)) + ")")
    assert len(words.text.split("/")) < 100


def test_the_name_of_the_function_around_says_what_it_does() -> None:
    scopes = {scope.name: scope for scope in parsed("def saveState():\n  class C: pass").top.walk()}
    assert function_words(scopes["C"]) == function_words(scopes["saveState"]) == ["save", "state"]
    assert function_words(scopes[""]) == []
