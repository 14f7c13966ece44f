"""What a fix may do to a file: values that name nodes of its tree, carried out by the codemod."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Literal, NamedTuple

HELPERS = "flake8_atomic.helpers"
"""The module of the helpers in every plan; where a project has them elsewhere, the codemod knows."""


class NoFix(Exception):
    """It is better left alone; the message tells the user what to do."""


class Imported(NamedTuple):
    """What code must import: `name` of `module`, or the module itself where there is no name.

    `attribute` is what is then called of it: `functools` and `partial` are written `functools.partial`.
    """

    module: str
    name: str = ""
    attribute: str = ""


@dataclass(frozen=True)
class Argument:
    """One argument: an expression of the file (a starred one with its star), a new call, a name, or source text.

    `keyword` is empty for a positional argument, and `**` for a mapping.
    """

    value: Value
    keyword: str = ""


@dataclass(frozen=True)
class Call:
    """A call to be written; it keeps the layout of `like`, and of those arguments that it takes from there.

    `otherwise` does the same with another helper, for a project that has only that one.
    """

    function: Imported | ast.expr | str
    arguments: tuple[Argument, ...]
    like: ast.Call | None = None
    otherwise: Call | None = None


Quote = Literal["'", '"']


@dataclass(frozen=True)
class Formatted:
    """An f-string to be written, of texts and calls; it goes on after one of the file where there is one."""

    parts: tuple[str | Call, ...]
    quote: Quote
    after: ast.JoinedStr | None = None


Value = ast.expr | Call | Formatted | Imported | str


@dataclass(frozen=True)
class Do:
    """A statement that is one call."""

    call: Call
    awaited: bool = False


@dataclass(frozen=True)
class Enter:
    """A `with` block around statements."""

    call: Call
    name: str
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Less:
    """A `try` of the file with some of its handlers, and perhaps without its `finally`; what stands in it is edited."""

    old: ast.Try
    handlers: tuple[int, ...]
    final: bool


@dataclass(frozen=True)
class Attempt:
    """Statements of the file, each as it is after edits of its own, and others that undo them, whatever fails."""

    body: tuple[ast.stmt, ...]
    undo: tuple[Statement, ...]


Statement = ast.stmt | Do | Enter | Less | Attempt


@dataclass(frozen=True)
class CallInstead:
    """An expression becomes a call, or another expression, where it stands."""

    old: ast.expr
    new: Call | Formatted | str


@dataclass(frozen=True)
class Instead:
    """Neighbouring statements become others; of the old ones, those that are among the new stay as they are."""

    old: tuple[ast.stmt, ...]
    new: tuple[Statement, ...]


Edit = CallInstead | Instead


@dataclass(frozen=True)
class Fix:
    """What to do about one finding; it is safe unless notes say what changes at run time.

    `replaces` are the dotted names of what is called no more: a test that patches one of them no longer reaches it.
    `smaller` repairs less, for those who take no fix that needs a note; without edits where there is only the whole.
    """

    edits: tuple[Edit, ...]
    notes: tuple[str, ...] = ()
    replaces: frozenset[str] = frozenset()
    smaller: Fix | None = None
