"""Does a replace go on to its rename although a step before it has failed?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import called_as, spelled
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.replaces.replaces import Replace

_OF_THE_SYSTEM = frozenset({"OSError", "IOError", "EnvironmentError", "error", "Exception", "BaseException"})
_ENDING = frozenset({"exit", "_exit", "quit", "abort", "die", "fail", "fail_json", "skip", "fatal"})
_LEAVING = (ast.Raise, ast.Return, ast.Continue, ast.Break)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def goes_on(replace: Replace, place: Place) -> bool:
    """Is the rename reached although the system has refused what is called here?"""
    return any(map(_swallows, _left(replace, place)))


def goes_unheard(file: File, event: Event) -> bool:
    """Does its function come back, and tell nothing, although the system has refused what is called here?"""
    return isinstance(file.parents.of(event.call), ast.stmt) and any(map(_swallows, event.place.block.around()))


def publishes_failed(replace: Replace) -> bool:
    """Is an error of writing only noted, and the temp published all the same?"""
    rename = replace.rename
    own = [filling.event for filling in replace.fillings if filling.event.scope is rename.scope]
    asked = {id(block.node) for block in rename.place.block.around() if isinstance(block.node, (ast.If, *_LOOPS))}
    for event in own:
        left = list(_left(replace, event.place))
        if any(isinstance(block.node, _LOOPS) for block in left) or not any(map(_swallows, left)):
            continue
        if asked <= {id(block.node) for block in event.place.block.around()} and not _mended(replace, left, own):
            return True
    return False


def _left(replace: Replace, place: Place) -> Iterator[Block]:
    """The blocks around a place that are left on the way to the rename."""
    kept = {id(block) for block in replace.rename.place.block.around()}
    return (block for block in place.block.around() if id(block) not in kept)


def _swallows(block: Block) -> bool:
    node = block.node
    if isinstance(node, (ast.Try, ast.TryStar)) and block.arm == "body":
        return any(catches(handler.type) and not _leaves(handler) for handler in node.handlers)
    if isinstance(node, ast.With):
        calls = (item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call))
        return any(called_as(call) == "suppress" and any(map(catches, call.args)) for call in calls)
    return False


def catches(kinds: ast.expr | None) -> bool:
    """Is an error of the system among what is caught?"""
    if kinds is None:
        return True
    every = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
    return any(spelled(kind).rpartition(".")[2] in _OF_THE_SYSTEM for kind in every)


def _leaves(handler: ast.ExceptHandler) -> bool:
    """May the handler leave, by a statement or by a call that never returns?"""
    nodes = (node for statement in handler.body for node in ast.walk(statement))
    return any(isinstance(n, _LEAVING) or (isinstance(n, ast.Call) and called_as(n) in _ENDING) for n in nodes)


def _mended(replace: Replace, left: list[Block], own: list[Event]) -> bool:
    """Does a handler write the temp anew, or remove it?"""
    tried = {block.node for block in left}
    return any(not tried.isdisjoint(event.place.block.failed()) for event in (*own, *replace.removals))
