"""What a block does with the path of the file that it is writing: the new file does not stand there yet."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis.code.arguments import operands_of
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, dotted
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.facts.speakers import is_of_caller
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.paths.paths import Key
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes.commanded import commands
from flake8_atomic.fixes.done_to import CHANGING, doing
from flake8_atomic.fixes.listing import LISTS, lists_a_folder
from flake8_atomic.fixes.run_by_blocks import Run, every, run_by

NOTE = "the block uses the path that it writes; until it ends the old file stands there, or none"
_OF_FILES = ("os.", "shutil.", "pathlib.", "io.", "open")


def notes_on_path(file: File, path: Term, body: Sequence[ast.AST]) -> list[str]:
    """The notes where the block looks at the path or its folder; raises where it changes the file under it."""
    runs = run_by(file, path, body)
    found = [what for run in runs if run.path is not None for what in _done(file, path, run, run.path)]
    for what in found:
        if what in CHANGING:
            raise NoFix(f"the block calls {what}() on the path that it writes; do that after the block")
    notes = [NOTE] if found else []
    return [*notes, LISTS] if lists_a_folder(file, runs) else notes


def _done(file: File, path: Term, run: Run, there: Term) -> Iterator[str]:
    """What is done to the path in these statements, by its own name, by another, or by a command."""
    wanted, key = ast.dump(there.node), file.paths.key(there)
    if run.scope is not path.scope and is_of_caller(key):
        key = None
    nodes = {id(node): node for node in every(run.suite) if node is not path.node}
    if not isinstance(there.node, ast.Constant):
        for node in nodes.values():
            if isinstance(node, type(there.node)) and ast.dump(node) == wanted:
                yield from doing(file, there.at(node))
    for call, place in flow_of(run.scope).calls:
        if id(call) in nodes:
            term = Term(call, run.scope, place)
            yield from commands(file, term, wanted, key)
            for given in _given(file, term, key):
                if id(given) in nodes:
                    yield from doing(file, term.at(given))


def _given(file: File, term: Term, key: Key) -> Iterator[ast.expr]:
    """Where a call is given the path, or is one of its methods."""
    call = term.node
    assert isinstance(call, ast.Call)
    for given in operands_of(call):
        if key is not None and file.paths.key(term.at(given)) == key:
            if not isinstance(given, ast.Constant) or _is_of_files(term.at(call.func)):
                yield given


def _is_of_files(func: Term) -> bool:
    """Is what is called known to take a path? A text may be anything."""
    return (dotted(func) or "").startswith(_OF_FILES) or definition(func) is not None
