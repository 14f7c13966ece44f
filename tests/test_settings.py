"""Which settings a project gets, from where, and what is said about a bad one."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from flake8_atomic.settings import (
    OPTIONS,
    Argument,
    BadSetting,
    HelperCall,
    HelperCalls,
    Selection,
    Settings,
    load,
    settings_from_options,
)

RULES = {"ATM101": False, "ATM110": True, "ATM210": True}
MAPPED = """
[tool.flake8-atomic.helpers]
atomic_write_json = {call = "utils.atomic_json_write(path, obj, indent=indent)", \
fixed = {ensure_ascii = false, encoding = "utf-8", end = ""}}
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "app" / "src").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "app" / "src")
    return tmp_path / "app"


def from_flake8(*argv: str, **options: object) -> Settings:
    return settings_from_options(Namespace(**options), RULES, argv)


def table(project: Path, text: str) -> None:
    (project / "pyproject.toml").write_text(f"[tool.flake8-atomic]\n{text}\n", encoding="utf-8")


def flake8_file(project: Path, text: str, name: str = "tox.ini") -> None:
    (project / name).write_text(f"[flake8]\n{text}\n", encoding="utf-8")


def complaint(text: str, project: Path) -> str:
    table(project, text)
    with pytest.raises(BadSetting) as caught:
        load(RULES)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_nothing_is_configured(project: Path) -> None:
    assert load(RULES)[0] == from_flake8() == Settings(root=str(project / "src"))


def test_each_option_comes_from_the_first_that_gives_it(project: Path) -> None:
    table(project, 'enable = ["ATM110"]\nstate-paths = ["a"]\nignore-paths = ["out/*"]\ncheck-tests = true')
    flake8_file(project, "atomic-state-paths = b\natomic-enable = ATM210\natomic-check-tests = off")
    settings, _ = load(RULES, {"atomic_enable": "ATM110, ATM210", "quiet": True, "select": None})
    assert settings == Settings(frozenset({"ATM110", "ATM210"}), ("b",), ("out/*",), root=str(project))


def test_an_option_that_flake8_left_unset_falls_to_pyproject(project: Path) -> None:
    table(project, 'enable = ["ATM110"]\natomic-helpers = ["app.io.save"]\ncheck-tests = true')
    settings = from_flake8(atomic_enable=None, atomic_state_paths=["x"], atomic_helpers=[])
    assert settings == Settings(frozenset({"ATM110"}), ("x",), check_tests=True, root=str(project))


def test_a_rule_that_is_on_may_be_listed(project: Path) -> None:
    table(project, 'enable = ["ATM101", "ATM210"]')
    assert load(RULES)[0].enable == {"ATM210"}


@pytest.mark.parametrize(
    "text", ["", "[tool]\nx = 1", "[project]\ndependencies = ['flake8-atomic']", "tool = 'flake8-atomic'"]
)
def test_a_pyproject_without_the_table_is_passed_on_the_way_up(project: Path, text: str) -> None:
    table(project, "check-tests = true")
    (project / "src" / "pyproject.toml").write_text(text, encoding="utf-8")
    assert load(RULES)[0] == from_flake8() == Settings(check_tests=True, root=str(project))


def test_the_home_folder_is_not_a_project(project: Path) -> None:
    table(project.parent, "check-tests = true")
    flake8_file(project.parent, "ignore = ATM")
    settings, selection = load(RULES)
    assert settings == Settings(root=str(project / "src"))
    assert selection.decides("ATM101", "a.py")


@pytest.mark.parametrize("home", ["~", "/nowhere"])
def test_a_home_that_is_not_there_stops_nothing(
    project: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    monkeypatch.setenv("HOME", home)
    table(project.parent, "check-tests = true")
    assert load(RULES)[0].check_tests


def test_isolated_reads_no_file(project: Path) -> None:
    table(project, "check-tests = true")
    flake8_file(project, "atomic-enable = ATM110\nselect = E")
    settings, selection = load(RULES, {"isolated": True})
    assert settings == from_flake8("--isolated") == Settings(root=str(project / "src"))
    assert selection == Selection(folder=str(project / "src"), off=frozenset({"ATM110", "ATM210"}))


def test_tests_are_judged_from_the_folder_of_the_configuration(project: Path) -> None:
    table(project, "")
    assert load(RULES)[0].root == from_flake8().root == str(project)
    flake8_file(project / "src", "")
    assert load(RULES)[0].root == from_flake8().root == str(project / "src")


def test_a_named_configuration_elsewhere_moves_no_root(project: Path, tmp_path: Path) -> None:
    (tmp_path / "ci").mkdir()
    flake8_file(tmp_path / "ci", "")
    elsewhere, above = "../../ci/tox.ini", str(project / "own.cfg")
    flake8_file(project, "", "own.cfg")
    for config, root in ((elsewhere, project / "src"), (above, project)):
        assert load(RULES, {"config": config})[0].root == str(root)
        assert from_flake8(f"--conf={config}", "a.py").root == str(root)


@pytest.mark.parametrize(
    ("program", "read"),
    [
        ("/bin/flake8", False),
        ("flake8.exe", False),
        ("/lib/flake8/__main__.py", False),
        ("/bin/pytest", True),
    ],
)
def test_only_flake8s_own_command_line_is_looked_at(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    program: str,
    read: bool,
) -> None:
    table(project, "check-tests = true")
    monkeypatch.setattr(sys, "argv", [program, "--isolated", "-v"])
    assert settings_from_options(Namespace(), RULES).check_tests is read


def test_another_folder_than_the_working_directory(project: Path) -> None:
    flake8_file(project, "exclude = src/gen")
    _, selection = load(RULES, folder=str(project))
    assert selection.excludes("src/gen")
    assert not selection.excludes("gen")
    assert selection.folder == str(project)


@pytest.mark.parametrize(
    "written", ["ignore = E501", "ignore = ATM2\nselect = ATM", "extend-select = ATM110"]
)
def test_opt_in_rules_are_off_whatever_flake8_is_told(project: Path, written: str) -> None:
    flake8_file(project, written)
    assert not load(RULES)[1].decides("ATM110", "a.py")
    assert load(RULES, {"atomic_enable": "ATM110"})[1].decides("ATM110", "a.py")


def test_the_projects_own_writers(project: Path) -> None:
    table(project, f'atomic-helpers = ["app.save", "utils.atomic_json_write"]\n{MAPPED}')
    settings = from_flake8()
    assert settings.helpers == ("app.save", "utils.atomic_json_write")
    arguments = (Argument("", "path"), Argument("", "obj"), Argument("indent", "indent"))
    fixed = (("ensure_ascii", False), ("encoding", "utf-8"), ("end", ""))
    call = HelperCall("utils.atomic_json_write", arguments, fixed)
    assert settings.helper_calls == {"atomic_write_json": call}
    assert len({settings, pickle.loads(pickle.dumps(settings)), load(RULES)[0]}) == 1
    assert repr(settings.helper_calls) == f"HelperCalls({(('atomic_write_json', call),)!r})"


def test_a_call_may_hold_literals_and_a_note(project: Path) -> None:
    call = """ save ( path,"a, b", -0x1F, None,mode = 0o600 ,data=data, x='(', y=1.5, ) """
    table(project, f'helpers.atomic_write_text = {{call = """{call}""", unsafe = "makes folders"}}')
    found = load(RULES)[0].helper_calls["atomic_write_text"]
    assert (found.function, found.unsafe, len(found.arguments)) == ("save", "makes folders", 8)
    assert [each.parameter for each in found.arguments if each.parameter] == ["path", "data"]
    assert found.arguments[4] == ("mode", "0o600")


def test_a_worker_gets_the_whole_complaint() -> None:
    error = pickle.loads(pickle.dumps(BadSetting("--atomic-enable", "X: a\nb")))
    assert str(error) == "--atomic-enable: X: a b"


@pytest.mark.parametrize(
    "name", ["atomic_enable", "atomic_state_paths", "atomic_ignore_paths", "atomic_helpers"]
)
def test_a_bad_item_names_option_and_value(name: str) -> None:
    flag = "--" + name.replace("_", "-")
    for value in ("[x", "é-[!]", "[]", "x[!]y"):
        with pytest.raises(BadSetting) as one:
            load(RULES, {name: f"ATM110,{value}" if name == "atomic_enable" else value})
        with pytest.raises(BadSetting) as two:
            from_flake8(**{name: [value]})
        assert str(one.value) == str(two.value)
        assert str(one.value).startswith(f"{flag}: {value} is not a ")


def test_good_globs() -> None:
    globs = "[]] [!]] [a-c]* x] [[]y *.json[lx]"
    assert load(RULES, {"atomic_state_paths": globs})[0].state_paths == tuple(globs.split())


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


def test_the_selection_is_a_value(project: Path) -> None:
    flake8_file(project, "per-file-ignores = a.py: ATM101\nexclude = gen\nfilename =")
    selection = load(RULES)[1]
    assert pickle.loads(pickle.dumps(selection)) == selection
    assert hash(selection) == hash(load(RULES)[1])
    assert selection.admits("setup.toml")


def test_a_walk_meets_each_folder(project: Path) -> None:
    flake8_file(project, "exclude = gen")
    selection = load(RULES)[1]
    assert not selection.excludes("gen/x/y.py")
    assert selection.excludes("./gen/x/y.py", under=".")
    assert not selection.excludes("gen/x/y.py", under="gen/x")
    assert selection.excludes("gen/y.py", under="gen")


def test_a_mapping_that_nothing_changes() -> None:
    calls = HelperCalls((("atomic_open", HelperCall("open_it", (Argument("", "path"),))),))
    assert list(calls) == ["atomic_open"]
    assert len(calls) == 1
    assert "atomic_write_text" not in calls
    assert calls != HelperCalls()


def test_the_options_have_flags_of_their_own() -> None:
    assert [option.flag for option in OPTIONS] == [
        "--atomic-enable",
        "--atomic-state-paths",
        "--atomic-ignore-paths",
        "--atomic-helpers",
        "--atomic-check-tests",
    ]


def test_an_import_loads_no_parser() -> None:
    watched = "{'flake8', 'configparser', 'tomllib', 'argparse', 'libcst'}"
    code = f"import sys, flake8_atomic.settings; print({watched} & set(sys.modules))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    folder = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, stdout=-1, text=True, check=True
    )
    assert done.stdout == "set()\n"
