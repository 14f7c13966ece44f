"""Does a word of writing mean a file where it stands? Most that are found open to read, copy values or speak prose."""

from __future__ import annotations

import re
from collections.abc import Callable

from flake8_atomic.analysis.code.source import may_be_called

_CODE = frozenset("=.([,:{")  # without one of these before it, a line ends with the word "open"
_NO_FILES = ("url", "P", ".p", " p", "def ", "def _", "webbrowser.")
_NO_MODES = ("path", "file", "name", "url", "uri", "req", "request")
_IMPORTING = ("from ", "import ")
_CALLED = re.compile(r"\w*+(?:[(,)]| as )")
_READING = ("encoding", "errors", "newline", *(f"{q}{mode}{q}" for q in "'\"" for mode in ("r", "rb", "rt")))
_SAYING_MORE = ("mode", " if ", "(", "\n")
_TEXT = r"""\w?"[^"\n]*+"|\w?'[^'\n]*+'"""
_GROUP = r"\((?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+\)|\[[^][]*+\]"
_ONE_ARGUMENT = re.compile(rf"\s*+(?:target\s*+=)?(?:{_TEXT}|{_GROUP}|[^][(){{}},=\"'])++,?\s*+\)")


def _opens_to_write(text: str, at: int) -> bool:
    """Most files are opened to be read, and most of those opens show it; processes and addresses are no files."""
    if text.startswith(" (", at + 4):
        return may_be_called(text, at)
    if text[at + 4] != "(":
        before = _before(text, at)
        return text[at + 4] == "_" or not (_CODE.isdisjoint(before) or before.startswith(_IMPORTING))
    if text.endswith(_NO_FILES, 0, at) or text.startswith("()", at + 4):
        return False
    given = text[at + 5 : text.find(")", at)]
    if text[at - 1] == ".":
        return bool(given) and not (_reads(given) or (given.isidentifier() and given.endswith(_NO_MODES)))
    path, comma, options = given.partition(",")
    if not path or path[0] in "\n*" or "(" in path or "\n" in path:
        return True
    return "mode" in path or (bool(comma) and not _reads(options.strip()))


def _before(text: str, at: int) -> str:
    """What stands before it on its line."""
    return text[text.rfind("\n", 0, at) + 1 : at]


def _reads(options: str) -> bool:
    """Do these arguments say that it only reads? `encoding="utf-8", mode="w"` and `"r" if seen else "w"` do not."""
    return options.startswith(_READING) and not any(word in options for word in _SAYING_MORE)


def _publishes(text: str, at: int) -> bool:
    """`os.replace(…)`, or `path.replace(target)`; text.replace(old, new) and date.replace(year=…) rename nothing."""
    return text.endswith("os", 0, at) or _ONE_ARGUMENT.match(text, at + len(".replace(")) is not None


def _opens_a_file(text: str, at: int) -> bool:
    """Others that are called a file make no file, or are one's own."""
    return text.startswith("FileIO", at) or text.endswith(("Gzip", "BZ2", "LZMA"), 0, at)


def _saves(text: str, at: int) -> bool:
    """`np.save(…)` is a library's; most others are methods of one's own."""
    return not text.endswith(("self.", ").", "def ", "_"), 0, at) or text.startswith("save_", at)


def _copies(text: str, at: int) -> bool:
    """`values.copy()` and `deepcopy(values)` copy no file, and `import copy` brings none that does."""
    return not (text.startswith("copy()", at) or text.endswith("import ", 0, at)) and _begins(text, at)


def _begins(text: str, at: int) -> bool:
    """Does a word begin there? `os.remove(path)` moves no file."""
    return not text[at - 1 : at].isalnum()


def _is_called(text: str, at: int) -> bool:
    """Is it called, given to what calls it, or known by another name? Prose says that things are done atomically."""
    told = _CALLED.match(text, at)
    if told is None:
        return False
    return told[0].endswith(" as ") or not _before(text, at).startswith(_IMPORTING)


TELLS: dict[str, Callable[[str, int], bool]] = {
    "open": _opens_to_write,
    ".replace(": _publishes,
    "File": _opens_a_file,
    "save": _saves,
    "copy": _copies,
    "move": _begins,
    "tomic": _is_called,
}
