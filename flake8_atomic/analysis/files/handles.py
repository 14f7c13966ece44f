"""Leads a handle back to the open() that made it, and says what a call does with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Bound, Term, called_as, dotted
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values, given_for
from flake8_atomic.analysis.files.events import Open, Use
from flake8_atomic.analysis.files.holders import INNER, Holders
from flake8_atomic.analysis.files.openings import argument, opened_by

_METHODS = {
    "write": "write",
    "writelines": "write",
    "truncate": "truncate",
    "seek": "seek",
    "flush": "flush",
    "close": "close",
    "read": "read",
    "readlines": "read",
    "readline": "read",
}
_DEEP = 6


class Handles:
    """The open files of one source file."""

    def __init__(self, values: Values, telling: frozenset[str], aliases: frozenset[str]) -> None:
        self.values = values
        self.telling = telling | aliases | values.wrappers
        self._may_hold = Holders(values, aliases).may_hold
        self._opens: dict[int, Open | None] = {}

    def open_at(self, call: Term, name: str | None) -> Open | None:
        """What this call opens; the same object each time it is asked."""
        key = id(call.node)
        if key not in self._opens:
            opened = opened_by(call, name, self.values)
            if opened is not None and opened.call is not call.node:
                opened = self._opens.setdefault(id(opened.call), opened)
            self._opens[key] = opened
        return self._opens[key]

    def opened(self, term: Term) -> Open | None:
        """The open file that a handle stands for, the nearest where it may be one of several."""
        return next(self.each_opened(term), None)

    def each_opened(self, term: Term, depth: int = _DEEP, seen: set[int] | None = None) -> Iterator[Open]:
        """The open files that a handle may stand for, through wrappers and names."""
        seen = set() if seen is None else seen
        for origin in self.values.origins(term):
            node = origin.term.node
            if isinstance(node, ast.Await):  # `async with await anyio.open_file(path) as f`
                node = node.value
            if isinstance(node, ast.Attribute) and node.attr in INNER and depth:
                # `temp.file.close()`: NamedTemporaryFile and BufferedWriter hold the file that they stand for.
                yield from self.each_opened(origin.term.at(node.value), depth - 1, seen)
            if origin.how == "entered" and isinstance(node, (ast.Name, ast.Attribute, ast.IfExp)) and depth:
                # `with handle as f`: a file that is entered gives itself.
                yield from self.each_opened(origin.term.at(node), depth - 1, seen)
            # `fd, name = mkstemp()`: the first is the handle.
            first = origin.how == "item" and origin.bound is not None and origin.bound.binding.position == 0
            if isinstance(node, ast.Call) and (first or origin.how in ("expression", "entered")) and depth:
                if id(node) not in seen:  # a function that calls itself has as many results as it calls
                    seen.add(id(node))
                    yield from self._from_call(origin.term.at(node), node, depth - 1, seen)

    def _from_call(self, term: Term, node: ast.Call, depth: int, seen: set[int]) -> Iterator[Open]:
        name = dotted(term.at(node.func))
        opened = self.open_at(term, name)
        if opened is not None:
            yield opened
        elif name in v.WRAPPERS:
            inner = argument(node, v.WRAPPERS[name])
            if inner is not None:
                yield from self.each_opened(term.at(inner), depth, seen)
        elif isinstance(node.func, ast.Attribute) and node.func.attr in ("fileno", "enter_context", "detach"):
            inner = node.args[0] if node.func.attr == "enter_context" and node.args else node.func.value
            yield from self.each_opened(term.at(inner), depth, seen)
        else:
            for result in self.values.results(term):
                yield from self.each_opened(result, depth, seen)

    def used_by(self, call: Term) -> list[Use]:
        """What this call does with handles."""
        node = call.node
        assert isinstance(node, ast.Call)
        func = node.func
        if isinstance(func, ast.Attribute):
            what = _METHODS.get(func.attr) or ("record" if func.attr in v.RECORD_METHODS else None)
            if func.attr in v.DUMP_METHODS:
                what = "dump"
            if what is not None and self._may_hold(func.value, call.scope):
                uses = [self._use(call, node, what, opened) for opened in self._distinct(call.at(func.value))]
                if uses:
                    return uses
        uses = []
        for given in given_to(node):
            if self._may_hold(given, call.scope):
                handles = (opened for opened in self._distinct(call.at(given)) if opened.call is not node)
                uses += [self._use(call, node, self._done_with(call, node, given), opened) for opened in handles]
        return uses

    def _done_with(self, call: Term, node: ast.Call, given: ast.expr) -> str:
        """What the call does with the handle, where a function of this file does it: `_dump(file, data)`."""
        doing = self.doing(call, node)
        at = v.HANDED.get(called_as(node))
        if at is not None and node.args[at:] and dotted(call.at(node.args[at])) in v.DUMPERS:
            return "dump"  # `asyncio.to_thread(json.dump, state, file)`
        function = definition(call.at(node.func)) if doing == "handed" else None
        if function is None or function.function is None:
            return doing
        bounds = (Bound(binding, function) for binding in flow_of(function).parameters)
        names = {bound.binding.name for bound in bounds if given in given_for(call, bound)}
        for inner, place in flow_of(function).calls:
            if any(isinstance(arg, ast.Name) and arg.id in names for arg in given_to(inner)):
                if self.doing(Term(inner, function, place), inner) == "dump":
                    return "dump"
        return doing

    def _distinct(self, term: Term) -> list[Open]:
        return list(dict.fromkeys(self.each_opened(term)))

    def _use(self, call: Term, node: ast.Call, what: str, opened: Open) -> Use:
        return Use(node, call.scope, call.place, what, opened, tuple(node.args))

    def doing(self, call: Term, node: ast.Call) -> str:
        """What a call does with a handle that it is given."""
        name = dotted(call.at(node.func)) or ""
        attribute = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name in v.DUMPERS or (attribute in v.DUMP_METHODS and name not in v.SAVERS):
            return "dump"
        if name in v.COPY_INTO_HANDLE:
            return "copy"
        if name in v.LOCKS:
            return "lock"
        if name in v.SYNCS:
            return "sync"
        if name in v.CLOSERS:
            return "close"
        if name in v.RAW_WRITES:
            return "put"
        if name in v.SAVERS or attribute in v.SAVER_METHODS or attribute in v.RECORD_METHODS or attribute == "write":
            return "record"
        if name == "print":
            return "write"
        # What else `os` does with a descriptor, fchmod and fstat and dup, leaves the content alone.
        return "wrap" if name in v.WRAPPERS or name == "open" or name.startswith("os.") else "handed"
