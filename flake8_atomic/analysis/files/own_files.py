"""Objects of a library that save: to a path that they are given, or to the one that they were read from."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term, dotted, last_name
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.files.events import Save
from flake8_atomic.analysis.files.openings import argument


def saved_by_itself(call: Term, func: ast.Attribute, values: Values) -> Iterator[Save]:
    """`ConfigObj(path).write()` writes to the path that the object knows."""
    node = call.node
    assert isinstance(node, ast.Call)
    for origin in values.origins(call.at(func.value)):
        made = origin.term.node
        if isinstance(made, ast.Call):
            where = v.KNOWING_THEIR_PATH.get(dotted(origin.term.at(made.func)) or "")
            path = argument(made, where) if where is not None else None
            if path is not None:
                yield Save(node, call.scope, call.place, origin.term.at(path), "ConfigObj.write")


def saved_by(term: Term, node: ast.Call, func: ast.Attribute, _: str | None) -> Iterator[Save]:
    """`accelerator.save(model, path)`, and `yaml.dump(data, path)` where that is a path, not an open file."""
    owner = last_name(func.value)
    where = v.SAVING_OBJECTS.get((owner.lower(), func.attr))
    path = argument(node, where) if where is not None and len(node.args) + len(node.keywords) > 1 else None
    if path is not None:
        yield Save(node, term.scope, term.place, term.at(path), f"{owner}.{func.attr}")
