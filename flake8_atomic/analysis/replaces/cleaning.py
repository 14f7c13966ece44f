"""Is a temp removed when writing it fails?"""

from __future__ import annotations

import ast
import builtins

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.arguments import operands_of
from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.names import called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.callees import called_by, opened_by, reached
from flake8_atomic.analysis.files.events import Event, Open, Remove
from flake8_atomic.analysis.replaces.ended import in_a_finally
from flake8_atomic.analysis.replaces.failing import publishes_failed
from flake8_atomic.analysis.replaces.replaces import CALLBACKS, Replace, only_keeps
from flake8_atomic.analysis.replaces.sweeps import is_swept

_ENTERING = frozenset({"__init__", "__enter__", "__aenter__"})
_STACKING = frozenset({"enter_context", "enter_async_context"})


def is_cleaned_up(replace: Replace) -> bool:
    """Is the temp removed when the writing fails, or kept on purpose to be continued?"""
    birth = replace.birth
    if any(map(_is_continued, replace.handles)):
        return True
    if birth is not None and birth.spelling.endswith("NamedTemporaryFile"):
        if not any(keyword.arg == "delete" and not _is_true(keyword.value) for keyword in birth.call.keywords):
            # What is opened once more by its name was closed before, and is not removed again.
            return not any(handle is not birth and handle.truncates for handle in replace.handles)
    if replace.maker is not None and (made := [f.event for f in replace.fillings if f.event.scope is replace.maker]):
        removals = [removal for removal in replace.removals if removal.scope is replace.maker]
        return any(_covers(removal, made) for removal in removals)
    if replace.removals and not any(filling.known for filling in replace.fillings):
        return True  # nobody sees how what writes it fails, and it is removed somewhere
    filled = [filling.event for filling in replace.fillings if not only_keeps(filling.event)]
    own = [event for event in filled if event.scope is replace.rename.scope]
    if replace.rename.put_by and any(map(_tries, ast.walk(replace.rename.scope.node))):
        return True  # what is put by may be cleaned up by another list, or by whoever is given this one
    if in_a_finally(replace):
        return True  # what is published although it failed is not left behind
    if own and all(any(map(_cleans, event.place.block.around())) for event in own):
        return True
    if any(_is_elsewhere(event, replace, own) or _covers(event, own) for event in replace.removals):
        return True
    if is_swept(replace) or _is_given_to_remover(replace, own):
        return True
    handed = opened_by(replace.file, replace.given_the_temp, replace.source)
    # What only appends may be called for something else; this either begins or goes on.
    return any(_is_continued(opened) and opened.truncates for opened in handed)


def is_abandoned(replace: Replace) -> bool:
    """Was it made by tempfile, and is it neither removed nor published where the writing fails, whoever writes it?"""
    return replace.birth is not None and not replace.removals and not publishes_failed(replace)


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _tries(node: ast.AST) -> bool:
    return isinstance(node, (ast.Try, ast.TryStar))


def _is_continued(opened: Open) -> bool:
    """Is it opened to go on with? That flags of `os` do not ask for an empty file is mostly forgotten."""
    edited = opened.spelling != "os.open" and any("r+" in mode or "rb+" in mode for mode in opened.modes)
    return edited or any("a" in mode for mode in opened.modes)


def _is_given_to_remover(replace: Replace, written: list[Event]) -> bool:
    """Is it given to a function of this file that removes it, where the writing fails or at the end of its block?"""
    key = replace.file.paths.key
    for event in replace.given_the_temp:
        for scope, given in reached(replace.file, event, replace.source):
            removed = [removal for removal in replace.file.trace(scope).of(Remove) if key(removal.path) == given]
            if removed and (_is_elsewhere(event, replace, written) or _covers(event, written)):
                return True
            if any(_removes_on_leaving(event, removal) for removal in removed) and _holds(replace, event, written):
                return True
    return False


def _removes_on_leaving(entered: Event, removal: Event) -> bool:
    """Does what a with statement enters remove it when that is left, not before?"""
    if removal.scope is not called_by(entered):
        return removal.scope.name not in _ENTERING
    yielding = [place.block.tried() for _, place in flow_of(removal.scope).yields]
    endings = [block.node for block in removal.place.block.around() if block.handler or block.arm == "finalbody"]
    return any(node in tried for node in endings for tried in yielding)


def _holds(replace: Replace, entered: Event, written: list[Event]) -> bool:
    """Does all the writing stand in the block of a with statement that enters this, or of a stack that does?"""
    around = replace.file.parents.of(entered.call)
    if isinstance(around, ast.Call) and called_as(around) in _STACKING:
        return all(entered.place.precedes(event.place) for event in written)
    return all(any(entered.call in _entered(block) for block in event.place.block.around()) for event in written)


def _entered(block: Block) -> list[ast.expr]:
    node = block.node
    return [item.context_expr for item in node.items] if isinstance(node, (ast.With, ast.AsyncWith)) else []


def _cleans(block: Block) -> bool:
    """Is it the block of a with statement that says that it removes what a failure leaves?"""
    calls = (entered for entered in _entered(block) if isinstance(entered, ast.Call))
    return any(not lexicon.REMOVING.isdisjoint(split_words(called_as(call))) for call in calls)


def _is_elsewhere(removal: Event, replace: Replace, written: list[Event]) -> bool:
    """Is it done by another function than the one that writes, at a time of its own?"""
    return removal.scope is not replace.rename.scope or not written or called_as(removal.call) in CALLBACKS


def _covers(removal: Event, written: list[Event]) -> bool:
    """Is this run also where the writing fails?"""
    if _is_named_too_late(removal, written):
        return False
    for block in removal.place.block.around():
        if block.arm == "finalbody" or (block.handler is not None and _may_hear_the_system(block.handler)):
            if all(block.node in event.place.block.tried() for event in written):
                return True
    return False


def _is_named_too_late(removal: Event, written: list[Event]) -> bool:
    """Does the name that is removed stand for nothing yet while the temp is written: `name = file.name` at the end?"""
    for name in (node.id for node in operands_of(removal.call) if isinstance(node, ast.Name)):
        bindings = flow_of(removal.scope).bindings.get(name, ())
        named = [one.place.order for one in bindings if not isinstance(one.value, ast.Constant)]
        told = all(one.how == "value" for one in bindings)
        if told and named and any(event.place.order < min(named) for event in written):
            return True
    return False


def _may_hear_the_system(handler: ast.ExceptHandler) -> bool:
    """May it catch that the disk is full? `except KeyError` does not, and what others call an error may."""
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    known = [getattr(builtins, kind.id, OSError) if isinstance(kind, ast.Name) else OSError for kind in kinds]
    return any(not isinstance(kind, type) or issubclass(OSError, kind) for kind in known)
