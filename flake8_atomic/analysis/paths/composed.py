"""What an expression makes of the paths and texts that it is composed of, told by their keys."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term, dotted
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.paths.bases import function_of
from flake8_atomic.analysis.paths.key_forms import Key, flat, without_none
from flake8_atomic.analysis.paths.templates import filled_in

_UNIQUE = ("tempfile.", "uuid.", "random.", "secrets.", "time.", "datetime.")
_SHARED = frozenset({"tempfile.gettempdir", "tempfile.gettempdirb", "tempfile.gettempprefix", "datetime.date.today"})
# What these make of a moment that they are given is the same each time.
_SPELLING_MOMENTS = frozenset(
    {"time.mktime", "time.localtime", "time.gmtime", "time.asctime", "time.ctime", "time.strptime"}
) | {"datetime.datetime.fromtimestamp", "datetime.datetime.strptime", "datetime.datetime.fromisoformat"}
# What these give they give once: `sys.argv.pop(1)` is the next one the next time.
_TAKING = frozenset({"pop", "popleft", "popitem", "readline", "get_nowait", "__next__"})
_OPENING = frozenset({"open", "io.open", "codecs.open"})


class Composed(ABC):
    """The keys of expressions, where it is known what their names stand for."""

    def __init__(self, values: Values) -> None:
        self.values = values

    @abstractmethod
    def key(self, term: Term, depth: int) -> Key:
        """The key of a part, whatever that stands for."""

    @abstractmethod
    def given_back(self, call: Term, depth: int) -> Key:
        """What a function of this file makes of what it is given, where that is known."""

    def composed(self, term: Term, node: ast.expr, depth: int) -> Key:
        """The key of an expression, by the keys of its parts."""
        if isinstance(node, ast.Constant):
            return ("constant", node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return ("constant", f"-{node.operand.value!r}")
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Add)):
            how = "join" if isinstance(node.op, ast.Div) else "text"
            return flat(how, self.key(term.at(node.left), depth), self.key(term.at(node.right), depth))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            template = self._template(term.at(node.left))
            if template is not None:
                return self._filled_in(term, template, _elements(node.right), {}, depth)
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
            return flat("text", *(self.key(term.at(part), depth) for part in parts))
        if isinstance(node, ast.Attribute):
            return self._attribute(term, node, depth)
        if isinstance(node, ast.Subscript):
            return ("item", self.key(term.at(node.value), depth), self.key(term.at(node.slice), depth))
        if isinstance(node, ast.Call):
            return self.called(term, node, depth)
        return ("expression", id(node))

    def _attribute(self, term: Term, node: ast.Attribute, depth: int) -> Key:
        origins = self.values.origins(term.at(node.value)) if node.attr == "name" else []
        opened = origins[0].term if len(origins) == 1 and origins[0].how in ("expression", "entered") else None
        if opened is not None and isinstance(opened.node, ast.Call) and opened.node.args:
            # The name of a file is that by which it was opened.
            if dotted(opened.at(opened.node.func)) in _OPENING:
                return self.key(opened.at(opened.node.args[0]), depth)
        return ("attribute", without_none(self.key(term.at(node.value), depth)), node.attr)

    def _template(self, term: Term) -> str | None:
        """The text that is filled in: `"{}.tmp"`, or a constant of the module by its name."""
        origins = self.values.origins(term)
        node = origins[0].term.node if len(origins) == 1 and origins[0].how == "expression" else None
        return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None

    def _filled_in(
        self, term: Term, template: str, args: list[ast.expr], named: dict[str, ast.expr], depth: int
    ) -> Key:
        """`"%s.tmp" % path` and `"{}.tmp".format(path)` are f-strings by another spelling."""
        parts: list[Key] = []
        for part in filled_in(template, args, named):
            text = ("constant", part) if part is not None else ("unknown", template)
            parts.append(self.key(term.at(part), depth) if isinstance(part, ast.expr) else text)
        return flat("text", *parts)

    def called(self, term: Term, node: ast.Call, depth: int) -> Key:
        """The key of what a call gives."""
        if isinstance(node.func, ast.Attribute) and node.func.attr in _TAKING:
            return ("made", id(node))
        name = function_of(term, node)
        if name is None and (made := self.given_back(term, depth)) is not None:
            return made
        args = tuple(self.key(term.at(arg), depth) for arg in node.args)
        given = args + tuple(("constant", text) for word in node.keywords if (text := _text(word.value)))
        if name is not None:
            if name in v.STANDS_FOR_PATH and len(args) == 1:
                return args[0]
            if name == "os.path.join" or name in v.PATH_TYPES:
                return flat("join", *args)
            if name.startswith(_UNIQUE) and name not in _SHARED and not (args and name in _SPELLING_MOMENTS):
                return ("made", id(node))
            return ("call", name, given)
        if isinstance(node.func, ast.Attribute):
            return self._asked(term, node, node.func, given, depth)
        if isinstance(node.func, ast.Name):
            return ("call", node.func.id, given)
        return ("made", id(node))

    def _asked(self, term: Term, node: ast.Call, func: ast.Attribute, args: tuple[Key, ...], depth: int) -> Key:
        """What a method makes of its object, which is a path or a text."""
        template = self._template(term.at(func.value)) if func.attr == "format" else None
        if template is not None:
            named = {word.arg: word.value for word in node.keywords if word.arg is not None}
            return self._filled_in(term, template, node.args, named, depth)
        receiver = self.key(term.at(func.value), depth)
        if func.attr in v.SAME_PATH_METHODS and not node.args:
            return receiver
        return flat("join", receiver, *args) if func.attr == "joinpath" else ("call", receiver, func.attr, args)


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]
