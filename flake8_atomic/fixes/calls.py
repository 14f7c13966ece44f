"""The arguments of a call by their parameters, and the calls of our helpers that take them over."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from flake8_atomic.analysis.code.aliases import is_chosen
from flake8_atomic.analysis.code.names import Term, dotted, spelled
from flake8_atomic.analysis.code.parents import Parents
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.files.events import Copy, Event, Save
from flake8_atomic.edits import HELPERS, Argument, Imported, NoFix

LOOP = "each pass of the loop waits until its file is on the disk"
OPEN = ("file", "mode", "buffering", "encoding", "errors", "newline", "closefd", "opener")
CODECS_OPEN = ("filename", "mode", "encoding", "errors", "buffering")
CHOSEN = "`{}` is one of several functions; call each by its own name, then it can be rewritten"
HELPERS_OWN = frozenset({"path", "encoding", "errors", "newline", "end", "perms", "sync"})
"""What `atomic_write_json` takes for itself: json would have handed it to `cls`, or refused it."""
TEXT = ("encoding", "errors", "newline")


def check_called(event: Event) -> None:
    """Raise where what is called is another function on some ways to it, or one that is handed the function."""
    if isinstance(event, (Copy, Save)) and event.handed:
        raise NoFix("what it is handed to calls it; hand over a function that writes with atomic_open instead")
    if is_chosen(event.term(event.call.func)):
        raise NoFix(CHOSEN.format(spelled(event.call.func)))


def has_method(scope: Scope, name: str) -> bool:
    """Is it a class with a method of this name?"""
    return isinstance(scope.node, ast.ClassDef) and any(inner.name == name for inner in scope.children)


def helper(name: str) -> Imported:
    """One of our helpers, wherever the project has them."""
    return Imported(HELPERS, name)


def plain_open(term: Term) -> str | Imported:
    """What opens a file there: `open`, or `io.open` where that name may be something else."""
    top = term.scope
    while top.parent is not None:
        top = top.parent
    starred = any(alias.name == "*" for statement in top.imports for alias in statement.names)
    is_builtin = dotted(term.at(ast.Name("open", ast.Load()))) == "open"
    return "open" if is_builtin and not starred else Imported("io", attribute="open")


def neighbour(call: ast.Call, module: str, name: str) -> str | Imported:
    """Another function of the module whose function is called, by what the code there calls the module."""
    owner = getattr(call.func, "value", None)
    return f"{owner.id}.{name}" if isinstance(owner, ast.Name) else Imported(module, attribute=name)


def given(call: ast.Call, names: Sequence[str]) -> dict[str, ast.expr]:
    """What is given for each parameter; only where all of it is written down."""
    if any(isinstance(arg, ast.Starred) for arg in call.args) or any(word.arg is None for word in call.keywords):
        raise NoFix("its arguments are not written out; write them out, or call the helper yourself")
    if len(call.args) > len(names):
        raise NoFix("it is given more arguments than it takes")
    positional = dict(zip(names, call.args, strict=False))
    return positional | {word.arg: word.value for word in call.keywords if word.arg is not None}


def as_given(call: ast.Call, renamed: dict[str, str] | None = None) -> list[Argument]:
    """Every argument as it stands, keywords perhaps under another name."""
    names = renamed or {}
    words = [Argument(word.value, names.get(word.arg, word.arg) if word.arg else "**") for word in call.keywords]
    return [*(Argument(value) for value in call.args), *words]


def by_keyword(values: dict[str, ast.expr], names: Iterable[str]) -> list[Argument]:
    """Those of the arguments that are given, by keyword."""
    return [Argument(values[name], name) for name in names if name in values]


def taken_by_helper(words: Iterable[Argument]) -> bool:
    """Would the JSON helper keep what was meant for json, or for the class that encodes, as `**options` may hold?"""
    names = {word.keyword for word in words}
    return not names.isdisjoint(HELPERS_OWN | {"**"})


def is_pure(node: ast.expr) -> bool:
    """May it be evaluated twice, or later, without a difference?"""
    plain = (ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.Subscript, ast.expr_context, ast.operator)
    return all(isinstance(part, plain) for part in ast.walk(node))


def loop_notes(parents: Parents, node: ast.AST) -> list[str]:
    """The note on a write that may be made many times."""
    return [LOOP] if parents.in_loop(node) else []


def mentions(node: ast.AST, name: str) -> int:
    """How often does the code use this name?"""
    return sum(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def fresh_name(wanted: Sequence[str], around: ast.AST) -> str:
    """The first of these names that the function does not use."""
    taken = {node.id for node in ast.walk(around) if isinstance(node, ast.Name)}
    taken |= {node.arg for node in ast.walk(around) if isinstance(node, ast.arg)}
    for name in wanted:
        if name not in taken:
            return name
    number = next(number for number in range(2, len(taken) + 3) if f"{wanted[0]}_{number}" not in taken)
    return f"{wanted[0]}_{number}"
