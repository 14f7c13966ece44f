"""The command line and the project become what every file is told alike."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from codemods.project.own_helpers import check_mapped, offered, open_ended
from codemods.project.patched import patched
from codemods.project.project import import_roots
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
    any_keyword = open_ended(settings, import_roots(paths)) if settings.helper_calls else frozenset()
    return Wish(settings, given.unsafe, helpers, patched(paths), available, any_keyword)
