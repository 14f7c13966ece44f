"""Does the package of a file need Unix: a module that its import runs, or the systems that it is published for?

No other module of the analysis looks beside the file; this one is asked last, where a finding would be reported.
"""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

from flake8_atomic.analysis.code.unix_names import UNIX_MODULES, is_unix_module

_FILES = 100
_SIZE = 1_000_000
_ABOVE = 3  # folders: `src`, the project, what holds several of them
_PROJECTS = ("pyproject.toml", "setup.cfg", "setup.py")
# What is indented may not run; what begins a line does.
_IMPORTS = re.compile(
    r"^(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]*)|import[ \t]+([^\n#;]*))", re.MULTILINE
)
_UNIX = re.compile(rf"^(?:import|from)[ \t].*\b(?:{'|'.join(sorted(UNIX_MODULES))})\b", re.MULTILINE)
_SYSTEM = re.compile(r"Operating System :: ([\w :.]+)")
_WINDOWS = ("Microsoft", "OS Independent")

Name = tuple[str, ...]


def needs_unix(filename: str) -> bool:
    """Can the file not be imported on Windows, or does its project name only other systems?"""
    path = Path(os.path.abspath(filename))
    try:
        if not path.is_file():
            return False
        base = next(folder for folder in path.parents if not (folder / "__init__.py").is_file())
        own = path.with_suffix("").relative_to(base).parts
        own = own[:-1] if own[-1] == "__init__" else own
        return any(_is_unix(text, base) for text in _run_before(base, own)) or _is_published_for_unix(base)
    except (OSError, ValueError):
        return False


def _run_before(base: Path, own: Name) -> Iterator[str]:
    """The texts of the modules that importing this one runs, the packages around it first."""
    todo, seen, files = [own], set[Name](), 0
    for wanted in todo:
        for name in (wanted[:end] for end in range(1, len(wanted) + 1)):
            path = _file(base, name) if name not in seen and files < _FILES else None
            seen.add(name)
            if path is not None:
                files += 1
                text = _read(path)
                todo += _imported(text, name if path.name == "__init__.py" else name[:-1])
                yield text


def _file(base: Path, name: Name) -> Path | None:
    """Where the module lies, if it is one of the same folder as the package."""
    path = base.joinpath(*name)
    return next((file for file in (path / "__init__.py", path.with_name(f"{path.name}.py")) if file.is_file()), None)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.stat().st_size <= _SIZE else ""


def _imported(text: str, package: Name) -> Iterator[Name]:
    """What the lines import that begin with it, as far as that may lie in the same package."""
    for dots, module, names, plain in _IMPORTS.findall(text):
        if plain:
            yield from (tuple(part.split()[0].split(".")) for part in plain.split(",") if part.split())
            continue
        above = package[: len(package) - len(dots) + 1] if dots else ()
        inside = (*above, *filter(None, module.split(".")))
        yield inside
        words = [part.split() for part in names.strip("() \t").split(",")]
        yield from ((*inside, word[0]) for word in words if word and word[0].isidentifier())


def _is_unix(text: str, base: Path) -> bool:
    """Does the module always import what Windows does not have, and not a module of its own that is called so?"""
    if _UNIX.search(text) is None:
        return False
    try:
        with warnings.catch_warnings():  # what Python thinks of a neighbour is no news of this file
            warnings.simplefilter("ignore")
            body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    names = (name for node in body for name in _names(node))
    return any(is_unix_module(name) and _file(base, (name.partition(".")[0],)) is None for name in names)


def _names(node: ast.stmt) -> list[str]:
    """The modules of other folders that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []


def _is_published_for_unix(base: Path) -> bool:
    """Does the project say for which systems it is, and is Windows none of them?"""
    for folder in (base, *base.parents)[:_ABOVE]:
        told = [_read(folder / name) for name in _PROJECTS if (folder / name).is_file()]
        if told:
            systems = [system for text in told for system in _SYSTEM.findall(text)]
            return bool(systems) and not any(system.startswith(_WINDOWS) for system in systems)
    return False
