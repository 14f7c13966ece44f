"""Databases that are made again when they are lost: caches, indexes, and what is built or filled from a source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import function_words, split_words
from flake8_atomic.analysis.databases.anew import is_made_anew
from flake8_atomic.analysis.databases.created import is_created
from flake8_atomic.analysis.databases.one_load import is_for_one_load
from flake8_atomic.analysis.databases.stale import is_thrown_away
from flake8_atomic.analysis.databases.told import is_told_for_trials, is_told_made_again
from flake8_atomic.analysis.files.events import Event, Pragma
from flake8_atomic.analysis.paths.wording import is_called, wording_of
from flake8_atomic.analysis.sqlite.connections import behind
from flake8_atomic.analysis.sqlite.databases import Databases
from flake8_atomic.analysis.sqlite.respelled import bare

_Named = tuple[frozenset[str], frozenset[str]]  # the words of a name, and those that say it there
# What a run makes of its input.
_PRODUCTS = frozenset({"output", "outputs", "out", "outfile", "outpath", "export", "exported", "result", "results"})
_DEEP = 3
_REQUIRING = frozenset({"assert", "check", "ensure", "require", "verify"})


def is_remade(pragma: Pragma, databases: Databases, module: str) -> bool:
    """Is every database that it may be set for a cache or an index, that of a test, or one to be filled at once?"""
    if any(alias.name == "pytest" for node in databases.values.top.imports for alias in node.names):
        return True
    if _is_found_empty(pragma.scope) or is_created(pragma, databases.values) or is_thrown_away(databases.values):
        return True
    if is_made_anew(pragma, databases.values) or is_told_made_again(pragma.scope, databases.values):
        return True
    if is_told_for_trials(pragma.scope, databases.values) or is_for_one_load(pragma, databases):
        return True
    around = list(_around(pragma.scope, module))
    connects = [found.connect for found in behind(pragma.connection, databases.values)]
    if not connects:
        return _says_so(around)
    return all(_is_called_so(connect.path, around, databases) for connect in connects)


def _is_called_so(path: Term, around: Sequence[_Named], databases: Databases, depth: int = _DEEP) -> bool:
    """Is it called one of what is made again, here or wherever the path is given?"""
    path = bare(path, databases.values)
    origins = [origin for origin in databases.values.origins(path) if origin.how == "parameter" and origin.bound]
    # Who is told where its output goes may be told so again, and add to it.
    made = [] if origins else [(wording_of(path, databases.values).tail, _PRODUCTS)]
    if _says_so([*_path(path, databases), *made, *around]):
        return True
    given = [given for origin in origins for given in databases.values.arguments(origin)] if depth else []
    return bool(given) and all(_is_called_so(each, (), databases, depth - 1) for each in given)


def _is_found_empty(scope: Scope) -> bool:
    """Do the functions around it go on only where the database is empty, which they then fill from its source?"""
    around: Scope | None = scope
    while around is not None and around.function is not None:
        named = (frozenset(split_words(called_as(node))) for node, _ in flow_of(around).calls)
        if any("empty" in words and words & _REQUIRING for words in named):
            return True
        around = around.parent
    return False


def is_built(pragma: Pragma, databases: Databases) -> bool:
    """Is every database that it may be set for a new one, which takes the place of the old when it is whole?"""
    paths = [found.connect.path for found in behind(pragma.connection, databases.values)]
    if not paths:
        calls = (called for called in flow_of(pragma.scope).calls if called_as(called.node) == "connect")
        paths = [Term(node.args[0], pragma.scope, place) for node, place in calls if node.args]
    return bool(paths) and all("new" in wording_of(path, databases.values).tail for path in paths)


def is_remade_file(event: Event, path: Term, databases: Databases, module: str) -> bool:
    """Is the database that is copied, or opened as a file, a cache or an index?"""
    return _says_so([*_path(path, databases), *_around(event.scope, module)])


def _says_so(names: Iterable[_Named]) -> bool:
    """Is the nearest name that says anything one of what is made again, and of nothing that is kept?"""
    for words, telling in names:
        if words & telling or words & lexicon.KEPT:
            return not words & lexicon.KEPT
    return False


def _path(path: Term, databases: Databases) -> Iterator[_Named]:
    words = wording_of(path, databases.values)
    yield words.tail, lexicon.MADE_AGAIN
    # The folder of a cache holds nothing else; that of the settings may hold a cache. All who give a path must say so.
    if words.folder & lexicon.CACHES and is_called(path, lexicon.CACHES, databases.values):
        yield words.folder, lexicon.CACHES


def _around(scope: Scope, module: str) -> Iterator[_Named]:
    """The function, the class and the module, each with the words that count there: many functions create an index."""
    function = frozenset(function_words(scope)) - lexicon.CONNECTING
    if function <= lexicon.CACHES:
        yield function, lexicon.CACHES
    yield frozenset(split_words(scope.owner.name) if scope.owner is not None else ()), lexicon.MADE_AGAIN
    yield frozenset(split_words(module)), lexicon.CACHES
