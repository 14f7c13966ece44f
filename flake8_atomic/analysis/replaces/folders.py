"""Is it a folder, which has no content that could be synced or replaced?"""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.expressions import parts_of
from flake8_atomic.analysis.code.flow import Called, Place
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.facts.callees import reached
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Whole
from flake8_atomic.analysis.paths.paths import Key
from flake8_atomic.analysis.replaces.renamed import MAY_NAME_A_PATH
from flake8_atomic.analysis.replaces.replaces import Replace

_ASKS = re.compile(r"\bis_?dir\(")
# The first argument, or the receiver, is a folder.
_OF_FOLDERS = frozenset({"mkdir", "makedirs", "rmtree", "listdir", "scandir", "iterdir", "walk", "glob", "rglob"})
# One of the arguments is a folder.
_INTO_FOLDERS = frozenset({"copytree", "unpack", "extractall", "unpack_archive", "clone", "clone_from"})


def is_folder(replace: Replace) -> bool:
    """Is the temp, or its target, made, emptied, listed or filled as a folder is?"""
    file = replace.file
    # What a file is renamed to is a file, whatever stood there; it may be moved into a folder.
    becomes_a_file = _is_opened(replace) and replace.rename.function not in v.MOVES
    keys = {replace.source} if becomes_a_file else {replace.source, replace.target}
    if any(_treated_so(file, scope, keys) for scope in replace.scopes):
        return True
    return any(
        _treated_so(file, scope, {key})
        for event in replace.given_the_temp
        for scope, key in reached(file, event, replace.source)
    )


def _is_opened(replace: Replace) -> bool:
    """Is the temp opened or written, as no folder is?"""
    return bool(replace.handles) or any(isinstance(filling.event, Whole) for filling in replace.fillings)


def takes_files(file: File, path: Term) -> bool:
    """Is it made, listed or filled as a folder is, in the function that names it?"""
    return _treated_so(file, path.scope, {file.paths.key(path)})


def _treated_so(file: File, scope: Scope, keys: set[Key]) -> bool:
    flow = flow_of(scope)
    if any(_is_told(file, scope, called, keys) for called in flow.calls):
        return True
    for node in parts_of(scope.node):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and isinstance(node.left, MAY_NAME_A_PATH):
            if file.paths.key(Term(node.left, scope, flow.end)) in keys:
                return True
    return False


def _is_told(file: File, scope: Scope, called: Called, keys: set[Key]) -> bool:
    node, func = called.node, called.node.func
    name = called_as(node)
    if name in _INTO_FOLDERS:
        given = given_to(node)
    elif name in _OF_FOLDERS:
        given = [*node.args[:1], func.value] if isinstance(func, ast.Attribute) else node.args[:1]
    elif name == "join" and len(node.args) > 1 and not _where_it_is_one(file, called.place):
        given = node.args[:1] if dotted(Term(func, scope, called.place)) == "os.path.join" else []
    else:
        return False
    event = Event(node, scope, called.place)
    return any(isinstance(arg, MAY_NAME_A_PATH) and file.paths.key(event.term(arg)) in keys for arg in given)


def _where_it_is_one(file: File, place: Place) -> bool:
    """`if os.path.isdir(path): path = os.path.join(path, name)` makes a file of what may be a folder."""
    tests = (block.node.test for block in place.block.around() if isinstance(block.node, ast.If))
    return any(_ASKS.search(file.source.written(test)) for test in tests)
