"""What a type tells: is it that of a path, and which one has the file given to a name or an attribute?"""

from __future__ import annotations

import ast
from typing import NamedTuple

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import definition, family, owner_of
from flake8_atomic.analysis.code.names import Term, dotted, visible
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Origin, Values

NONE_ON_DISK = frozenset({"socket.socket", "zipfile.Path"})


class Declaration(NamedTuple):
    """A type, and the scope that it stands in."""

    annotation: ast.expr
    around: Scope


def declaration(term: Term, values: Values) -> Declaration | None:
    """How a name or an attribute is declared: by `name: Path` here, or in the body of its class."""
    node = term.node
    if isinstance(node, ast.Name):
        for bound in visible(node.id, term):
            if isinstance(bound.binding.node, ast.AnnAssign):
                return Declaration(bound.binding.node.annotation, bound.scope)
    elif isinstance(node, ast.Attribute):
        for owner in _classes_of(term.at(node.value), values):
            for statement in owner.node.body:
                if isinstance(statement, ast.AnnAssign) and getattr(statement.target, "id", None) == node.attr:
                    return Declaration(statement.annotation, owner)
    return None


def types_of(term: Term, values: Values) -> set[str]:
    """The names of the types that it is declared to have, as a parameter or otherwise."""
    declared = declaration(term, values)
    if declared is not None:
        return type_names(declared.annotation)
    parameters = (origin for origin in values.origins(term) if origin.how == "parameter")
    return {name for origin in parameters for name in types_said(origin)}


def types_said(origin: Origin) -> set[str]:
    """The types that a parameter is said to have."""
    annotation = getattr(origin.bound.binding.node, "annotation", None) if origin.bound is not None else None
    return type_names(annotation) if annotation is not None else set()


def _classes_of(term: Term, values: Values) -> list[Scope]:
    """The class of this file that the object is of, and its bases."""
    owner = owner_of(term.node.id, term) if isinstance(term.node, ast.Name) else None
    for origin in values.origins(term) if owner is None else ():
        node, bound = origin.term.node, origin.bound
        if isinstance(node, ast.Call):
            owner = definition(origin.term.at(node.func))
        annotation = getattr(bound.binding.node, "annotation", None) if bound is not None else None
        if isinstance(annotation, ast.Name) and bound is not None:
            around = bound.scope.parent or bound.scope
            owner = definition(Term(annotation, around, flow_of(around).end))
    return family(owner) if owner is not None and isinstance(owner.node, ast.ClassDef) else []


def class_is_path(owner: Scope) -> bool | None:
    """True for a class with a path among its bases; what other bases are is not known."""
    for scope in family(owner):
        for base in getattr(scope.node, "bases", ()):
            name = dotted(Term(base, scope.parent or scope, flow_of(scope.parent or scope).end))
            if name is not None and (name in v.PATH_TYPES or name.endswith("Path")):
                return True
    return False


def says_path(annotation: ast.expr, around: Scope) -> bool | None:
    """Whether a type that stands in this scope is a path; Any, object and a type variable say nothing."""
    names = type_names(annotation)
    if not names or names & {"Any", "object", "T", "AnyStr", "Self"}:
        return None
    end = flow_of(around).end
    if dotted(Term(annotation, around, end)) in NONE_ON_DISK:
        return False
    for name in names:
        # A class of the file is what it is, whatever it is called: a remote path is no file of this disk.
        owner = definition(Term(ast.Name(name, ast.Load()), around, end))
        if owner is None or not isinstance(owner.node, ast.ClassDef):
            owner = None
        if "path" in name.lower() if owner is None else class_is_path(owner):
            return True
    return False


def type_names(annotation: ast.expr) -> set[str]:
    """The names of the types in an annotation, strings read as code."""
    names: set[str] = set()
    todo: list[ast.AST] = [annotation]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                todo.append(ast.parse(node.value, mode="eval").body)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return set()
        else:
            todo.extend(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))
    return names - {"Optional", "Union", "None", "Annotated", "Final", "ClassVar"}
