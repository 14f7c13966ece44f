"""Is what is written made of what was read, so that a torn file leaves nothing to write it anew from?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.values import LIMIT
from flake8_atomic.analysis.facts.drawn import made_of
from flake8_atomic.analysis.file import File


def is_made_of(file: File, term: Term, calls: set[int]) -> bool:
    """Does it hold what one of these calls returns, or what is read from the file that one opens?"""
    todo, seen = [term], set[int]()
    while todo and len(seen) < LIMIT:
        for part in made_of(file, todo.pop()):
            origins = file.values.origins(part)
            if id(part.node) in calls or any(id(origin.term.node) in calls for origin in origins):
                return True
            # `for line in lines` are the old lines, which the function writes again but for one.
            turns = [origin.term for origin in origins if origin.how == "each" and id(origin.term.node) not in seen]
            if isinstance(part.node, (ast.ListComp, ast.GeneratorExp)):
                turns += [part.at(each.iter) for each in part.node.generators if id(each.iter) not in seen]
            seen.update(id(turn.node) for turn in turns)
            todo += turns
    return False
