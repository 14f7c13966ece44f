"""What leaves a block by its own will: a raise, an exit, or a function of the file that ends the program."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, dotted, spelled
from flake8_atomic.analysis.code.parents import FUNCTIONS
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.inspection import Inspection

_EXITS = frozenset({"sys.exit", "exit", "quit", "os._exit", "os.abort"})
_PARSERS = frozenset({"parser.error", "parser.exit"})
_PARSING = ("argparse", "optparse")


def leaves(inspection: Inspection, node: ast.AST, term: Term) -> bool:
    """May the block be left here by its own will?"""
    if isinstance(node, ast.Raise):
        return node.exc is not None
    if isinstance(node, ast.Assert):
        return True
    if not isinstance(node, ast.Call):
        return False
    parses = any(module in inspection.file.source.imports for module in _PARSING)
    return (parses and spelled(node.func) in _PARSERS) or _exits(node, term, set())


def _exits(call: ast.Call, term: Term, seen: set[Scope]) -> bool:
    """Does it end the program, itself or by a function of this file?"""
    if dotted(term.at(call.func)) in _EXITS:
        return True
    function = definition(term.at(call.func))
    if function is None or function.function is None or function in seen:
        return False
    seen.add(function)
    there = Term(call, function, flow_of(function).end)
    return any(
        (isinstance(node, ast.Raise) and node.exc is not None and spelled(node.exc) == "SystemExit")
        or (isinstance(node, ast.Call) and _exits(node, there, seen))
        for node in _done_by(function.function)
    )


def _done_by(function: ast.AST) -> Iterator[ast.AST]:
    """What the function itself does, outside of what it catches."""
    todo = [function]
    while todo:
        node = todo.pop()
        yield node
        inner = ast.iter_child_nodes(node)
        if isinstance(node, (ast.Try, ast.TryStar)):
            inner = (part for field in (node.handlers, node.orelse, node.finalbody) for part in field)
        todo += [child for child in inner if not isinstance(child, (*FUNCTIONS, ast.ClassDef))]
