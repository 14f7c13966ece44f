"""Caches of what somebody asked for: they are called by the question, or their answers grow old."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.definitions import definition
from flake8_atomic.analysis.drawn import made_of
from flake8_atomic.analysis.events import Event, Open, Read, only_asks
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, called_as
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.wording import wording_of
from flake8_atomic.analysis.words import split_words

_AGES = re.compile(r"\b(?:\w+_)?(?:ttl|age|expir\w*|is_stale|is_fresh)(?:_\w+)?\b", re.IGNORECASE)
_RENEWED = frozenset({
    "auth", "cookie", "cookies", "credential", "credentials", "creds", "login", "secret", "secrets", "session",
    "sessions", "token", "tokens",
})  # fmt: skip
_DIGESTS = frozenset({"hash", "hexdigest", "digest", "checksum", "fingerprint", "md5", "sha1", "sha256"})


def is_asked_for(file: File, path: Term, read: Event) -> bool:
    """Is it too old at some time, or called by the digest of the question? Then whoever asks makes it again."""
    # A token grows old as well, but the one that it is renewed by is lost.
    if not wording_of(path, file.values).tail.isdisjoint(_RENEWED):
        return False
    calls = (part.node for part in made_of(file, path) if isinstance(part.node, ast.Call))
    digested = any(not _DIGESTS.isdisjoint(split_words(called_as(node))) for node in calls)
    return digested or file.text_of.holds(read.scope.owner or read.scope, _AGES)


def read_by_question(file: File, path: Term) -> list[Event]:
    """Where a path is read that the same function of the file has made, of whatever it was given."""
    makers = [maker for origin in file.values.origins(path) if (maker := _maker(origin.term)) is not None]
    calls = {id(call.node): call.scope for maker in makers for call in file.values.calls_of(maker)}
    events = (event for scope in dict.fromkeys(calls.values()) for event in file.trace(scope).events)
    reads = (event for event in events if (isinstance(event, Open) and event.reads) or isinstance(event, Read))
    return [
        read
        for read in reads
        if not only_asks(read) and any(id(origin.term.node) in calls for origin in file.values.origins(read.path))
    ]


def _maker(path: Term) -> Scope | None:
    return definition(path.at(path.node.func)) if isinstance(path.node, ast.Call) else None
