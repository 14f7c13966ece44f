"""What the tests of a project replace with fakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.project.patched import patched

IMPORTS = """
import builtins
import json
import os.path
import pkg.config as config
from pathlib import Path
from pkg import state as st
from unittest import mock
from unittest.mock import mock_open, patch
TARGET = "pkg.config"
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


def put(name: str, text: str | bytes) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('with patch("builtins.open", mock_open()): pass', ["builtins.open"]),
        ('with mock.patch("builtins.open"): pass', ["builtins.open"]),
        ('def test(mocker): mocker.patch("pkg.config.open")', ["pkg.config.open"]),
        ('patch(target="pkg.config.json.dump")', ["pkg.config.json.dump"]),
        ('patch.object(Path, "write_text")', ["pathlib.Path.write_text"]),
        ('@patch.object(json, "dump")\ndef test(): pass', ["json.dump"]),
        ('mock.patch.object(target=config.json, attribute="dump")', ["pkg.config.json.dump"]),
        ('mocker.patch.object(st, "open", create=True)', ["pkg.state.open"]),
        ("patch.multiple(config, open=1, json=2)", ["pkg.config.open", "pkg.config.json"]),
        ('patch.multiple("pkg.config", open=1)', ["pkg.config.open"]),
        ("patch.multiple()", []),
        ('monkeypatch.setattr("builtins.open", fake)', ["builtins.open"]),
        ('monkeypatch.setattr(json, "dump", fake)', ["json.dump"]),
        ('monkeypatch.setattr(builtins, "open", fake)', ["builtins.open"]),
        ('monkeypatch.setattr(os.path, name="exists", value=1)', ["os.path.exists"]),
        ('setattr(st.Store, "save", fake)', ["pkg.state.Store.save"]),
        ('patch(f"{TARGET}.open")', ["pkg.config.open"]),
        ('patch(TARGET + ".open")', ["pkg.config.open"]),
        ('patch(f"{config.__name__}.open")', ["pkg.config.open"]),
        ('patch(f"{unknown}.open")', []),
        ('patch(unknown + ".open")', []),
        ('flexmock(json).should_receive("dump").never()', ["json.dump"]),
        ('fake = flexmock(sys.modules["builtins"]); fake.should_receive("open")', ["builtins.open"]),
        ('flexmock(config.json).should_call("dump")', ["pkg.config.json.dump"]),
        ("flexmock(config, open=1)", ["pkg.config.open"]),
        ('flexmock().should_receive("open")', []),
        ('fake = other(json); fake.should_receive("dump")', []),
        ("flexmock(json).should_receive(name)", []),
        ('mocker.spy(json, "dump")', ["json.dump"]),
        ('fixtures.MonkeyPatch("pkg.config.open", fake)', ["pkg.config.open"]),
        ('self.mox.StubOutWithMock(json, "dump")', ["json.dump"]),
        ("patch()", []),
        ("patch.object(f(), 'open')", []),
        ("patch.object(json, name)", []),
        ("patch.dict(os.environ)", []),
        ("f()(patch)", []),
        ("# patch", []),
        ("from pyfakefs.fake_filesystem_unittest import TestCase", ["pyfakefs"]),
        ("import pyfakefs", ["pyfakefs"]),
        ("def test(fs): pass", ["pyfakefs"]),
        ("async def test(a, fs, b): pass", ["pyfakefs"]),
    ],
)
def test_each_form_is_read(text: str, names: list[str]) -> None:
    put("tests/test_a.py", f"{IMPORTS}\n\n{text}\n")
    put("src/a.py", "x = 1\n")
    line = IMPORTS.count("\n") + 3
    assert patched(["src"]) == dict.fromkeys(names, f"tests/test_a.py:{line}")


def test_every_test_of_the_project_is_read_and_nothing_else() -> None:
    text = 'patch("a.{}")\n'
    names = ["tests/deep/helper.py", "pkg/test_x.py", "pkg/x_test.py", "conftest.py", "test.py", "tests.py"]
    for number, name in enumerate(names):
        put(name, text.format(number))
    for name in ("pkg/a.py", "tests/data.txt", ".venv/tests/test_a.py", "pkg/contest.py"):
        put(name, text.format("no"))
    put(".venv/pyvenv.cfg", "")
    put("tests/test_odd.py", b"patch('a.no') \xff")
    put("tests/test_broken.py", "patch('a.no'")
    Path("tests/test_gone.py").symlink_to("nowhere")
    assert patched(["pkg/a.py", "pkg"]) == {
        f"a.{number}": f"{name}:1" for number, name in sorted(enumerate(names), key=lambda pair: pair[1])
    }


def test_a_fixture_of_the_project_hides_that_of_pyfakefs() -> None:
    put("tests/conftest.py", "def fs(monkeypatch): ...\n")
    put("tests/test_a.py", "def test(fs): ...\n")
    assert patched(["."]) == {}


def test_the_first_place_is_told() -> None:
    put("tests/test_b.py", "\npatch('a.b')\npatch('a.b')\n")
    put("tests/test_a.py", "\n\npatch('a.b')\n")
    assert patched(["."]) == {"a.b": "tests/test_a.py:3"}


def test_in_a_folder_that_is_not_there_nothing_is_patched(project: Path) -> None:
    (project / "pyproject.toml").unlink()
    assert patched(["nowhere/at/all.py"]) == {}


def test_beside_a_file_of_no_project_little_is_read(project: Path) -> None:
    (project / "pyproject.toml").unlink()
    put("tool.py", "x = 1\n")
    put("test_tool.py", "patch('a.beside')")
    put("tests/test_tool.py", "patch('a.below')")
    put("elsewhere/test_tool.py", "patch('a.no')")
    assert set(patched(["tool.py"])) == {"a.beside", "a.below"}
    assert set(patched(["."])) == {"a.beside", "a.below", "a.no"}


def test_a_folder_of_no_project_is_looked_at_with_what_lies_beside_it(project: Path) -> None:
    (project / "pyproject.toml").unlink()
    put("pkg/a.py", "x = 1\n")
    put("pkg/deep/test_a.py", "patch('a.inside')")
    put("tests/deep/test_b.py", "patch('a.beside')")
    put("other/test_c.py", "patch('a.no')")
    assert patched(["pkg"]) == {"a.inside": "pkg/deep/test_a.py:1", "a.beside": "tests/deep/test_b.py:1"}
    assert patched(["pkg/a.py"]) == {"a.beside": "tests/deep/test_b.py:1"}


def test_what_lies_elsewhere_is_looked_at_alone(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (project / "pyproject.toml").unlink()
    put("tests/test_b.py", "patch('a.no')")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    put(str(elsewhere / "test_a.py"), "patch('a.there')")
    assert patched([str(elsewhere)]) == {"a.there": "test_a.py:1"}
