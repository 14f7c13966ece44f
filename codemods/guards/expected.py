"""Is a tree what a plan makes of another? Both are walked side by side, on a stack: a sum may have 1,000 terms."""

from __future__ import annotations

import ast

from codemods.guards.suites_compared import AsItIs, Differs, Suites
from codemods.syntax.formatted import pairs
from codemods.syntax.planned import Planned
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import Attempt, Call, CallInstead, Do, Enter, Formatted, Imported, Less, Value


class Comparison:
    """A file, what is planned for it, and what it became: `Comparison(before, after, planned).run()`."""

    def __init__(self, before: Source, after: Source, planned: Planned) -> None:
        self._before = before
        self._after = after
        self._planned = planned
        self._calls = {id(edit.old): edit for edit in planned.edits if isinstance(edit, CallInstead)}
        self._suites = Suites(before, after, planned)
        self._todo: list[tuple[object, object]] = []

    def run(self) -> None:
        """Raise Differs unless the one tree became the other by the plan, all of it."""
        before, after = self._before.tree, self._after.tree
        if ast.get_docstring(before, clean=False) != ast.get_docstring(after, clean=False):
            raise Differs("its docstring is another")
        self._todo += self._suites.pairs(before.body, after.body, is_module=True)
        while self._todo:
            expected, found = self._todo.pop()
            self._suites.line = getattr(expected, "lineno", self._suites.line)
            if not self._same(expected, found):
                raise Differs(f"around line {self._suites.line} the code is not what was planned")
        self._suites.check_all_done()

    def _same(self, expected: object, found: object) -> bool:
        """Are these the same at first sight? What is inside of them waits."""
        if isinstance(expected, AsItIs):
            return self._node(expected.node, found)
        if isinstance(expected, Call):
            return self._call(expected, found)
        if isinstance(expected, Formatted):
            self._todo += pairs(expected, found) if isinstance(found, ast.JoinedStr) else ()
            return isinstance(found, ast.JoinedStr)
        if isinstance(expected, Imported):
            return _dotted(found) in self._planned.expressions(expected)
        if isinstance(expected, Do | Enter | Less | Attempt):
            return self._statement(expected, found)
        edit = self._calls.get(id(expected))
        if edit is None:
            return self._node(expected, found)
        self._suites.done(edit)
        self._todo.append((_made(edit.new), found))
        return True

    def _node(self, expected: object, found: object) -> bool:
        if type(expected) is not type(found):
            return False
        if not isinstance(expected, ast.AST):
            return bool(expected == found or expected != expected)
        for field in expected._fields:
            mine, theirs = getattr(expected, field), getattr(found, field)
            if not isinstance(mine, list):
                self._todo.append((mine, theirs))
            elif field in _SUITES:
                self._todo += self._suites.pairs(mine, theirs)
            elif len(mine) != len(theirs):
                return False
            else:
                self._todo.extend(zip(mine, theirs, strict=True))
        return True

    def _call(self, call: Call, found: object) -> bool:
        positional = [argument for argument in call.arguments if not argument.keyword]
        named = [argument for argument in call.arguments if argument.keyword]
        if not isinstance(found, ast.Call) or len(positional) != len(found.args) or len(named) != len(found.keywords):
            return False
        self._todo.append((_made(call.function), found.func))
        for argument, value in zip(positional, found.args, strict=True):
            self._todo.append((_made(argument.value), value))
        for argument, keyword in zip(named, found.keywords, strict=True):
            if (keyword.arg or "**") != argument.keyword:
                return False
            self._todo.append((_made(argument.value), keyword.value))
        return True

    def _statement(self, expected: Do | Enter | Less | Attempt, found: object) -> bool:
        if isinstance(expected, Enter):
            return self._entered(expected, found)
        if isinstance(expected, Less | Attempt):
            return isinstance(found, ast.Try) and self._tried(expected, found)
        value = found.value if isinstance(found, ast.Expr) else None
        if expected.awaited:
            value = value.value if isinstance(value, ast.Await) else None
        self._todo.append((expected.call, value))
        return True

    def _tried(self, expected: Less | Attempt, found: ast.Try) -> bool:
        self._todo += self._suites.pairs(expected.old.body if isinstance(expected, Less) else expected.body, found.body)
        if isinstance(expected, Attempt):
            written = []
            for handler in found.handlers:
                self._todo += self._suites.pairs(expected.undo, handler.body[:-1])
                written += [ast.unparse(part) for part in (handler.type, handler.body[-1]) if part is not None]
            return written == ["BaseException", "raise"] and not found.orelse and not found.finalbody
        self._todo += self._suites.pairs(expected.old.orelse, found.orelse)
        self._todo += self._suites.pairs(expected.old.finalbody if expected.final else (), found.finalbody)
        self._todo.extend(zip((expected.old.handlers[at] for at in expected.handlers), found.handlers, strict=False))
        return len(expected.handlers) == len(found.handlers)

    def _entered(self, enter: Enter, found: object) -> bool:
        if not isinstance(found, ast.With):
            return False
        entered, items, body = [enter], [], enter.body
        # A `with` that holds nothing but a `with` is written as one.
        while len(body) == 1 and isinstance(inner := body[0], (Enter, ast.With)):
            if isinstance(inner, ast.With):
                items, body = inner.items, tuple(inner.body)
                break
            entered.append(inner)
            body = inner.body
        if len(found.items) != len(entered) + len(items):
            return False
        for own, item in zip(entered, found.items, strict=False):
            self._todo.append((own.call, item.context_expr))
            if (_dotted(item.optional_vars) if item.optional_vars else "") != own.name:
                return False
        self._todo.extend(zip(items, found.items[len(entered) :], strict=True))
        self._todo += self._suites.pairs(body, found.body)
        return True


def _made(value: Value) -> object:
    """What a plan asks for; an expression that moves is what it was, whatever stands in its old place."""
    if isinstance(value, str):
        return ast.parse(value, mode="eval").body
    return AsItIs(value) if isinstance(value, ast.AST) else value


def _dotted(node: object) -> str:
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    return ".".join([node.id, *names]) if isinstance(node, ast.Name) else ""


_SUITES = frozenset({"body", "orelse", "finalbody"})
