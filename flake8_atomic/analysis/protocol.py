"""The steps of a home-made replace: which of them are taken, and in which order."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis.blocks import Block, leaving
from flake8_atomic.analysis.events import Event, Open, Remove, Rename
from flake8_atomic.analysis.flow import Place
from flake8_atomic.analysis.names import Term, called_as, definition
from flake8_atomic.analysis.replaces import BUFFERED, CALLBACKS, Filling, Replace
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import split_words

_PLATFORM = re.compile(r"os\.name\b|sys\.platform|platform\.system|hasattr\(os|(?i:\b_?(?:is_)?(?:windows|win32)\b)")
_MODES = frozenset({"chmod", "fchmod", "lchmod", "copymode", "copystat", "copy_mode"})


def is_known(replace: Replace) -> bool:
    """Do we see what fills the temp, so that a step that is not there is a step that is not taken?"""
    return any(filling.known or _is_of_this_file(filling) for filling in replace.fillings)


def _is_of_this_file(filling: Filling) -> bool:
    function = definition(filling.event.term(filling.event.call.func))
    return function is not None and not _is_abstract(function.node.body)


def _is_abstract(body: list[ast.stmt]) -> bool:
    """Is it left to a subclass?"""
    said = (node.value if isinstance(node, ast.Expr) else node for node in body)
    return all(isinstance(node, (ast.Pass, ast.Raise, ast.Constant)) for node in said)


def is_cleaned_up(replace: Replace) -> bool:
    """Is the temp removed when the writing fails?"""
    file, birth = replace.file, replace.birth
    if birth is None and file.paths.temporary(replace.rename.source):
        return True
    if birth is not None and birth.spelling.endswith("NamedTemporaryFile"):
        if not any(keyword.arg == "delete" for keyword in birth.call.keywords):
            return True
    own = [filling.event for filling in replace.fillings if filling.event.scope is replace.rename.scope]
    if _in_a_finally(replace):
        return True  # what is published although it failed is not left behind
    return any(_covers(scope, place, replace, own) for scope, place in replace.removals)


def _covers(scope: Scope, place: Place, replace: Replace, written: list[Event]) -> bool:
    if scope is not replace.rename.scope or not written:
        return True
    if any(place is call.place and called_as(call.node) in CALLBACKS for call in flow_of(scope).calls):
        return True
    for block in place.block.around():
        if block.arm.startswith("handler") or block.arm == "finalbody":
            if all(_within_body(block.node, event.place.block) for event in written):
                return True
    return False


def _within_body(node: ast.AST, block: Block) -> bool:
    return any(b.node is node and b.arm in ("body", "orelse") for b in block.around())


def publishes_incomplete(replace: Replace) -> bool:
    """Is it renamed although the block failed, or while Python still holds a part of it?"""
    return (
        _in_a_finally(replace)
        or _ignores_the_exception(replace.rename)
        or any(_still_open(replace, handle) for handle in replace.handles)
    )


def _in_a_finally(replace: Replace) -> bool:
    """Is it renamed in a finally around its writes?"""
    endings = [block.node for block in replace.rename.place.block.around() if block.arm == "finalbody"]
    return any(_within_body(node, filling.event.place.block) for node in endings for filling in replace.fillings)


def _ignores_the_exception(rename: Rename) -> bool:
    function = rename.scope.function
    if function is None or function.name not in ("__exit__", "__aexit__"):
        return False
    names = {arg.arg for arg in (*function.args.posonlyargs, *function.args.args)[1:]}
    if function.args.vararg is not None:
        names.add(function.args.vararg.arg)
    return not any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(function))


def _still_open(replace: Replace, handle: Open) -> bool:
    """Is it renamed before what was written last has left Python?"""
    rename = replace.rename
    if handle.scope is not rename.scope or replace.file.is_kept(handle):
        return False
    uses = [use for use in replace.uses if use.opened is handle and use.scope is rename.scope]
    written = [use.place.order for use in uses if use.what in BUFFERED and use.what != "handed"]
    done = [use.place.order for use in uses if use.what in ("flush", "close", "sync")]
    if not written or (done and max(done) > max(written)):
        return False
    if not any(b.value is handle.call for found in flow_of(handle.scope).bindings.values() for b in found):
        return False  # nothing holds it, so it is closed at once
    closing = [node for node in ast.walk(rename.scope.node) if closes(replace, node, handle)]
    return not closing or any(block.node in closing for block in rename.place.block.around())


def closes(replace: Replace, node: ast.AST, handle: Open) -> bool:
    """Is it a with statement at whose end the handle is closed?"""
    items = node.items if isinstance(node, (ast.With, ast.AsyncWith)) else []
    end = flow_of(handle.scope).end
    return any(replace.file.handles.opened(Term(item.context_expr, handle.scope, end)) is handle for item in items)


def removed_first(replace: Replace) -> Iterator[Event]:
    """Where the target is removed, or moved away, before the new file takes its name."""
    rename = replace.rename
    for event in replace.file.trace(rename.scope).events:
        if event.place.order >= rename.place.order or event.place.block.unseen_from(rename.place.block):
            continue
        if isinstance(event, Rename) and event.function == "os.link":
            continue  # a second name takes nothing away
        path = event.path if isinstance(event, Remove) else event.source if isinstance(event, Rename) else None
        if path is not None and replace.file.paths.key(path) == replace.target:
            yield event


def is_guarded(replace: Replace) -> bool:
    """Is the rename only reached on some systems?"""
    rename = replace.rename
    tests = [block.node.test for block in rename.place.block.around() if isinstance(block.node, ast.If)]
    earlier = (n for n in ast.walk(rename.scope.node) if isinstance(n, ast.If) and n.lineno < rename.call.lineno)
    tests += [node.test for node in earlier if leaving(node.body) is not None]
    return any(_PLATFORM.search(replace.file.source.written(test)) for test in tests)


def has_mode_set(replace: Replace) -> bool:
    """Is the temp given a mode of its own?"""
    return any(called_as(call.node) in _MODES for scope in replace.scopes for call in flow_of(scope).calls)


def directory_is_synced(replace: Replace) -> bool:
    """Is anything synced after the rename?"""
    rename = replace.rename
    for scope in replace.scopes:
        for node, place in flow_of(scope).calls:
            after = scope is not rename.scope or place.order > rename.place.order
            if after and any("sync" in word for word in split_words(called_as(node))):
                return True
    return False
