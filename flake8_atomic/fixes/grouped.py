"""Files that are written by our helpers one after another become one group."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_atomic.analysis.files.events import Atomic, Event, Together
from flake8_atomic.analysis.vocabulary import ATOMIC_WRITES
from flake8_atomic.edits import Argument, Call, CallInstead, Enter, Fix, Instead, NoFix
from flake8_atomic.fixes.calls import as_given, fresh_name, helper, is_pure
from flake8_atomic.fixes.mentions import NOTE as USED
from flake8_atomic.fixes.mentions import notes_on_path
from flake8_atomic.inspection import Inspection

NOTE = "no file changes before all are written, and readers may see old and new while they are renamed"
_METHODS = {"atomic_write_text": "write_text", "atomic_write_bytes": "write_bytes", "atomic_write_json": "write_json"}


def write_together(inspection: Inspection, event: Event) -> Fix:
    """Plan `with atomic_group(folder) as group:` around the writes and what stands between them."""
    assert isinstance(event, Together)
    parents = inspection.file.parents
    saved = [_atomic(one) for one in event.saved]
    if any(one.scope is not event.scope for one in saved):
        raise NoFix(
            "several methods write them; pass them a group that `with atomic_group(folder)` opens around the calls"
        )
    statements = [_statement(inspection, one) for one in saved]
    if event.loop is not None:
        statements = [event.loop]
    suite = parents.suite(statements[0])
    places = [next((at for at, other in enumerate(suite) if other is statement), -1) for statement in statements]
    if -1 in places:
        raise NoFix("they are not written in one block; write them in one `with atomic_group(folder)`")
    run = tuple(suite[places[0] : places[-1] + 1])
    _check_run(run)
    root = _root(saved)
    notes = [NOTE]
    for one, place in zip(saved, places, strict=False):
        notes += _on_path(inspection, one, run if event.loop is not None else suite[place : places[-1] + 1])
    name = fresh_name(("group", "files"), parents.function(statements[0]))
    entered = Enter(Call(helper("atomic_group"), (Argument(root),)), name, run)
    calls = [CallInstead(one.call, _call(one, name)) for one in saved]
    return Fix(
        (Instead(run, (entered,)), *calls), tuple(dict.fromkeys(notes)), frozenset(one.function for one in saved)
    )


def _atomic(event: Event) -> Atomic:
    if isinstance(event, Atomic) and event.function in ATOMIC_WRITES:
        return event
    raise NoFix("first write each of them with a helper, then they can be grouped")


def _statement(inspection: Inspection, saved: Atomic) -> ast.stmt:
    statement = inspection.file.parents.statement(saved.call)
    if any(word.arg == "sync" for word in saved.call.keywords):
        raise NoFix("a sync= of its own has no place in a group; give it to atomic_group")
    if isinstance(statement, ast.With) and saved.function == "atomic_open":
        return statement
    if isinstance(statement, ast.Expr) and statement.value is saved.call and saved.function in _METHODS:
        return statement
    raise NoFix("give each write a statement of its own, then they can be grouped")


def _check_run(run: tuple[ast.stmt, ...]) -> None:
    """A block that is left early would publish what is written by then."""
    for statement in run:
        for node in ast.walk(statement):
            if isinstance(node, (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)):
                raise NoFix(f"line {node.lineno} leaves between the writes; group them by hand")


def _on_path(inspection: Inspection, saved: Atomic, run: Sequence[ast.stmt]) -> list[str]:
    """The note where a folder is listed; raises where the file is used, whose name it takes when the group is left."""
    line = saved.call.lineno
    named = NoFix(f"what line {line} writes is used by its name between the writes; do that after all of them")
    try:
        notes = notes_on_path(inspection.file, saved.path, run)
    except NoFix:
        raise named from None
    if USED in notes:
        raise named
    return notes


def _call(saved: Atomic, name: str) -> Call:
    function = ast.parse(f"{name}.{_METHODS.get(saved.function, 'open')}", mode="eval").body
    return Call(ast.unparse(function), tuple(as_given(saved.call)), saved.call)


def _root(saved: list[Atomic]) -> ast.expr:
    """The folder that all paths are built from, where it is written down."""
    roots = [_folder(one.path.node) for one in saved]
    first = roots[0]
    if first is None or not is_pure(first) or any(root is None or ast.dump(root) != ast.dump(first) for root in roots):
        raise NoFix(
            "the folder that holds them all cannot be seen from the paths; write `with atomic_group(folder)` yourself"
        )
    return first


def _folder(path: ast.expr) -> ast.expr | None:
    """`folder / "a.json"`, `os.path.join(folder, "a.json")`."""
    if isinstance(path, ast.BinOp) and isinstance(path.op, ast.Div):
        return path.left
    if isinstance(path, ast.Call) and len(path.args) == 2 and isinstance(path.func, ast.Attribute):
        return path.args[0] if path.func.attr == "join" else None
    return None
