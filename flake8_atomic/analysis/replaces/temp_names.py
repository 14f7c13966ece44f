"""What a temp is called and where it lies: the same name for all, another filesystem."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.names import Term, dotted
from flake8_atomic.analysis.code.values import Origin
from flake8_atomic.analysis.facts.callees import opened_by
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import At, Copy, Event, Open, Save, Whole
from flake8_atomic.analysis.files.openings import argument
from flake8_atomic.analysis.paths.keys import is_none
from flake8_atomic.analysis.paths.paths import Key, base_of, holds
from flake8_atomic.analysis.replaces.one_writer import has_one_writer, is_of_a_run
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.analysis.replaces.systems import is_guarded
from flake8_atomic.analysis.replaces.taken_away import removed_first
from flake8_atomic.analysis.replaces.temps import keeps_its_name
from flake8_atomic.analysis.replaces.vacancies import meets_no_file

_OF_PATHS = frozenset(f"os.path.{name}" for name in ("dirname", "basename", "join", "split", "splitext")) | {
    "tempfile.gettempdir", "tempfile.gettempprefix", "datetime.date.today",
}  # fmt: skip
_NAMING = frozenset(
    {"parent", "name", "stem", "suffix", "with_suffix", "with_name", "with_stem", "dirname", "basename"}
) | {
    "replace",
    "split",
    "rsplit",
    "partition",
    "rpartition",
    "removesuffix",
    "removeprefix",
    "lower",
    "strip",
    "rstrip",
}
_EXCLUSIVE = re.compile(r"x[bt+]*(?::\w*)?")
# What stands in for a path until there is one.
_UNKNOWN = (("constant", ""), ("constant", None))
_FOLDERS = {"tempfile.TemporaryDirectory": 2, "tempfile.mkdtemp": 2, "tempfile.gettempdir": -1}


def fixed_name(replace: Replace) -> bool:
    """Is the temp's name the same in every process that may write it?"""
    if replace.birth is not None or is_exclusive(replace):
        return False
    if replace.target in _UNKNOWN or _is_unique(replace.target) or is_of_a_run(replace):
        return False
    return is_derived(replace) and not has_one_writer(replace)


def name_of(replace: Replace) -> ast.expr:
    """Where the temp gets its name, in the function that makes it or for the object; else what makes the temp."""
    first, file = replace.first, replace.file
    path = first.path if isinstance(first, (Open, Whole, Save, Copy)) else replace.rename.source
    origins = (origin.term for origin in file.values.origins(path) if origin.how == "expression")
    made = [term for term in origins if file.paths.key(term) not in _UNKNOWN]
    last = first.call.end_lineno or first.call.lineno
    here = [term.node for term in made if term.scope is first.scope and term.node.lineno <= last]
    kept = [term.node for term in made if isinstance(path.node, ast.Attribute)]
    return min(here or kept, key=lambda node: node.lineno, default=first.call)


def is_exclusive(replace: Replace) -> bool:
    """Is it only made where it is not there yet, perhaps by a function of the file?"""
    opened = opened_by(replace.file, replace.given_the_temp, replace.source)
    if any("x" in mode for handle in (*replace.handles, *opened) for mode in handle.modes):
        return True
    # `ZipFile(temp, "x")`
    given = (value for event in replace.given_the_temp for value in given_to(event.call))
    texts = (node.value for node in given if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return any(map(_EXCLUSIVE.fullmatch, texts))


def is_derived(replace: Replace) -> bool:
    """Is the name made of nothing but the target's own and constants?"""
    todo = [replace.source]
    while todo:
        key = todo.pop()
        if not isinstance(key, tuple) or key[0] == "constant" or holds(replace.target, key):
            continue
        how, *parts = key
        if how in ("join", "text", "one of"):
            todo += parts
        elif how == "item" or (how == "attribute" and parts[1] in _NAMING):
            todo.append(parts[0])
        elif how == "call" and parts[0] in _OF_PATHS:
            todo += parts[-1]
        elif how == "call" and isinstance(replace.target, tuple) and replace.target[:-1] == key[:-1]:
            todo += parts[-1]  # `path_for(name + ".tmp")` beside `path_for(name)`
        elif how == "call" and len(parts) == 3 and parts[1] in _NAMING:
            todo += [parts[0], *parts[2]]
        else:
            return False
    return True


def _is_unique(target: Key) -> bool:
    """Does each process have a target of its own?"""
    if not isinstance(target, tuple):
        return False
    return target[:1] == ("made",) or target[:2] == ("call", "os.getpid") or any(map(_is_unique, target))


def lies_elsewhere(replace: Replace) -> Iterator[Event | At]:
    """What makes it possible that the rename is none: where the temp is made, or the function that moves it."""
    file, rename, first = replace.file, replace.rename, replace.first
    if replace.birth is not None and _born_elsewhere(file, replace.birth):
        yield replace.birth
    elif replace.birth is None and _in_default_folder(file, rename.source):
        yield At(rename, first.call if first.scope is rename.scope else rename.call)
    elif _may_copy(replace):
        yield rename


def _may_copy(replace: Replace) -> bool:
    """Is it moved by a function that copies where it cannot rename, and may it not be able to?"""
    if replace.rename.function not in v.MOVES or is_guarded(replace) or any(removed_first(replace)):
        return False
    # Beside its target it can always be renamed, but over a file on Windows.
    beside = replace.birth is not None or not keeps_its_name(replace.source, replace.target)
    return not (beside and (meets_no_file(replace) or replace.file.is_of_unix))


def _born_elsewhere(file: File, birth: Open) -> bool:
    """Was the temp born without a word of where, so that it may lie on another filesystem?"""
    node = birth.call
    position = 2 if birth.spelling == "tempfile.mkstemp" else 6
    where = argument(node, v.Argument(position, "dir"))
    if where is None:
        return not any(keyword.arg is None for keyword in node.keywords)
    return _in_default_folder(file, birth.term(where))


def _in_default_folder(file: File, path: Term) -> bool:
    """Does it lie where the system keeps what is temporary?"""
    todo, seen = [path], set[int]()
    while todo:
        term = todo.pop()
        if id(term.node) in seen:
            return False
        seen.add(id(term.node))
        for origin in file.values.origins(term):
            # `self.path = None` will be another one by the time that `.tmp` is added to it, or a temp made in it.
            later = term is not path or isinstance(path.node, ast.Attribute)
            if not _is_default(origin) or (later and is_none(origin.term.node)):
                base = base_of(origin.term) if origin.how in ("expression", "entered", "item") else None
                if base is None:
                    return False
                todo.append(base)
    return True


def _is_default(origin: Origin) -> bool:
    term, node = origin.term, origin.term.node
    if isinstance(node, ast.Call) and (name := dotted(term.at(node.func))) in _FOLDERS:
        where = argument(node, v.Argument(_FOLDERS[name], "dir"))
        return where is None or is_none(where)
    if not isinstance(node, ast.Constant):
        return False
    # A folder that is only the default of a parameter may be any other one.
    written = origin.how != "parameter" and f"{node.value!s}/".startswith(("/tmp/", "/var/tmp/"))
    return node.value is None or written
