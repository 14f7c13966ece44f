"""Commands that are given a path, written in one text or list with other words."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.paths.paths import Key

_RUNNING = ("subprocess.", "asyncio.create_subprocess", "os.system", "os.popen", "os.spawn", "os.posix_spawn")
_PARTS = (ast.Name, ast.Attribute, ast.Constant, ast.Call, ast.BinOp)


def commands(file: File, call: Term, wanted: str, key: Key) -> Iterator[str]:
    """The name of the call, where it runs a program and names the path to it."""
    node = call.node
    assert isinstance(node, ast.Call)
    if not (dotted(call.at(node.func)) or "").startswith(_RUNNING):
        return
    for given in node.args[:1] or [word.value for word in node.keywords if word.arg == "args"]:
        # `cmd = ["chmod", "600", path]` may stand above.
        for term in [call.at(given), *(origin.term for origin in file.values.origins(call.at(given)))]:
            parts = (term.at(part) for part in ast.walk(term.node) if isinstance(part, _PARTS))
            if any(ast.dump(part.node) == wanted or _is(file, part, key) for part in parts):
                yield called_as(node)
                return


def _is(file: File, term: Term, key: Key) -> bool:
    return key is not None and file.paths.key(term) == key
