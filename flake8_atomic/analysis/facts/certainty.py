"""Is it surely one of pathlib's paths, so that a function may be called on it in place of its method?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.definitions import definition, family, owner_of
from flake8_atomic.analysis.code.names import Term, dotted, last_name
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Origin, Values
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.paths.receivers import DEEP, is_path
from flake8_atomic.analysis.paths.types_told import declaration, type_names

# What else is called on it gives a path away; `open`, `name` and `replace` are words of other things as well.
_TELLING = frozenset({
    "parent", "parents", "stem", "suffix", "suffixes", "with_name", "with_suffix", "with_stem", "joinpath", "mkdir",
    "is_file", "is_dir", "read_text", "read_bytes", "unlink", "resolve", "expanduser", "iterdir", "relative_to",
    "as_posix", "rglob", "chmod", "is_absolute", "touch", "is_symlink", "symlink_to",
})  # fmt: skip
_KINDS = ("Path", "PosixPath", "WindowsPath", "PurePath", "PurePosixPath", "PureWindowsPath")
_OURS = frozenset({"os.PathLike", "pathlib2.Path", *(f"pathlib.{kind}" for kind in _KINDS)})
_AWAITED = ("anyio.", "trio.", "aiopath.", "aiopathlib.")
_ELSEWHERE = (*_AWAITED, "upath.", "zipfile.", "importlib")


def surely_path(term: Term, file: File) -> bool:
    """Is it proved by construction, annotation, `/`, or by what else is called on it?"""
    if _of_others(term, file.values, DEEP):
        return False
    return is_path(term, file.paths) is True or _treated_as_path(term)


def must_be_awaited(term: Term, file: File) -> bool:
    """Is it proved a path whose methods give something to await?"""
    return _of_others(term, file.values, DEEP).startswith(_AWAITED)


def _of_others(term: Term, values: Values, depth: int) -> str:
    """The type of a path of another library: of a cloud, an archive, or one that must be awaited."""
    declared = declaration(term, values)
    if declared is not None and any("path" in name.lower() for name in type_names(declared.annotation)):
        return _type_of_others(*declared)
    types = (_origin_of_others(origin, values, depth) for origin in values.origins(term))
    return next(filter(None, types), "")


def _origin_of_others(origin: Origin, values: Values, depth: int) -> str:
    term, node, bound = origin.term, origin.term.node, origin.bound
    if origin.how == "parameter" and bound is not None:
        if (owner := owner_of(bound.binding.name, Term(node, bound.scope, flow_of(bound.scope).end))) is not None:
            return _base_of_others(owner)
        annotation = getattr(bound.binding.node, "annotation", None)
        return _type_of_others(annotation, bound.scope.parent or bound.scope) if annotation is not None else ""
    if isinstance(node, ast.Call):
        name = dotted(term.at(node.func))
        if name is not None:
            return name if _is_of_others(name) else ""
        if (owner := definition(term.at(node.func))) is not None:
            return _made_by_others(term, owner, values, depth)
        node = node.func
    elif isinstance(node, ast.Attribute) and node.attr not in ("parent", "parents"):
        return ""  # what holds a path is none
    made_of = node.left if isinstance(node, ast.BinOp) else getattr(node, "value", None)
    return _of_others(term.at(made_of), values, depth - 1) if depth and isinstance(made_of, ast.expr) else ""


def _made_by_others(call: Term, called: Scope, values: Values, depth: int) -> str:
    """The type of what a class or a function of this file makes."""
    if called.function is None:
        return _base_of_others(called)
    if called.function.returns is not None:
        return _type_of_others(called.function.returns, called.parent or called)
    results = values.results(call)[:4] if depth else []
    return next(filter(None, (_of_others(result, values, depth - 1) for result in results)), "")


def _base_of_others(owner: Scope) -> str:
    """The path of another library that a class of this file is made of."""
    for scope in family(owner):
        around = scope.parent or scope
        for base in getattr(scope.node, "bases", ()):
            name = dotted(Term(base, around, flow_of(around).end))
            if name is not None and _is_of_others(name):
                return name
    return ""


def _is_of_others(name: str) -> bool:
    return name not in _OURS and (name.startswith(_ELSEWHERE) or name.endswith("Path"))


def _type_of_others(annotation: ast.expr, around: Scope) -> str:
    """The path in a type that is not proved one of pathlib's: by what the name was imported from, not by the name."""
    for node in _types(annotation):
        name = dotted(Term(node, around, flow_of(around).end))
        if name not in _OURS and "path" in last_name(node).lower():
            return name or last_name(node)
    return ""


def _types(annotation: ast.AST) -> Iterator[ast.expr]:
    """The names in a type as they are written, strings read as code."""
    todo = [annotation]
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.Name, ast.Attribute)):
            yield node
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            todo += [ast.parse(node.value, mode="eval").body] if type_names(node) else []
        else:
            todo.extend(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))


def _treated_as_path(term: Term) -> bool:
    """Is a method of paths called on the same name in its function, or on the same attribute in its class?"""
    node = term.node
    if isinstance(node, ast.Name):
        around: ast.AST = term.scope.node
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        owner = term.scope.owner
        around = owner.node if owner is not None else term.scope.node
    else:
        return False
    same = ast.dump(node)
    return any(
        isinstance(other, ast.Attribute) and other.attr in _TELLING and ast.dump(other.value) == same
        for other in ast.walk(around)
    )
