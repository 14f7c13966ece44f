"""The steps of a home-made replace: which of them are taken, and in which order."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.expressions import parts_of
from flake8_atomic.analysis.code.names import Term, called_as, last_name
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.exits import renames_on_exit
from flake8_atomic.analysis.facts.handed import WRITING, done_with, is_unbuffered, leaves_open
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Open, Rename
from flake8_atomic.analysis.replaces.ended import in_a_finally
from flake8_atomic.analysis.replaces.failing import publishes_failed
from flake8_atomic.analysis.replaces.replaces import Replace

# What somebody else is handed may be flushed there.
_DONE = frozenset({"flush", "close", "sync", "handed"})
_OF_THE_SYSTEM = frozenset({"fsync", "fdatasync"})
_MODES = frozenset({"chmod", "fchmod", "lchmod", "copymode", "copystat", "copy_mode"})
_CAREFUL = frozenset({"atomic", "atomically", "durable", "durably", "flush", "safe", "safely", "transaction"})
# A database and a map of the memory are synced by themselves, a link and a socket have no content of their own.
_OTHERWISE = frozenset(
    {"bind", "connect", "connection", "database", "db", "hardlink", "link", "memmap", "server", "sqlite", "symlink"}
)
_OF_MODES = frozenset({"mode", "perm", "perms", "permission", "permissions"})


def is_known(replace: Replace) -> bool:
    """Does nothing that fills the temp say that it takes the steps itself, `write_durably(temp)`?"""
    if any(filling.known for filling in replace.fillings):
        return True
    calls = [filling.event for filling in replace.fillings]
    return bool(calls) and not (any(map(_says_more, calls)) or any(map(_syncs_all, replace.calls)))


def _says_more(event: Event) -> bool:
    """Does the call say that it syncs what it writes, as a database does, or that it writes in a way that is safe?"""
    named = (last_name(arg) for arg in event.call.args if isinstance(arg, (ast.Name, ast.Attribute)))
    said = {called_as(event.call), *named, *(keyword.arg or "" for keyword in event.call.keywords)}
    words = {word for name in said for word in split_words(name)}
    if not _OTHERWISE.isdisjoint(words):
        return True
    careful = not _CAREFUL.isdisjoint(words) or any("sync" in word for word in words)
    # What a function of the file does is seen.
    return careful and definition(event.term(event.call.func)) is None


def _syncs_all(event: Event) -> bool:
    """`os.sync()`, `writer.sync()`, `subprocess.run(["sync"])`: of what fills the temp nobody sees more."""
    command = event.call.args[0] if event.call.args else None
    first = command.elts[0] if isinstance(command, ast.List) and command.elts else command
    return called_as(event.call) == "sync" or (isinstance(first, ast.Constant) and first.value == "sync")


def publishes_incomplete(replace: Replace) -> bool:
    """Is it renamed although the block failed, or while Python still holds a part of it?"""
    return not replace.rename.put_by and (
        in_a_finally(replace)
        or publishes_failed(replace)
        or (_ignores_the_exception(replace.rename) and not _is_done_in_one(replace))
        or renames_on_exit(replace.file, replace.rename)
        or any(_still_open(replace, handle) for handle in replace.handles)
    )


def _ignores_the_exception(rename: Rename) -> bool:
    function = rename.scope.function
    if function is None or function.name not in ("__exit__", "__aexit__"):
        return False
    names = {arg.arg for arg in (*function.args.posonlyargs, *function.args.args)[1:]}
    if function.args.vararg is not None:
        names.add(function.args.vararg.arg)
    return not any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(function))


def _is_done_in_one(replace: Replace) -> bool:
    """Is all that is written written by the function that renames, so that an error there jumps over the rename?"""
    scope, fillings = replace.rename.scope, replace.fillings
    known = len(replace.scopes) == 1 or all(filling.known for filling in fillings)
    return known and all(event.scope is scope for event in (*replace.handles, *(each.event for each in fillings)))


def _still_open(replace: Replace, handle: Open) -> bool:
    """Is it renamed before what was written last has left Python?"""
    rename = replace.rename
    if handle.scope is not rename.scope or replace.file.is_kept(handle):
        return False
    uses = [use for use in replace.uses if use.opened is handle and use.scope is rename.scope]
    # What the system syncs is what Python has handed to it.
    told = [use for use in uses if called_as(use.call) not in _OF_THE_SYSTEM]
    steps = [(use.place.order, done_with(replace.file, use)) for use in told]
    written = [order for order, what in steps if what in WRITING]
    lent = [order for order in _lent(replace, handle) if order < rename.place.order]
    last = max((*written, *lent), default=None)
    if last is None or is_unbuffered(handle) or any(order > last for order, what in steps if what in _DONE):
        return False
    if not any(b.value is handle.call for found in flow_of(handle.scope).bindings.values() for b in found):
        return False  # nothing holds it, so it is closed at once
    closing = [node for node in parts_of(rename.scope.node) if closes(replace.file, node, handle)]
    # Who is lent a handle that nothing here closes may close it.
    return (bool(written) and not closing) or any(block.node in closing for block in rename.place.block.around())


def _lent(replace: Replace, handle: Open) -> Iterator[int]:
    """Where the handle is yielded to the block of a `with`, which writes to it."""
    scope = handle.scope
    written = any(not mode.startswith("r") or "+" in mode for mode in handle.modes)
    for value, place in flow_of(scope).yields if written else ():
        if isinstance(value, ast.expr) and replace.file.handles.opened(Term(value, scope, place)) is handle:
            yield place.order


def closes(file: File, node: ast.AST, handle: Open) -> bool:
    """Is it a with statement at whose end the handle is closed?"""
    items = node.items if isinstance(node, (ast.With, ast.AsyncWith)) else []
    end = flow_of(handle.scope).end
    terms = (Term(item.context_expr, handle.scope, end) for item in items)
    return any(file.handles.opened(term) is handle and not leaves_open(file, term, handle) for term in terms)


def has_mode_set(replace: Replace) -> bool:
    """Is the temp given a mode of its own, be it by a function that says so?"""
    names = {called_as(event.call) for event in replace.calls}
    return any(name in _MODES or not _OF_MODES.isdisjoint(split_words(name)) for name in names)


def directory_is_synced(replace: Replace) -> bool:
    """Is anything synced after the rename?"""
    rename = replace.rename
    for event in replace.calls:
        after = event.scope is not rename.scope or event.place.order > rename.place.order
        if after and any("sync" in word for word in split_words(called_as(event.call))):
            return True
    return False
