"""The mode with which a temp was published, as `perms=` of the helper that takes its place."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import called_as, dotted
from flake8_atomic.analysis.replaces.temp_names import is_derived
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes.entered import LOCKS
from flake8_atomic.fixes.modes import Modes
from flake8_atomic.fixes.pure import is_pure_path
from flake8_atomic.fixes.steps import Steps
from flake8_atomic.fixes.temp import Temp

KEEPS = "an existing file keeps its mode and owner, and is refused where it is read-only; a symlink is followed"
KEEPS_OWNER = "an existing file keeps its owner, and is refused where it is read-only; a symlink is followed"
_YOURSELF = "give the helper the mode of a new file as perms="
_PRIVATE = 0o077


class Perms:
    """The modes that a temp is born with and given; `text` is what a new file needs, as source."""

    def __init__(self, temp: Temp, steps: Steps) -> None:
        self._temp = temp
        self._steps = steps
        self._source = temp.inspection.file.source
        self._modes = Modes(temp)
        self.keeps = False  # is the mode of the old file restored?
        self.text = self._born()

    def _born(self) -> str:
        birth = self._temp.replace.birth
        if birth is not None:
            return "0o600"
        for call in (node for node in ast.walk(self._temp.function) if isinstance(node, ast.Call)):
            if dotted(self._temp.term.at(call.func)) == "os.open" and call.args and self._temp.is_path(call.args[0]):
                flags = ast.unparse(call)
                if "O_EXCL" in flags and is_derived(self._temp.replace):
                    raise NoFix(LOCKS)
                if "O_CREAT" in flags:
                    return self._opened_with(call)
        return ""

    def _opened_with(self, call: ast.Call) -> str:
        """The mode that `os.open` is given, which the umask cuts down."""
        given = [*call.args[2:3], *(word.value for word in call.keywords if word.arg == "mode")]
        value = given[0].value if given and isinstance(given[0], ast.Constant) else None
        if value == 0o666:
            return ""
        if isinstance(value, int) and not value & _PRIVATE:
            return oct(value)
        raise NoFix(f"the umask takes away from the mode that os.open() is given here; {_YOURSELF}")

    def sets(self, statement: ast.stmt) -> bool:
        """Is it a chmod of the temp? Then it is taken over."""
        found = self._calls(statement)
        if not found:
            return False
        for call, test in found:
            self._set(call, test)
        return True

    def _calls(self, statement: ast.stmt) -> list[tuple[ast.Call, ast.expr | None]]:
        """The calls that set a mode, each with its condition, where the statement does nothing else."""
        if isinstance(statement, ast.Expr):
            call = statement.value
            is_set = isinstance(call, ast.Call) and called_as(call) in _SETTING and self._steps.concerns(call)
            return [(call, None)] if is_set and isinstance(call, ast.Call) else []
        if isinstance(statement, ast.If) and not statement.orelse and not self._steps.concerns(statement.test):
            inner = [pair for one in statement.body for pair in self._calls(one)]
            if len(inner) == len(statement.body) == 1 and inner[0][1] is None:
                return [(inner[0][0], statement.test)]
            return []
        if isinstance(statement, (ast.Try, ast.With)) and self._is_quiet(statement):
            inner = [pair for one in statement.body for pair in self._calls(one)]
            return inner if len(inner) == len(statement.body) else []
        return []

    def _is_quiet(self, statement: ast.Try | ast.With) -> bool:
        """Does a failure to set the mode change nothing else?"""
        if isinstance(statement, ast.With):
            return all("suppress" in ast.unparse(item.context_expr) for item in statement.items)
        handled = [one for handler in statement.handlers for one in handler.body]
        return not statement.orelse and not statement.finalbody and all(isinstance(one, ast.Pass) for one in handled)

    def _set(self, call: ast.Call, test: ast.expr | None) -> None:
        name = dotted(self._temp.term.at(call.func)) or ""
        if called_as(call) in ("copymode", "copystat"):
            if not name.startswith("shutil.copymode") or len(call.args) != 2 or not self._modes.is_target(call.args[0]):
                raise NoFix(f"line {call.lineno} copies more than the mode of the old file; {_YOURSELF}")
            self.keeps = True
            return
        method = not name and isinstance(call.func, ast.Attribute)
        given = call.args if method else call.args[1:]
        if len(given) != 1 or call.keywords:
            raise NoFix(f"line {call.lineno} sets the mode in a way of its own; {_YOURSELF}")
        if self._modes.is_of_target(given[0]):
            self.keeps = True
            return
        mode = given[0]
        if self._steps.concerns(mode) or not self._modes.is_bounded(mode):
            raise NoFix(f"the mode that line {call.lineno} sets is not written down; {_YOURSELF}")
        self.text = self._either(self._written(mode), test)

    def _either(self, mode: str, test: ast.expr | None) -> str:
        if test is None or mode == self.text:
            return mode
        if not is_pure_path(test, self._temp.term):
            raise NoFix(f"the mode depends on what line {test.lineno} asks; {_YOURSELF}")
        return f"{mode} if {self._written(test)} else {self.text or None}"

    def _written(self, node: ast.expr) -> str:
        text = self._source.written(node)
        return ast.unparse(node) if "\n" in text or "\r" in text else text


_SETTING = frozenset({"chmod", "fchmod", "copymode", "copystat"})
