"""Does a path fit a word or a glob that the project's settings give?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch

from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.keys import Key
from flake8_atomic.analysis.names import Term
from flake8_atomic.analysis.wording import wording_of
from flake8_atomic.analysis.words import split_words

UNKNOWN = "{}"
"""A part of a path that only a run knows, as a glob meets it."""

_GLOB = re.compile(r"[*?\[./\\]")
_DEEP = 3
_MANY = 16  # texts of one path: alternatives of alternatives multiply


def fits(path: Term, pattern: str, file: File) -> bool:
    """Is it called by this word, or is it written or made as this glob says?"""
    if not _GLOB.search(pattern):
        words = wording_of(path, file.values)
        asked = set(split_words(pattern))
        return bool(asked) and asked <= words.tail | words.folder | {words.suffix}
    texts = (file.source.written(path.node), *_texts(path, file))
    return any(fnmatch(text, pattern) or fnmatch(text, f"*/{pattern}") for text in texts)


def _texts(path: Term, file: File, depth: int = _DEEP) -> Iterator[str]:
    """What the path may be, as far as it is written here or where the function is called."""
    for origin in file.values.origins(path)[:_MANY]:
        if origin.how == "parameter" and depth:
            for given in file.values.arguments(origin):
                yield from _texts(given, file, depth - 1)
        yield from _spelled(file.paths.key(origin.term))


def _spelled(key: Key) -> list[str]:
    """The texts of a key, with something in the place of what is not known."""
    how, *parts = key if isinstance(key, tuple) and key else (None,)
    if how == "constant":
        return [str(parts[0])]
    if how == "one of":
        return [text for part in parts for text in _spelled(part)][:_MANY]
    if how in ("join", "text"):
        between, found = "/" if how == "join" else "", [""]
        for number, part in enumerate(parts):
            found = [f"{text}{between if number else ''}{more}" for text in found for more in _spelled(part)][:_MANY]
        return found
    if how == "attribute" and parts[1] == "parent":
        return [text.rpartition("/")[0] or UNKNOWN for text in _spelled(parts[0])]
    if how == "call" and parts[1] in ("with_suffix", "with_name"):
        receiver, method, given = parts
        return [_changed(text, method, new) for text in _spelled(receiver) for new in map(_only, given[:1])]
    return [UNKNOWN]


def _only(key: Key) -> str:
    return _spelled(key)[0]


def _changed(path: str, method: str, new: str) -> str:
    folder, slash, name = path.rpartition("/")
    stem, _, _ = name.rpartition(".")
    return folder + slash + (new if method == "with_name" else (stem or name) + new)
