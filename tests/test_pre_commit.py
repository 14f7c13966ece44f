"""The hooks, run by the real pre-commit on a scratch repository."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixtures import ROOT

STATE = 'from pathlib import Path\n\nPath("state.json").write_text("{}")\n'


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def copied(folder: Path) -> Path:
    """The project as it stands in the working tree, as a repository that pre-commit can clone."""
    folder.mkdir()
    for name in ("flake8_atomic", "codemods", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--message", "all")
    return folder


def hooked(folder: Path, hooks: Path, monkeypatch: pytest.MonkeyPatch, hook: str) -> subprocess.CompletedProcess[str]:
    monkeypatch.setenv("PRE_COMMIT_HOME", str(folder.parent / "pre-commit"))
    git(folder, "add", "--all")
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(hooks), hook, "--all-files"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with one file that saves its state in place."""
    pytest.importorskip("pre_commit")
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "--quiet")
    (folder / "a.py").write_text(STATE, encoding="utf-8")
    return folder


def skip_without_index(done: subprocess.CompletedProcess[str]) -> None:
    if "No matching distribution" in done.stdout or "Could not find a version" in done.stdout:
        pytest.skip("NOT RUN: the package index is out of reach")


def test_the_lint_hook_stops_a_write_that_can_tear(
    tmp_path: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks = copied(tmp_path / "hooks")
    done = hooked(project, hooks, monkeypatch, "flake8-atomic")
    skip_without_index(done)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "a.py:3:1: ATM101" in done.stdout
    (project / "a.py").write_text("print(1)\n", encoding="utf-8")
    done = hooked(project, hooks, monkeypatch, "flake8-atomic")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_fix_hook_fixes_and_fails_and_then_passes(
    tmp_path: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks = copied(tmp_path / "hooks")
    done = hooked(project, hooks, monkeypatch, "atomicize")
    skip_without_index(done)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "a.py:3:1: ATM101 fixed" in done.stdout
    assert 'atomic_write_text(Path("state.json"), "{}")' in (project / "a.py").read_text(encoding="utf-8")
    done = hooked(project, hooks, monkeypatch, "atomicize")
    assert done.returncode == 0, done.stdout + done.stderr
