"""A journal mode that an error handler takes down from WAL, and whether it asked for the mode before."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.databases.answers import Answers
from flake8_atomic.analysis.databases.one_load import is_taken_before
from flake8_atomic.analysis.facts.conditions import shows
from flake8_atomic.analysis.files.events import Pragma
from flake8_atomic.analysis.sqlite.databases import Databases
from flake8_atomic.analysis.sqlite.pragmas import ROLLBACK

_MODES = frozenset({"mode", "header", "disk"})
_ASKING = frozenset({"is", "in", "has"})
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def is_blind_downgrade(pragma: Pragma, databases: Databases) -> bool:
    """Does an error alone decide that the mode is no longer WAL?"""
    if pragma.name != "journal_mode" or pragma.value not in ROLLBACK or pragma.configured:
        return False
    at = Term(pragma.call, pragma.scope, pragma.place)
    if any(_is_of_setting_wal(noted, databases) for noted in _noted_errors(at)):
        return True
    if _asked_before(at, databases) or is_taken_before(at, databases.values):
        return False
    handled = [at] if _handler(at.place.block) is not None else list(_calls_in_handlers(at, databases))
    return any(_is_of_setting_wal(call, databases) and not _asked_before(call, databases) for call in handled)


def _is_of_setting_wal(at: Term, databases: Databases) -> bool:
    """Is the error that it handles one of setting WAL, and not of something else that the function does?"""
    handler = _handler(at.place.block)
    assert handler is not None
    tried = (reached for reached in databases.reached(at.scope) if reached.pragma.value == "wal")
    return any(handler.node in reached.called.place.block.tried() for reached in tried)


def _noted_errors(at: Term) -> Iterator[Term]:
    """Where a handler notes the error for the condition that decides: `wal = False`, and then `if not wal:`."""
    for block in at.place.block.around():
        test = block.node.test if isinstance(block.node, ast.If) and block.arm == "body" else None
        denied = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        flag = test.operand if isinstance(test, ast.UnaryOp) and denied else test
        bindings = flow_of(at.scope).bindings.get(flag.id, ()) if isinstance(flag, ast.Name) else ()
        for noted in bindings:
            if isinstance(noted.value, ast.Constant) and bool(noted.value.value) is not denied:
                if _handler(noted.place.block) is not None:
                    yield Term(noted.value, at.scope, noted.place)


def _calls_in_handlers(at: Term, databases: Databases) -> Iterator[Term]:
    """Where an error handler calls the function that does it."""
    for call in databases.values.calls_of(at.scope) if at.scope.function is not None else ():
        if _handler(call.place.block) is not None:
            yield call


def _handler(block: Block) -> Block | None:
    """The outermost error handler that the block lies in."""
    return next((around for around in reversed(block.around()) if around.handler is not None), None)


def _asked_before(at: Term, databases: Databases) -> bool:
    """Does the answer to what the mode is decide, within the handler or the function, whether this is done?"""
    region = _handler(at.place.block)
    answers = Answers(at.scope, databases)
    for block in at.place.block.around():
        if isinstance(block.node, ast.If):
            test, outcome = at.at(block.node.test), block.arm == "body"
            if answers.keeps_wal_out(test.node, outcome) or _header_keeps_out(test, outcome):
                return True
    around = at.scope.node if region is None or region.handler is None else region.handler
    stopped = answers.stop(around.body, at.node.lineno, _LEAVING) or _header_stops(around.body, at)
    return stopped or _refused(at, region, databases)


def _header_stops(body: list[ast.stmt], at: Term) -> bool:
    """Does `if on_disk_journal_mode_is_wal(path): raise` stand before it?"""
    before = (statement for statement in body if statement.lineno < at.node.lineno)
    return any(
        isinstance(one, ast.If)
        and isinstance(one.body[-1], _LEAVING)
        and _header_keeps_out(at.at(one.test), outcome=False)
        for one in before
    )


def _header_keeps_out(test: Term, outcome: bool) -> bool:
    """Does this outcome show, by `on_disk_journal_mode_is_wal(path)` or a function that asks so, that it is not WAL?"""

    def told(asked: ast.expr, said: bool) -> bool:
        return isinstance(asked, ast.Call) and (_denies_wal(test.at(asked.func)) if said else _asks_header(asked))

    return shows(test.node, outcome, told)


def _asks_header(call: ast.Call) -> bool:
    words = set(split_words(called_as(call)))
    return "wal" in words and bool(words & _MODES) and bool(words & _ASKING)


def _denies_wal(called: Term) -> bool:
    """Does the function answer with False where the header says WAL?"""
    function = definition(called)
    body = function.node.body if function is not None and function.function is not None else []
    for statement in body:
        if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Return):
            answer = statement.body[-1].value
            asked = any(isinstance(part, ast.Call) and _asks_header(part) for part in ast.walk(statement.test))
            denied = any(isinstance(part, ast.Not) for part in ast.walk(statement.test))
            if asked and not denied and isinstance(answer, ast.Constant) and answer.value is False:
                return True
        if isinstance(statement, ast.Return) and isinstance(statement.value, ast.expr):
            return _header_keeps_out(called.at(statement.value), outcome=True)
    return False


def _refused(at: Term, region: Block | None, databases: Databases) -> bool:
    """Does a function that is called before raise where the mode is WAL?"""
    for reached in databases.reached(at.scope):
        place = reached.called.place
        if (
            reached.pragma.value is None
            and place.order < at.place.order
            and (region is None or place.block.within(region))
        ):
            function = definition(Term(reached.called.node.func, at.scope, place))
            if function is not None and Answers(function, databases).stop(function.node.body, 1 << 60, (ast.Raise,)):
                return True
    return False
