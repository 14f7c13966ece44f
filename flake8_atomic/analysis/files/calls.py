"""What a call does to files: each function and method that is known, read into its event."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term, called_as, dotted, last_name
from flake8_atomic.analysis.files.events import Atomic, Copy, Edit, Event, Read, Remove, Rename, Save, Whole
from flake8_atomic.analysis.files.openings import argument
from flake8_atomic.analysis.files.own_files import saved_by
from flake8_atomic.analysis.files.shell import removed_by


def done_by(term: Term, node: ast.Call, name: str | None) -> Iterable[Event]:
    """The events of a call that opens nothing, by the name that the world knows it by, or by its method's."""
    func = node.func
    if (function := (name or called_as(node)).rpartition(".")[2]) in v.ATOMIC_WRITES:
        return _atomic(term, node, function)
    if name is not None and name in _NAMED:
        return _NAMED[name](term, node, name)
    if isinstance(func, ast.Attribute) and (read := _METHODS.get(func.attr)) is not None:
        return read(term, node, func, name)
    return ()


def _whole(term: Term, node: ast.Call, func: ast.Attribute, name: str | None) -> Iterator[Event]:
    if name is not None and name.rpartition(".")[0] in v.PATH_TYPES:
        if len(node.args) > 1:
            yield Whole(node, term.scope, term.place, term.at(node.args[0]), func.attr, tuple(node.args[1:2]))
        return
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    data = node.args[:1] or [value for name, value in named.items() if name == "data" and "path" not in named]
    yield Whole(node, term.scope, term.place, term.at(func.value), func.attr, tuple(data))


def _hand_over(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    """`asyncio.to_thread(path.write_text, data)`, and what else calls a function that it is given."""
    at = v.HANDED[name.rpartition(".")[2]]
    func, given = node.args[at : at + 1], node.args[at + 1 :]
    if not func or not isinstance(func[0], (ast.Attribute, ast.Name)):
        return
    method, called = last_name(func[0]), dotted(term.at(func[0])) or ""
    if method in v.WHOLE_WRITES and isinstance(func[0], ast.Attribute):
        if given:
            yield Whole(node, term.scope, term.place, term.at(func[0].value), method, (given[0],), at + 1)
        return
    inner = ast.copy_location(ast.Call(func[0], given, node.keywords), node)
    for event in done_by(term.at(inner), inner, called or None):
        if isinstance(event, (Copy, Rename, Save)):
            yield replace(event, call=node, handed=True)
        elif isinstance(event, Remove):
            yield replace(event, call=node)


def _hand_over_itself(term: Term, node: ast.Call, func: ast.Attribute, _: str | None) -> Iterator[Event]:
    return _hand_over(term, node, func.attr)


def _atomic(term: Term, node: ast.Call, function: str) -> Iterator[Event]:
    path = argument(node, v.Argument(0, "path"))
    if path is not None:
        data = argument(node, v.Argument(1, "obj" if function.endswith("json") else "data"))
        given = (data,) if data is not None and function != "atomic_open" else ()
        yield Atomic(node, term.scope, term.place, term.at(path), function, given)


def _save(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    path = argument(node, v.SAVERS[name])
    if path is not None:
        yield Save(node, term.scope, term.place, term.at(path), name)


def _save_itself(term: Term, node: ast.Call, func: ast.Attribute, _: str | None) -> Iterator[Event]:
    path = argument(node, v.Argument(0, v.SAVER_METHODS[func.attr]))
    none = isinstance(path, ast.Constant) and path.value is None  # `text = frame.to_csv(None)`
    if path is not None and not none:
        yield Save(node, term.scope, term.place, term.at(path), f".{func.attr}")


def _tree(term: Term, node: ast.Call, func: ast.Attribute, name: str | None) -> Iterator[Event]:
    """`ElementTree(root).write(path)`: most objects with a `write` are no trees."""
    path = argument(node, v.Argument(0, "file_or_filename"))
    if path is not None and name is None:
        # Nothing else writes with a declaration of XML.
        declared = any(keyword.arg == "xml_declaration" for keyword in node.keywords)
        receiver = None if declared else term.at(func.value)
        yield Save(node, term.scope, term.place, term.at(path), "tree", receiver)


def _copy(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    source, target = (argument(node, where) for where in v.COPIES[name])
    if source is not None and target is not None:
        yield Copy(node, term.scope, term.place, term.at(source), term.at(target), name)


def _rename(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    source, target = (argument(node, where) for where in v.RENAMES[name])
    if source is not None and target is not None:
        yield Rename(node, term.scope, term.place, term.at(source), term.at(target), name)


def _rename_itself(term: Term, node: ast.Call, func: ast.Attribute, _: str | None) -> Iterator[Event]:
    """`path.replace(target)`; `text.replace(old, new)` is none."""
    target = argument(node, v.Argument(0, "target"))
    if target is not None and len(node.args) + len(node.keywords) == 1:
        yield Rename(node, term.scope, term.place, term.at(func.value), term.at(target), func.attr)


def _edit(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    inplace = argument(node, v.EDITS[name])
    if isinstance(inplace, ast.Constant) and inplace.value:
        path = argument(node, v.Argument(0, "files"))
        yield Edit(node, term.scope, term.place, term.at(path) if path is not None else None)


def _remove(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    path = argument(node, v.REMOVERS[name])
    if path is not None:
        yield Remove(node, term.scope, term.place, term.at(path))


def _remove_by_command(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    command = argument(node, v.COMMANDS[name])
    for path in removed_by(command) if command is not None else ():
        yield Remove(node, term.scope, term.place, term.at(path))


def _remove_itself(term: Term, node: ast.Call, func: ast.Attribute, name: str | None) -> Iterator[Event]:
    if name is None:
        yield Remove(node, term.scope, term.place, term.at(func.value))


def _reads(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    path = argument(node, v.READERS.get(name) or v.ASKERS[name])
    if path is not None:
        yield Read(node, term.scope, term.place, term.at(path), name in v.ASKERS)


def _reads_itself(term: Term, node: ast.Call, func: ast.Attribute, _: str | None) -> Iterator[Event]:
    yield Read(node, term.scope, term.place, term.at(func.value), func.attr in v.ASKER_METHODS)


_NAMED = (
    dict.fromkeys(v.SAVERS, _save)
    | dict.fromkeys(v.COPIES, _copy)
    | dict.fromkeys(v.RENAMES, _rename)
    | dict.fromkeys(v.EDITS, _edit)
    | dict.fromkeys(v.READERS, _reads)
    | dict.fromkeys(v.ASKERS, _reads)
    | dict.fromkeys(v.REMOVERS, _remove)
    | dict.fromkeys(v.COMMANDS, _remove_by_command)
    | dict.fromkeys(v.HANDED_TO, _hand_over)
)
_METHODS = (
    dict.fromkeys(v.WHOLE_WRITES, _whole)
    | dict.fromkeys(v.SAVER_METHODS, _save_itself)
    | dict.fromkeys(v.RENAME_METHODS, _rename_itself)
    | {"write": _tree, "unlink": _remove_itself, "save": saved_by, "dump": saved_by}
    | dict.fromkeys(v.HANDED, _hand_over_itself)
    | dict.fromkeys(v.READER_METHODS | v.ASKER_METHODS, _reads_itself)
)
TELLING = (
    frozenset(name.rpartition(".")[2] for table in (v.OPENERS, v.OPENERS_ANYWHERE, v.BIRTHS, _NAMED) for name in table)
    | frozenset(_METHODS)
    | v.ATOMIC_WRITES
    | {"fdopen", "getattr"}
)
"""The last names of all calls that may be an event."""
