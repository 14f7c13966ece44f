"""What load() reads from a project's files is what the real flake8 reads from them."""

from __future__ import annotations

import configparser
import os
from contextlib import chdir
from typing import TYPE_CHECKING, Any

import pytest
from flake8.discover_files import expand_paths
from flake8.exceptions import ExecutionError
from flake8.formatting.default import Default
from flake8.main import options as flake8_options
from flake8.options import aggregator, config
from flake8.options.manager import OptionManager
from flake8.style_guide import Decision, StyleGuideManager
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from flake8_atomic.settings import OPTIONS, BadSetting, load, settings_from_options
from tests.flake8_files import FILES, FOLDERS, lines_given, places

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

RULES = {"ATM101": False, "ATM103": False, "ATM110": True, "ATM210": True}
CODES = [*RULES, "ATM000", "E501", "E999", "W503", "W605", "F401", "C901", "E121", "B008"]
ARGUMENTS = [".", "sub", "./sub/", "a.py", "sub/.tox/e.py", "pkg", "../b.pyi", "missing.py"]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("home")
    for file in FILES:
        (home / "project" / file).parent.mkdir(parents=True, exist_ok=True)
        (home / "project" / file).touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        yield home / "project"


def parsed_by_flake8(argv: Sequence[str]) -> argparse.Namespace:
    first = flake8_options.stage1_arg_parser()
    known, rest = first.parse_known_args(argv)
    read, folder = config.load_config(known.config, known.append_config, isolated=known.isolated)
    manager = OptionManager(version="", plugin_versions="", parents=[first], formatter_names=[])
    flake8_options.register_default_options(manager)
    for option in OPTIONS:
        more: dict[str, Any] = {"comma_separated_list": True} if option.metavar else {"action": "store_true"}
        manager.add_option(option.flag, default=None, parse_from_config=True, **more)
    manager.extend_default_select(["F", "E", "W", "C90", "ATM"])
    options: argparse.Namespace = aggregator.aggregate_options(manager, read, folder, rest)
    return options


def what_flake8_does(argv: Sequence[str]) -> tuple[object, ...]:
    options = parsed_by_flake8(argv)
    project = settings_from_options(options, RULES, argv)
    guide = StyleGuideManager(options, Default(options))
    decisions = {
        (path, code): guide.style_guide_for(path).should_report_error(code) is Decision.Selected
        and (not RULES.get(code) or code in project.enable)
        for path in [*FILES, *ARGUMENTS, "stdin"]
        for code in CODES
    }
    exclude = (*options.exclude, *options.extend_exclude)
    more = {"stdin_display_name": "stdin", "filename_patterns": options.filename, "exclude": exclude}
    linted = {each: sorted(expand_paths(paths=[each], **more)) for each in ARGUMENTS}
    return project, decisions, linted, options.disable_noqa


def what_we_do(line: dict[str, object]) -> tuple[object, ...]:
    project, selection = load(RULES, line)
    decisions = {
        (path, code): selection.decides(code, path) for path in [*FILES, *ARGUMENTS, "stdin"] for code in CODES
    }
    linted: dict[str, list[str]] = {}
    for each in ARGUMENTS:
        walked = [os.path.join(folder, name) for folder, _, names in os.walk(each) for name in names]
        linted[each] = sorted(path for path in walked if selection.admits(path) and not selection.excludes(path, each))
        if not os.path.isdir(each) and not selection.excludes(each):
            linted[each] = [each]
    return project, decisions, linted, selection.disable_noqa


def outcome(does: Callable[[Any], object], argument: object) -> object:
    try:
        return does(argument)
    except (BadSetting, ExecutionError, ValueError, configparser.Error):
        return "refused"


@given(written=places, line=lines_given, folder=st.sampled_from(FOLDERS))
@example({("", "setup.cfg"): "[flake8]\nper-file-ignores = sub/*: ATM1\n"}, {}, "sub")
@example({("", "tox.ini"): "[flake8]\nignore=ATM1\nextend-select=ATM10\n"}, {"extend-ignore": "ATM101"}, "")
@example({("", "tox.ini"): "[flake8]\nselect = E\n", ("", ".flake8"): "[flake8]\nselect = ATM\n"}, {}, "")
@example({("", "tox.ini"): "[flake8]\nexclude = sub/a.py\n"}, {"extend-exclude": "./pkg"}, "sub")
@example({("", "tox.ini"): "[flake8]\nextend_ignore = ATM1010\n"}, {}, "")
@example({("", "tox.ini"): "[flake8]\nextend-ignore = ATM1010\n"}, {}, "")
@example({("", "tox.ini"): "[flake8]\nexclude = ?\n"}, {}, "sub")
@settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], max_examples=400)
def test_any_configuration(
    tree: Path, written: dict[tuple[str, str], str], line: dict[str, object], folder: str
) -> None:
    for (place, name), text in written.items():
        (tree / place / name).write_text(text, encoding="utf-8")
    argv = [f"--{name}" if value is True else f"--{name}={value}" for name, value in line.items()]
    names = {name.replace("-", "_"): [value] if name == "append-config" else value for name, value in line.items()}
    try:
        with chdir(tree / folder):
            assert outcome(what_we_do, names) == outcome(what_flake8_does, argv)
    finally:
        for place, name in written:
            (tree / place / name).unlink()
