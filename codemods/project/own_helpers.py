"""`--helpers MODULE` and the mapping of the settings: every function that is named must be there to be called."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from codemods.project.project import Refused, import_roots
from flake8_atomic.analysis.code.scopes import bodies
from flake8_atomic.settings import Settings
from flake8_atomic.settings.call_table import PARAMETERS

_TABLE = "[tool.flake8-atomic.helpers]"


def offered(module: str, settings: Settings, paths: Sequence[str]) -> frozenset[str]:
    """Which helpers can be called: those that the module has by our names, and those that the settings map."""
    roots = import_roots(paths)
    mapped = frozenset(settings.helper_calls)
    check_mapped(settings, roots)
    names = _names(module, roots)
    if names is None:
        raise Refused(f"--helpers {module}: no such module below {', '.join(map(os.path.relpath, roots))}")
    own = frozenset(PARAMETERS) if "*" in names else names & frozenset(PARAMETERS)
    if not own | mapped:
        wanted = ", ".join(PARAMETERS)
        raise Refused(f"--helpers {module}: it has none of {wanted}; say under {_TABLE} how its own are called")
    return own | mapped


def check_mapped(settings: Settings, roots: Sequence[str]) -> None:
    """Refuse a mapping to a function that is not there."""
    for helper, call in settings.helper_calls.items():
        module, _, name = call.function.rpartition(".")
        if not module:
            raise Refused(f"{_TABLE} {helper}: {name} names no module")
        names = _names(module, roots)
        if names is None or not names & {name, "*"}:
            missing = f"no module {module}" if names is None else f"{module} has no {name}"
            raise Refused(f"{_TABLE} {helper}: {missing}, so {call.function} cannot be called")


def open_ended(settings: Settings, roots: Sequence[str]) -> frozenset[str]:
    """The mapped functions that take any keyword, and pass it on."""
    found = set()
    for call in settings.helper_calls.values():
        module, _, name = call.function.rpartition(".")
        tree = _tree(module, roots)
        for node in tree.body if tree is not None else ():
            if isinstance(node, ast.FunctionDef) and node.name == name and node.args.kwarg is not None:
                found.add(call.function)
    return frozenset(found)


def _names(module: str, roots: Sequence[str]) -> frozenset[str] | None:
    """The names that a module binds when it is loaded, `*` if it takes over another's; None if it is not found."""
    tree = _tree(module, roots)
    return None if tree is None else frozenset(_bound(tree))


def _tree(module: str, roots: Sequence[str]) -> ast.Module | None:
    for path in _places(module, roots):
        try:
            with open(path, "rb") as file:
                return ast.parse(file.read())
        except OSError:
            continue
        except (SyntaxError, ValueError, RecursionError) as error:
            raise Refused(f"{os.path.relpath(path)} cannot be read, {error}") from error
    return None


def _places(module: str, roots: Sequence[str]) -> Iterator[str]:
    first, *rest = module.split(".")
    for root in (*roots, *_installed(first)):
        base = os.path.join(root, first, *rest)
        yield f"{base}.py"
        yield os.path.join(base, "__init__.py")


def _installed(package: str) -> Iterator[str]:
    """The folder that holds an installed package; its own code is not run."""
    try:
        spec = find_spec(package)
    except ValueError:  # a module that says of itself that it has no place
        return
    if spec is not None and spec.origin is not None:
        folder = os.path.dirname(spec.origin)
        yield os.path.dirname(folder) if spec.submodule_search_locations else folder


def _bound(tree: ast.Module) -> Iterator[str]:
    todo: list[ast.stmt] = list(tree.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        todo.extend(statement for body in bodies(node) for statement in body)
