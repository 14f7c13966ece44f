"""The words of a path expression: what its author called it."""

from __future__ import annotations

from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import Wording
from flake8_atomic.analysis.paths.path_reader import PathReader


def wording_of(term: Term, values: Values) -> Wording:
    """The words of a path, read through the names that it is made of."""
    if term not in values.wordings:
        values.wordings[term] = PathReader(values).read(term)
    return values.wordings[term]


def is_called(term: Term, sought: frozenset[str], values: Values) -> bool:
    """Is it called so whichever of its values a name has? One caller of many that gives a temp makes it none."""
    return wording_of(term, values).says(sought) and PathReader(values, sought).read(term).says(sought)
