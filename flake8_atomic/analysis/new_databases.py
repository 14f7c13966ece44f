"""Databases that are only connected to where their file is not there: they are made from what there was before."""

from __future__ import annotations

from flake8_atomic.analysis.asked import found_missing
from flake8_atomic.analysis.connections import behind
from flake8_atomic.analysis.events import Pragma
from flake8_atomic.analysis.file import File


def is_new(pragma: Pragma, file: File) -> bool:
    """Was every database that it may be set for asked after before, and not found?"""
    connects = [found.connect for found in behind(pragma.connection, file.values)]
    return bool(connects) and all(found_missing(file, connect, connect.path) for connect in connects)
