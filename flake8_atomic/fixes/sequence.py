"""A whole home-made replace as edits: one helper call, without the temp and all that was done about it."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import called_as, dotted
from flake8_atomic.analysis.code.parents import inside
from flake8_atomic.analysis.replaces.failing import publishes_failed
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.analysis.replaces.syncing import is_synced
from flake8_atomic.analysis.replaces.taken_away import removed_first
from flake8_atomic.edits import Do, Fix, NoFix, Statement
from flake8_atomic.fixes.beside import removing
from flake8_atomic.fixes.bindings import is_placeholder
from flake8_atomic.fixes.calls import check_called, loop_notes
from flake8_atomic.fixes.during import check_during
from flake8_atomic.fixes.filled import Body, block, with_perms
from flake8_atomic.fixes.filling import filling_of
from flake8_atomic.fixes.folders import folder_syncs
from flake8_atomic.fixes.orphans import orphans
from flake8_atomic.fixes.perms import KEEPS, KEEPS_OWNER, Perms
from flake8_atomic.fixes.pure import is_pure_path
from flake8_atomic.fixes.rebuilt import Rebuilt
from flake8_atomic.fixes.renaming import check_always_renames
from flake8_atomic.fixes.route import between
from flake8_atomic.fixes.sorting import Sorting
from flake8_atomic.fixes.steps import Steps
from flake8_atomic.fixes.temp import Temp
from flake8_atomic.inspection import Inspection

_RENAMES = frozenset(
    {"os.rename", "os.replace", "shutil.move", "rename", "replace", "pathlib.Path.rename", "pathlib.Path.replace"}
)
_MISSING = "a target that is not there yet is made, and no error"
_METHODS = frozenset({"replace", "rename", "write_text", "write_bytes", "unlink", "open", "chmod"})


class Sequence:
    """One home-made replace, with every statement of it accounted for."""

    def __init__(self, inspection: Inspection, replace: Replace) -> None:
        self._inspection = inspection
        self._replace = replace
        self._parents = inspection.file.parents
        self._rename = self._renaming()
        self._temp = Temp(inspection, replace)
        self._filling = filling_of(self._temp)
        self._steps = Steps(self._temp)
        self._perms = Perms(self._temp, self._steps)
        gone = [self._rename, *self._filling.before, *folder_syncs(self._temp, self._rename)]
        self._gone = Sorting(self._steps, self._perms, self._filling, gone).run(self._temp.function.body)

    def _renaming(self) -> ast.stmt:
        """The statement that renames; raises where it does more, or is asked for its outcome."""
        rename = self._replace.rename
        statement = self._parents.statement(rename.call)
        check_called(rename)
        check_always_renames(rename)
        if rename.put_by:
            raise NoFix("write the files in the block of an atomic_group, which publishes all of them or none")
        if rename.handed:
            raise NoFix("save the file by one function that is not async, then the whole can be rewritten")
        if rename.function not in _RENAMES or len(rename.call.args) + len(rename.call.keywords) > 2:
            raise NoFix(f"{called_as(rename.call)}() does more than to replace; write the target with a helper")
        if not isinstance(statement, ast.Expr) or statement.value is not rename.call:
            raise NoFix("give the rename a statement of its own, then the whole can be rewritten")
        if not is_pure_path(rename.target.node, rename.target):
            raise NoFix("give the target a name before the temporary file is written, then the whole can be rewritten")
        return statement

    def fix(self) -> Fix:
        """The plan, or `NoFix` with what stands in the way."""
        filling = self._filling
        names = {part.id for part in ast.walk(self._replace.rename.target.node) if isinstance(part, ast.Name)}
        named = names | self._in_text(self._perms.text)
        self._check_way(Rebuilt(self._gone, {}))
        if publishes_failed(self._replace) and any(map(_tries, filling.body)):
            raise NoFix("the block goes on where writing has failed; let the error out, then it can be rewritten")
        rebuilt = Rebuilt(self._gone, {})
        body = Body([one for one in filling.body if one not in self._gone], filling.name, self._temp.term)
        notes = [KEEPS_OWNER if self._perms.keeps else KEEPS, *check_during(self._inspection, body, named, self._gone)]
        notes += self._handlers_reached(rebuilt)
        if not is_synced(self._replace):
            notes += loop_notes(self._parents, self._replace.rename.call)
        new, kept = self._new(body)
        gone = [*self._gone, *filling.run]
        served = orphans(self._temp, gone, [*kept, self._replace.rename.target.node], named | self._outside())
        gone += served
        notes += [_MISSING] if any("stat(" in ast.unparse(statement) for statement in served) else []
        first = filling.run[0]
        instead: dict[ast.stmt, list[Statement]] = {one: [] for one in filling.run} | {first: [new]}
        edits = Rebuilt([one for one in gone if one not in filling.run], instead).edits(
            self._temp.function.body, body.body
        )
        return Fix(edits, tuple(dict.fromkeys(notes)), self._called(gone))

    def _new(self, body: Body) -> tuple[Statement, list[ast.AST]]:
        """The new statement, and what it uses on of the old ones."""
        filling = self._filling
        if filling.call is not None:
            given = [one.value for one in filling.call.arguments if isinstance(one.value, ast.expr)]
            if any(self._steps.concerns(node) for node in given):
                raise NoFix("what is written names the temporary file; name the target there")
            return Do(with_perms(filling.call, self._perms.text)), list(given)
        assert filling.opening is not None
        new = block(self._temp, filling.opening, body, self._perms.text)
        if isinstance(new, Do):
            return new, [one.value for one in new.call.arguments if isinstance(one.value, ast.expr)]
        return new, [*body.body, *filling.opening.values.values()]

    def _check_way(self, rebuilt: Rebuilt) -> None:
        """Nothing but steps may stand between the write and the rename."""
        last = self._filling.run[-1]
        if self._parents.suite(self._rename) is getattr(last, "body", None):
            place = self._filling.body.index(self._rename)
            way = self._filling.body[place + 1 :]
        else:
            way = list(between(self._parents, last, self._rename, rebuilt.dissolves))
        removals = self._removals()
        # One that stands before the write is on no way, and would stay where the linter no longer sees a replace.
        self._gone += removals
        for statement in way:
            if statement not in self._gone:
                raise NoFix(
                    f"line {statement.lineno} stands between the write and the rename; "
                    "move it before the write, then the whole can be rewritten"
                )

    def _removals(self) -> list[ast.stmt]:
        """What takes the old file away before the rename: a helper replaces it."""
        return [removing(self._inspection, self._replace, event) for event in removed_first(self._replace)]

    def _handlers_reached(self, rebuilt: Rebuilt) -> list[str]:
        """The note on handlers that the opening of the temp was out of the reach of."""
        births = [node for node in self._temp.births if not is_placeholder(node)] + self._filling.before
        first = self._filling.run[0]
        for outer in self._parents.around(first):
            if isinstance(outer, ast.Try) and outer.handlers and not rebuilt.dissolves(outer):
                inner = list(inside([outer]))
                if first in inside(outer.body) and any(_creates(one) and one not in inner for one in births):
                    return [f"the handler on line {outer.handlers[0].lineno} also handles that it cannot be opened"]
        return []

    def _outside(self) -> set[str]:
        """The names that are not the function's own."""
        declared = (node for node in ast.walk(self._temp.function) if isinstance(node, (ast.Global, ast.Nonlocal)))
        return {name for node in declared for name in node.names}

    @staticmethod
    def _in_text(text: str) -> set[str]:
        return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}

    def _called(self, gone: list[ast.stmt]) -> frozenset[str]:
        """The names of what is called no more."""
        calls = [node for node in inside(gone) if isinstance(node, ast.Call)]
        names = {dotted(self._temp.term.at(call.func)) or "" for call in calls}
        names |= {f"pathlib.Path.{called_as(call)}" for call in calls if called_as(call) in _METHODS}
        names |= {"builtins.open"} if "open" in names else set()
        return frozenset(names - {""})


def _tries(statement: ast.stmt) -> bool:
    return any(isinstance(node, (ast.Try, ast.TryStar)) and node.handlers for node in ast.walk(statement))


def _creates(statement: ast.stmt) -> bool:
    """Does the statement make the file, rather than its name?"""
    return any(
        isinstance(node, ast.Call) and called_as(node) in ("mkstemp", "NamedTemporaryFile", "open", "fdopen")
        for node in ast.walk(statement)
    )
