"""Whether a test replaces the very builtin that a rewrite no longer calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

# What the rewrites of the rules call no longer.
REPLACED = frozenset(
    {"open", "write_text", "write_bytes", "dump", "dumps", "copyfile", "copy", "copy2", "replace", "rename"}
)
_PATCHES = frozenset({"patch", "object", "setattr", "setitem", "mock_open", "spy"})
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def patched_by(tree: Path, test: str) -> set[str]:
    """The names of replaced builtins that a test, or a fixture it asks for, patches."""
    file, *_, name = test.partition("[")[0].split("::")
    path = tree / file
    if not path.is_file():
        return set()
    modules = [path, *(folder / "conftest.py" for folder in path.parents if folder.is_relative_to(tree))]
    functions = {function.name: function for module in reversed(modules) for function in _functions(module)}
    todo, seen, found = [name, "setUp", "setup_method"], set(), set()
    while todo:
        wanted = todo.pop()
        if wanted in functions and wanted not in seen:
            seen.add(wanted)
            found |= set(_patches(functions[wanted]))
            todo += [argument.arg for argument in functions[wanted].args.args]
    return found


def _functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    if path.is_file():
        yield from (node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, _FUNCTIONS))


def _patches(function: ast.AST) -> Iterator[str]:
    """The dotted names that are replaced: the string of a patch, or the object and the name given apart."""
    for call in ast.walk(function):
        if not isinstance(call, ast.Call) or ast.unparse(call.func).rpartition(".")[2] not in _PATCHES:
            continue
        for argument in call.args:
            text = argument.value if isinstance(argument, ast.Constant) else None
            if isinstance(text, str) and text.rpartition(".")[2] in REPLACED:
                yield text
