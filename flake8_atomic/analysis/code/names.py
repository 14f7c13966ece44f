"""Which dotted name, which definition, which assignments does an expression stand for?"""

from __future__ import annotations

import ast
import builtins
from typing import NamedTuple

from flake8_atomic.analysis.code.flow import Binding, Place
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of

BUILTINS = frozenset(dir(builtins))
DEEP = 12  # aliases of aliases end somewhere; a cycle of them does not


class Term(NamedTuple):
    """An expression where it is evaluated."""

    node: ast.expr
    scope: Scope
    place: Place

    def at(self, node: ast.expr) -> Term:
        """Another expression at the same place."""
        return Term(node, self.scope, self.place)


class Bound(NamedTuple):
    """A binding and the scope that it was made in."""

    binding: Binding
    scope: Scope

    def term(self, node: ast.expr) -> Term:
        """An expression as it is evaluated by this binding."""
        return Term(node, self.scope, self.binding.place)


def visible(name: str, term: Term) -> list[Bound]:
    """The bindings of a name that the term can see, nearest first; none for a builtin."""
    # Every question about a path asks for the same few names again.
    known, key = flow_of(term.scope).visible, (name, term.place)
    found = known.get(key)
    if found is None:
        found = known[key] = _find_visible(name, term)
    return found


def _find_visible(name: str, term: Term) -> list[Bound]:
    scope: Scope | None = term.scope
    inner, given = True, list[Bound]()
    while scope is not None:
        # A class body's names are no part of what its methods see.
        flow = flow_of(scope) if inner or not isinstance(scope.node, ast.ClassDef) else None
        if flow is not None and (every := flow.bindings.get(name, ())):
            found = flow.seen(name, term.place if inner else flow.end)
            if name not in flow.globals:
                # A comprehension's own names are no names of the scope, however few others it has.
                found = found or [binding for binding in reversed(every) if not binding.place.block.private]
                if found:
                    return [*given, *(Bound(binding, scope) for binding in found)]
            elif inner and found:
                # What a function always gives a name of the module is what the name means below that.
                given = [Bound(binding, scope) for binding in found]
                if found[-1].place.block.always_with(term.place.block):
                    return given
        scope, inner = scope.parent, False
    return given


def dotted(term: Term, depth: int = DEEP) -> str | None:
    """The name by which the world knows this expression, through imports and aliases."""
    tail: list[str] = []
    node = term.node
    while isinstance(node, ast.Attribute):
        tail.append(node.attr)
        node = node.value
    if isinstance(node, ast.Call):
        head = _got(term.at(node), node, depth)
    elif isinstance(node, ast.Name):
        head = _named(node.id, term, depth)
    else:
        return None
    return ".".join([head, *reversed(tail)]) if head else None


def called_as(node: ast.Call) -> str:
    """The last name under which a call is made: `os.replace(…)` is replace, `(lambda: 0)()` has none."""
    func = node.func
    kind = type(func)  # asked of every call, some of them by every rule
    return func.attr if kind is ast.Attribute else func.id if kind is ast.Name else ""  # type: ignore[attr-defined]


def last_name(node: ast.AST) -> str:
    """The last name of an expression as it is written: `a.b` is b, a call has none."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def spelled(node: ast.expr) -> str:
    """The names of an expression as they are written: `a.b(1).c[2]` is a.b.c."""
    # Not ast.unparse, which fails on a chain of a thousand calls.
    names: list[str] = []
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, ast.Subscript):
            node = node.value
        else:
            return ".".join(reversed(names))
    return ".".join([node.id, *reversed(names)])


def _named(name: str, term: Term, depth: int) -> str | None:
    bounds = visible(name, term)
    if not bounds:
        return name if name in BUILTINS else None
    present = [bound for bound in bounds if not is_missing(bound.binding)]
    return bound_to(present[0], depth) if present else None


def bound_to(bound: Bound, depth: int = DEEP) -> str | None:
    """The name by which the world knows what this binding gives to its name."""
    binding = bound.binding
    if binding.how == "import":
        return imported(binding)
    if binding.how == "value" and depth:
        for value in arms(binding.value):
            if isinstance(value, (ast.Name, ast.Attribute, ast.Call)):
                return dotted(bound.term(value), depth - 1)
    return None


def arms(value: ast.AST | None) -> list[ast.expr]:
    """What it may be: `gzip.open if packed else open` is one function under two names; others are no function."""
    if isinstance(value, ast.IfExp):
        both = [value.body, value.orelse]
        return both if last_name(both[0]) == last_name(both[1]) != "" else []
    return [value] if isinstance(value, ast.expr) else []


def is_missing(binding: Binding) -> bool:
    """`except ImportError: fcntl = None`: where it is called, it is the module."""
    return binding.how != "import" and isinstance(binding.value, ast.Constant) and binding.value.value is None


def _got(term: Term, call: ast.Call, depth: int) -> str | None:
    """`getattr(os, "replace", os.rename)` is os.replace."""
    if not (isinstance(call.func, ast.Name) and call.func.id == "getattr" and len(call.args) > 1 and depth):
        return None
    owner, attribute = call.args[:2]
    if not (isinstance(attribute, ast.Constant) and isinstance(attribute.value, str)):
        return None
    head = dotted(term.at(owner), depth - 1)
    return f"{head}.{attribute.value}" if head else None


def imported(binding: Binding) -> str:
    """The dotted name that an import statement gives to this name; relative ones keep their dots."""
    node = binding.node
    for alias in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else ():
        if isinstance(node, ast.ImportFrom) and (alias.asname or alias.name) == binding.name:
            return f"{'.' * node.level}{node.module or ''}.{alias.name}"
        if alias.asname == binding.name:
            return alias.name
    return binding.name
