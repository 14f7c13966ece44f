"""Objects and encoders that json treats in ways of their own."""

from __future__ import annotations

import collections
import enum
import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Colour(enum.IntEnum):
    RED = 1


class Word(str, enum.Enum):  # noqa: UP042 - not the same to json
    HELLO = "hé"


class Whole(int):
    def __repr__(self) -> str:
        return "whole"


class Real(float):
    def __repr__(self) -> str:
        return "real"


class Infinite(float):
    def __eq__(self, other: object) -> bool:
        return other == float("inf")

    __hash__ = float.__hash__


class Streamed(list[object]):
    """The usual trick to stream a generator through json.dump."""

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Iterator[object]:
        return iter(("a", 1))


class EmptyStream(Streamed):
    def __iter__(self) -> Iterator[object]:
        return iter(())


class Lazy(dict[str, object]):
    def __bool__(self) -> bool:
        return True

    def items(self) -> Any:
        return [("lazy", 1)]


class Falsy(dict[str, object]):
    def __len__(self) -> int:
        return 0


class Pair(NamedTuple):
    a: object
    b: object


class Encode(json.JSONEncoder):
    def encode(self, o: Any) -> str:  # noqa: ARG002
        return "never called by json.dump"


class Iterencode(json.JSONEncoder):
    def iterencode(self, o: Any, _one_shot: bool = False) -> Iterator[str]:
        yield "one_shot" if _one_shot else "chunks"
        yield json.dumps(str(o))


class Chunks(json.JSONEncoder):
    def iterencode(self, o: Any, _one_shot: bool = False) -> Iterator[str]:  # noqa: ARG002
        yield b"not text"  # type: ignore[misc]


class Default(json.JSONEncoder):
    def default(self, o: object) -> object:
        return sorted(o) if isinstance(o, set) else Lazy() if o is Lazy else super().default(o)


class Separators(json.JSONEncoder):
    item_separator = " ; "
    key_separator = " = "


class WithOption(json.JSONEncoder):
    def __init__(self, *, mark: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.mark = mark

    def default(self, o: object) -> object:
        return f"{self.mark}{o}"


def own_iterencode(**options: Any) -> json.JSONEncoder:
    encoder = json.JSONEncoder(**options)
    encoder.iterencode = lambda *_, **__: iter(["own"])  # type: ignore[method-assign]
    return encoder


def circular() -> list[object]:
    ring: list[object] = []
    ring.append({"ring": ring})
    return ring


def deep(levels: int) -> object:
    nest: object = "bottom"
    for _ in range(levels):
        nest = [nest]
    return nest


SHARED: list[object] = [1, 2]
OBJECTS: list[object] = [
    None,
    True,
    1,
    -0.0,
    1e100,
    float("nan"),
    float("-inf"),
    "",
    'é\u2028\ud800"\\/\x00',
    [],
    {},
    (),
    [[]],
    {"a": {}},
    Colour.RED,
    Word.HELLO,
    Whole(3),
    Real(2.5),
    Infinite(1.0),
    [Infinite(1.0)],
    {Real(1.5): Whole(2)},
    10**40,
    Pair(1, [2]),
    Pair((), {}),
    {1: "a", None: "b", 2.5: "d", "e": "f", Colour.RED: 1, Word.HELLO: 2},
    {"b": 1, "a": 2},
    {2: 1, "a": 2},
    {(1, 2): 3},
    {"a": 1, (1,): 2, "b": 3},
    Streamed(),
    EmptyStream(),
    Lazy(),
    Lazy(a=1),
    Falsy(a=1),
    [Streamed()],
    {"a": [{"b": EmptyStream()}]},
    (Lazy(),),
    collections.OrderedDict(b=1, a=[]),
    collections.defaultdict(list, a=[1]),
    collections.Counter("abca"),
    collections.OrderedDict(),
    [SHARED, SHARED, {"a": SHARED}],
    circular(),
    deep(300),
    deep(100_000),
    {1, 2},
    [{3, 1}],
    object(),
    [object()],
    b"bytes",
    range(3),
    iter([1]),
    1j,
    {"a": Lazy, "b": 1},
    [Lazy],
    collections.deque([1]),
]

OPTIONS: list[dict[str, Any]] = [
    {},
    {"indent": 2},
    {"indent": 0},
    {"indent": "\t"},
    {"indent": ""},
    {"sort_keys": True},
    {"skipkeys": True},
    {"ensure_ascii": False},
    {"allow_nan": False},
    {"check_circular": False},
    {"separators": (",", ":")},
    {"separators": ("é", "\n")},
    {"separators": ("a",)},
    {"separators": (1, 2)},
    {"default": str},
    {"default": lambda _: Lazy()},
    {"default": lambda o: o},
    {"cls": Encode},
    {"cls": Iterencode},
    {"cls": Chunks},
    {"cls": Default},
    {"cls": Separators},
    {"cls": WithOption, "mark": "!"},
    {"cls": own_iterencode},
    {"cls": json.JSONEncoder, "indent": 1, "sort_keys": True, "ensure_ascii": False},
    {"cls": Default, "sort_keys": True, "skipkeys": True, "separators": (" ,", ": ")},
    {"unknown": 1},
    {"cls": 5},
    {"indent": 2.5},
    {"cls": Default, "default": str},
]
