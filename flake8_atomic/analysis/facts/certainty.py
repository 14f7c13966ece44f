"""Is it surely one of pathlib's paths, so that a function may be called on it in place of its method?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term, dotted
from flake8_atomic.analysis.code.values import Origin, Values
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.paths.receivers import DEEP, is_path
from flake8_atomic.analysis.paths.types_told import declaration, type_names, types_said

# What else is called on it gives a path away; `open`, `name` and `replace` are words of other things as well.
_TELLING = frozenset({
    "parent", "parents", "stem", "suffix", "suffixes", "with_name", "with_suffix", "with_stem", "joinpath", "mkdir",
    "is_file", "is_dir", "read_text", "read_bytes", "unlink", "resolve", "expanduser", "iterdir", "relative_to",
    "as_posix", "rglob", "chmod", "is_absolute", "touch", "is_symlink", "symlink_to",
})  # fmt: skip
_OURS = frozenset({"Path", "PosixPath", "WindowsPath", "PurePath", "PurePosixPath"})
_ELSEWHERE = ("anyio.", "trio.", "upath.", "aiopath.", "aiopathlib.", "zipfile.", "importlib")


def surely_path(term: Term, file: File) -> bool:
    """Is it proved by construction, annotation, `/`, or by what else is called on it?"""
    declared = declaration(term, file.values)
    if declared is not None and _are_of_others(type_names(declared.annotation)):
        return False
    if any(_foreign(origin, file.values, DEEP) for origin in file.values.origins(term)):
        return False
    return is_path(term, file.paths) is True or _treated_as_path(term)


def _foreign(origin: Origin, values: Values, depth: int) -> bool:
    """Is it a path of another library: of a cloud, an archive, or one that must be awaited?"""
    term, node = origin.term, origin.term.node
    if origin.how == "parameter":
        return _are_of_others(types_said(origin))
    if isinstance(node, ast.Call):
        name = dotted(term.at(node.func))
        if name is not None:
            last = name.rpartition(".")[2]
            return name.startswith(_ELSEWHERE) or (last.endswith("Path") and last not in _OURS)
        node = node.func
    made_of = node.left if isinstance(node, ast.BinOp) else getattr(node, "value", None)
    if not depth or not isinstance(made_of, ast.expr):
        return False
    return any(_foreign(part, values, depth - 1) for part in values.origins(term.at(made_of)))


def _are_of_others(types: set[str]) -> bool:
    return any("path" in name.lower() and name not in _OURS | {"PathLike"} for name in types)


def _treated_as_path(term: Term) -> bool:
    """Is a method of paths called on the same name in its function, or on the same attribute in its class?"""
    node = term.node
    if isinstance(node, ast.Name):
        around: ast.AST = term.scope.node
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        owner = term.scope.owner
        around = owner.node if owner is not None else term.scope.node
    else:
        return False
    same = ast.dump(node)
    return any(
        isinstance(other, ast.Attribute) and other.attr in _TELLING and ast.dump(other.value) == same
        for other in ast.walk(around)
    )
