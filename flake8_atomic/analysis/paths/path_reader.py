"""Reads the words of a path from the expression that makes it, through names, calls and what callers give."""

from __future__ import annotations

import ast

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.expressions import parts_of
from flake8_atomic.analysis.code.names import Term, called_as, dotted, visible
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import Wording, split_words
from flake8_atomic.analysis.paths.collected import Collected
from flake8_atomic.analysis.paths.keys import is_none
from flake8_atomic.analysis.paths.templates import fills_a_name

_OF_A_PATH = frozenset({"parent", "parents", "name", "stem", "path"})
_PLACES = frozenset({
    "path", "paths", "file", "filename", "fname", "dir", "directory", "folder", "location", "name", "root", "home",
    "dest", "destination",
})  # fmt: skip
_BUILDING = v.PATH_MAKERS | {"join", "format", "replace", "encode", "strip", "rstrip"}
_LIMIT = 48  # expressions looked at for one path: past that its words are those found so far
_CHOICES = 12  # values of one name that are compared: what more of them say is taken together


_Step = tuple[Term, bool, int]
"""A part of the expression, whether it is in the last component of the path, and how many names led to it."""


class PathReader:
    """Collects the words of one expression; names are read, and what they were assigned too."""

    def __init__(self, values: Values, sought: frozenset[str] = frozenset()) -> None:
        self.values = values
        self.sought = sought
        self._words = Collected()

    def read(self, term: Term, last: bool = True, depth: int = 0) -> Wording:
        """The words of the expression, or of the rest of a path, if it is not the last of it."""
        todo: list[_Step] = [(term, last, depth)]
        seen: set[int] = set()
        while todo and len(seen) < _LIMIT:
            term, last, depth = todo.pop()
            if id(term.node) in seen:
                continue
            seen.add(id(term.node))
            todo += reversed(self._step(term, last, depth))
        return self._words.wording

    def _step(self, term: Term, last: bool, depth: int) -> list[_Step]:
        node = term.node
        if isinstance(node, ast.Constant):
            if isinstance(node.value, (str, bytes)):
                self._words.write(node.value if isinstance(node.value, str) else node.value.decode("latin-1"), last)
            return []
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self._named(term, node, last, depth)
        if isinstance(node, ast.BinOp):
            joins, fills = isinstance(node.op, ast.Div), isinstance(node.op, ast.Mod) and fills_a_name(node.left)
            return [
                (term.at(node.right), last and not fills, depth),
                (term.at(node.left), last and not joins, depth),
            ]
        if isinstance(node, ast.JoinedStr):
            return self._formatted(term, node, last, depth)
        if isinstance(node, ast.Call):
            return self._called(term, node, last, depth)
        return [(term.at(part), last, depth) for part in _parts(node)]

    def _named(self, term: Term, node: ast.Name | ast.Attribute, last: bool, depth: int) -> list[_Step]:
        name = node.id if isinstance(node, ast.Name) else node.attr
        if name in ("parent", "parents"):
            last = False
        elif name not in ("name", "path", "self", "cls", "value") and not _is_module(term):
            self._words.say(name, last)
        if isinstance(node, ast.Attribute) and (known := dotted(term)):
            self._words.calls.add(known)
        found = []
        if depth < 5 and not self._may_be_given(term):
            for origin in self.values.origins(term):
                if origin.how == "parameter":
                    found += [(given, False, depth + 2) for given in self.values.arguments(origin)]
                if origin.how == "item" and self.sought:
                    continue  # one of several things that a call returns
                if origin.how in ("expression", "item", "entered", "each", "parameter"):
                    # What may be `sys.stdout` by default is opened where it is not.
                    if origin.term.node is not node and dotted(origin.term) not in v.STREAMS:
                        found.append((origin.term, last, depth + 1))
            found = self._alternatives(found)
        if isinstance(node, ast.Attribute) and (name in _OF_A_PATH or self._is_of_a_path(term.at(node.value), name)):
            found.append((term.at(node.value), last, depth))
        return found

    def _may_be_given(self, term: Term) -> bool:
        """May callers elsewhere give another, where a word is sought that it has when they give none?"""
        origins = self.values.origins(term) if self.sought else []
        given = [origin for origin in origins if origin.how == "parameter" and not self.values.arguments(origin)]
        # `path if isabs(path) else join(folder, path)` lies in the folder, unless somebody insists.
        alone = (one for one in given if not any(_is_part(one.term, other.term) for other in origins))
        return len(origins) > 1 and next(alone, None) is not None

    def _is_of_a_path(self, owner: Term, name: str) -> bool:
        """`script.local_path`, where the script is made by `context.join("run.py")`."""
        if not name.endswith("_path") or not isinstance(owner.node, ast.Name):
            return False
        made = [origin.term.node for origin in self.values.origins(owner)]
        return bool(made) and all(
            isinstance(node, ast.Call) and called_as(node) in ("join", "joinpath") for node in made
        )

    def _formatted(self, term: Term, node: ast.JoinedStr, last: bool, depth: int) -> list[_Step]:
        found: list[_Step] = []
        for part in reversed(node.values):
            # What is filled in says less than what is written: f"rng_{index}.pt" is no index.
            found.append((term.at(part), last and isinstance(part, ast.Constant), depth))
            if isinstance(part, ast.Constant) and "/" in str(part.value):
                last = False
        return found

    def _called(self, term: Term, node: ast.Call, last: bool, depth: int) -> list[_Step]:
        name = dotted(term.at(node.func)) or ""
        attribute = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name:
            self._words.calls.add(name)
        joins = name == "os.path.join" or attribute == "joinpath" or name in v.PATH_TYPES
        fills = isinstance(node.func, ast.Attribute) and attribute == "format" and fills_a_name(node.func.value)
        found = [
            (term.at(arg), last and not fills and (not joins or number == len(node.args) - 1), depth)
            for number, arg in enumerate(node.args)
            # What an unknown function is given says little of the path that it makes: connect(user, password).
            if joins
            or name in v.STANDS_FOR_PATH
            or attribute in _BUILDING
            or isinstance(arg, ast.Constant)
            or depth == 0
        ][::-1]
        called = called_as(node)
        if _PLACES & set(split_words(called)) and not name.startswith(("os.", "pathlib.")):
            # `_build_path()` builds nothing but a path; `get_build_path()` tells where what is built lies.
            verb, *named = split_words(called)
            self._words.say(" ".join(named if verb in lexicon.MAKING else (verb, *named)), last)
        if isinstance(node.func, ast.Attribute):
            found.append((term.at(node.func.value), last and not joins, depth))
        if depth < 5:
            found += self._alternatives([(result, last, depth + 1) for result in self.values.results(term)])
        return found

    def _alternatives(self, steps: list[_Step]) -> list[_Step]:
        """What a name may stand for; where a word is sought and these are several, none, but for what all say."""
        kept = [step for step in steps if not is_none(step[0].node)]
        # `path if isabs(path) else join(folder, path)` lies in the folder, unless somebody insists.
        kept = [step for step in kept if not any(_is_part(step[0], other[0]) for other in kept)]
        if not self.sought or not 1 < len(kept) <= _CHOICES:
            return steps
        read = [PathReader(self.values, self.sought).read(*step) for step in kept]
        if all(words.says(self.sought) for words in read):
            self._words.lies_in(self.sought)
        return []


def _parts(node: ast.expr) -> list[ast.expr]:
    """What stands for the expression: one of these, or all of them."""
    if isinstance(node, ast.Subscript):
        # `config["output_file"]` is called by its key, not by what holds it.
        named = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
        return [node.slice if named else node.value]
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, (ast.BoolOp, ast.Tuple, ast.List)):
        return node.values if isinstance(node, ast.BoolOp) else node.elts
    if isinstance(node, (ast.FormattedValue, ast.Await, ast.NamedExpr, ast.Starred)):
        return [node.value]
    return []


def _is_part(term: Term, other: Term) -> bool:
    """Is it a name that the other is made of?"""
    node = term.node
    if not isinstance(node, ast.Name) or term.scope is not other.scope or node is other.node:
        return False
    return any(isinstance(part, ast.Name) and part.id == node.id for part in parts_of(other.node))


def _is_module(term: Term) -> bool:
    bounds = visible(term.node.id, term) if isinstance(term.node, ast.Name) else []
    return bool(bounds) and isinstance(bounds[0].binding.node, ast.Import)
