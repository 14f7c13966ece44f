"""Is a path the same as another, or made from it? Each has a key that says so, however it is spelled."""

from __future__ import annotations

import ast

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import member, owner_of
from flake8_atomic.analysis.code.names import Term, dotted, visible
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.values import Origin, Values
from flake8_atomic.analysis.paths.bases import DEEP
from flake8_atomic.analysis.paths.composed import Composed
from flake8_atomic.analysis.paths.given_back import called_function, given, property_of, returned
from flake8_atomic.analysis.paths.key_forms import Key, alike, holds, is_settled, parameter, told

__all__ = ["Key", "Keys", "alike", "holds", "is_none", "parameter"]

_HALVING = frozenset({"os.path.split", "os.path.splitext"})
_CHAIN = 3  # functions that call each other to make a path


class Keys(Composed):
    """The keys of the paths of one file."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self._keys: dict[Term, Key] = {}
        self._named: dict[tuple[int, int], Key] = {}
        self._followed: list[Scope] = []

    def key_if_any(self, term: Term) -> Key:
        """The key of `made = None`, which has become a path where something is done with it."""
        origins = [origin for origin in self.values.origins(term) if not is_none(origin.term.node)]
        return self.key(origins[0].term) if len(origins) == 1 and origins[0].how == "expression" else self.key(term)

    def key(self, term: Term, depth: int = DEEP) -> Key:
        """Two paths with one key are the same path, in one function or in two methods of a class."""
        if depth < DEEP:
            return self._key(term, depth)
        # What is renamed is held against every path around it, once for each rename.
        if term not in self._keys:
            self._keys[term] = self._key(term, depth)
        return self._keys[term]

    def _key(self, term: Term, depth: int) -> Key:
        node = term.node
        bounds = visible(node.id, term) if isinstance(node, ast.Name) else []
        if len(bounds) != 1 or self._followed:
            return self._find_key(term, depth)
        # One name is given to call after call, and is the same path each time.
        mark = (id(bounds[0].binding), depth)
        if mark not in self._named:
            self._named[mark] = self._find_key(term, depth)
        return self._named[mark]

    def _find_key(self, term: Term, depth: int) -> Key:
        origins = self.values.origins(term)
        if len(origins) > 1:
            origins = [origin for origin in origins if not _is_itself(origin.term, term.node)]
        if len(origins) == 1 and is_none(origins[0].term.node) and isinstance(term.node, ast.Attribute):
            # `path: Path | None = None` in a class body: what is not there yet says nothing of what will be.
            return ("name", ast.unparse(term.node))
        if len(origins) != 1:
            # Alternatives of alternatives multiply; the same ones are equal wherever they stand.
            ends = {self._end(origin, min(depth - 1, 2)) for origin in origins if depth}
            if len(ends) == 1:
                return ends.pop()  # two branches come to the same
            return ("one of", *sorted(ends, key=repr)) if origins else None
        return self._end(origins[0], depth)

    def _end(self, origin: Origin, depth: int) -> Key:
        term, node = origin.term, origin.term.node
        if origin.how == "parameter" and origin.bound is not None:
            name = origin.bound.binding.name
            return ("object",) if owner_of(name, term) is not None else parameter(name, origin.bound.scope)
        if origin.how != "expression":
            if origin.how == "item" and origin.bound is not None and isinstance(node, ast.Call) and depth:
                if dotted(term.at(node.func)) in _HALVING:
                    return ("item", self.called(term, node, depth - 1), ("constant", origin.bound.binding.position))
            if origin.how == "attribute" and depth:
                if (asked := property_of(term)) is not None and (made := self._returned(asked)) is not None:
                    return made
                if (kept := self._kept_as(term, node)) is not None:
                    return self.key(kept, depth - 1)
            if origin.how in ("attribute", "unknown") and isinstance(node, (ast.Attribute, ast.Name)):
                return ("name", ast.unparse(node))
            binding = origin.bound and origin.bound.binding
            return ("bound", id(binding.node), binding.name) if binding else ("unknown", id(node))
        if not depth:
            return ("deep", id(node))
        return self.composed(term, node, depth - 1)

    def _kept_as(self, term: Term, node: ast.expr) -> Term | None:
        """`self._path`, where it is read as `self.path` and the class says nothing of that name."""
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name) or node.attr.startswith("_"):
            return None
        owner = owner_of(node.value.id, term)
        if owner is None or member(owner, node.attr) or not self.values.attribute(owner, f"_{node.attr}"):
            return None
        return term.at(ast.copy_location(ast.Attribute(node.value, f"_{node.attr}", node.ctx), node))

    def given_back(self, call: Term, depth: int) -> Key:
        """What a function of this file makes of what it is given."""
        function = called_function(call)
        key = self._returned(function) if function is not None else None
        if function is None or key is None:
            return None
        return told(key, {name: self.key(term, depth) for name, term in given(call, function)})

    def _returned(self, function: Scope) -> Key:
        """What a function always returns, told by its parameters; None where it is another one each time."""
        value = returned(function)
        if value is None or function in self._followed or len(self._followed) >= _CHAIN:
            return None
        self._followed.append(function)
        key = self.key(value)
        self._followed.pop()
        return key if is_settled(key) else None


def _is_itself(made: Term, path: ast.expr) -> bool:
    """`self.path = os.path.abspath(self.path)` is the same path by another spelling."""
    node = made.node
    if not (isinstance(node, ast.Call) and isinstance(path, ast.Attribute) and len(node.args) == 1):
        return False
    return ast.dump(node.args[0]) == ast.dump(path) and dotted(made.at(node.func)) in v.SAME_PATH


def is_none(node: ast.expr) -> bool:
    """Is it `None`, which no path is?"""
    return isinstance(node, ast.Constant) and node.value is None
