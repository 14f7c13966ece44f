"""flake8 in, (line, column, text, type) out: the plugin in this process."""

from __future__ import annotations

import ast
import gc
from argparse import Namespace
from typing import TYPE_CHECKING

import pytest
from flake8.options.manager import OptionManager

from flake8_atomic import __version__
from flake8_atomic.analysis.code.flow import Flow
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.file import File
from flake8_atomic.plugin import Plugin
from flake8_atomic.settings import OPTIONS, Settings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No configuration around, and none left behind."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Plugin, "settings", Settings())


def options(*argv: str) -> Namespace:
    manager = OptionManager(version=__version__, plugin_versions="", parents=[], formatter_names=["default"])
    Plugin.add_options(manager)
    given: Namespace = manager.parse_args(list(argv))
    return given


def run(text: str, filename: str = "app.py") -> list[tuple[int, int, str, type]]:
    return list(Plugin(ast.parse(text), filename, text.splitlines(keepends=True)).run())


def test_a_finding_is_a_line_a_column_a_text_and_the_plugin() -> None:
    ((line, column, text, kind),) = run("if x:\n    a = 'é'; p.write_text(x)\n")
    assert (line, column, kind) == (2, 13, Plugin)
    assert text.startswith("ATM101 write_text() ")
    assert ":" not in text


@pytest.mark.parametrize("enabled", [True, False])
def test_garbage_is_collected_again_only_where_it_was_before(enabled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    during: list[bool] = []

    def detect(*_: object) -> list[object]:
        during.append(gc.isenabled())
        return []

    monkeypatch.setattr("flake8_atomic.plugin.detect", detect)
    gc.enable() if enabled else gc.disable()
    try:
        assert list(Plugin(ast.parse(""), "stdin", [""]).run()) == []
        assert (during, gc.isenabled()) == ([False], enabled)
    finally:
        gc.enable()


def test_what_is_wrong_with_a_contract_is_a_finding_too() -> None:
    assert [text[:6] for *_, text, _ in run("x = 1  # atomic: nonsense -- because\n")] == ["ATM001"]


@pytest.mark.parametrize("written", ["state.json", "out.html"])
def test_nothing_is_left_for_the_collector(written: str) -> None:
    def kept() -> int:
        return sum(isinstance(left, (File, Flow, Scope)) for left in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = kept()
        run(f"import json\ndef save(state):\n    with open('{written}', 'w') as f:\n        json.dump(state, f)\n")
        assert kept() == before
    finally:
        gc.enable()


def test_findings_are_in_the_order_of_the_text() -> None:
    found = run("def f():\n    p.write_text(x)\np.write_bytes(x); p.write_text(x)\n")
    assert [(line, text[:6]) for line, _, text, _ in found] == [(2, "ATM101"), (3, "ATM102"), (3, "ATM101")]


def test_every_option_is_registered_without_a_default() -> None:
    given = options()
    assert {option.name: getattr(given, option.name) for option in OPTIONS} == {o.name: None for o in OPTIONS}


def test_the_options_become_the_settings_of_all_files() -> None:
    Plugin.parse_options(options("--atomic-enable=ATM110", "--atomic-state-paths=ledger", "--atomic-check-tests"))
    assert Plugin.settings.enable == {"ATM110"}
    assert Plugin.settings.state_paths == ("ledger",)
    assert [text[:6] for *_, text, _ in run("open('a.html', 'w').write(x)", "test_a.py")] == ["ATM110"]


def test_a_bad_option_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        Plugin.parse_options(options("--atomic-enable=ATM999"))
    assert left.value.code == 2
    assert capsys.readouterr().err == ("flake8-atomic: --atomic-enable: ATM999 is not a rule of flake8-atomic\n")
    assert Plugin.settings == Settings()
