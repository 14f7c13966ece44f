"""How a project's own writers are called in place of the helpers of flake8-atomic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


class HelperCalls(Mapping[str, HelperCall]):
    """Our helper's name -> the project's writer; hashable and picklable, which a dict or its proxy is not."""

    __slots__ = ("_calls",)

    def __init__(self, calls: tuple[tuple[str, HelperCall], ...] = ()) -> None:
        self._calls = calls

    def __getitem__(self, helper: str) -> HelperCall:
        return dict(self._calls)[helper]

    def __iter__(self) -> Iterator[str]:
        return (helper for helper, _ in self._calls)

    def __len__(self) -> int:
        return len(self._calls)

    def __hash__(self) -> int:
        return hash(frozenset(self._calls))

    def __repr__(self) -> str:
        return f"HelperCalls({self._calls!r})"
