"""Does a name stand for one thing only, whichever way the program took to it?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Bound, Term, arms, bound_to, dotted, is_missing, visible


def always(term: Term, name: str) -> bool:
    """Is it known by this name alone? `try: import ujson as json` makes it another thing on some machines."""
    return dotted(term) == name and len(_known_by(term)) <= 1


def is_chosen(term: Term) -> bool:
    """Is it another function on some ways to it? `opener = gzip.open` in one branch, `opener = open` in the other."""
    is_assigned = any(bound.binding.how == "value" for bound in _of_head(term))
    return is_assigned and dotted(term) is not None and len(_known_by(term)) > 1


def _known_by(term: Term) -> set[str | None]:
    """The names by which the world knows what stands at the head of this expression, one for each way to it."""
    present = [bound for bound in _of_head(term) if not is_missing(bound.binding)]
    chosen = {dotted(bound.term(arm)) for bound in present for arm in arms(bound.binding.value)[1:]}
    return chosen.union(map(bound_to, present))


def _of_head(term: Term) -> list[Bound]:
    head = term.node
    while isinstance(head, ast.Attribute):
        head = head.value
    return visible(head.id, term) if isinstance(head, ast.Name) else []
