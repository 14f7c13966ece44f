"""One scope under inspection: what a rule may ask of the SQLite databases in it."""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import last_name
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.databases.downgrades import is_blind_downgrade
from flake8_atomic.analysis.databases.in_use import is_in_use
from flake8_atomic.analysis.databases.new_databases import is_new
from flake8_atomic.analysis.databases.quiet import is_at_rest
from flake8_atomic.analysis.databases.records import keeps_records
from flake8_atomic.analysis.databases.remade import is_built, is_remade, is_remade_file
from flake8_atomic.analysis.databases.unjudged import is_asked, is_put_back, is_set_on_connect, of_no_file
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Copy, Event, Pragma, Rename
from flake8_atomic.analysis.files.trace import Trace
from flake8_atomic.analysis.state.excuses import Excuses


class DatabaseInspection:
    """The settings that one scope changes, and the database files that it reads, where nothing excuses it."""

    def __init__(self, file: File, trace: Trace, excuses: Excuses) -> None:
        self._file = file
        self._databases = file.databases
        self._trace = trace
        self._excuses = excuses

    @property
    def _measures(self) -> bool:
        """Does the module, or its folder, only measure or show something?"""
        names = (self._file.module, self._file.folder)
        return any(not lexicon.MEASURING.isdisjoint(split_words(name)) for name in names)

    def settings_to(self, name: str, values: frozenset[str]) -> Iterator[Pragma]:
        """Where a setting of a database that is kept is changed to one of these values, and left so."""
        for pragma in self._databases.pragmas:
            if pragma.scope is self._trace.scope and pragma.name == name and pragma.value in values:
                if not of_no_file(pragma, self._databases, self._excuses) and not is_put_back(pragma, self._databases):
                    yield pragma

    def weakening(self, name: str, values: frozenset[str]) -> Iterator[Pragma]:
        """The same, where the database is none that is simply made again."""
        for pragma in () if self._measures else self.settings_to(name, values):
            if not is_remade(pragma, self._databases, self._file.module) and not is_new(pragma, self._file):
                yield pragma

    def endangering(self, name: str, values: frozenset[str]) -> Iterator[Pragma]:
        """The same, where nothing shows that what the database holds is stored elsewhere."""
        return filter(self.keeps_records, self.weakening(name, values))

    def keeps_records(self, pragma: Pragma) -> bool:
        """May it hold what is stored nowhere else? That is asked of the whole file, so it is asked last."""
        return keeps_records(pragma, self._file)

    def is_built(self, pragma: Pragma) -> bool:
        """Is the database a new one, which is put in its place when it is whole?"""
        return is_built(pragma, self._databases)

    def is_blind_downgrade(self, pragma: Pragma) -> bool:
        """Is WAL given up because of an error alone?"""
        return is_blind_downgrade(pragma, self._databases)

    def is_set_unasked(self, pragma: Pragma) -> bool:
        """Is it set on every connect, whatever is in force already?"""
        return is_set_on_connect(pragma, self._databases) and not is_asked(pragma, self._databases)

    def used_as_files(self) -> Iterator[Event]:
        """Where a database that the file connects to is copied, or opened to be read, as a file."""
        for event in self._trace.events if self._databases.connects and not self._measures else ():
            found = self._file.live.read_by(event)
            if found is None or self._excuses.path(event, found[0]):
                continue
            if isinstance(event, Copy) and self._is_kept_by_nobody(event):
                continue
            if is_at_rest(event, self._file.values) or not is_in_use(event, found[1], self._file):
                continue
            if not is_remade_file(event, found[0], self._databases, self._file.module):
                yield event

    def _is_kept_by_nobody(self, copy: Copy) -> bool:
        """Does nobody keep the copy, whoever calls the function?"""
        # One of its callers may give a temporary path, the others that of a backup.
        told = self._file.values.may_be_given(copy.path)
        told = told and lexicon.TEMPORARY.isdisjoint(split_words(last_name(copy.path.node)))
        if self._file.paths.temporary(copy.path):
            return True
        return not told and self._excuses.path(copy, copy.path) and not self._is_published(copy)

    def _is_published(self, copy: Copy) -> bool:
        """Does it take its lasting name next, where it is whole as a file and may be torn as a database?"""
        keys = {self._file.paths.key(rename.source) for rename in self._file.trace(copy.scope).of(Rename)}
        return self._file.paths.key(copy.path) in keys
