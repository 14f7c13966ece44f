"""The call of `atomic_open` that opens what another call opened in place."""

from __future__ import annotations

import ast
import codecs

from flake8_atomic.analysis.code.names import dotted
from flake8_atomic.analysis.files.events import Open
from flake8_atomic.analysis.vocabulary import METHOD_OPEN, OPENERS_ANYWHERE
from flake8_atomic.edits import Argument, Call, NoFix
from flake8_atomic.fixes.calls import CODECS_OPEN, OPEN, as_given, by_keyword, check_called, given, helper
from flake8_atomic.fixes.numbered import may_be_number
from flake8_atomic.inspection import Inspection

BUILTIN = frozenset({"open", "io.open", "_io.open", "builtins.open"})
COMPRESSED = frozenset({"gzip.open", "gzip.GzipFile", "bz2.open", "bz2.BZ2File", "lzma.open", "lzma.LZMAFile"})
_WHOLE = frozenset({"idna", "punycode"})  # their encoders wait for the end of the text
_INSTEAD = {
    "os.open": "os.open() gives a bare descriptor; write the whole with atomic_write_bytes",
    "io.FileIO": "io.FileIO writes without a buffer; write the whole with atomic_write_bytes",
    "fs.open": "the file system object says where the file lies, atomic_open does not know it; let it rename a temp",
    "portalocker.Lock": "it locks the file that it writes; lock another one, then write this one with atomic_open",
    **dict.fromkeys(OPENERS_ANYWHERE, "it belongs to another module and may do more; let that open with atomic_open"),
    "click.open_file": "click opens it; give the path to atomic_open, which writes through to `-` only as a path",
}


def is_method(opened: Open) -> bool:
    """Is it `path.open(…)`, called on the path?"""
    return opened.spelling == ".open" and opened.path.node not in opened.call.args


def mode_of(inspection: Inspection, opened: Open) -> str:
    """The one mode that the call always has; raises where atomic_open cannot take its place."""
    if opened.spelling in _INSTEAD:
        raise NoFix(_INSTEAD[opened.spelling])
    if opened.spelling != ".open" and dotted(opened.term(opened.call.func)) != opened.spelling:
        raise NoFix("a function of this file opens it and may do more; let that function open it atomically")
    check_called(opened)
    values = arguments(opened)
    if opened.spelling == "codecs.open" and not _is_of_text(values.get("encoding")):
        raise NoFix("its codec makes bytes of bytes, or text that only its end completes; encode the whole first")
    if opened.spelling == "codecs.open" and "encoding" in values and _is_told(inspection, opened):
        raise NoFix("what write() of codecs returns is used, it is None and would be a number; let it stand alone")
    if "opener" in values or "closefd" in values:
        raise NoFix("an opener= or closefd= opens it in a way of its own; atomic_open has none")
    if getattr(values.get("buffering"), "value", None) in (0, 1):
        raise NoFix("it is opened to be read while it is written; say so with `# atomic: live-stream -- reason`")
    if may_be_number(inspection.file, opened.path):
        raise NoFix("it may open a descriptor, which has no name to replace")
    return _constant(inspection, opened, values.get("mode"))


def _is_of_text(encoding: ast.expr | None) -> bool:
    """Can `open` write in this encoding as `codecs` does? That of a variable mostly is one of text."""
    if not isinstance(encoding, ast.Constant) or not isinstance(encoding.value, str):
        return True
    try:
        known = codecs.lookup(encoding.value)
    except (LookupError, ValueError):
        return True  # of another machine
    return known.name not in _WHOLE and getattr(known, "_is_text_encoding", True)


def _is_told(inspection: Inspection, opened: Open) -> bool:
    """Does anybody look at what a write to the handle returns?"""
    writes = (use.call for use in inspection.file.uses(opened) if use.what == "write")
    methods = (call for call in writes if isinstance(call.func, ast.Attribute))
    return any(not isinstance(inspection.file.parents.of(call), ast.Expr) for call in methods)


def _constant(inspection: Inspection, opened: Open, mode: ast.expr | None) -> str:
    origins = inspection.file.values.origins(opened.term(mode)) if mode is not None else []
    nodes = [origin.term.node for origin in origins if origin.how == "expression"]
    node = nodes[0] if len(nodes) == len(origins) == 1 else None
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NoFix("its mode is not always the same; where it is always a `w` mode, write that")


def arguments(opened: Open) -> dict[str, ast.expr]:
    """What the open is given, by the names of its parameters; the path is left out."""
    if opened.spelling in BUILTIN:
        names: tuple[str, ...] = OPEN
    elif opened.spelling == "codecs.open":
        names = CODECS_OPEN
    elif opened.spelling in COMPRESSED:
        names = ("filename", "mode")
        given_words = {word.arg: word.value for word in opened.call.keywords if word.arg}
        return dict(zip(names, opened.call.args, strict=False)) | given_words
    else:
        names = METHOD_OPEN if is_method(opened) else ("file", *METHOD_OPEN)
    return given(opened.call, names)


def text_arguments(opened: Open) -> dict[str, ast.expr | str] | None:
    """The arguments that text helpers take as well; None where there are others."""
    values: dict[str, ast.expr | str] = {
        name: value for name, value in arguments(opened).items() if name not in ("file", "filename", "mode")
    }
    if opened.spelling == "codecs.open" and "encoding" in values:
        values["newline"] = '""'  # codecs writes line ends as they are
    return None if "buffering" in values else values


def atomic_open(opened: Open, mode: str) -> Call:
    """The call that takes its place, laid out like it."""
    call, path = opened.call, opened.path.node
    if opened.spelling in COMPRESSED:
        return Call(helper("atomic_open"), (Argument(path), Argument('"wb"')))
    if opened.spelling == "codecs.open":
        return _from_codecs(opened, mode)
    if is_method(opened):
        return Call(helper("atomic_open"), (Argument(path), *as_given(call)), call)
    return Call(helper("atomic_open"), tuple(as_given(call, {"file": "path"})), call)


def _from_codecs(opened: Open, mode: str) -> Call:
    values = arguments(opened)
    encoding = values.get("encoding")
    rest = by_keyword(values, ("buffering", "encoding", "errors"))
    if encoding is None:
        return Call(helper("atomic_open"), (Argument(opened.path.node), Argument(values["mode"]), *rest))
    # With an encoding it takes text in any mode, and writes line ends as they are.
    text = Argument(f'"{mode.replace("b", "")}"')
    return Call(helper("atomic_open"), (Argument(opened.path.node), text, *rest, Argument('""', "newline")))
