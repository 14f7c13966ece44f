"""Is the object whose `write_text` or `open` is called a path?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import definition, owner_of
from flake8_atomic.analysis.code.names import Term, dotted, last_name, spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Origin, Values
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.paths.paths import Paths
from flake8_atomic.analysis.paths.types_told import NONE_ON_DISK, class_is_path, declaration, says_path

DEEP = 6  # a function may return what it returns itself


_WIRES = frozenset({
    "conn", "connection", "sock", "socket", "stream", "writer", "buffer", "buf", "serial", "ws", "websocket", "pipe",
    "channel", "clipboard", "console", "formatter",
})  # fmt: skip

# How methods begin that a document, a canvas or a message has, and no path.
_MAKING = ("add_", "draw_", "end_", "send_", "set_", "start_", "write_")
# What these return of a path, or list of it, are paths.
_KEEPING = frozenset({"absolute", "expanduser", "readlink", "relative_to", "rename", "resolve"})
# Of a path, these return nothing: what they return is something else's.
_NOTHING = frozenset({"mkdir", "rmdir", "touch", "unlink"})
_LISTING = frozenset({"glob", "iterdir", "rglob"})


def is_path(term: Term, paths: Paths, depth: int = DEEP) -> bool | None:
    """True or False where it is proved, None where it is unknown."""
    return False if not _WIRES.isdisjoint(split_words(last_name(term.node))[-1:]) else opens_a_file(term, paths, depth)


def opens_a_file(term: Term, paths: Paths, depth: int = DEEP) -> bool | None:
    """The same where a file is opened by it: `stream.open("w")` tells that this one is no stream."""
    # `super().write_text(text)` is how a class has its own method: what calls that one is judged.
    if isinstance(term.node, ast.Call) and last_name(term.node.func) == "super":
        return False
    answers = {_origin(origin, paths, depth) for origin in paths.values.origins(term)}
    answer = answers.pop() if len(answers) == 1 else None
    if answer is None and (declared := declaration(term, paths.values)) is not None:
        answer = says_path(*declared)
    return False if answer is None and _is_another_thing(term, paths.values) else answer


def _is_another_thing(term: Term, values: Values) -> bool:
    """Has it what no path has: `doc.start_paragraph()` is called on it, or an attribute of it is set?"""
    node, flow = term.node, flow_of(term.scope)
    if not isinstance(node, (ast.Name, ast.Attribute)):
        return False
    # One name in two loops stands for two things.
    if isinstance(node, ast.Name) and len(flow.bindings.get(node.id, ())) > 1:
        return False
    if term.scope not in values.no_paths:
        values.no_paths[term.scope] = frozenset(_asked_for_more(term.scope))
    return spelled(node) in values.no_paths[term.scope]


def _asked_for_more(scope: Scope) -> Iterator[str]:
    """What has an attribute that is set, or a method that makes what no path makes."""
    flow = flow_of(scope)
    yield from (name for name, _ in flow.attributes)
    for called in flow.calls:
        func = called.node.func
        if isinstance(func, ast.Attribute) and func.attr.startswith(_MAKING) and func.attr not in v.WHOLE_WRITES:
            yield spelled(func.value)


def _origin(origin: Origin, paths: Paths, depth: int) -> bool | None:
    term, node = origin.term, origin.term.node
    if origin.how == "parameter" and origin.bound is not None:
        if (owner := _own_class(origin, term)) is not None:
            return class_is_path(owner)
        annotation = getattr(origin.bound.binding.node, "annotation", None)
        scope = origin.bound.scope
        return says_path(annotation, scope.parent or scope) if annotation is not None else None
    if origin.how == "import":
        return None if _names_a_path(origin) else False
    if origin.how == "definition":
        return False
    if origin.how == "attribute" and origin.bound is None:
        return None
    if not isinstance(node, ast.Call):
        return _by_form(node) if origin.how == "expression" else None
    if isinstance(node.func, ast.Attribute):
        if node.func.attr in (_LISTING if origin.how == "each" else _KEEPING) and depth:
            return is_path(term.at(node.func.value), paths, depth - 1) or None
    return _called(term, node, paths, depth) if origin.how == "expression" else None


def _by_form(node: ast.expr) -> bool | None:
    """What is written down, where it is no call: `folder / name` is a path, a list is none."""
    if isinstance(node, ast.Constant):
        return None if node.value is None else False
    if isinstance(node, (ast.List, ast.Dict, ast.Set, ast.JoinedStr)):
        return False
    if isinstance(node, ast.BinOp):
        return True if isinstance(node.op, ast.Div) else None
    if isinstance(node, ast.Attribute):
        return True if node.attr == "parent" else None
    if isinstance(node, ast.Subscript):
        return True if getattr(node.value, "attr", "") == "parents" else None
    return None


def _names_a_path(origin: Origin) -> bool:
    """`from .paths import STATE_FILE`: a constant or a path by its name; other imports are modules and classes."""
    binding = origin.bound.binding if origin.bound is not None else None
    if binding is None or not isinstance(binding.node, ast.ImportFrom):
        return False
    return binding.name.isupper() or split_words(binding.name)[-1] in ("path", "file", "folder", "dir", "directory")


def _own_class(origin: Origin, term: Term) -> Scope | None:
    bound = origin.bound
    assert bound is not None
    return owner_of(bound.binding.name, Term(term.node, bound.scope, flow_of(bound.scope).end))


def _called(term: Term, node: ast.Call, paths: Paths, depth: int) -> bool | None:
    name = dotted(term.at(node.func))
    if name is not None:
        if name in v.PATH_TYPES or name.rpartition(".")[0] in v.PATH_TYPES:
            return True
        if name in v.IN_MEMORY or name in v.SAME_PATH or name in v.OPENERS or name in NONE_ON_DISK:
            return False
        return _is_class_of_paths(name.rpartition(".")[2])
    owner = definition(term.at(node.func))
    if owner is not None and isinstance(owner.node, ast.ClassDef):
        return class_is_path(owner)
    if owner is not None and owner.function is not None and owner.function.returns is not None:
        return says_path(owner.function.returns, owner.parent or owner)
    if isinstance(node.func, ast.Attribute) and node.func.attr in v.PATH_MAKERS:
        return True
    if isinstance(node.func, ast.Attribute) and node.func.attr in _NOTHING:
        return False
    # What a function returns by calling itself is what it returns otherwise.
    results = [r for r in paths.values.results(term)[:4] if depth and not _calls(r, owner)]
    answers = {is_path(result, paths, depth - 1) for result in results}
    return answers.pop() if len(answers) == 1 else None


def _is_class_of_paths(name: str) -> bool | None:
    """Is it by the name of the class that is made; None for a function, which may return anything."""
    if name.endswith("Path"):
        return True
    made = name[:1].isupper() and not name.isupper()
    return False if made and "path" not in name.lower() else None


def _calls(term: Term, function: Scope | None) -> bool:
    return isinstance(term.node, ast.Call) and definition(term.at(term.node.func)) is function
