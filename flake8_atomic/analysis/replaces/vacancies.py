"""Where a new file takes a name that nothing has: it was asked, it was drawn, or the folder has just been made."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import takewhile

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.blocks import Block, handlers_of
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.asked import found_missing
from flake8_atomic.analysis.facts.callees import reached
from flake8_atomic.analysis.facts.drawn import is_counted, is_drawn, made_of
from flake8_atomic.analysis.facts.folders import MAY_NAME_A_PATH
from flake8_atomic.analysis.facts.new_folders import lies_in_new_folder
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Copy, Event, Read, Remove, Rename
from flake8_atomic.analysis.replaces.failing import catches
from flake8_atomic.analysis.replaces.replaces import Replace

RENAMING = frozenset(
    {"os.rename", "os.renames", "rename", "pathlib.Path.rename", "aiofiles.os.rename", "aiofiles.os.renames"}
)
_ASKERS = frozenset({"exists", "isfile", "is_file"})


def meets_no_file(replace: Replace) -> bool:
    """Is the rename only reached where the target is not there, or is the error of Windows heeded?"""
    rename = replace.rename
    if found_missing(replace.file, rename, rename.target):
        return True
    around = (block for block in rename.place.block.around() if block.arm == "body")
    if any(_heeds_existing(block.node) or _publishes_otherwise(replace, block.node) for block in around):
        return True
    if _is_removed(replace) or _is_removed_later(replace):
        return True
    if is_counted(replace.file, rename.target) or _is_named_after_temp(replace):
        return True
    called = (definition(Term(node.func, rename.scope, place)) for node, place in flow_of(rename.scope).calls)
    here = {rename.scope, *(scope for scope in called if scope is not None), *_preparing(replace)}
    if is_drawn(replace.file, rename.target, here) or lies_in_new_folder(replace.file, rename, rename.target):
        return True
    makers = {part.scope for part in made_of(replace.file, rename.target)} & here - {rename.scope}
    return any(_looks_for_a_free_name(replace.file, scope) for scope in makers)


def _preparing(replace: Replace) -> Iterator[Scope]:
    """The methods that name the temp of an object for one file after another."""
    for origin in replace.file.values.origins(replace.rename.source):
        scope = origin.term.scope
        if scope is not replace.rename.scope and scope.owner is replace.rename.scope.owner and scope.name != "__init__":
            yield scope


def _looks_for_a_free_name(file: File, scope: Scope) -> bool:
    """Does the function ask for one name after another whether it is there?"""
    asked = (event.call for event in file.trace(scope).of(Read) if event.asks)
    return any(isinstance(file.parents.statement(call), ast.While) for call in asked)


def _is_named_after_temp(replace: Replace) -> bool:
    """Is the target called by what tempfile has drawn for the temp?"""
    key = replace.file.paths.key
    return replace.birth is not None and any(
        key(part) == replace.source for part in made_of(replace.file, replace.rename.target)
    )


def _heeds_existing(node: ast.AST) -> bool:
    """Does a handler speak of a file that is there already?"""
    types = (part for handler in handlers_of(node) if handler.type is not None for part in ast.walk(handler.type))
    return any(isinstance(part, ast.Name) and part.id == "FileExistsError" for part in types)


def _publishes_otherwise(replace: Replace, node: ast.AST) -> bool:
    """Does a handler of the system's error bring the temp there again, in a way that frees the name or needs none?"""
    heeding = [handler for handler in handlers_of(node) if catches(handler.type)]
    events = replace.file.trace(replace.rename.scope).events if heeding else []
    handled = [event for event in events if any(block.handler in heeding for block in event.place.block.around())]
    key, ends = replace.file.paths.key, (replace.source, replace.target)
    again = [e for e in handled if isinstance(e, Rename) and (key(e.source), key(e.target)) == ends]
    copied = any(isinstance(e, Copy) and (key(e.source), key(e.path)) == ends for e in handled)
    taken = [e for e in handled if _takes_away(e, replace) and _is_sure(e, heeding)]
    freed = min((e.place.order for e in taken), default=0)
    return copied or any(e.function not in RENAMING or 0 < freed < e.place.order for e in again)


def _takes_away(event: Event, replace: Replace) -> bool:
    path = event.path if isinstance(event, Remove) else event.source if isinstance(event, Rename) else None
    return path is not None and replace.file.paths.key(path) == replace.target


def _is_sure(event: Event, handlers: list[ast.ExceptHandler]) -> bool:
    """Is it done whenever one of these handles the error?"""
    inside = takewhile(lambda block: block.handler not in handlers, event.place.block.around())
    return not any(isinstance(block.node, ast.If) for block in inside)


def _is_removed(replace: Replace) -> bool:
    """Is the target always given before to a call that removes it, or says so?"""
    key = replace.file.paths.key
    for node, place in flow_of(replace.rename.scope).calls:
        event = Event(node, replace.rename.scope, place)
        if place.precedes(replace.rename.place):
            if any(isinstance(arg, MAY_NAME_A_PATH) and key(event.term(arg)) == replace.target for arg in node.args):
                if not lexicon.REMOVING.isdisjoint(split_words(called_as(node))) or _moves_away(replace, event):
                    return True
    return False


def _moves_away(replace: Replace, event: Event) -> bool:
    """Does a function of the file rename the target that it is given, and not only when something has failed?"""
    file = replace.file
    return any(
        file.paths.key(rename.source) == given and not rename.place.block.failed()
        for scope, given in reached(file, event, replace.target)
        for rename in file.trace(scope).of(Rename)
    )


def _is_removed_later(replace: Replace) -> bool:
    """Does the function take it away again when its work is done, whichever way it has gone?"""
    rename, file = replace.rename, replace.file
    removed = [
        event.place.block.around()
        for event in file.trace(rename.scope).of(Remove)
        if event.place.order > rename.place.order and _may_be(replace, event.path)
    ]
    kept = {id(block) for block in rename.place.block.around()}
    return any(all(_is_no_choice(block, removed) for block in around if id(block) not in kept) for around in removed)


def _may_be(replace: Replace, path: Term) -> bool:
    """Is it the target, or what stands for it where there was one?"""
    file = replace.file
    return any(file.paths.key(origin.term) == replace.target for origin in file.values.origins(path))


def _is_no_choice(block: Block, removed: list[list[Block]]) -> bool:
    """Is it left or right of a question that only asks whether there is something to remove, or gone on both sides?"""
    node = block.node
    if not isinstance(node, ast.If):
        return block.handler is None
    if isinstance(node.test, ast.Compare) and isinstance(node.test.comparators[0], ast.Constant):
        return node.test.comparators[0].value is None
    asks = any(isinstance(part, ast.Call) and called_as(part) in _ASKERS for part in ast.walk(node.test))
    return asks or any(other.node is node and other.arm != block.arm for around in removed for other in around)
