"""The statements of a home-made replace that its helper makes needless: births, syncs, closes, clean-ups."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import called_as, dotted, spelled
from flake8_atomic.analysis.code.parents import inside
from flake8_atomic.fixes.bindings import is_placeholder
from flake8_atomic.fixes.temp import Temp

_LOGGING = frozenset({"debug", "info", "warning", "warn", "error", "exception", "critical", "log", "print"})
_ASKING = frozenset({"exists", "isfile", "is_file", "lexists"})
_REMOVING = frozenset({"unlink", "remove"})


class Steps:
    """Which statements go with the temp; flags that only say whether it is still there go with them."""

    def __init__(self, temp: Temp) -> None:
        self._temp = temp
        self._term = temp.term
        self.flags = {name for node in ast.walk(temp.function) for name in self._flags_of(node)}

    def _flags_of(self, node: ast.AST) -> set[str]:
        """The names, besides the temp, that a clean-up asks; only those that are nothing but true or false."""
        if not isinstance(node, ast.If) or not any(self._removes(one) for one in inside(node.body)):
            return set()
        names = {part.id for part in ast.walk(node.test) if isinstance(part, ast.Name)}
        return {name for name in names if self._is_flag(name)}

    def _is_flag(self, name: str) -> bool:
        stored = [n for n in ast.walk(self._temp.function) if isinstance(n, ast.Name) and n.id == name]
        parents = self._temp.inspection.file.parents
        bound = [parents.of(node) for node in stored if isinstance(node.ctx, ast.Store)]
        return bool(bound) and all(isinstance(one, ast.stmt) and is_placeholder(one) for one in bound)

    def concerns(self, node: ast.AST) -> bool:
        """Does the code name the temp or one of its flags?"""
        parts = (part for part in ast.walk(node) if isinstance(part, ast.expr))
        return any(self._temp.is_handle(part) or self._concerns(part) for part in parts)

    def _concerns(self, part: ast.expr) -> bool:
        return (isinstance(part, ast.Name) and part.id in self.flags) or self._temp.is_meant(part)

    def names_path(self, node: ast.AST) -> bool:
        """Does the code name the temp by its path or its number, rather than by its handle?"""
        parts = (part for part in ast.walk(node) if isinstance(part, ast.expr))
        return any(not self._temp.is_handle(part) and self._concerns(part) for part in parts)

    def goes(self, statement: ast.stmt) -> bool:
        """Is the statement needless where a helper writes the target?"""
        if isinstance(statement, ast.Expr):
            return self._is_step(statement.value)
        if isinstance(statement, ast.Pass):
            return True
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            return statement in self._temp.births or (is_placeholder(statement) and self._sets_own(statement))
        if isinstance(statement, ast.If):
            suites = (statement.body, statement.orelse)
            return self._asks(statement.test) and all(self.all_go(suite) for suite in suites)
        if isinstance(statement, ast.With):
            return all(self._is_quiet(item) for item in statement.items) and self.all_go(statement.body)
        return isinstance(statement, ast.Try) and self._tries(statement)

    def all_go(self, suite: Sequence[ast.stmt]) -> bool:
        """Are all of these needless?"""
        return all(self.goes(statement) for statement in suite)

    def _tries(self, statement: ast.Try) -> bool:
        handled = (one for handler in statement.handlers for one in handler.body)
        rest = (*statement.body, *statement.orelse, *statement.finalbody)
        return self.all_go(rest) and all(self.goes(one) or _tells(one) for one in handled)

    def _sets_own(self, statement: ast.Assign | ast.AnnAssign) -> bool:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        own = self.flags | self._temp.descriptors | self._temp.names
        return all(isinstance(target, ast.Name) and target.id in own for target in targets)

    def _asks(self, test: ast.expr) -> bool:
        """Does a condition ask for nothing but whether the temp is there?"""
        for call in (part for part in ast.walk(test) if isinstance(part, ast.Call)):
            if called_as(call) not in _ASKING and dotted(self._term.at(call.func)) not in v.SAME_PATH:
                return False
        names = [part for part in ast.walk(test) if isinstance(part, ast.Name) and dotted(self._term.at(part)) is None]
        return bool(names) and all(self.concerns(name) for name in names)

    def _is_quiet(self, item: ast.withitem) -> bool:
        """Does it only suppress errors, or open the temp once more to sync it?"""
        call = item.context_expr
        if "suppress" in spelled(call):
            return True
        opens = isinstance(call, ast.Call) and called_as(call) == "open"
        if opens and self._temp.within(call) and isinstance(item.optional_vars, ast.Name):
            self._temp.handles.append(self._temp.inspection.file.parents.statement(item))
        return opens and self._temp.within(call)

    def _is_step(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            return True
        return isinstance(node, ast.Call) and (self._syncs(node) or self._removes(node) or self._closes(node))

    def _closes(self, call: ast.Call) -> bool:
        func = call.func
        if isinstance(func, ast.Attribute) and func.attr in ("close", "flush") and not call.args:
            return self._temp.is_handle(func.value)
        named = dotted(self._term.at(func)) in v.CLOSERS
        return named and bool(call.args) and self._temp.is_descriptor(call.args[0])

    def _syncs(self, call: ast.Call) -> bool:
        if dotted(self._term.at(call.func)) not in v.SYNCS or len(call.args) != 1:
            return False
        given = call.args[0]
        if isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute) and given.func.attr == "fileno":
            given = given.func.value
        return self._temp.is_handle(given) or self._temp.is_descriptor(given)

    def _removes(self, node: ast.AST) -> bool:
        if not isinstance(node, ast.Call) or called_as(node) not in _REMOVING:
            return False
        if dotted(self._term.at(node.func)) in v.REMOVERS:
            return len(node.args) == 1 and not node.keywords and self._temp.is_path(node.args[0])
        return isinstance(node.func, ast.Attribute) and self._temp.is_path(node.func.value)


def _tells(statement: ast.stmt) -> bool:
    """Does a handler of a clean-up only say that it failed?"""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and called_as(call) in _LOGGING
