"""The other functions of a file that may speak of the same path: by its names, by what they are given, by their own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import definition, family
from flake8_atomic.analysis.code.names import Term, called_as, dotted, visible
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.words import function_words, split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.paths.keys import Key, holds
from flake8_atomic.analysis.paths.path_names import names_of

_READS = ("open", "exists", "read_", "load", "is_file", "isfile", "parse(", "File(")
_DEEP = 3


def speakers(file: File, write: Event, path: Term, key: Key) -> list[Scope]:
    """The other scopes that may speak of the same path."""
    scopes = [*partners(write.scope), *_given_alike(write.scope, key)] if is_of_caller(key) else []
    if not is_of_caller(key):
        scopes = mentioning(file, tokens(path))
    elif _is_named(key):
        scopes += mentioning(file, chain(names_of(path), _naming(path)))
    asked = holds(key, ("object",))
    return [
        scope
        for scope in dict.fromkeys(scopes)
        if scope is not write.scope and (not asked or _are_kin(scope.owner, write.scope.owner))
    ]


def _given_alike(scope: Scope, key: Key) -> Iterator[Scope]:
    """The functions beside it that are given something of the same name, where it is a name of its own: `cron_file`."""
    if not isinstance(key, tuple) or key[0] != "parameter" or lexicon.OF_ANY_PATH.issuperset(split_words(key[1])):
        return
    for sibling in scope.parent.children if scope.parent is not None else ():
        args = sibling.function.args if sibling.function is not None else None
        if args is not None and any(arg.arg == key[1] for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)):
            yield sibling


def _naming(path: Term, depth: int = _DEEP) -> Iterator[str]:
    """The functions of the file that give the path its name: `path = self._state_file(user)`."""
    node = path.node
    if isinstance(node, ast.Call):
        if definition(path.at(node.func)) is not None:
            yield called_as(node)
        elif depth and len(node.args) == 1:
            yield from _naming(path.at(node.args[0]), depth - 1)
    elif isinstance(node, ast.Name) and depth:
        values = ((bound, bound.binding.value) for bound in visible(node.id, path) if bound.binding.how == "value")
        for bound, value in values:
            yield from _naming(bound.term(value), depth - 1) if value is not None else ()


def _is_named(key: Key) -> bool:
    """Has the file a name in the folder that the caller gives, where it is one file for all?"""
    return isinstance(key, tuple) and any(isinstance(part, tuple) and part[:1] == ("constant",) for part in key)


def _are_kin(one: Scope | None, other: Scope | None) -> bool:
    """Is a method of the one that gives a path also one of the other?"""
    return one is not None and other is not None and (one in family(other) or other in family(one))


def is_of_caller(key: object) -> bool:
    """Is the path made of what the caller gives, which two functions may call alike and mean otherwise?"""
    if not isinstance(key, tuple):
        return False
    return key[:1] == ("parameter",) or any(is_of_caller(part) for part in key)


def partners(scope: Scope) -> list[Scope]:
    """`load_index` and `save_index` of one class or module speak of one thing."""
    words = function_words(scope)
    thing = [word for word in words if word not in lexicon.WRITING]
    partners = []
    for sibling in scope.parent.children if scope.parent is not None else ():
        called = function_words(sibling)
        if called != words and [word for word in called if word not in lexicon.READING] == thing:
            partners.append(sibling)
    return partners


def mentioning(file: File, names: Iterator[str]) -> list[Scope]:
    """The functions whose text holds one of these names, and reads something."""
    scopes = file.values.scopes_with(*sorted(set(names), key=len, reverse=True)[:6], whole=True)
    return [scope for scope in scopes if file.text_of.speaks(scope, _READS)]


def tokens(term: Term, depth: int = _DEEP) -> Iterator[str]:
    """The names and file names that another function would write to mean the same path."""
    for node in ast.walk(term.node):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ("." in node.value or node is term.node):
            yield node.value.rstrip("/").rpartition("/")[2]
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            bounds = visible(node.id, term)
            if not bounds or bounds[0].scope.function is None:
                if dotted(term.at(node)) not in v.SAME_PATH:
                    yield node.id
            elif depth:
                for bound in bounds:
                    if bound.binding.how == "value" and bound.binding.value is not None:
                        yield from tokens(bound.term(bound.binding.value), depth - 1)
