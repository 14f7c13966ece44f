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
        try:
            return "".join(_unasked(encoder).iterencode(obj, _one_shot=True))
        except (_AsksDefault, RecursionError):
            pass  # the two count depth differently as well; the slow one decides
    return "".join(encoder.iterencode(obj))


def _is_plain(encoder: Any) -> bool:
    if getattr(encoder.iterencode, "__func__", None) is not json.JSONEncoder.iterencode:
        return False
    separators = (encoder.item_separator, encoder.key_separator)
    return encoder.indent is None and all(type(separator) is str for separator in separators)


class _AsksDefault(Exception):
    """Something is for the caller's `default`, which may consume it: only the encoder that decides may ask."""


def _unasked(encoder: Any) -> Any:
    """Return an encoder of the same settings that gives up where it would ask the caller's `default`."""
    if getattr(encoder.default, "__func__", None) is json.JSONEncoder.default:
        return encoder

    def default(_: object) -> object:
        raise _AsksDefault

    return json.JSONEncoder(
        skipkeys=encoder.skipkeys,
        ensure_ascii=encoder.ensure_ascii,
        check_circular=encoder.check_circular,
        allow_nan=encoder.allow_nan,
        sort_keys=encoder.sort_keys,
        separators=(encoder.item_separator, encoder.key_separator),
        default=default,
    )


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
    """Whether `obj` is of JSON's own types, and no container claims to hold something else than it does."""
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
        elif not isinstance(item, (str, int)) and kind not in _SCALARS:
            # For `default`, or a float that compares as it likes: the slow encoder asks it for infinity.
            return False
    return True


def _plainly_counted(kind: type[Any]) -> bool:
    base: type[Any] = next(base for base in (OrderedDict, dict, list, tuple) if issubclass(kind, base))
    names = ("__len__", "__iter__", "__bool__", "items")
    return all(getattr(kind, name, None) is getattr(base, name, None) for name in names)
