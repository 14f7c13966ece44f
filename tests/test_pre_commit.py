"""The hook, run by the real pre-commit on a scratch repository."""

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


def test_the_lint_hook_stops_a_write_that_can_tear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pre_commit")
    hooks = copied(tmp_path / "hooks")
    project = tmp_path / "project"
    project.mkdir()
    git(project, "init", "--quiet")
    (project / "a.py").write_text(STATE, encoding="utf-8")
    done = hooked(project, hooks, monkeypatch, "flake8-atomic")
    if "No matching distribution" in done.stdout or "Could not find a version" in done.stdout:
        pytest.skip("NOT RUN: the package index is out of reach")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "a.py:3:1: ATM101" in done.stdout
    (project / "a.py").write_text("print(1)\n", encoding="utf-8")
    done = hooked(project, hooks, monkeypatch, "flake8-atomic")
    assert done.returncode == 0, done.stdout + done.stderr
