"""Is a path the same as another, or made from it? Each has a key that says so, however it is spelled."""

from __future__ import annotations

import ast
from collections.abc import Hashable

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import member, owner_of
from flake8_atomic.analysis.code.names import Term, dotted
from flake8_atomic.analysis.code.values import Origin, Values
from flake8_atomic.analysis.paths.bases import DEEP, FIELD, function_of

Key = Hashable
_UNIQUE = ("tempfile.", "uuid.", "random.", "secrets.", "time.", "datetime.")
_HALVING = frozenset({"os.path.split", "os.path.splitext"})


def holds(key: Key, part: Key) -> bool:
    """Is the path made from the other one?"""
    return key == part or (isinstance(key, tuple) and any(holds(item, part) for item in key))


class Keys:
    """The keys of the paths of one file."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self._keys: dict[Term, Key] = {}

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
        origins = self.values.origins(term)
        if len(origins) > 1:
            origins = [origin for origin in origins if not _is_itself(origin.term, term.node)]
        if len(origins) != 1:
            # Alternatives of alternatives multiply; the same ones are equal wherever they stand.
            ends = {self._end(origin, min(depth - 1, 2)) for origin in origins if depth}
            return ("one of", *sorted(ends, key=repr)) if origins else None
        return self._end(origins[0], depth)

    def _end(self, origin: Origin, depth: int) -> Key:
        term, node = origin.term, origin.term.node
        if origin.how == "parameter" and origin.bound is not None:
            return ("parameter", origin.bound.binding.name)
        if origin.how != "expression":
            if origin.how == "item" and origin.bound is not None and isinstance(node, ast.Call) and depth:
                if dotted(term.at(node.func)) in _HALVING:
                    return ("item", self._called(term, node, depth - 1), ("constant", origin.bound.binding.position))
            if origin.how == "attribute" and (kept := self._kept_as(term, node)) is not None and depth:
                return self.key(kept, depth - 1)
            if origin.how in ("attribute", "unknown") and isinstance(node, (ast.Attribute, ast.Name)):
                return ("name", ast.unparse(node))
            binding = origin.bound and origin.bound.binding
            return ("bound", id(binding.node), binding.name) if binding else ("unknown", id(node))
        if not depth:
            return ("deep", id(node))
        return self._built(term, node, depth - 1)

    def _kept_as(self, term: Term, node: ast.expr) -> Term | None:
        """`self._path`, where it is read as `self.path` and the class says nothing of that name."""
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name) or node.attr.startswith("_"):
            return None
        owner = owner_of(node.value.id, term)
        if owner is None or member(owner, node.attr) or not self.values.attribute(owner, f"_{node.attr}"):
            return None
        return term.at(ast.copy_location(ast.Attribute(node.value, f"_{node.attr}", node.ctx), node))

    def _built(self, term: Term, node: ast.expr, depth: int) -> Key:
        if isinstance(node, ast.Constant):
            return ("constant", node.value)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Add)):
            how = "join" if isinstance(node.op, ast.Div) else "text"
            return _flat(how, self.key(term.at(node.left), depth), self.key(term.at(node.right), depth))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant):
            return self._filled_in(term, str(node.left.value), _elements(node.right), depth)
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
            return _flat("text", *(self.key(term.at(part), depth) for part in parts))
        if isinstance(node, ast.Attribute):
            return ("attribute", self.key(term.at(node.value), depth), node.attr)
        if isinstance(node, ast.Subscript):
            return ("item", self.key(term.at(node.value), depth), self.key(term.at(node.slice), depth))
        if isinstance(node, ast.Call):
            return self._called(term, node, depth)
        return ("expression", id(node))

    def _filled_in(self, term: Term, template: str, given: list[ast.expr], depth: int) -> Key:
        """`"%s.tmp" % path` and `"{}.tmp".format(path)` are f-strings by another spelling."""
        parts: list[Key] = []
        todo = iter(given)
        for text in FIELD.split(template):
            if FIELD.fullmatch(text):
                value = next(todo, None)
                parts.append(self.key(term.at(value), depth) if value is not None else ("unknown", template))
            elif text:
                parts.append(("constant", text))
        return _flat("text", *parts)

    def _called(self, term: Term, node: ast.Call, depth: int) -> Key:
        name = function_of(term, node)
        args = tuple(self.key(term.at(arg), depth) for arg in node.args)
        given = args + tuple(("constant", text) for word in node.keywords if (text := _text(word.value)))
        if name is not None:
            if name in v.SAME_PATH and len(args) == 1:
                return args[0]
            if name == "os.path.join" or name in v.PATH_TYPES:
                return _flat("join", *args)
            if name.startswith(_UNIQUE):
                return ("made", id(node))
            return ("call", name, given)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            if isinstance(node.func.value, ast.Constant) and not node.keywords:
                return self._filled_in(term, str(node.func.value.value), node.args, depth)
        if isinstance(node.func, ast.Attribute):
            receiver = self.key(term.at(node.func.value), depth)
            if node.func.attr in v.SAME_PATH_METHODS and not args:
                return receiver
            if node.func.attr == "joinpath":
                return _flat("join", receiver, *args)
            return ("call", receiver, node.func.attr, given)
        if isinstance(node.func, ast.Name):
            return ("call", node.func.id, given)
        return ("made", id(node))


def _is_itself(made: Term, path: ast.expr) -> bool:
    """`self.path = os.path.abspath(self.path)` is the same path by another spelling."""
    node = made.node
    if not (isinstance(node, ast.Call) and isinstance(path, ast.Attribute) and len(node.args) == 1):
        return False
    return ast.dump(node.args[0]) == ast.dump(path) and dotted(made.at(node.func)) in v.SAME_PATH


def is_none(node: ast.expr) -> bool:
    """Is it `None`, which no path is?"""
    return isinstance(node, ast.Constant) and node.value is None


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _flat(how: str, *parts: Key) -> Key:
    """`a / "b" / "c"` and `join(a, "b", "c")` are one path."""
    flat: list[Key] = [how]
    for part in parts:
        flat.extend(part[1:] if isinstance(part, tuple) and part and part[0] == how else (part,))
    return tuple(flat)
