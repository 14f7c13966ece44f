"""Every way to call the helpers, as scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.crash.scenarios import PAGE, SIZES, SYNCS, TARGETS, Scenario

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ONE_SHOT = ("text", "raw", "as_json")
OPENED = (
    ("opened", (("mode", "w"),)),
    ("opened", (("mode", "w+"),)),
    ("opened_binary", (("mode", "wb"),)),
    ("opened_binary", (("mode", "w+b"),)),
    ("opened_unbuffered", ()),
    ("opened_in_pieces", ()),
    ("closed", ()),
)
WRITERS: Sequence[tuple[str, tuple[tuple[str, str], ...]]] = (*((name, ()) for name in ONE_SHOT), *OPENED)


def matrix(
    *,
    writers: Iterable[tuple[str, tuple[tuple[str, str], ...]]] = WRITERS,
    targets: Iterable[str] = TARGETS,
    sizes: Iterable[int] = (PAGE,),
    syncs: Iterable[str] = SYNCS,
) -> list[Scenario]:
    """Return every combination."""
    return [
        Scenario(f"tests.crash.writers:{writer}", target, size, sync, options)
        for writer, options in writers
        for target in targets
        for size in sizes
        for sync in syncs
    ]


WHOLE = matrix(sizes=SIZES)
