"""A name of its own for the temp of each process, where all had the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis.code.names import called_as, dotted
from flake8_atomic.analysis.code.scopes import bodies
from flake8_atomic.analysis.code.source import Source, first_line
from flake8_atomic.analysis.files.events import Read
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.edits import Argument, Call, CallInstead, Fix, Formatted, Imported, NoFix, Quote
from flake8_atomic.fixes.bindings import is_placeholder
from flake8_atomic.fixes.renaming import renames
from flake8_atomic.fixes.temp import Temp
from flake8_atomic.inspection import Inspection

NOTE = "each run has a temporary name of its own, so what a killed one leaves is not overwritten by the next"
_YOURSELF = "put os.getpid() and a random part into the temporary name, or use one of the helpers"
_PLAIN = re.compile(r"[-\w.~+ ]+")
_LAST = frozenset({"with_suffix", "with_name", "joinpath"})
# A character by its number or its name.
_NUMBERED = r"\\[xuUN0-7]"
# What no program takes for a kind of content.
_IS_TEMP = re.compile(r"[-._~](?:te?mp|new|part|partial|bak|swp|lock|~)?\Z", re.IGNORECASE)
_NUMBER = Call(Imported("os", attribute="getpid"), ())
_TOKEN = Call(Imported("secrets", attribute="token_hex"), (Argument("4"),))
_WRITES_F_STRINGS = re.compile(r"\b[rR]?[fF][rR]?[\"']")


def make_unique(inspection: Inspection, replace: Replace) -> Fix:
    """Plan the process number and a random part in the temp's name."""
    temp = Temp(inspection, replace)
    _check_known(temp)
    made = [statement for statement in temp.births if not is_placeholder(statement)]
    first = made[0] if made else None
    value = first.value if isinstance(first, (ast.Assign, ast.AnnAssign)) else None
    if value is None or temp.shapes:
        raise NoFix(_YOURSELF)
    return Fix((_with_parts(temp, value),), (NOTE,))


def _check_known(temp: Temp) -> None:
    """Raise where somebody counts on the name that it has, to go on with a download that was broken off for one."""
    replace = temp.replace
    asked = [event for event in replace.events(Read) if replace.is_temp(event.path)]
    added = [opened for opened in replace.handles if any("a" in mode or "r" in mode for mode in opened.modes)]
    if asked or added:
        raise NoFix("a later run looks for what an earlier one left under this name; lock it, so that one writes alone")
    ends = {end for statement in temp.births for end in _texts(statement)}
    for other in _functions_that_may_write(ends, temp.inspection.file.source):
        known = any(text.endswith(end) for text in _texts(other) for end in ends)
        if known and other is not temp.function and not renames(other):
            raise NoFix(f"{other.name}() knows the temporary file by its name; make both unique, or use a helper")


def _functions_that_may_write(ends: set[str], source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a file, but for those whose text shows that no string in them ends like that."""
    lasts = "".join(re.escape(end[-1]) for end in ends)
    # A string goes on in the next one, or in what is formatted; what is not printed is written with a letter.
    shows = re.compile(rf"[{lasts}][\"'{{}}\\]|{_NUMBERED}" if lasts.isprintable() else "")
    todo = [source.tree.body] if ends else []
    while todo:
        for node in todo.pop():
            todo.extend(bodies(node))
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                lines = range(first_line(node), source.span(node).end_line + 1)
                if any(shows.search(source.line(number)) for number in lines):
                    yield node


def _texts(node: ast.AST) -> set[str]:
    """The texts that are written in it, but for single characters."""
    texts = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str))
    return {text for text in texts if len(text) > 1}


def _with_parts(temp: Temp, node: ast.expr) -> CallInstead:
    """The edit of the last text that the name is made of."""
    while True:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _PLAIN.fullmatch(node.value):
            return CallInstead(node, _named(node.value, node, temp.inspection.file.source))
        if isinstance(node, ast.JoinedStr):
            last = node.values[-1]
            _check_ending(str(last.value) if isinstance(last, ast.Constant) else "")
            return CallInstead(node, Formatted((".", _NUMBER, ".", _TOKEN), '"', node))
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Div)):
            node = node.right
        elif isinstance(node, ast.Call) and node.args and not node.keywords and _ends_with_argument(temp, node):
            node = node.args[-1]
        else:
            raise NoFix(_YOURSELF)


def _check_ending(text: str) -> None:
    """Raise where a program may tell by the ending what to write."""
    if not _IS_TEMP.search(text):
        raise NoFix(_YOURSELF)


def _named(text: str, node: ast.Constant, source: Source) -> Call | Formatted:
    """The text with both parts, in the quotes that it has; an f-string where the file has others."""
    if "." in text[1:]:
        _check_ending(text)
    quote: Quote = "'" if source.written(node).lstrip("rRuU").startswith("'") else '"'
    if not _WRITES_F_STRINGS.search(source.text):
        template = f"{text}.{{}}.{{}}" if text[0].isalnum() else f".{{}}.{{}}{text}"
        return Call(f"{quote}{template}{quote}.format", (Argument(_NUMBER), Argument(_TOKEN)))
    parts = (f"{text}.", _NUMBER, ".", _TOKEN) if text[0].isalnum() else (".", _NUMBER, ".", _TOKEN, text)
    return Formatted(parts, quote)


def _ends_with_argument(temp: Temp, node: ast.Call) -> bool:
    name = dotted(temp.term.at(node.func))
    return called_as(node) in _LAST if name is None else name in ("os.path.join", "pathlib.Path", "str")
