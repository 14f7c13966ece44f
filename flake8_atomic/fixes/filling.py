"""Finds the one place of a function where its temp is written: a call, a `with`, or an open file until its close."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from flake8_atomic.analysis.code.parents import FUNCTIONS
from flake8_atomic.analysis.code.scopes import bodies
from flake8_atomic.edits import Call, NoFix
from flake8_atomic.fixes.entered import Opening, opening_of
from flake8_atomic.fixes.filled import written_in_one
from flake8_atomic.fixes.temp import Temp

_UNSEEN = "what writes the temporary file is not seen here; let it write the target with one of the helpers"


@dataclass
class Filling:
    """The statements that become the helper call, and those that only prepared them."""

    run: list[ast.stmt]
    body: list[ast.stmt] = field(default_factory=list)
    name: str = ""
    opening: Opening | None = None
    call: Call | None = None
    before: list[ast.stmt] = field(default_factory=list)


def filling_of(temp: Temp) -> Filling:
    """The one write of the temp; raises where there are none that can be followed, or several."""
    found: list[Filling] = []
    kept: dict[str, Filling] = {}
    for statement in own_statements(temp.function.body):
        if isinstance(statement, ast.With):
            found += _entered(temp, statement, kept)
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            opening = opening_of(temp, statement.value)
            if opening is not None:
                name = statement.targets[0].id
                temp.handles.append(statement)
                kept[name] = Filling([], [], name, opening, before=[statement])
        elif (call := written_in_one(temp, statement)) is not None:
            found.append(Filling([statement], call=call))
    found += [_until_closed(temp, filling) for filling in kept.values() if not filling.run]
    if not found:
        raise NoFix(_UNSEEN)
    if len(found) > 1:
        raise NoFix("it is written in several places; gather what they write, then one helper writes it")
    return found[0]


def own_statements(suite: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a function, those of nested ones left out."""
    for statement in suite:
        yield statement
        if not isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            for inner in bodies(statement):
                yield from own_statements(inner)


def _entered(temp: Temp, statement: ast.With, kept: dict[str, Filling]) -> Iterator[Filling]:
    for item in statement.items:
        context = item.context_expr
        opening = opening_of(temp, context)
        named = kept.get(context.id) if isinstance(context, ast.Name) and temp.is_handle(context) else None
        if opening is None and named is None:
            continue
        if len(statement.items) > 1:
            raise NoFix("it is opened together with other things; open it in a `with` of its own")
        if item.optional_vars is not None and not isinstance(item.optional_vars, ast.Name):
            raise NoFix("the open file is kept outside the block; give it a plain name")
        name = item.optional_vars.id if item.optional_vars is not None else named.name if named is not None else ""
        temp.handles.append(statement)
        if named is not None:
            named.run, named.body, named.name = [statement], statement.body, name
            yield named
        else:
            yield Filling([statement], statement.body, name, opening)


def _until_closed(temp: Temp, filling: Filling) -> Filling:
    """From the first use of an open file to its close, in one suite or in a `try` that ends with the close."""
    parents = temp.inspection.file.parents
    for statement in own_statements(temp.function.body):
        if not _closes(temp, statement):
            continue
        around = parents.of(statement)
        if isinstance(around, ast.ExceptHandler):
            continue
        suite = parents.suite(statement)
        is_final = isinstance(around, ast.Try) and suite is around.finalbody
        suite = around.body if is_final and isinstance(around, ast.Try) else suite
        end = len(suite) if is_final else next(at for at, one in enumerate(suite) if one is statement)
        first = next((at for at, one in enumerate(suite) if _uses(temp, one) and one not in filling.before), end)
        filling.body = suite[first:end]
        filling.run = filling.body if is_final else [*filling.body, statement]
        if not filling.body:
            raise NoFix(_UNSEEN)
        return filling
    raise NoFix("it is not closed where it is written; open it in a `with`, then it can be rewritten")


def _closes(temp: Temp, statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    func = call.func if isinstance(call, ast.Call) else None
    return isinstance(func, ast.Attribute) and func.attr == "close" and temp.is_handle(func.value)


def _uses(temp: Temp, node: ast.AST) -> bool:
    return any(isinstance(part, ast.Name) and temp.is_handle(part) for part in ast.walk(node))
