"""What is never flagged: temporary files, files renamed away, locks, pid files, descriptors."""

from __future__ import annotations

import ast

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term, spelled
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.asked import made_where_missing
from flake8_atomic.analysis.facts.matching import fitting
from flake8_atomic.analysis.facts.out_of_reach import is_out_of_reach
from flake8_atomic.analysis.facts.pipes import is_pipe
from flake8_atomic.analysis.facts.untearable import cannot_be_torn, is_nothing, only_process_number
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.descriptors import is_descriptor
from flake8_atomic.analysis.files.events import Copy, Event, Open, Use, Whole, only_asks
from flake8_atomic.analysis.paths.paths import holds
from flake8_atomic.analysis.paths.receivers import is_path
from flake8_atomic.analysis.paths.wording import is_called, wording_of
from flake8_atomic.analysis.state.backups import is_backup
from flake8_atomic.analysis.state.for_tests import is_for_tests
from flake8_atomic.analysis.state.made_of_old import is_made_of
from flake8_atomic.analysis.state.own_writers import OwnWriters
from flake8_atomic.analysis.state.removal import removed_later
from flake8_atomic.analysis.state.renamed_away import renamed_away
from flake8_atomic.analysis.state.working_folder import is_below_temporary

_FILLING = frozenset({"copy", "dump", "put", "record", "write"})
# To cut a file to a size, or stretch it, writes nothing that could be torn.
_IDLE = frozenset({"close", "flush", "lock", "seek", "sync", "truncate", "wrap"})


def _is_a_byte(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)) and len(node.value) <= 1


def _holders(path: Term) -> frozenset[str]:
    """`TMP_FILES["cookies"].name` is temporary by what holds it, and called by its key."""
    holders = (node.value for node in ast.walk(path.node) if isinstance(node, ast.Subscript))
    return frozenset(word for holder in holders for word in split_words(spelled(holder).rpartition(".")[2]))


class Excuses:
    """Says why a write needs no finding."""

    def __init__(self, file: File, ignored: tuple[str, ...], helpers: tuple[str, ...]) -> None:
        self.file = file
        self._ignored = ignored
        self._writers = OwnWriters(file, helpers)

    def open(self, opened: Open) -> bool:
        """Is there an excuse for opening this file in place?"""
        if self.path(opened, opened.path) or made_where_missing(self.file, opened):
            return True
        return self._unwritten(opened) or self._opened_for_callers(opened)

    def edit(self, opened: Open) -> bool:
        """Is there an excuse for changing this file where it stands?"""
        return self.path(opened, opened.path) or self._is_numbered(opened) or self._is_locked_by_a_byte(opened)

    def whole(self, whole: Whole) -> bool:
        """Is there an excuse for this write_text() or write_bytes()?"""
        data = [whole.term(node) for node in whole.data]
        if cannot_be_torn(data, self.file.values) or self._is_told_where(whole, data):
            return True
        if self._writers.include(whole.term(whole.call.func)) or self.path(whole, whole.path):
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
            or is_pipe(self.file, event, path)
            or self._writers.lend(path)
            or self._named_so(event, path)
            or renamed_away(self.file, event, path, self._writers.publishing(event))
            or is_for_tests(self.file, event.scope)
            or is_out_of_reach(self.file, event.scope)
            or (self.file.text_of.speaks(event.scope, ("chdir(",)) and is_below_temporary(event, path, paths))
        )

    def backup(self, copy: Copy) -> bool:
        """Is the target named after the source, so that the copy saves what is there?"""
        source, target = self.file.paths.key(copy.source), self.file.paths.key(copy.path)
        words = wording_of(copy.path, self.file.values)
        return holds(target, source) or bool((words.tail | words.folder | {words.suffix}) & lexicon.BACKUP)

    def _unwritten(self, opened: Open) -> bool:
        """Is the file only touched, locked, or given the number of this process?"""
        written = self._written(opened)
        if any(use.what == "lock" for use in self.file.uses(opened)):
            return self._only_locks(opened, [use for use in written if use.what in _FILLING])
        # Of a mode that the caller chooses, this arm is for those that read.
        if not written or (opened.reads and all(use.what == "read" for use in written)):
            return not self._escapes(opened)
        return self._is_numbered(opened)

    def _only_locks(self, opened: Open, filled: list[Use]) -> bool:
        """Does what is locked hold no more than who holds it? Data that are locked only now were emptied before."""
        called_so = wording_of(opened.path, self.file.values).name_says(lexicon.LOCKS)
        return all(called_so and use.what in ("write", "put") for use in filled) or self._is_numbered(opened)

    def _written(self, opened: Open) -> list[Use]:
        uses = self.file.uses(opened)
        return [use for use in uses if use.what not in _IDLE and not (use.what == "write" and is_nothing(use.data))]

    def _is_numbered(self, opened: Open) -> bool:
        """Is it given the number of this process, and nothing else?"""
        written = self._written(opened)
        data = [use.term(node) for use in written for node in use.data]
        return all(use.what == "write" for use in written) and only_process_number(data, self.file.values)

    def _is_locked_by_a_byte(self, opened: Open) -> bool:
        """Is it locked, and given no more than the byte that Windows wants to lock?"""
        locked = any(use.what == "lock" for use in self.file.uses(opened))
        data = [node for use in self._written(opened) for node in use.data]
        return locked and all(map(_is_a_byte, data))

    def _opened_for_callers(self, opened: Open) -> bool:
        """`return open(path, mode)` opens where it is called, and that is where it is judged."""
        returns = (Term(value, opened.scope, place) for value, place in flow_of(opened.scope).returns)
        returned = any(self.file.handles.opened(value) is opened for value in returns)
        given = [origin.bound for origin in self.file.values.origins(opened.path) if origin.how == "parameter"]
        told = any(bound is not None and bound.scope is opened.scope for bound in given)
        return returned and told and bool(self.file.values.calls_of(opened.scope))

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

    def _named_so(self, event: Event, path: Term) -> bool:
        """Is it a pid file or a temporary one by its name, or on the project's own list?"""
        words = wording_of(path, self.file.values)
        if is_called(path, lexicon.TEMPORARY, self.file.values) or _holders(path) & lexicon.TEMPORARY:
            return True
        # `pid_state.json` is a document, whoever it is of.
        numbered = words.name_says(lexicon.PID) and words.suffix not in lexicon.STATE_SUFFIXES
        return (numbered and not self._changes_what_it_read(event, path)) or self.ignored(path)

    def _changes_what_it_read(self, event: Event, path: Term) -> bool:
        """Is it written with what was read of it, as a list of the numbers of many processes is?"""
        read = self.file.reads(event.scope, self.file.paths.key(path)) if isinstance(event, Whole) else ()
        calls = {id(each.call) for each in read if not only_asks(each)}
        data = event.data if isinstance(event, Whole) and calls else ()
        return any(is_made_of(self.file, event.term(node), calls) for node in data)

    def ignored(self, path: Term) -> bool:
        """Is it on the project's own list?"""
        return bool(fitting(path, self._ignored, self.file))
