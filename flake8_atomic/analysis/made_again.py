"""Files that whoever finds them torn makes again: a forgiven cache, what is compared, an archive that is unpacked."""

from __future__ import annotations

import re

from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.forgiven import forgives, is_cache, is_forgiven
from flake8_atomic.analysis.names import Term
from flake8_atomic.analysis.readback import readers
from flake8_atomic.analysis.unpacked import is_unpacked
from flake8_atomic.analysis.verified import is_mark, is_verified
from flake8_atomic.analysis.wording import Wording

_UNPACKS = re.compile(r"unpack|unzip|untar|extract|ZipFile|tarfile|TarFile")


def is_made_again(file: File, event: Event, path: Term, words: Wording, data: tuple[Term, ...]) -> bool:
    """Does everything that reads it in this file notice that it is torn, and is nothing lost by that?"""
    if file.text_of.holds(event.scope, _UNPACKS) and is_unpacked(file, event, path):
        return True
    cached, marked = is_cache(event, words), is_mark(words, data)
    # To find every reader reads much of the file; most writes are neither, nor read where they stand.
    if not (cached or marked or any(map(forgives, file.reads(event.scope, file.paths.key(path))))):
        return False
    reads = readers(file, event, path)
    if not reads:
        return False
    return is_forgiven(file, event, path, data, reads, cached=cached) or (marked and is_verified(file, data, reads))
