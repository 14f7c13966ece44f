"""Which renames does leaving a `with` block carry out, whatever has happened in it?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.definitions import definition, owner_of
from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.scopes import Function, Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Rename

_EXITS = ("__exit__", "__aexit__")
# What may be called on the way and looks at no content, so that an incomplete file does not stop it.
_PLAIN = frozenset({"close", "flush", "fileno", "fsync", "fdatasync", "chmod", "fchmod"})
_STRAIGHT = (ast.With, ast.AsyncWith, ast.Try, ast.TryStar)


def renames_on_exit(file: File, rename: Rename) -> bool:
    """Does `__exit__` always call the method that renames, and neither of them heed the exception?"""
    method, function = rename.scope, rename.scope.function
    owner = method.parent
    if function is None or function.decorator_list or owner is None:
        return False
    leaving = next((scope for scope in reversed(owner.children) if scope.name in _EXITS), None)
    if leaving is None or leaving.function is None or not _is_straight(file, method, rename.place, rename.call):
        return False
    if leaving is method:
        return not _heeds(function, rename.call)
    for call, place in flow_of(leaving).calls:
        if definition(Term(call.func, leaving, place)) is method and _is_straight(file, leaving, place, call):
            return not _heeds(leaving.function, call) and not _looks_at_what_it_is_told(function)
    return False


def holder_of(attribute: Term) -> Scope | None:
    """The class of `self` in `self.path`."""
    node = attribute.node
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return owner_of(node.value.id, attribute)
    return None


def _heeds(leaving: Function, call: ast.Call) -> bool:
    """Is the exception looked at anywhere but in what is handed on?"""
    args = leaving.args
    told = {arg.arg for arg in (*args.posonlyargs, *args.args)[1:]} | ({args.vararg.arg} if args.vararg else set())
    handed = set(map(id, ast.walk(call)))
    return any(isinstance(n, ast.Name) and n.id in told and id(n) not in handed for n in ast.walk(leaving))


def _looks_at_what_it_is_told(function: Function) -> bool:
    args = function.args
    every = (*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg)))
    told = {arg.arg for arg in every[1:]}
    return any(isinstance(node, ast.Name) and node.id in told for node in ast.walk(function))


def _is_straight(file: File, scope: Scope, place: Place, call: ast.Call) -> bool:
    """Is the call reached however the block has ended?"""
    if not all(map(_always_runs, place.block.around())) or not _stands_alone(scope, call):
        return False
    inside = set(map(id, ast.walk(call)))
    before = [(node, at) for node, at in flow_of(scope).calls if at.order < place.order and id(node) not in inside]
    if not all(called_as(node) in _PLAIN and not _is_ours(Term(node.func, scope, at)) for node, at in before):
        return False
    return all(_is_done_once(file, scope, node) for node in _turnings(scope.node, call))


def _always_runs(block: Block) -> bool:
    return block.parent is None or (isinstance(block.node, _STRAIGHT) and block.handler is None)


def _stands_alone(scope: Scope, call: ast.Call) -> bool:
    """Is it a statement of its own, and no branch of an expression?"""
    values = (node.value for node in ast.walk(scope.node) if isinstance(node, (ast.Expr, ast.Return)))
    return any(call is (value.value if isinstance(value, ast.Await) else value) for value in values)


def _is_ours(called: Term) -> bool:
    """Is it a function of this file, or a method of the object itself, which may do anything?"""
    return holder_of(called) is not None or definition(called) is not None


def _turnings(node: ast.AST, call: ast.Call) -> Iterator[ast.AST]:
    """The statements before a call by which its function may leave."""
    for inner in ast.walk(node):
        if isinstance(inner, (ast.Return, ast.Raise, ast.Assert)) and inner.lineno < call.lineno:
            yield inner


def _is_done_once(file: File, scope: Scope, leaving: ast.AST) -> bool:
    """Is it `if self.closed: return`, where nobody but this method closes?"""
    ifs = (node for node in ast.walk(scope.node) if isinstance(node, ast.If) and node.body == [leaving])
    test = next((node.test for node in ifs), None)
    if not isinstance(test, ast.Attribute):
        return False
    owner = holder_of(Term(test, scope, flow_of(scope).end))
    begun = [bound for bound in file.values.attribute(owner, test.attr) if bound.scope is not scope] if owner else []
    return bool(begun) and all(_is_false(bound.binding.value) for bound in begun)


def _is_false(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is False
