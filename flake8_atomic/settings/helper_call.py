"""How one of a project's own writers is called in place of a helper of flake8-atomic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

Constant = str | int | float | bool


class Argument(NamedTuple):
    """One argument of the project's writer: a parameter of ours or a literal, perhaps by keyword."""

    keyword: str
    value: str

    @property
    def parameter(self) -> str | None:
        """The parameter whose argument goes here; None for a literal."""
        is_name = self.value.isidentifier() and self.value not in {"True", "False", "None"}
        return self.value if is_name else None


@dataclass(frozen=True)
class HelperCall:
    """One writer of the project: what it takes, and what it does whatever it is told."""

    function: str
    arguments: tuple[Argument, ...]
    fixed: tuple[tuple[str, Constant], ...] = ()
    unsafe: str = ""
    """What else it does; a rewrite to such a writer is unsafe, and this is its note."""
