"""Which settings a project gets, and from where."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from flake8_atomic.settings import (
    OPTIONS,
    Settings,
    load,
    settings_from_options,
)
from flake8_atomic.settings.helper_call import Argument, HelperCall
from flake8_atomic.settings.helper_calls import HelperCalls
from flake8_atomic.settings.selection import Selection
from tests.settings_project import RULES, flake8_file, from_flake8, project_in, table

MAPPED = """
[tool.flake8-atomic.helpers]
atomic_write_json = {call = "utils.atomic_json_write(path, obj, indent=indent)", \
fixed = {ensure_ascii = false, encoding = "utf-8", end = ""}}
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return project_in(tmp_path, monkeypatch)


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
def test_a_home_that_is_not_there_stops_nothing(project: Path, monkeypatch: pytest.MonkeyPatch, home: str) -> None:
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
    elsewhere, above, below = "../../ci/tox.ini", str(project / "own.cfg"), "inner/own.cfg"
    flake8_file(project, "", "own.cfg")
    (project / "src" / "inner").mkdir()
    flake8_file(project / "src" / "inner", "", "own.cfg")
    for config, root in ((elsewhere, project / "src"), (above, project), (below, project / "src" / "inner")):
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


@pytest.mark.parametrize(("said", "meant"), [("yes", True), ("0", False), (True, True)])
def test_flake8_hands_on_a_flag_as_its_file_says_it(said: object, meant: bool) -> None:
    assert settings_from_options(Namespace(atomic_check_tests=said), RULES).check_tests is meant


def test_another_folder_than_the_working_directory(project: Path) -> None:
    flake8_file(project, "exclude = src/gen")
    _, selection = load(RULES, folder=str(project))
    assert selection.excludes("src/gen")
    assert not selection.excludes("gen")
    assert selection.folder == str(project)


@pytest.mark.parametrize("written", ["ignore = E501", "ignore = ATM2\nselect = ATM", "extend-select = ATM110"])
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


def test_good_globs() -> None:
    globs = "[]] [!]] [a-c]* x] [[]y *.json[lx]"
    assert load(RULES, {"atomic_state_paths": globs})[0].state_paths == tuple(globs.split())


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
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, stdout=-1, text=True, check=True)
    assert done.stdout == "set()\n"
