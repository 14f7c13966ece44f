"""`rewrite(text)`: one file's findings, what becomes of each, and the text with the fixes carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flake8_atomic.analysis.source import Source, Span
from flake8_atomic.detect import Finding
from flake8_atomic.edits import HELPERS
from flake8_atomic.settings import Settings


@dataclass(frozen=True)
class Wish:
    """What the user asked for, in every file alike."""

    settings: Settings
    unsafe: bool = False
    helpers: str = HELPERS
    """The module to import the helpers from."""
    patched: Mapping[str, str] = field(default_factory=dict)
    """Dotted names that the project's tests patch, and where."""
    offered: frozenset[str] | None = None
    """Which of the helpers that module has, or the settings map; None is all of them."""


@dataclass(frozen=True)
class Site:
    """One finding, and what became of it."""

    code: str
    message: str
    span: Span
    level: str
    """safe, unsafe or none."""
    text: str
    """What changes at run time for an unsafe fix, what to do instead where there is none."""
    fixed: bool


@dataclass(frozen=True)
class Result:
    """One file before and after; `problem` says why it could not be handled, and then nothing has changed."""

    before: str
    after: str
    sites: tuple[Site, ...] = ()
    problem: str = ""


Chooser = Callable[[Source, list[Finding]], list[Finding]]


def rewrite(text: str, filename: str, wish: Wish, choose: Chooser) -> Result:
    """Find, plan, carry out and verify; `choose` keeps the findings that the user did not silence."""
    raise NotImplementedError
