"""Marks that are only trusted where they hold what would be written: a torn one holds something else."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.names import Term, last_name
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import Wording, split_words
from flake8_atomic.analysis.facts.drawn import made_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.paths.key_forms import alike
from flake8_atomic.analysis.state.forgiven import is_made_of, takes_a_torn_one


def is_mark(words: Wording, data: tuple[Term, ...]) -> bool:
    """Is it called a mark for this program alone, or what is written?"""
    named = (word for term in data for name in _names(term.node) for word in split_words(last_name(name)))
    return bool(data) and not lexicon.MARKS.isdisjoint((*words.tail, *named))


def is_verified(file: File, data: tuple[Term, ...], reads: list[Event]) -> bool:
    """Is it compared with all that is written wherever it is read?"""
    return all(takes_a_torn_one(read) and _is_compared(file, read, data) for read in reads)


def _is_compared(file: File, read: Event, data: tuple[Term, ...]) -> bool:
    """Is what is read used for nothing but to be compared with what is written?"""
    pairs = list(_pairs(read.scope))
    held = [
        (one, other) for pair in pairs for one, other in (pair, pair[::-1]) if is_made_of(file, one, {id(read.call)})
    ]
    expected = [other for _, other in held if all(_is_in(file, term, other) for term in data)]
    return bool(expected) and all(_only_compared(one) for one, _ in held)


def _pairs(scope: Scope) -> Iterator[tuple[Term, Term]]:
    for expression, place in flow_of(scope).expressions:
        for node in ast.walk(expression):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
                yield Term(node.left, scope, place), Term(node.comparators[0], scope, place)


def _is_in(file: File, written: Term, expected: Term) -> bool:
    """Does the one side of the comparison hold all that is written?"""
    parts = {alike(file.paths.key(part)) for part in made_of(file, expected)}
    names = [alike(file.paths.key(written.at(name))) for name in _names(written.node)]
    return alike(file.paths.key(written)) in parts or (bool(names) and all(name in parts for name in names))


def _only_compared(held: Term) -> bool:
    """Is a name for what was read used for nothing else?"""
    if not isinstance(held.node, ast.Name):
        return True
    nodes = list(ast.walk(held.scope.node))
    compared = {id(part) for node in nodes if isinstance(node, ast.Compare) for part in ast.walk(node)}
    named = [node for node in nodes if isinstance(node, ast.Name) and node.id == held.node.id]
    return all(id(node) in compared for node in named if isinstance(node.ctx, ast.Load))


def _names(node: ast.AST) -> Iterator[ast.Name | ast.Attribute]:
    """The names in an expression, but those of the functions that it calls."""
    todo: list[ast.AST] = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, (ast.Name, ast.Attribute)):
            yield part
        elif isinstance(part, ast.Call):
            todo += given_to(part)
        else:
            todo += ast.iter_child_nodes(part)
