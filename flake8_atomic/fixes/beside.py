"""The temp of a home-made replace, made beside its target, and put in its place by nothing but `os.replace`."""

from __future__ import annotations

import ast
from collections.abc import Hashable

from flake8_atomic.analysis.code.names import called_as, dotted
from flake8_atomic.analysis.facts.certainty import surely_path
from flake8_atomic.analysis.files.events import Event, Open, Rename
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.edits import Argument, Call, CallInstead, Edit, Fix, Imported, Instead, NoFix
from flake8_atomic.fixes.calls import as_given, check_called, neighbour
from flake8_atomic.fixes.pure import is_pure_path
from flake8_atomic.inspection import Inspection

NOTE = "the temporary file is made in the folder of the target, which must allow that"
_YOURSELF = "give the temporary file dir= and os.replace() it, or use one of the helpers"
_NAMING = frozenset({"with_suffix", "with_name", "with_stem"})
_ASKING = frozenset({"exists", "isfile", "is_file", "lexists"})


def make_beside(inspection: Inspection, replace: Replace, event: Event) -> Fix:
    """Plan `dir=` for a temp that may be born elsewhere, or `os.replace` where a move would copy."""
    if isinstance(event, Rename):
        if not _is_beside(replace):
            raise NoFix(_YOURSELF)
        return Fix((outright(inspection, replace),), (), frozenset({"shutil.move"}))
    assert isinstance(event, Open)
    target = replace.rename.target
    names = {part.id for part in ast.walk(target.node) if isinstance(part, ast.Name)}
    late = (node for node in ast.walk(replace.rename.scope.node) if isinstance(node, ast.Name) and node.id in names)
    known = all(not isinstance(node.ctx, ast.Store) or node.lineno < event.call.lineno for node in late)
    if not known or not is_pure_path(target.node, target) or replace.rename.scope is not event.scope:
        raise NoFix(_YOURSELF)
    given = [word for word in as_given(event.call) if word.keyword != "dir"]
    if sum(not word.keyword for word in given) > 2:
        raise NoFix(_YOURSELF)
    call = Call(event.call.func, (*given, Argument(_folder(inspection, replace), "dir")), event.call)
    edits: list[Edit] = [CallInstead(event.call, call)]
    if replace.rename.function == "shutil.move":
        edits.append(outright(inspection, replace))
    return Fix(tuple(edits), (NOTE,), frozenset({"shutil.move"}))


def _folder(inspection: Inspection, replace: Replace) -> str | Call:
    node = replace.rename.target.node
    if surely_path(replace.rename.target, inspection.file) and isinstance(node, (ast.Name, ast.Attribute)):
        return f"{inspection.file.source.written(node)}.parent"
    whole = Call(Imported("os", attribute="path.abspath"), (Argument(inspection.file.source.written(node)),))
    return Call(Imported("os", attribute="path.dirname"), (Argument(whole),))


def _is_beside(replace: Replace) -> bool:
    """Is the temp's name made so that it lies in the folder of the target?"""
    source, target = replace.source, replace.target
    assert isinstance(source, tuple)
    if source[0] == "text":
        return source[1] == target or (isinstance(target, tuple) and source[1 : len(target)] == target[1:])
    if source[0] == "call" and len(source) == 4:
        return bool(source[1] == target and source[2] in _NAMING)
    return source[0] == "join" and isinstance(target, tuple) and _in_folder(source[:-1], target)


def _in_folder(folder: tuple[Hashable, ...], target: tuple[Hashable, ...]) -> bool:
    return folder == target[:-1] or folder == ("join", ("attribute", target, "parent"))


def outright(inspection: Inspection, replace: Replace) -> CallInstead:
    """`os.replace` in the place of what renames."""
    rename = replace.rename
    check_called(rename)
    call, func = rename.call, rename.call.func
    is_used = not isinstance(inspection.file.parents.of(call), ast.Expr)
    if rename.handed:
        raise NoFix("hand os.replace over, which replaces the target on every system")
    if rename.function == "shutil.move" and is_used:
        raise NoFix("what shutil.move() returns is used, and os.replace() returns nothing; let it stand alone")
    if rename.function == "shutil.move" and len(call.args) == 2 and not call.keywords:
        return CallInstead(call, Call(Imported("os", attribute="replace"), tuple(as_given(call)), call))
    if rename.function == "os.rename":
        return CallInstead(call, Call(neighbour(call, "os", "replace"), tuple(as_given(call)), call))
    if isinstance(func, ast.Attribute) and func.value is rename.source.node and rename.function == "rename":
        receiver = inspection.file.source.written(func.value)
        if "\n" not in receiver:
            return CallInstead(call, Call(f"{receiver}.replace", tuple(as_given(call)), call))
    raise NoFix("use os.replace(), which replaces the target on every system")


def without_removal(inspection: Inspection, replace: Replace, event: Event) -> Fix:
    """Plan to leave the target where it is until `os.replace` takes its place."""
    statement = removing(inspection, replace, event)
    edits: list[Edit] = [Instead((statement,), ())]
    if replace.rename.function not in ("os.replace", "replace"):
        if replace.rename.function == "shutil.move" and not _is_beside(replace):
            raise NoFix(_YOURSELF)
        edits.append(outright(inspection, replace))
    return Fix(tuple(edits), (), frozenset({"os.remove", "os.unlink", "os.rename", "pathlib.Path.unlink"}))


def removing(inspection: Inspection, replace: Replace, event: Event) -> ast.stmt:
    """The outermost statement that does nothing but to remove the target, and beside which the rename stands."""
    if isinstance(event, Rename):
        raise NoFix("copy the old file to its other name instead of moving it away, then os.replace() the new one")
    parents = inspection.file.parents
    statement = parents.statement(event.call)
    if not isinstance(statement, ast.Expr) or statement.value is not event.call:
        raise NoFix(_YOURSELF)
    while isinstance(outer := parents.of(statement), ast.stmt) and _only_removes(inspection, replace, outer, statement):
        statement = outer
    if parents.statement(replace.rename.call) not in parents.suite(statement):
        raise NoFix("the target is removed under a condition of its own; os.replace() needs no removal, drop it there")
    return statement


def _only_removes(inspection: Inspection, replace: Replace, outer: ast.stmt, inner: ast.stmt) -> bool:
    if isinstance(outer, ast.If):
        return outer.body == [inner] and not outer.orelse and _asks_for(inspection, replace, outer.test)
    if isinstance(outer, ast.With):
        return outer.body == [inner] and all("suppress" in ast.unparse(item.context_expr) for item in outer.items)
    if not isinstance(outer, ast.Try) or outer.body != [inner] or outer.orelse or outer.finalbody:
        return False
    return all(isinstance(one, ast.Pass) for handler in outer.handlers for one in handler.body)


def _asks_for(inspection: Inspection, replace: Replace, test: ast.expr) -> bool:
    """Is the condition that the target is there, or which system this is?"""
    if ast.unparse(test) in ("os.name == 'nt'", "sys.platform == 'win32'"):
        return True
    if not isinstance(test, ast.Call) or called_as(test) not in _ASKING:
        return False
    name = dotted(replace.rename.term(test.func))
    path = test.args[0] if name is not None and test.args else getattr(test.func, "value", test)
    return inspection.file.paths.key(replace.rename.term(path)) == replace.target
