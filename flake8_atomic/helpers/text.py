"""Text becomes exactly the bytes that a text file opened with the same arguments would hold."""

from __future__ import annotations

import io
import os
import sys

try:
    from _locale import getencoding  # what locale has from there, for a tenth of all that is imported here
except ImportError:
    from locale import getencoding

_STATELESS = frozenset({"utf-8", "utf8", "ascii", "us-ascii", "latin-1", "iso-8859-1", "cp1252"})
_KEPT_NEWLINES = frozenset({"", "\n"} | ({None} if os.linesep == "\n" else set()))


def require_text(value: object, name: str) -> None:
    """Raise TypeError unless the value is a string."""
    if not isinstance(value, str):
        message = f"{name} must be str, not {type(value).__name__}"
        raise TypeError(message)


def encode(text: str, encoding: str | None, errors: str | None, newline: str | None) -> bytes:
    """Encode `text`; an EncodingWarning is for the caller's caller."""
    if encoding is None:
        encoding = default_encoding(4)
    if encoding.__class__ is str and encoding.lower() in _STATELESS and newline in _KEPT_NEWLINES:
        return str.encode(text, encoding, "strict" if errors is None else errors)
    # A codec with a state (a byte order mark, an escape sequence) writes a file differently from a string.
    buffer = io.BytesIO()
    stream = io.TextIOWrapper(buffer, encoding, errors, newline, write_through=True)
    stream.write(text)
    stream.flush()
    return buffer.getvalue()


def default_encoding(stacklevel: int) -> str:
    """Return what open() uses without an encoding, and warn as it does under -X warn_default_encoding."""
    if sys.flags.warn_default_encoding:
        io.text_encoding(None, stacklevel)
    return "utf-8" if sys.flags.utf8_mode else getencoding()
