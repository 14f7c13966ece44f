"""Where a new file takes a name that nothing has: it was asked, it was drawn, or the folder has just been made."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.asked import passed, shows_none
from flake8_atomic.analysis.drawn import is_drawn, made_of
from flake8_atomic.analysis.events import Event, Read
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, called_as, definition, dotted
from flake8_atomic.analysis.paths import DEEP, Key, base_of
from flake8_atomic.analysis.replaces import NAMES, Replace
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import split_words

_MAKERS = frozenset({"os.mkdir", "os.makedirs"})


def meets_no_file(replace: Replace) -> bool:
    """Is the rename only reached where the target is not there, or is the error of Windows heeded?"""
    rename = replace.rename
    asked = {id(e.call) for e in replace.file.trace(rename.scope).of(Read) if e.asks and _is_target(replace, e)}
    if asked and any(shows_none(test, asked, come_out) for test, come_out in passed(replace.file, rename)):
        return True
    around = (block for block in rename.place.block.around() if block.arm == "body")
    if any(_heeds_existing(block.node) for block in around) or _is_removed(replace):
        return True
    called = (definition(Term(node.func, rename.scope, place)) for node, place in flow_of(rename.scope).calls)
    here = {rename.scope, *(scope for scope in called if scope is not None)}
    if is_drawn(replace.file, rename.target, here) or lies_in_new_folder(replace.file, rename, rename.target):
        return True
    makers = {part.scope for part in made_of(replace.file, rename.target)} & here - {rename.scope}
    return any(_looks_for_a_free_name(replace.file, scope) for scope in makers)


def _looks_for_a_free_name(file: File, scope: Scope) -> bool:
    """Does the function ask for one name after another whether it is there?"""
    asked = (event.call for event in file.trace(scope).of(Read) if event.asks)
    return any(isinstance(file.parents.statement(call), ast.While) for call in asked)


def _is_target(replace: Replace, asked: Read) -> bool:
    if replace.file.paths.key(asked.path) == replace.target:
        return True
    # `while exists(path): path = …` asks for what it has bound itself, which is not followed around a loop.
    looped = isinstance(replace.file.parents.statement(asked.call), ast.While)
    return looped and ast.dump(asked.path.node) == ast.dump(replace.rename.target.node)


def _heeds_existing(node: ast.AST) -> bool:
    """Does a handler speak of a file that is there already?"""
    handlers = node.handlers if isinstance(node, (ast.Try, ast.TryStar)) else []
    types = (part for handler in handlers if handler.type is not None for part in ast.walk(handler.type))
    return any(isinstance(part, ast.Name) and part.id == "FileExistsError" for part in types)


def _is_removed(replace: Replace) -> bool:
    """Is the target always given before to a call that says that it removes it?"""
    key = replace.file.paths.key
    for node, place in flow_of(replace.rename.scope).calls:
        event = Event(node, replace.rename.scope, place)
        if not lexicon.REMOVING.isdisjoint(split_words(called_as(node))) and place.precedes(replace.rename.place):
            if any(isinstance(arg, NAMES) and key(event.term(arg)) == replace.target for arg in node.args):
                return True
    return False


def lies_in_new_folder(file: File, event: Event, path: Term) -> bool:
    """Was a folder that it lies in made before, by a call that fails where the folder is there already?"""
    above, kept = file.paths.keys_above(path) - {file.paths.key(path)}, set(_kept_folders(file, path))
    for node, place in flow_of(event.scope).calls:
        if place.precedes(event.place):
            call = Term(node, event.scope, place)
            if not above.isdisjoint(_made(file, call)) or not kept.isdisjoint(_made_within(file, call) if kept else ()):
                return True
    return False


def _kept_folders(file: File, path: Term) -> Iterator[Key]:
    """The folders that it lies in, as another method has told the object."""
    terms = [path]
    for term in islice(terms, DEEP):
        for origin in file.values.origins(term):
            if origin.how == "expression" and origin.term.scope is not path.scope:
                yield file.paths.key(origin.term)
            elif origin.how == "expression" and (base := base_of(origin.term)) is not None:
                terms.append(base)


def _made_within(file: File, call: Term, depth: int = 2) -> Iterator[Key]:
    """The folders that a function of the file makes as new ones."""
    assert isinstance(call.node, ast.Call)
    callee = definition(call.at(call.node.func)) if depth else None
    if callee is None:
        return
    for node, place in flow_of(callee).calls:
        inner = Term(node, callee, place)
        yield from _made(file, inner)
        yield from _made_within(file, inner, depth - 1)


def _made(file: File, call: Term) -> Iterator[Key]:
    """The folder that a call makes as a new one."""
    node = call.node
    assert isinstance(node, ast.Call)
    if len(node.args) > 2 or any(keyword.arg in (None, "exist_ok") for keyword in node.keywords):
        return
    if dotted(call.at(node.func)) in _MAKERS and node.args:
        yield file.paths.key(call.at(node.args[0]))
    elif called_as(node) == "mkdir" and isinstance(node.func, ast.Attribute):
        yield file.paths.key(call.at(node.func.value))
