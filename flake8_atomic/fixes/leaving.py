"""How a block ends: what it has written by then must not be what somebody waits for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import chain

from flake8_atomic.analysis.code.names import Term, called_as, dotted, last_name, spelled
from flake8_atomic.analysis.code.parents import FUNCTIONS, LOOPS
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes.calls import mentions
from flake8_atomic.fixes.endless import is_endless, takes_endless
from flake8_atomic.fixes.exits import leaves
from flake8_atomic.fixes.run_by_blocks import every
from flake8_atomic.inspection import Inspection

_STOPS = frozenset({"KeyboardInterrupt", "EOFError", "StopIteration", "CancelledError"})
_SLEEPS = frozenset({"time.sleep", "asyncio.sleep", "anyio.sleep", "trio.sleep", "gevent.sleep"})
_STREAM = "it is written while others wait for it; say so with `# atomic: live-stream -- reason`"


def check_leaving(inspection: Inspection, term: Term, body: Sequence[ast.AST], name: str) -> None:
    """Raise where the block may end by its own will after a write, hand control away, or never end."""
    _check_kept(inspection, term, body, name)
    first = min((node.lineno for node in every(body) if isinstance(node, ast.Name) and node.id == name), default=0)
    for node in every(body):
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            raise NoFix("the block yields while the file is open, and may never be resumed")
        if first and leaves(inspection, node, term) and (mentions(node, name) or _after(inspection, node, first, body)):
            raise NoFix(f"line {node.lineno} may leave the block after a write, whose part would then be lost")  # type: ignore[attr-defined]
        if isinstance(node, ast.Call) and dotted(term.at(node.func)) in _SLEEPS:
            raise NoFix(f"the block sleeps; {_STREAM}")
        if _has_no_end(term, node) and mentions(node, name):
            raise NoFix(f"a loop without an end writes to it; {_STREAM}")


def _has_no_end(term: Term, node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return takes_endless(term, node)
    return isinstance(node, (ast.For, ast.AsyncFor, ast.While)) and is_endless(term, node)


def _check_kept(inspection: Inspection, term: Term, body: Sequence[ast.AST], name: str) -> None:
    """Raise where somebody stops a block that writes piece by piece, and keeps what was written by then."""
    loops = (node for node in every(body) if isinstance(node, LOOPS))
    if not any(mentions(loop, name) for loop in loops) and not any(map(_draws, every(body))):
        return
    for around in inspection.file.parents.around(term.node):
        if isinstance(around, FUNCTIONS):
            return
        for stopped in _stopped(around) if _holds(around, term.node) else ():
            raise NoFix(f"what is written before a {stopped} is kept; say so with `# atomic: live-stream -- reason`")


def _draws(node: ast.AST) -> bool:
    """Is it `next(rows)`, which may find that there are no more?"""
    return isinstance(node, ast.Call) and spelled(node.func) == "next"


def _holds(around: ast.AST, node: ast.AST) -> bool:
    """Does it stand in the body of the try?"""
    if not isinstance(around, (ast.Try, ast.TryStar)):
        return True
    return any(part is node for statement in around.body for part in ast.walk(statement))


def _stopped(around: ast.AST) -> Iterator[str]:
    """The errors by which somebody stops the block, where the program goes on."""
    types: list[ast.expr] = []
    if isinstance(around, (ast.Try, ast.TryStar)):
        going_on = (handler for handler in around.handlers if not isinstance(handler.body[-1], ast.Raise))
        types = [handler.type for handler in going_on if handler.type is not None]
    elif isinstance(around, (ast.With, ast.AsyncWith)):
        calls = [item.context_expr for item in around.items if isinstance(item.context_expr, ast.Call)]
        types = [arg for call in calls if called_as(call) == "suppress" for arg in call.args]
    for node in (part for kind in types for part in (kind.elts if isinstance(kind, ast.Tuple) else [kind])):
        if last_name(node) in _STOPS:
            yield last_name(node)


def _after(inspection: Inspection, node: ast.AST, first: int, body: Sequence[ast.AST]) -> bool:
    line: int = node.lineno  # type: ignore[attr-defined]
    if line > first:
        return True
    own = {id(statement) for statement in body}
    outers = chain([node], inspection.file.parents.around(node))
    return isinstance(next(o for o in outers if isinstance(o, LOOPS) or id(o) in own), LOOPS)
