"""Files that whoever finds them torn makes again: a forgiven cache, what is compared, an archive that is unpacked."""

from __future__ import annotations

from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.forgiven import is_forgiven, may_be_forgiven
from flake8_atomic.analysis.names import Term
from flake8_atomic.analysis.readback import readers
from flake8_atomic.analysis.unpacked import is_unpacked, may_be_unpacked
from flake8_atomic.analysis.verified import is_mark, is_verified
from flake8_atomic.analysis.wording import Wording


def is_made_again(file: File, event: Event, path: Term, words: Wording, data: tuple[Term, ...]) -> bool:
    """Does everything that reads it in this file notice that it is torn, and is nothing lost by that?"""
    # Whatever reads the path must be found for that, which in most files shows nothing.
    if not (may_be_forgiven(file, event, path, words) or is_mark(words, data) or may_be_unpacked(file, event)):
        return False
    reads = readers(file, event, path)
    if not reads:
        return is_unpacked(file, event, path)
    return is_forgiven(file, event, path, words, data, reads) or is_verified(file, words, data, reads)
