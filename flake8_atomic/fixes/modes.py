"""What a mode stands for: that of the old file, or bits that are written down."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import called_as, dotted
from flake8_atomic.analysis.code.values import Origin
from flake8_atomic.fixes.temp import Temp

_MOST = 0o777
_BITS = ("stat.S_IR", "stat.S_IW", "stat.S_IX", "stat.S_IEXEC")


class Modes:
    """The modes of one function, asked with its temp in mind."""

    def __init__(self, temp: Temp) -> None:
        self._temp = temp

    def is_target(self, node: ast.expr) -> bool:
        """Is the expression the path that the temp is renamed to?"""
        return self._temp.inspection.file.paths.key(self._temp.term.at(node)) == self._temp.replace.target

    def is_of_target(self, node: ast.expr) -> bool:
        """Is it the mode of the old file?"""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
            node = node.left
        for origin in self._origins(node):
            found = origin.term.node
            if isinstance(found, ast.Call) and called_as(found) == "S_IMODE" and found.args:
                found = found.args[0]
            if not isinstance(found, ast.Attribute) or found.attr != "st_mode":
                return False
            if not all(self._stats_target(one.term.node) for one in self._origins(found.value)):
                return False
        return True

    def _stats_target(self, node: ast.expr) -> bool:
        if not isinstance(node, ast.Call) or called_as(node) not in ("stat", "lstat"):
            return False
        path = node.args[0] if node.args else getattr(node.func, "value", node)
        return self.is_target(path)

    def _origins(self, node: ast.expr) -> list[Origin]:
        return self._temp.inspection.file.values.origins(self._temp.term.at(node))

    def is_bounded(self, node: ast.expr) -> bool:
        """Is it surely nothing but bits for owner, group and others?"""
        if isinstance(node, ast.Constant):
            return isinstance(node.value, int) and 0 <= node.value <= _MOST
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd)):
            sides = [self.is_bounded(node.left), self.is_bounded(node.right)]
            return all(sides) or (isinstance(node.op, ast.BitAnd) and any(sides))
        if isinstance(node, ast.Attribute) and (dotted(self._temp.term.at(node)) or "").startswith(_BITS):
            return True
        ends = self._origins(node) if isinstance(node, ast.Name) else []
        return bool(ends) and all(self._is_written(origin) for origin in ends)

    def _is_written(self, origin: Origin) -> bool:
        node = origin.term.node
        if origin.how == "parameter":
            return origin.term.node is not None and isinstance(node, ast.Constant) and self.is_bounded(node)
        return origin.how == "expression" and not isinstance(node, ast.Name) and self.is_bounded(node)
