"""Expressions that may be worked out earlier, later, or not at all, without a difference."""

from __future__ import annotations

import ast

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term, called_as, dotted

_FUNCTIONS = v.SAME_PATH | {
    "os.getpid", "os.getppid", "os.path.join", "os.path.dirname", "os.path.basename", "os.path.splitext",
    "os.path.split", "os.path.exists", "os.path.isfile", "threading.get_ident", "getattr", "hex", "repr", "len", "id",
    "int", "round", "tempfile.gettempdir", "socket.gethostname", "platform.node",
}  # fmt: skip
_UNIQUE = ("uuid.uuid", "time.time", "time.monotonic", "time.perf_counter", "secrets.token", "random.")
_METHODS = v.PATH_METHODS | {"hex", "lower", "upper", "join", "strftime", "isoformat", "is_file", "lstrip", "split"}
_PLAIN = (
    ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Subscript, ast.JoinedStr,
    ast.FormattedValue, ast.Tuple, ast.IfExp, ast.Compare, ast.Slice, ast.keyword, ast.expr_context, ast.operator,
    ast.unaryop, ast.boolop, ast.cmpop,
)  # fmt: skip


def is_pure_path(node: ast.expr, term: Term) -> bool:
    """Does the expression only put names and texts together, with nothing left behind?"""
    return all(
        isinstance(part, _PLAIN) or (isinstance(part, ast.Call) and _is_pure_call(part, term))
        for part in ast.walk(node)
    )


def _is_pure_call(node: ast.Call, term: Term) -> bool:
    name = dotted(term.at(node.func))
    if name is None:
        return called_as(node) in _METHODS and isinstance(node.func, ast.Attribute)
    return name in _FUNCTIONS or name.startswith(_UNIQUE) or name.rpartition(".")[0] in v.PATH_TYPES
