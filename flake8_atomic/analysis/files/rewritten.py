"""Is a file that was opened without being emptied written anew, rather than patched where it stands?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import last_name
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.files.events import Open, Use
from flake8_atomic.analysis.files.openings import argument, flag_words

_WRITES = frozenset({"write", "dump", "record", "copy", "put"})
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def is_rewritten(opened: Open, uses: list[Use], values: Values) -> bool:
    """Is the content replaced from a place on?"""
    if all(use.what not in _WRITES for use in uses):
        return False
    starts_over = any(use.what == "truncate" or (_to_the_start(use) and not _only_rewinds(use, uses)) for use in uses)
    return starts_over or (_is_only_written(opened, values) and not any(map(_moves_on, uses)))


def _only_rewinds(seek: Use, uses: list[Use]) -> bool:
    """Is it only done when all is written, `file.write(patch); file.seek(0); file.read()`?"""
    writes = [use for use in uses if use.what in _WRITES]
    told = all(use.scope is seek.scope and use.place.order < seek.place.order for use in writes)
    around = set(seek.opened.place.block.around())
    inside = [block for block in seek.place.block.around() if block not in around]
    return told and not any(isinstance(block.node, _LOOPS) for block in inside)


def _is_only_written(opened: Open, values: Values) -> bool:
    """Is it not to be read? Then what is written is the whole, by somebody who forgot O_TRUNC."""
    flags = argument(opened.call, v.Argument(1, "flags")) if opened.spelling == "os.open" else None
    words = flag_words(opened.term(flags), values) if flags is not None else set()
    return "O_CREAT" in words or "O_WRONLY" in words


def _moves_on(use: Use) -> bool:
    """Does the writing not begin at the start? `os.fdopen(fd, "a")` goes to the end, `"r+"` reads first."""
    mode = argument(use.call, v.Argument(1, "mode")) if use.what == "wrap" else None
    otherwise = isinstance(mode, ast.Constant) and isinstance(mode.value, str) and "w" not in mode.value
    return otherwise or use.what in ("seek", "read")


def _to_the_start(use: Use) -> bool:
    if use.what != "seek" or not use.data:
        return False
    position, *whence = use.data
    return _is_zero(position) and all(_is_zero(node) or last_name(node) == "SEEK_SET" for node in whence)


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0
