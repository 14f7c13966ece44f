"""Can pathlib's own `write_text` or `write_bytes` take the arguments of a call?"""

from __future__ import annotations

import ast
import codecs

from flake8_atomic.analysis.code.names import last_name
from flake8_atomic.analysis.files.events import Whole


def called_like_a_path(whole: Whole) -> bool:
    """Is it called as the method of a path can be? `group.write_text(path, text)` is not."""
    args = whole.call.args[whole.handed :]
    if whole.path.node in args:
        args = args[1:]
    if not whole.data:
        return False
    if whole.function == "write_bytes":
        return len(args) <= 1
    return len(args) < 2 or _is_encoding(args[1])


def _is_encoding(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is None or (isinstance(node.value, str) and _known_codec(node.value))
    return "enc" in last_name(node).lower()


def _known_codec(name: str) -> bool:
    try:
        return bool(codecs.lookup(name))
    except (LookupError, ValueError):
        return False
