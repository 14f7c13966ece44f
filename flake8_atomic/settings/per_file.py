"""`per-file-ignores` is read here as flake8 reads it, down to what it forgives and what it refuses."""

from __future__ import annotations

import re

from flake8_atomic.settings.values import BadSetting

# The order is flake8's and decides: a word of capitals and digits is a code even where a file name stands.
_TOKEN = re.compile(
    r"(?P<code>[A-Z]+[0-9]*(?=$|\s|,))|(?P<file>[^\s:,]+)|(?P<colon>\s*:\s*)|(?P<separator>\s*,\s*|\s+)"
)

PerFile = tuple[tuple[str, tuple[str, ...]], ...]


def parse(value: str) -> PerFile:
    """Return each file pattern with the codes it ignores, in the order of the text."""
    groups = _Groups()
    for token in _TOKEN.finditer(value):
        if not groups.take(token.lastgroup or "", token.group().strip()):
            raise BadSetting("per-file-ignores", f"{value} is not `pattern: codes` at {token.group()!r}")
    if value.strip() and not groups.in_codes:
        raise BadSetting("per-file-ignores", f"{value} ends without `: codes`")
    groups.close()
    return tuple(groups.done)


class _Groups:
    """What is read so far: patterns, then a colon, then codes, until the next pattern."""

    def __init__(self) -> None:
        self.done: list[tuple[str, tuple[str, ...]]] = []
        self.files: list[str] = []
        self.codes: list[str] = []
        self.in_codes = False
        self.separated = True

    def take(self, kind: str, text: str) -> bool:
        """Add a token; tell whether it may stand here."""
        if kind == "separator":
            self.separated = True
        elif kind == "colon" and not self.in_codes:
            self.in_codes = self.separated = True
        elif kind == "file" and self.separated:
            if self.in_codes:
                self.close()
            self.files.append(text)
            self.separated = False
        elif kind == "code" and self.separated and self.in_codes:
            self.codes.append(text)
            self.separated = False
        else:
            return False
        return True

    def close(self) -> None:
        """End a group; patterns without a code vanish, as they do in flake8."""
        if self.codes:
            self.done += [(file, tuple(self.codes)) for file in self.files]
        self.files, self.codes, self.in_codes = [], [], False
