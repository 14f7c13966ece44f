"""Methods that nobody can call: their names are only known to their class, which does not speak of them."""

from __future__ import annotations

from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.file import File


def is_out_of_reach(file: File, scope: Scope) -> bool:
    """Is it `def __old(self)`, a name that Python keeps to the class, and that is nowhere else in the file?"""
    name = scope.name
    if scope.owner is None or not name.startswith("__") or name.endswith("__"):
        return False
    decorated = scope.function is not None and bool(scope.function.decorator_list)
    return not decorated and file.source.text.count(name) == 1 and "getattr(" not in file.source.searched
