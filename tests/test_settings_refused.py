"""What is said about a bad setting: one line that names option and value."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest

from flake8_atomic.settings import BadSetting, load
from tests.settings_project import RULES, flake8_file, from_flake8, project_in, table

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return project_in(tmp_path, monkeypatch)


def complaint(text: str, project: Path) -> str:
    table(project, text)
    with pytest.raises(BadSetting) as caught:
        load(RULES)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_worker_gets_the_whole_complaint() -> None:
    error = pickle.loads(pickle.dumps(BadSetting("--atomic-enable", "X: a\nb")))
    assert str(error) == "--atomic-enable: X: a b"


@pytest.mark.parametrize("name", ["atomic_enable", "atomic_state_paths", "atomic_ignore_paths", "atomic_helpers"])
def test_a_bad_item_names_option_and_value(name: str) -> None:
    flag = "--" + name.replace("_", "-")
    for value in ("[x", "é-[!]", "[]", "x[!]y"):
        with pytest.raises(BadSetting) as one:
            load(RULES, {name: f"ATM110,{value}" if name == "atomic_enable" else value})
        with pytest.raises(BadSetting) as two:
            from_flake8(**{name: [value]})
        assert str(one.value) == str(two.value)
        assert str(one.value).startswith(f"{flag}: {value} is not a ")


def test_the_complaint_of_an_unknown_code() -> None:
    with pytest.raises(BadSetting, match=r"^--atomic-enable: ATM999 is not a rule of flake8-atomic$"):
        from_flake8(atomic_enable=["ATM999"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('enable = ["ATM999"]', "enable: ATM999 is not a rule of flake8-atomic"),
        ('enable = "ATM110"', "enable: 'ATM110' is not a list of strings"),
        ("state-paths = [1]", "state-paths: [1] is not a list of strings"),
        ('state-paths = [""]', "state-paths: '' is not a glob (empty, or a [ that is never closed)"),
        ('atomic-helpers = ["a.class"]', "atomic-helpers: a.class is not a dotted name"),
        ('check-tests = "yes"', "check-tests: 'yes' is not true or false"),
        ("state_paths = []", "state_paths is not one of atomic-helpers, check-tests, enable, helpers,"),
        (
            'helpers = ["a.b"]',
            "helpers: ['a.b'] is not a table of calls, names of atomic writers go under atomic-helpers",
        ),
        (
            'helpers.atomic_dump.call = "x(path)"',
            "helpers: atomic_dump is not one of atomic_open, atomic_write_bytes,",
        ),
        (
            'helpers.atomic_open = "x(path)"',
            """helpers.atomic_open: 'x(path)' has no call = "function(path, ...)\"""",
        ),
        ("helpers.atomic_open = {fixed = {}}", "helpers.atomic_open: {'fixed': {}} has no call ="),
        ('helpers.atomic_open = {call = "x(path)", fixd = {}}', "fixd is not one of call, fixed, unsafe"),
        (
            'helpers.atomic_open = {call = "x(path)", unsafe = true}',
            "helpers.atomic_open.unsafe: True is not a string",
        ),
        (
            'helpers.atomic_open = {call = "x(path)", fixed = 1}',
            "helpers.atomic_open.fixed: 1 is not a table of",
        ),
        (
            'helpers.atomic_open = {call = "x(path)", fixed.mode = ["w"]}',
            "fixed.mode: ['w'] is not a string, a number",
        ),
        ('helpers.atomic_open = {call = "x(path)", fixed.path = ""}', "path is given twice, passed or fixed"),
        (
            'helpers.atomic_open = {call = "x(path, obj)"}',
            "helpers.atomic_open: obj is not one of buffering,",
        ),
        ('helpers.atomic_open = {call = "x()"}', "helpers.atomic_open.call: x() does not pass path"),
        ('helpers.atomic_open = {call = "x.y"}', "helpers.atomic_open.call: x.y is not a call"),
        ('helpers.atomic_open = {call = "x..y(path)"}', "helpers.atomic_open.call: x..y(path) is not a call"),
        (
            'helpers.atomic_open = {call = "x(path, f(1))"}',
            "helpers.atomic_open.call: f(1) is not how a call goes on",
        ),
        (
            'helpers.atomic_open = {call = "x(p=path, 1)"}',
            "helpers.atomic_open.call: 1 is not how a call goes on",
        ),
        ('helpers.atomic_open = {call = "x(class=path)"}', "class=path is not how a call goes on"),
        ('helpers.atomic_open = {call = "x(p=path, p=mode)"}', "p is given twice"),
    ],
)
def test_a_bad_table_names_key_and_value(project: Path, text: str, said: str) -> None:
    line = complaint(text, project)
    assert line.startswith("[tool.flake8-atomic]")
    assert said in line


@pytest.mark.parametrize("content", [b"[tool.flake8-atomic]\nx =", b"# flake8-atomic \xff"])
def test_a_pyproject_that_is_not_toml(project: Path, content: bytes) -> None:
    (project / "pyproject.toml").write_bytes(content)
    with pytest.raises(BadSetting, match=r"^/.*pyproject\.toml: [^\n]+$"):
        from_flake8()


def test_a_table_that_is_none(project: Path) -> None:
    (project / "pyproject.toml").write_text("tool.flake8-atomic = 3", encoding="utf-8")
    with pytest.raises(BadSetting, match=r"^\[tool\.flake8-atomic\]: 3 is not a table$"):
        load(RULES)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ignore = E501 # long", "ignore: # is not a code or the beginning of one"),
        ("disable-noqa = maybe", "disable-noqa: maybe is not true or false"),
        ("per-file-ignores = a.py", "per-file-ignores: a.py ends without `: codes`"),
        ("per-file-ignores = a.py: E1 : E2", "per-file-ignores: a.py: E1 : E2 is not `pattern: codes` at"),
        ("ignore = E1\nignore = E2", r"tox.ini: While reading from"),
    ],
)
def test_a_bad_flake8_file(project: Path, text: str, said: str) -> None:
    flake8_file(project, text)
    with pytest.raises(BadSetting) as caught:
        load(RULES)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"config": "no.cfg"}, r"^--config: /.*no\.cfg: no such file$"),
        ({"append_config": ["no.cfg"]}, r"^--append-config: /.*no\.cfg: no such file$"),
        ({"config": "../bad.cfg"}, r"^--config: /.*bad\.cfg: File contains no section headers\. "),
        ({"per_file_ignores": "a.py E1"}, r"^per-file-ignores: a\.py E1 is not"),
    ],
)
def test_a_bad_command_line(project: Path, given: dict[str, Any], said: str) -> None:
    (project / "bad.cfg").write_text("x\n", encoding="utf-8")
    with pytest.raises(BadSetting, match=said):
        load(RULES, given)
