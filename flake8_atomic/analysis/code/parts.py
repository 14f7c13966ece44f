"""Which parts of which objects an expression holds, also through the names that it is made of."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as, visible
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import split_words

_PLACES = frozenset({
    "dir", "directory", "path", "folder", "file", "filename", "name", "root", "url", "encoding",
})  # fmt: skip
_FOLDERS = frozenset({"dir", "directory", "folder"})
# What a program is told, or answered, is not what it keeps.
_TOLD = frozenset({
    "args", "argv", "opts", "options", "namespace", "request", "response", "resp", "res",
})  # fmt: skip
# Methods that give what an object is made of.
_KEPT = frozenset({"get_config", "state_dict"})
_DEEP = 2

Part = tuple[str, str]


def parts_in(term: Term, values: Values, depth: int = _DEEP) -> Iterator[Part]:
    """The parts that an expression holds, as (object, part); what only fills a template is no content."""
    todo: list[ast.AST] = [term.node]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.JoinedStr):
            continue
        if isinstance(node, ast.Call):
            yield from _state(node, term)
            todo += _inside(node)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield from _field(node, term)
        elif isinstance(node, ast.Subscript):
            yield from _item(node, term)
            todo.append(node.value)
        elif isinstance(node, ast.Name) and depth:
            for made_of in _made_of(term.at(node), values):
                yield from parts_in(made_of, values, depth - 1)
        else:
            todo += ast.iter_child_nodes(node)


def _inside(call: ast.Call) -> list[ast.expr]:
    """What a call makes its result of: `self.state.to_dict()` is the field, `self.render()` is none."""
    if called_as(call) == "format":
        return []
    inner = call.func.value if isinstance(call.func, ast.Attribute) else call.func
    return [inner, *given_to(call)]


def _state(call: ast.Call, term: Term) -> Iterator[Part]:
    """`self.state_dict()` is what the object keeps."""
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr in _KEPT and isinstance(func.value, ast.Name):
        if is_object(term.at(func.value)):
            yield func.value.id, func.attr


def _field(node: ast.Attribute, term: Term) -> Iterator[Part]:
    assert isinstance(node.value, ast.Name)
    words = split_words(node.attr)
    # What is written in capitals is the same for all objects.
    if (
        words
        and words[-1] not in _PLACES
        and _FOLDERS.isdisjoint(words)
        and not node.attr.isupper()
        and is_object(term.at(node.value))
    ):
        yield node.value.id, node.attr


def _item(node: ast.Subscript, term: Term) -> Iterator[Part]:
    """`self.data["users"]` and `self.data["groups"]` are parts of one mapping."""
    holder, key = node.value, node.slice
    owner = holder.value if isinstance(holder, ast.Attribute) else holder
    if isinstance(key, ast.Constant) and isinstance(key.value, str) and isinstance(owner, ast.Name):
        if key.value not in _PLACES and is_object(term.at(owner)):
            yield ast.unparse(holder), key.value


def _made_of(name: Term, values: Values) -> Iterator[Term]:
    """What a name was assigned, or takes from what a loop goes over."""
    for origin in values.origins(name):
        if origin.how in ("expression", "each") and origin.term.node is not name.node:
            yield origin.term


def is_object(term: Term) -> bool:
    """Is it what a function is given to keep, or made itself, and no module, class, option or answer?"""
    assert isinstance(term.node, ast.Name)
    bounds = visible(term.node.id, term)
    if not bounds or term.node.id.lower() in _TOLD:
        return False
    binding = bounds[0].binding
    if binding.how != "value" or binding.value is None:
        return binding.how == "parameter"
    value = binding.value
    return isinstance(value, ast.Call) and (
        called_as(value)[:1].isupper() or definition(bounds[0].term(value.func)) is not None
    )
