"""Takes out the imports that a rewrite made unused, and leaves those that somebody else may want."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from os.path import basename
from typing import NamedTuple

from codemods.importing.flakes import UNUSED_IMPORT, flakes
from codemods.importing.merging import spliced
from codemods.importing.taking_out import Stands, taken_out
from codemods.project.import_lines import Line, lines_in, written_module
from codemods.project.loading import is_type_checking
from codemods.syntax.parsed import parsed
from flake8_atomic.analysis.code.scopes import Import, bodies
from flake8_atomic.analysis.code.source import Source

_HARMLESS = frozenset({"os.path"})
"""A module inside a package is loaded for whoever uses the package; these are loaded anyway."""


class Cleared(NamedTuple):
    """The text without these imports; `kept` are unused as well, as pyflakes names them, but stay on purpose."""

    text: str
    removed: tuple[Line, ...] = ()
    kept: frozenset[str] = frozenset()


def _nobody(name: str) -> bool:
    return not name


def without_unused(before: Source, after: str, filename: str, keep: Callable[[str], bool] = _nobody) -> Cleared:
    """Remove from the rewritten text what only the code before used; `keep` knows the names that others import."""
    new = _new(before, after, filename)
    if not new:
        return Cleared(after)
    source = parsed(after)
    # What a package's `__init__` imports is for others, but where it says itself what is.
    is_package = basename(filename) == "__init__.py" and not _says_what_is_public(source.tree)
    listed = _listed(source.tree) if "__all__" in after else frozenset[str]()
    kept: set[str] = set()
    going: list[tuple[Stands, list[int]]] = []
    for stands in _imports(source.tree):
        names = {place: named(stands.node, alias) for place, alias in enumerate(stands.node.names)}
        unused = {place: name for place, name in names.items() if (stands.node.lineno, name) in new}
        stays = (is_package and not stands.local) or stands.guarded or not _may_go(source, stands)
        gone = [] if stays else [at for at in unused if _is_private(stands.node, stands.node.names[at], keep, listed)]
        if len(gone) == len(names) and len(stands.suite) == 1:
            gone = []
        kept.update(name for place, name in unused.items() if place not in gone)
        if gone:
            going.append((stands, gone))
    removed = tuple(lines_in(stands.node)[place] for stands, gone in going for place in gone)
    return Cleared(spliced(after, list(taken_out(source, going))), removed, frozenset(kept))


def _says_what_is_public(tree: ast.Module) -> bool:
    targets = [node.targets[0] for node in tree.body if isinstance(node, ast.Assign)]
    targets += [node.target for node in tree.body if isinstance(node, ast.AnnAssign)]
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)


def _listed(tree: ast.Module) -> frozenset[str]:
    """The names that are made public in any way; pyflakes follows only a list that is written down or added."""
    plain = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
    parts = [list(ast.walk(node)) for node in ast.walk(tree) if isinstance(node, plain)]
    telling = [nodes for nodes in parts if any(isinstance(node, ast.Name) and node.id == "__all__" for node in nodes)]
    texts = (node.value for nodes in telling for node in nodes if isinstance(node, ast.Constant))
    return frozenset(text for text in texts if isinstance(text, str))


def _new(before: Source, after: str, filename: str) -> set[tuple[int, str]]:
    """The line and the name of each import that is unused now and was not."""
    found = [flake for flake in flakes(after, filename) if flake.kind == UNUSED_IMPORT]
    if not found:
        return set()
    was = {flake.names for flake in flakes(before.text, filename) if flake.kind == UNUSED_IMPORT}
    return {(flake.line, flake.names[0]) for flake in found if flake.names not in was}


def named(node: Import, alias: ast.alias) -> str:
    """An import as pyflakes names it."""
    if isinstance(node, ast.Import):
        return f"{alias.name} as {alias.asname}" if alias.asname and alias.asname != alias.name else alias.name
    module = written_module(node)
    whole = f"{module}{alias.name}" if module.endswith(".") else f"{module}.{alias.name}"
    return f"{whole} as {alias.asname}" if alias.asname and alias.asname != alias.name else whole


def _is_private(node: Import, alias: ast.alias, keep: Callable[[str], bool], listed: frozenset[str]) -> bool:
    """Is the name of no use but for this file?"""
    bound = alias.asname or alias.name
    loads_a_part = isinstance(node, ast.Import) and "." in alias.name and alias.name not in _HARMLESS
    return not loads_a_part and alias.asname != alias.name and bound not in listed and not keep(bound)


def _imports(tree: ast.Module) -> Iterator[Stands]:
    """Every import of a file that flows like a statement."""
    todo: list[tuple[list[ast.stmt], bool, bool]] = [(tree.body, False, False)]
    while todo:
        suite, guarded, local = todo.pop()
        for node in suite:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                yield Stands(node, suite, guarded, local)
                continue
            inner = guarded or isinstance(node, (ast.Try, ast.TryStar))
            inner = inner or (isinstance(node, ast.If) and is_type_checking(node.test))
            inside = local or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            todo.extend((nested, inner, inside) for nested in bodies(node))


def _may_go(source: Source, stands: Stands) -> bool:
    """Is the statement alone on its lines, and did its author not mark it as unused?"""
    span = source.span(stands.node)
    before = source.line(span.line)[: span.column]
    after = source.line(span.end_line)[span.end_column :]
    if before.strip() or (after.strip() and not after.lstrip().startswith("#")):
        return False
    return not any("noqa" in source.line(number).lower() for number in range(span.line, span.end_line + 1))
