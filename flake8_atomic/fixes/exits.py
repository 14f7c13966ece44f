"""What leaves a block by its own will: a raise, an exit, or a function of the file that ends the program."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, dotted, last_name, spelled
from flake8_atomic.analysis.code.parents import FUNCTIONS
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File
from flake8_atomic.inspection import Inspection

_EXITS = frozenset({"sys.exit", "exit", "quit", "os._exit", "os.abort"})
_EXECUTES = "os.exec"
_ENDING = frozenset({"error", "exit"})
_PARSING = ("argparse", "optparse")
_PARSERS = frozenset({"argparse.ArgumentParser", "optparse.OptionParser"})


def leaves(inspection: Inspection, node: ast.AST, term: Term) -> bool:
    """May the block be left here by its own will?"""
    if isinstance(node, ast.Raise):
        return node.exc is not None
    if isinstance(node, ast.Assert):
        return True
    if not isinstance(node, ast.Call):
        return False
    return _parses(inspection.file, node, term) or _exits(inspection.file, node, term, set())


def _parses(file: File, call: ast.Call, term: Term) -> bool:
    """Is it `parser.error(…)`, which ends the program, by whatever name the parser goes?"""
    func = call.func
    if not (isinstance(func, ast.Attribute) and func.attr in _ENDING):
        return False
    if not any(module in file.source.imports for module in _PARSING):
        return False
    return last_name(func.value).endswith("parser") or file.values.made_by(term.at(func.value), _PARSERS)


def _exits(file: File, call: ast.Call, term: Term, seen: set[Scope]) -> bool:
    """Does it end the program, itself or by a function of this file?"""
    names = {dotted(origin.term) or "" for origin in file.values.origins(term.at(call.func))}
    known = dotted(term.at(call.func)) or ""
    if not _EXITS.isdisjoint({known, *names}) or known.startswith(_EXECUTES):
        return True
    for function in _functions(file, call, term, known):
        if function.function is not None and function not in seen:
            seen.add(function)
            there = Term(call, function, flow_of(function).end)
            if any(_ends(file, node, there, seen) for node in _done_by(function.function)):
                return True
    return False


def _functions(file: File, call: ast.Call, term: Term, known: str) -> Iterator[Scope]:
    """The function that is called; where the object is unknown, the methods of this file that have the name."""
    found = definition(term.at(call.func))
    if found is not None:
        yield found
    elif not known and isinstance(call.func, ast.Attribute):
        name = call.func.attr
        yield from (scope for scope in file.top.walk() if scope.name == name and scope.owner is scope.parent)


def _ends(file: File, node: ast.AST, term: Term, seen: set[Scope]) -> bool:
    if isinstance(node, ast.Raise):
        return node.exc is not None and spelled(node.exc) == "SystemExit"
    return isinstance(node, ast.Call) and _exits(file, node, term, seen)


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
