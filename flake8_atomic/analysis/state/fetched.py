"""Downloads that are streamed to their final name: whoever finds a torn one there takes it for what was sent."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.code.names import Term, called_as, spelled
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Open

_STREAMS = ("iter_content", "iter_bytes", "aiter_bytes", "iter_raw", "aiter_raw", "iter_chunked")
# Who looks at the size or the digest of what was sent does so again where it is asked for the next time.
_VERIFIES = re.compile(r"hashlib|sha\d+|md5|checksum|digest|st_size|getsize|\bverify_")


def streamed_by(file: File, opened: Open, data: tuple[Term, ...]) -> str:
    """The call that sends piece by piece what is written; empty where there is none, or it is verified."""
    if not file.text_of.speaks(opened.scope, _STREAMS) or file.text_of.holds(opened.scope, _VERIFIES):
        return ""
    nodes = (_shown(origin.term.node) for term in data for origin in file.values.origins(term))
    return next((spelled(node.func) for node in nodes if isinstance(node, ast.Call) and _streams(node)), "")


def _shown(node: ast.expr) -> ast.expr:
    """`tqdm(response.iter_content(1024))` only shows how far it is."""
    while isinstance(node, ast.Call) and node.args and called_as(node) not in _STREAMS:
        node = node.args[0]
    return node


def _streams(node: ast.Call) -> bool:
    """Is it sent by something else? A response that writes itself does not know what for."""
    return called_as(node) in _STREAMS and not spelled(node.func).startswith("self.")
