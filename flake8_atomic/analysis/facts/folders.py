"""Is a path treated as a folder is: made, listed, filled, or joined with a name?"""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.expressions import parts_of
from flake8_atomic.analysis.code.flow import Called, Place
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.paths.paths import Key

MAY_NAME_A_PATH = (ast.Name, ast.Attribute, ast.Call, ast.BinOp, ast.JoinedStr, ast.Subscript)
_ASKS = re.compile(r"\bis_?dir\(")
# The first argument, or the receiver, is a folder.
_OF_FOLDERS = frozenset({"mkdir", "makedirs", "rmtree", "listdir", "scandir", "iterdir", "walk", "glob", "rglob"})
# One of the arguments is a folder.
_INTO_FOLDERS = frozenset({"copytree", "unpack", "extractall", "unpack_archive", "clone", "clone_from"})


def takes_files(file: File, path: Term) -> bool:
    """Is it made, listed or filled as a folder is, in the function that names it?"""
    return treated_as_folder(file, path.scope, {file.paths.key(path)})


def treated_as_folder(file: File, scope: Scope, keys: set[Key]) -> bool:
    """Does the function treat one of these so?"""
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
