"""Which paths are those of databases that the file connects to."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from itertools import product

from flake8_atomic.analysis.code.names import Term, called_as, visible
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.files.events import Connect, Copy, Event, Open, Read
from flake8_atomic.analysis.files.openings import argument, flag_words
from flake8_atomic.analysis.paths.paths import Paths
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.sqlite.connections import keeps_nothing
from flake8_atomic.analysis.sqlite.databases import Databases
from flake8_atomic.analysis.sqlite.only_read import only_reads
from flake8_atomic.analysis.sqlite.respelled import bare
from flake8_atomic.analysis.vocabulary import Argument

_Given = tuple[Term, ...]  # a path, as the function has it, as its caller gives it, and so on
_Known = tuple[Hashable, _Given, Term]  # what it is compared by, how it is given, and where the function is given it
_DEEP = 2
_DATABASE = frozenset({"db", "database", "sqlite"})
_COPIES = frozenset({"backup", "backups", "bak", "snapshot", "snapshots", "copy", "copies", "clone", "clones"})
_NOT_SET = ("constant", None)
_LISTERS = frozenset({"listdir", "scandir", "iterdir", "glob", "iglob", "rglob", "walk"})
_INPUTS = frozenset({"input", "inputs", "template", "templates", "seed", "fixture", "fixtures", "sample", "example"})


class LiveFiles:
    """Knows the paths that a file connects to, through parameters of functions that it calls itself."""

    def __init__(self, databases: Databases, paths: Paths) -> None:
        self._databases = databases
        self._paths = paths

    @cached_property
    def _connected(self) -> dict[Hashable, list[tuple[_Given, Connect]]]:
        found: dict[Hashable, list[tuple[_Given, Connect]]] = {}
        for connect in self._databases.connects:
            for key, given, _ in self._identities((connect.path,), _DEEP):
                found.setdefault(key, []).append((given, connect))
        return found

    def _of(self, path: Term, *, copied: bool) -> Iterator[tuple[Connect, Term]]:
        for key, here, told in self._identities((path,), _DEEP):
            for there, connect in self._connected.get(key, ()):
                # Who only reads has no lock to lose that keeps others out; its copy may still be torn.
                if not _apart(here, there) and (copied or self._writes(connect)) and not any(map(self._is_none, here)):
                    yield connect, told

    def _writes(self, connect: Connect) -> bool:
        values = self._databases.values
        return not keeps_nothing(connect, values) and not only_reads(connect, values)

    def read_by(self, event: Event) -> tuple[Term, list[tuple[Connect, Term]]] | None:
        """The database that is copied, or opened and closed again, as a file; who connects to what is given there."""
        if isinstance(event, Copy):
            path: Term | None = event.source
        elif isinstance(event, Open):
            path = None if event.truncates or self._creates(event) or _is_text(event) else event.path
        else:
            path = event.path if isinstance(event, Read) and not event.asks else None
        if path is None or (not isinstance(event, Copy) and self._is_any_of_a_folder(path)):
            return None
        connects = list(self._of(path, copied=isinstance(event, Copy)))
        if isinstance(event, Copy) and self._is_to_query(event, connects):
            return None
        return (path, connects) if connects else None

    def _is_to_query(self, copy: Copy, connects: Iterable[tuple[Connect, Term]]) -> bool:
        """Is the copy connected to instead of a database of somebody else, from which the file only reads?"""
        if any(self._writes(connect) for connect, _ in connects):
            return False
        keys = [key for key, _, _ in self._identities((copy.path,), 0)]
        later = (connect for key in keys for _, connect in self._connected.get(key, ()))
        return any(each.scope is copy.scope and each.place.order > copy.place.order for each in later)

    def _is_any_of_a_folder(self, path: Term) -> bool:
        """Is it one of all the files of a folder, which are looked into whatever they are?"""
        for origin in self._paths.values.origins(path):
            parts = list(ast.walk(origin.term.node)) if origin.how == "each" else []
            texts = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
            if any(isinstance(part, ast.Call) and called_as(part) in _LISTERS for part in parts):
                return not any(_DATABASE.intersection(split_words(text)) for text in texts)
        return False

    def _is_none(self, path: Term) -> bool:
        """Is it by its name a copy of a database, or the input of a tool, which nobody stores anything in?"""
        words = wording_of(path, self._paths.values)
        return bool((words.tail | words.folder) & _COPIES or words.tail & _INPUTS) or words.suffix in _COPIES

    def _creates(self, opened: Open) -> bool:
        """Is it only made, before anybody can be connected to it?"""
        if opened.modes and all("x" in mode for mode in opened.modes):
            return True
        flags = argument(opened.call, Argument(1, "flags")) if opened.spelling == "os.open" else None
        return flags is not None and "O_CREAT" in flag_words(opened.term(flags), self._paths.values)

    def _identities(self, path: _Given, depth: int, told: Term | None = None) -> Iterator[_Known]:
        """The path as one that can be compared with those of other functions, and where it is given."""
        term, told = bare(path[-1], self._paths.values), told or path[-1]
        key = self._paths.key(term)
        # What is None until it is set by some function is as yet no path, and not the same one.
        if key != _NOT_SET:
            # It is given as it stands: `path = Path(path)` stands above the arms that tell the kinds of files apart.
            yield (key, *self._place(term, key)), path, told
        for origin in self._paths.values.origins(term):
            if origin.how == "parameter" and origin.bound is not None and depth:
                name = origin.bound.binding.name
                if not _DATABASE.isdisjoint(split_words(name)):
                    yield name, path, told
                for given in self._paths.values.arguments(origin):
                    # What a constructor is given is used later than that.
                    later = origin.bound.scope is not told.scope
                    yield from self._identities((*path, given), depth - 1, told if later else given)

    def _place(self, term: Term, key: Hashable) -> Iterator[int]:
        """Where a path that is made of a parameter or an attribute means the same."""
        text = repr(key)
        if "'parameter'" in text or "'name'" in text:
            origins = self._paths.values.origins(term)
            scopes = {origin.bound.scope for origin in origins if origin.how == "parameter" and origin.bound}
            # What two methods are both given as `path` are two files; `self.path` is what one of them was given.
            told = len(scopes) == len(origins) == 1
            own = term.scope if _is_of_parameter(term) else term.scope.owner or term.scope
            yield id(scopes.pop() if told else own)


def _is_of_parameter(path: Term) -> bool:
    """Is it made of what the function is given, as `Path(path)` is, and not of an attribute?"""
    names = (node.id for node in ast.walk(path.node) if isinstance(node, ast.Name) and node.id != "self")
    return any(bound.binding.how == "parameter" for name in names for bound in visible(name, path))


def _is_text(opened: Open) -> bool:
    """Is it opened as what no database is, a text in some encoding or with line ends?"""
    return any(keyword.arg in ("encoding", "newline") for keyword in opened.call.keywords)


def _apart(here: _Given, there: _Given) -> bool:
    """Do they come through two arms of one statement, of which one is for databases and the other for files?"""
    return any(a.scope is b.scope and b.place.block.unseen_from(a.place.block) for a, b in product(here, there))
