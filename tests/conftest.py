"""What tests of several folders share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture
def plain_umask() -> Iterator[None]:
    """The umask under which the fixtures declare the modes of their files."""
    mask = os.umask(0o022)
    yield
    os.umask(mask)
