"""Data and its index, manifest or checksum: saved together, and one about the other by its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.words import function_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved, is_about, speaks_of, tells_of_folder
from flake8_atomic.analysis.paths.paths import holds

_SAVING = frozenset({"save", "store", "persist", "put", "add", "update", "upload"})


def by_companion(file: File, saved: Sequence[Saved], saver: Scope) -> Iterator[list[Saved]]:
    """Files made from the same data, or named after the same thing, one of which is about the others."""
    # The manifest of what is made, packed or exported only tells what that was.
    if _SAVING.isdisjoint(function_words(saver)):
        return
    about = [is_about(one, file.values) for one in saved]
    for one, tells in zip(saved, about, strict=True):
        if tells:
            others = [
                other for other, also in zip(saved, about, strict=True) if not also and _is_about(file, one, other)
            ]
            if others:
                yield sorted([one, *others], key=lambda each: each.place.order)


def _is_about(file: File, one: Saved, other: Saved) -> bool:
    """Is it made of the other, or called after it, as `path.with_suffix(".manifest.json")` is?"""
    if speaks_of(one, other, file.values) or tells_of_folder(one, other):
        return True
    return holds(file.paths.key(one.path), file.paths.key(other.path))
