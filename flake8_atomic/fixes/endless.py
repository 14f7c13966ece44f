"""Loops that end when somebody says so, if ever, rather than with their data: what they write is read meanwhile."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.names import Term, called_as, dotted, spelled

_PIPES = frozenset({"stdout", "stderr", "stdin"})
_COUNTING = frozenset({"itertools.count", "itertools.cycle"})
_REPEATING = "itertools.repeat"
# How another thread or process is asked whether it goes on.
_SIGNALS = frozenset({"is_set", "is_alive", "isAlive", "poll"})
# What hands out what comes in, and waits for it.
_WAITING = frozenset({"get", "recv_json", "get_message"})


def is_endless(term: Term, loop: ast.For | ast.AsyncFor | ast.While) -> bool:
    """Is it something else than its data that ends the loop?"""
    if isinstance(loop, ast.While):
        return _goes_on(loop) and not _is_left(loop)
    return _is_fed(loop.iter) or (_never_ends(term, loop.iter) and not _is_left(loop))


def takes_endless(term: Term, call: ast.Call) -> bool:
    """Is it `f.writelines(iter(queue.get, None))`?"""
    if called_as(call) != "writelines":
        return False
    return any(_is_fed(arg) or _never_ends(term, _walked(arg)) for arg in call.args)


def _is_left(loop: ast.For | ast.AsyncFor | ast.While) -> bool:
    return any(isinstance(node, (ast.Break, ast.Return)) for node in ast.walk(loop))


def _goes_on(loop: ast.While) -> bool:
    """Is the condition always true, or does another thread or process decide on it?"""
    test = loop.test
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Is, ast.Eq)):
        test = test.left
    if isinstance(test, ast.Call):
        return called_as(test) in _SIGNALS and not test.args
    return isinstance(test, ast.Attribute) and not _is_set(test, loop)


def _is_set(flag: ast.Attribute, loop: ast.While) -> bool:
    """Does the loop decide itself: by setting it, by a method of the object that may, by going on to another object?"""
    owner = spelled(flag.value)
    for node in (part for statement in loop.body for part in ast.walk(statement)):
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            if spelled(node) in (owner, spelled(flag)):
                return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and spelled(node.func.value) == owner:
            return True
    return False


def _is_fed(iterated: ast.expr) -> bool:
    """Do the lines of another process come in there?"""
    sources = [iterated, *iterated.args] if isinstance(iterated, ast.Call) else [iterated]
    return any(word in _PIPES for node in sources for word in spelled(node).split("."))


def _walked(given: ast.expr) -> ast.expr:
    """What a generator expression goes through."""
    return given.generators[0].iter if isinstance(given, ast.GeneratorExp) else given


def _never_ends(term: Term, iterated: ast.expr) -> bool:
    """Is it `itertools.count()`, or a queue that is waited for?"""
    return any(_is_without_end(term, call) for call in _through(iterated))


def _through(iterated: ast.expr) -> Iterator[ast.Call]:
    """The call, and those that go through the same number of things: `enumerate(count())`."""
    if isinstance(iterated, ast.Call):
        yield iterated
        if called_as(iterated) in ("enumerate", "map"):
            for arg in iterated.args:
                yield from _through(arg)


def _is_without_end(term: Term, call: ast.Call) -> bool:
    name = dotted(term.at(call.func))
    if name == "iter" and len(call.args) == 2:
        return isinstance(call.args[0], ast.Attribute) and call.args[0].attr in _WAITING
    return name in _COUNTING or (name == _REPEATING and len(call.args) == 1 and not call.keywords)
