"""Settings of SQLite become durable ones, or `durable_connect` takes over what a block around them does."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.names import dotted
from flake8_atomic.analysis.files.events import Event, Pragma
from flake8_atomic.analysis.sqlite.pragmas import settings_in
from flake8_atomic.edits import Call, CallInstead, Do, Fix, Instead, NoFix
from flake8_atomic.fixes.calls import as_given, helper
from flake8_atomic.fixes.used_later import used_elsewhere
from flake8_atomic.inspection import Inspection

_DURABLE = {"synchronous": "FULL", "journal_mode": "DELETE"}
_NOTES = {
    "synchronous": "each commit waits until it is on the disk",
    "journal_mode": "the journal is kept on the disk, each commit writes it there first",
}
_CONNECTS = "durable_connect asks for the mode, waits for what passes, and raises rather than leave WAL"


def set_durably(inspection: Inspection, event: Event) -> Fix:
    """Plan the durable value in place of the one that is written down."""
    assert isinstance(event, Pragma)
    value = _DURABLE[event.name]
    for node in _written(inspection, event):
        text = inspection.file.source.written(node)
        found, number = re.subn(_pattern(event), rf"\g<1>{value}", text)
        if number == 1 and _sets(found, event.name, value):
            return Fix((CallInstead(node, found),), (_NOTES[event.name],))
    raise NoFix(f"its value is put together elsewhere; make it {value} there")


def _written(inspection: Inspection, event: Pragma) -> list[ast.Constant]:
    """The texts that say it: what is executed, or what a framework is told."""
    call = event.call
    given = [call.func, *given_to(call)]
    origins = [origin for node in given for origin in inspection.file.values.origins(event.term(node))]
    nodes = [origin.term.node for origin in origins]
    return [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def _pattern(event: Pragma) -> re.Pattern[str]:
    return re.compile(rf"""(?i)(\b{event.name}\b["'`\]]?\s*[=(]\s*["'`\[\\]*){event.value}\b""")


def _sets(literal: str, name: str, value: str) -> bool:
    """Does the new text say what it should, and is it still one text?"""
    try:
        text = ast.literal_eval(literal)
    except (SyntaxError, ValueError):
        return False
    return isinstance(text, str) and (name, value.lower()) in {(s.name, s.value) for s in settings_in(text)}


def connect_durably(inspection: Inspection, event: Event) -> Fix:
    """Plan `connection = durable_connect(path)` for a connect, and a try that falls back, one after the other."""
    block = next((o for o in inspection.file.parents.around(event.call) if isinstance(o, (ast.Try, ast.stmt))), None)
    while block is not None and not isinstance(block, (ast.Try, ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
        block = inspection.file.parents.of(block)  # type: ignore[assignment]
    if not isinstance(block, ast.Try) or not _only_falls_back(block):
        raise NoFix(f"the handler does more than fall back; {_CONNECTS}")
    suite = inspection.file.parents.suite(block)
    place = next(at for at, statement in enumerate(suite) if statement is block)
    before = suite[place - 1] if place else block
    call = before.value if isinstance(before, ast.Assign) else None
    if not isinstance(call, ast.Call) or dotted(event.term(call.func)) != "sqlite3.connect":
        raise NoFix(f"it is connected elsewhere; {_CONNECTS}")
    new = Call(helper("durable_connect"), tuple(as_given(call)), call)
    if not _is_kept(inspection, before, block):
        return Fix((Instead((before, block), (Do(new),)),), (_CONNECTS,))
    return Fix((Instead((before, block), (before,)), CallInstead(call, new)), (_CONNECTS,))


def _is_kept(inspection: Inspection, connecting: ast.stmt, block: ast.Try) -> bool:
    """Is anything done with the connection but to set its mode? A name that nobody uses would be left behind."""
    file = inspection.file
    targets = connecting.targets if isinstance(connecting, ast.Assign) else []
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    if len(names) != len(targets) or isinstance(file.parents.function(block), ast.Module):
        return True
    return any(used_elsewhere(file.parents, file.source.tree, [connecting, block], name) for name in names)


def _only_falls_back(block: ast.Try) -> bool:
    """Are there only the two pragmas, one tried, one in each handler?"""
    suites = [block.body, *(handler.body for handler in block.handlers)]
    single = all(len(suite) == 1 and isinstance(suite[0], ast.Expr) for suite in suites)
    return single and not block.orelse and not block.finalbody
