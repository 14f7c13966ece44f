"""What is known of a path: is it the same as another, is it temporary, a device?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.turns import given
from flake8_atomic.analysis.code.values import Origin
from flake8_atomic.analysis.paths.bases import DEEP, base_of
from flake8_atomic.analysis.paths.given_back import property_of, results_of, yielded
from flake8_atomic.analysis.paths.keys import Key, Keys, holds, is_none

__all__ = ["DEEP", "Key", "Paths", "base_of", "holds"]

_SCRATCH = ("/tmp/", "/var/tmp/", "/dev/", "/proc/", "/sys/", "/run/user/")
_ENTERING = frozenset({"enter_context", "enter_async_context", "enterContext"})
_LISTING = frozenset({"iterdir", "glob", "rglob"})
_WALKING = frozenset({"os.walk", "os.scandir"})
_FIXTURES = frozenset({"tmp_path", "tmpdir", "tmp_path_factory", "tmpdir_factory"})

# `TempDirectory(…)`, `make_temp_file()`: made by a project's own function that says what it makes.
_MAKES_TEMPORARY = re.compile(
    r"(?:^|_|(?<=[a-z]))(?:temp|tmp|Temp|Tmp|temporary|Temporary)_?(?:dir|Dir|file|File|path|Path|folder|Folder)"
)
_LIKE_TEMPFILE = re.compile(r"mk[sd]?temp|named_?te?mp")


class Paths(Keys):
    """Asks the values of one file what they say of a path."""

    def keys_above(self, term: Term) -> set[Key]:
        """The keys of a path and of the folders that it is written below, which may be renamed as a whole."""
        found: set[Key] = set()
        seen: set[int] = set()
        todo = [(term, DEEP)]
        while todo:
            term, depth = todo.pop()
            if id(term.node) in seen:
                continue
            seen.add(id(term.node))
            found.add(self.key(term))
            for origin in self.values.origins(term) if depth else ():
                node = origin.term.node
                todo += [(origin.term.at(folder), depth - 1) for folder in _folders(node)]
                joins = (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)) or _goes_below(node)
                joins = joins or (isinstance(node, ast.Call) and dotted(origin.term.at(node.func)) == "os.path.join")
                if isinstance(node, ast.Call) and node.args and dotted(origin.term.at(node.func)) in v.STANDS_FOR_PATH:
                    todo.append((origin.term.at(node.args[0]), depth - 1))
                if origin.how == "expression" and joins and (base := base_of(origin.term)) is not None:
                    todo.append((base, depth - 1))
        return found

    def temporary(self, term: Term) -> bool:
        """Is it proved to lie where nobody looks for it later: a tempfile, /tmp, a device?"""
        return self._all(term, DEEP)

    def _all(self, term: Term, depth: int) -> bool:
        # `self.directory = None` until there is one: where it is used, it is the other.
        origins = [origin for origin in self.values.origins(term) if not _is_unset(origin)]
        return bool(origins) and all(self._is_scratch(origin, depth) for origin in origins)

    def _is_scratch(self, origin: Origin, depth: int) -> bool:
        term, node = origin.term, origin.term.node
        if origin.how == "parameter" and origin.bound is not None:
            return origin.bound.binding.name in _FIXTURES or (depth > 0 and self._always_given(origin, depth - 1))
        if origin.how in ("definition", "changed", "unknown", "import") or not depth:
            return dotted(term) in v.STREAMS
        if parts := self._made_of(origin):
            return all(one is not None and self._all(one, depth - 1) for one in parts)
        if isinstance(node, ast.Constant):
            return isinstance(node.value, str) and f"{node.value}/".startswith(_SCRATCH)
        name = dotted(term.at(node.func)) if isinstance(node, ast.Call) else dotted(term)
        if name in v.TEMPORARIES or name in v.STREAMS or name in v.IN_MEMORY:
            return True
        if isinstance(node, ast.Call) and _MAKES_TEMPORARY.search(called_as(node)):
            return True
        if isinstance(node, ast.Call) and _LIKE_TEMPFILE.fullmatch(called_as(node)):
            return definition(term.at(node.func)) is None
        if (results := self.values.results(term)) and all(self._all(result, depth - 1) for result in results):
            return True
        base = base_of(term)
        return base is not None and self._all(base, depth - 1)

    def _made_of(self, origin: Origin) -> list[Term | None]:
        """What a path is one of, or is the same as, or lies below; None for what is not known."""
        term, node = origin.term, origin.term.node
        if origin.how == "attribute":
            asked = property_of(term)
            return [*results_of(asked)] if asked is not None else []
        if origin.how == "each":
            if isinstance(node, ast.Call) and node.args and dotted(term.at(node.func)) in _WALKING:
                return [term.at(node.args[0])]
            listed = isinstance(node, ast.Call) and called_as(node) in _LISTING
            return [base_of(term)] if listed else given(origin, self.values, None)
        if isinstance(node, ast.Dict):
            return [term.at(part) for part in node.values]
        if isinstance(node, ast.Call) and called_as(node) in _ENTERING and node.args:
            entered = term.at(node.args[0])
            return [*yielded(entered)] or [entered]
        return [*yielded(term)] if origin.how == "entered" else []

    def _always_given(self, origin: Origin, depth: int) -> bool:
        """Does a private function, or one within another, get a temporary path from every one of its callers?"""
        bound = origin.bound
        if bound is None or not (_is_within(bound.scope) or _is_private(bound.scope)):
            return False
        given = [*self.values.arguments(origin), *self.values.handed_arguments(bound)]
        return bool(given) and all(self._all(term, depth) for term in given)


def _is_within(scope: Scope) -> bool:
    return scope.parent is not None and scope.parent.function is not None


def _is_private(scope: Scope) -> bool:
    return scope.function is not None and scope.name.startswith("_") and not scope.name.startswith("__")


def _is_unset(origin: Origin) -> bool:
    """Is it None, and not the default of a parameter, for which a caller may give any path?"""
    return origin.how != "parameter" and is_none(origin.term.node)


def _goes_below(node: ast.expr) -> bool:
    """`f"{folder}/name"`."""
    return isinstance(node, ast.JoinedStr) and len(node.values) > 1 and _is_slash(node.values[1])


def _folders(node: ast.expr) -> Iterator[ast.expr]:
    """The folder in `folder + "/" + name + ".txt"`."""
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        if _is_slash(node.right):
            yield node.left
        node = node.left


def _is_slash(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("/")
