"""Is the path that is written read elsewhere in the file: by a loader, or by whoever asks whether it exists?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis.code.flow import leaves
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.scopes import bodies
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.facts.speakers import is_of_caller, mentioning, partners, speakers, tokens
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Read, only_asks
from flake8_atomic.analysis.paths.keys import Key, holds, parameter

_ASKS = re.compile(r"exists|is_?file")


def read_elsewhere(file: File, write: Event, path: Term) -> Event | None:
    """The read that shows that a later run takes what this write leaves."""
    key = file.paths.key(path)
    if not isinstance(key, tuple) or key[0] in ("unknown", "deep", "made", "expression"):
        return None
    for read in file.reads(write.scope, key):
        # What is read after the write in the same run is a check or a use, not a later start.
        if read.call is not write.call and read.place.order < write.place.order:
            if not only_asks(read) or _decides(read, write):
                return read
    others = (read for scope in speakers(file, write, path, key) for read in file.reads_alike(scope, key))
    there = next((read for read in others if _takes_it(read, write, key)), None)
    there = there or next(_read_by_the_object(file, write, path, key), None)
    return there if there is not None or key[0] != "parameter" else _asked_by_callers(file, write, path)


def _takes_it(read: Event, write: Event, key: Key) -> bool:
    """Does it take more than a mark, which who asks for a file of that name in a folder that he is given may mean?"""
    return not only_asks(read) or not is_of_caller(key) or read.scope in partners(write.scope)


def _asked_by_callers(file: File, write: Event, path: Term) -> Event | None:
    """Where who calls the function asks whether the file is there already, and leaves the call out if so."""
    bounds = [origin.bound for origin in file.values.origins(path) if origin.bound is not None]
    calls = file.values.calls_of(write.scope) if len(bounds) == 1 and bounds[0].scope is write.scope else []
    for call in calls:
        if not file.text_of.holds(call.scope, _ASKS):
            continue  # to read the whole caller costs more than to look whether it asks at all
        assert isinstance(call.node, ast.Call)
        event = Event(call.node, call.scope, call.place)
        for node in given_for(call, bounds[0]):
            for asked in file.reads(call.scope, file.paths.key(call.at(node))):
                if only_asks(asked) and _is_left_out(asked, event):
                    return asked
    return None


def _is_left_out(asked: Read, call: Event) -> bool:
    """Is the call only made where the file is not there, so that a half one is kept?"""
    for block in call.place.block.around():
        test = block.node.test if isinstance(block.node, ast.If) and block.arm == "body" else None
        for part in ast.walk(test) if test is not None else ():
            if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not) and part.operand is asked.call:
                return True
    before = [node for node in ast.walk(asked.scope.node) if isinstance(node, ast.If) and _asks(node.test, asked)]
    return asked.place.order < call.place.order and any(
        leaves(node.body) and not isinstance(node.body[-1], ast.Raise) for node in before
    )


def _asks(test: ast.expr, asked: Read) -> bool:
    """`exists(path)`, and `not again and exists(path)`."""
    return asked.call in ([test, *test.values] if isinstance(test, ast.BoolOp) else [test])


def readers(file: File, write: Event, path: Term) -> list[Event]:
    """Every place in the file where what this path holds is read, and not only asked after."""
    key = file.paths.key(path)
    reads = file.reads(write.scope, key)
    others = (read for scope in speakers(file, write, path, key) for read in file.reads_alike(scope, key))
    return [read for read in (*reads, *others) if read.call is not write.call and not only_asks(read)]


def _read_by_the_object(file: File, write: Event, path: Term, key: Key) -> Iterator[Event]:
    """Where other methods read what is made of what the object was given, and not the function that writes."""
    given = flow_of(write.scope).parameters
    if is_of_caller(key) and not any(holds(key, parameter(binding.name, write.scope)) for binding in given):
        for scope in mentioning(file, tokens(path)):
            yield from file.reads(scope, key) if scope is not write.scope else ()


def _decides(asked: Event, write: Event) -> bool:
    """Is the write done, or left out, because the file is there: is a half one taken for whole?"""
    inside = {id(block.node) for block in write.place.block.around()}
    todo: list[ast.stmt] = list(asked.scope.node.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and any(part is asked.call for part in ast.walk(node.test)):
            # Who raises because the file is there, takes it for nothing.
            return id(node) in inside or (leaves(node.body) and not isinstance(node.body[-1], ast.Raise))
        todo.extend(statement for body in bodies(node) for statement in body)
    return False
