"""Does a path fit a word or a glob that the project's settings give?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from functools import lru_cache
from itertools import islice

from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.paths.keys import Key
from flake8_atomic.analysis.paths.wording import wording_of

UNKNOWN = "{}"
"""A part of a path that only a run knows, as a glob meets it."""

_GLOB = re.compile(r"[*?\[./\\]")
_DEEP = 3
_MANY = 16  # texts of one path: alternatives of alternatives multiply, and so do callers of callers


def fitting(path: Term, patterns: Iterable[str], file: File) -> str:
    """The first of these that it is called by, or written or made as; empty where there is none."""
    texts: list[str] = []
    for pattern in patterns:
        texts = texts or [file.source.written(path.node), *_texts(path, file)]
        if pattern in texts[:1] or _fits(pattern, path, texts, file):
            return pattern
    return ""


def _fits(pattern: str, path: Term, texts: list[str], file: File) -> bool:
    if _GLOB.search(pattern):
        return any(fnmatch(text, pattern) or fnmatch(text, f"*/{pattern}") for text in texts)
    if split_words(pattern) == [pattern.lower()]:
        words = wording_of(path, file.values)
        return pattern.lower() in words.tail | words.folder | {words.suffix}
    return any(_as_name(pattern).search(text) for text in texts)


@lru_cache(maxsize=64)
def _as_name(pattern: str) -> re.Pattern[str]:
    """A word of several parts, or of letters that no word of ours has, where it stands alone."""
    return re.compile(rf"(?<![^\W_]){re.escape(pattern)}(?![^\W_])", re.IGNORECASE)


def _texts(path: Term, file: File) -> list[str]:
    """What the path may be, as far as it is written here or where the function is called."""
    found = list(islice((text for term in _given(path, file) for text in _spelled(file.paths.key(term))), _MANY))
    told = any(text.replace(UNKNOWN, "").strip("/") for text in found)
    return found if told else [wording_of(path, file.values).text]


def _given(path: Term, file: File) -> Iterator[Term]:
    """What stands for the path: here, and for a parameter what the callers give."""
    todo, seen = [(path, _DEEP)], set[int]()
    while todo and len(seen) < _MANY:
        term, depth = todo.pop(0)
        if id(term.node) not in seen:
            seen.add(id(term.node))
            for origin in file.values.origins(term)[:_MANY]:
                yield origin.term
                if origin.how == "parameter" and depth:
                    todo += [(given, depth - 1) for given in file.values.arguments(origin)[:_MANY]]


def _spelled(key: Key) -> list[str]:
    """The texts of a key, with something in the place of what is not known."""
    how, *parts = key if isinstance(key, tuple) and key else (None,)
    if how == "constant" and isinstance(parts[0], (str, bytes)):
        return [parts[0] if isinstance(parts[0], str) else parts[0].decode("utf-8", "backslashreplace")]
    if how == "one of":
        return [text for part in parts for text in _spelled(part)][:_MANY]
    if how in ("join", "text"):
        between, found = "/" if how == "join" else "", [""]
        for number, part in enumerate(parts):
            found = [f"{text}{between if number else ''}{more}" for text in found for more in _spelled(part)][:_MANY]
        return found
    if how == "attribute" and parts[1] == "parent":
        return [text.rpartition("/")[0] or UNKNOWN for text in _spelled(parts[0])]
    if how == "call" and parts[1] in ("with_suffix", "with_name") and parts[2]:
        receiver, method, given = parts
        return [_changed(text, method, _spelled(given[0])[0]) for text in _spelled(receiver)]
    return [UNKNOWN]


def _changed(path: str, method: str, new: str) -> str:
    folder, slash, name = path.rpartition("/")
    stem, _, _ = name.rpartition(".")
    return folder + slash + (new if method == "with_name" else (stem or name) + new)
