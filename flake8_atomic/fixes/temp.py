"""The temp of a home-made replace: by which names its function knows it, and which statements make them."""

from __future__ import annotations

import ast

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.aliases import always
from flake8_atomic.analysis.code.names import Term, dotted
from flake8_atomic.analysis.code.scopes import Function
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes.bindings import bindings_of, is_placeholder
from flake8_atomic.fixes.pure import is_pure_path
from flake8_atomic.inspection import Inspection

_YOURSELF = "write the target with one of the helpers"


class Temp:
    """The path, the descriptor and the handle of one temp, wherever its function names them."""

    def __init__(self, inspection: Inspection, replace: Replace) -> None:
        if replace.rename.scope.function is None:
            raise NoFix(f"it is written by the module itself; put it into a function, or {_YOURSELF}")
        self.inspection = inspection
        self.replace = replace
        self.function: Function = replace.rename.scope.function
        self.term = Term(replace.rename.call, replace.rename.scope, replace.rename.place)
        self.names: set[str] = set()
        self.handles: list[ast.stmt] = []
        self.descriptors: set[str] = set()
        self.shapes: set[str] = set()
        self.births: list[ast.stmt] = []
        self._bound = bindings_of(self.function)
        self._by_name: dict[str, list[ast.stmt]] = {}
        for statement, name in self._bound:
            self._by_name.setdefault(name, []).append(statement)
        self._follow(replace.rename.source.node)
        self._find_aliases()

    def _follow(self, node: ast.expr) -> None:
        """Note the names behind an expression that is the temp's path."""
        node = self.bare(node)
        if isinstance(node, ast.Name):
            self._follow_name(node.id)
        elif isinstance(node, ast.Attribute) and node.attr == "name" and isinstance(node.value, ast.Name):
            self.shapes.add(ast.dump(node))
        elif isinstance(node, ast.Attribute):
            raise NoFix(f"an attribute keeps the temporary name; {_YOURSELF} in one method")
        elif is_pure_path(node, self.term):
            self.shapes.add(ast.dump(node))
        else:
            raise NoFix(f"the temporary name cannot be followed; {_YOURSELF}")

    def _follow_name(self, name: str) -> None:
        if name in self.names:
            return
        self.names.add(name)
        own = self._own(name)
        if not any(not is_placeholder(statement) for statement in own):
            raise NoFix(f"the temporary name is made elsewhere; {_YOURSELF} there")
        for statement in own:
            self.births.append(statement)
            self._born(statement, getattr(statement, "value", None), name)

    def _born(self, statement: ast.stmt, value: ast.expr | None, name: str) -> None:
        """Judge what one of the temp's names is bound to."""
        if is_placeholder(statement):
            return
        target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
        is_made = isinstance(value, ast.Call) and always(self.term.at(value.func), "tempfile.mkstemp")
        if is_made and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            first = target.elts[0]
            if isinstance(first, ast.Name):
                self.descriptors.add(first.id)
                self.births += [one for one in self._own(first.id) if is_placeholder(one)]
                return
        elif isinstance(target, ast.Name) and value is not None:
            inner = self.bare(value)
            if (isinstance(inner, ast.Attribute) and inner is not value) or _is_name(inner):
                self._follow(inner)
                return
            if is_pure_path(inner, self.term):
                return
        raise NoFix(f"line {statement.lineno} makes {name} in a way that cannot be followed; {_YOURSELF}")

    def _find_aliases(self) -> None:
        """Other names of the path, `staged = Path(name)`, and the descriptor that `os.open(name, …)` returns."""
        for statement, name in self._bound:
            if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement in self.births:
                continue
            value = statement.value
            if value is None or not self._is_plain(statement):
                continue
            if self.is_path(value):
                self.names.add(name)
                self.births.append(statement)
            elif isinstance(value, ast.Call) and dotted(self.term.at(value.func)) == "os.open":
                if value.args and self.is_path(value.args[0]):
                    self.descriptors.add(name)
                    self.births.append(statement)

    @staticmethod
    def _is_plain(statement: ast.Assign | ast.AnnAssign) -> bool:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return len(targets) == 1 and isinstance(targets[0], ast.Name)

    def _own(self, name: str) -> list[ast.stmt]:
        """The bindings that the rename can see: the last above it, and the placeholders beside that one."""
        bound = self._by_name.get(name, [])
        above = [s for s in bound if s.lineno < self.replace.rename.call.lineno and not is_placeholder(s)]
        rest = [s for s in bound if not is_placeholder(s) and s not in above[-1:]]
        first = max((s.lineno for s in rest if above and s.lineno < above[-1].lineno), default=0)
        last = min((s.lineno for s in rest if above and s.lineno > above[-1].lineno), default=1 << 60)
        return [s for s in bound if first < s.lineno < last]

    def bare(self, node: ast.expr) -> ast.expr:
        """The expression without what leaves the path the same: `Path(str(name))` is name."""
        while isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            if dotted(self.term.at(node.func)) not in v.SAME_PATH:
                break
            node = node.args[0]
        return node

    def is_path(self, node: ast.expr) -> bool:
        """Is the expression the path of the temp?"""
        node = self.bare(node)
        return self._is_ours(node) or self._is_shape(node)

    def is_descriptor(self, node: ast.expr) -> bool:
        """Is the expression the number of the temp's descriptor?"""
        return isinstance(node, ast.Name) and node.id in self.descriptors

    def is_handle(self, node: ast.expr) -> bool:
        """Is the expression the open file through which the temp is written?"""
        return isinstance(node, ast.Name) and self._last(node) in self.handles

    def within(self, node: ast.AST) -> bool:
        """Does the code name the temp at all?"""
        return any(self.is_meant(part) for part in ast.walk(node) if isinstance(part, ast.expr))

    def is_meant(self, node: ast.expr) -> bool:
        """Is the expression itself one of the names of its path or its descriptor?"""
        return self._is_ours(node) or self.is_descriptor(node) or self._is_shape(node)

    def _is_shape(self, node: ast.expr) -> bool:
        kind = f"{type(node).__name__}("
        return any(shape.startswith(kind) for shape in self.shapes) and ast.dump(node) in self.shapes

    def _is_ours(self, node: ast.expr) -> bool:
        """Does this use of one of the names mean this temp, and not another that had the name before or after?"""
        if not isinstance(node, ast.Name) or node.id not in self.names:
            return False
        last = self._last(node)
        return last is None or last in self.births

    def _last(self, node: ast.Name) -> ast.stmt | None:
        """The last statement above that binds the name."""
        above = [statement for statement in self._by_name.get(node.id, ()) if statement.lineno <= node.lineno]
        return above[-1] if above else None


def _is_name(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and node.attr == "name")
