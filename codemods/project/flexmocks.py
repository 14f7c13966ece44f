"""Fakes that flexmock puts into a module or a class: `flexmock(os).should_receive("replace")`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

_EXPECTS = frozenset({"should_receive", "should_call"})
_Named = Callable[[ast.expr | None], str | None]


class Flexmocks:
    """Those of one test file; `dotted` and `text` say what its names and strings stand for."""

    def __init__(self, nodes: Iterable[ast.AST], dotted: _Named, text: _Named) -> None:
        self._dotted, self._text = dotted, text
        self._bound = {
            target.id: node.value
            for node in nodes
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }

    def names(self, call: ast.Call) -> list[str]:
        """The dotted names that this call puts fakes in the place of."""
        func = call.func
        if isinstance(func, ast.Attribute) and func.attr in _EXPECTS and call.args:
            base, faked = self._owner(func.value), [self._text(call.args[0])]
        else:
            base, faked = self._owner(call), [keyword.arg for keyword in call.keywords]
        return [f"{base}.{name}" for name in faked if base and name]

    def _owner(self, node: ast.expr) -> str | None:
        """What `flexmock(…)`, or the name that it was given, puts fakes into."""
        call = self._bound.get(node.id) if isinstance(node, ast.Name) else node
        if not isinstance(call, ast.Call) or not call.args:
            return None
        if (self._dotted(call.func) or "").rpartition(".")[2] != "flexmock":
            return None
        owner = call.args[0]
        if isinstance(owner, ast.Subscript) and self._dotted(owner.value) == "sys.modules":
            return self._text(owner.slice)
        return self._dotted(owner)
