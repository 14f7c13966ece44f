"""What is never flagged: temporary files, files renamed away, locks, pid files, descriptors."""

from __future__ import annotations

import ast
from fnmatch import fnmatch

from flake8_atomic.analysis.events import Copy, Event, Open, Use
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, dotted
from flake8_atomic.analysis.paths import Key
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import split_words, wording_of

_PID = frozenset({"pid", "pidfile"})


class Excuses:
    """Says why a write needs no finding."""

    def __init__(self, file: File, ignored: tuple[str, ...], helpers: tuple[str, ...]) -> None:
        self.file = file
        self._ignored = ignored
        self._helpers = helpers

    def open(self, opened: Open) -> bool:
        """Is there an excuse for opening this file in place?"""
        return self.path(opened, opened.path) or self._unwritten(opened) or self._opened_for_callers(opened)

    def path(self, event: Event, path: Term) -> bool:
        """Is there an excuse that lies in the path?"""
        paths = self.file.paths
        return (
            paths.temporary(path)
            or paths.descriptor(path)
            or self._made_by_helper(path)
            or self._pid_file(path)
            or self._listed(path)
            or self._renamed_away(event, path)
        )

    def backup(self, copy: Copy) -> bool:
        """Is the target named after the source, so that the copy saves what is there?"""
        source, target = self.file.paths.key(copy.source), self.file.paths.key(copy.path)
        words = wording_of(copy.path, self.file.values)
        return _holds(target, source) or bool((words.tail | words.folder) & _BACKUP)

    def _unwritten(self, opened: Open) -> bool:
        """Is the file only touched, locked, or given the number of this process?"""
        uses = self.file.uses(opened)
        if any(use.what == "lock" for use in uses):
            return True
        written = [use for use in uses if use.what not in ("close", "flush", "sync", "wrap")]
        if not written:
            return not self._escapes(opened)
        return all(use.what == "write" and self._only_pid(use) for use in written)

    def _opened_for_callers(self, opened: Open) -> bool:
        """`return open(path, mode)` opens where it is called, and that is where it is judged."""
        returned = any(value is opened.call for value, _ in flow_of(opened.scope).returns)
        given = any(origin.how == "parameter" for origin in self.file.values.origins(opened.path))
        return returned and given and bool(self.file.values.calls_of(opened.scope))

    def _only_pid(self, use: Use) -> bool:
        return bool(use.data) and all(self._is_pid(use.term(node)) for node in use.data if not _newline(node))

    def _is_pid(self, term: Term, depth: int = 4) -> bool:
        for origin in self.file.values.origins(term):
            for node in ast.walk(origin.term.node):
                if isinstance(node, ast.Call) and dotted(origin.term.at(node.func)) in (
                    "os.getpid",
                    "os.getppid",
                ):
                    return True
                if isinstance(node, (ast.Name, ast.Attribute)):
                    name = node.id if isinstance(node, ast.Name) else node.attr
                    if "pid" in split_words(name):
                        return True
                    if depth and isinstance(node, ast.Name) and node is not term.node:
                        if any(
                            o.how == "expression" and o.term.node is not node and self._is_pid(o.term, depth - 2)
                            for o in self.file.values.origins(origin.term.at(node))
                        ):
                            return True
        return False

    def _escapes(self, opened: Open) -> bool:
        """May the handle be used where this file does not show it?"""
        flow = flow_of(opened.scope)
        values = [value for value, _ in flow.returns] + [value for value, _ in flow.yields if value is not None]
        values += [b.value for _, b in flow.attributes if b.value is not None]
        return any(self.file.handles.opened(Term(value, opened.scope, flow.end)) is opened for value in values)

    def _made_by_helper(self, path: Term) -> bool:
        """`with atomic_path(target) as tmp` gives a path that is published when it is whole."""
        for origin in self.file.values.origins(path):
            node = origin.term.node
            if origin.how == "entered" and isinstance(node, ast.Call):
                words = split_words(ast.unparse(node.func))
                if {
                    "atomic",
                    "atomically",
                    "tmp",
                    "temp",
                    "temporary",
                    "safe",
                    "staged",
                    "staging",
                    "transaction",
                } & set(words):
                    return True
        return False

    def _pid_file(self, path: Term) -> bool:
        words = wording_of(path, self.file.values)
        return bool(words.tail & _PID)

    def _listed(self, path: Term) -> bool:
        if not self._ignored:
            return False
        words = wording_of(path, self.file.values)
        texts = (ast.unparse(path.node), words.text)
        return any(fnmatch(text, p) or p in words.tail | words.folder for text in texts for p in self._ignored)

    def _renamed_away(self, event: Event, path: Term) -> bool:
        keys = self.file.paths.keys_above(path)
        for rename in self.file.renames(event):
            if rename.scope is event.scope and rename.place.order < event.place.order:
                continue
            if self.file.paths.key(rename.source) in keys:
                return True
        return self._published(event, keys)

    def _published(self, event: Event, keys: set[Key]) -> bool:
        """Is it handed, with the name that it shall have, to a function that says it replaces?"""
        for called in flow_of(event.scope).calls:
            node = called.node
            if len(node.args) < 2 or called.place.order < event.place.order:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if _PUBLISHING & set(split_words(name)):
                if any(self.file.paths.key(Term(arg, event.scope, called.place)) in keys for arg in node.args[:1]):
                    return True
        return False


_PUBLISHING = frozenset(
    {"replace", "rename", "move", "mv", "publish", "swap", "atomic", "commit", "install", "promote"}
)
_BACKUP = frozenset({"bak", "backup", "backups", "orig", "old", "original", "archive", "archived"})


def _newline(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and not node.value.strip()


def _holds(key: object, part: object) -> bool:
    return key == part or (isinstance(key, tuple) and any(_holds(item, part) for item in key))
