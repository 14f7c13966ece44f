"""The JSON helper writes what json.dump writes, to the byte and to the exception."""

from __future__ import annotations

import collections
import enum
import io
import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flake8_atomic.helpers import atomic_write_json
from flake8_atomic.helpers.as_json import dumped, holds_its_word

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def reference(obj: object, **options: Any) -> tuple[str, object]:
    file = io.StringIO()
    try:
        json.dump(obj, file, **options)
    except Exception as error:  # noqa: BLE001 - json.dump is the yardstick
        return "error", type(error)
    return "text", file.getvalue()


def ours(obj: object, **options: Any) -> tuple[str, object]:
    try:
        return "text", dumped(obj, **options)
    except Exception as error:  # noqa: BLE001 - compared with json.dump's
        return "error", type(error)


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


@pytest.mark.parametrize("options", OPTIONS, ids=repr)
def test_same_as_json_dump(options: dict[str, Any]) -> None:
    for number, obj in enumerate(OBJECTS):
        expected, got = reference(obj, **options), ours(obj, **options)
        if options == {"separators": (1, 2)} and expected[0] == got[0] == "error":
            continue  # two mistakes at once: which is named first is not promised
        assert got == expected, f"object {number}: {type(obj)}"


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
keys = st.text() | st.integers() | st.floats() | st.booleans() | st.none()
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner) | st.tuples(inner, inner),
    max_leaves=20,
)
flags = st.booleans()


@settings(max_examples=300, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(obj=values, skipkeys=flags, ensure_ascii=flags, allow_nan=flags, sort_keys=flags, check_circular=flags)
def test_same_as_json_dump_for_anything(obj: object, **options: bool) -> None:
    for indent in (None, 1):
        assert ours(obj, indent=indent, **options) == reference(obj, indent=indent, **options)


def test_fast_and_slow_encoders_are_told_apart() -> None:
    assert holds_its_word({"a": [1, (2.5, None)], "b": collections.OrderedDict(a=1)})
    assert not holds_its_word([Lazy()])
    assert not holds_its_word(Real(1.0))
    assert holds_its_word(circular())


def test_default_is_called_once_for_each_object() -> None:
    calls: list[object] = []

    def default(obj: object) -> str:
        calls.append(obj)
        return "x"

    assert dumped([{1}, {2}], default=default) == '["x", "x"]'
    assert calls == [{1}, {2}]


def test_written_with_its_end_and_counted(memory: Path) -> None:
    path = memory / "state.json"
    assert atomic_write_json(path, {"a": "é"}, ensure_ascii=False, end="\n", encoding="utf-8") == 11
    assert path.read_bytes() == '{"a": "é"}\n'.encode()
    assert atomic_write_json(path, [1], indent=1, newline="\r\n", encoding="utf-16") == 6
    assert path.read_bytes() == "[\r\n 1\r\n]".encode("utf-16")


def test_failure_keeps_the_old(memory: Path) -> None:
    path = memory / "state.json"
    path.write_text("old")
    for obj, options, error in (
        ([1, {2}], {}, TypeError),
        (circular(), {}, ValueError),
        (float("nan"), {"allow_nan": False}, ValueError),
        ("\ud800", {"ensure_ascii": False, "encoding": "utf-8"}, UnicodeEncodeError),
        ("é", {"ensure_ascii": False, "encoding": "ascii"}, UnicodeEncodeError),
        ([1], {"end": 5}, TypeError),
        ([1], {"end": None}, TypeError),
        ([1], {"perms": "600"}, TypeError),
        ([1], {"perms": -1}, ValueError),
        ([1], {"perms": 0o2755}, ValueError),
        ([1], {"encoding": "nonsense"}, LookupError),
    ):
        with pytest.raises(error):
            atomic_write_json(path, obj, **options)
    assert path.read_text() == "old"
    assert os.listdir(memory) == ["state.json"]
