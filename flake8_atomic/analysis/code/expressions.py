"""What expressions hold: their calls and yields, each before the one that holds it, or every part."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.scopes import bodies


def inside_out(expression: ast.AST, block: Block) -> list[tuple[ast.AST, Block]]:
    """Each call and yield, with the block that it runs in.

    A lambda or a comprehension opens a private block, and binds its names there before anything in it is read.
    """
    found, opened = [], []
    waiting: list[tuple[list[ast.AST], Block]] = [([expression], block)]
    while waiting:
        todo, block = waiting.pop()
        while todo:
            node = todo.pop()
            kind = type(node)
            while kind is ast.Attribute:
                node = node.value  # type: ignore[attr-defined]
                kind = type(node)
            if kind in _PLAIN:  # most are, and this is asked of every node
                continue
            if kind is ast.Call:  # most of the others are, and hold what any loop over fields would find
                found.append((node, block))
                todo += [node.func, *node.args]  # type: ignore[attr-defined]
                todo += [keyword.value for keyword in node.keywords]  # type: ignore[attr-defined]
                continue
            if kind in _TOLD:
                found.append((node, block))
            if kind in _PRIVATE:
                inner = Block(block, node, branch=True, private=True)
                opened += [(part, inner) for part in getattr(node, "generators", (node,))]
                waiting.append((_loops_first(node), inner))
                todo += _outside(node)
                continue
            for field in _FIELDS[kind]:
                value = getattr(node, field)
                if type(value) is list:
                    todo += value
                else:
                    todo.append(value)
    found.reverse()
    return opened + found


def parts_of(tree: ast.AST) -> list[ast.AST]:
    """The tree and every part of it, and whatever else its fields hold; a walk by ast costs more than twice as much."""
    found = [tree]
    for node in found:
        for field in _FIELDS[type(node)]:
            value = getattr(node, field)
            if type(value) is list:
                found += value
            else:
                found.append(value)
    return found


def entering(tree: ast.AST, value: ast.expr) -> tuple[ast.With | ast.AsyncWith, ast.withitem] | None:
    """The with statement in a tree that enters this value, and its item."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                if item.context_expr is value:
                    return node, item
        todo += [statement for body in bodies(node) for statement in body]
    return None


def _loops_first(node: ast.AST) -> list[ast.AST]:
    """What is read inside: the loops of a comprehension run before what it collects."""
    children = [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.arguments)]
    return sorted(children, key=lambda child: not isinstance(child, ast.comprehension))


def _outside(node: ast.AST) -> list[ast.expr]:
    """The defaults of a lambda are worked out where it is made."""
    args = node.args if isinstance(node, ast.Lambda) else None
    return [default for default in (*args.defaults, *args.kw_defaults) if default is not None] if args else []


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of each kind of node that may hold another one."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        self[kind] = fields = tuple(field for field in getattr(kind, "_fields", ()) if field not in _NO_NODES)
        return fields


_FIELDS = _Fields()
_NO_NODES = frozenset({"ctx", "op", "ops", "attr", "id", "arg", "kind", "conversion", "is_async", "type_comment"})
_PLAIN = frozenset({ast.Constant, ast.Name, type(None), str, int})
_TOLD = frozenset({ast.Call, ast.Yield, ast.YieldFrom})
_PRIVATE = frozenset({ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp})
