"""Bytes to text and back: a file is edited only where both ways agree, to the last byte."""

from __future__ import annotations

import io
import tokenize
from typing import NamedTuple

_BOM = b"\xef\xbb\xbf"


class Unusable(Exception):
    """The file cannot be handled; the message is the one reason."""


class Content(NamedTuple):
    """A file's text with its own line ends, and how it is stored."""

    text: str
    encoding: str
    bom: bytes = b""

    def stored(self, text: str) -> bytes:
        """Another text as the bytes of this file, or the reason why there are none."""
        try:
            return self.bom + text.encode(self.encoding)
        except UnicodeError as error:
            raise Unusable(f"the result cannot be stored as {self.encoding}, {error}") from error


def decoded(data: bytes) -> Content:
    """Read a file as Python does, by its byte order mark or its coding comment."""
    try:
        # A lone CR ends a line for the interpreter, though not for this function.
        lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        encoding, _ = tokenize.detect_encoding(io.BytesIO(lines).readline)
        bom = _BOM if encoding == "utf-8-sig" else b""
        encoding = "utf-8" if bom else encoding
        content = Content(data[len(bom) :].decode(encoding), encoding, bom)
    except (SyntaxError, UnicodeError, LookupError) as error:
        raise Unusable(f"it cannot be decoded, {error}") from error
    if content.stored(content.text) != data:
        raise Unusable(f"its encoding {content.encoding} does not give the same bytes back")
    return content
