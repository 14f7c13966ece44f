"""The command line and the project become what every file is told alike."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from codemods.own_helpers import check_mapped, offered
from codemods.patched import patched
from codemods.project import import_roots
from codemods.rewrite import Wish
from codemods.vendor import module_of
from flake8_atomic.edits import HELPERS
from flake8_atomic.settings import Settings


def wished(given: argparse.Namespace, settings: Settings, paths: Sequence[str]) -> Wish:
    """Return what the user asked for; what cannot be had is refused."""
    helpers, available = HELPERS, None
    if given.vendor:
        helpers = module_of(given.vendor)
    if given.helpers:
        helpers, available = given.helpers, offered(given.helpers, settings, paths)
    else:
        check_mapped(settings, import_roots(paths))
    return Wish(settings, given.unsafe, helpers, patched(paths), available)
