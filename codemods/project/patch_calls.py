"""The calls by which one test file patches names."""

from __future__ import annotations

import ast
import io
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from codemods.project.flexmocks import Flexmocks
from flake8_atomic.analysis.code.source import first_line

PYFAKEFS = "pyfakefs"
_OWNER_AND_NAME = frozenset({"setattr", "spy", "StubOutWithMock"})
_TELLING = re.compile(
    r"\b(?:patch|setattr|import|pyfakefs|fs|flexmock|should_receive|should_call|spy|MonkeyPatch|StubOutWithMock)\b"
)


def telling_lines(text: str) -> list[int]:
    """The lines on which something may be patched, or a name for it is bound."""
    return [number for number, line in enumerate(io.StringIO(text, newline=None), 1) if _TELLING.search(line)]


def _nodes_on(tree: ast.Module, lines: list[int]) -> Iterator[ast.AST]:
    """The nodes that hold one of these lines; a walk over all of them would cost more than to parse the file."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        yield node
        for child in ast.iter_child_nodes(node):
            first = first_line(child) if isinstance(child, ast.stmt) else getattr(child, "lineno", 0)
            at = bisect_left(lines, first)
            if at < len(lines) and lines[at] <= getattr(child, "end_lineno", lines[at]):
                todo.append(child)


class Patches:
    """The patches of one file."""

    def __init__(self, tree: ast.Module, lines: list[int], *, fixtures: bool) -> None:
        self._nodes = list(_nodes_on(tree, lines))
        self._fixtures = fixtures
        self._imported = dict(_imports(self._nodes))
        self._texts = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self._flexmocks = Flexmocks(self._nodes, self._dotted, self._text)

    def all(self) -> Iterator[tuple[str, int]]:
        """Yield each patched name with its line, in the order of the text."""
        yield from sorted(self._found(), key=lambda found: found[1])

    def _found(self) -> Iterator[tuple[str, int]]:
        for node in self._nodes:
            if isinstance(node, ast.Call):
                yield from ((name, node.lineno) for name in self._of_call(node))
            elif isinstance(node, ast.Import | ast.ImportFrom):
                names = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
                if any(name.partition(".")[0] == PYFAKEFS for name in names):
                    yield PYFAKEFS, node.lineno
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and self._fixtures:
                if any(argument.arg == "fs" for argument in node.args.args):
                    yield PYFAKEFS, node.lineno

    def _of_call(self, call: ast.Call) -> Iterable[str]:
        words = (self._dotted(call.func) or "").split(".")
        if words[-1] in ("patch", "MonkeyPatch"):
            return self._whole(call)
        if words[-2:] == ["patch", "multiple"]:
            base = self._text(call.args[0]) or self._dotted(call.args[0]) if call.args else None
            return [f"{base}.{keyword.arg}" for keyword in call.keywords if base and keyword.arg]
        if words[-2:] == ["patch", "object"] or words[-1] in _OWNER_AND_NAME:
            whole = self._whole(call) if words[-1] == "setattr" and len(call.args) < 3 else ()
            return whole or self._attribute(call)
        return self._flexmocks.names(call)

    def _whole(self, call: ast.Call) -> Iterable[str]:
        target = next((k.value for k in call.keywords if k.arg == "target"), call.args[0] if call.args else None)
        text = self._text(target)
        return [text] if text else ()

    def _attribute(self, call: ast.Call) -> Iterable[str]:
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        owner = call.args[0] if call.args else given.get("target")
        name = call.args[1] if len(call.args) > 1 else given.get("attribute", given.get("name"))
        base, text = self._text(owner) or self._dotted(owner), self._text(name)
        return [f"{base}.{text}"] if base and text else ()

    def _text(self, node: ast.expr | None) -> str | None:
        """A string that the file itself spells out, also through a constant."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        if isinstance(node, ast.Name):
            return self._texts.get(node.id)
        if isinstance(node, ast.Attribute) and node.attr == "__name__":
            return self._dotted(node.value)
        parts: list[ast.expr] = []
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts = [node.left, node.right]
        texts = list(map(self._text, parts))
        return "".join(text for text in texts if text) if texts and None not in texts else None

    def _dotted(self, node: ast.expr | None) -> str | None:
        words: list[str] = []
        while isinstance(node, ast.Attribute):
            words.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return None
        return ".".join([self._imported.get(node.id, node.id), *reversed(words)])


def _imports(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module or ''}.{alias.name}".lstrip(".")
