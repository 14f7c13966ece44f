"""What a block does with its open file: an atomic one serves all of it, some of it with a note, or some not at all."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.parents import inside
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes.run_by_blocks import every
from flake8_atomic.inspection import Inspection

NAME_NOTE = "the handle's name is used; it is the target's, whose new content is not there before the block ends"
SERVED = frozenset({
    "write", "writelines", "tell", "seek", "truncate", "writable", "readable", "seekable", "closed", "encoding",
    "errors", "newlines", "mode", "read", "readline", "readlines", "isatty", "close", "getvalue",
})  # fmt: skip
_FLUSHES = "the block flushes, so somebody reads the part that is there; say so with `# atomic: live-stream`"
_ARCHIVES = frozenset({"tarfile.open", "zipfile.ZipFile"})  # done with the file when their block ends
DEEP = 3


class Uses:
    """The uses of one handle, by its name, in the statements of its block."""

    def __init__(self, inspection: Inspection, name: str, term: Term, depth: int = DEEP) -> None:
        self._inspection = inspection
        self._parents = inspection.file.parents
        self._name = name
        self._term = term
        self._depth = depth

    def judge(self, body: Sequence[ast.AST], ending: Sequence[ast.stmt] = ()) -> list[str]:
        """The notes; raises where the block does what an atomic file cannot serve. `ending` will be dropped."""
        left = {id(node) for node in inside(list(ending))}
        notes: list[str] = []
        for node in every(body):
            if isinstance(node, ast.Name) and node.id == self._name and id(node) not in left:
                notes += self._use(node)
        return notes

    def _use(self, node: ast.Name) -> list[str]:
        parent = self._parents.of(node)
        if not isinstance(node.ctx, ast.Load):
            raise NoFix(f"`{self._name}` is bound again while the file is open; give the other thing another name")
        self._same_function(node)
        if isinstance(parent, ast.Attribute):
            return self._attribute(parent)
        call = self._parents.of(parent) if isinstance(parent, ast.keyword) else parent
        if isinstance(call, ast.Call) and node is not call.func:
            self._given_to(call, node)
            return []
        raise NoFix(f"the open file is kept or passed on on line {node.lineno}; it must be closed where it is opened")

    def _same_function(self, node: ast.Name) -> None:
        if isinstance(self._term.scope.node, ast.ClassDef):
            raise NoFix("it is opened in the body of a class, where each name is an attribute; open it in a function")
        function = self._parents.function(node)
        if function is not self._term.scope.node:
            raise NoFix(f"a nested function or lambda on line {node.lineno} keeps the open file")

    def _attribute(self, node: ast.Attribute) -> list[str]:
        parent = self._parents.of(node)
        if node.attr == "name":
            return [NAME_NOTE]
        if node.attr == "flush":
            raise NoFix(_FLUSHES)
        if node.attr not in SERVED:
            raise NoFix(f"`{self._name}.{node.attr}` reaches below the file; what it does there cannot be followed")
        if node.attr in ("write", "writelines") and not (isinstance(parent, ast.Call) and parent.func is node):
            raise NoFix(f"`{self._name}.{node.attr}` is passed on, and may be called when the file is closed")
        return []

    def _given_to(self, call: ast.Call, node: ast.Name) -> None:
        name = dotted(self._term.at(call.func)) or ""
        if any(word.arg == "flush" for word in call.keywords):
            raise NoFix(_FLUSHES)
        doing = self._inspection.file.handles.doing(self._term, call)
        if doing in ("dump", "copy", "record", "write") or name in v.HANDLE_WRITERS:
            return
        if doing == "wrap" and not name.startswith("os."):
            return
        if name in _ARCHIVES and isinstance(self._parents.of(call), ast.withitem):
            return
        if isinstance(call.func, ast.Attribute) and call.func.attr in v.HANDLE_METHODS:
            return
        if name.startswith(("subprocess.", "asyncio.create_subprocess", "multiprocessing.")):
            raise NoFix("a subprocess is given the open file and writes to it on its own time")
        if not self._only_writes(call, node):
            raise NoFix(f"{called_as(call) or 'a call'}() is given the open file and may keep it")

    def _only_writes(self, call: ast.Call, node: ast.Name) -> bool:
        """Does a function of this file, given the handle, only write to it?"""
        scope = definition(self._term.at(call.func))
        if scope is None or scope.function is None or not self._depth:
            return False
        names = [arg.arg for arg in (*scope.function.args.posonlyargs, *scope.function.args.args)]
        if isinstance(call.func, ast.Attribute) and scope.owner is scope.parent:
            names = names[1:]
        parameter = next((word.arg for word in call.keywords if word.value is node), None)
        if parameter is None and node in call.args[: len(names)]:
            parameter = names[call.args.index(node)]
        if parameter is None:
            return False
        flow_end = Term(node, scope, self._term.place)
        inner = Uses(self._inspection, parameter, flow_end, self._depth - 1)
        return not inner.judge(scope.function.body)
