"""The project's own writers by the names of ours: a mapping that can be hashed, pickled and not changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flake8_atomic.settings.helper_call import HelperCall


class HelperCalls(Mapping[str, "HelperCall"]):
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
