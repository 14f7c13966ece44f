"""Notes what each statement without suites of its own reads and binds; to its scope a definition is one of these."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from flake8_atomic.analysis.code.notes import Notes
from flake8_atomic.analysis.code.scopes import is_function


class SimpleStatements(Notes):
    """The flow of one scope, statement by statement."""

    def simple(self, node: ast.stmt) -> None:
        """Read the expressions of a statement, and bind its names."""
        note = _NOTED.get(type(node))
        if note is not None:
            note(self, node)
            return
        for child in ast.iter_child_nodes(node):
            self.read(child)

    def _expression(self, node: ast.Expr) -> None:
        self.read(node.value)

    def _assign(self, node: ast.Assign) -> None:
        self.read(node.value)
        for target in node.targets:
            self.target(target, "value", node.value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.read(node.value)
            if isinstance(node.target, ast.Name):
                self.bind(node.target.id, "value", node.value, node)
            else:
                self.target(node.target, "value", node.value)

    def _augmented(self, node: ast.AugAssign) -> None:
        self.read(node.value)
        if isinstance(node.target, ast.Name):
            before = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            self.bind(node.target.id, "value", ast.copy_location(ast.BinOp(before, node.op, node.value), node), node)
        else:
            self.read(node.target)

    def _return(self, node: ast.Return) -> None:
        if node.value is not None:
            self.read(node.value)
            self.flow.returns.append((node.value, self.place()))

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        outside = list(node.decorator_list)
        if is_function(node):
            outside += [default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None]
        else:
            outside += node.bases  # type: ignore[union-attr]
        for expression in outside:
            self.read(expression)
        self.bind(node.name, "definition", None, node)

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            self.bind(alias.asname or alias.name.partition(".")[0], "import", None, node)

    def _global(self, node: ast.Global | ast.Nonlocal) -> None:
        self.flow.globals.update(node.names)

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            self.target(target, "changed", None)


_NOTED: dict[type[ast.stmt], Callable[[SimpleStatements, Any], None]] = {
    ast.Expr: SimpleStatements._expression,
    ast.Assign: SimpleStatements._assign,
    ast.AnnAssign: SimpleStatements._annotated,
    ast.AugAssign: SimpleStatements._augmented,
    ast.Return: SimpleStatements._return,
    ast.FunctionDef: SimpleStatements._definition,
    ast.AsyncFunctionDef: SimpleStatements._definition,
    ast.ClassDef: SimpleStatements._definition,
    ast.Import: SimpleStatements._import,
    ast.ImportFrom: SimpleStatements._import,
    ast.Global: SimpleStatements._global,
    ast.Nonlocal: SimpleStatements._global,
    ast.Delete: SimpleStatements._delete,
}
