"""A text that is JSON: `json.dumps(data) + "\\n"`, as the call of a helper that writes JSON."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_atomic.analysis.code.aliases import always
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.edits import Argument, Call
from flake8_atomic.fixes.calls import as_given, helper, taken_by_helper


def as_json(event: Event, text: Sequence[Argument]) -> Call | None:
    """The JSON helper in place of the text helper with these arguments, where the data is JSON."""
    if len(text) < 2 or text[1].keyword or not isinstance(data := text[1].value, ast.expr):
        return None
    end: list[Argument] = []
    if isinstance(data, ast.BinOp) and isinstance(data.op, ast.Add) and isinstance(data.right, ast.Constant):
        end, data = [Argument(data.right, "end")], data.left
    if not isinstance(data, ast.Call) or not always(event.term(data.func), "json.dumps") or len(data.args) != 1:
        return None
    given = as_given(data)
    if taken_by_helper(given):
        return None
    positional = dict(zip(("encoding", "errors", "newline"), text[2:], strict=False))
    words = [Argument(word.value, word.keyword or name) for name, word in positional.items()]
    return Call(helper("atomic_write_json"), (text[0], given[0], *words, *end, *given[1:]))
