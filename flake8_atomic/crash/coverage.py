"""Which states of a model were seen on a real filesystem, and does the model know all that was seen?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .explore import State
    from .tree import Tree

Shape = frozenset[tuple[str, str, int, bytes]]


def shape(tree: Tree, rename: Callable[[str], str] = str) -> Shape:
    """Reduce a tree to what is compared: names, kinds, modes and contents.

    `rename` gives a random name the same spelling in every run.
    """
    return frozenset((rename(name), node.kind, node.mode, node.data) for name, node in tree.items())


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of a model's states were seen on a real filesystem, and what was seen outside the model."""

    seen: int
    states: int
    outside: tuple[Shape, ...]


def compare(observed: Iterable[Tree], states: Iterable[State], rename: Callable[[str], str] = str) -> Coverage:
    """Compare real trees with the states of a model; each different tree counts once."""
    known = {shape(state.tree, rename) for state in states}
    found = {shape(tree, rename) for tree in observed}
    return Coverage(len(found & known), len(known), tuple(sorted(found - known, key=sorted)))
