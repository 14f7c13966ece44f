"""What the project's tests patch is fixed only on demand, and the note names the test."""

from __future__ import annotations

import pytest

from codemods.rewrite import Result
from tests.codemods.fixing import rewrite_of, texts

TEXT = """\
import json
from pathlib import Path


def save(path: Path, data: object) -> None:
    with open(path, "w") as f:
        json.dump(data, f)


def put(path: Path, text: str) -> None:
    path.write_text(text)
"""


def noted(patched: dict[str, str], filename: str = "src/app/store.py") -> Result:
    return rewrite_of(TEXT, filename, patched=patched, unsafe=False)


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("builtins.open", ["ATM104"]),
        ("json.dump", ["ATM104"]),
        ("app.store.open", ["ATM104"]),
        ("app.store.json.dump", ["ATM104"]),
        ("app.store.json", ["ATM104"]),
        ("src.app.store.open", ["ATM104"]),
        ("pathlib.Path.write_text", ["ATM101"]),
        ("pathlib.Path.open", ["ATM101"]),
        ("app.store.Path.write_text", ["ATM101"]),
        ("pyfakefs", ["ATM104", "ATM101"]),
        ("app.other.open", []),
        ("app.store.write_text", []),
        ("app.store.Other.write_text", []),
        ("app.store.Path", []),
        ("json.load", []),
    ],
)
def test_a_patched_name_is_noted_where_it_is_replaced(name: str, codes: list[str]) -> None:
    result = noted({name: "tests/test_store.py:7"})
    assert [site.code for site in result.sites if site.level == "unsafe"] == codes
    assert all("tests/test_store.py:7" in text for text in texts(result))
    assert len(texts(result)) == len(codes)


def test_a_package_is_named_by_its_folder() -> None:
    assert texts(noted({"app.store.open": "here"}, "app/store/__init__.py")) == ["the tests patch app.store.open, here"]


def test_it_is_fixed_on_demand() -> None:
    result = rewrite_of(TEXT, patched={"builtins.open": "tests/test_store.py:7"})
    assert all(site.fixed for site in result.sites)
