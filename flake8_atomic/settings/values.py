"""A configured value is checked here, and a bad one becomes one line that names option and value."""

from __future__ import annotations

from keyword import iskeyword
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable


class BadSetting(ValueError):
    """One line that names the option and the value: callers print it and exit with 2."""

    def __init__(self, *parts: str) -> None:
        # configparser and tomllib answer in several lines, and a hook may show only the last of them.
        super().__init__(" ".join(": ".join(parts).split()))


def shown(value: object) -> str:
    """Return the value as a message can hold it: what is empty, padded, unprintable or no text is quoted."""
    plain = isinstance(value, str) and value and value == value.strip() and value.isprintable()
    return str(value) if plain else repr(value)


def split(value: str) -> tuple[str, ...]:
    """Split as flake8 does: commas and white space are the same, and empty items vanish."""
    return tuple(value.replace(",", " ").split())


def checked_codes(option: str, values: Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    """Return the codes, each of them the whole code of a rule."""
    return _checked(option, values, known.__contains__, "is not a rule of flake8-atomic")


def checked_globs(option: str, values: Iterable[str]) -> tuple[str, ...]:
    """Return the globs; a `[` that fnmatch would silently take for itself is a mistake, not a file name."""
    return _checked(option, values, _is_glob, "is not a glob (empty, or a [ that is never closed)")


def checked_names(option: str, values: Iterable[str]) -> tuple[str, ...]:
    """Return the dotted names."""
    return _checked(option, values, is_dotted_name, "is not a dotted name")


def is_dotted_name(text: str) -> bool:
    """Tell whether Python could reach something by this name."""
    return all(part.isidentifier() and not iskeyword(part) for part in text.split("."))


def _checked(option: str, values: Iterable[str], is_good: Callable[[str], bool], problem: str) -> tuple[str, ...]:
    result = tuple(values)
    for value in result:
        if not is_good(value):
            raise BadSetting(option, f"{shown(value)} {problem}")
    return result


def _is_glob(pattern: str) -> bool:
    start = pattern.find("[")
    while start >= 0:
        # A `]` that comes first, also after `!`, belongs to the set: `[]]` and `[!]]` are closed.
        first = start + (2 if pattern.startswith("!", start + 1) else 1)
        end = pattern.find("]", first + 1)
        if end < 0:
            return False
        start = pattern.find("[", end)
    return bool(pattern.strip())
