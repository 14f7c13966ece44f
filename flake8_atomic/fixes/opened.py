"""A file opened in place becomes one that is opened atomically, or one call that writes it whole."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.parents import Parents
from flake8_atomic.analysis.facts.certainty import surely_path
from flake8_atomic.analysis.files.events import Event, Open, Use
from flake8_atomic.edits import Argument, Call, CallInstead, Do, Edit, Enter, Fix, Instead, NoFix
from flake8_atomic.fixes.awaited import ASYNCHRONOUS, write_in_thread
from flake8_atomic.fixes.blocks import Block
from flake8_atomic.fixes.calls import as_given, fresh_name, has_method, helper, loop_notes
from flake8_atomic.fixes.collapsing import collapsed, inline_dump, inline_write
from flake8_atomic.fixes.mentions import notes_on_path
from flake8_atomic.fixes.openings import COMPRESSED, atomic_open, is_method, mode_of
from flake8_atomic.inspection import Inspection

UNSURE = "what it is called on is taken for a path"


def open_atomically(inspection: Inspection, event: Event) -> Fix:
    """Plan the fix for a truncating open, or for the first use of what it opened."""
    opened = event.opened if isinstance(event, Use) else event
    assert isinstance(opened, Open)
    if opened.spelling in ASYNCHRONOUS:
        return write_in_thread(inspection, opened)
    if opened.edits and not opened.truncates:
        raise NoFix("read the content first, close the file, and write the whole with atomic_write_text or atomic_open")
    edits, notes = _edits(inspection, opened, mode_of(inspection, opened))
    notes = [*loop_notes(inspection.file.parents, opened.call), *notes]
    if is_method(opened) and not surely_path(opened.path, inspection.file):
        if any(has_method(scope, "open") for scope in inspection.file.top.walk()):
            raise NoFix("a class of this file has an open() of its own; write atomically in there")
        notes = [UNSURE, *notes]
    names = {"pathlib.Path.open", "io.open"} if opened.spelling == ".open" else {"builtins.open", opened.spelling}
    if any(_writes_json(edit) for edit in edits):
        names.add("json.dump")
    return Fix(tuple(edits), tuple(dict.fromkeys(notes)), frozenset(names))


def _writes_json(edit: Edit) -> bool:
    new = edit.new if isinstance(edit, CallInstead) else getattr(edit.new[0], "call", None) if edit.new else None
    return isinstance(new, Call) and new.function == helper("atomic_write_json")


def _edits(inspection: Inspection, opened: Open, mode: str) -> tuple[list[Edit], list[str]]:
    """The edits and the notes, by where the file is opened."""
    parents = inspection.file.parents
    parent = parents.of(opened.call)
    if isinstance(parent, ast.withitem):
        statement = parents.of(parent)
        if isinstance(statement, ast.With):
            return _in_with(inspection, opened, mode, statement, parent)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
        return _until_closed(inspection, opened, mode, parent, parent.targets[0].id)
    outer = parents.of(parent)
    if isinstance(parent, ast.Attribute) and isinstance(outer, ast.Call) and outer.func is parent:
        # What is written is worked out when the file is open.
        return _inline(inspection, opened, mode, outer), notes_on_path(inspection.file, opened.path, outer.args)
    call = outer if isinstance(parent, ast.keyword) else parent
    if isinstance(call, ast.Call) and opened.call is not call.func:
        return _inline(inspection, opened, mode, call), []
    raise NoFix("the file is closed elsewhere; open it in a `with`, then it can be rewritten")


def _in_with(
    inspection: Inspection, opened: Open, mode: str, statement: ast.With, item: ast.withitem
) -> tuple[list[Edit], list[str]]:
    if item.optional_vars is not None and not isinstance(item.optional_vars, ast.Name):
        raise NoFix("the open file is kept outside the block; give it a plain name")
    name = item.optional_vars.id if item.optional_vars is not None else ""
    entered = statement.items[statement.items.index(item) + 1 :]
    block = Block(inspection, opened, name, statement.body, [statement], entered)
    notes = block.judge()
    if opened.spelling in COMPRESSED:
        return _compressed(inspection, opened, statement) + block.dropping(), notes
    if len(statement.items) == 1 and (whole := _whole(opened, mode, block)) is not None:
        return [Instead((statement,), (whole,))], notes
    return [CallInstead(opened.call, atomic_open(opened, mode)), *block.dropping()], notes


def _whole(opened: Open, mode: str, block: Block) -> Do | None:
    """The one call for the block, where nobody asks for its handle afterwards."""
    whole = collapsed(opened, mode, block)
    return whole if whole is not None and not block.elsewhere else None


def _compressed(inspection: Inspection, opened: Open, statement: ast.With) -> list[Edit]:
    """`with atomic_open(p, "wb") as raw, gzip.open(raw, "wt") as f:`."""
    if statement.items[0].context_expr is not opened.call:
        raise NoFix("it is opened together with other things; open it in a `with` of its own")
    raw = fresh_name(("raw",), inspection.file.parents.function(statement))
    entered = Enter(atomic_open(opened, "wb"), raw, (statement,))
    return [Instead((statement,), (entered,)), _packing(opened, raw)]


def _packing(opened: Open, raw: str) -> CallInstead:
    """The call that packs, given the open file: `GzipFile` alone takes it by another parameter than a path."""
    call = opened.call
    if opened.spelling != "gzip.GzipFile":
        return CallInstead(opened.path.node, raw)
    if len(call.args) > len(("filename", "mode", "compresslevel")):
        raise NoFix("give its arguments by keyword, then it can be rewritten")
    words = [word for word in as_given(call) if word.keyword != "filename"]
    rest = [Argument("None"), *words[1:]] if opened.path.node in call.args else words
    return CallInstead(call, Call(call.func, (*rest, Argument(raw, "fileobj")), call))


def _until_closed(
    inspection: Inspection, opened: Open, mode: str, statement: ast.Assign, name: str
) -> tuple[list[Edit], list[str]]:
    """`f = open(p, "w")` and what follows until `f.close()` in the same suite."""
    suite = inspection.file.parents.suite(statement)
    start = next(place for place, other in enumerate(suite) if other is statement) + 1
    body, end = _closed(suite, start, name)
    old = suite[start - 1 : end]
    block = Block(inspection, opened, name, body, old)
    notes = block.judge()
    if opened.spelling in COMPRESSED:
        raise NoFix("open it in a `with`, then it can be rewritten")
    new = _whole(opened, mode, block) or Enter(atomic_open(opened, mode), name, tuple(block.body))
    return [Instead(tuple(old), (new,))], notes


def _closed(suite: list[ast.stmt], start: int, name: str) -> tuple[list[ast.stmt], int]:
    """The statements while the file is open, and where those after it begin."""
    following = suite[start] if start < len(suite) else None
    if isinstance(following, ast.Try) and not following.handlers and not following.orelse:
        if len(following.finalbody) == 1 and closes(following.finalbody[0], name):
            return following.body, start + 1
    for place in range(start, len(suite)):
        if place > start and closes(suite[place], name):
            return suite[start:place], place + 1
    raise NoFix("it is not closed where it is opened; open it in a `with`, then it can be rewritten")


def closes(statement: ast.stmt, name: str) -> bool:
    """Is it `name.close()`?"""
    node = statement.value if isinstance(statement, ast.Expr) else None
    func = node.func if isinstance(node, ast.Call) else None
    called = isinstance(func, ast.Attribute) and func.attr == "close" and isinstance(func.value, ast.Name)
    return called and func.value.id == name  # type: ignore[union-attr]


def _is_discarded(parents: Parents, call: ast.expr) -> bool:
    """Does nobody look at what the call returns: `dump(…) if wanted else None`, `wanted and dump(…)`?"""
    node: ast.AST = call
    around = parents.of(node)
    while isinstance(around, (ast.IfExp, ast.BoolOp)):
        last = [around.body, around.orelse] if isinstance(around, ast.IfExp) else around.values[-1:]
        if node not in last:
            return False
        node, around = around, parents.of(around)
    return isinstance(around, ast.Expr)


def _inline(inspection: Inspection, opened: Open, mode: str, call: ast.Call) -> list[Edit]:
    """`open(p, "w").write(text)`, `json.dump(data, open(p, "w"))`."""
    written = inline_write(opened, mode, call)
    if written is not None:
        return [CallInstead(call, written)]
    doing = inspection.file.handles.doing(opened.path, call)
    if call.func is not inspection.file.parents.of(opened.call):
        if doing not in ("dump", "record", "write", "copy"):
            raise NoFix("the file is never closed; open it in a `with`, then it can be rewritten")
        dumped = inline_dump(opened, mode, call)
        if dumped is not None:
            if not _is_discarded(inspection.file.parents, call):
                raise NoFix("what json.dump() returns is used, and a helper returns another value; let it stand alone")
            return [CallInstead(call, dumped)]
    elif not isinstance(call.func, ast.Attribute) or call.func.attr not in ("write", "writelines"):
        raise NoFix("the file is never closed; open it in a `with`, then it can be rewritten")
    statement = inspection.file.parents.statement(call)
    if not isinstance(statement, ast.Expr) or statement.value is not call or opened.spelling in COMPRESSED:
        raise NoFix("open it in a `with`, then it can be rewritten")
    name = fresh_name(("file", "handle"), inspection.file.parents.function(statement))
    entered = Enter(atomic_open(opened, mode), name, (statement,))
    return [Instead((statement,), (entered,)), CallInstead(opened.call, name)]
