"""`json.dump` into a file, at the speed of `json.dumps`, where the two agree byte for byte."""

from __future__ import annotations

import json
import marshal
from collections import OrderedDict

from .publish import replace_content
from .text import encode, require_text

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from typing import Any

    from .publish import FilePath

_SCALARS = frozenset({str, int, float, bool, type(None)})
_CONTAINERS = frozenset({dict, list, tuple})
_PLAIN = json.JSONEncoder()


def atomic_write_json(
    path: FilePath,
    obj: object,
    *,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    end: str = "",
    perms: int | None = None,
    sync: str = "full",
    **json_kwargs: Any,
) -> int:
    r"""Write what `json.dump(obj, file, **json_kwargs)` writes, then `end`; return the number of characters.

    An object that cannot be serialised leaves the file as it was. `end="\n"` ends it with a newline; `perms`
    and `sync` are those of `atomic_write_text`.
    """
    require_text(end, "end")
    text = dumped(obj, **json_kwargs) + end
    replace_content(path, encode(text, encoding, errors, newline), perms, sync)
    return len(text)


def dumped(obj: object, **json_kwargs: Any) -> str:
    """Return the text that `json.dump` would write."""
    encoder = _encoder(**json_kwargs) if json_kwargs else _PLAIN
    # json.dump never calls encode(), and runs the encoder written in Python. The one written in C is several
    # times as fast; it does not indent, knows no iterencode() but its own, and takes a container's word for
    # nothing: not its len(), nor its iterator.
    if _is_plain(encoder) and holds_its_word(obj):
        replaced: list[tuple[object, object]] = []
        try:
            return "".join(_watched(encoder, replaced).iterencode(obj, _one_shot=True))
        except (_BreaksItsWord, RecursionError):
            # The two count depth differently as well; the slow one decides, from the beginning.
            _repeat(encoder, replaced)
    return "".join(encoder.iterencode(obj))


def _is_plain(encoder: Any) -> bool:
    if getattr(encoder.iterencode, "__func__", None) is not json.JSONEncoder.iterencode:
        return False
    separators = (encoder.item_separator, encoder.key_separator)
    return encoder.indent is None and all(type(separator) is str for separator in separators)


class _BreaksItsWord(Exception):
    """What a `default` function returned is for the slow encoder."""


def _watched(encoder: Any, replaced: list[tuple[object, object]]) -> Any:
    """Return an encoder of the same settings that looks at what the caller's `default` returns, and keeps it."""
    if getattr(encoder.default, "__func__", None) is json.JSONEncoder.default:
        return encoder

    def default(obj: object) -> object:
        replacement = encoder.default(obj)
        replaced.append((obj, replacement))
        if not holds_its_word(replacement):
            raise _BreaksItsWord
        return replacement

    return json.JSONEncoder(
        skipkeys=encoder.skipkeys,
        ensure_ascii=encoder.ensure_ascii,
        check_circular=encoder.check_circular,
        allow_nan=encoder.allow_nan,
        sort_keys=encoder.sort_keys,
        separators=(encoder.item_separator, encoder.key_separator),
        default=default,
    )


def _repeat(encoder: Any, replaced: list[tuple[object, object]]) -> None:
    """Give the encoder once more what `default` has returned: asked again, `default=list` finds its iterators empty."""
    if not replaced:
        return
    ask, told = encoder.default, iter(replaced)

    def default(obj: object) -> object:
        known, replacement = next(told, (told, None))
        return replacement if known is obj else ask(obj)

    encoder.default = default


def _encoder(
    *,
    skipkeys: bool = False,
    ensure_ascii: bool = True,
    check_circular: bool = True,
    allow_nan: bool = True,
    cls: Any = None,
    indent: int | str | None = None,
    separators: tuple[str, str] | None = None,
    default: Any = None,
    sort_keys: bool = False,
    **kw: Any,
) -> Any:
    return (json.JSONEncoder if cls is None else cls)(
        skipkeys=skipkeys,
        ensure_ascii=ensure_ascii,
        check_circular=check_circular,
        allow_nan=allow_nan,
        indent=indent,
        separators=separators,
        default=default,
        sort_keys=sort_keys,
        **kw,
    )


def holds_its_word(obj: Any) -> bool:
    """Whether no container in `obj` claims to hold something else than it does, as streaming hacks do."""
    try:
        marshal.dumps(obj, 2)  # takes the builtin types and no subclass of them; a search in Python is slow
    except ValueError:
        return _all_hold_their_word(obj)
    return True


def _all_hold_their_word(obj: object) -> bool:
    pending, seen = [obj], set()
    while pending:
        item = pending.pop()
        kind = type(item)
        if isinstance(item, (dict, list, tuple)):
            if id(item) in seen:
                continue
            seen.add(id(item))
            if kind not in _CONTAINERS and not _plainly_counted(kind):
                return False
            values = dict.values(item) if isinstance(item, dict) else item
            if not _SCALARS.issuperset(map(type, values)):
                pending += [value for value in values if type(value) not in _SCALARS]
        elif isinstance(item, float) and kind is not float:
            return False  # it may compare as it likes, and the slow encoder asks it for infinity
    return True


def _plainly_counted(kind: type[Any]) -> bool:
    base: type[Any] = next(base for base in (OrderedDict, dict, list, tuple) if issubclass(kind, base))
    names = ("__len__", "__iter__", "__bool__", "items")
    return all(getattr(kind, name, None) is getattr(base, name, None) for name in names)
