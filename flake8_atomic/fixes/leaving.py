"""How a block ends: what it has written by then must not be what somebody waits for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import chain

from flake8_atomic.analysis.names import Term, dotted, spelled
from flake8_atomic.analysis.parents import LOOPS, inside
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes.calls import mentions
from flake8_atomic.inspection import Inspection

_EXITS = frozenset({"sys.exit", "exit", "quit", "os._exit", "os.abort"})
_SLEEPS = frozenset({"time.sleep", "asyncio.sleep", "anyio.sleep", "trio.sleep", "gevent.sleep"})
_PIPES = frozenset({"stdout", "stderr", "stdin"})
_STREAM = "it is written while others wait for it; say so with `# atomic: live-stream -- reason`"


def check_leaving(inspection: Inspection, term: Term, body: Sequence[ast.stmt], name: str) -> None:
    """Raise where the block may end by its own will after a write, hand control away, or never end."""
    first = min(
        (node.lineno for node in inside(list(body)) if isinstance(node, ast.Name) and node.id == name), default=0
    )
    for node in inside(list(body)):
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            raise NoFix("the block yields while the file is open, and may never be resumed")
        if _leaves(node, term) and first and (mentions(node, name) or _after(inspection, node, first, body)):
            raise NoFix(f"line {node.lineno} may leave the block after a write, whose part would then be lost")  # type: ignore[attr-defined]
        if isinstance(node, ast.Call) and dotted(term.at(node.func)) in _SLEEPS:
            raise NoFix(f"the block sleeps; {_STREAM}")
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)) and _unbounded(node):
            if mentions(node, name):
                raise NoFix(f"a loop without an end writes to it; {_STREAM}")


def _leaves(node: ast.AST, term: Term) -> bool:
    if isinstance(node, ast.Raise):
        return node.exc is not None
    if isinstance(node, ast.Assert):
        return True
    return isinstance(node, ast.Call) and dotted(term.at(node.func)) in _EXITS


def _after(inspection: Inspection, node: ast.AST, first: int, body: Sequence[ast.stmt]) -> bool:
    line: int = node.lineno  # type: ignore[attr-defined]
    if line > first:
        return True
    own = {id(statement) for statement in body}
    outers = chain([node], inspection.file.parents.around(node))
    return isinstance(next(o for o in outers if isinstance(o, LOOPS) or id(o) in own), LOOPS)


def _unbounded(loop: ast.For | ast.AsyncFor | ast.While) -> bool:
    if isinstance(loop, ast.While):
        forever = isinstance(loop.test, ast.Constant) and bool(loop.test.value)
        return forever and not any(isinstance(node, (ast.Break, ast.Return)) for node in ast.walk(loop))
    return any(word in _PIPES for node in _sources(loop.iter) for word in spelled(node).split("."))


def _sources(node: ast.expr) -> Iterator[ast.expr]:
    yield node
    if isinstance(node, ast.Call):
        yield from node.args
