"""Repairs of a home-made replace: one helper call for the whole of it, or the one step that is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as changed
from functools import lru_cache

from flake8_atomic.analysis.files.events import Event, Rename
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.analysis.replaces.taken_away import removed_first, removed_to_try_again
from flake8_atomic.edits import Fix, NoFix
from flake8_atomic.fixes.beside import make_beside, outright, without_removal
from flake8_atomic.fixes.cleaned import clean_up
from flake8_atomic.fixes.sequence import Sequence
from flake8_atomic.fixes.synced import sync_before_close
from flake8_atomic.fixes.unique import make_unique
from flake8_atomic.inspection import Inspection

Smaller = Callable[[Inspection, Replace, Event], Fix]


def _planned(inspection: Inspection, event: Event, smaller: Smaller) -> Fix:
    """The whole repair, with the smaller one for those who do not want it, or the smaller one alone."""
    replace = next(found for found in inspection.replaces if _concerns(found, event))
    whole = _whole(inspection, replace)
    if isinstance(whole, Fix):
        try:
            less = smaller(inspection, replace, event)
        except NoFix:
            less = Fix(())
        return changed(whole, smaller=less)
    try:
        return smaller(inspection, replace, event)
    except NoFix:
        raise NoFix(whole) from None


@lru_cache(maxsize=8)
def _whole(inspection: Inspection, replace: Replace) -> Fix | str:
    """The one repair for all the flaws of a replace, or what stands in its way."""
    try:
        return Sequence(inspection, replace).fix()
    except NoFix as reason:
        return str(reason)


def _concerns(replace: Replace, event: Event) -> bool:
    events = (replace.rename, replace.first, replace.birth, *removed_first(replace), *removed_to_try_again(replace))
    return any(event is one for one in events)


def synced(inspection: Inspection, event: Event) -> Fix:
    """Plan what a replace needs whose data is not synced."""
    return _planned(inspection, event, lambda file, replace, _: sync_before_close(file, replace))


def uniquely_named(inspection: Inspection, event: Event) -> Fix:
    """Plan what a replace needs whose temp has one name for all."""
    return _planned(inspection, event, lambda file, replace, _: make_unique(file, replace))


def beside_its_target(inspection: Inspection, event: Event) -> Fix:
    """Plan what a replace needs whose temp may lie on another filesystem."""
    return _planned(inspection, event, make_beside)


def replaced_outright(inspection: Inspection, event: Event) -> Fix:
    """Plan what a replace needs that renames."""
    return _planned(inspection, event, _outright)


def _outright(inspection: Inspection, replace: Replace, event: Event) -> Fix:
    assert isinstance(event, Rename)
    name = event.function if event.function == "os.rename" else "pathlib.Path.rename"
    return Fix((outright(inspection, replace),), (), frozenset({name}))


def cleaned_up(inspection: Inspection, event: Event) -> Fix:
    """Plan what a replace needs whose temp is left behind."""
    return _planned(inspection, event, lambda file, replace, _: clean_up(file, replace))


def published_whole(inspection: Inspection, event: Event) -> Fix:
    """Plan what a replace needs whose rename comes too early."""
    if any(event is rename for rename in inspection.published_on_exit):
        raise NoFix("rename it only where the block has not failed, and remove it where it has")
    return _planned(inspection, event, _too_early)


def _too_early(inspection: Inspection, replace: Replace, event: Event) -> Fix:
    del inspection, replace, event
    raise NoFix("rename it after the block that writes it, and only where that has not failed")


def replaced_at_once(inspection: Inspection, event: Event) -> Fix:
    """Plan what a replace needs whose target is removed first."""
    return _planned(inspection, event, without_removal)
