"""The JSON helper writes what json.dump writes, to the byte and to the exception."""

from __future__ import annotations

import collections
import io
import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flake8_atomic.helpers import atomic_write_json
from flake8_atomic.helpers.as_json import dumped, holds_its_word
from tests.helpers.json_objects import OBJECTS, OPTIONS, Lazy, Real, circular

if TYPE_CHECKING:
    from collections.abc import Callable
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


def told(options: dict[str, Any]) -> str:
    """The options by their names, without the addresses of what stands behind them."""
    return ",".join(f"{name}={getattr(value, '__name__', value)!r}" for name, value in options.items())


@pytest.mark.parametrize("options", OPTIONS, ids=told)
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


class Close(float):
    """A float that only the slow encoder writes."""


@pytest.mark.parametrize(
    "make",
    [
        lambda: {"x": map(Close, [1.5, 2.5])},
        lambda: [iter([1, 2]), map(Close, [1.5]), {"y": iter([3])}],
        lambda: [iter([iter([1]), Close(2.5), iter([3])])],
    ],
)
def test_what_default_consumes_is_not_asked_for_again(make: Callable[[], object]) -> None:
    assert ("text", dumped(make(), default=list)) == reference(make(), default=list)
    calls: list[object] = []

    def default(obj: Any) -> list[object]:
        calls.append(obj)
        return [*obj]

    dumped(make(), default=default)
    asked = len(calls)
    reference(make(), default=default)
    assert len(calls) == 2 * asked


def test_default_may_return_one_object_again_and_again() -> None:
    scratch: dict[str, object] = {}

    def default(obj: Any) -> object:
        scratch.clear()
        scratch["x"] = obj.pop()
        return scratch

    texts = [convert([{1}, {2}, {Close(3.0)}], default=default) for convert in (dumped, reference)]
    assert ("text", texts[0]) == texts[1] == ("text", '[{"x": 1}, {"x": 2}, {"x": 3.0}]')


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
