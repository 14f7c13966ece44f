"""Does the model know every state that a real filesystem was seen in?"""

from __future__ import annotations

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


def uncovered(
    observed: Iterable[Tree], states: Iterable[State], rename: Callable[[str], str] = str
) -> list[Shape]:
    """Return the distinct observed trees that are no state of the model."""
    known = {shape(state.tree, rename) for state in states}
    return sorted({shape(tree, rename) for tree in observed} - known, key=sorted)
