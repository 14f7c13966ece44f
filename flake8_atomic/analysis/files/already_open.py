"""Is what stands for a file an open one already, rather than a path?"""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term, called_as, dotted, last_name
from flake8_atomic.analysis.code.values import Values

_HANDLE = re.compile(r"\b(?:\w*IO(?:Base|Wrapper)?|Buffered\w+|\w*FileLike|\w*Buffer|SupportsWrite)\b")


def is_handle(term: Term, values: Values) -> bool:
    """Is it an open file already? `BZ2File(handle)` compresses into it."""
    for origin in values.origins(term):
        node = origin.term.node
        if origin.how == "parameter" and origin.bound is not None:
            annotation = getattr(origin.bound.binding.node, "annotation", None)
            return annotation is not None and any(map(_names_a_handle, ast.walk(annotation)))
        if isinstance(node, ast.Call):
            if dotted(origin.term.at(node.func)) in v.IN_MEMORY | frozenset(v.OPENERS):
                return True
            if origin.how == "entered" and called_as(node) == "open":
                return True
    return False


def _names_a_handle(node: ast.AST) -> bool:
    said = node.value if isinstance(node, ast.Constant) else last_name(node)
    return isinstance(said, str) and _HANDLE.search(said) is not None
