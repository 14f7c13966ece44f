"""A project on disk, and the settings that flake8 or load() would give it."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from flake8_atomic.settings import Settings, settings_from_options

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

RULES = {"ATM101": False, "ATM110": True, "ATM210": True}


def project_in(home: Path, patch: pytest.MonkeyPatch) -> Path:
    """Make a project in the home folder and go into its `src`."""
    patch.setenv("HOME", str(home))
    (home / "app" / "src").mkdir(parents=True)
    patch.chdir(home / "app" / "src")
    return home / "app"


def from_flake8(*argv: str, **options: object) -> Settings:
    return settings_from_options(Namespace(**options), RULES, argv)


def table(project: Path, text: str) -> None:
    (project / "pyproject.toml").write_text(f"[tool.flake8-atomic]\n{text}\n", encoding="utf-8")


def flake8_file(project: Path, text: str, name: str = "tox.ini") -> None:
    (project / name).write_text(f"[flake8]\n{text}\n", encoding="utf-8")
