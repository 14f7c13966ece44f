"""A file from atomic_open may be written by a library, or by a stream around it."""

from __future__ import annotations

import csv
import gzip
import io
import json
import pickle
import shutil
import zipfile
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import atomic_open
from tests.helpers.conftest import alone

if TYPE_CHECKING:
    from pathlib import Path


def test_stream_around_the_file_does_not_publish_a_part(target: Path) -> None:
    with pytest.raises(ZeroDivisionError), atomic_open(target, "wb") as file, io.TextIOWrapper(file) as text:
        text.write("part")
        1 / 0  # noqa: B018
    assert target.read_text() == "old"
    assert alone(target)


def test_stream_around_the_file_publishes_the_whole(target: Path) -> None:
    with atomic_open(target, "wb") as file, io.TextIOWrapper(file) as text:
        text.write("whole")
    assert target.read_text() == "whole"


def test_csv(target: Path) -> None:
    with atomic_open(target, "w", newline="") as file:
        csv.writer(file).writerows([["a", "b"], [1, 2]])
    assert target.read_bytes() == b"a,b\r\n1,2\r\n"


def test_json_pickle_print_and_copyfileobj(target: Path) -> None:
    with atomic_open(target, "w") as file:
        json.dump({"a": 1}, file)
        print(file=file)
        print("b", file=file, flush=True)
        shutil.copyfileobj(io.StringIO("c\n"), file)
    assert target.read_text() == '{"a": 1}\nb\nc\n'
    with atomic_open(target, "wb") as binary:
        pickle.dump([1], binary)
    assert pickle.loads(target.read_bytes()) == [1]


def test_zip_and_gzip(target: Path) -> None:
    with atomic_open(target, "wb") as file, zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a", "content")
    with zipfile.ZipFile(target) as archive:
        assert archive.read("a") == b"content"
    with atomic_open(target, "wb") as file, gzip.open(file, "wt") as compressed:
        compressed.write("content")
    assert gzip.decompress(target.read_bytes()) == b"content"
    before = target.read_bytes()
    with pytest.raises(ZeroDivisionError), atomic_open(target, "wb") as file, zipfile.ZipFile(file, "w"):
        1 / 0  # noqa: B018
    assert target.read_bytes() == before


def test_numpy_and_yaml(target: Path) -> None:
    numpy = pytest.importorskip("numpy")
    yaml = pytest.importorskip("yaml")
    with atomic_open(target, "wb") as file:
        numpy.save(file, numpy.arange(10_000))
    assert numpy.load(target).sum() == 49_995_000
    with atomic_open(target, "w") as text:
        yaml.safe_dump({"a": [1]}, text)
    assert yaml.safe_load(target.read_text()) == {"a": [1]}
