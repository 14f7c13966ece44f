"""Databases that keep what is stored nowhere else, as far as the tables tell that are made or changed here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Pragma
from flake8_atomic.analysis.sqlite.connections import listened_to
from flake8_atomic.analysis.sqlite.sql_texts import texts_of
from flake8_atomic.analysis.vocabulary import EXECUTING

_TABLES = re.compile(
    r"\b(?:CREATE\s+(?:VIRTUAL\s+)?TABLE(?:\s+IF\s+NOT\s+EXISTS)?|INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO"
    r"|UPDATE|DELETE\s+FROM)\s+(?:\w+\.)?[\"'`\[]?(\w*)",
    re.IGNORECASE,
)
# What is stored of a file, to see whether it has to be read again: the file is what counts.
_OF_A_FILE = re.compile(
    r"\b(?:mtime\w*|\w*modified_ns|(?:file|content|source)_hash|checksum|fingerprint|indexed_at|(?:start|end)_line)\b",
    re.IGNORECASE,
)
_MAPPINGS = ({"__setitem__", "__getitem__"}, {"set", "get", "keys"})
# Nobody knows what is in a table that is called so, or by less than three letters.
_SAYING_NOTHING = frozenset({
    "bar", "baz", "blob", "blobs", "data", "entries", "entry", "example", "foo", "object", "objects",
    "stuff", "table", "test", "thing", "things", "value", "values",
})  # fmt: skip
_TELLING = 3
# How a call may be spelled whose words are those of the vocabulary: no other function is read.
_EXECUTES = tuple(spelled for word in sorted(EXECUTING) for spelled in (word, word.capitalize(), word.upper()))


def keeps_records(pragma: Pragma, file: File) -> bool:
    """Is it not shown that what the database holds is worked out from something else, and can be again?"""
    if pragma.configured or any(listened_to(pragma.scope)):
        return True
    texts = list(_executed(file))
    # The index of the messages holds none: what a table is called says its last word.
    last = [split_words(table)[-1:] for sql in texts for table in _TABLES.findall(sql)]
    named = {word for words in last for word in words if len(word) >= _TELLING} - _SAYING_NOTHING
    if not named:
        return True
    if any(map(_OF_A_FILE.search, texts)):
        return False
    return not named.isdisjoint(lexicon.RECORDS) or any(map(_is_mapping, file.top.walk()))


def _executed(file: File) -> Iterator[str]:
    """The texts of SQL that the file has executed."""
    for scope in file.values.scopes_with(*_EXECUTES):
        for node, place in flow_of(scope).calls:
            if node.args and not EXECUTING.isdisjoint(split_words(called_as(node))):
                yield from texts_of(Term(node.args[0], scope, place), file.values)


def _is_mapping(scope: Scope) -> bool:
    """Is it a class that stores whatever it is given, under the key that it is given?"""
    names = {inner.name for inner in scope.children} if scope.owner is scope else set()
    return any(mapping <= names for mapping in _MAPPINGS)
