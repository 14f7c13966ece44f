"""Does a block look at what is in a folder, where a temporary file stands and the new one does not yet?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term, dotted, last_name
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File
from flake8_atomic.fixes.run_by_blocks import Run, every

LISTS = "the block lists a folder; until it ends a temporary file may stand there, and the new one does not"
_LAZY = frozenset({"scandir", "iterdir", "rglob", "iglob", "glob"})
_LISTING = _LAZY | {"listdir"}
_WALKS = frozenset({"os.walk", "os.fwalk"})
_WHOLE = frozenset({"shutil.make_archive", "shutil.copytree"})


def lists_a_folder(file: File, runs: list[Run]) -> bool:
    """Is a folder listed while the block runs, also by what was made before and is walked now?"""
    for run in runs:
        for node in every(run.suite):
            if isinstance(node, ast.Call) and _lists(Term(node.func, run.scope, flow_of(run.scope).end)):
                return True
    block, path = runs[0].suite, runs[0].path
    names = (part for part in every(block) if isinstance(part, ast.Name))
    made = (origin for name in names if path is not None for origin in file.values.origins(path.at(name)))
    return any(origin.how == "expression" and _will_list(origin.term) for origin in made)


def _lists(func: Term) -> bool:
    known = dotted(func) or ""
    return known in _WALKS | _WHOLE or (known.rpartition(".")[2] or last_name(func.node)) in _LISTING


def _will_list(term: Term) -> bool:
    """Is it `folder.rglob("*")`, or a generator over that, which lists when it is walked?"""
    node: ast.expr = term.node
    if isinstance(node, ast.GeneratorExp):
        # What a generator is over first is worked out at once.
        node = node.generators[0].iter
    if not isinstance(node, ast.Call) or not _lists(term.at(node.func)):
        return False
    known = dotted(term.at(node.func)) or ""
    return known in _WALKS or (known != "glob.glob" and (known.rpartition(".")[2] or last_name(node.func)) in _LAZY)
