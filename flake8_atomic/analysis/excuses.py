"""What is never flagged: temporary files, files renamed away, locks, pid files, descriptors."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatch

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.backups import is_backup
from flake8_atomic.analysis.descriptors import is_descriptor
from flake8_atomic.analysis.events import Copy, Event, Open, Rename, Whole
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.flow import Called
from flake8_atomic.analysis.names import Term, dotted, spelled
from flake8_atomic.analysis.paths import holds
from flake8_atomic.analysis.process_number import only_process_number
from flake8_atomic.analysis.receivers import is_path
from flake8_atomic.analysis.removal import removed_later
from flake8_atomic.analysis.renamed_away import renamed_away
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import split_words, wording_of
from flake8_atomic.analysis.working_folder import is_below_temporary

# To cut a file to a size, or stretch it, writes nothing that could be torn.
_IDLE = frozenset({"close", "flush", "seek", "sync", "truncate", "wrap"})


def nothing(data: tuple[ast.expr, ...]) -> bool:
    """Is what is written empty, or one line end, so that it cannot be torn?"""
    return all(isinstance(node, ast.Constant) and node.value in ("", b"", "\n", b"\n") for node in data)


def _holders(path: Term) -> frozenset[str]:
    """`TMP_FILES["cookies"].name` is temporary by what holds it, and called by its key."""
    holders = (node.value for node in ast.walk(path.node) if isinstance(node, ast.Subscript))
    return frozenset(word for holder in holders for word in split_words(spelled(holder).rpartition(".")[2]))


class Excuses:
    """Says why a write needs no finding."""

    def __init__(self, file: File, ignored: tuple[str, ...], helpers: tuple[str, ...]) -> None:
        self.file = file
        self._ignored = ignored
        self._helpers = helpers

    def open(self, opened: Open) -> bool:
        """Is there an excuse for opening this file in place?"""
        return self.path(opened, opened.path) or self._unwritten(opened) or self._opened_for_callers(opened)

    def whole(self, whole: Whole) -> bool:
        """Is there an excuse for this write_text() or write_bytes()? Nothing, or a process number, cannot be torn."""
        if nothing(whole.data):
            return True
        data = [whole.term(node) for node in whole.data]
        if only_process_number(data, self.file.values) or self._is_told_where(whole, data):
            return True
        if self._is_helper(whole.term(whole.call.func)) or self.path(whole, whole.path):
            return True
        return self.file.text_of.speaks(whole.scope, ("read_text", "read_bytes")) and is_backup(
            self.file, whole.path, data
        )

    def path(self, event: Event, path: Term) -> bool:
        """Is there an excuse that lies in the path?"""
        paths = self.file.paths
        return (
            paths.temporary(path)
            or removed_later(self.file, event, path)
            or is_descriptor(path, paths.values)
            or self._made_by_helper(path)
            or self._named_so(path)
            or renamed_away(self.file, event, path, self._publishing(event))
            or self._in_fixture(event.scope)
            or (self.file.text_of.speaks(event.scope, ("chdir(",)) and is_below_temporary(event, path, paths))
        )

    def backup(self, copy: Copy) -> bool:
        """Is the target named after the source, so that the copy saves what is there?"""
        source, target = self.file.paths.key(copy.source), self.file.paths.key(copy.path)
        words = wording_of(copy.path, self.file.values)
        return holds(target, source) or bool((words.tail | words.folder | {words.suffix}) & lexicon.BACKUP)

    def copy_of_database(self, copy: Copy) -> bool:
        """Does nobody keep the copy, whoever calls the function?"""
        # One of its callers may give a temporary path, the others that of a backup.
        told = any(origin.how == "parameter" for origin in self.file.values.origins(copy.path))
        told = told and lexicon.TEMPORARY.isdisjoint(split_words(spelled(copy.path.node).rpartition(".")[2]))
        if self.file.paths.temporary(copy.path):
            return True
        return not told and self.path(copy, copy.path) and not self._is_published(copy)

    def _is_published(self, copy: Copy) -> bool:
        """Does it take its lasting name next, where it is whole as a file and may be torn as a database?"""
        keys = {self.file.paths.key(rename.source) for rename in self.file.trace(copy.scope).of(Rename)}
        return self.file.paths.key(copy.path) in keys

    def _unwritten(self, opened: Open) -> bool:
        """Is the file only touched, locked, or given the number of this process?"""
        uses = self.file.uses(opened)
        # Who dumps into what is locked has locked the data themselves, after they were emptied.
        if any(use.what == "lock" for use in uses) and not any(use.what in ("dump", "record") for use in uses):
            return True
        written = [use for use in uses if use.what not in _IDLE and not (use.what == "write" and nothing(use.data))]
        if not written:
            return not self._escapes(opened)
        data = [use.term(node) for use in written for node in use.data]
        return all(use.what == "write" for use in written) and only_process_number(data, self.file.values)

    def _opened_for_callers(self, opened: Open) -> bool:
        """`return open(path, mode)` opens where it is called, and that is where it is judged."""
        returned = any(value is opened.call for value, _ in flow_of(opened.scope).returns)
        given = any(origin.how == "parameter" for origin in self.file.values.origins(opened.path))
        return returned and given and bool(self.file.values.calls_of(opened.scope))

    def _is_told_where(self, whole: Whole, data: list[Term]) -> bool:
        """`symbols.write_text(temp.name)`: the path is what is given, and what has the method is none."""
        named = [term for term in data if isinstance(term.node, ast.Attribute) and term.node.attr == "name"]
        return any(map(self.file.paths.temporary, named)) and is_path(whole.path, self.file.paths) is None

    def _escapes(self, opened: Open) -> bool:
        """May the handle be used where this file does not show it?"""
        flow = flow_of(opened.scope)
        values = [value for value, _ in flow.returns] + [value for value, _ in flow.yields if value is not None]
        values += [binding.value for _, binding in flow.attributes if binding.value is not None]
        return any(self.file.handles.opened(Term(value, opened.scope, flow.end)) is opened for value in values)

    def _is_helper(self, function: Term) -> bool:
        """Is it one of the project's own atomic writers, however the import is spelled?"""
        name = (dotted(function) or "").lstrip(".") if self._helpers else ""
        return bool(name) and any(f".{helper}".endswith(f".{name}") for helper in self._helpers)

    def _made_by_helper(self, path: Term) -> bool:
        """`with atomic_path(target) as tmp` gives a path that is published when it is whole."""
        for origin in self.file.values.origins(path):
            node = origin.term.node
            if origin.how == "entered" and isinstance(node, ast.Call):
                words = set(split_words(spelled(node.func)))
                if not words.isdisjoint(lexicon.STAGING) or self._is_helper(origin.term.at(node.func)):
                    return True
        return False

    def _named_so(self, path: Term) -> bool:
        """Is it a pid file or a temporary one by its name, or on the project's own list?"""
        words = wording_of(path, self.file.values)
        if (words.tail | words.folder | _holders(path)) & lexicon.TEMPORARY or words.suffix in lexicon.TEMPORARY:
            return True
        if words.tail & lexicon.PID or words.suffix in lexicon.PID:
            return True
        texts = (self.file.source.written(path.node), words.text) if self._ignored else ()
        every = words.tail | words.folder
        return any(fnmatch(text, item) or item in every for text in texts for item in self._ignored)

    def _in_fixture(self, scope: Scope) -> bool:
        """Is it written by a fixture, for the test that asks for it?"""
        if "pytest" not in self.file.source.imports:
            return False
        while scope.parent is not None:
            for node in scope.function.decorator_list if scope.function is not None else ():
                made = node.func if isinstance(node, ast.Call) else node
                if dotted(Term(made, scope.parent, flow_of(scope.parent).end)) == "pytest.fixture":
                    return True
            scope = scope.parent
        return False

    def _publishing(self, event: Event) -> Iterator[Called]:
        """The calls beside it that put a file in its place: they say so, or are of the project's own writers."""
        yield from self.file.trace(event.scope).publishing
        for call in flow_of(event.scope).calls if self._helpers else ():
            if self._is_helper(Term(call.node.func, event.scope, call.place)):
                yield call
