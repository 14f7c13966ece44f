"""What a function removes: the file that it wrote, or before it writes the whole folder that the file lies in."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.blocks import Block, leaving
from flake8_atomic.analysis.code.expressions import parts_of
from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.facts.asked import ASKERS, LISTERS
from flake8_atomic.analysis.facts.conditions import asked_after
from flake8_atomic.analysis.facts.readback import read_elsewhere
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Remove, Rename
from flake8_atomic.analysis.paths.paths import Key

_RMTREE = "shutil.rmtree"
_ROWS = (ast.List, ast.Set, ast.Tuple)
_LEAVING = (ast.Break, ast.Continue, ast.Return)


def removed_later(file: File, event: Event, path: Term) -> bool:
    """Is it always removed again by the same function, or its folder is, and not only when something fails?"""
    key = file.paths.key(path)
    later = [
        removed.place
        for removed in file.trace(event.scope).of(Remove)
        if removed.place.order > event.place.order and key in _removed_by(file, removed.path)
    ]
    if any(always_done(file, event, place, key) for place in later):
        return True
    # What another function looks for is there where the removal has failed, or was not come to.
    if any(always_done(file, event, place, key, tried=True) for place in later):
        return read_elsewhere(file, event, path) is None
    return any(place.order > event.place.order for place in _folders_removed(file, event, path))


def _removed_by(file: File, path: Term) -> Iterator[Key]:
    """What a removal is of: one path, or each of those that are named in a row, `for path in (script, log)`."""
    yield file.paths.key(path)
    yield file.paths.key_if_any(path)
    for origin in file.values.origins(path):
        if origin.how == "each" and isinstance(origin.term.node, _ROWS):
            yield from (file.paths.key(origin.term.at(one)) for one in origin.term.node.elts)


def emptied_before(file: File, event: Event, path: Term) -> bool:
    """Is a folder that it is written below removed as a whole before, so that each run makes everything anew?"""
    return any(place.order < event.place.order for place in _folders_removed(file, event, path))


def _folders_removed(file: File, event: Event, path: Term) -> Iterator[Place]:
    """Where the function always removes a folder that the file lies below."""
    if not file.text_of.speaks(event.scope, ("rmtree",)):
        return
    above = file.paths.keys_above(path) - {file.paths.key(path)}
    for node, place in flow_of(event.scope).calls:
        if node.args and dotted(Term(node.func, event.scope, place)) == _RMTREE:
            key = file.paths.key(Term(node.args[0], event.scope, place))
            if key in above and always_done(file, event, place, key):
                yield place


def moved_away(file: File, event: Event, path: Term) -> bool:
    """Is the old file always renamed to another name before, where there is one?"""
    key = file.paths.key(path)
    return any(
        renamed.place.order < event.place.order
        and file.paths.key(renamed.source) == key
        and always_done(file, event, renamed.place, key)
        for renamed in file.trace(event.scope).of(Rename)
    )


def always_done(file: File, event: Event, removal: Place, key: Key, *, tried: bool = False) -> bool:
    """Is the removal done, or only tried, whenever the write is, but where there is nothing to remove?"""
    block: Block | None = removal.block
    while block is not None and not block.always_with(event.place.block):
        block = next(branch for branch in block.around() if branch.branch)
        if _may_be_missing(block) or _or_leaves(block) or (tried and _is_tried(block)):
            block = block.parent
            continue
        test = block.node.test if isinstance(block.node, ast.If) and block.arm == "body" else None
        if test is None or not (_asks(file, Term(test, event.scope, removal), key) or _same(test, event)):
            return False
        block = block.parent
    return block is not None


def _may_be_missing(block: Block) -> bool:
    """Is it the body of a try that only goes on where there is nothing to remove?"""
    if not isinstance(block.node, ast.Try) or block.arm != "body":
        return False
    handled = [ast.unparse(handler.type) if handler.type is not None else "" for handler in block.node.handlers]
    return all(name == "FileNotFoundError" for name in handled)


def _is_tried(block: Block) -> bool:
    """Is it a try of nothing else, or done for each that is named in a row?"""
    node = block.node
    if block.arm != "body" or not isinstance(node, (ast.For, ast.Try)):
        return False
    if isinstance(node, ast.For):
        return isinstance(node.iter, _ROWS) and not any(isinstance(part, _LEAVING) for part in parts_of(node))
    return len(node.body) == 1 and isinstance(node.body[0], ast.Expr)


def _or_leaves(block: Block) -> bool:
    """Does the other arm of the question leave what is around it: `if overwrite: remove … else: raise`?"""
    node = block.node
    return isinstance(node, ast.If) and leaving(node.orelse if block.arm == "body" else node.body) is not None


def _asks(file: File, test: Term, key: Key) -> bool:
    """Does it ask whether this path is there and holds anything, and nothing else?"""
    node = test.node
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return all(_asks(file, test.at(part), key) for part in node.values)
    if not isinstance(node, ast.Call):
        return False
    if called_as(node) == "any" and node.args and isinstance(node.args[0], ast.Call):
        node = node.args[0]
    return called_as(node) in ASKERS | LISTERS and any(file.paths.key(test.at(p)) == key for p in asked_after(node))


def _same(test: ast.expr, event: Event) -> bool:
    """`if chapters:` before the write and again before the removal."""
    if not isinstance(test, (ast.Name, ast.Attribute)):
        return False
    asked = ast.dump(test)
    return any(
        isinstance(block.node, ast.If) and block.arm == "body" and ast.dump(block.node.test) == asked
        for block in event.place.block.around()
    )
