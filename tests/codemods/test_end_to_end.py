"""The command with everything behind it: real findings, real fixes, real files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.codemods.conftest import Ran
from tests.fixtures import ROOT

Run = Callable[..., Ran]
STATE = """\
import json
from pathlib import Path

CONFIG = Path("config.json")
NAMES = "é😀"; CONFIG.write_text("{}")


def save(path: Path, data: object) -> None:
    with open(path, "w", encoding="utf-8") as file:
        json.dump(data, file)  # the whole state


def save_state(path: Path, lines: list[str]) -> None:
    with path.open("w") as state:
        for line in lines:
            state.write(line)
            state.flush()
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package below src, with the working directory beside it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ATOMIC_SYNC", "none")
    package = tmp_path / "project" / "src" / "pkg"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "state.py").write_text(STATE, encoding="utf-8")
    (tmp_path / "project" / "setup.cfg").write_text("[options]\ninstall_requires = flake8-atomic\n")
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path / "project"


def test_a_project_is_migrated_and_stays_so(atomicize: Run) -> None:
    ran = atomicize("src")
    text = Path("src/pkg/state.py").read_text(encoding="utf-8")
    assert ran.code == 0, ran.err
    assert 'atomic_write_text(CONFIG, "{}")' in text
    assert 'atomic_write_json(path, data, encoding="utf-8")  # the whole state' in text
    assert "with path.open" in text
    compile(text, "state.py", "exec")
    before = os.stat("src/pkg/state.py")
    again = atomicize("src")
    assert os.stat("src/pkg/state.py") == before
    assert again.out.startswith("src/pkg/state.py:")
    assert " left - " in again.out
    assert atomicize("--check", "src").code == 0


@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_no_other_byte_changes(atomicize: Run, encoding: str, end: str) -> None:
    cookie = "" if encoding == "utf-8-sig" else f"# coding: {encoding}\n"
    head = f"{cookie}from pathlib import Path\n\nPLACE = 'caf\xe9'\t# \xe9"
    text = f'{head}  \ndef save(path: Path) -> None:\n\tpath.write_text("x")  # why \n# end'.replace("\n", end)
    Path("src/pkg/state.py").write_bytes(text.encode(encoding))
    assert atomicize("src").code == 0
    data = Path("src/pkg/state.py").read_bytes()
    shown = f"from flake8_atomic.helpers import atomic_write_text{end}".encode()
    assert data.count(shown) == 1
    kept = data.replace(shown, b"").replace(b'atomic_write_text(path, "x")', b'path.write_text("x")')
    assert kept.replace(end.encode(), b"") == text.encode(encoding).replace(end.encode(), b"")
    assert end == "\n" or b"\n" not in data.replace(end.encode(), b"")


def test_a_vendored_project_needs_nothing_else(atomicize: Run) -> None:
    ran = atomicize("--vendor", "src/pkg/_atomic", "src")
    assert ran.code == 0
    assert "import it as pkg._atomic" in ran.err
    text = Path("src/pkg/state.py").read_text(encoding="utf-8")
    assert "flake8_atomic" not in text
    program = "import sys; sys.path[:0] = ['src']; from pkg import state; state.save('saved.json', [1])"
    subprocess.run([sys.executable, "-I", "-S", "-c", program], check=True)
    assert json.loads(Path("saved.json").read_text()) == [1]
    assert Path("config.json").read_text() == "{}"


def test_helpers_of_the_project_are_called(atomicize: Run) -> None:
    Path("src/pkg/utils.py").write_text("def atomic_write_text(path, data): ...\n")
    ran = atomicize("--helpers", "pkg.utils", "src")
    text = Path("src/pkg/state.py").read_text(encoding="utf-8")
    assert 'atomic_write_text(CONFIG, "{}")' in text
    assert "utils import atomic_write_text" in text
    assert "there is no atomic_write_json among your helpers" in ran.out


def test_what_the_tests_patch_is_left_for_unsafe(atomicize: Run) -> None:
    Path("tests").mkdir()
    Path("tests/test_state.py").write_text('\ndef test(monkeypatch):\n    monkeypatch.setattr("builtins.open", None)\n')
    ran = atomicize("src")
    assert "ATM104 unsafe - the tests patch builtins.open, tests/test_state.py:3" in ran.out
    assert "open(path" in Path("src/pkg/state.py").read_text(encoding="utf-8")
    atomicize("--unsafe", "src")
    assert "open(path" not in Path("src/pkg/state.py").read_text(encoding="utf-8")


def applied(text: str, replacements: list[dict[str, Any]]) -> str:
    """What an editor makes of the replacements of one fix."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for each in reversed(replacements):
        where = each["deletedRegion"]
        start = starts[where["startLine"] - 1] + where["startColumn"] - 1
        end = starts[where["endLine"] - 1] + where["endColumn"] - 1
        text = text[:start] + each["insertedContent"]["text"] + text[end:]
    return text


def fixes(log: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    for result in log["runs"][0]["results"]:
        for fix in result.get("fixes", ()):
            yield fix["artifactChanges"][0]["replacements"]


def test_every_fix_of_the_sarif_log_can_be_applied_alone(atomicize: Run) -> None:
    ran = atomicize("--check", "--format=sarif", "src")
    assert ran.code == 1
    results = [applied(STATE, each) for each in fixes(json.loads(ran.out))]
    assert len(results) == 2
    one, other = results
    assert 'atomic_write_text(CONFIG, "{}")' in one
    assert "open(path" in one
    assert 'CONFIG.write_text("{}")' in other
    assert "atomic_write_json(path, data" in other
    for text in results:
        compile(text, "state.py", "exec")
    assert Path("src/pkg/state.py").read_text(encoding="utf-8") == STATE


def test_the_module_and_the_script_are_the_command() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "codemods.atomicize", "--check", "src"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert ran.returncode == 1
    assert "ATM101 fixable" in ran.stdout
    assert ran.stderr == ""


def test_a_syntax_error_is_a_reason_and_the_others_are_handled(atomicize: Run) -> None:
    Path("src/pkg/broken.py").write_text("def f(:\n")
    Path("src/pkg/nul.py").write_text("x = 1\0")
    ran = atomicize("src")
    assert ran.code == 2
    assert "atomicize: src/pkg/broken.py: " in ran.err
    assert "atomicize: src/pkg/nul.py: " in ran.err
    assert "please report" not in ran.err
    assert "atomic_write_text" in Path("src/pkg/state.py").read_text(encoding="utf-8")


def test_without_a_fixable_finding_libcst_is_not_loaded() -> None:
    Path("src/pkg/state.py").write_text("p.write_text(x)\n")
    program = (
        "import sys; from codemods import one; from codemods.atomicize import main; main(['--check', '-q', 'src'])"
    )
    told = "; print(*sorted({'libcst', 'pyflakes'} & set(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-c", program + told], env=environment, capture_output=True, text=True)
    assert ran.stdout.split() == []
