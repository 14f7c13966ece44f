"""Is a handle still open, and still what its name means, where a step that uses it is added?"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Bound, Term, called_as, dotted
from flake8_atomic.analysis.code.parents import inside
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.file import File

DEEP = 3
_ENDING = frozenset({"close", "detach", "__exit__"})
# They close what they are given with themselves, at the latest when nobody holds them any more.
_OWNING = frozenset({"io.TextIOWrapper", "io.BufferedWriter", "io.BufferedRandom", "contextlib.closing"})
_OWNING_BY_NUMBER = frozenset({"os.fdopen", "open", "io.open", "os.close"})
_STACKING = frozenset({"enter_context", "push"})
# What else is entered with a file in hand may close it.
_SPARING = frozenset({
    "zipfile.ZipFile", "gzip.GzipFile", "gzip.open", "bz2.BZ2File", "bz2.open", "lzma.LZMAFile", "lzma.open",
    "tarfile.open", "contextlib.redirect_stdout", "contextlib.redirect_stderr",
})  # fmt: skip


def keeps_its_name(handle: Term, body: Sequence[ast.stmt]) -> bool:
    """Does the name stand for the same thing after these statements as before them?"""
    assert isinstance(handle.node, ast.Name)
    inner = {id(node) for node in inside(list(body))}
    bound = flow_of(handle.scope).bindings.get(handle.node.id, ())
    return not any(id(binding.node) in inner and not binding.place.block.private for binding in bound)


def stays_open(file: File, handle: Term, body: Sequence[ast.stmt], depth: int = DEEP) -> bool:
    """Is a handle that a name stands for surely open after these statements?"""
    assert isinstance(handle.node, ast.Name)
    nodes = list(inside(list(body)))
    named = [node for node in nodes if isinstance(node, ast.Name) and node.id == handle.node.id]
    uses = (node for node in named if isinstance(node.ctx, ast.Load))
    return not _closed_otherwise(file, handle, nodes) and not any(_may_close(file, handle, use, depth) for use in uses)


def _closed_otherwise(file: File, handle: Term, nodes: list[ast.AST]) -> bool:
    """Is it closed by another name, or by a function within?"""
    opened, inner = file.handles.opened(handle), {id(node) for node in nodes}
    closes = [use for use in file.uses(opened) if use.what == "close"] if opened is not None else []
    return any(id(use.call) in inner or use.scope is not handle.scope for use in closes)


def _may_close(file: File, handle: Term, use: ast.Name, depth: int) -> bool:
    """May the handle be closed by what is done to it here?"""
    outer = file.parents.of(use)
    if isinstance(outer, ast.withitem):
        return True
    if isinstance(outer, ast.Attribute):
        return outer.attr in _ENDING or (outer.attr == "fileno" and _owns_number(file, handle, outer))
    call = file.parents.of(outer) if isinstance(outer, ast.keyword) else outer
    return isinstance(call, ast.Call) and _may_own(file, handle.at(call), use, depth)


def _owns_number(file: File, handle: Term, method: ast.Attribute) -> bool:
    call = file.parents.of(file.parents.of(method))
    return isinstance(call, ast.Call) and dotted(handle.at(call.func)) in _OWNING_BY_NUMBER


def _may_own(file: File, call: Term, given: ast.Name, depth: int) -> bool:
    """May a call that is given the handle close it, or what it returns?"""
    node = call.node
    assert isinstance(node, ast.Call)
    name = dotted(call.at(node.func))
    if name in _OWNING or called_as(node) in _STACKING:
        return True
    if isinstance(file.parents.of(node), ast.withitem):
        return name not in _SPARING
    called = definition(call.at(node.func))
    if called is None:
        return False
    bounds = (Bound(binding, called) for binding in flow_of(called).parameters) if called.function else ()
    names = [bound.binding.name for bound in bounds if given in given_for(call, bound)]
    if not names or not depth or called.function is None:
        return True
    parameter = Term(ast.Name(names[0], ast.Load()), called, flow_of(called).end)
    body = called.function.body
    return not (keeps_its_name(parameter, body) and stays_open(file, parameter, body, depth - 1))
