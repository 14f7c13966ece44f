"""The forms of the keys of paths: how they are put together, compared, and told for what a function is given."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from flake8_atomic.analysis.code.scopes import Scope

Key = Hashable
# What is another one each time, or could not be read to its end.
_UNSETTLED = frozenset({"made", "unknown", "expression", "deep"})


def parameter(name: str, function: Scope) -> Key:
    """The key of what a function is given; another function may call another file so."""
    return ("parameter", name, function.first)


def alike(key: Key) -> Key:
    """The key that it has in common with what another function calls so: `load(path)` beside `save(path)`."""
    if not isinstance(key, tuple):
        return key
    return key[:2] if key[:1] == ("parameter",) else tuple(map(alike, key))


def holds(key: Key, part: Key) -> bool:
    """Is the path made from the other one?"""
    return key == part or (isinstance(key, tuple) and any(holds(item, part) for item in key))


def flat(how: str, *parts: Key) -> Key:
    """`a / "b" / "c"` and `join(a, "b", "c")` are one path."""
    found: list[Key] = [how]
    for part in parts:
        found.extend(part[1:] if isinstance(part, tuple) and part and part[0] == how else (part,))
    return tuple(found)


def without_none(key: Key) -> Key:
    """What of several alternatives has attributes: `temp = None`, until there is one, has none."""
    if not isinstance(key, tuple) or key[:1] != ("one of",):
        return key
    kept = [one for one in key[1:] if one != ("constant", None)]
    return kept[0] if len(kept) == 1 else ("one of", *kept)


def is_settled(key: Key) -> bool:
    """Is it the same path each time that it is asked for?"""
    if not isinstance(key, tuple) or key[:1] == ("constant",):
        return True
    return key[:1] not in {(how,) for how in _UNSETTLED} and all(map(is_settled, key))


def told(key: Key, given: Mapping[Key, Key]) -> Key:
    """The key with what is given in the place of parameters."""
    if key in given or not isinstance(key, tuple) or key[:1] == ("constant",):
        return given.get(key, key)
    parts = (told(part, given) for part in key)
    return flat(str(key[0]), *list(parts)[1:]) if key[:1] in (("join",), ("text",)) else tuple(parts)
